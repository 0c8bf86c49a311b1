/*
 * os_sha256.h - sums, by the library that the system has for them.
 *
 * A header of its own, for base/sha256.c alone: who needs no sums need not be linked with what
 * makes them.
 */
#ifndef GAFF_BASE_OS_SHA256_H
#define GAFF_BASE_OS_SHA256_H

#include <stddef.h>

enum { GAFF_OS_SHA256_SIZE = 32 };

#ifdef __APPLE__

#include <CommonCrypto/CommonDigest.h>

typedef CC_SHA256_CTX gaff_os_sha256;

static inline void gaff_os_sha256_start(gaff_os_sha256 *state)
{
	(void)CC_SHA256_Init(state);
}

/* A length has 32 bits there. */
static inline void gaff_os_sha256_add(gaff_os_sha256 *state, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	while (n) {
		size_t piece = n < 1u << 30 ? n : 1u << 30;

		(void)CC_SHA256_Update(state, p, (CC_LONG)piece);
		p += piece;
		n -= piece;
	}
}

static inline void gaff_os_sha256_end(gaff_os_sha256 *state, unsigned char sum[GAFF_OS_SHA256_SIZE])
{
	(void)CC_SHA256_Final(sum, state);
}

#else

#include <sha2.h>

typedef SHA2_CTX gaff_os_sha256;

static inline void gaff_os_sha256_start(gaff_os_sha256 *state)
{
	SHA256Init(state);
}

static inline void gaff_os_sha256_add(gaff_os_sha256 *state, const void *bytes, size_t n)
{
	SHA256Update(state, bytes, n);
}

static inline void gaff_os_sha256_end(gaff_os_sha256 *state, unsigned char sum[GAFF_OS_SHA256_SIZE])
{
	SHA256Final(sum, state);
}

#endif

#endif
