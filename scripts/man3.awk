# man3.awk - gaff(3) from gaff.h: its comments and declarations, in their order.
#
#	awk -v version=0.1.0 -v date=2026-11-16 -f scripts/man3.awk include/gaff.h
#
# A comment above declarations is what is said of them; "---- words ----" begins a section; lines
# that are indented by a tab inside of a comment are code.

function roff(text) {
	gsub(/\\/, "\\(rs", text)
	gsub(/-/, "\\-", text)
	gsub(/'/, "\\(aq", text)
	gsub(/"/, "\\(dq", text)
	gsub(/`/, "\\(ga", text)
	gsub(/\^/, "\\(ha", text)
	gsub(/~/, "\\(ti", text)
	gsub(/…/, "...", text)
	if (text ~ /^\./)
		text = "\\\\&" text
	return text
}

function code(on) {
	if (on == in_code)
		return
	print on ? ".nf" : ".fi"
	in_code = on
}

function say(line) {
	if (line ~ /^\t/) {
		if (!in_code)
			print ".PP"
		code(1)
		sub(/^\t/, "    ", line)
		gsub(/\t/, "    ", line)
		print roff(line)
	} else if (line ~ /^ *$/) {
		if (in_code)
			pending = 1
		else
			print ".PP"
	} else {
		code(0)
		print roff(line)
	}
}

function comment_line(line) {
	if (pending) {
		pending = 0
		if (line ~ /^\t/)
			print ""
		else {
			code(0)
			print ".PP"
		}
	}
	say(line)
}

BEGIN {
	printf ".TH GAFF 3 \"%s\" \"gaff %s\" \"Library\"\n", date, version
	print ".SH NAME\ngaff \\- write hooks for AI coding agents once\n.SH SYNOPSIS"
	print "\\fB#include <gaff.h>\\fR\n.PP\ncc hook.c $(pkg\\-config \\-\\-cflags \\-\\-libs gaff)\n.SH DESCRIPTION"
}

/^(#if|#else|#endif|#define|#include|extern "C")/ { skip_define = /\\$/; next }
skip_define { skip_define = /\\$/; next }
/^static inline int gaff_main.*\)$/ { in_body = 1 }
in_body { if (/^}/) in_body = 0; next }
!in_type && /^}$/ { next }

# sections
/^\/\* ---- .* ---- \*\/$/ {
	code(0)
	title = $0
	gsub(/^\/\* ---- | ---- \*\/$/, "", title)
	printf ".SH %s\n", toupper(title)
	next
}

# a comment of its own
!in_comment && !in_type && /^\/\*/ {
	code(0)
	text = $0
	if (text ~ /\*\/$/) {
		sub(/^\/\* /, "", text)
		sub(/ \*\/$/, "", text)
		print ".PP"
		comment_line(text)
		pending = 0
		next
	}
	in_comment = 1
	print ".PP"
	sub(/^\/\* ?/, "", text)
	if (text != "")
		comment_line(text)
	next
}
in_comment {
	text = $0
	ends = text ~ /\*\/$/
	sub(/^ \*\/$/, "", text)
	sub(/ \*\/$/, "", text)
	sub(/^ \* ?/, "", text)
	if (!first_line_seen && text ~ /^gaff\.h - /)
		sub(/^gaff\.h - /, "", text)
	first_line_seen = 1
	if (!(ends && text == ""))
		comment_line(text)
	if (ends) {
		in_comment = 0
		pending = 0
		code(0)
	}
	next
}

# declarations
/^(typedef|enum|GAFF_API|static inline)/ || in_type {
	line = $0
	if (!in_code) {
		print ".PP"
		code(1)
	}
	sub(/^GAFF_API /, "", line)
	sub(/^static inline /, "", line)
	sub(/ GAFF_(NULL_AT_END|PRINTF\([0-9, ]*\));/, ";", line)
	gsub(/\t/, "    ", line)
	sub(/^GAFF_PRINTF.*/, "", line)
	printf "\\fB%s\\fR\n", roff(line)
	in_type = in_type ? !/^}/ && !(in_call && /;$/) : !/;/
	in_call = in_type && (in_call || /\(/)
	if (!in_type)
		in_call = 0
	next
}
/^\tGAFF_PRINTF/ { next }
/^$/ { if (in_code) code(0); next }

END {
	code(0)
	print ".SH SEE ALSO\n\\fBgaff\\fR(1), \\fBgaff\\-new\\fR(1), \\fBgaff\\-test\\fR(1)"
}
