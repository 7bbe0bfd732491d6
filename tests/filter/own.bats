#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-filter --own: which functions are one's own.

load ../lib/collecting

# functions_in FILE...: writes "in" in Cachegrind's format with a function in each file
functions_in() {
	{
		printf '%s\n' 'cmd: a' 'events: Ir'
		for file; do
			printf '%s\n' "fl=$file" fn=f '1 1'
		done
		echo "summary: $#"
	} >in
}

# own_files FILE...: prints the files that --own keeps
own_files() {
	functions_in "$@"
	cg-filter --own --drop in 2>/dev/null | sed -n 's/^fl=//p'
}

# all_own FILE...: --own must keep all of the files
all_own() {
	own_files "$@" | sort | same <(printf '%s\n' "$@" | sort) -
}

# none_own FILE...: --own must keep none of the files
none_own() {
	own_files "$@" | same /dev/null -
}

@test "files of the system, of distributions' builds, compilers and packages are not own" {
	none_own /usr/include/stdio.h /usr/src/x.c /usr/local/src/x.c \
		/usr/include/c++/12/bits/stl_vector.h /usr/lib/go-1.19/src/fmt/print.go \
		/lib/x.c /lib64/x.c /nix/store/abc-x/x.c /gnu/store/abc-x/x.c \
		./malloc/./malloc/malloc.c ./elf/../sysdeps/x86_64/dl-machine.h \
		./stdlib/cxa_finalize.c /build/glibc-2.36/elf/rtld.c \
		/build/glibc-SVDMOd/glibc-2.31/elf/rtld.c \
		/build/reproducible-path/zlib-1.2.13/inflate.c \
		/home/buildozer/aports/main/musl/src/x.c \
		/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/fmt/mod.rs \
		/rust/deps/hashbrown-0.16.1/src/raw.rs \
		/root/.rustup/toolchains/stable/lib/rustlib/src/rust/library/std/src/rt.rs \
		/home/me/.cargo/registry/src/index.crates.io-6f17d22bba15001f/x-1.0.0/src/x.rs \
		/srv/cargo/registry/src/github.com-1ecc6299db9ec823/x-1.0.0/src/x.rs \
		/home/me/.cargo/git/checkouts/x/src/x.rs \
		/home/me/go/pkg/mod/example.org/x@v1.2.3/x.go example.org/x@v1.2.3/x.go \
		/home/me/node_modules/x/y.js node_modules/x.js node:internal/fs \
		/srv/app/venv/lib/python3.11/site-packages/x.py \
		/opt/gcc/lib/gcc/x86_64-linux-gnu/13/../../../../include/c++/13/vector \
		/home/me/build/../../../usr/include/stdio.h \
		'<built-in>' '<frozen importlib._bootstrap>' '???' ''
}

@test "all other files are own, also if such words are a part of their names" {
	all_own x.c usr/x.c ./x.py src/lib/x.c /home/me/usr/x.c /home/me/usr/include/x.h \
		/usrx/x.c /home/me/lib/x.c /src/build/x-1.0/x.c /build/src/x.c /build/x.c \
		/build/my-app/x.c /opt/x/x.c /root/x.c /home/me/rustc/x.rs \
		/home/me/.cargo/x.rs /home/me/cargo/registry/x.rs /home/me/node_modules.js \
		/home/me/my_node_modules/x.js /home/me/go/pkg/x.go /home/me@v1/x.go \
		/home/me/site-packages.py '/home/me/<x>.c' /home/me/include/c++/x.h \
		/home/me/gcc/x.c /home/me/nix/store/x.c 'C:\new\x.c' \
		/usr/../home/me/x.c
}

@test "all files without own code: a message, and the exit status is 0" {
	functions_in /usr/x.c ./elf/rtld.c
	run -0 --separate-stderr cg-filter --own in
	# shellcheck disable=SC2154 # set by run
	same - <(echo "$stderr") <<-'END'
		cg-filter: --own: all functions in the profile are the system's, a compiler's or a package's
	END
	echo "$output" | sed 1,2d | same - <(printf '%s\n' 'fl=(filtered)' 'fn=(filtered)' '0 2' 'summary: 2')
	functions_in /usr/x.c x.c
	cg-filter --own --function=none in 2>&1 >out | exits 1 grep own
	# a name that is its own after renaming
	functions_in /usr/src/x.c
	cg-filter --strip-prefix=/usr/src --own in | grep -x fl=x.c
}

