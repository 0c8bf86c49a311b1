#include "guard/eval/code_parts.h"
#include "guard/pieces.h"

/*
 * What languages differ in (code_parts.h).
 *
 * Calls that start programs and touch files, by language: the names, what they are members of (""
 * is nothing in particular), flags, how their arguments are read, and what they do where those do
 * not say. Of rows with one name the first whose members fit counts.
 */

/* clang-format off */
static const struct code_call python[] = {
	{ "system popen", "os posix", CODE_IMPORTED | CODE_ANY, CODE_FORM_TEXT },
	{ "execl execle execlp execlpe", "os posix", CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC_LIST },
	{ "execv execve execvp execvpe posix_spawn posix_spawnp",
	  "os posix", CODE_IMPORTED | CODE_ANY, CODE_FORM_EXEC },
	{ "spawnl spawnle spawnlp", "os posix", CODE_IMPORTED | CODE_ANY, CODE_FORM_SPAWN_LIST },
	{ "spawnv spawnve spawnvp", "os posix", CODE_IMPORTED | CODE_ANY, CODE_FORM_SPAWN_EXEC },
	{ "run call", "subprocess", CODE_IMPORTED, CODE_FORM_RUN },
	{ "check_call check_output Popen", "subprocess", CODE_IMPORTED | CODE_ANY, CODE_FORM_RUN },
	{ "getoutput getstatusoutput", "subprocess commands", CODE_IMPORTED | CODE_ANY, CODE_FORM_TEXT },
	{ "create_subprocess_shell", "asyncio", CODE_IMPORTED | CODE_ANY, CODE_FORM_TEXT },
	{ "create_subprocess_exec", "asyncio", CODE_IMPORTED | CODE_ANY, CODE_FORM_WORDS },
	{ "spawn", "pty pexpect", CODE_IMPORTED, CODE_FORM_RUN },
	{ "rmtree", "shutil", CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES_TREE },
	{ "move copy", "shutil", CODE_IMPORTED, CODE_FORM_COPY },
	{ "copy2 copyfile copytree", "shutil", CODE_IMPORTED | CODE_ANY, CODE_FORM_COPY },
	{ "remove unlink rmdir", "os posix", CODE_IMPORTED, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "removedirs", "os posix", CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "truncate", "os posix", CODE_IMPORTED, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "rename", "os posix", CODE_IMPORTED, CODE_FORM_COPY },
	{ "replace", "os posix", 0, CODE_FORM_COPY },
	{ "unlink rmdir", "pathlib", 0, CODE_FORM_SELF, GAFF_CODE_DELETES },
	{ "read_text read_bytes", "pathlib", 0, CODE_FORM_SELF, GAFF_CODE_READS },
	{ "write_text write_bytes", "pathlib", 0, CODE_FORM_SELF, GAFF_CODE_WRITES },
	{ "open", "io codecs gzip builtins os", CODE_BARE, CODE_FORM_OPEN },
	{ "open", "pathlib", 0, CODE_FORM_SELF, GAFF_CODE_READS },
	{ "load_dotenv", "dotenv", CODE_IMPORTED, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "dotenv_values", "dotenv", CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "exec eval compile", "builtins", CODE_BARE, CODE_FORM_CODE },
};

