#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --data: cache misses by data.  The program runs as without: the profile of its
# code is the same, and each of its lines misses as often as data say.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	build blocks.c -O2 -fno-builtin
	build blocks.c -O2 -fno-builtin -static -o static
	build news.cc -O2
	build containers.cc -O2
	build act.c -O0
	build_32 blocks.c -O2 -fno-builtin -o blocks32
	cp "$BATS_FILE_TMPDIR/blocks" "$BATS_FILE_TMPDIR/stripped"
	strip "$BATS_FILE_TMPDIR/stripped" -o "$BATS_FILE_TMPDIR/stripped"
	strip "$BATS_FILE_TMPDIR/static" -o "$BATS_FILE_TMPDIR/static_stripped"
}

setup() {
	enter_with_programs
}

OWN=(--alloc-fn=pool_get:2 --free-fn=pool_put --alloc-fn=gives_up:1
	--alloc-fn=interrupted:1 --alloc-fn=is_left:1)

data_profile() {
	"$TESTS/lib/data-profile" "$@"
}

# collect [OPTION...] PROGRAM...: collects p.cg and d.cg, which must agree.  The caches are not
# the machine's, because how much data miss depends on them.
collect() {
	cg-collect -q --client-stdout=/dev/null --data=d.cg -o p.cg \
		--I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 "$@" 2>err ||
		fail "$*: $(cat err)"
	data_profile check d.cg p.cg
	cg-sum --check d.cg p.cg >/dev/null
}

# counts_alike [OPTION...] PROGRAM...: the same, and the profile of the code is as without
counts_alike() {
	collect "${REPRODUCIBLY[@]}" "$@"
	cg-collect -q --client-stdout=/dev/null "${REPRODUCIBLY[@]}" -o q.cg \
		--I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 "$@" 2>err
	check_same "$*" 'cg-merge q.cg' 'cg-merge p.cg'
}

# start OPTION...: starts a long collection in the background and waits until the program runs
start() {
	cg-collect "$@" --client-stdout=out act print up work 2000000000 2>err &
	wait_until grep -qs up out
}

# share KIND: prints the percentage of the misses on this kind of data
share() {
	data_profile kinds d.cg | sed -n "s/^($1) //p" | grep . || echo 0
}

@test "all lines miss as they do without, in all ways of allocating" {
	for scenario in failing forms handlers jumps mapped pooled resized variables wrapped; do
		counts_alike blocks $scenario
		collect "${OWN[@]}" blocks $scenario
	done
}

@test "what --alloc-fn names passes blocks on, and is no site" {
	collect blocks wrapped
	cg-sum --by=data --events=Al d.cg | grep ':get_block'
	for options in '' --allocs; do
		# shellcheck disable=SC2086
		collect $options --alloc-fn='get_bl*' blocks wrapped
		cg-sum --by=data --events=Al d.cg >data
		run -1 grep ':get_block' data
	done
	# the sites are the functions that allocate in the profile of the code
	cg-filter --object=heap --level=function d.cg | cg-sum --by=function --events=Al |
		sed -n 's/^ *\([0-9,]*\).*blocks\.c:\([a-z_]*\).*/\1 \2/p' | sort >data
	cg-sum --by=function --events=Al p.cg |
		sed -n 's/^ *\([1-9][0-9,]*\).*blocks\.c:\([a-z_]*\)$/\1 \2/p' | sort >code
	grep . code
	same data code
}

