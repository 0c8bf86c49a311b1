#include <errno.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/os_sha256.h"

/* A file of its own: who needs no sums need not be linked with what makes them. */

static void finish_sha256(gaff_os_sha256 *state, char out[65])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char sum[GAFF_OS_SHA256_SIZE];

	gaff_os_sha256_end(state, sum);
	for (size_t i = 0; i < sizeof sum; i++) {
		out[2 * i] = digits[sum[i] >> 4];
		out[2 * i + 1] = digits[sum[i] & 15];
	}
	out[64] = '\0';
}

void gaff_sha256(struct sv bytes, char out[65])
{
	gaff_os_sha256 state;

	gaff_os_sha256_start(&state);
	if (bytes.n)
		gaff_os_sha256_add(&state, bytes.p, bytes.n);
	finish_sha256(&state, out);
}

enum gaff_rc gaff_fs_sha256(int fd, char out[65], struct gaff_err *err)
{
	unsigned char piece[16384];
	gaff_os_sha256 state;
	off_t at = 0;
	ssize_t n;

	gaff_os_sha256_start(&state);
	while ((n = pread(fd, piece, sizeof piece, at)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return gaff_fail(err, GAFF_EIO, "%s", strerror(errno));
		gaff_os_sha256_add(&state, piece, (size_t)n);
		at += n;
	}
	finish_sha256(&state, out);
	return GAFF_OK;
}
