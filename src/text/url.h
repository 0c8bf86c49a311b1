/*
 * url.h - may an http handler be at this address?
 *
 * gaff sends what an agent is about to do, and often a secret beside it, so the address has to be
 * one that everybody reads alike: a browser, libcurl and the person who reviews the manifest.
 * Whatever is read in two ways is refused, never put right.
 */
#ifndef GAFF_TEXT_URL_H
#define GAFF_TEXT_URL_H

#include "base/err.h"
#include "base/str.h"

/*
 * https with a host; or, with http_loopback, http to 127.x.x.x, [::1] or localhost. No user, no
 * fragment, nothing but visible ASCII. GAFF_ESYNTAX otherwise, with the offset of what is wrong;
 * the message never repeats the URL, which may hold a secret.
 */
enum gaff_rc gaff_url_check(struct sv url, bool http_loopback, struct gaff_err *err);

#endif
