#: find_host
_gaff_events() {
	local host i
	local -a names

	for (( i = 2; i < CURRENT; i++ )); do
		[[ $words[i] == --host ]] && host=$words[i+1]
		[[ $words[i] == --host=* ]] && host=${words[i]#*=}
	done
	case $host in
#: begin
_gaff() {
	local command=$words[2] dashes=${words[(i)--]}
	local -a names

	if (( CURRENT > 2 && dashes < CURRENT )); then
		(( CURRENT -= dashes ))
		shift $dashes words
		_normal
		return
	fi
	if (( CURRENT == 2 )); then
		names=(
#: middle
		)
		_describe command names
		return
	fi
	shift words
	(( CURRENT-- ))
	case $command in
#: end
	esac
}

if [[ $funcstack[1] == _gaff ]]; then
	_gaff "$@"
else
	compdef _gaff gaff
fi
