#include "guard/eval/code_parts.h"

/*
 * What languages differ in (code_parts.h).
 *
 * Calls that start programs and touch files, by language: the name, what it is a member of ("" is
 * nothing in particular), flags, how its arguments are read, and what it does where they do not
 * say. Of rows with one name the first whose members fit counts.
 */

/* clang-format off */
static const struct code_call python[] = {
	{ "system",        "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_TEXT, 0 },
	{ "popen",         "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_TEXT, 0 },
	{ "execl",         "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC_LIST, 0 },
	{ "execle",        "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC_LIST, 0 },
	{ "execlp",        "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC_LIST, 0 },
	{ "execlpe",       "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC_LIST, 0 },
	{ "execv",         "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC, 0 },
	{ "execve",        "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC, 0 },
	{ "execvp",        "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC, 0 },
	{ "execvpe",       "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC, 0 },
	{ "posix_spawn",   "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC, 0 },
	{ "posix_spawnp",  "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC, 0 },
	{ "spawnl",        "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_SPAWN_LIST, 0 },
	{ "spawnle",       "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_SPAWN_LIST, 0 },
	{ "spawnlp",       "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_SPAWN_LIST, 0 },
	{ "spawnv",        "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_SPAWN_EXEC, 0 },
	{ "spawnve",       "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_SPAWN_EXEC, 0 },
	{ "spawnvp",       "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_SPAWN_EXEC, 0 },
	{ "run",           "subprocess",     CODE_IMPORTED,            CODE_FORM_RUN, 0 },
	{ "call",          "subprocess",     CODE_IMPORTED,            CODE_FORM_RUN, 0 },
	{ "check_call",    "subprocess",     CODE_IMPORTED | CODE_ANY, CODE_FORM_RUN, 0 },
	{ "check_output",  "subprocess",     CODE_IMPORTED | CODE_ANY, CODE_FORM_RUN, 0 },
	{ "Popen",         "subprocess",     CODE_IMPORTED | CODE_ANY, CODE_FORM_RUN, 0 },
	{ "getoutput",     "subprocess commands", CODE_IMPORTED | CODE_ANY, CODE_FORM_TEXT, 0 },
	{ "getstatusoutput", "subprocess commands", CODE_IMPORTED | CODE_ANY, CODE_FORM_TEXT, 0 },
	{ "create_subprocess_shell", "asyncio", CODE_IMPORTED | CODE_ANY, CODE_FORM_TEXT, 0 },
	{ "create_subprocess_exec", "asyncio", CODE_IMPORTED | CODE_ANY, CODE_FORM_WORDS, 0 },
	{ "spawn",         "pty pexpect",    CODE_IMPORTED,            CODE_FORM_RUN, 0 },
	{ "rmtree",        "shutil",         CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES_TREE },
	{ "move",          "shutil",         CODE_IMPORTED,            CODE_FORM_COPY, 0 },
	{ "copy",          "shutil",         CODE_IMPORTED,            CODE_FORM_COPY, 0 },
	{ "copy2",         "shutil",         CODE_IMPORTED | CODE_ANY, CODE_FORM_COPY, 0 },
	{ "copyfile",      "shutil",         CODE_IMPORTED | CODE_ANY, CODE_FORM_COPY, 0 },
	{ "copytree",      "shutil",         CODE_IMPORTED | CODE_ANY, CODE_FORM_COPY, 0 },
	{ "remove",        "os posix",       CODE_IMPORTED,            CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "unlink",        "os posix",       CODE_IMPORTED,            CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rmdir",         "os posix",       CODE_IMPORTED,            CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "removedirs",    "os posix",       CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "truncate",      "os posix",       CODE_IMPORTED,            CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "rename",        "os posix",       CODE_IMPORTED,            CODE_FORM_COPY, 0 },
	{ "replace",       "os posix",       0,                        CODE_FORM_COPY, 0 },
	{ "unlink",        "pathlib",        0,                        CODE_FORM_SELF, GAFF_CODE_DELETES },
	{ "rmdir",         "pathlib",        0,                        CODE_FORM_SELF, GAFF_CODE_DELETES },
	{ "read_text",     "pathlib",        0,                        CODE_FORM_SELF, GAFF_CODE_READS },
	{ "read_bytes",    "pathlib",        0,                        CODE_FORM_SELF, GAFF_CODE_READS },
	{ "write_text",    "pathlib",        0,                        CODE_FORM_SELF, GAFF_CODE_WRITES },
	{ "write_bytes",   "pathlib",        0,                        CODE_FORM_SELF, GAFF_CODE_WRITES },
	{ "open",          "io codecs gzip builtins os", CODE_BARE,    CODE_FORM_OPEN, 0 },
	{ "open",          "pathlib",        0,                        CODE_FORM_SELF, GAFF_CODE_READS },
	{ "load_dotenv",   "dotenv",         CODE_IMPORTED,            CODE_FORM_PATH, GAFF_CODE_READS },
	{ "dotenv_values", "dotenv",         CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "exec",          "builtins",       CODE_BARE,                CODE_FORM_CODE, 0 },
	{ "eval",          "builtins",       CODE_BARE,                CODE_FORM_CODE, 0 },
	{ "compile",       "builtins",       CODE_BARE,                CODE_FORM_CODE, 0 },
};

static const struct code_call perl[] = {
	{ "system",        "CORE",           CODE_BARE,                CODE_FORM_WORDS, 0 },
	{ "exec",          "CORE",           CODE_BARE,                CODE_FORM_WORDS, 0 },
	{ "readpipe",      "CORE",           CODE_BARE,                CODE_FORM_TEXT, 0 },
	{ "unlink",        "CORE",           CODE_BARE,                CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "rmdir",         "CORE",           CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rmtree",        "Path",           CODE_BARE,                CODE_FORM_PATHS, GAFF_CODE_DELETES_TREE },
	{ "remove_tree",   "Path",           CODE_BARE,                CODE_FORM_PATHS, GAFF_CODE_DELETES_TREE },
	{ "rename",        "CORE",           CODE_BARE,                CODE_FORM_COPY, 0 },
	{ "copy",          "Copy",           CODE_IMPORTED,            CODE_FORM_COPY, 0 },
	{ "move",          "Copy",           CODE_IMPORTED,            CODE_FORM_COPY, 0 },
	{ "truncate",      "CORE",           CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "open",          "CORE",           CODE_BARE,                CODE_FORM_PERL_OPEN, 0 },
	{ "eval",          "CORE",           CODE_BARE,                CODE_FORM_CODE, 0 },
};

static const struct code_call ruby[] = {
	{ "system",        "Kernel self",    CODE_BARE,                CODE_FORM_WORDS, 0 },
	{ "exec",          "Kernel self Process", CODE_BARE,           CODE_FORM_WORDS, 0 },
	{ "spawn",         "Kernel self Process", CODE_BARE,           CODE_FORM_WORDS, 0 },
	{ "popen",         "IO",             CODE_ANY,                 CODE_FORM_RUN, 0 },
	{ "popen2",        "Open3",          CODE_ANY,                 CODE_FORM_WORDS, 0 },
	{ "popen2e",       "Open3",          CODE_ANY,                 CODE_FORM_WORDS, 0 },
	{ "popen3",        "Open3",          CODE_ANY,                 CODE_FORM_WORDS, 0 },
	{ "capture2",      "Open3",          CODE_ANY,                 CODE_FORM_WORDS, 0 },
	{ "capture2e",     "Open3",          CODE_ANY,                 CODE_FORM_WORDS, 0 },
	{ "capture3",      "Open3",          CODE_ANY,                 CODE_FORM_WORDS, 0 },
	{ "pipeline",      "Open3",          0,                        CODE_FORM_TEXT, 0 },
	{ "rm_rf",         "FileUtils",      CODE_IMPORTED | CODE_ANY, CODE_FORM_PATHS, GAFF_CODE_DELETES_TREE },
	{ "rm_r",          "FileUtils",      CODE_IMPORTED | CODE_ANY, CODE_FORM_PATHS, GAFF_CODE_DELETES_TREE },
	{ "rmtree",        "FileUtils",      CODE_IMPORTED | CODE_ANY, CODE_FORM_PATHS, GAFF_CODE_DELETES_TREE },
	{ "remove_dir",    "FileUtils",      CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES_TREE },
	{ "remove_entry",  "FileUtils",      CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES_TREE },
	{ "remove_entry_secure", "FileUtils", CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES_TREE },
	{ "rm",            "FileUtils",      CODE_IMPORTED,            CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "rm_f",          "FileUtils",      CODE_IMPORTED | CODE_ANY, CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "mv",            "FileUtils",      CODE_IMPORTED,            CODE_FORM_COPY, 0 },
	{ "cp",            "FileUtils",      CODE_IMPORTED,            CODE_FORM_COPY, 0 },
	{ "cp_r",          "FileUtils",      CODE_IMPORTED | CODE_ANY, CODE_FORM_COPY, 0 },
	{ "delete",        "File Pathname",  0,                        CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "unlink",        "File Dir Pathname", 0,                     CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "delete",        "Dir",            0,                        CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "rmdir",         "Dir FileUtils",  0,                        CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "read",          "File IO",        0,                        CODE_FORM_PATH, GAFF_CODE_READS },
	{ "binread",       "File IO",        CODE_ANY,                 CODE_FORM_PATH, GAFF_CODE_READS },
	{ "readlines",     "File IO",        0,                        CODE_FORM_PATH, GAFF_CODE_READS },
	{ "foreach",       "File IO",        0,                        CODE_FORM_PATH, GAFF_CODE_READS },
	{ "write",         "File IO",        0,                        CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "binwrite",      "File IO",        CODE_ANY,                 CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "truncate",      "File",           0,                        CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "rename",        "File",           0,                        CODE_FORM_COPY, 0 },
	{ "open",          "File IO Kernel", CODE_BARE,                CODE_FORM_OPEN, 0 },
	{ "new",           "File",           0,                        CODE_FORM_OPEN, 0 },
	{ "eval",          "Kernel",         CODE_BARE,                CODE_FORM_CODE, 0 },
	{ "instance_eval", "",               CODE_ANY,                 CODE_FORM_CODE, 0 },
	{ "class_eval",    "",               CODE_ANY,                 CODE_FORM_CODE, 0 },
};

static const struct code_call node[] = {
	{ "exec",          "child_process shell shelljs", CODE_IMPORTED, CODE_FORM_TEXT, 0 },
	{ "execSync",      "child_process",  CODE_BARE | CODE_ANY,     CODE_FORM_TEXT, 0 },
	{ "spawn",         "child_process",  CODE_IMPORTED,            CODE_FORM_SPAWN, 0 },
	{ "spawnSync",     "child_process",  CODE_BARE | CODE_ANY,     CODE_FORM_SPAWN, 0 },
	{ "execFile",      "child_process",  CODE_BARE | CODE_ANY,     CODE_FORM_SPAWN, 0 },
	{ "execFileSync",  "child_process",  CODE_BARE | CODE_ANY,     CODE_FORM_SPAWN, 0 },
	{ "execa",         "execa",          CODE_BARE | CODE_ANY,     CODE_FORM_SPAWN, 0 },
	{ "execaSync",     "execa",          CODE_BARE | CODE_ANY,     CODE_FORM_SPAWN, 0 },
	{ "execaCommand",  "execa",          CODE_BARE | CODE_ANY,     CODE_FORM_TEXT, 0 },
	{ "execaCommandSync", "execa",       CODE_BARE | CODE_ANY,     CODE_FORM_TEXT, 0 },
	{ "spawn",         "Bun",            0,                        CODE_FORM_RUN, 0 },
	{ "Command",       "Deno",           0,                        CODE_FORM_SPAWN, 0 },
	{ "run",           "Deno",           0,                        CODE_FORM_RUN, 0 },
	{ "remove",        "Deno",           CODE_RECURSIVE,           CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "removeSync",    "Deno fs",        CODE_RECURSIVE,           CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "readTextFile",  "Deno",           CODE_ANY,                 CODE_FORM_PATH, GAFF_CODE_READS },
	{ "readTextFileSync", "Deno",        CODE_ANY,                 CODE_FORM_PATH, GAFF_CODE_READS },
	{ "writeTextFile", "Deno",           CODE_ANY,                 CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "writeTextFileSync", "Deno",       CODE_ANY,                 CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "file",          "Bun",            0,                        CODE_FORM_PATH, GAFF_CODE_READS },
	{ "rm",            "fs promises fsp", CODE_IMPORTED | CODE_RECURSIVE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rmSync",        "fs",             CODE_BARE | CODE_ANY | CODE_RECURSIVE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rmdir",         "fs promises fsp", CODE_IMPORTED | CODE_RECURSIVE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rmdirSync",     "fs",             CODE_BARE | CODE_ANY | CODE_RECURSIVE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "unlink",        "fs promises fsp", CODE_IMPORTED,           CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "unlinkSync",    "fs",             CODE_BARE | CODE_ANY,     CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rimraf",        "rimraf",         CODE_BARE | CODE_ANY,     CODE_FORM_PATH, GAFF_CODE_DELETES_TREE },
	{ "rimrafSync",    "rimraf",         CODE_BARE | CODE_ANY,     CODE_FORM_PATH, GAFF_CODE_DELETES_TREE },
	{ "readFile",      "fs promises fsp", CODE_BARE | CODE_ANY,    CODE_FORM_PATH, GAFF_CODE_READS },
	{ "readFileSync",  "fs",             CODE_BARE | CODE_ANY,     CODE_FORM_PATH, GAFF_CODE_READS },
	{ "createReadStream", "fs",          CODE_BARE | CODE_ANY,     CODE_FORM_PATH, GAFF_CODE_READS },
	{ "writeFile",     "fs promises fsp", CODE_BARE | CODE_ANY,    CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "writeFileSync", "fs",             CODE_BARE | CODE_ANY,     CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "appendFile",    "fs promises fsp", CODE_BARE | CODE_ANY,    CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "appendFileSync", "fs",            CODE_BARE | CODE_ANY,     CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "createWriteStream", "fs",         CODE_BARE | CODE_ANY,     CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "truncateSync",  "fs",             CODE_BARE | CODE_ANY,     CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "copyFile",      "fs promises fsp", CODE_BARE | CODE_ANY,    CODE_FORM_COPY, 0 },
	{ "copyFileSync",  "fs",             CODE_BARE | CODE_ANY,     CODE_FORM_COPY, 0 },
	{ "cpSync",        "fs",             CODE_BARE | CODE_ANY,     CODE_FORM_COPY, 0 },
	{ "rename",        "fs promises fsp", CODE_IMPORTED,           CODE_FORM_COPY, 0 },
	{ "renameSync",    "fs",             CODE_BARE | CODE_ANY,     CODE_FORM_COPY, 0 },
	{ "openSync",      "fs",             CODE_BARE | CODE_ANY,     CODE_FORM_OPEN, 0 },
	{ "eval",          "globalThis window", CODE_BARE,             CODE_FORM_CODE, 0 },
	{ "Function",      "globalThis window", CODE_BARE,             CODE_FORM_CODE, 0 },
	{ "runInThisContext", "vm",          CODE_ANY,                 CODE_FORM_CODE, 0 },
	{ "runInNewContext", "vm",           CODE_ANY,                 CODE_FORM_CODE, 0 },
};

static const struct code_call php[] = {
	{ "system",        "",               CODE_BARE,                CODE_FORM_TEXT, 0 },
	{ "exec",          "",               CODE_BARE,                CODE_FORM_TEXT, 0 },
	{ "shell_exec",    "",               CODE_BARE,                CODE_FORM_TEXT, 0 },
	{ "passthru",      "",               CODE_BARE,                CODE_FORM_TEXT, 0 },
	{ "popen",         "",               CODE_BARE,                CODE_FORM_TEXT, 0 },
	{ "proc_open",     "",               CODE_BARE,                CODE_FORM_RUN, 0 },
	{ "pcntl_exec",    "",               CODE_BARE,                CODE_FORM_SPAWN, 0 },
	{ "unlink",        "",               CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rmdir",         "",               CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "file_get_contents", "",           CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_READS },
	{ "readfile",      "",               CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_READS },
	{ "file",          "",               CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_READS },
	{ "show_source",   "",               CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_READS },
	{ "highlight_file", "",              CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_READS },
	{ "parse_ini_file", "",              CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_READS },
	{ "file_put_contents", "",           CODE_BARE,                CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "copy",          "",               CODE_BARE,                CODE_FORM_COPY, 0 },
	{ "rename",        "",               CODE_BARE,                CODE_FORM_COPY, 0 },
	{ "fopen",         "",               CODE_BARE,                CODE_FORM_OPEN, 0 },
	{ "eval",          "",               CODE_BARE,                CODE_FORM_CODE, 0 },
	{ "create_function", "",             CODE_BARE,                CODE_FORM_CODE, 0 },
};

static const struct code_call lua[] = {
	{ "execute",       "os",             CODE_ANY,                 CODE_FORM_TEXT, 0 },
	{ "popen",         "io",             CODE_ANY,                 CODE_FORM_TEXT, 0 },
	{ "remove",        "os",             0,                        CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rename",        "os",             0,                        CODE_FORM_COPY, 0 },
	{ "open",          "io",             0,                        CODE_FORM_OPEN, 0 },
	{ "lines",         "io",             0,                        CODE_FORM_PATH, GAFF_CODE_READS },
	{ "input",         "io",             0,                        CODE_FORM_PATH, GAFF_CODE_READS },
	{ "output",        "io",             0,                        CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "load",          "",               CODE_BARE,                CODE_FORM_CODE, 0 },
	{ "loadstring",    "",               CODE_BARE,                CODE_FORM_CODE, 0 },
};

/* Pipes and redirections of awk are in code.c: they are no calls. */
static const struct code_call awk[] = {
	{ "system",        "",               CODE_BARE,                CODE_FORM_TEXT, 0 },
};

static const struct code_language languages[] = {
	[GAFF_LANG_PYTHON] = {
		.line_comments = "#", .no_decrement = true,
		.single_quote = CODE_QUOTE_ESCAPES, .double_quote = CODE_QUOTE_ESCAPES,
		.triple_quotes = true, .quote_prefixes = "rbuft",
		.long_escapes = true, .keeps_backslashes = true,
		.holes = "{*", .double_braces = true, .hole_formats = "!:=", .hole_calls = '(',
		.calls = python, .n = COUNT_OF(python),
		.same = "Path PosixPath PurePath str expanduser expandvars abspath realpath normpath "
			"fspath resolve absolute strip lstrip rstrip encode decode split splitlines "
			"list tuple bytes",
		.joins = "join joinpath",
		.modules = "os posix subprocess shutil pathlib pty pexpect builtins io asyncio",
		.slash_joins = true, .named_args = true,
		.itself = "executable", .itself_is = "python3",
		.code_letters = "c", .value_options = "-W -X -Q",
		.module_options = true, .code_ends_options = true,
	},
	[GAFF_LANG_PERL] = {
		.line_comments = "#", .sigils = "$@%", .array_lengths = true, .regexes = true,
		.single_quote = CODE_QUOTE_PLAIN, .double_quote = CODE_QUOTE_HOLES,
		.backquote = CODE_COMMAND, .word_quotes = true,
		.holes = "$x${@x@{", .holes_have_keys = true, .hole_calls = '(',
		.calls = perl, .n = COUNT_OF(perl), .same = "split", .modules = "Path Copy",
		.dot_joins = true, .calls_are_plain = true, .deletes_implicitly = true,
		.code_letters = "eE", .value_options = "-I -d -l",
	},
	[GAFF_LANG_RUBY] = {
		.line_comments = "#", .sigils = "$@", .name_ends = "?!", .regexes = true,
		.single_quote = CODE_QUOTE_PLAIN, .double_quote = CODE_QUOTE_HOLES,
		.backquote = CODE_COMMAND, .percent_quotes = true,
		.holes = "#{", .hole_calls = '`',
		.calls = ruby, .n = COUNT_OF(ruby),
		.same = "expand_path to_s chomp strip freeze split shellsplit Pathname dup to_str "
			"realpath",
		.joins = "join", .modules = "FileUtils Open3 File IO Kernel Process Dir",
		.calls_are_plain = true, .index_is_call = true, .open_runs = true,
		.code_letters = "e", .value_options = "-r -I -C -E",
	},
	[GAFF_LANG_NODE] = {
		.line_comments = "//", .block_comments = true, .dollar_names = true, .regexes = true,
		.single_quote = CODE_QUOTE_ESCAPES, .double_quote = CODE_QUOTE_ESCAPES,
		.backquote = CODE_STRING,
		.holes = "${", .hole_calls = '(',
		.calls = node, .n = COUNT_OF(node),
		.same = "trim toString split String resolve normalize URL fileURLToPath",
		.joins = "join resolve",
		.modules = "child_process fs promises fsp Deno Bun execa rimraf shelljs vm",
		.colon_renames = true, .tags_run = true, .code_is_last = true,
		.itself = "execPath", .itself_is = "node",
		.code_letters = "ep", .code_options = "--eval --print eval",
		.value_options = "-r --require --import --loader -C --env-file",
	},
	[GAFF_LANG_PHP] = {
		.line_comments = "# //", .block_comments = true, .attributes = true, .sigils = "$@%",
		.single_quote = CODE_QUOTE_PLAIN, .double_quote = CODE_QUOTE_HOLES,
		.backquote = CODE_COMMAND,
		.holes = "$x${{$", .holes_have_members = true, .hole_calls = '(',
		.calls = php, .n = COUNT_OF(php), .same = "trim realpath strval", .dot_joins = true,
		.code_letters = "r", .code_options = "--run", .value_options = "-I -d -l",
	},
	[GAFF_LANG_LUA] = {
		.line_comments = "--", .long_brackets = true,
		.single_quote = CODE_QUOTE_ESCAPES, .double_quote = CODE_QUOTE_ESCAPES,
		.decimal_escapes = true,
		.calls = lua, .n = COUNT_OF(lua), .same = "tostring", .modules = "os io",
		.strings_are_args = true, .colon_members = true,
		.code_letters = "e", .value_options = "-I -d -l",
	},
	[GAFF_LANG_AWK] = {
		.line_comments = "#", .regexes = true, .double_quote = CODE_QUOTE_ESCAPES,
		.calls = awk, .n = COUNT_OF(awk), .pipes = true,
		.code_letters = "", .value_options = "-F -v -f -i --assign --field-separator",
		.file_options = true, .operand_is_code = true,
	},
};

/* Names of programs; digits and dots may follow. */
static const struct {
	struct sv name;
	enum gaff_language language;
} interpreters[] = {
	{ SV_INIT("python"),       GAFF_LANG_PYTHON }, { SV_INIT("pypy"),    GAFF_LANG_PYTHON },
	{ SV_INIT("ipython"),      GAFF_LANG_PYTHON }, { SV_INIT("pythonw"), GAFF_LANG_PYTHON },
	{ SV_INIT("perl"),         GAFF_LANG_PERL },   { SV_INIT("ruby"),    GAFF_LANG_RUBY },
	{ SV_INIT("jruby"),        GAFF_LANG_RUBY },   { SV_INIT("node"),    GAFF_LANG_NODE },
	{ SV_INIT("nodejs"),       GAFF_LANG_NODE },   { SV_INIT("bun"),     GAFF_LANG_NODE },
	{ SV_INIT("deno"),         GAFF_LANG_NODE },   { SV_INIT("tsx"),     GAFF_LANG_NODE },
	{ SV_INIT("ts-node"),      GAFF_LANG_NODE },   { SV_INIT("php"),     GAFF_LANG_PHP },
	{ SV_INIT("lua"),          GAFF_LANG_LUA },    { SV_INIT("luajit"),  GAFF_LANG_LUA },
	{ SV_INIT("awk"),          GAFF_LANG_AWK },    { SV_INIT("gawk"),    GAFF_LANG_AWK },
	{ SV_INIT("mawk"),         GAFF_LANG_AWK },    { SV_INIT("nawk"),    GAFF_LANG_AWK },
	{ SV_INIT("original-awk"), GAFF_LANG_AWK },
};
/* clang-format on */

enum gaff_language gaff_language_of(struct sv program)
{
	static const struct sv exe = SV_INIT(".exe");

	if (program.n > exe.n && sv_eq_nocase(sv_skip(program, program.n - exe.n), exe))
		program.n -= exe.n;
	while (program.n && (ascii_isdigit(program.p[program.n - 1]) ||
			     program.p[program.n - 1] == '.' || program.p[program.n - 1] == '-'))
		program.n--;
	for (size_t i = 0; i < COUNT_OF(interpreters); i++)
		if (sv_eq(program, interpreters[i].name))
			return interpreters[i].language;
	return GAFF_LANG_NONE;
}

const struct code_language *gaff_code_language(enum gaff_language language)
{
	return language == GAFF_LANG_NONE ? NULL : &languages[language];
}

bool gaff_code_listed(const char *list, struct sv word)
{
	while (word.n && list && *list) {
		size_t n = strcspn(list, " ");

		if (n == word.n && memcmp(list, word.p, n) == 0)
			return true;
		list += n + (list[n] == ' ');
	}
	return false;
}