static const struct code_call perl[] = {
	{ "system exec", "CORE", CODE_BARE, CODE_FORM_WORDS },
	{ "readpipe", "CORE", CODE_BARE, CODE_FORM_TEXT },
	{ "unlink", "CORE", CODE_BARE, CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "rmdir", "CORE", CODE_BARE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rmtree remove_tree", "Path", CODE_BARE, CODE_FORM_PATHS, GAFF_CODE_DELETES_TREE },
	{ "rename", "CORE", CODE_BARE, CODE_FORM_COPY },
	{ "copy move", "Copy", CODE_IMPORTED, CODE_FORM_COPY },
	{ "truncate", "CORE", CODE_BARE, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "open", "CORE", CODE_BARE, CODE_FORM_PERL_OPEN },
	{ "eval", "CORE", CODE_BARE, CODE_FORM_CODE },
};

static const struct code_call ruby[] = {
	{ "system", "Kernel self", CODE_BARE, CODE_FORM_WORDS },
	{ "exec spawn", "Kernel self Process", CODE_BARE, CODE_FORM_WORDS },
	{ "popen", "IO", CODE_ANY, CODE_FORM_RUN },
	{ "popen2 popen2e popen3 capture2 capture2e capture3", "Open3", CODE_ANY, CODE_FORM_WORDS },
	{ "pipeline", "Open3", 0, CODE_FORM_TEXT },
	{ "rm_rf rm_r rmtree", "FileUtils", CODE_IMPORTED | CODE_ANY, CODE_FORM_PATHS, GAFF_CODE_DELETES_TREE },
	{ "remove_dir remove_entry remove_entry_secure",
	  "FileUtils", CODE_IMPORTED | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES_TREE },
	{ "rm", "FileUtils", CODE_IMPORTED, CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "rm_f", "FileUtils", CODE_IMPORTED | CODE_ANY, CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "mv cp", "FileUtils", CODE_IMPORTED, CODE_FORM_COPY },
	{ "cp_r", "FileUtils", CODE_IMPORTED | CODE_ANY, CODE_FORM_COPY },
	{ "delete", "File Pathname", 0, CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "unlink", "File Dir Pathname", 0, CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "delete", "Dir", 0, CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "rmdir", "Dir FileUtils", 0, CODE_FORM_PATHS, GAFF_CODE_DELETES },
	{ "read readlines foreach", "File IO", 0, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "binread", "File IO", CODE_ANY, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "write", "File IO", 0, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "binwrite", "File IO", CODE_ANY, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "truncate", "File", 0, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "rename", "File", 0, CODE_FORM_COPY },
	{ "open", "File IO Kernel", CODE_BARE, CODE_FORM_OPEN },
	{ "new", "File", 0, CODE_FORM_OPEN },
	{ "eval", "Kernel", CODE_BARE, CODE_FORM_CODE },
	{ "instance_eval class_eval", "", CODE_ANY, CODE_FORM_CODE },
};

static const struct code_call node[] = {
	{ "exec", "child_process shell shelljs", CODE_IMPORTED, CODE_FORM_TEXT },
	{ "execSync", "child_process", CODE_BARE | CODE_ANY, CODE_FORM_TEXT },
	{ "spawn", "child_process", CODE_IMPORTED, CODE_FORM_SPAWN },
	{ "spawnSync execFile execFileSync", "child_process", CODE_BARE | CODE_ANY, CODE_FORM_SPAWN },
	{ "execa execaSync", "execa", CODE_BARE | CODE_ANY, CODE_FORM_SPAWN },
	{ "execaCommand execaCommandSync", "execa", CODE_BARE | CODE_ANY, CODE_FORM_TEXT },
	{ "spawn", "Bun", 0, CODE_FORM_RUN },
	{ "Command", "Deno", 0, CODE_FORM_SPAWN },
	{ "run", "Deno", 0, CODE_FORM_RUN },
	{ "remove", "Deno", CODE_RECURSIVE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "removeSync", "Deno fs", CODE_RECURSIVE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "readTextFile readTextFileSync", "Deno", CODE_ANY, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "writeTextFile writeTextFileSync", "Deno", CODE_ANY, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "file", "Bun", 0, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "rm rmdir", "fs promises fsp", CODE_IMPORTED | CODE_RECURSIVE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rmSync rmdirSync", "fs", CODE_BARE | CODE_ANY | CODE_RECURSIVE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "unlink", "fs promises fsp", CODE_IMPORTED, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "unlinkSync", "fs", CODE_BARE | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rimraf rimrafSync", "rimraf", CODE_BARE | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_DELETES_TREE },
	{ "readFile", "fs promises fsp", CODE_BARE | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "readFileSync createReadStream", "fs", CODE_BARE | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "writeFile appendFile", "fs promises fsp", CODE_BARE | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "writeFileSync appendFileSync createWriteStream truncateSync",
	  "fs", CODE_BARE | CODE_ANY, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "copyFile", "fs promises fsp", CODE_BARE | CODE_ANY, CODE_FORM_COPY },
	{ "copyFileSync cpSync renameSync", "fs", CODE_BARE | CODE_ANY, CODE_FORM_COPY },
	{ "rename", "fs promises fsp", CODE_IMPORTED, CODE_FORM_COPY },
	{ "openSync", "fs", CODE_BARE | CODE_ANY, CODE_FORM_OPEN },
	{ "eval Function", "globalThis window", CODE_BARE, CODE_FORM_CODE },
	{ "runInThisContext runInNewContext", "vm", CODE_ANY, CODE_FORM_CODE },
};

static const struct code_call php[] = {
	{ "system exec shell_exec passthru popen", "", CODE_BARE, CODE_FORM_TEXT },
	{ "proc_open", "", CODE_BARE, CODE_FORM_RUN },
	{ "pcntl_exec", "", CODE_BARE, CODE_FORM_SPAWN },
	{ "unlink rmdir", "", CODE_BARE, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "file_get_contents readfile file show_source highlight_file parse_ini_file",
	  "", CODE_BARE, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "file_put_contents", "", CODE_BARE, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "copy rename", "", CODE_BARE, CODE_FORM_COPY },
	{ "fopen", "", CODE_BARE, CODE_FORM_OPEN },
	{ "eval create_function", "", CODE_BARE, CODE_FORM_CODE },
};

static const struct code_call lua[] = {
	{ "execute", "os", CODE_ANY, CODE_FORM_TEXT },
	{ "popen", "io", CODE_ANY, CODE_FORM_TEXT },
	{ "remove", "os", 0, CODE_FORM_PATH, GAFF_CODE_DELETES },
	{ "rename", "os", 0, CODE_FORM_COPY },
	{ "open", "io", 0, CODE_FORM_OPEN },
	{ "lines input", "io", 0, CODE_FORM_PATH, GAFF_CODE_READS },
	{ "output", "io", 0, CODE_FORM_PATH, GAFF_CODE_WRITES },
	{ "load loadstring", "", CODE_BARE, CODE_FORM_CODE },
};

/* Pipes and redirections of awk are in code.c: they are no calls. */
static const struct code_call awk[] = {
	{ "system", "", CODE_BARE, CODE_FORM_TEXT },
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
	program = sv_without_exe(program);
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

const struct code_call *gaff_code_call(const struct code_language *language,
				       const struct code_call *after, struct sv name)
{
	const struct code_call *row = after ? after + 1 : language->calls;

	while (row < language->calls + language->n && !gaff_is_among(name, row->names))
		row++;
	return row < language->calls + language->n ? row : NULL;
}
