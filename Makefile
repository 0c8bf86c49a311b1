# gaff. `make` builds build/gaff, libgaff for other programs (build/libgaff.a, build/libgaff.so.0) and,
# where libcurl is, build/libexec/gaff/gaff-http.
#
#   make install      program, helper, library, man pages, completions; PREFIX, DESTDIR
#   make uninstall
#
#   make demo    install what is missing, build, and show gaff at work
#   make test    install what is missing, build, and run every test
#   make check   the quick tests alone; UPDATE=1 make check rewrites golden files
#   make e2e     real agents from npm, offline; SET=core is short, AGENTS=latest takes the newest
#   make lint    format, includes, warnings, cppcheck        make fmt   format
#   make mutate  would a mistake in one row or line be noticed?   make e2e-mutate  by real agents?
#   make kill    gaff install, killed at every system call it makes
#   make bench   what a call costs                           make fuzz  60 s a target
#   make tsan    libgaff in four threads at once
#   make re2     regular expressions against RE2             make valgrind
#   make jsonc   edits of JSON and JSON5 against their parsers    make toml  TOML against tomllib
#   make shell   command lines against shfmt             make convert  conversions by chance; COUNT=10000
#   make cross   does it compile for macOS, and with musl? TARGET=aarch64-macos.12.0
#   make reproducible  are two builds in two folders the same bytes?
#   make clean
#
# LINK=dynamic for distributions; CC, CFLAGS, LDFLAGS as usual.

VERSION := 0.1.0
DATE := 2026-11-16

CFLAGS ?= -O2 -g
LINK ?= static
BUILD ?= build

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
LIBEXECDIR ?= $(PREFIX)/libexec
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
BASHCOMPDIR ?= $(DATADIR)/bash-completion/completions
ZSHCOMPDIR ?= $(DATADIR)/zsh/site-functions
FISHCOMPDIR ?= $(DATADIR)/fish/vendor_completions.d

# For a shell: names of folders may hold anything but line ends.
quoted = '$(subst ','\'',$(1))'

UNAME := $(shell uname -s)

# In two folders the same bytes come out: scripts/reproducible.sh tries it.
HERE := -ffile-prefix-map=$(call quoted,$(CURDIR)=.)

