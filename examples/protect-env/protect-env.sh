#!/bin/sh
# protect-env.sh - files that hold secrets are neither read nor written by agents.
#
# It goes by the files that a tool is given, all of them where it is a patch. What a command line
# reads (`cat .env`, `source .env`) it does not see: `gaff guard secrets` does, and hooks.json has
# both.

# By name, and not .env.*: .env.example is there to be read. --not, so that an error is no way past.
# shellcheck disable=SC2088 # gaff knows what ~ is
gaff match --not path '**/.env' '**/.env.{local,production,staging,test}' '**/.env.*.local' \
	'**/*.pem' '**/*.key' '**/id_rsa' '**/id_ed25519' '**/.netrc' '~/.ssh/**' '~/.aws/**' && exit 0
exec gaff reply deny 'That file holds secrets. Ask the user for what you need of it, or read .env.example.'
