_gaff_reply() { # compgen's words, which may hold blanks
	local word
	while IFS= read -r word; do
		COMPREPLY+=("$word")
	done < <(compgen "$@")
}

_gaff_offer() { # VALUE HOST PREFIX WORD
	case $1 in
	FILE | DIR)
		compopt -o filenames 2>/dev/null
		if [ "$1" = DIR ]; then _gaff_reply -d -P "$3" -- "$4"; else _gaff_reply -f -P "$3" -- "$4"; fi
		;;
	*) _gaff_reply -P "$3" -W "$(_gaff_words "$1" "$2")" -- "$4" ;;
	esac
}

_gaff() {
	local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} option= host= word i

	COMPREPLY=()
	if [ "$COMP_CWORD" -le 1 ]; then
		_gaff_reply -W "$(_gaff_words COMMAND) --help --version" -- "$cur"
		return
	fi
	# Is it a value, and whose? Bash cuts --host=x at the =, unless told otherwise.
	for ((i = 2; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		case $word in
		--)
			[ "$(_gaff_value "$command")" = PROGRAM ] || return
			compopt -o filenames 2>/dev/null
			[ $((i + 1)) -lt "$COMP_CWORD" ] || _gaff_reply -c -- "$cur"
			_gaff_reply -f -- "$cur"
			return
			;;
		=) ;;
		--host=*) host=${word#*=} ;;
		--*)
			option=$word
			[ -n "$(_gaff_value "$command" "$word")" ] || option=
			;;
		*)
			[ "$option" != --host ] || host=$word
			option=
			;;
		esac
	done
	[ "$cur" != = ] || cur=
	if [ -n "$option" ]; then
		_gaff_offer "$(_gaff_value "$command" "$option")" "$host" '' "$cur"
	elif [[ $cur == --*=* ]]; then
		option=${cur%%=*}
		_gaff_offer "$(_gaff_value "$command" "$option")" "$host" "$option=" "${cur#*=}"
	else
		word=$(_gaff_value "$command")
		[[ -z $word || $cur == -* ]] || _gaff_offer "$word" "$host" '' "$cur"
		[ "${#COMPREPLY[@]}" != 0 ] || _gaff_reply -W "$(_gaff_options "$command")" -- "$cur"
	fi
}

complete -F _gaff gaff