@test "no function that is own reaches the threshold: a message names the option" {
	printf '%s\n' 'events: Ir' fl=/usr/u.c fn=f '1 990' fl=a.c fn=f '1 5' fn=g '1 5' 'summary: 1000' >in
	{ echo '# callgrind format' && cat in; } >calls
	for input in in calls; do
		run -0 --separate-stderr cg-filter --own --threshold=2 $input
		# shellcheck disable=SC2154 # set by run
		[ "$stderr" = "cg-filter: no function is kept: --threshold=2 hides all that other options leave (2)" ]
		grep -x 'fn=(filtered)' <<<"$output"
		run -0 --separate-stderr cg-filter --own --threshold=.1 $input
		[ "$stderr" = '' ]
	done
	# functions that other options hide are their matter
	run -0 --separate-stderr cg-filter --function=none --threshold=2 in
	[ "$stderr" = 'cg-filter: --function: "none" matches nothing in the profile' ]
}

@test "other selections must agree" {
	printf '%s\n' 'cmd: a' 'events: Ir' fl=/usr/u.c fn=f '1 1' fl=a.c fn=f '1 20' \
		fn=g '1 300' 'summary: 321' >in
	filter_gives --own --function=f <<-'END'
		fl=(filtered)
		fn=(filtered)
		0 301
		fl=a.c
		fn=f
		1 20
		summary: 321
	END
	filter_gives --own --own --drop --not-function=f <<-'END'
		fl=a.c
		fn=g
		1 300
		summary: 300
	END
	filter_gives --own --drop --top=1 <<-'END'
		fl=a.c
		fn=g
		1 300
		summary: 300
	END
}

@test "in Callgrind's format, the object and the defining file decide" {
	cat >in <<-'END'
		version: 1
		creator: cg-tools
		positions: line
		events: Ir
		ob=/home/me/prog
		fl=/home/me/main.c
		fn=main
		1 1
		fi=/usr/include/x.h
		2 10
		fe=/home/me/main.c
		cob=/usr/lib/libc.so.6
		cfi=./stdio/printf.c
		cfn=printf
		calls=1 1
		3 100
		fl=???
		fn=asm
		1 1000
		fn=printf@plt
		1 0
		fl=./src/mapped.c
		fn=mapped
		1 2
		fl=/usr/include/x.h
		fn=inline
		1 4
		fi=/home/me/main.c
		1 8
		ob=/usr/lib/libc.so.6
		fl=./stdio/printf.c
		fn=printf
		1 100
		fl=/home/me/glibc/read.c
		fn=read
		1 16
		ob=[JIT]
		fl=/home/me/x.js
		fn=js
		1 32
		fl=???
		fn=stub
		1 64
		ob=???
		fl=???
		fn=lost
		1 128
		totals: 1365
	END
	cg-filter --own --drop in | sed -n 's/^fn=//p' | sort |
		same <(printf '%s\n' asm js main mapped) -
	cg-filter --own --drop in | sed -n 's/^totals: //p' | same <(echo 1045) -
	cg-filter --own in | sed -n 's/^totals: //p' | same <(echo 1365) -
	cg-filter --own in >out
	grep -A2 -x 'cfi=(filtered)' out | same - <(printf '%s\n' 'cfi=(filtered)' \
		'cfn=(filtered 1)' 'calls=1 0')
	cg-sum --check out
}

@test "of a C++ program, the functions in its source are left" {
	cat >prog.cc <<-'END'
		#include <algorithm>
		#include <cstdio>
		#include <vector>
		__attribute__((noinline)) static int next(int i)
		{
			return i * 7919 % 1000;
		}
		int main()
		{
			std::vector<int> list;
			for (int i = 0; i < 1000; i++)
				list.push_back(next(i));
			std::sort(list.begin(), list.end());
			std::printf("%d\n", list[0]);
		}
	END
	c++ -g -O1 -o prog prog.cc
	for option in --calls=no --calls; do
		cg-collect -q --cache-sim=no "$option" -o prog.cg ./prog >prog.out
		cg-filter --own --drop prog.cg | sed -n 's/^f[lie]=//p' >files
		grep -qx "$PWD/prog.cc" files
		cg-filter --own --drop prog.cg | sed -n 's/^fn=//p' | grep -x 'next(int)'
		cg-filter --own --drop prog.cg | sed -n 's/^fn=//p' | exits 1 grep printf
		# the costs of the rest are hidden, not lost
		check_same "the total, $option" "cg-sum prog.cg" \
			"cg-filter --own prog.cg | cg-sum"
		cg-filter --own prog.cg >own.cg
		cg-sum --check own.cg
	done
	cg-collect -q --cache-sim=no -o prog.cg ./prog >prog.out
	cg-filter --own --drop prog.cg | sed -n 's/^fl=//p' | sort -u |
		same <(echo "$PWD/prog.cc") -
	cg-collect -q --cache-sim=no --calls -o true.cg /bin/true
	cg-filter --own true.cg 2>err | sed -n 's/^fl=//p' | sort -u |
		same <(echo '(filtered)') -
	grep -c -- --own err | grep -x 1
}
