# padlint - see README.md.  `make help` lists the targets.
#
#   BUILD=DIR        where objects go (default: build, or build/VARIANT for the three below)
#   CC=clang         another compiler
#   SANITIZE=a,b     build with these sanitizers, e.g. address,undefined
#   COVERAGE=1       build for gcov
#   DEVELOPER=1      warnings are errors
#   OPT=-O1          optimisation (default -O2 -g); CFLAGS, LDFLAGS, LDLIBS add to the rest
#   V=1              show the commands
#
# Any of them works with any target. What changes how objects are made has a
# build directory of its own, so that nothing is ever linked from a mixture.

CC ?= cc
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/padlint
PKG_CONFIG ?= pkg-config
PYTHON ?= python3
TIME ?= 60
SEED ?= 0
V ?= 0
Q := $(if $(filter 1,$(V)),,@)

VERSION := 0.1.0

# build for the plain variant; build/clang-address-undefined and the like for others.
empty :=
space := $(empty) $(empty)
comma := ,
VARIANT := $(subst $(space),-,$(strip \
	$(filter-out cc gcc,$(notdir $(firstword $(CC)))) \
	$(subst $(comma),-,$(SANITIZE)) $(if $(FUZZ),fuzz) $(if $(COVERAGE),coverage)))
BUILD ?= build$(addprefix /,$(VARIANT))

PKGS := libcjson libpcre2-8 yaml-0.1 libisal libzstd libxxhash libmd libutf8proc
PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null)
PKG_LIBS := $(shell $(PKG_CONFIG) --libs $(PKGS) 2>/dev/null)

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
	-Wwrite-strings -Wcast-qual -Wundef -Wvla -Wformat=2 -Wnull-dereference -Wold-style-definition
OPT ?= -O2 -g
CFLAGS_ALL := -std=c11 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -DPADLINT_VERSION='"$(VERSION)"' \
	-I. $(WARN) $(OPT) -pthread $(PKG_CFLAGS) $(CFLAGS)
LDFLAGS_ALL := $(LDFLAGS)
LDLIBS_ALL := $(PKG_LIBS) -pthread -lm $(LDLIBS)
ifdef SANITIZE
CFLAGS_ALL += -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
LDFLAGS_ALL += -fsanitize=$(SANITIZE)
endif
ifdef FUZZ
CFLAGS_ALL += -fsanitize=fuzzer-no-link
endif
ifdef COVERAGE
CFLAGS_ALL += --coverage -O0
LDFLAGS_ALL += --coverage
endif
# Not part of FLAGS: it decides whether an object is made, not what is in it.
WERROR := $(if $(DEVELOPER),-Werror)
FLAGS := $(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) $(LDLIBS_ALL)

