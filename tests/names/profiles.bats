#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Names in profiles: at once and later, of another build, of code made at run time.
# bats file_tags=long

load ../lib/collecting
load ../lib/names

setup_file() {
	build calls.c -O1
	build containers.cc -O1
	build workers.c -O1
	build act.c -O0
}

# a run whose counts do not change
collect() {
	cg-collect -q "${REPRODUCIBLY[@]}" "$@"
}

# bats test_tags=slow
@test "names later are the names at once, byte for byte, in all modes" {
	while read -r options; do
		# shellcheck disable=SC2086 # words
		collect $options -o once containers
		# shellcheck disable=SC2086
		collect $options --names=later containers | cg-names | cmp - once ||
			fail "$options"
	done <<-'end'
		--cache-sim=no
		--branch-sim=yes
		--calls --cache-sim=no
		--calls --collect-jumps=yes --cache-sim=no
		--calls --dump-instr=yes --collect-jumps=yes
		--calls --separate-callers=2 --cache-sim=no
		--toggle-collect=main --cache-sim=no
	end
}

# bats test_tags=slow
@test "dumps and regions are the same when they are named later" {
	cat >dumps.c <<-'end'
		#include <cg-tools/regions.h>
		#include <valgrind/callgrind.h>
		__attribute__((noinline)) static void work(volatile int n) { while (n > 0) n--; }
		int main(void)
		{
			CG_REGION("first half") work(50);
			work(40);
			CALLGRIND_DUMP_STATS_AT("first half");
			for (int i = 0; i < 2; i++)
				CG_REGION("second") CG_REGION("inner") work(30);
			CALLGRIND_DUMP_STATS;
			CG_REGION("end") work(20);
		}
	end
	cc -g -O1 -I "$TESTS/../include" -o dumps dumps.c
	for options in --inline=yes --separate-threads=yes --stacks; do
		collect --cache-sim=no --calls $options -o once ./dumps
		collect --cache-sim=no --calls ${options#--inline=yes} --names=later ./dumps |
			cg-names | same once - "$options"
	done
	grep -x 'desc: Trigger: Client Request: first half' once
	grep -x 'desc: Region: first half' once
}

@test "threads keep their parts when they are named later" {
	collect --calls --cache-sim=no --separate-threads=yes --names=later -o later \
		workers apart
	cg-names -o named later
	[ "$(grep -c '^thread:' named)" -eq "$(grep -c '^thread:' later)" ]
	[ "$(grep -c '^thread:' named)" -gt 1 ]
	cg-sum --check named
	grep -q '^fl=.*/workers\.c$' named
}

@test "a profile without names has addresses, objects, functions and totals" {
	collect --cache-sim=no --names=later -o later act work 10
	collect --cache-sim=no -o once act work 10
	[ "$(grep -c '^desc: Names:  *later, without build IDs$' later)" -eq 1 ]
	[ "$(grep -c '^desc: Build IDs: .* /.*/act[;]' later)" -eq 1 ]
	grep -q '^fn=burn$' later
	[ "$(sed -n "s/^totals: //p" later)" = "$(sed -n "s/^summary: //p" once)" ]
	cg-sum --check later
	# and each address is an address of burn() in the program
	read -r start size < <(nm -S "$BATS_FILE_TMPDIR/act" |
		awk '$4 == "burn" { print "0x" $1, "0x" $2 }')
	awk '/^fn=/ { inside = $0 == "fn=burn" } inside && /^0x/ { print $1 }' later >burn
	[ -s burn ]
	while read -r address; do
		((address >= start && address < start + size)) || fail "$address"
	done <burn
}

@test "what is named can be filtered as what was named at once" {
	collect --cache-sim=no --names=later -o later act work 10
	collect --cache-sim=no -o once act work 10
	cg-names <later | cg-filter --file='/act\.c$' --drop >one
	cg-filter --file='/act\.c$' --drop once | grep -v '^desc: Build IDs' |
		same - <(grep -v '^desc: Build IDs' one)
	grep -q '^fn=burn$' one
}

@test "a profile that has names, and options that do not go together, are refused" {
	collect --cache-sim=no -o once act
	refuses 2 'once: expected a profile by cg-collect --names=later, found one with names' \
		cg-names once
	refuses 125 '--names: expected now or later, found "never"' \
		cg-collect --names=never act
	refuses 125 '--reproducible excludes --debuginfod, whose answers change' \
		cg-collect --reproducible --debuginfod act
}

@test "a stripped program is named elsewhere, by its build ID" {
	cp "$BATS_FILE_TMPDIR/act" whole
	id=$(readelf -n whole | awk '/Build ID/ { print $3 }')
	mkdir -p "debug/.build-id/${id:0:2}"
	objcopy --only-keep-debug whole "debug/.build-id/${id:0:2}/${id:2}.debug"
	cp whole act
	strip act
	collect --cache-sim=no --names=later -o later ./act work 10
	exits 1 grep '^fn=burn$' later
	rm act
	cg-names debug -o named later 2>err
	collect --cache-sim=no -o once ./whole work 10
	same <(awk '/^fn=/ { inside = $0 == "fn=burn" } inside && /^[0-9]/' named) \
		<(awk '/^fn=/ { inside = $0 == "fn=burn" } inside && /^[0-9]/' once)
	# with calls, functions without symbols have the names, too
	cp whole act
	strip act
	collect --cache-sim=no --calls --names=later ./act work 10 |
		cg-names debug -o calls
	[ "$(cg-filter --function='^burn$' --drop calls | cg-sum --format=tsv | tail -1)" = \
		"$(cg-filter --function='^burn$' --drop once | cg-sum --format=tsv | tail -1)" ]
}

# bats test_tags=slow
@test "another build at the path is never used" {
	cp "$BATS_FILE_TMPDIR/act" act
	collect --cache-sim=no --names=later -o later ./act work 10
	sed 's/burn/turn/g' "$TESTS/programs/act.c" >turn.c
	cc -g -O0 -I "$TESTS/../include" -o act turn.c -pthread
	cg-names -o named later 2>err
	grep -x "cg-names: files and lines are missing: $PWD/act: another build is at this path now" err
	grep -q '^fn=burn$' named
	exits 1 grep 'turn' named
	cg-sum --check named
	# the same, if the program itself is replaced while it runs
	cp "$BATS_FILE_TMPDIR/act" act
	cat >run <<-'end'
		#!/bin/sh
		./act work 10 && cp turned act
	end
	cp /bin/true turned
	chmod +x run
	cg-collect -q -f --cache-sim=no -o named ./run 2>err
	grep -E "/act: another build is at this path now$" err
	grep -q '^fn=burn$' named
	rm act
	cg-names -o named later 2>err
	grep -x "cg-names: files and lines are missing: $PWD/act: No such file or directory" err
}

@test "two builds at one path in one run do not share lines" {
	sed 's/\<burn\>/burn/; 1i\
	\
	' "$TESTS/programs/act.c" >moved.c
	cc -g -O0 -I "$TESTS/../include" -o moved moved.c -pthread
	cp "$BATS_FILE_TMPDIR/act" act
	cat >run <<-'end'
		#!/bin/sh
		./act work 10
		rm act && cp moved act
		./act work 10
	end
	chmod +x run
	cg-collect -q -f --cache-sim=no -o p.cg ./run 2>err
	# what one of them did has its lines or none, and nothing of the other
	[ "$(burnt p.cg)" -eq "$((2 * $(collect --cache-sim=no act work 10 | burnt)))" ]
	files=$(awk '/^fl=/ { file = $0 } /^fn=burn$/ { print file }' p.cg | sort -u)
	[ "$(grep -c '/act\.c$\|/moved\.c$' <<<"$files")" -le 1 ]
	cg-sum --check p.cg
}

@test "an object without a build ID is known by the start of its file" {
	cc -g -O0 -Wl,--build-id=none -I "$TESTS/../include" -o act "$TESTS/programs/act.c" \
		-pthread
	collect --cache-sim=no --names=later -o later ./act work 10
	grep -q "^desc: Build IDs: .*head-[0-9a-f]\{16\} $PWD/act[;]" later
	cg-names later | grep '^fl=.*/act\.c$'
	cc -g -O1 -Wl,--build-id=none -I "$TESTS/../include" -o act "$TESTS/programs/act.c" \
		-pthread
	cg-names -o named later 2>err
	grep -x "cg-names: files and lines are missing: $PWD/act: another build is at this path now" err
}

@test "an object without section headers has lines of its debug file" {
	cp "$BATS_FILE_TMPDIR/act" whole
	id=$(readelf -n whole | awk '/Build ID/ { print $3 }')
	mkdir -p "debug/.build-id/${id:0:2}"
	objcopy --only-keep-debug whole "debug/.build-id/${id:0:2}/${id:2}.debug"
	objcopy --strip-section-headers whole act 2>/dev/null || python3 - <<-'end'
		program = bytearray(open('whole', 'rb').read())
		program[40:48] = bytes(8)  # e_shoff
		program[58:64] = bytes(6)  # e_shentsize, e_shnum, e_shstrndx
		open('act', 'wb').write(program)
	end
	chmod +x act
	collect --cache-sim=no --names=later -o later ./act work 10
	cg-names debug later | awk '/^fn=/ { inside = $0 == "fn=burn" }
		inside && /^[0-9]/ { sum += $2 } END { exit sum < 10 }'
}

# bats test_tags=slow
@test "cg-merge lists the build IDs of all profiles, and adds no addresses of two builds" {
	mkdir a b
	cc -g -O0 -o a/one -x c - <<<'int main(void) { return 0; }'
	cc -g -O0 -o b/two -x c - <<<'int main(void) { return 0; }'
	for program in a/one b/two; do
		cg-collect -q --cache-sim=no -o ${program#*/}.cg $program
		cg-collect -q --cache-sim=no --names=later -o ${program#*/}.later $program
	done
	cg-merge -o both.cg one.cg two.cg
	grep -q "^desc: Build IDs: .* $PWD/a/one; .* $PWD/b/two; " both.cg
	[ "$(grep -c '^desc: Build IDs' both.cg)" -eq 1 ]
	# what is merged without names is named as what is merged with names
	cg-merge one.later two.later | cg-names | cmp - both.cg
	cc -g -O0 -o a/one -x c - <<<'int main(int n, char **v) { return n - 1; }'
	cg-collect -q --cache-sim=no -o again.cg a/one
	cg-collect -q --cache-sim=no --names=later -o again.later a/one
	cg-merge -o both.cg one.cg again.cg
	exits 2 cg-merge -o never one.later again.later 2>err
	grep -x "cg-merge: again.later: expected the build of $PWD/a/one that an earlier profile has, found another one (cg-names first?)" err
	[ ! -e never ]
}

@test "reports do not print build IDs" {
	collect --cache-sim=no --calls --dump-instr=yes -o p.cg act
	grep -q '^desc: Build IDs:' p.cg
	for format in classic terminal html; do
		cg-annotate --format=$format p.cg >report 2>/dev/null || continue
		exits 1 grep 'Build IDs' report
	done
	collect --cache-sim=no -o p.cg act
	exits 1 grep 'Build IDs' p.cg
}

@test "cg-diff names other builds, and their part of the change" {
	mkdir old new
	cc -g -O0 -o old/p -x c - <<<'int main(void) { return 0; }'
	cc -g -O0 -o new/p -x c - <<<'int main(int n, char **v) { return n * n - 1; }'
	for side in old new; do
		cg-collect -q --cache-sim=no -o $side.cg $side/p
		cg-collect -q --cache-sim=no --calls -o $side.calls $side/p
	done
	cg-diff old.cg new.cg 2>err >/dev/null
	grep -x 'cg-diff: other builds: p' err
	cg-diff old.calls new.calls 2>err >/dev/null
	grep -E '^cg-diff: other builds, with their part of the change of [-+][0-9,]+ Ir: p \+[0-9]+$' err
	# no part of a change if nothing changed
	id=$(sed -n 's/^desc: Build IDs: *\([0-9a-f]*\) [^ ]*old\/p;*.*/\1/p' old.calls)
	[ ${#id} -eq 40 ]
	sed "s/$id/${id:1}${id:0:1}/" old.calls >other.calls
	cg-diff old.calls other.calls 2>err >/dev/null
	grep -x 'cg-diff: other builds: p' err
	cg-diff old.cg old.cg 2>err >/dev/null
	exits 1 grep 'other builds' err
}

@test "code made at run time has the names that the program leaves for perf" {
	cc -O1 -o jit -x c - <<-'end'
		#include <stdio.h>
		#include <string.h>
		#include <sys/mman.h>
		#include <unistd.h>
		int main(int argc, char **argv)
		{
			/* a loop of 3 instructions, 10,000 times, and 2 around it */
			static const unsigned char code[] = {0x31, 0xc0, 0xff, 0xc0, 0x3d,
				0x10, 0x27, 0, 0, 0x75, 0xf7, 0xc3};
			char *m = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			char name[64];
			memcpy(m, code, sizeof code);
			memcpy(m + 256, code, sizeof code);
			sprintf(name, "/tmp/perf-%d.map", (int)getpid());
			FILE *f = fopen(name, "w");
			fprintf(f, "%lx c replaced\n%lx c py::fib:/a b.py\nnonsense\n",
				(long)m, (long)m);
			if (argc == 1)
				fprintf(f, "%lx 10 other\n", (long)m + 256);
			fclose(f);
			int r = ((int (*)(void))m)() + ((int (*)(void))(m + 256))();
			puts(name);
			return r != 20000;
		}
	end
	[ "$(uname -m)" = x86_64 ] || skip 'the code is for x86-64'
	cg-collect -q --cache-sim=no -o p.cg ./jit >names
	rm -f "$(cat names)"
	same - <(awk '/^f[ln]=/ { name[$1 ~ /^fn/] = $0 }
		$2 == 30002 || $2 == 30003 { print name[0], name[1] }' p.cg) <<-'end'
		fl=/a b.py fn=fib
		fl=??? fn=other
	end
	exits 1 grep replaced p.cg
	cg-collect -q --cache-sim=no --calls --inline=no -o p.cg ./jit >names
	rm -f "$(cat names)"
	grep -A1 -x 'cob=\[JIT\]' p.cg | grep -x 'cfn=.*'
	grep -qx 'cfn=other' p.cg
	cg-sum --check p.cg
	# code without a name stays ???
	cg-collect -q --cache-sim=no -o p.cg ./jit 1 >names
	rm -f "$(cat names)"
	exits 1 grep -x 'fn=other' p.cg
}

# compilers PROFILE: prints the compilers that it names, without the flags of this system
compilers() {
	sed -n 's/^desc: Compilers: *//p' "$1" | sed -E 's/ -(m[a-z]+=[^ ]*|fasynchronous-unwind-tables)//g'
}

# bats test_tags=slow
@test "a profile names the compilers of the program and of its own libraries, with flags" {
	echo 'int twice(int x) { return 2 * x; }' >twice.c
	echo 'int twice(int x); int main(void) { return twice(3) != 6; }' >main.c
	version=$(echo 'int x;' | gcc -g -S -x c -o - - | sed -n 's/.*"\(GNU C[0-9]* [0-9.]*\).*/\1/p' | sed 1q)
	gcc -g -O1 -c main.c
	gcc -g -O2 -c twice.c
	gcc -o both main.o twice.o
	collect --cache-sim=no -o both.cg ./both
	[ "$(compilers both.cg)" = "$version -g -O1 | $version -g -O2" ]
	collect --calls --cache-sim=no --names=later ./both | cg-names >later.cg
	[ "$(compilers later.cg)" = "$(compilers both.cg)" ]
	# a library of its own; one compiler is named once
	gcc -g -O2 -fPIC -shared -o libtwice.so twice.c
	gcc -g -O2 -o linked main.c -L. -ltwice -Wl,-rpath,"$PWD"
	collect --cache-sim=no -o linked.cg ./linked
	[ "$(compilers linked.cg)" = "$version -g -O2 -fPIC | $version -g -O2" ]
	# both profiles in one
	cg-merge both.cg linked.cg >sum.cg
	[ "$(compilers sum.cg)" = "$version -g -O1 | $version -g -O2 -fPIC | $version -g -O2" ]
	# the debug information of another file, or of none
	objcopy --only-keep-debug both both.debug
	strip both
	objcopy --add-gnu-debuglink=both.debug both
	collect --cache-sim=no -o stripped.cg ./both
	grep '^fn=twice' stripped.cg
	[ -z "$(compilers stripped.cg)" ]
	cg-merge stripped.cg linked.cg >sum.cg
	[ "$(compilers sum.cg)" = "$(compilers linked.cg)" ]
}

@test "a compiler's name with control characters, or of any length, is left out" {
	for producer in 'good compiler 1 -O9' 'clang version 9 /usr/bin/clang -O2 -c x.c' 'bad\ncompiler' \
		"$(printf 'x%.0s' {1..5000})"; do
		cat >crafted.s <<-end
			.globl main
			main: .cfi_startproc
			xorl %eax, %eax
			ret
			.cfi_endproc
			end:
			.section .debug_abbrev,"",@progbits
			.byte 1, 0x11, 0, 0x25, 8, 0x03, 8, 0x11, 1, 0x12, 1, 0x10, 0x17, 0, 0, 0
			.section .debug_info,"",@progbits
			.long 1f - 0f
			0: .short 4
			.long .debug_abbrev
			.byte 8, 1
			.asciz "$producer"
			.asciz "crafted.c"
			.quad main, end
			.long .Lline
			1:
			.section .debug_line,"",@progbits
			.Lline: .long 3f - 2f
			2: .short 4
			.long 5f - 4f
			4: .byte 1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0
			.asciz "crafted.c"
			.byte 0, 0, 0, 0
			5: .byte 0, 9, 2
			.quad main
			.byte 1, 2, 3, 0, 1, 1
			3:
		end
		gcc -no-pie -o crafted crafted.s
		collect --cache-sim=no ./crafted | sed -n 's/^desc: Compilers: *//p'
	done >named
	same named - <<-'end'
		good compiler 1 -O9
		clang version 9
	end
}