# Against mistakes that nobody has found. Checks of the C library want an optimiser, have one value only (distributions
# set their own), and are in the way of sanitizers. A call with no opinion has 0.1 % more instructions with them.
# Not -static-pie: 16,307 addresses would have to be put right at every start, which is 3.4 times the instructions
# of such a call (303,226 for 89,874) and 1.47 times the time of /bin/true instead of 1.08; packed (RELR) 1.40.
FORTIFY = $(if $(findstring _FORTIFY_SOURCE,$(CFLAGS))$(findstring -fsanitize,$(CFLAGS)),,$(if $(filter -O -O1 -O2 -O3 -Os,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3))

ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -DGAFF_VERSION='"$(VERSION)"' -Iinclude -Isrc -MMD -MP \
	-fPIC -fvisibility=hidden -fstack-protector-strong $(HARDEN) $(HERE) -ffunction-sections -fdata-sections \
	-Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wformat=2 -Wswitch-enum -Wconversion $(if $(WERROR),-Werror) $(CFLAGS)
# What hooks may ask the system for; macOS hides O_NOFOLLOW, which is part of it.
POSIX := -D_POSIX_C_SOURCE=200809L
ifeq ($(UNAME),Darwin)
SYSTEM := darwin
POSIX += -D_DARWIN_C_SOURCE
ALL_LDFLAGS = $(LDFLAGS)
ARCHIVE = ZERO_AR_DATE=1 $(AR) rcs
else
SYSTEM := linux
HARDEN = $(FORTIFY) -fstack-clash-protection
ARCHIVE = $(AR) rcsD
ALL_LDFLAGS = -Wl,--gc-sections -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack $(if $(filter static,$(LINK)),-static) $(LDFLAGS)
endif

# Linked statically with the rest: YAML manifests, and the pins of trust, for which macOS has something of its own.
LIBS := -lyaml $(if $(filter linux,$(SYSTEM)),-lmd)

# Every room but those of programs, which are linked on their own.
ALL_SRC := $(sort $(wildcard src/*/*.c src/*/*/*.c))
LIB_SRC := $(filter-out src/base/os_%.c src/cli/%.c src/helpers/%.c,$(ALL_SRC)) src/base/os_$(SYSTEM).c
CLI_SRC := $(filter src/cli/%.c,$(ALL_SRC))
UNIT_SRC := $(wildcard tests/unit/*.c)
LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ := $(CLI_SRC:%.c=$(BUILD)/%.o)
UNIT_OBJ := $(UNIT_SRC:%.c=$(BUILD)/%.o)

# libcurl is never linked into gaff: http handlers have a program of their own.
CURL_CONFIG := $(shell command -v curl-config 2>/dev/null)
HTTP := $(BUILD)/libexec/gaff/gaff-http

# What `make` makes, whichever rule is the first.
.DEFAULT_GOAL := all

# ---- libgaff, for other programs ----

# Everything that gaff.h needs as one object, in which nothing else can be seen from outside: it may
# be linked with whatever else is called gaff_something, or has a libyaml of its own.
ABI := 0
SYMBOLS := $(shell cat src/lib/symbols)
ifeq ($(SYSTEM),darwin)
SHARED := libgaff.$(ABI).dylib
SHARED_LINK := libgaff.dylib
SHARED_FLAGS = -dynamiclib -install_name $(LIBDIR)/$(SHARED)
else
SHARED := libgaff.so.$(VERSION)
SONAME := libgaff.so.$(ABI)
SHARED_LINK := libgaff.so
SHARED_FLAGS = -shared -Wl,-soname,$(SONAME) -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -Wl,-z,defs
endif
SHARED_NAMES := $(SONAME) $(SHARED_LINK)
LIBGAFF := $(BUILD)/libgaff.a $(BUILD)/$(SHARED) $(BUILD)/gaff.pc

# Static linking takes libyaml in, so that libgaff needs nothing but the C library.
YAML_INSIDE := $(if $(filter static,$(LINK)),$(shell $(CC) -print-file-name=libyaml.a))
YAML_BESIDE := $(if $(YAML_INSIDE),,-lyaml)

$(BUILD)/libgaff.o: $(BUILD)/internal.a src/lib/symbols
ifeq ($(SYSTEM),darwin)
	sed 's/^/_/' src/lib/symbols >$(BUILD)/symbols
	ld -r -exported_symbols_list $(BUILD)/symbols $(SYMBOLS:%=-u _%) -o $@ $(BUILD)/internal.a $(YAML_INSIDE)
else
	ld -r --gc-sections $(SYMBOLS:%=-u %) -o $@ $(BUILD)/internal.a $(YAML_INSIDE)
	objcopy --keep-global-symbols=src/lib/symbols $@
endif

$(BUILD)/libgaff.a: $(BUILD)/libgaff.o
	rm -f $@
	$(ARCHIVE) $@ $^

$(BUILD)/$(SHARED): $(BUILD)/libgaff.o
	$(CC) $(CFLAGS) $(SHARED_FLAGS) $(LDFLAGS) -o $@ $^ $(YAML_BESIDE)
	$(if $(SONAME),ln -sf $(SHARED) $(BUILD)/$(SONAME))
	ln -sf $(or $(SONAME),$(SHARED)) $(BUILD)/$(SHARED_LINK)

# Where it will be is known when it is installed: scripts/install.sh writes that before it.
$(BUILD)/gaff.pc: Makefile
	@mkdir -p $(@D)
	printf '%s\n' 'Name: gaff' 'Description: Write hooks for AI coding agents once' \
		'Version: $(VERSION)' 'Libs: -L$${libdir} -lgaff' \
		$(if $(YAML_BESIDE),'Libs.private: $(YAML_BESIDE)') 'Cflags: -I$${includedir}' >$@

# What gaff prints of itself. To build for another machine, NATIVE is a gaff that runs on this one.
NATIVE ?= $(BUILD)/gaff
COMMANDS := $(shell sed -n 's/^\t\.name = "\(.*\)",$$/\1/p' $(filter src/cli/cmd_%.c,$(ALL_SRC)))
MAN := $(BUILD)/share/gaff.3 $(BUILD)/share/gaff.1 $(COMMANDS:%=$(BUILD)/share/gaff-%.1)
SHARE := $(MAN) $(BUILD)/share/gaff.bash $(BUILD)/share/gaff.zsh $(BUILD)/share/gaff.fish

all: $(BUILD)/gaff $(LIBGAFF) $(if $(CURL_CONFIG),$(HTTP),no-http) $(SHARE)

$(BUILD)/gaff: $(CLI_OBJ) $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(GAFF_LDFLAGS) -o $@ $(CLI_OBJ) $(BUILD)/internal.a $(LIBS)

$(BUILD)/internal.a: $(LIB_OBJ)
	rm -f $@
	$(ARCHIVE) $@ $^

$(BUILD)/unit: $(UNIT_OBJ) $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(UNIT_OBJ) $(BUILD)/internal.a $(LIBS)

$(HTTP): $(BUILD)/src/helpers/http.o $(BUILD)/internal.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(filter-out -static,$(ALL_LDFLAGS)) -o $@ $^ $$($(CURL_CONFIG) --libs)

$(BUILD)/src/helpers/http.o: ALL_CFLAGS += $(if $(CURL_CONFIG),$(shell $(CURL_CONFIG) --cflags))

$(BUILD)/src/cli/help/man.o: ALL_CFLAGS += -DGAFF_DATE='"$(DATE)"'

# LIBEXECDIR is compiled in: http.o is made anew when it is another one than the last time.
$(BUILD)/src/run/http.o: ALL_CFLAGS += -DGAFF_LIBEXECDIR='"$(LIBEXECDIR)"'
$(BUILD)/src/run/http.o: $(BUILD)/libexecdir
$(BUILD)/libexecdir: force
	@mkdir -p $(@D)
	@echo $(call quoted,$(LIBEXECDIR)) | cmp -s - $@ || echo $(call quoted,$(LIBEXECDIR)) >$@

$(BUILD)/share/gaff.3: include/gaff.h scripts/man3.awk Makefile
	@mkdir -p $(@D)
	awk -v version=$(VERSION) -v date=$(DATE) -f scripts/man3.awk include/gaff.h >$@

$(BUILD)/share/gaff.1: $(BUILD)/gaff
	@mkdir -p $(@D)
	$(NATIVE) help --man >$@

$(BUILD)/share/gaff-%.1: $(BUILD)/gaff
	@mkdir -p $(@D)
	$(NATIVE) help --man $* >$@

$(BUILD)/share/gaff.%: $(BUILD)/gaff
	@mkdir -p $(@D)
	$(NATIVE) completion $* >$@

no-http:
	@echo "http handlers are not built: there is no curl-config (Debian: libcurl4-openssl-dev)"

# For tests/http.mjs; it has to lie where gaff lies, to find the same gaff-http.
$(BUILD)/ask: $(BUILD)/tests/http/ask.o $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# What tests/library.mjs tries libgaff with: programs that know gaff.h alone.
LIBRARY_TESTS := $(BUILD)/contract $(BUILD)/probe $(BUILD)/nulls $(BUILD)/attended $(BUILD)/seed-helpers
$(BUILD)/contract $(BUILD)/nulls $(BUILD)/probe $(BUILD)/stress $(BUILD)/e2e-hook: $(BUILD)/%: tests/lib/%.c
$(BUILD)/seed-helpers: tests/seeds/helpers.c
$(BUILD)/contract $(BUILD)/nulls $(BUILD)/probe $(BUILD)/stress $(BUILD)/e2e-hook $(BUILD)/seed-helpers: include/gaff.h $(BUILD)/libgaff.a
	$(CC) -std=c99 $(POSIX) -pedantic -Wall -Wextra -Werror -pthread $(CFLAGS) -DVERSION='"$(VERSION)"' \
		$(if $(filter linux,$(SYSTEM)),-DHAS_QUICK_EXIT) -Iinclude $(if $(filter static,$(LINK)),-static) $(LDFLAGS) -o $@ $(filter %.c,$^) $(BUILD)/libgaff.a $(YAML_BESIDE)

# Who plays an agent on a terminal (tests/hosts.mjs).
$(BUILD)/attended: tests/lib/attended.c
	@mkdir -p $(@D)
	$(CC) -std=c17 -Wall -Wextra -Werror $(CFLAGS) $(LDFLAGS) -o $@ $<

# Hooks to start from: each is one file and knows gaff.h alone.
EXAMPLES := $(patsubst examples/%.c,$(BUILD)/examples/%,$(wildcard examples/*/*.c))
examples: $(EXAMPLES)
$(EXAMPLES): $(BUILD)/examples/%: examples/%.c include/gaff.h $(BUILD)/libgaff.a
	@mkdir -p $(@D)
	$(CC) -std=c99 $(POSIX) -pedantic -Wall -Wextra -Wshadow -Wconversion -Werror $(CFLAGS) \
		-Iinclude $(if $(filter static,$(LINK)),-static) $(LDFLAGS) -o $@ $< $(BUILD)/libgaff.a $(YAML_BESIDE)

# What the tests of the record append with.
$(BUILD)/append: $(BUILD)/tests/audit/append.o $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# Conversions for tests/convert, many in one process.
$(BUILD)/convert-batch: $(BUILD)/tests/convert/batch.o $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# What tells tests/jsregex.mjs whether a pattern is one.
$(BUILD)/js-regex: $(BUILD)/tests/jsregex/check.o $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# What tells tests/convert/matching.mjs which tools a matcher selects.
$(BUILD)/selects: $(BUILD)/tests/convert/selects.o $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# What writes and reads the modules of tests/convert/module.mjs.
$(BUILD)/opencode-module: $(BUILD)/tests/convert/opencode_module.o $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit -c -o $@ $<

# The plugins that gaff installs, and what it converts hooks to: a file of their own, behind that what those for
# one agent have in common, and behind that what all have.
PLUGINS := $(patsubst src/agents/plugins/%_plugin.js,%,$(wildcard src/agents/plugins/*_plugin.js))
PLUGIN_FILES := $(PLUGINS:%=$(BUILD)/gen/%_plugin.js)
MODULES := $(patsubst src/convert/module/%_module.js,%,$(wildcard src/convert/module/*_module.js))
MODULE_FILES := $(MODULES:%=$(BUILD)/gen/%_module.js)
$(PLUGIN_FILES): $(BUILD)/gen/%_plugin.js: src/agents/plugins/%_plugin.js src/agents/plugins/%_wire.js src/agents/plugins/plugin_gaff.js src/agents/plugins/plugin_run.js Makefile
	@mkdir -p $(@D)
	cat $(filter %.js,$^) >$@
$(MODULE_FILES): $(BUILD)/gen/%_module.js: src/convert/module/%_module.js src/convert/module/module_list.js src/agents/plugins/%_wire.js src/agents/plugins/plugin_run.js Makefile
	@mkdir -p $(@D)
	cat $(filter %.js,$^) >$@

# A file as the elements of an array: a string literal of that length would not be C17.
define embed
	@mkdir -p $(@D)
	od -An -v -tx1 $< >$@.od
	sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g' $@.od >$@.new
	rm -f $@.od
	mv $@.new $@
endef

$(BUILD)/gen/%.inc: src/convert/module/%.sh
	$(embed)
$(BUILD)/gen/%.inc: $(BUILD)/gen/%.js
	$(embed)

# What --help, pages and completions say besides what is in tables.
HELP := $(filter-out %.c %.h,$(wildcard src/cli/help/*))
HELP_OBJ := $(filter $(BUILD)/src/cli/help/%,$(CLI_OBJ))
$(BUILD)/gen/help/%.inc: src/cli/help/%
	$(embed)
$(HELP_OBJ): $(HELP:src/cli/%=$(BUILD)/gen/%.inc)
$(HELP_OBJ): ALL_CFLAGS += -I$(BUILD)/gen

# What `gaff new` and `gaff init` write.
TEMPLATES := $(wildcard templates/* templates/minimal/* templates/cli/* templates/cli/minimal/* templates/init/*)
TEMPLATES := $(filter-out %/minimal %/cli %/init,$(TEMPLATES))
$(BUILD)/gen/templates/%.inc: templates/%
	$(embed)

START_OBJ := $(filter $(BUILD)/src/start/%,$(LIB_OBJ))
$(START_OBJ): $(TEMPLATES:%=$(BUILD)/gen/%.inc)
$(START_OBJ): ALL_CFLAGS += -I$(BUILD)/gen

$(BUILD)/src/agents/plugins/plugins.o: $(PLUGIN_FILES:.js=.inc) $(MODULE_FILES:.js=.inc)
$(BUILD)/src/convert/module/script.o: $(BUILD)/gen/script.inc
$(BUILD)/src/agents/plugins/plugins.o $(BUILD)/src/convert/module/script.o: ALL_CFLAGS += -I$(BUILD)/gen

# ---- for people ----

# Nothing is built here: this may be root, and `make` was not.
PLACES := DESTDIR BUILD SHARED SHARED_NAMES SYMBOLS BINDIR LIBDIR LIBEXECDIR INCLUDEDIR MANDIR BASHCOMPDIR ZSHCOMPDIR FISHCOMPDIR COMMANDS
install uninstall:
	@$(foreach name,$(PLACES),$(name)=$(call quoted,$($(name)))) sh scripts/install.sh $@

NEED_BUILD := cc=gcc ar=binutils /usr/include/yaml.h=libyaml-dev \
	curl-config=libcurl4-openssl-dev $(if $(filter linux,$(SYSTEM)),/usr/include/stdlib.h=libc6-dev /usr/include/sha2.h=libmd-dev)
NEED_TEST := $(NEED_BUILD) c++=g++ pkg-config=pkgconf node=nodejs pgrep=procps openssl=openssl patch=patch python3=python3
NEED_E2E := $(NEED_TEST) npm=npm unshare=util-linux ip=iproute2

demo:
	@sh scripts/need.sh $(NEED_BUILD)
	@$(MAKE) -s all
	@sh scripts/demo.sh

test:
	@sh scripts/need.sh $(NEED_TEST)
	@$(MAKE) -s -j2 all examples $(BUILD)/unit $(BUILD)/ask $(BUILD)/append $(BUILD)/js-regex $(BUILD)/convert-batch $(BUILD)/opencode-module $(BUILD)/selects $(LIBRARY_TESTS) $(BUILD)/toml $(BUILD)/jsonc-edit $(BUILD)/shell-commands
	@$(MAKE) -s -j2 asan
	@sh scripts/test.sh

check: all examples $(BUILD)/unit $(BUILD)/ask $(BUILD)/append $(BUILD)/js-regex $(BUILD)/convert-batch $(BUILD)/opencode-module $(BUILD)/selects $(LIBRARY_TESTS)
	$(BUILD)/unit
	node tests/golden.mjs
	node tests/run.mjs
	node tests/payload.mjs
	node tests/cli.mjs
	node tests/manifest.mjs
	node tests/fire.mjs
	node tests/explain.mjs
	node tests/http.mjs
	node tests/audit.mjs
	node tests/engine.mjs
	node tests/trust.mjs
	node tests/authoring/shell.mjs
	node tests/rules.mjs
	node tests/plugin.mjs
	node tests/plugins.mjs
	node tests/convert.mjs
	node tests/convert/module.mjs
	node tests/convert/matching.mjs
	node tests/ship.mjs
	node tests/library.mjs
	node tests/jsregex.mjs
	node tests/install.mjs
	node tests/doctor.mjs
	node tests/home.mjs
	node tests/terminal.mjs
	node tests/wrap.mjs
	node tests/guard.mjs
	node tests/guard/corpus.mjs
	node tests/guard/grid.mjs
	node tests/convert/roundtrip.mjs
	node tests/convert/property.mjs
	node tests/convert/matrix.mjs
	node tests/convert/semantics.mjs
	node tests/convert/hostile.mjs
	node tests/convert/variables.mjs
	node tests/convert/vectors.mjs
	node tests/convert/conformance.mjs
	node tests/authoring/test.mjs
	node tests/authoring/new.mjs
	node tests/authoring/examples.mjs
	node tests/seeds/000-hook-contract.mjs
	node tests/seeds/001-capability-matrix.mjs
	node tests/seeds/002-tool-reference.mjs
	node tests/seeds/003-helper-contracts.mjs
	node tests/seeds/004-interchange-format.mjs
	node tests/seeds/suite.mjs
	node tests/docs.mjs
	sh scripts/check-docs.sh

e2e:
	@sh scripts/need.sh $(NEED_E2E)
	@$(MAKE) -s all $(BUILD)/selects $(BUILD)/e2e-hook
	@node --test-reporter=./tests/e2e/reporter.mjs --test-reporter-destination=stdout tests/e2e/e2e.mjs

# gaff install, killed at every system call; EVERY=20 make kill is a short form.
kill:
	@sh scripts/need.sh $(NEED_TEST) strace=strace
	@$(MAKE) -s all
	@node tests/install_kill.mjs

mutate:
	@sh scripts/need.sh $(NEED_TEST)
	@node tests/mutate.mjs

e2e-mutate:
	@sh scripts/need.sh $(NEED_E2E)
	@SUITE=e2e node tests/mutate.mjs

# ---- for contributors ----

reproducible:
	@sh scripts/need.sh $(NEED_BUILD)
	@sh scripts/reproducible.sh

# For other systems, with zig cc from npm; scripts/cross.sh says what it gets and from where.
TARGET ?= aarch64-macos.12.0 x86_64-linux-musl
cross:
	@sh scripts/need.sh $(NEED_BUILD) npm=npm lld=lld xz=xz-utils
	@sh scripts/cross.sh $(TARGET)

# What that compiles, besides gaff: test programs, and hooks, which know gaff.h alone.
CROSS_HOOKS := $(wildcard examples/*/*.c tests/lib/*.c) tests/seeds/helpers.c
cross-objects: $(LIB_OBJ) $(CLI_OBJ) $(UNIT_OBJ) $(CROSS_HOOKS:%.c=$(BUILD)/hooks/%.o) \
	$(patsubst %,$(BUILD)/%.o,src/helpers/http tests/http/ask tests/audit/append tests/convert/batch tests/convert/selects \
	tests/convert/opencode_module tests/jsregex/check tests/jsonc/edit tests/toml/toml tests/shell/commands)
$(BUILD)/hooks/%.o: %.c include/gaff.h Makefile
	@mkdir -p $(@D)
	$(CC) -std=c99 $(POSIX) -pedantic -Wall -Wextra -Werror $(CFLAGS) -DVERSION='"$(VERSION)"' -Iinclude -c -o $@ $<

lint:
	@sh scripts/need.sh $(NEED_BUILD) clang-format=clang-format cppcheck=cppcheck shellcheck=shellcheck
	@sh scripts/lint.sh

fmt:
	find include src tests bench examples templates -name '*.[ch]' -exec clang-format -i {} +

SANITIZE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# clang's finds what gcc's does not: something added to a pointer that is NULL, be it zero.
CLANG := $(shell command -v clang)
STRICT := -O1 -g -fsanitize=undefined -fno-sanitize-recover=all -Wno-format-nonliteral -Wno-string-conversion
# At a fixed address a start takes two thirds of the time: there is nothing to relocate in the tables.
asan:
	$(MAKE) BUILD=build/asan LINK=dynamic CFLAGS='$(SANITIZE)' GAFF_LDFLAGS=$(if $(filter linux,$(SYSTEM)),-no-pie) all examples build/asan/unit build/asan/ask build/asan/append build/asan/js-regex build/asan/convert-batch build/asan/opencode-module build/asan/selects build/asan/contract build/asan/nulls build/asan/probe build/asan/seed-helpers
	$(if $(CLANG),$(MAKE) BUILD=build/ub LINK=dynamic CC='$(CLANG)' CFLAGS='$(STRICT)' GAFF_LDFLAGS=$(if $(filter linux,$(SYSTEM)),-no-pie) build/ub/gaff build/ub/unit)

# The functions for other programs, by four threads at once.
tsan:
	@sh scripts/need.sh $(NEED_BUILD)
	@$(MAKE) -s BUILD=build/tsan LINK=dynamic CFLAGS='-O1 -g -fsanitize=thread' build/tsan/stress
	TSAN_OPTIONS=halt_on_error=1 build/tsan/stress $(or $(ROUNDS),3) tests/hosts/*/*/stdin.json tests/convert/fixtures/*/*

valgrind:
	@sh scripts/need.sh $(NEED_TEST) valgrind=valgrind
	@$(MAKE) -s BUILD=build/plain LINK=dynamic CFLAGS='-O1 -g' build/plain/gaff build/plain/unit
	valgrind -q --leak-check=full --show-leak-kinds=definite --error-exitcode=99 build/plain/unit
	sh scripts/valgrind.sh

bench: all $(BUILD)/starts $(BUILD)/protect
	@sh scripts/need.sh valgrind=valgrind strace=strace jq=jq python3=python3 node=nodejs
	@sh bench/bench.sh

bench-gate: all $(BUILD)/starts $(BUILD)/protect
	@sh scripts/need.sh valgrind=valgrind strace=strace node=nodejs
	@sh bench/bench.sh --gate

$(BUILD)/starts: bench/starts.c
	$(CC) -O2 -D_GNU_SOURCE -Wall -Wextra -o $@ $<

$(BUILD)/protect: bench/hooks/protect.c include/gaff.h $(BUILD)/libgaff.a
	$(CC) -O2 -std=c99 -Iinclude $(ALL_LDFLAGS) -o $@ $< $(BUILD)/libgaff.a $(YAML_BESIDE)

# Regular expressions against the ones they are modelled on.
RE2_SEED ?= 1
re2: $(BUILD)/internal.a
	@sh scripts/need.sh c++=g++ /usr/include/re2/re2.h=libre2-dev
	@$(MAKE) -s $(BUILD)/re2
	$(BUILD)/re2 $(RE2_SEED)

$(BUILD)/re2: tests/re2/re2.cc $(BUILD)/internal.a
	$(CXX) -std=gnu++17 -D_GNU_SOURCE -O2 -g -Wall -Wextra -fpermissive -isystem src -o $@ $^ -lre2

# Edits of JSON with comments, read by the parser of VS Code before and after.
jsonc:
	@sh scripts/need.sh $(NEED_BUILD) node=nodejs npm=npm
	@$(MAKE) -s BUILD=build/asan LINK=dynamic CFLAGS='$(SANITIZE)' build/asan/jsonc-edit
	@node tests/jsonc/jsonc.mjs
	@node tests/jsonc/json5.mjs

$(BUILD)/jsonc-edit: $(BUILD)/tests/jsonc/edit.o $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# TOML against Python's tomllib; COUNT files, from SEED on.
toml:
	@sh scripts/need.sh $(NEED_BUILD) python3=python3
	@$(MAKE) -s $(BUILD)/toml
	@python3 tests/toml/toml.py $(BUILD)/toml

$(BUILD)/toml: $(BUILD)/tests/toml/toml.o $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# Command lines against shfmt; COUNT of them, from SEED on, and files of JSON lines in CORPUS.
shell:
	@sh scripts/need.sh $(NEED_BUILD) node=nodejs shfmt=shfmt
	@$(MAKE) -s all
	@$(MAKE) -s BUILD=build/asan LINK=dynamic CFLAGS='$(SANITIZE)' build/asan/shell-commands
	@node tests/shell/shell.mjs

$(BUILD)/shell-commands: $(BUILD)/tests/shell/commands.o $(BUILD)/internal.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# Conversions by chance: COUNT of them, from SEED on.
convert:
	@sh scripts/need.sh $(NEED_TEST)
	@$(MAKE) -s all $(BUILD)/convert-batch
	@COUNT=$(or $(COUNT),10000) node tests/convert/property.mjs

FUZZ_SECONDS ?= 60
FUZZ_CFLAGS := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
FUZZ_BIN := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/*.c))
fuzz:
	@sh scripts/need.sh clang=clang
	@ls "$$(clang -print-resource-dir)"/lib/linux/libclang_rt.fuzzer-*.a >/dev/null 2>&1 || \
		sh scripts/need.sh "/no-fuzzer=libclang-rt-$$(clang -dumpversion | cut -d. -f1)-dev"
	@$(MAKE) -s BUILD=build/fuzz CC=clang LINK=dynamic CFLAGS='$(FUZZ_CFLAGS)' $(FUZZ_BIN)
	@sh scripts/fuzz.sh $(FUZZ_SECONDS)

build/fuzz/fuzz_%: build/fuzz/tests/fuzz/fuzz_%.o build/fuzz/internal.a
	$(CC) -fsanitize=fuzzer,address,undefined -o $@ $^ $(LIBS)

clean:
	rm -rf build

.PHONY: reproducible cross cross-objects tsan all examples no-http force install uninstall demo test check e2e e2e-mutate kill mutate lint fmt asan valgrind bench bench-gate fuzz clean re2 jsonc shell toml convert
.SECONDARY:
.DELETE_ON_ERROR:
-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(UNIT_OBJ:.o=.d) $(BUILD)/src/helpers/http.d $(BUILD)/tests/http/ask.d $(BUILD)/tests/audit/append.d $(BUILD)/tests/convert/batch.d $(BUILD)/tests/convert/opencode_module.d $(BUILD)/tests/convert/selects.d $(BUILD)/tests/jsonc/edit.d $(BUILD)/tests/jsregex/check.d $(BUILD)/tests/shell/commands.d $(BUILD)/tests/toml/toml.d $(wildcard $(BUILD)/tests/fuzz/*.d)
