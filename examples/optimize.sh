#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# usage: optimize.sh BUILD PROGRAM [ARGUMENT...]
#
# Makes a program faster with clang, without touching its source: builds it, builds it to be
# profiled, profiles it, and builds it again with the profile. BUILD is a command that compiles
# all of the program with $CC and $CFLAGS. PROGRAM and its ARGUMENTs are a typical run:
#
#	optimize.sh 'make -B CC="$CC" CFLAGS="$CFLAGS"' ./prog input.txt
#
# Before and after, it prints how many instructions the run executed. CC can be set, to
# clang++, or to clang-16 for example; then llvm-profgen-16 must be installed. CFLAGS, -O2 if
# it is not set, must have no -fprofile option.
#
# PROGRAM.prof remains. Keep it with the sources: as long as these change little, it can be
# used again, by -fprofile-sample-use=PROGRAM.prof and the same other options.
set -eu
if [ $# -lt 2 ]; then
	sed -n '/^# usage/s/^# //p' "$0" >&2
	exit 2
fi
build=$1 program=$2
shift
export CC="${CC:-clang}"
options=${CFLAGS:--O2}

# clang reads what llvm-profgen of the same release writes
release=$("$CC" -dumpversion)
for profgen in "llvm-profgen-${release%%.*}" llvm-profgen ''; do
	! command -v "$profgen" >/dev/null || break
done
if [ -z "$profgen" ]; then
	echo "$0: expected llvm-profgen of LLVM ${release%%.*}, found none" >&2
	exit 2
fi

profile=$(mktemp)
trap 'rm -f "$profile" "$profile".*' EXIT

# count PROGRAM [ARGUMENT...]: builds it and sets instructions
count() {
	export CFLAGS
	sh -ec "$build"
	cg-collect -q --expect-success --cache-sim=no -o "$profile" -- "$@"
	instructions=$(cg-sum --by=input --events=Ir --format=plain "$profile")
}

CFLAGS=$options
count "$@"
before=$instructions

# the profile says how often lines ran, so that each line and each copy of it must be
# known, and static functions of two files that share a name
options="$options -g -fdebug-info-for-profiling -funique-internal-linkage-names"
# code that the compiler makes one, as two calls through one pointer, has no line, so that
# nobody would know which functions it called; the program without that is profiled only
CFLAGS="$options -mllvm -sink-common-insts=0 -mllvm -hoist-common-insts=0"
CFLAGS="$CFLAGS -mllvm -enable-tail-merge=0"
sh -ec "$build"
cg-collect -q --expect-success --calls --dump-instr=yes --collect-jumps=yes \
	--cache-sim=no -o "$profile" -- "$@"
cg-export --to=llvm-profgen --object="$program" -o "$profile.ranges" "$profile"
# it asks for more samples, but these are not samples: the counts are exact
"$profgen" --unsymbolized-profile="$profile.ranges" --use-offset=0 \
	--binary="$program" --output="$program.prof" 2>"$profile.log" || {
	cat "$profile.log" >&2
	exit 1
}

# the second option infers the counts of blocks from those of lines by network flow
case $program in /*) path=$program.prof ;; *) path=$PWD/$program.prof ;; esac
CFLAGS="$options -fprofile-sample-use=$path -mllvm -sample-profile-use-profi"
count "$@"
echo "$before instructions before, $instructions after"
