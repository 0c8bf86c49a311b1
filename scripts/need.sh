#!/bin/sh
# need.sh PROGRAM=PACKAGE... - install the packages of the programs (or files: /PATH=PACKAGE) that are missing.
# Debian-like systems only; elsewhere it says what to install.
missing=
for pair in "$@"; do
	case $pair in
	/*) [ -e "${pair%%=*}" ] ;;
	*) command -v "${pair%%=*}" >/dev/null 2>&1 ;;
	esac || missing="$missing ${pair#*=}"
done
[ -z "$missing" ] && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
	echo "need.sh: please install:$missing" >&2
	exit 1
fi
root=
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null 2>&1 || {
		echo "need.sh: please install, as root:$missing" >&2
		exit 1
	}
	root=sudo
fi
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # a list of packages
$root apt-get -qq update && $root apt-get -qq install -y --no-install-recommends $missing >/dev/null
