#!/bin/sh
# reproducible.sh [FOLDER] - are two builds in two folders the same bytes? FOLDER has a build of this tree already, else
# both are made.
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n 's/^VERSION := //p' Makefile)

# The files are as old as each other, and not as old as those here.
build() {
	mkdir "$1"
	for part in Makefile include src scripts templates; do cp -R "$part" "$1/" || exit 1; done
	find "$1" -type f -exec touch -d '2001-01-01 00:00:00 UTC' {} +
	make -s -j2 -C "$1" build/gaff build/libgaff.a "build/libgaff.so.$version" >"$1/log" 2>&1 && return
	cat "$1/log"
	exit 1
}

first=$1
if [ -z "$first" ]; then
	first=$work/one
	build "$first"
fi
build "$work/another place"
for file in gaff libgaff.a "libgaff.so.$version"; do
	cmp "$first/build/$file" "$work/another place/build/$file" || exit 1
	if grep -aqF "$work" "$work/another place/build/$file"; then
		echo "reproducible: $file names the folder it was built in"
		exit 1
	fi
done
echo "reproducible: 3 files are the same bytes"
