# SPDX-License-Identifier: MIT OR Unlicense
# Makefile of verlet2d. Everything it makes is under build/.
#
# CC, CXX, CFLAGS, CXXFLAGS, CPPFLAGS, LDFLAGS, PREFIX and DESTDIR are honoured. What a target needs
# from Debian is installed when it is missing, as root or through sudo; else the line to run is shown.

CFLAGS   ?= -O2
CXXFLAGS ?= $(CFLAGS)
PREFIX   ?= /usr/local
JOBS     ?= 2

export CC CXX

B        := build
NEED     := tests/need.sh
EXAMPLES := $(patsubst examples/%.c,%,$(wildcard examples/*.c))
ROOMY    := $(patsubst examples/%.c,%,$(shell grep -l 'define V2D_MAX_' examples/*.c))
TESTS    := $(patsubst tests/%.c,%,$(wildcard tests/test_*.c))
# Test programs share four engines, for an engine takes longest to compile: verlet2d.o and those of tests/engine.h. They
# say which one, and whether they look at its private functions. Some have an engine of their own, for one width,
# but test_lanes. All but verlet2d.o look after each step whether all that they rely on holds.
saying   = $(patsubst tests/%.c,$(B)/bin/%,$(shell grep -l '^\#define $1$$' tests/test_*.c))
ENGINES  := TINY SMALL MEDIUM
OWN      := $(call saying,VERLET2D_IMPLEMENTATION)
INSIDE   := $(call saying,ENGINE_INSIDE)
ONE_WIDTH = $(if $(filter x86_64,$(shell uname -m)),-DV2D_WIDTH=4)
NARROW    = $(if $(filter %/test_lanes,$@),,$(ONE_WIDTH)) -DV2D_VALIDATE
# Tests compute little, and what compiles an engine, or its private functions, optimises nothing; Clang does that in half
# the time, or less. Of the flags and compilers that are asked for all is compiled.
PLAIN    := $(filter file,$(origin CFLAGS))
LONG     := $(addprefix $(B)/bin/test_,broadphase continuous lanes manifolds narrowphase parallel queries sensors)
BRIEF     = $(if $(PLAIN),$(if $(filter $(LONG),$@),-O1 -fno-inline,-O0))
CLANG    := $(and $(PLAIN),$(filter default,$(origin CC)),$(shell command -v clang))
TEST_CC   = $(or $(if $(filter $(filter-out $(LONG),$(OWN) $(INSIDE)),$@),$(CLANG)),$(CC))
MACHINES := aarch64-linux-gnu arm-linux-gnueabihf riscv64-linux-gnu powerpc64-linux-gnu s390x-linux-gnu i686-linux-gnu
SCRIPTS  := $(addprefix tests/,hash.sh readme.sh options.sh calls.sh opaque.sh session.sh rooms.sh)
SOURCES  := verlet2d.h $(wildcard examples/*.[ch] examples/testbed/*.[ch] tests/*.[ch] bench/*.[ch] bench/*.cpp bench/web/*.[ch] examples/web/*.c)

.PHONY: help demo testbed test hashes features quality physics bench bench-scenes bench-cliffs bench-joints bench-web bench-soft bench-scale bench-instructions page page-test film bindings bindings-test hosts-test sizes check coverage format install uninstall clean \
        examples tests force
.DELETE_ON_ERROR:

help:
	@echo "make demo       build and run all examples: pictures and films in build/out/"
	@echo "make testbed    build a window with scenes to drag, pause and step: build/bin/testbed"
	@echo "make page       build one file to open in a browser: scenes to touch, build/page/verlet2d.html"
	@echo "make page-test  drags, cuts and rewinds in it with Chromium; hashes against native ones"
	@echo "make bindings   for JavaScript (npm package), Python and LuaJIT: build/bindings/"
	@echo "make bindings-test  their tests: programs, every function, hashes against those of C"
	@echo "make film       the film at the top of README.md, from the page in Chromium"
	@echo "make test       build and run all tests"
	@echo "make hashes     the bits of all scenes with still more compilers and options than in make test"
	@echo "make features   what the engine is to do, row by row, with the results of the tests that show it"
	@echo "make quality    stacks, arches, chains: every scene against its limits"
	@echo "make physics    experiments against theory, beside the engines that Debian has; QUICK=1,"
	@echo "                ONLY=names, ENGINE=name, SEEDS=1,2,3"
	@echo "make bench      ms per step, and against the engines that Debian has: scenes, worlds with"
	@echo "                cliffs, worlds of joints"
	@echo "                SCENE=name ENGINE=name STEPS=n RUNS=n BUDGET=seconds in all;"
	@echo "                WORKERS=n: verlet2d a second time, with n threads"
	@echo "make bench-web  as WebAssembly under node, against the engines that npm has; same options"
	@echo "make bench-soft its scenes of soft bodies alone, against Rapier: times and errors; SCENE=name"
	@echo "make bench-scale  time and memory of an item, from 1,000 bodies to 30,000; MOST=n ends sooner"
	@echo "make bench-instructions  instructions of each stage of a step, by callgrind, and how they"
	@echo "                changed since bench/instructions.txt was written with UPDATE=1"
	@echo "make sizes      code and memory by profile: x86-64, Cortex-M4, WebAssembly; PROFILES=names"
	@echo "make hosts-test pkg-config, CMake, Meson, C++17, MinGW under Wine, clang-cl, Cortex-M4, WebAssembly"
	@echo "make check      warnings of two compilers, symbols, sanitizers, format; silent when good"
	@echo "make coverage   lines of verlet2d.h that the tests run"
	@echo "make format     clang-format"
	@echo "make install    verlet2d.h, for pkg-config and CMake too, to $(DESTDIR)$(PREFIX)"
	@echo "make uninstall, make clean"

# ---- building ------------------------------------------------------------------------------------

$(B)/bin $(B)/dep $(B)/obj:
	@mkdir -p $@

# Changes only when the compilers or their flags do; everything depends on it.
FLAGS = $(CC) $(CXX) $(CPPFLAGS) $(CFLAGS) $(CXXFLAGS) $(LDFLAGS)
$(B)/flags: force
	@mkdir -p $(B)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@

DEP = -MMD -MP -MT $@ -MF $(B)/dep/$(subst /,-,$@).d

# The engine alone, as a program has it that keeps it in a file of its own.
$(B)/obj/verlet2d.o: verlet2d.h $(B)/flags | $(B)/obj
	printf '#define VERLET2D_IMPLEMENTATION\n#include "verlet2d.h"\n' | $(CC) -I. $(CPPFLAGS) $(CFLAGS) -x c -c -o $@ -

# Each example compiles alone, too. Here those with the same capacities share one engine, for that takes
# longest to compile.
$(addprefix $(B)/bin/,$(filter-out $(ROOMY),$(EXAMPLES))): $(B)/bin/%: examples/%.c $(B)/obj/verlet2d.o | $(B)/bin $(B)/dep
	@sed 's/^\#define VERLET2D_IMPLEMENTATION$$//' $< >$(B)/obj/$*.c
	$(CC) -I. -iquote examples $(CPPFLAGS) $(CFLAGS) $(DEP) -o $@ $(B)/obj/$*.c $(B)/obj/verlet2d.o $(LDFLAGS) -lm -pthread

$(addprefix $(B)/bin/,$(ROOMY)): $(B)/bin/%: examples/%.c $(B)/flags | $(B)/bin $(B)/dep
	$(CC) -I. $(CPPFLAGS) $(CFLAGS) $(DEP) -o $@ $< $(LDFLAGS) -lm -pthread

$(addprefix $(B)/obj/engine_,$(addsuffix .o,$(ENGINES))): $(B)/obj/engine_%.o: tests/engine.c $(B)/flags | $(B)/obj $(B)/dep
	$(CC) -I. $(CPPFLAGS) $(ONE_WIDTH) $(CFLAGS) $(if $(PLAIN),-O1) -g1 -DENGINE_$* $(DEP) -c -o $@ $<

SHARING  := $(filter-out $(OWN),$(addprefix $(B)/bin/,$(TESTS)))
$(foreach engine,$(ENGINES),$(eval $(call saying,ENGINE_$(engine)): $(B)/obj/engine_$(engine).o))
$(filter-out $(foreach engine,$(ENGINES),$(call saying,ENGINE_$(engine))),$(SHARING)): $(B)/obj/verlet2d.o
$(SHARING): $(B)/bin/%: tests/%.c $(B)/flags | $(B)/bin $(B)/dep
	$(TEST_CC) -I. $(CPPFLAGS) $(ONE_WIDTH) $(CFLAGS) $(if $(filter $@,$(INSIDE)),$(BRIEF),$(if $(PLAIN),-O1)) -g1 $(DEP) -o $@ $< $(filter %.o,$^) $(LDFLAGS) -lcmocka -lm -pthread

$(OWN): $(B)/bin/%: tests/%.c $(B)/flags | $(B)/bin $(B)/dep
	$(TEST_CC) -I. $(CPPFLAGS) $(NARROW) $(CFLAGS) $(BRIEF) -g1 $(DEP) -o $@ $< $(LDFLAGS) -lcmocka -lm -pthread

$(B)/obj/%.o: bench/%.c $(B)/flags | $(B)/obj $(B)/dep
	$(CC) $(CPPFLAGS) $(CFLAGS) $(HAVE) $(DEP) -c -o $@ $<

$(B)/obj/%.o: bench/%.cpp $(B)/flags | $(B)/obj $(B)/dep
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) $(DEP) -c -o $@ $<

-include $(wildcard $(B)/dep/*.d)

# ---- demo and tests ------------------------------------------------------------------------------

examples: $(addprefix $(B)/bin/,$(EXAMPLES))
tests: $(addprefix $(B)/bin/,$(TESTS))

demo:
	@$(NEED) libstb-dev
	-@$(NEED) pngquant apngasm
	@+$(MAKE) $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS)) --no-print-directory examples
	@examples/run.sh $(B)/bin $(B)/out $(JOBS) $(EXAMPLES)

testbed:
	@$(NEED) libsdl2-dev libstb-dev
	@+$(MAKE) --no-print-directory $(B)/bin/testbed
	@echo "run it: $(B)/bin/testbed [--scene NAME]; H lists the keys, --list the scenes, --help the options"

$(B)/bin/testbed: examples/testbed/testbed.c $(B)/obj/scenes.o $(B)/flags | $(B)/bin $(B)/dep
	$(CC) -I. $(CPPFLAGS) $(CFLAGS) $(DEP) -o $@ $< $(B)/obj/scenes.o $(LDFLAGS) -lSDL2 -lm -pthread

test:
	@$(NEED) libcmocka-dev libstb-dev clang g++ tcc
	@mkdir -p $(B)/log && touch $(B)/log/began
	@+$(MAKE) $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS)) --no-print-directory tests
	@tests/run.sh $(B)/log $(JOBS) $(addprefix $(B)/bin/,$(TESTS)) $(SCRIPTS); status=$$?; touch $(B)/log/ended; exit $$status

# With the results of make test, which runs unless it has since the sources changed.
features:
	@tests/features.sh --fresh $(B)/log || $(MAKE) --no-print-directory test || true
	@tests/features.sh $(B)/log

# make test compares fewer configurations.
hashes:
	@$(NEED) clang g++ tcc
	@tests/hash.sh --all

check:
	@$(NEED) gcc g++ clang clang-format libcmocka-dev libstb-dev binutils valgrind
	@$(NEED) libclang-rt-$$(clang -dumpversion | cut -d. -f1)-dev
	@$(NEED) libsdl2-dev xvfb xdotool
	@$(NEED) qemu-user gcc-arm-none-eabi $(addprefix gcc-,$(MACHINES))
	@tests/check.sh

coverage:
	@$(NEED) gcc gcovr libcmocka-dev
	@tests/coverage.sh

# ---- quality and speed ---------------------------------------------------------------------------

# The peers are those whose headers the compiler finds.
PEERS :=
ifneq ($(filter $(addprefix $(B)/bin/,bench cliffs joints physics),$(MAKECMDGOALS)),)
PEERS += $(if $(shell $(NEED) --have libbox2d-dev || echo no),,box2d24)
PEERS += $(if $(shell $(NEED) --have libchipmunk-dev || echo no),,chipmunk)
endif
HAVE         := -DHAVE_VERLET2D
BENCH_OBJS   := $(addprefix $(B)/obj/,bench.o judge.o scenes.o engine_verlet2d.o)
BENCH_LIBS   := -lm -pthread
ifneq ($(filter box2d24,$(PEERS)),)
HAVE_PEERS   += -DHAVE_BOX2D24
PEER_OBJS    += $(B)/obj/peer_box2d24.o
BENCH_LIBS   += -lbox2d
endif
ifneq ($(filter chipmunk,$(PEERS)),)
HAVE_PEERS   += -DHAVE_CHIPMUNK
PEER_OBJS    += $(B)/obj/peer_chipmunk.o
BENCH_LIBS   += -lchipmunk
endif
BENCH_OBJS   += $(PEER_OBJS)

QUALITY_OBJS := $(addprefix $(B)/obj/,quality.o judge.o scenes.o engine_verlet2d.o)
$(B)/bin/quality: $(QUALITY_OBJS) | $(B)/bin
	$(CC) $(CFLAGS) -o $@ $(QUALITY_OBJS) $(LDFLAGS) -lm -pthread

# Changes only when the peers do.
$(B)/peers: force
	@mkdir -p $(B)
	@echo '$(PEERS)' | cmp -s - $@ || echo '$(PEERS)' >$@
$(addprefix $(B)/obj/,bench.o cliffs.o joints.o physics.o physics_curves.o): $(B)/peers
$(addprefix $(B)/obj/,bench.o cliffs.o joints.o physics.o physics_curves.o): HAVE += $(HAVE_PEERS)

$(B)/bin/bench: $(BENCH_OBJS) | $(B)/bin
	$(CXX) $(CXXFLAGS) -o $@ $(BENCH_OBJS) $(LDFLAGS) $(BENCH_LIBS)

quality: $(B)/bin/quality
	@$(B)/bin/quality $(addprefix --scene ,$(SCENE)) $(addprefix --steps ,$(STEPS))

# Every run makes new worlds, so that they are small; those of LAB_LARGE have the room of the scenes. Experiments of
# bench/physics_own.h call the small engine by its own functions.
PHYSICS_ROOM := -DV2D_MAX_BODIES=1024 -DV2D_MAX_SHAPES=2048 -DV2D_MAX_POINTS=2048 -DV2D_MAX_EDGES=4096 \
    -DV2D_MAX_BENDS=2048 -DV2D_MAX_SOFTS=128 -DV2D_MAX_JOINTS=512 -DV2D_MAX_PAIRS=8192 \
    -DV2D_MAX_CONTACTS=4096 -DV2D_MAX_ROWS=8192
PHYSICS_LARGE := -DENGINE_SYMBOL=engine_verlet2d_large -DENGINE_NAME='"verlet2d"'
$(B)/obj/physics_verlet2d.o: bench/engine_verlet2d.c $(B)/flags Makefile | $(B)/obj $(B)/dep
	$(CC) $(CPPFLAGS) $(CFLAGS) -DENGINE_EXPORTS $(PHYSICS_ROOM) $(DEP) -c -o $@ $<
$(B)/obj/physics_large.o: bench/engine_verlet2d.c $(B)/flags Makefile | $(B)/obj $(B)/dep
	$(CC) $(CPPFLAGS) $(CFLAGS) $(PHYSICS_LARGE) $(DEP) -c -o $@ $<

PHYSICS_OBJS := $(addprefix $(B)/obj/,$(patsubst bench/%.c,%.o,$(wildcard bench/physics*.c)) scenes.o \
    physics_verlet2d.o physics_large.o) $(PEER_OBJS)
$(B)/bin/physics: $(PHYSICS_OBJS) | $(B)/bin
	$(CXX) $(CXXFLAGS) -o $@ $(PHYSICS_OBJS) $(LDFLAGS) $(BENCH_LIBS)

# Pictures of what the benches write; none where gnuplot cannot be had.
PLOT := ! command -v gnuplot >/dev/null || gnuplot -c bench/plot.gp

comma := ,
physics:
	@$(NEED) g++
	-@$(NEED) libbox2d-dev libchipmunk-dev
	-@$(NEED) gnuplot-nox
	@+$(MAKE) --no-print-directory $(B)/bin/physics
	@mkdir -p $(B)/physics
	@$(B)/bin/physics --curves $(B)/physics/curves.csv
	@$(PLOT) curves $(B)/physics/curves.csv $(B)/physics/curves.png \
	    "Energy and height over time" experiment engine "time [s]" value
	@$(B)/bin/physics --csv $(B)/physics/physics.csv $(if $(QUICK),--quick) --jobs $(JOBS) \
	    $(addprefix --only ,$(subst $(comma), ,$(ONLY))) $(addprefix --engine ,$(ENGINE)) $(addprefix --seeds ,$(SEEDS))

# Room for the worlds of cliffs.c, and once more for its small ones.
CLIFF_ROOM := -DV2D_MAX_BODIES=106496 -DV2D_MAX_SHAPES=106496 -DV2D_MAX_POINTS=0 -DV2D_MAX_EDGES=0 \
    -DV2D_MAX_BENDS=0 -DV2D_MAX_SOFTS=0 -DV2D_MAX_JOINTS=10240 -DV2D_MAX_PAIRS=524288 \
    -DV2D_MAX_CONTACTS=262144 -DV2D_MAX_ROWS=0
CLIFF_SMALL := -DENGINE_SYMBOL=engine_verlet2d_small -DENGINE_NAME='"verlet2d"' -DV2D_MAX_BODIES=64 \
    -DV2D_MAX_SHAPES=64 -DV2D_MAX_POINTS=64 -DV2D_MAX_EDGES=64 -DV2D_MAX_BENDS=64 -DV2D_MAX_SOFTS=16 \
    -DV2D_MAX_JOINTS=64 -DV2D_MAX_PAIRS=512 -DV2D_MAX_CONTACTS=256 -DV2D_MAX_ROWS=64 -DENGINE_UNTIMED
$(B)/obj/cliffs_verlet2d.o: bench/engine_verlet2d.c $(B)/flags Makefile | $(B)/obj $(B)/dep
	$(CC) $(CPPFLAGS) $(CFLAGS) $(CLIFF_ROOM) $(DEP) -c -o $@ $<
$(B)/obj/cliffs_small.o: bench/engine_verlet2d.c $(B)/flags Makefile | $(B)/obj $(B)/dep
	$(CC) $(CPPFLAGS) $(CFLAGS) $(CLIFF_SMALL) $(DEP) -c -o $@ $<

CLIFF_OBJS := $(addprefix $(B)/obj/,cliffs.o scenes.o cliffs_verlet2d.o cliffs_small.o) $(PEER_OBJS)
$(B)/bin/cliffs: $(CLIFF_OBJS) | $(B)/bin
	$(CXX) $(CXXFLAGS) -o $@ $(CLIFF_OBJS) $(LDFLAGS) $(BENCH_LIBS)

# Room for the worlds of joints.c.
JOINT_ROOM := -DV2D_MAX_BODIES=20480 -DV2D_MAX_SHAPES=20480 -DV2D_MAX_POINTS=0 -DV2D_MAX_EDGES=0 \
    -DV2D_MAX_BENDS=0 -DV2D_MAX_SOFTS=0 -DV2D_MAX_JOINTS=20480 -DV2D_MAX_PAIRS=65536 \
    -DV2D_MAX_CONTACTS=32768 -DV2D_MAX_ROWS=0 -DENGINE_UNTIMED
$(B)/obj/joints_verlet2d.o: bench/engine_verlet2d.c $(B)/flags Makefile | $(B)/obj $(B)/dep
	$(CC) $(CPPFLAGS) $(CFLAGS) $(JOINT_ROOM) $(DEP) -c -o $@ $<

JOINT_OBJS := $(addprefix $(B)/obj/,joints.o scenes.o joints_verlet2d.o) $(PEER_OBJS)
$(B)/bin/joints: $(JOINT_OBJS) | $(B)/bin
	$(CXX) $(CXXFLAGS) -o $@ $(JOINT_OBJS) $(LDFLAGS) $(BENCH_LIBS)

# SCENE may name worlds of any table.
RUNS   ?= 3
BUDGET ?= 600
CLIFFS := $(addsuffix _%,statics first walkers reporters asleep level air rays destroy create bounces \
    compounds calm chain plank sizes mixed bodies worlds)
JOINTED := $(addsuffix _%,lone grid cars weld machines lattice line links vines bridges ragdolls)
TABLES := $(if $(SCENE),$(if $(filter-out $(CLIFFS) $(JOINTED),$(SCENE)),scenes) \
    $(if $(filter $(CLIFFS),$(SCENE)),cliffs) $(if $(filter $(JOINTED),$(SCENE)),joints),scenes cliffs joints)
bench:
	@$(NEED) g++ libbox2d-dev libchipmunk-dev
	-@$(NEED) gnuplot-nox
	@+$(MAKE) --no-print-directory $(B)/bin/bench $(B)/bin/cliffs $(B)/bin/joints
	@bench/memory.sh --total
	@echo "$$($(CC) --version | head -n 1), $(CFLAGS);" \
	    "$$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)"
	@mkdir -p $(B)/bench
	@+$(MAKE) --no-print-directory $(addprefix bench-,$(TABLES))

bench-scenes:
	@$(B)/bin/bench --stages --runs $(RUNS) --budget $(BUDGET) --csv $(B)/bench/bench.csv \
	    $(addprefix --scene ,$(filter-out $(CLIFFS) $(JOINTED),$(SCENE))) $(addprefix --engine ,$(ENGINE)) \
	    $(addprefix --steps ,$(STEPS)) $(addprefix --workers ,$(WORKERS))
	@$(PLOT) bars $(B)/bench/bench.csv $(B)/bench/bench.png "Milliseconds a step" scene engine ms
	@echo "$(B)/bench/bench.csv, $(B)/bench/bench.png"

bench-cliffs:
	@echo
	@$(B)/bin/cliffs --runs $(RUNS) --csv $(B)/bench/cliffs.csv \
	    $(addprefix --scene ,$(filter $(CLIFFS),$(SCENE))) $(addprefix --engine ,$(ENGINE))
	@echo "$(B)/bench/cliffs.csv"

bench-joints:
	@echo
	@$(B)/bin/joints --runs $(RUNS) --csv $(B)/bench/joints.csv \
	    $(addprefix --scene ,$(filter $(JOINTED),$(SCENE))) $(addprefix --engine ,$(ENGINE))
	@echo "$(B)/bench/joints.csv"

# The engine with room for the largest worlds of scale.c.
SCALE_ROOM := -DV2D_MAX_BODIES=32768 -DV2D_MAX_SHAPES=32768 -DV2D_MAX_POINTS=51200 \
    -DV2D_MAX_EDGES=102400 -DV2D_MAX_PAIRS=262144 -DV2D_MAX_CONTACTS=131072 -DV2D_MAX_ROWS=262144
$(B)/obj/scale_verlet2d.o: bench/engine_verlet2d.c $(B)/flags Makefile | $(B)/obj $(B)/dep
	$(CC) $(CPPFLAGS) $(CFLAGS) $(SCALE_ROOM) $(DEP) -c -o $@ $<

SCALE_OBJS := $(addprefix $(B)/obj/,scale.o scenes.o scale_verlet2d.o)
$(B)/bin/scale: $(SCALE_OBJS) | $(B)/bin
	$(CC) $(CFLAGS) -o $@ $(SCALE_OBJS) $(LDFLAGS) -lm -pthread

bench-scale:
	@$(NEED) gcc
	-@$(NEED) gnuplot-nox
	@+$(MAKE) --no-print-directory $(B)/bin/scale
	@mkdir -p $(B)/bench
	@$(B)/bin/scale --runs $(RUNS) --csv $(B)/bench/scale.csv $(addprefix --most ,$(MOST))
	@bench/memory.sh
	@$(PLOT) lines $(B)/bench/scale.csv $(B)/bench/scale.png "Microseconds a step for each item" \
	    world engine items us_each
	@echo "$(B)/bench/scale.csv, $(B)/bench/scale.png"

bench-instructions:
	@$(NEED) gcc valgrind
	@SCENE="$(SCENE)" bench/instructions.sh $(if $(UPDATE),--update)

# As WebAssembly, without a C library. The size is that of verlet2d.wasm: the whole header, every public
# function exported; scenes.wasm has the same code with larger capacities and the scenes. wasm-ld puts
# nothing below address 1024, so additions of fields' offsets can go into the loads and stores.
# Clang's -Oz leaves out passes that make code shorter (small structs as arguments); so its front end
# marks all functions with WEB_OPT, and WEB_PASSES optimise what it wrote, less what makes code longer.
W         := $(B)/web
WEB_OPT   ?= -Oz
WEB_PASSES = $(if $(filter -Oz,$(WEB_OPT)),-O3 -fno-vectorize $(addprefix -mllvm ,-inline-threshold=-30 \
    -hoist-common-insts=1 -sink-common-insts=1 -disable-lsr -enable-pre=0 \
    -rotation-max-header-size=3),$(WEB_OPT))
WEB_FLAGS  = --target=wasm32 $(WEB_OPT) $(CPPFLAGS) -msimd128 -mbulk-memory -nostdlib -nostdinc \
    -isystem $$(clang -print-resource-dir)/include -isystem $(W)/include -isystem bench/web \
    -fvisibility=hidden -DNDEBUG -Xclang -disable-llvm-passes -emit-llvm
WEB_LINK   = wasm-ld --no-entry --export-dynamic --allow-undefined -s -z stack-size=1048576
WEB_SHRINK = wasm-opt $(WEB_OPT) --low-memory-unused --optimize-added-constants-propagate $(WEB_OPT) \
    --reorder-functions --enable-simd --enable-bulk-memory
WEB_OBJS  := $(addprefix $(W)/,scenes_web.o libc.o scenes.o judge.o engine_verlet2d.o)
WEB_NPM    = box2d3-wasm@5.2.0 @dimforge/rapier2d-compat@0.21.0 @dimforge/rapier2d-simd-compat@0.19.3 \
    planck@1.5.0 matter-js@0.20.0
# Alone, verlet2d needs nothing from npm.
WEB_PEERS := $(if $(filter-out verlet2d,$(or $(ENGINE),all)),$(W)/node_modules)

$(W)/include: Makefile
	@mkdir -p $@
	@for h in assert math stdlib string time; do echo '#include "libc.h"' >$@/$$h.h; done
	@touch $@

$(W)/verlet2d.c: Makefile | $(W)/include
	@printf '#define VERLET2D_IMPLEMENTATION\n#include "../../verlet2d.h"\n' >$@

$(W)/verlet2d.bc: $(W)/verlet2d.c | $(B)/dep
	clang $(WEB_FLAGS) -DV2D_API='extern __attribute__((visibility("default")))' $(DEP) -c -o $@ $<

$(W)/%.bc: bench/web/%.c Makefile | $(W)/include $(B)/dep
	clang $(WEB_FLAGS) $(DEP) -c -o $@ $<

$(W)/%.bc: bench/%.c Makefile | $(W)/include $(B)/dep
	clang $(WEB_FLAGS) $(DEP) -c -o $@ $<

$(W)/%.o: $(W)/%.bc
	clang --target=wasm32 $(WEB_PASSES) -c -o $@ -x ir $<

$(W)/verlet2d.wasm: $(W)/verlet2d.o $(W)/libc.o
	$(WEB_LINK) -o $(W)/linked.wasm $^
	$(WEB_SHRINK) -o $@ $(W)/linked.wasm

$(W)/scenes.wasm: $(WEB_OBJS)
	$(WEB_LINK) -o $(W)/linked-scenes.wasm $(WEB_OBJS)
	$(WEB_SHRINK) -o $@ $(W)/linked-scenes.wasm

$(W)/node_modules: Makefile | $(W)/include
	npm install --prefix $(W) --silent --no-audit --no-fund $(WEB_NPM)
	@touch $@

bench-web:
	@$(NEED) clang lld binaryen nodejs gcc $(if $(WEB_PEERS),npm)
	-@$(NEED) gnuplot-nox
	@+$(MAKE) --no-print-directory $(W)/verlet2d.wasm $(W)/scenes.wasm $(WEB_PEERS)
	@mkdir -p $(B)/bench
	@cp bench/web/*.mjs $(W)/
	@node $(W)/bench.mjs $(W) --runs $(RUNS) --budget $(BUDGET) $(addprefix --scene ,$(SCENE)) \
	    $(addprefix --engine ,$(ENGINE)) $(addprefix --steps ,$(STEPS))
	@$(PLOT) bars $(B)/bench/web.csv $(B)/bench/web.png "Milliseconds a step, WebAssembly" \
	    scene engine ms
	@echo "$(B)/bench/web.csv, $(B)/bench/web.png"
	@+$(if $(SCENE)$(ENGINE),,$(MAKE) --no-print-directory bench-soft)

# Scenes of soft bodies, which only Rapier has, too: SCENE=name. The engine is compiled for speed, as Rapier is.
bench-soft:
	@$(NEED) clang lld binaryen nodejs gcc npm
	@+$(MAKE) --no-print-directory $(W)/node_modules
	@+$(MAKE) --no-print-directory WEB_OPT=-O3 W=$(B)/soft-web L=$(B)/soft $(B)/soft/js/verlet2d.wasm
	@node bench/web/soft.mjs $(W) $(B)/soft/js $(SCENE)

# ---- the page ------------------------------------------------------------------------------------

# The engine and the scenes of the test bed as one module, in one file with all else that the page needs;
# beside the hashes that the same scenes have natively.
P := $(B)/page

$(P)/replay: examples/testbed/replay.c $(B)/obj/verlet2d.o | $(B)/dep
	@mkdir -p $(P)
	$(CC) -I. $(CPPFLAGS) $(CFLAGS) $(DEP) -o $@ $< $(B)/obj/verlet2d.o $(LDFLAGS) -lm

$(P)/hashes.txt: $(P)/replay
	$(P)/replay hashes >$@

$(W)/engine.bc: $(W)/verlet2d.c | $(B)/dep
	clang $(WEB_FLAGS) $(DEP) -c -o $@ $<

$(W)/page.bc: examples/web/page.c Makefile | $(W)/include $(B)/dep
	clang $(WEB_FLAGS) $(DEP) -c -o $@ $<

$(P)/page.wasm: $(W)/engine.o $(W)/page.o $(W)/libc.o
	@mkdir -p $(P)
	$(WEB_LINK) -o $(W)/linked-page.wasm $^
	$(WEB_SHRINK) -o $@ $(W)/linked-page.wasm

$(P)/verlet2d.html: $(P)/page.wasm $(P)/hashes.txt $(wildcard examples/web/*) examples/testbed/scenes.h
	node examples/web/build.mjs $(P)/page.wasm $(P)/hashes.txt $@

page:
	@$(NEED) clang lld binaryen nodejs
	@+$(MAKE) --no-print-directory $(P)/verlet2d.html
	@echo "open it in a browser: $(P)/verlet2d.html ($$(wc -c <$(P)/verlet2d.html) bytes, $$(gzip -9 <$(P)/verlet2d.html | wc -c) by gzip)"

# The last version for the node of Debian 12.
$(P)/node_modules: Makefile
	@mkdir -p $(P)
	@mkdir -p $@
	npm install --prefix $(P) --silent --no-audit --no-fund playwright-core@1.58.2 || \
	    echo "npm does not give playwright-core: no browser will be driven"
	@touch $@

# The film at the top of README.md.
film: page
	@$(NEED) chromium npm imagemagick webp
	@+$(MAKE) --no-print-directory $(P)/node_modules
	@node examples/web/film.mjs $(P) examples/gallery/page.webp

page-test: page
	@$(NEED) chromium npm
	@+$(MAKE) --no-print-directory $(P)/node_modules
	@tests/page.sh

# ---- bindings ------------------------------------------------------------------------------------

# JavaScript (an npm package), Python and LuaJIT: what examples/bindings/generate.mjs writes, and the engine
# as WebAssembly and as a shared library.
L         := $(B)/bindings
LIBRARY   := -shared -fPIC -fvisibility=hidden -fno-semantic-interposition

$(L)/verlet2d.c: verlet2d.h $(wildcard examples/bindings/*)
	node examples/bindings/generate.mjs verlet2d.h $(L)

$(W)/bindings.bc: $(L)/verlet2d.c $(B)/flags Makefile | $(W)/include $(B)/dep
	clang $(WEB_FLAGS) $(CPPFLAGS) -DV2D_API='extern __attribute__((visibility("default")))' $(DEP) -c -o $@ $<

$(L)/js/verlet2d.wasm: $(W)/bindings.o $(W)/libc.o
	$(WEB_LINK) --export=__heap_base -o $(W)/linked-bindings.wasm $^
	$(WEB_SHRINK) -o $@ $(W)/linked-bindings.wasm

$(L)/libverlet2d.so: $(L)/verlet2d.c verlet2d.h $(B)/flags
	$(CC) $(LIBRARY) -DV2D_API='extern __attribute__((visibility("default")))' $(CPPFLAGS) $(CFLAGS) -o $@ $< $(LDFLAGS) -lm

$(L)/python/libverlet2d.so $(L)/lua/libverlet2d.so: $(L)/libverlet2d.so
	cp $< $@

bindings:
	@$(NEED) clang lld binaryen nodejs
	@+$(MAKE) --no-print-directory $(addprefix $(L)/,js/verlet2d.wasm python/libverlet2d.so lua/libverlet2d.so)
	@echo "$(L)/js (npm install $(L)/js), $(L)/python, $(L)/lua"

# What checks the types; the tests go on without it.
$(L)/node_modules: Makefile
	@mkdir -p $@
	npm install --prefix $(L) --silent --no-audit --no-fund typescript@5.4.5 || \
	    echo "npm does not give typescript: types will not be checked"
	@touch $@

bindings-test: bindings
	@$(NEED) npm python3 luajit
	@+$(MAKE) --no-print-directory $(L)/node_modules $(B)/obj/verlet2d.o
	@tests/bindings.sh

# ---- hosts ---------------------------------------------------------------------------------------

# Without Wine, an emulator or a cross compiler the rest is tested.
hosts-test:
	@$(NEED) pkg-config cmake meson ninja-build git clang g++
	-@$(NEED) clang lld nodejs gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm
	-@$(if $(filter x86_64,$(shell uname -m)),$(NEED) gcc-mingw-w64-x86-64 wine)
	@JOBS=$(JOBS) tests/hosts.sh

sizes:
	@$(NEED) gcc gcc-arm-none-eabi libnewlib-arm-none-eabi clang lld binaryen
	@MAKE="$(MAKE)" bench/sizes.sh $(PROFILES)

# ---- the rest ------------------------------------------------------------------------------------

format:
	@$(NEED) clang-format
	clang-format -i $(SOURCES)

# The header; what pkg-config and find_package() of CMake read; the licence. No library: its capacities are those of the
# program that compiles it.
INCLUDE   := $(DESTDIR)$(PREFIX)/include
SHARE     := $(DESTDIR)$(PREFIX)/share
CMAKE_SET := verlet2d-config.cmake verlet2d-config-version.cmake
VERSION    = $$(sed -n 's/^\#define V2D_VERSION_[A-Z]* \([0-9]*\)$$/\1/p' verlet2d.h | paste -s -d . -)
install:
	install -d $(INCLUDE) $(SHARE)/pkgconfig $(SHARE)/cmake/verlet2d $(SHARE)/doc/verlet2d
	install -m 644 verlet2d.h $(INCLUDE)/
	sed -e "s|@PREFIX@|$(PREFIX)|" -e "s|@VERSION@|$(VERSION)|" examples/cmake/verlet2d.pc.in >$(SHARE)/pkgconfig/verlet2d.pc
	chmod 644 $(SHARE)/pkgconfig/verlet2d.pc
	install -m 644 $(addprefix examples/cmake/,$(CMAKE_SET)) $(SHARE)/cmake/verlet2d/
	install -m 644 LICENSE $(SHARE)/doc/verlet2d/

uninstall:
	rm -f $(INCLUDE)/verlet2d.h $(SHARE)/pkgconfig/verlet2d.pc $(SHARE)/doc/verlet2d/LICENSE \
	    $(addprefix $(SHARE)/cmake/verlet2d/,$(CMAKE_SET))
	-rmdir $(SHARE)/cmake/verlet2d $(SHARE)/doc/verlet2d

clean:
	rm -rf $(B)