# A room may use the rooms in front of it and no others; `ROOMS` is in that order.
# (core and rules know each other: the walk calls the rules, a rule reports to the walk.)
ROOMS := base key input schema profile proof core rules reports
SRC_base := $(wildcard linter/base/*.c)
SRC_key := $(wildcard linter/key/*.c)
SRC_input := $(wildcard linter/input/*.c)
SRC_schema := $(wildcard linter/schema/*.c)
SRC_profile := $(wildcard linter/profile/*.c)
SRC_proof := $(wildcard linter/proof/*.c)
SRC_core := $(filter-out linter/main.c,$(wildcard linter/*.c))
SRC_rules := $(wildcard rules/*.c)
SRC_reports := $(wildcard reports/*.c)
obj = $(patsubst %.c,$(BUILD)/%.o,$(1))
LIBS := $(foreach r,$(ROOMS),$(BUILD)/lib$(r).a)

all: $(BUILD)/padlint

$(BUILD)/padlint: $(BUILD)/linter/main.o $(LIBS)
	@echo "  LINK  $@"
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) -o $@ $< -Wl,--start-group $(LIBS) -Wl,--end-group $(LDLIBS_ALL)

define room
$(BUILD)/lib$(1).a: $$(call obj,$$(SRC_$(1)))
	@mkdir -p $$(@D)
	@echo "  AR    $$@"
	$$(Q)rm -f $$@ && ar rcs $$@ $$^
endef
$(foreach r,$(ROOMS),$(eval $(call room,$(r))))

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(CFLAGS_ALL) $(WERROR) -MMD -MP -c -o $@ $<

# The compiler does not know that a failed assertion of cmocka does not return.
$(BUILD)/tests/unit/%.o: WERROR += -Wno-null-dereference

# Holds the flags objects were made with; touched only when they change.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(FLAGS))' > $@

# ---- tests -----------------------------------------------------------------

# tests/unit/ROOM_subject.c is a cmocka program; it links its room and those in front of it.
room_of = $(firstword $(subst _, ,$(notdir $(1))))
upto = $(if $(filter $(1),$(firstword $(2))),$(firstword $(2)),$(firstword $(2)) $(call upto,$(1),$(wordlist 2,99,$(2))))
reach = $(if $(filter core rules reports,$(1)),$(ROOMS),$(call upto,$(1),$(ROOMS)))
UNIT := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*.c))

define unit
$(BUILD)/unit/$(1): $(BUILD)/tests/unit/$(1).o $(foreach r,$(call reach,$(call room_of,$(1))),$(BUILD)/lib$(r).a)
	@mkdir -p $$(@D)
	@echo "  LINK  $$@"
	$$(Q)$$(CC) $$(CFLAGS_ALL) $$(LDFLAGS_ALL) -o $$@ $$< -Wl,--start-group $$(filter %.a,$$^) -Wl,--end-group -lcmocka $$(LDLIBS_ALL)
endef
$(foreach u,$(patsubst tests/unit/%.c,%,$(wildcard tests/unit/*.c)),$(eval $(call unit,$(u))))

unit-build: $(UNIT)
unit: $(UNIT)
	$(Q)for t in $(UNIT); do $$t || exit 1; done

# tests/fuzz/NAME.c has LLVMFuzzerTestOneInput(); `make fuzz` makes and runs it with clang.
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
FUZZER := $(firstword $(filter $(TARGET) fuzz_$(TARGET),$(FUZZERS)))
$(BUILD)/fuzzer/%: $(BUILD)/tests/fuzz/%.o $(LIBS)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) -fsanitize=fuzzer -o $@ $< -Wl,--start-group $(LIBS) -Wl,--end-group $(LDLIBS_ALL)

fuzz-build: $(addprefix $(BUILD)/fuzzer/,$(FUZZERS))
# The fuzzers' own build; called with a BUILD of its own so that a caller's does not reach it.
fuzz-make = $(MAKE) --no-print-directory CC=clang SANITIZE=address,undefined FUZZ=1 BUILD=$(BUILD)/fuzz

fuzz:
	@test -n "$(FUZZER)" || { echo "fuzz: which? make fuzz TARGET=NAME TIME=60; NAME is one of: $(FUZZERS:fuzz_%=%)"; exit 2; }
	@scripts/deps check
	@$(fuzz-make) $(BUILD)/fuzz/fuzzer/$(FUZZER)
	@$(PYTHON) tests/fuzz.py --build $(BUILD)/fuzz --time $(TIME) --seed $(SEED) $(FUZZER)

# Dependencies may be installed by the first line, so the flags pkg-config gives are only
# known to the make that is started by the second.
check:
	@scripts/deps check
	@$(MAKE) --no-print-directory check-now

check-now: FORCE
	@env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL $(PYTHON) tests/check.py --make '$(firstword $(MAKE))' --build '$(BUILD)' \
		$(addprefix --rule ,$(RULE)) $(addprefix --fuzz-time ,$(FUZZ_TIME)) -- $(MAKEOVERRIDES)

new-rule:
	@$(PYTHON) scripts/new-rule "$(CODE)" "$(NAME)"

check-rules: all
	@$(PYTHON) tests/check_rules.py --padlint $(BUILD)/padlint

check-docs: all
	@$(PYTHON) tests/check_docs.py --padlint $(BUILD)/padlint

# What is generated from the binary and kept in the tree.
docs: all
	$(BUILD)/padlint rules --format yaml > $(BUILD)/rules.yaml
	$(BUILD)/padlint help --man > $(BUILD)/padlint.1
	@cmp -s $(BUILD)/rules.yaml rules.yaml || cp $(BUILD)/rules.yaml rules.yaml
	@cmp -s $(BUILD)/padlint.1 docs/padlint.1 || cp $(BUILD)/padlint.1 docs/padlint.1
	@$(PYTHON) tests/pages.py --padlint $(BUILD)/padlint

bless: all
	@$(PYTHON) tests/fixtures.py --padlint $(BUILD)/padlint --bless $(addprefix --rule ,$(RULE))
	@$(PYTHON) tests/check_docs.py --padlint $(BUILD)/padlint --bless

memcheck: all unit-build
	@command -v valgrind >/dev/null || { echo "memcheck: install valgrind"; exit 1; }
	@$(PYTHON) tests/memcheck.py --padlint $(BUILD)/padlint $(UNIT)

SOURCES := $(wildcard linter/*.[ch] linter/*/*.[ch] rules/*.[ch] reports/*.[ch] tests/unit/*.[ch] tests/fuzz/*.[ch] bench/*.[ch])
format:
	clang-format -i $(SOURCES)

check-format:
	@clang-format --dry-run -Werror $(SOURCES)

analyze:
	@command -v cppcheck >/dev/null || { echo "analyze: install cppcheck (and clang-tidy)"; exit 1; }
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
		--suppress=normalCheckLevelMaxBranches --suppress=missingIncludeSystem -j 2 -I. linter rules reports bench
	@if command -v clang-tidy >/dev/null; then \
		clang-tidy --quiet --warnings-as-errors='*' \
			--checks='-*,clang-analyzer-*,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling,bugprone-*,-bugprone-easily-swappable-parameters,-bugprone-reserved-identifier,-bugprone-macro-parentheses,-bugprone-narrowing-conversions,-bugprone-branch-clone,-bugprone-implicit-widening-of-multiplication-result,-bugprone-assignment-in-if-condition' \
			$(filter linter/% rules/% reports/%,$(filter %.c,$(SOURCES))) -- $(CFLAGS_ALL); \
	else echo "analyze: clang-tidy is not here, skipped"; fi

coverage:
	@$(MAKE) --no-print-directory COVERAGE=1 BUILD=$(BUILD)/coverage coverage-now
coverage-now: all unit-build
	@find $(BUILD) -name '*.gcda' -delete
	-@for t in $(UNIT); do $$t >/dev/null 2>&1; done
	-@$(PYTHON) tests/fixtures.py --padlint $(BUILD)/padlint
	-@$(PYTHON) tests/cases.py --padlint $(BUILD)/padlint
	-@$(PYTHON) tests/schema.py --padlint $(BUILD)/padlint
	-@$(PYTHON) tests/badinput.py --padlint $(BUILD)/padlint
	@$(PYTHON) tests/coverage.py $(BUILD)

# ---- for people ------------------------------------------------------------

deps:
	@scripts/deps check

demo:
	@scripts/deps build
	@$(MAKE) --no-print-directory all
	@fixtures/demo/show $(BUILD)/padlint

bench:
	@scripts/deps bench
	@$(MAKE) --no-print-directory all $(BUILD)/bench/make-dump $(BUILD)/bench/cjson-lines
	@$(PYTHON) bench/run --padlint $(BUILD)/padlint --build $(BUILD)/bench $(BENCH)

$(BUILD)/bench/make-dump: $(BUILD)/bench/make-dump.o
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) -o $@ $<
$(BUILD)/bench/cjson-lines: $(BUILD)/bench/cjson-lines.o
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) -o $@ $< $(LDLIBS_ALL)

install: all
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(DOCDIR)/docs/rules $(DESTDIR)$(DOCDIR)/schemas
	install -m 755 $(BUILD)/padlint $(DESTDIR)$(BINDIR)/padlint
	install -m 644 docs/padlint.1 $(DESTDIR)$(MANDIR)/man1/padlint.1
	install -m 644 README.md CHANGELOG.md LICENSE rules.yaml $(DESTDIR)$(DOCDIR)
	install -m 644 docs/keys-yaml.md $(DESTDIR)$(DOCDIR)/docs
	install -m 644 $(wildcard docs/rules/*.md) $(DESTDIR)$(DOCDIR)/docs/rules
	install -m 644 $(wildcard schemas/*.json) $(DESTDIR)$(DOCDIR)/schemas

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/padlint $(DESTDIR)$(MANDIR)/man1/padlint.1
	rm -f $(addprefix $(DESTDIR)$(DOCDIR)/,README.md CHANGELOG.md LICENSE rules.yaml)
	rm -f $(addprefix $(DESTDIR)$(DOCDIR)/,docs/keys-yaml.md $(wildcard docs/rules/*.md schemas/*.json))
	-rmdir $(DESTDIR)$(DOCDIR)/docs/rules $(DESTDIR)$(DOCDIR)/docs $(DESTDIR)$(DOCDIR)/schemas $(DESTDIR)$(DOCDIR)

# The files of the last commit, under a folder with the version in its name.
dist:
	@mkdir -p $(BUILD)
	git archive --format=tar --prefix=padlint-$(VERSION)/ HEAD | gzip -9n > $(BUILD)/padlint-$(VERSION).tar.gz
	@echo $(BUILD)/padlint-$(VERSION).tar.gz

clean:
	rm -rf $(BUILD)

help:
	@echo "make [all]           build $(BUILD)/padlint"
	@echo "make demo            install what the build needs, build, show a leaderboard going right"
	@echo "make check           install what the tests need, build, run every test; ends with N passed, N failed"
	@echo "make check RULE=X    only the fixtures of rule X (PL102)"
	@echo "make deps            install what build and tests need (apt)"
	@echo "make unit            unit tests only"
	@echo "make fuzz TARGET=X   run fuzz target X for TIME=60 seconds, by chance or from SEED; targets: $(FUZZERS:fuzz_%=%)"
	@echo "make bless           rewrite the reports that fixtures and README expect, show what changed"
	@echo "make docs            rewrite rules.yaml, docs/rules, docs/padlint.1 from the rules and tables"
	@echo "make new-rule NAME=pad-something CODE=PLnnn   the files of a new rule, to be filled in"
	@echo "make check-rules     rules.def, rules.yaml and fixtures agree with the binary"
	@echo "make check-docs      the man page and the documents agree with the binary"
	@echo "make memcheck        unit tests and fixtures under valgrind"
	@echo "make format, check-format, analyze, coverage"
	@echo "make bench           the speed figures, as ratios measured in one run"
	@echo "make install, uninstall (PREFIX, DESTDIR), dist, clean"
	@echo
	@echo "with any of them: CC=clang SANITIZE=address,undefined DEVELOPER=1 BUILD=DIR V=1"

FORCE:
.PHONY: all unit unit-build fuzz fuzz-build check check-now new-rule check-rules check-docs docs bless memcheck format \
	check-format analyze coverage coverage-now deps demo bench install uninstall dist clean help
.SECONDARY:
-include $(foreach d,linter linter/base linter/key linter/input linter/schema linter/profile linter/proof \
	rules reports tests/unit tests/fuzz bench,$(wildcard $(BUILD)/$(d)/*.d))
