/*
 * header.h - headers that an http handler may send.
 */
#ifndef GAFF_TEXT_HEADER_H
#define GAFF_TEXT_HEADER_H

#include "text/json/json.h"

/* GAFF_EUSAGE: not a name, or one that decides where a message ends or a connection goes. */
enum gaff_rc gaff_header_check_name(struct sv name, struct gaff_err *err);

/*
 * What a manifest says for its value, before variables are put in: one line of text that names
 * only variables of the list `allowed` (expand.h). GAFF_EUSAGE or GAFF_ESYNTAX, with the offset in
 * the value; the message has the header's name and never its value.
 */
enum gaff_rc gaff_header_check_value(struct sv name, struct sv value, struct json allowed,
				     struct gaff_err *err);

/* One line of text: a line end in it would be a header more, or the end of them all. */
bool gaff_header_is_value(struct sv value);

#endif