@test "--alloc-fn reaches allocators that were inlined" {
	cat >inlined.c <<-'END'
		#include <stdlib.h>
		struct item { struct item *next; long v[6]; };
		static inline void *obtain(size_t n)
		{
			void *block = calloc(1, n);
			if (block == NULL)
				abort();
			return block;
		}
		static inline struct item *make_item(long v)
		{
			struct item *item = obtain(sizeof *item);
			item->v[0] = v;
			return item;
		}
		__attribute__((noinline)) static struct item *fill(int n)
		{
			struct item *list = NULL;
			while (n-- > 0) {
				struct item *item = make_item(n);
				item->next = list;
				list = item;
			}
			return list;
		}
		int main(int argc, char **argv)
		{
			long sum = 0;
			(void)argv;
			for (struct item *item = fill(300 * argc); item != NULL; item = item->next)
				sum += item->v[0];
			return sum == 4711;
		}
	END
	gcc -O2 -g -o inlined inlined.c
	for case in obtain: make_item:--alloc-fn=obtain 'fill:--alloc-fn=obt* --alloc-fn=make_item'; do
		# shellcheck disable=SC2086 # words
		cg-collect -q --data ${case#*:} -o d.cg ./inlined 2>err
		same /dev/null err "$case"
		cg-sum --by=data --events=Al d.cg | grep -E "^ *300 .*inlined\.c:${case%%:*}: struct item"
	done
	cg-collect -q --data --alloc-fn=obtain --alloc-fn=nothing -o d.cg ./inlined 2>err
	same - err <<<'cg-collect: --alloc-fn=nothing: no such function called an allocation function'
}

@test "in Rust, the site is in the program, also if the library has functions for plain types" {
	need_command rustc
	cat >sites.rs <<-'END'
		trait Shape { fn area(&self) -> Vec<u8>; }
		impl Shape for i32 { fn area(&self) -> Vec<u8> {
		    vec![*self as u8; 11] } } // = 300
		impl Shape for Vec<u8> { fn area(&self) -> Vec<u8> {
		    vec![self[0]; 12] } } // = 300
		impl<T: Shape> Shape for [T] { fn area(&self) -> Vec<u8> {
		    vec![self.len() as u8; 13] } } // = 300
		#[derive(Debug)]
		struct Place { x: i32 }
		impl Clone for Place { fn clone(&self) -> Place {
		    let v = vec![self.x; 14]; // = 300
		    Place { x: v[3] } } }
		fn texts() -> Vec<String> {
		    (0..300).map(|i: i32|
		        format!("{:08}", i) // = 300
		    ).collect() }
		fn copies() -> Vec<Vec<u8>> {
		    (0..300).map(|_|
		        b"abc".to_vec() // = 300
		    ).collect() }
		fn numbers() -> std::collections::BTreeSet<String> {
		    (100..400).map(|i: i32|
		        i.to_string() // = 300
		    ).collect() }
		fn shapes(first: &[Vec<u8>]) -> usize {
		    let a: Vec<_> = (0..300).map(|i: i32| i.area()).collect();
		    let b: Vec<_> = a.iter().map(|i| i.area()).collect();
		    let c: Vec<_> = b.iter().map(|_| [1, 2][..].area()).collect();
		    let p: Vec<_> = vec![Place { x: 1 }; 301]; // the last one is moved
		    first.len() + a.len() + b.len() + c.len() + p[7].x as usize }
		fn main() { println!("{}", texts().len() + numbers().len() + shapes(&copies())); }
	END
	sed -n '/ = 300/=' sites.rs >lines
	for mangling in legacy v0; do
		rustc -g -C symbol-mangling-version=$mangling sites.rs 2>rustc.log ||
			rustc -g sites.rs
		collect --allocs ./sites
		data_profile lines p.cg | sed -n 's/^sites.rs \([0-9]*\) 300 .*/\1/p' | sort -n |
			same lines - "$mangling, code"
		cg-annotate --data --show=Al --top=99 --width=200 d.cg |
			sed -n 's/^ *300  .*  sites.rs:\([0-9]*\)$/\1/p' | sort -n |
			same lines - "$mangling, data"
	done
	rustc -O -g sites.rs
	collect ./sites
	cg-sum --by=data --events=Al d.cg >data
	run -1 grep -F /library/ data
	for function in 'texts::{closure#0}' 'copies::{closure#0}' 'numbers::{closure#0}'; do
		grep "^ *300 .*sites\.rs:sites::$function" data
	done
}

@test "the same with calls, stacks, branches and other caches" {
	for options in --calls --stacks --branch-sim=yes --names=now '--calls --dump-instr=yes' \
		'--D1=4096,1,32 --LL=65536,4,64' '--D1=32768,8,64 --I1=6144,3,64 --LL=262144,8,256' \
		'--calls --separate-threads=yes' --inline=no --line-use --sharing; do
		# shellcheck disable=SC2086
		case $options in
		--line-use | --sharing) collect $options blocks pooled ;;
		*) counts_alike $options blocks pooled ;;
		esac
	done
}

