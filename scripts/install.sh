#!/bin/sh
# install.sh install|uninstall - gaff's files to where they belong, or away from there, by one list.
# `make install` says where: the folders are in the environment, and any name is fine for them.
cd "$(dirname "$0")/.." || exit 1
set -eu

files() { # put|drop: the list
	"$1" 755 "$BUILD/gaff" "$BINDIR/gaff"
	"$1" 755 "$BUILD/libexec/gaff/gaff-http" "$LIBEXECDIR/gaff/gaff-http"
	"$1" 644 "$BUILD/libgaff.a" "$LIBDIR/libgaff.a"
	"$1" 755 "$BUILD/$SHARED" "$LIBDIR/$SHARED"
	for name in $SHARED_NAMES; do
		"$1" link "$SHARED" "$LIBDIR/$name"
	done
	"$1" 644 "$BUILD/gaff.pc" "$LIBDIR/pkgconfig/gaff.pc"
	"$1" 644 include/gaff.h "$INCLUDEDIR/gaff.h"
	"$1" 644 "$BUILD/share/gaff.1" "$MANDIR/man1/gaff.1"
	"$1" 644 "$BUILD/share/gaff.3" "$MANDIR/man3/gaff.3"
	for symbol in gaff_main $SYMBOLS; do
		"$1" so gaff.3 "$MANDIR/man3/$symbol.3"
	done
	for command in $COMMANDS; do
		"$1" 644 "$BUILD/share/gaff-$command.1" "$MANDIR/man1/gaff-$command.1"
	done
	"$1" 644 "$BUILD/share/gaff.bash" "$BASHCOMPDIR/gaff"
	"$1" 644 "$BUILD/share/gaff.zsh" "$ZSHCOMPDIR/_gaff"
	"$1" 644 "$BUILD/share/gaff.fish" "$FISHCOMPDIR/gaff.fish"
}

look() { # MODE FILE
	[ "$1" = link ] || [ "$1" = so ] || [ -e "$2" ] && return
	case $2 in
	*/gaff-http) echo "without gaff-http: it was not built, there was no libcurl" ;;
	*)
		echo "there is no $2; run 'make' first" >&2
		exit 1
		;;
	esac
}

put() { # MODE FILE PLACE; a link, and the one of a manual page, is to a file beside it
	if [ "$1" = so ]; then
		echo ".so man3/$2" >"$DESTDIR$3.new"
		chmod 644 "$DESTDIR$3.new"
		mv -f "$DESTDIR$3.new" "$DESTDIR$3"
		return
	fi
	if [ "$1" = link ]; then
		ln -sf "$2" "$DESTDIR$3.new"
		mv -f "$DESTDIR$3.new" "$DESTDIR$3"
		return
	fi
	[ -e "$2" ] || return 0
	# -d alone: a folder that is there keeps its mode
	[ -d "$DESTDIR${3%/*}" ] || install -d -m 755 "$DESTDIR${3%/*}"
	if [ "${3##*.}" = pc ]; then
		# in these files a backslash makes a space part of a name
		{
			printf 'libdir=%s\nincludedir=%s\n\n' "$LIBDIR" "$INCLUDEDIR" | sed 's/[\\ ]/\\&/g'
			cat "$2"
		} >"$DESTDIR$3.new"
		chmod "$1" "$DESTDIR$3.new"
		mv -f "$DESTDIR$3.new" "$DESTDIR$3"
		return
	fi
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
