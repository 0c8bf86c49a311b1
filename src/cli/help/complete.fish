function __gaff_is -a command # are we behind it, and not yet behind --?
	set -l words (commandline -opc)
	test "$words[2]" = "$command"; and not contains -- -- $words
end

function __gaff_runs -a command # are we behind its --?
	set -l words (commandline -opc)
	test "$words[2]" = "$command"; and contains -- -- $words
end

function __gaff_is_first
	test (count (commandline -opc)) -eq 1
end

function __gaff_events # of the host that is named
	set -l words (commandline -opc)
	set -l host
	for i in (seq (count $words))
		switch $words[$i]
			case --host
				set host $words[(math $i + 1)]
			case '--host=*'
				set host (string replace -- --host= '' $words[$i])
		end
	end
	switch "$host"
