#!/bin/sh
# install.sh install|uninstall - gaff's files to where they belong, or away from there, by one list.
# `make install` says where: the folders are in the environment, and any name is fine for them.
cd "$(dirname "$0")/.." || exit 1
set -eu

files() { # put|drop: the list
	"$1" 755 "$BUILD/gaff" "$BINDIR/gaff"
	"$1" 755 "$BUILD/libexec/gaff/gaff-http" "$LIBEXECDIR/gaff/gaff-http"
	"$1" 644 "$BUILD/libgaff.a" "$LIBDIR/libgaff.a"
	"$1" 644 include/gaff.h "$INCLUDEDIR/gaff.h"
	"$1" 644 "$BUILD/share/gaff.1" "$MANDIR/man1/gaff.1"
	for command in $COMMANDS; do
		"$1" 644 "$BUILD/share/gaff-$command.1" "$MANDIR/man1/gaff-$command.1"
	done
	"$1" 644 "$BUILD/share/gaff.bash" "$BASHCOMPDIR/gaff"
	"$1" 644 "$BUILD/share/gaff.zsh" "$ZSHCOMPDIR/_gaff"
	"$1" 644 "$BUILD/share/gaff.fish" "$FISHCOMPDIR/gaff.fish"
}

look() { # MODE FILE
	[ -e "$2" ] && return
	case $2 in
	*/gaff-http) echo "without gaff-http: it was not built, there was no libcurl" ;;
	*)
		echo "there is no $2; run 'make' first" >&2
		exit 1
		;;
	esac
}

put() { # MODE FILE PLACE
	[ -e "$2" ] || return 0
	# -d alone: a folder that is there keeps its mode
	[ -d "$DESTDIR${3%/*}" ] || install -d -m 755 "$DESTDIR${3%/*}"
	# at once: an agent that calls a gaff which is not there for a moment goes on without it
	install -m "$1" "$2" "$DESTDIR$3.new"
	mv -f "$DESTDIR$3.new" "$DESTDIR$3"
}

drop() { # MODE FILE PLACE
	rm -f "$DESTDIR$3"
}

case $1 in
install)
	files look
	# gaff looks beside itself, and where it was told when it was built.
	if [ "$LIBEXECDIR" != "${BINDIR%/*}/libexec" ] && [ "$LIBEXECDIR" != "$(cat "$BUILD/libexecdir")" ]; then
		echo "gaff would not find gaff-http in $LIBEXECDIR; run 'make' with the same LIBEXECDIR first" >&2
		exit 1
	fi
	files put
	;;
uninstall)
	files drop
	# The one folder that is nobody else's.
	[ ! -d "$DESTDIR$LIBEXECDIR/gaff" ] || rmdir "$DESTDIR$LIBEXECDIR/gaff" || true
	;;
esac