@test "the same of C++, static, stripped and 32-bit programs" {
	counts_alike news fails
	counts_alike containers 300
	for scenario in forms pooled mapped variables; do
		counts_alike static $scenario
		counts_alike stripped $scenario
		counts_alike static_stripped $scenario
		[ ! -e "$BATS_FILE_TMPDIR/blocks32" ] || counts_alike blocks32 $scenario
	done
}

@test "the same of programs that others wrote" {
	printf '%s\n' 'my %n; $n{$_ * 7919 % 1009} .= "x" x $_ for 1 .. 2000; print scalar %n' >a.pl
	counts_alike perl a.pl
	counts_alike gzip -c "$BATS_FILE_TMPDIR/blocks"
	counts_alike sed -n 's/a/b/gp' "$TESTS/programs/blocks.c"
	counts_alike sort "$TESTS/programs/blocks.c"
}

@test "threads and processes add up" {
	for options in '' --calls '--calls --separate-threads=yes'; do
		# shellcheck disable=SC2086
		collect $options blocks threads
		# shellcheck disable=SC2086
		collect $options blocks cancelled
		# shellcheck disable=SC2086
		collect $options -f "${OWN[@]}" blocks forks
	done
	collect -f sh -c "act work 1000; exec blocks variables"
	collect blocks forks
}

@test "thousands of threads, one after the other" {
	cat >many.c <<-'END'
		#include <pthread.h>
		#include <stdlib.h>
		static _Thread_local char own[4096];
		static void *run(void *block)
		{
			for (int i = 0; i < 4096; i += 64)
				own[i] = ((char *)block)[i]++;
			free(block);
			return malloc(100);
		}
		int main(void)
		{
			for (int i = 0; i < 3000; i++) {
				pthread_t thread;
				void *result;
				pthread_create(&thread, 0, run, calloc(1, 4096));
				pthread_join(thread, &result);
				free(result);
			}
			return 0;
		}
	END
	cc -g -O1 -pthread -o many many.c
	collect --allocs ./many
	data_profile lines p.cg >lines
	grep -x 'many.c 9 3000 300000' lines
	grep -x 'many.c 16 3000 12288000' lines
}

# bats test_tags=slow
@test "data are of the kind that they are" {
	collect blocks variables
	[ "$(share static)" -ge 60 ]
	[ "$(share thread-local)" -ge 10 ]
	[ "$(share stack)" -ge 8 ]
	[ "$(share heap)" -le 2 ]
	[ "$(share unknown)" -le 1 ]
	collect blocks mapped
	[ "$(share mapped)" -ge 15 ]
	[ "$(share heap)" -ge 70 ]
	[ "$(share unknown)" -le 1 ]
	data_profile misses '(heap)' map d.cg | awk '{ exit $1 < 60000 }'
	collect "${OWN[@]}" blocks pooled
	[ "$(data_profile misses '(heap)' pooled d.cg)" -gt 1800 ]
	[ ! -e "$BATS_FILE_TMPDIR/blocks32" ] || {
		collect blocks32 variables
		[ "$(share thread-local)" -ge 10 ]
		[ "$(share static)" -ge 60 ]
	}
}

@test "memory of the kernel is the owner's wherever it is moved, and a file's where it is mapped" {
	cat >maps.c <<-'END'
		#define _GNU_SOURCE
		#include <fcntl.h>
		#include <stdlib.h>
		#include <sys/mman.h>
		#include <unistd.h>
		enum { SIZE = 1 << 20 };
		static void touch(volatile char *p) { for (int i = 0; i < SIZE; i += 64) p[i]; }
		int main(int argc, char **argv)
		{
			for (int i = 1; i < argc; i++) {
				int fd = open(argv[i], O_RDWR | O_CREAT, 0600);
				if (ftruncate(fd, SIZE) < 0)
					return 1;
				/* all at one address */
				char *p = mmap((void *)0x30000000, SIZE, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0);
				touch(p);
				munmap(p, SIZE);
				close(fd);
			}
			char *p = mmap(0, SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			p = mremap(p, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)0x40000000);
			touch(p);
			return 0;
		}
	END
	cc -g -O1 -o maps maps.c
	collect ./maps one two three
	for file in one two three; do
		[ "$(data_profile misses '(mapped)' "$PWD/$file" d.cg)" = 16384 ]
	done
	[ "$(data_profile misses '(heap)' main d.cg)" = 16384 ]
}

