#include <errno.h>
#include <sha2.h>
#include <unistd.h>

#include "base/fs.h"

/* A file of its own: who needs no sums need not be linked with what makes them. */

static void finish_sha256(SHA2_CTX *state, char out[65])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char sum[SHA256_DIGEST_LENGTH];

	SHA256Final(sum, state);
	for (size_t i = 0; i < sizeof sum; i++) {
		out[2 * i] = digits[sum[i] >> 4];
		out[2 * i + 1] = digits[sum[i] & 15];
	}
	out[64] = '\0';
}

void gaff_sha256(struct sv bytes, char out[65])
{
	SHA2_CTX state;

	SHA256Init(&state);
	if (bytes.n)
		SHA256Update(&state, (const unsigned char *)bytes.p, bytes.n);
	finish_sha256(&state, out);
}

enum gaff_rc gaff_fs_sha256(int fd, char out[65], struct gaff_err *err)
{
	unsigned char piece[16384];
	SHA2_CTX state;
	off_t at = 0;
	ssize_t n;

	SHA256Init(&state);
	while ((n = pread(fd, piece, sizeof piece, at)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
		SHA256Update(&state, piece, (size_t)n);
		at += n;
	}
	finish_sha256(&state, out);
	return GAFF_OK;
}
