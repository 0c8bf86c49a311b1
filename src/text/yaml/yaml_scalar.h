/*
 * yaml_scalar.h - plain scalars of YAML, by the core schema of YAML 1.2.
 *
 * yes, no, on and off are texts here, as are dates, and 0777 is seven hundred seventy-seven.
 */
#ifndef GAFF_TEXT_YAML_YAML_SCALAR_H
#define GAFF_TEXT_YAML_YAML_SCALAR_H

#include "text/json/json.h"

enum gaff_yaml_type {
	GAFF_YAML_TEXT,
	GAFF_YAML_NULL,
	GAFF_YAML_TRUE,
	GAFF_YAML_FALSE,
	GAFF_YAML_INT,
	GAFF_YAML_BASED, /* an integer with 0o or 0x */
	GAFF_YAML_FLOAT,
	GAFF_YAML_NO_NUMBER, /* infinity, or not a number */
};

enum gaff_yaml_type gaff_yaml_type_of(struct sv plain);

/*
 * The JSON for it. Decimal numbers keep their digits, however many, and lose only what JSON
 * does not allow. False: no JSON says it, or 0o and 0x with more than 64 bits.
 */
bool gaff_yaml_write(struct json_writer *w, enum gaff_yaml_type type, struct sv plain);

#endif