@test "a library in the place of another one has its own blocks" {
	local i
	for i in 1 2; do
		cat >lib.c <<-END
			#include <stdlib.h>
			__attribute__((noinline)) void *get_$i(void) { return calloc(1, 1 << 16); }
			void use(void)
			{
				volatile char *p = get_$i();
				for (int i = 0; i < 1 << 16; i += 64)
					p[i]++;
				free((void *)p);
			}
		END
		cc -g -O1 -shared -fPIC -fno-builtin -o lib$i.so lib.c
	done
	cat >loads.c <<-'END'
		#include <dlfcn.h>
		int main(void)
		{
			for (int i = 0; i < 20; i++) {
				void *library = dlopen(i % 2 ? "./lib2.so" : "./lib1.so", RTLD_NOW);
				((void (*)(void))dlsym(library, "use"))();
				dlclose(library);
			}
			return 0;
		}
	END
	cc -g -O1 -o loads loads.c -ldl
	collect --allocs ./loads
	data_profile lines p.cg | grep '^lib.c' | same <(echo 'lib.c 2 20 1310720') -
	for i in 1 2; do
		data_profile misses '(heap)' get_$i d.cg | awk '{ exit $1 < 5000 }'
	done
}

@test "a block of a terabyte, if it is given" {
	cat >huge.c <<-'END'
		#include <stdlib.h>
		int main(void)
		{
			size_t size = (size_t)1 << 40;
			char *p = malloc(size), *q = malloc(64);
			if (p)
				p[0] = p[size / 2] = p[size - 1] = 1;
			q[0] = 1;
			free(p);
			free(q);
			return 0;
		}
	END
	cc -g -O0 -o huge huge.c
	collect ./huge
}

@test "parts of a program, and programs that toggle counting" {
	collect --toggle-collect=touch blocks pooled
	collect --toggle-collect=pooled --calls blocks pooled
	collect --zero-before=pool_put blocks pooled
	collect --dump-before=pooled blocks pooled
	collect --dump-after=touch --calls blocks pooled
	cat >toggles.c <<-'END'
		#include <cg-tools/cachegrind.h>
		#include <stdlib.h>
		int main(void)
		{
			volatile char *p = calloc(1, 1 << 20);
			for (int round = 0; round < 4; round++) {
				if (round % 2)
					CACHEGRIND_START_INSTRUMENTATION;
				else
					CACHEGRIND_STOP_INSTRUMENTATION;
				for (int i = 0; i < 1 << 20; i += 64)
					p[i]++;
			}
			return 0;
		}
	END
	cc -g -O1 -I "$TESTS/../include" -o toggles toggles.c
	for option in yes no; do
		collect --instr-at-start=$option ./toggles
		data_profile misses '(heap)' main d.cg | awk '{ exit $1 < 32000 }'
		collect --calls --instr-at-start=$option ./toggles
	done
}

@test "--data writes the profile that --data=FILE does, to the output" {
	collect "${REPRODUCIBLY[@]}" blocks pooled
	cg-collect -q "${REPRODUCIBLY[@]}" --data -o e.cg blocks pooled
	same d.cg e.cg
	cg-collect -q "${REPRODUCIBLY[@]}" --data blocks pooled | same d.cg -
	cg-collect -q "${REPRODUCIBLY[@]}" --data=- -o q.cg blocks pooled | same d.cg -
	same p.cg q.cg
}

@test "the output of the program does not get into a profile on standard output" {
	cg-collect -q --data=- -o p.cg echo text >out 2>err
	grep -x text err
	data_profile check out p.cg
}

@test "%p, %c and .gz in the name, and -z" {
	cg-collect -q --data=d.%p -o p.%p -f sh -c 'act work 10; act work 20; :'
	for profile in p.*; do
		data_profile check "d.${profile#p.}" "$profile"
	done
	[ "$(echo d.*)" = "$(echo p.* | sed s/p/d/g)" ]
	cg-collect -q --data=d.%c.gz -o p.cg act
	gzip -t d.act.gz
	zcat d.act.gz >d.cg
	data_profile check d.cg p.cg
	cg-collect -q -z --data=d.cg -o p.cg act
	gzip -t d.cg
}

