/*
 * trust_page.h - what `gaff trust` shows somebody who has to decide.
 */
#ifndef GAFF_CLI_PAGES_TRUST_PAGE_H
#define GAFF_CLI_PAGES_TRUST_PAGE_H

#include "run/trust/trust_look.h"

void trust_print_page(const struct trust_look *page, bool wants_scripts);
void trust_print_json(const struct trust_look *page);

#endif
