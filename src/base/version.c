#include "gaff.h"

#ifndef GAFF_VERSION
#error "the Makefile says which version this is"
#endif

const char *gaff_version(void)
{
	return GAFF_VERSION;
}