@test "the file is checked before the program runs, as the one of -o" {
	complains_with 125 'cg-collect: none/d.cg: cannot write: No such file or directory' \
		cg-collect --data=none/d.cg -o p.cg act print ran
	complains_with 125 'cg-collect: .: cannot write: Is a directory' \
		cg-collect --data=. -o p.cg act print ran
	ln p.cg linked 2>/dev/null || { : >p.cg && ln p.cg linked; }
	mkdir one
	for files in 'd.cg d.cg' './d.cg d.cg' 'one/../d.cg ./d.cg' 'linked p.cg' '- -'; do
		complains_with 125 'cg-collect: --data=FILE: must not be the file of the profile (see cg-collect --help)' \
			cg-collect --data="${files% *}" -o "${files#* }" act print ran
	done
	complains_with 125 'cg-collect: --client-stdout: must not be the file of the profile (see cg-collect --help)' \
		cg-collect --data=linked --client-stdout=p.cg -o q.cg act print ran
	for files in 'd.%p p.cg' 'd.cg p.%p'; do
		complains_with 125 'cg-collect: --data=FILE: expected %p as in -o FILE: in both or in neither (see cg-collect --help)' \
			cg-collect --data="${files% *}" -o "${files#* }" act print ran
	done
	cg-collect -q --data=/dev/null -o /dev/null act
	echo old >p.cg
	run -125 cg-collect -q --data=/dev/full -o p.cg act
	same <(echo old) p.cg
	complains_with 125 'cg-collect: --data: expected a path, found "" (see cg-collect --help)' \
		cg-collect --data= -o p.cg act print ran
	[ ! -e d.cg ]
}

@test "options that leave no misses by data are refused" {
	complains_with 125 'cg-collect: --data needs --cache-sim=yes (see cg-collect --help)' \
		cg-collect --data --cache-sim=no act
	complains_with 125 'cg-collect: --data excludes --names=later (see cg-collect --help)' \
		cg-collect --data --names=later act
	complains_with 125 'cg-collect: --data excludes --calls; --data=FILE writes both profiles (see cg-collect --help)' \
		cg-collect --data --calls act
	complains_with 125 'cg-collect: --dump-every needs --data=FILE, a regular file (see cg-collect --help)' \
		cg-collect --data=/dev/null --dump-every=1 -o p.cg act
	cg-collect -q --data --cache-sim=no --cache-sim=yes -o d.cg act
	VALGRIND_OPTS=--cache-sim=no run -125 cg-collect -q --data -o e.cg act
	[[ $output == *'cgcollect: --data needs --cache-sim=yes'* ]]
	[ ! -e e.cg ]
}

@test "a program that fails keeps the files if it was expected to succeed" {
	echo old | tee d.cg >p.cg
	run -3 cg-collect -q --expect-success --data=d.cg -o p.cg act exit 3
	same <(echo old) d.cg
	same <(echo old) p.cg
	run -3 cg-collect -q --data=d.cg -o p.cg act exit 3
	data_profile check d.cg p.cg
}

@test "both profiles are written when asked for, at intervals, and if a signal ends the program" {
	start -q --data=d.cg -o p.cg
	both_there() { kill -USR1 $! && [ -e p.cg ] && [ -e d.cg ]; }
	wait_until both_there
	kill $!
	exits 143 wait $!
	data_profile check d.cg p.cg
	rm d.cg p.cg
	start -q --dump-every=1 --data=d.cg -o p.cg
	both_written() { [ -e p.cg ] && [ -e d.cg ]; }
	wait_until both_written
	kill $!
	exits 143 wait $!
	data_profile check d.cg p.cg
}

@test "a library that replaces malloc: its blocks are the program's" {
	cat >wraps.c <<-'END'
		#define _GNU_SOURCE
		#include <dlfcn.h>
		#include <stddef.h>
		void *malloc(size_t size)
		{
			static void *(*next)(size_t);
			if (!next)
				next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
			return next(size + 16);
		}
		void free(void *block)
		{
			static void (*next)(void *);
			if (!next)
				next = (void (*)(void *))dlsym(RTLD_NEXT, "free");
			next(block);
		}
	END
	cc -g -O1 -shared -fPIC -fno-builtin -o wraps.so wraps.c -ldl
	cat >uses.c <<-'END'
		#include <stdlib.h>
		int main(void)
		{
			for (int j = 0; j < 10; j++) {
				volatile char *p = malloc(50000);
				for (int i = 0; i < 50000; i += 64)
					p[i]++;
				free((void *)p);
			}
			return 0;
		}
	END
	cc -g -O1 -fno-builtin -o uses uses.c
	counts_alike "--set-env=LD_PRELOAD=$PWD/wraps.so" ./uses
	[ "$(data_profile misses '(heap)' main d.cg)" -gt 700 ]
}

@test "--data-type says what an allocator without a type makes" {
	cat >untyped.c <<-'END'
		#include <stdlib.h>
		struct item { long key; char pad[120]; };
		__attribute__((noinline)) void *get(size_t n) { return malloc(n); }
		int
		main(void)
		{
			char *p = get(20000 * sizeof(struct item));
			long sum = 0;
			for (int i = 0; i < 20000; i++)
				sum += ((struct item *)p)[i].key;
			return sum & 1;
		}
	END
	cc -O1 -g -o untyped untyped.c
	collect() {
		run -0 cg-collect -q --data=data "$@" -o /dev/null ./untyped
		largest=$(cg-sum --by=data --format=tsv --events=D1m --top=1 data | sed -n 2p)
	}
	collect
	[ -z "$output" ]
	[[ $largest == *$'\tget\t'* ]]
	for type in 'get=struct item' get=item untyped.c:3=item; do
		collect --data-type="$type"
		[ -z "$output" ]
		[[ $largest == *$'\tget: struct item\t'* ]]
	done
	cg-annotate --data='^get' data | grep '\.key'
	# what does nothing is named
	collect --data-type=nosuch=item --data-type='get=struct nosuch' --data-type=untyped.c:9=item
	[ "$output" = "cg-collect: --data-type=nosuch=item: nothing that missed was allocated at nosuch
cg-collect: --data-type=get=struct nosuch: no such type is known at get
cg-collect: --data-type=untyped.c:9=item: nothing that missed was allocated at untyped.c:9" ]
}

# misses DATUM: prints the misses on it, or on a field of it
misses() {
	"$TESTS/lib/data-rows" "$1" D1mr D1mw <p.cg | awk '{ print $1 + $2 }'
}

@test "who goes through an array in a structure misses on this member" {
	cat >members.c <<-'END'
		#include <stdlib.h>
		struct tagged { int id; short tag[30]; };
		struct columns {
			int n;
			struct tagged all[3000];
			struct { struct { float x, y; } at[2]; } boxes[1000];
			double last[4000];
		};
		struct row { double cell[40]; };
		struct columns here;
		struct row rows[1000];
		static volatile float sink;
		__attribute__((noinline)) static void
		use(struct columns *c)
		{
			float sum = 0;
			for (int i = 0; i < 3000; i++)
				sum += c->all[i].id;
			for (int i = 0; i < 3000; i++)
				for (int j = 0; j < 30; j++)
					sum += c->all[i].tag[j];
			for (int i = 0; i < 1000; i++)
				for (int j = 0; j < 4; j++)
					sum += ((float *)&c->boxes[i])[j];
			for (int i = 0; i < 4000; i++)
				sum += c->last[i];
			sink = sum;
		}
		int
		main(void)
		{
			struct columns *block = calloc(1, sizeof *block);
			long *words = (long *)&here;
			for (unsigned i = 0; i < sizeof here / 8; i++)
				words[i] = i;
			for (int i = 0; i < 1000; i++)
				for (int j = 0; j < 40; j++)
					sink += rows[i].cell[j];
			use(block);
			use(&here);
			return 0;
		}
	END
	cc -g -O1 -fno-tree-vectorize -o members members.c
	cg-collect -q --data --D1=32768,8,64 -o p.cg ./members
	for datum in here 'main: struct columns'; do
		[ "$(misses "$datum.all[].id")" -gt 2900 ]
		# where the tags are in a line is not always the same
		[ "$(misses "$datum.all[]")" -gt 5900 ]
		[ "$(misses "$datum.boxes[]")" -gt 240 ]
		[ "$(misses "$datum.last[]")" -gt 490 ]
	done
	[ "$(misses 'rows[].cell[]')" -gt 4900 ]
	# the line of the site is not where a member is declared
	cg-annotate --data='^main: struct columns$' --width=100 p.cg >out
	grep -E '  \.all\[\] *$' out
	grep -E '  \.all\[\]\.id  *members\.c:[0-9]*$' out
	# the first loop in main goes through all members
	[ $(($(misses here) - $(misses here.all[]) - $(misses here.boxes[]) - $(misses here.last[]))) -gt 3000 ]
}

@test "an array that is allocated has the fields of its elements, as one that is static" {
	cat >arrays.c <<-'END'
		#include <stdlib.h>
		struct big { long a[15]; long fp; };
		struct big here[50][20];
		int
		main(void)
		{
			struct big (*block)[20] = malloc(50 * sizeof *block);
			for (int i = 0; i < 50; i++)
				for (int j = 0; j < 20; j++)
					block[i][j].fp = here[i][j].fp = i;
			return 0;
		}
	END
	cc -g -O0 -o arrays arrays.c
	cg-collect -q --data --D1=32768,8,64 -o p.cg ./arrays
	for field in 'here[].fp' 'main: struct big [20][].fp'; do
		[ "$(misses "$field")" -ge 900 ] || fail "$field: $(misses "$field")" || return
	done
}

@test "of members of a union that overlap, the one that begins nearest has the misses" {
	cat >members.c <<-'END'
		struct parts { int lock, count; char pad[64]; int owner; };
		union as_mutex { struct parts data; char size[128]; long align; };
		union sized { char size[128]; struct parts data; };
		union numbers { long whole; struct { int low, high; } half; };
		union as_mutex mutex __attribute__((aligned(64)));
		union sized sized __attribute__((aligned(64)));
		union numbers numbers[1024];
		char large[1 << 20];
		int
		main(void)
		{
			for (int i = 0; i < 50; i++) {
				for (int j = 0; j < 1 << 20; j += 64)
					large[j]++;
				mutex.data.owner++;
				mutex.data.lock++;
				sized.data.owner++;
				sized.size[0]++;
				numbers[i * 16].half.high++;
			}
			return 0;
		}
	END
	cc -g -O0 -o members members.c
	cg-collect -q --data --D1=32768,8,64 -o p.cg ./members
	for field in mutex.data.owner mutex.data.lock sized.data.owner 'sized.size[]' 'numbers[].half.high'; do
		[ "$(misses "$field")" -ge 40 ] || fail "$field: $(misses "$field")" || return
	done
}

@test "the first thread-local variable has a name" {
	for declared in 'long first' 'int first = 3; __thread int second = 4'; do
		cat >local.c <<-END
			#include <string.h>
			__thread $declared;
			char large[65536];
			int main(void)
			{
				for (int i = 0; i < 500; i++) {
					first++;
					memset(large, i, sizeof large);
				}
				return 0;
			}
		END
		cc -g -O1 -o local local.c
		cg-collect -q --data --D1=32768,8,64 -o p.cg ./local
		[ "$(misses first)" -gt 490 ]
	done
}

@test "a block that ends in elements has their fields, whatever its size" {
	cat >ends.c <<-'END'
		#include <stdlib.h>
		struct cell { int count; float weight; };
		struct table { long n; struct cell cells[]; };
		__attribute__((noinline)) void *get(size_t size) { return malloc(size); }
		__attribute__((noinline)) static struct table *
		make(long n)
		{
			struct table *t = malloc(sizeof *t + n * sizeof *t->cells);
			t->n = n;
			return t;
		}
		__attribute__((noinline)) static float
		fill(struct table *t)
		{
			float sum = 0;
			for (long i = 0; i < t->n; i++)
				t->cells[i].count = i;
			for (long i = 0; i < t->n; i++)
				sum += t->cells[i].weight;
			return sum;
		}
		int
		main(int argc, char **argv)
		{
			struct table *named = get(48008);
			float sum = 0;
			for (int i = 0; i < 10; i++)
				sum += fill(make(6000 + i));
			named->n = 6000;
			return sum + fill(named) > argc + 1e30;
		}
	END
	cc -g -O1 -fno-tree-vectorize -o ends ends.c
	cg-collect -q --data --D1=32768,8,64 --data-type='get=struct table' -o p.cg ./ends
	[ "$(misses 'make: struct table.cells[].count')" -gt 7400 ]
	[ "$(misses 'make: struct table.cells[].weight')" -gt 7400 ]
	[ "$(misses 'get: struct table.cells[].count')" -gt 700 ]
	[ "$(misses 'get: struct table.cells[].weight')" -gt 700 ]
}
