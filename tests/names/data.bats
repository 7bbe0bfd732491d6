#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# What data is: variables, and types of what calls allocate.

load ../lib/names

# bats file_tags=long

setup() {
	[ -x "$B/bin/cg-names" ] || skip 'this build has no cg-names'
	enter_tmpdir
}

# a program of C with static data of all forms
c_variables() {
	cat >variables.c <<-'END'
		#include <stdint.h>
		struct pos { double x, y; };
		struct node {
			struct node *next;
			struct pos pos;
			char pad[8];
			struct { int a, b; } v[3];
			union { int i; float f; } u;
			unsigned low : 3, high : 13;
			struct { short inner; };
		};
		typedef struct { uint32_t id; char *name; } Edge;
		struct node nodes[4][5];
		static Edge edges[10];
		Edge *links[7];
		static uint64_t counters[3];
		__thread int local;
		static __thread struct pos locals[3] = {{1, 2}};
		int (*handler)(int);
		Edge *
		edge(int n)
		{
			return &edges[n];
		}
		int
		main(int argc, char **argv)
		{
			static volatile struct node cache;

			(void)argv;
			cache.u.i += argc;
			edges[argc].id = counters[argc]++;
			locals[argc].x = local = nodes[0][argc].high;
			return cache.u.i + edges[argc].id + locals[1].x + (links[0] != 0) + handler(1);
		}
	END
}

# ask PROGRAM [OPTION...]: answers the questions of standard input
ask() {
	local program=$1
	shift
	"$B/unit/data" "$@" "$program"
}

# variables PROGRAM [NAME...]: prints questions for the symbols that match
variables() {
	local program=$1 name
	shift
	for name; do
		nm "$program" | awk -v n="$name" '
			$2 ~ /^[bBdDrRuV]$/ && $3 ~ n { print "variable", $1 }'
	done | sort
}

# c_answers PROGRAM [OPTION...]: what c_variables has, by name, without fields
c_answers() {
	{
		variables "$1" '^nodes$' '^edges$' '^links$' '^counters$' '^handler$' '^(main\.)?cache'
		nm "$1" | awk '$3 ~ /^locals?$/ { print "thread-local", $1 }' | sort
	} | ask "$@" --no-fields | sort
}

node_fields() {
	printf '\t%s\n' 'next	0+8	:4' 'pos.x	8+8	:2' 'pos.y	16+8	:2' \
		'pad[]	24+8	:6' 'v[].a	32+4	3*8	:7' 'v[].b	36+4	3*8	:7' \
		'u.i	56+4	:8' 'u.f	56+4	:8' 'low	60+1	:9' 'high	60+2	:9' \
		'inner	62+2	:10'
}

@test "static and thread-local variables have types, in C of gcc and clang, DWARF 2 to 5" {
	local compiler version level
	c_variables
	{
		printf '%s\t+0\t%s\tvariables.c:%s\t%s\t%s\n' \
			cache 64 28 'struct node' 64 \
			counters 24 16 '[] uint64_t' 8 \
			edges 160 14 '[] Edge' 16 \
			handler 8 19 'int (*)(int)' 8 \
			links 56 15 '[] Edge *' 8 \
			local 4 17 int 4 \
			locals 48 18 '[] struct pos' 16 \
			nodes 1280 13 '[] struct node' 64
	} >wanted
	for compiler in gcc clang; do
		need_command $compiler
		for version in 2 3 4 5; do
			for level in 0 2; do
				$compiler -gdwarf-$version -O$level -o program variables.c
				c_answers program | same wanted - "$compiler $version $level"
				variables program '^nodes$' | ask program | tail -n +2 |
					same <(node_fields) - "fields: $compiler $version $level"
			done
		done
	done
}

# bats test_tags=slow
@test "an address in a variable is the variable's" {
	local start
	c_variables
	gcc -g -o program variables.c
	start=$(variables program '^nodes$' | sed 's/.* //')
	printf 'variable %x\n' $((0x$start - 1)) $((0x$start + 64)) $((0x$start + 1279)) \
		$((0x$start + 1280)) | ask program --no-fields | cut -f 1,2 |
		grep -c '^nodes' | same <(echo 2) -
}

@test "without debug information, variables have names and sizes of symbols" {
	c_variables
	gcc -o program variables.c
	c_answers program | same - <(printf '%s\t+0\t%s\t:0\t-\n' \
		cache.0 64 counters 24 edges 160 handler 8 links 56 local 4 locals 48 nodes 1280)
}

@test "what has no symbol is in a section" {
	local start
	c_variables
	gcc -g -o program variables.c
	variables program '^nodes$' >questions
	strip program
	ask program <questions | sed 's/[0-9][0-9]*/N/g' | same - <(printf '.bss\t+N\tN\t:N\t-\n')
	echo 'variable 7ffffffff000' | ask program | same - <(echo -)
	echo 'thread-local 0' | ask program | cut -f 1 | same - <(echo .tdata)
}

@test "a stripped program has the variables of its debug file, and shared debug information" {
	c_variables
	gcc -g -o program variables.c
	c_answers program >wanted
	{
		variables program '^nodes$' '^edges$'
		echo 'thread-local 0'
	} >questions
	ask program <questions >wanted
	objcopy --only-keep-debug program program.debug
	keep_by_id program.debug tree
	cp program other
	strip program
	ask program --directory="$PWD/tree" <questions | same wanted -
	need_command dwz
	gcc -g -o second variables.c
	dwz -m shared other second || return
	# where they are declared is in the shared file
	ask other <questions | cut -f 1-3,5- | sed -E 's/\t?:[0-9]+$//; s/\t$//' >answers
	cut -f 1-3,5- wanted | sed -E 's/\t?:[0-9]+$//; s/\t$//' | same - answers
}

@test "a library's variables and thread-local ones, and copies of them in a program" {
	c_variables
	gcc -g -shared -fPIC -o library.so variables.c
	c_answers library.so | same - <(printf '%s\n' \
		'cache	+0	64	variables.c:28	struct node	64' \
		'counters	+0	24	variables.c:16	[] uint64_t	8' \
		'edges	+0	160	variables.c:14	[] Edge	16' \
		'handler	+0	8	variables.c:19	int (*)(int)	8' \
		'links	+0	56	variables.c:15	[] Edge *	8' \
		'local	+0	4	variables.c:17	int	4' \
		'locals	+0	48	variables.c:18	[] struct pos	16' \
		'nodes	+0	1280	variables.c:13	[] struct node	64')
}

@test "split debug information has variables, and says where they and their fields are declared" {
	local compiler version
	c_variables
	for compiler in gcc clang; do
		need_command $compiler
		for version in 4 5; do
			$compiler -gdwarf-$version -o program variables.c
			variables program '^nodes$' '^edges$' '^cache$' | ask program >wanted
			grep -q 'variables.c:13' wanted
			$compiler -gdwarf-$version -gsplit-dwarf -o program variables.c
			variables program '^nodes$' '^edges$' '^cache$' | ask program |
				same wanted - "$compiler $version"
		done
	done
}

@test "variables of C++ are qualified, and have the fields of base classes" {
	local compiler
	cat >classes.cc <<-'END'
		#include <string>
		#include <vector>
		namespace app {
		struct Base { virtual ~Base() {} int b; };
		struct Item : Base { double v[2]; static int total; static std::vector<Item *> all; };
		int Item::total = 3;
		std::vector<Item *> Item::all;
		namespace { unsigned long sizes[5]; }
		template <typename T> struct Holder { static T held[4]; };
		template <typename T> T Holder<T>::held[4];
		}
		typedef struct { int a; } Plain;
		Plain plain[3];
		app::Item *last;
		int f(int n) { static app::Item cache; cache.b += n; last = &cache; return last->b + app::sizes[n]++; }
		int main(int c, char **) {
			app::Item::all.push_back(nullptr);
			app::Holder<int>::held[c] = c;
			return f(c) + app::Item::total + plain[1].a + app::Holder<int>::held[2];
		}
	END
	for compiler in g++ clang++; do
		need_command $compiler
		$compiler -g -O1 -o program classes.cc
		variables program '^(_ZN3app|plain|_ZZ1fiE5cache)' | ask program --no-fields | cut -f 1-3,5- |
			sort | grep -v guard | same - <(printf '%s\n' \
			'app::(anonymous namespace)::sizes	+0	40	[] unsigned long	8' \
			'app::Holder<int>::held	+0	16	[] int	4' \
			'app::Item::all	+0	24	std::vector<app::Item*, std::allocator<app::Item*> >	24' \
			'app::Item::total	+0	4	int	4' \
			'f(int)::cache	+0	32	app::Item	32' \
			'plain	+0	12	[] Plain	4') $compiler
		variables program '^_ZZ1fiE5cache' | ask program | tail -n +2 | cut -f 2,3 |
			same - <(printf '%s\n' '_vptr	0+8' 'b	8+4' 'v[]	16+16') $compiler
	done
}

@test "statics of Rust have types" {
	need_command rustc
	cat >statics.rs <<-'END'
		enum Shape { Circle(f64), Rect { w: u32, h: u64 }, None }
		static TABLE: [u64; 5] = [1, 2, 3, 4, 5];
		static mut SHAPES: [Shape; 2] = [Shape::Circle(1.0), Shape::None];
		fn main() {
		    let n = std::env::args().count();
		    unsafe {
		        SHAPES[n & 1] = Shape::Rect { w: TABLE[n % 5] as u32, h: 3 };
		        let shapes = &raw const SHAPES;
		        if let Shape::Circle(x) = (*shapes)[0] { println!("{}", x); }
		    }
		}
	END
	rustc -g -O -o program statics.rs 2>rustc.log
	variables program 'statics5TABLE' 'statics6SHAPES' | ask program | sort | same - <(printf '%s\n' \
		'	Circle.__0	8+8' '	Rect.h	8+8' '	Rect.w	4+4' '	discriminant	0+4' \
		'statics::SHAPES	+0	32	statics.rs:3	[] statics::Shape	16' \
		'statics::TABLE	+0	40	statics.rs:2	[] u64	8')
}

# --- sites

# sites PROGRAM [UNIT]: prints questions for the calls of malloc, calloc, realloc and
# operator new, in the order of their lines
sites() {
	objdump -d --no-show-raw-insn "$1" | awk -v unit="${2:-0}" '
		call != "" { print call, substr($1, 1, length($1) - 1), unit; call = "" }
		/call.*<(malloc|calloc|realloc|_Znwm|_Znam)@plt>/ {
			call = "site " substr($1, 1, length($1) - 1)
		}' >questions
	sed 's/site \([^ ]*\).*/\1/' questions | addr2line -e "$1" |
		sed 's/.*:\([0-9]*\).*/\1/' | paste -d ' ' - questions | sort -n -s |
		cut -d ' ' -f 2-
}

# types PROGRAM [UNIT]: prints line and type of each of these calls, each once
types() {
	sites "$@" >asked
	awk '{ print $2 }' asked | addr2line -e "$1" | sed 's/.*:\([0-9]*\).*/\1/' >lines
	ask "$1" --no-fields <asked | cut -f 1 | paste -d ' ' lines - | sort -u | sort -n -s
}

# bats test_tags=slow
@test "in C, types of what is allocated come from code and debug information" {
	local compiler version level
	cat >sites.c <<-'END'
		#include <stdlib.h>
		struct node { struct node *next; long v; };
		struct list { int n; struct node *head; struct node **index; char *name; };
		typedef struct { double x, y, z; } Vec;
		Vec *vectors;
		__attribute__((noinline)) void use(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }
		__attribute__((noinline)) struct node *
		node_new(void)
		{
			struct node *made = calloc(1, sizeof(struct node));
			use(made);
			return made;
		}
		__attribute__((noinline)) void
		fill(struct list *list, int n)
		{
			list->head = malloc(sizeof *list->head);
			list->index = malloc(n * sizeof *list->index);
			list->name = malloc(10);
		}
		int
		main(int argc, char **argv)
		{
			struct list list;
			double *numbers = malloc(argc * sizeof *numbers);
			struct node *node;
			void *nothing = malloc(24);

			use(numbers);
			use(nothing);
			fill(&list, argc);
			vectors = calloc(argc, sizeof *vectors);
			node = malloc(sizeof *node);
			if (node == NULL)
				return 1;
			node->v = numbers[0] = argc; use(node);
			list.head->v = nothing == argv;
			return node->v + list.head->v + node_new()->v + vectors[0].x;
		}
	END
	printf '%s\n' '10 struct node' '17 struct node' '18 struct node *' '19 -' '25 double' \
		'27 -' '32 Vec' '33 struct node' >wanted
	for compiler in gcc clang; do
		need_command $compiler
		for version in 4 5; do
			for level in 0 1 2 3; do
				$compiler -gdwarf-$version -O$level -o program sites.c
				types program | same wanted - "$compiler $version $level"
				# without the source
				mv sites.c hidden
				types program | same wanted - "$compiler $version $level, no source"
				mv hidden sites.c
			done
		done
	done
}

@test "a type whose size does not divide those of the blocks is not taken" {
	cat >program.c <<-'END'
		#include <stdlib.h>
		struct node { struct node *next; long v; };
		struct node *node;
		int main(void) { node = malloc(sizeof *node); return node != NULL; }
	END
	gcc -g -o program program.c
	[ "$(types program 20)" = '4 struct node' ]
	[ "$(types program 8)" = '4 -' ]
	[ "$(types program 18)" = '4 -' ]
}

@test "a line that declares pointers to several types says none of them" {
	cat >program.c <<-'END'
		#include <stdlib.h>
		void *kept;
		__attribute__((noinline)) void *same(void *p) { return kept = p; }
		int
		main(void)
		{
			double *a = same(malloc(80));
			double *b = same(malloc(80)); int *c = same(malloc(80)); short **d = same(malloc(80));
			int *e = same(malloc(80)); char *f = same(malloc(80));
			void *g = same(malloc(80)); int *h = same(malloc(80));
			int *i = same(malloc(80)), *j = same(malloc(80)), k = 1;
			long *l = same(malloc(80)); struct { int v[3]; } *m = same(malloc(80));
			*a = *b = *c = *e = *f = *h = *i = *j = k;
			*l = m->v[0] = d != g;
			return *a == 7;
		}
	END
	printf '%s\n' '7 double' '8 -' '9 -' '10 -' '11 int' '12 long' >wanted
	for options in -O0 -O1 '-m32 -O0'; do
		# shellcheck disable=SC2086 # options
		gcc -g $options -o program program.c || continue
		types program 80 | same wanted - "$options"
	done
}

@test "elements that follow a header have fields, as many as there is room for" {
	local compiler version level
	cat >program.c <<-'END'
		#include <stddef.h>
		#include <stdlib.h>
		struct entry { int key; struct { short lo, hi; } range[2]; };
		struct page { struct page *next; int mark[0]; int n; struct entry entries[]; };
		typedef struct { short len; long v[0]; } Old;
		typedef struct { int len; char text[]; } Text;
		__attribute__((noinline)) void use(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }
		struct page *kept;
		int
		main(int n, char **argv)
		{
			struct page *a = malloc(sizeof *a + n * sizeof a->entries[0]);
			use(a);
			struct page *b = malloc(offsetof(struct page, entries) + n * sizeof(struct entry));
			use(b);
			kept = malloc(offsetof(struct page, entries[n]));
			Old *old = calloc(1, sizeof(Old) + n * sizeof(long));
			use(old);
			Text *text = malloc(sizeof *text + n + 1);
			use(text);
			return a->n + b->n + old->len + text->len;
		}
	END
	for compiler in gcc clang; do
		need_command $compiler
		for version in 4 5; do
			for level in 0 2; do
				$compiler -gdwarf-$version -O$level -o program program.c
				for unit in 1 4 28 100; do
					types program $unit | same - <(printf '%s\n' '12 struct page' '14 struct page' \
						'16 struct page' '17 Old' '19 Text') "$compiler $version $level"
				done
			done
		done
		sites program 28 >questions
		ask program <questions | sed 's/\t:[0-9]*$//' | awk '/^struct page/ { print; f = 1; next }
			/^[^\t]/ { f = 0 } f' | sed -n 1,7p | same - <(printf '%s\n' 'struct page	16' '	next	0+8' \
			'	n	8+4' '	entries[].key	12+4	*12' '	entries[].range[]	16+8	*12' \
			'struct page	16' '	next	0+8') $compiler
		ask program <questions | grep -x '	text\[\]	4+1	\*1	:6'
		ask program <questions | grep -x '	v\[\]	8+8	\*8	:5'
	done
}

@test "in C, arrays have the names of their elements, and fields in these" {
	local compiler
	cat >program.c <<-'END'
		#include <stdlib.h>
		struct big { long a[15]; long fp; };
		typedef struct { int x, y; } Pair;
		typedef struct big Row[20];
		void *kept[9];
		int
		main(void)
		{
			Row *r = malloc(5 * sizeof *r); kept[0] = r;
			struct big (*a)[20] = malloc(5 * sizeof *a); kept[1] = a;
			Pair (*b)[3][4] = malloc(5 * sizeof *b); kept[2] = b;
			struct big *(*c)[20] = malloc(5 * sizeof *c); kept[3] = c;
			struct big (**d)[20] = malloc(5 * sizeof *d); kept[4] = d;
			int (*e)[7] = malloc(5 * sizeof *e); kept[5] = e;
			return a[1][1].fp + b[0][0]->x + (*c != NULL) + (*d != NULL) + e[0][0];
		}
	END
	for compiler in gcc clang; do
		need_command $compiler
		$compiler -g -o program program.c
		types program 0 | cut -d' ' -f 2- | same - <(printf '%s\n' Row 'struct big [20]' \
			'Pair [3][4]' 'struct big * [20]' 'struct big (*) [20]' 'int [7]') $compiler
		sites program 0 >questions
		ask program <questions | cut -f 1-4 | awk '/^[^\t]/ { on = $1 != "Row" } on' |
			same - <(printf '%s\n' 'struct big [20]	2560' '	[].a[]	0+120	20*128' '	[].fp	120+8	20*128' \
				'Pair [3][4]	96' '	[].x	0+4	12*8' '	[].y	4+4	12*8' 'struct big * [20]	160' \
				'struct big (*) [20]	8' 'int [7]	28') $compiler
	done
}

@test "the type that the user wants is found by its name" {
	local name
	cat >program.c <<-'END'
		#include <stdlib.h>
		struct node { struct node *next; long v; };
		typedef struct { double x, y, z; } Vec;
		union both { int i; unsigned long n; };
		Vec vec;
		union both both;
		struct node **nodes;
		int main(void) { return malloc(48) != NULL; }
	END
	gcc -g -o program program.c
	sites program 30 >question
	while read -r name; do
		sed "s/$/ $name/" question | ask program --no-fields | cut -f 1
	done <<-'END' >answers
		struct node
		node
		Vec
		union both
		unsigned long
		struct node *
		struct other
		char
	END
	same - answers <<-'END'
		struct node
		struct node
		Vec
		union both
		unsigned long
		struct node *
		-
		char
	END
}

@test "the source says types in new, sizeof, casts and macros, and nothing if they differ" {
	cat >program.c <<-'END'
		#include <stdlib.h>
		struct a { long v[2]; };
		struct b { long v[3]; };
		typedef struct { int n; } C;
		#define NEW(type, n) calloc(n, sizeof(type))
		void *kept[9];
		void
		f(int n)
		{
			kept[0] = malloc(
			    (size_t)n * sizeof(struct a));
			kept[1] = malloc(sizeof(struct a) + sizeof(struct b));
			kept[2] = (struct b *)malloc(n);
			kept[3] = NEW(C, n);
			kept[4] = /* sizeof(struct a) */ malloc(n);
			kept[5] = malloc(sizeof((*(struct a *)kept[0]).v[0]));
			kept[6] = malloc(sizeof(char) * 48);
		}
		int main(int argc, char **argv) { struct b b; C c; f(argc); return *kept == &b || *kept == &c || *argv == *kept; }
	END
	gcc -g -O1 -o program program.c
	types program | same - <(printf '%s\n' '10 struct a' '12 -' '13 struct b' '14 C' '15 -' '16 -' '17 -')
}

@test "a pointer to the beginning of something larger does not say what is made" {
	cat >program.c <<-'END'
		#include <stdlib.h>
		struct base { int kind; };
		struct derived { struct base base; long v[3]; };
		#define SIZE sizeof(struct derived)
		struct base *made;
		struct derived other;
		int main(void) { made = malloc(SIZE); return made != NULL; }
	END
	gcc -g -o program program.c
	[ "$(types program 20)" = '7 -' ]
	[ "$(types program 4)" = '7 struct base' ]
	sed -i 's/malloc(SIZE)/malloc(sizeof(struct derived))/' program.c
	[ "$(types program 20)" = '7 struct derived' ]
	cat >program.cc <<-'END'
		struct Base { virtual ~Base() {} };
		struct Derived : Base { long v[3]; };
		Base *made;
		__attribute__((noinline)) Base *make() { return new Derived; }
		int main() { made = make(); return made != nullptr; }
	END
	g++ -g -O2 -o program program.cc
	[ "$(types program 20)" = '4 Derived' ]
	mv program.cc hidden
	[[ $(types program 20) != *Base* ]]
}

@test "if a call can allocate either of two types of one size, it has none" {
	cat >program.c <<-'END'
		#include <stdlib.h>
		struct tree { struct tree *left, *right; long key; };
		struct heap { double at[3]; };
		int made;
		void *kept[4];
		__attribute__((noinline)) static void *tree(int n)
		{
			struct tree *t = calloc(n, sizeof(struct tree));
			if (t == NULL) abort();
			made++;
			return t;
		}
		__attribute__((noinline)) static void *heap(int n)
		{
			struct heap *h = calloc(n, sizeof(struct heap));
			if (h == NULL) abort();
			made++;
			return h;
		}
		__attribute__((noinline)) static void *both(int n) { kept[0] = malloc(sizeof(struct tree)); kept[1] = malloc(24 * n); return kept; }
		__attribute__((noinline)) static void *line(int n)
		{
			struct tree *t; struct heap *h; kept[2] = calloc(n, 24);
			t = kept[2]; h = kept[2];
			return t->left == (void *)h ? kept : (void *)h;
		}
		__attribute__((noinline)) static void *pass(void *p) { __asm__ volatile("" : "+r"(p)); return p; }
		__attribute__((noinline)) static long passed(int n)
		{
			struct tree *t = pass(malloc(24 * n));
			struct tree *u = pass(malloc(24 * n)); struct heap *h = pass(malloc(24 * n));
			return t->key + u->key + h->at[0];
		}
		int main(int argc, char **argv) { return passed(argc) || tree(argc) == heap(argc) || both(argc) == line(argc); }
	END
	gcc -g -O2 -o program program.c
	nm program | awk '$3 == "tree" || $3 == "heap" { print $1 }' | sort -u | wc -l | same - <(echo 1)
	types program 18 | same - <(printf '%s\n' '8 -' '20 -' '23 -' '30 struct tree' '31 -')
	# not folded
	gcc -g -O2 -fno-ipa-icf -o program program.c
	types program 18 | sed -n 1,2p | same - <(printf '%s\n' '8 struct tree' '15 struct heap')
	# a user knows
	gcc -g -O2 -o program program.c
	sites program 18 | sed -n '1s/$/ struct heap/p' | ask program --no-fields | cut -f 1 | same - <(echo 'struct heap')
}

@test "arrays of C++ that have a destructor begin after their number" {
	cat >program.cc <<-'END'
		#include <memory>
		struct Page { long key; double w; char c; ~Page(); };
		struct Book { Page first; int n; };
		struct Note { long key; double w; char c; ~Note() = default; };
		struct Loud { virtual ~Loud() = default; double w[2]; };
		struct alignas(16) Wide { double x[4]; ~Wide(); };
		long ended;
		Book *books; Note *notes;
		Page::~Page() { ended += key; }
		Wide::~Wide() { ended++; }
		__attribute__((noinline)) void use(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }
		int main(int argc, char **)
		{
			use(new Page[argc]);
			use(new Book[argc * 2]);
			use(new Note[argc * 3]);
			use(new Loud[argc * 4]);
			use(new Wide[argc * 5]);
			use(std::make_unique<Page[]>(argc * 6).get());
			return 0;
		}
	END
	g++ -std=c++17 -g -O1 -o program program.cc
	sites program >questions
	# blocks of 3 elements, or of several numbers of them; sizes are in hexadecimal
	fields() {
		sed -n "$1s/ 0\$/ $2/p" questions | ask program | cut -f 1-3 | tr '\t\n' ' ;'
	}
	for size in 50 8; do
		[ "$(fields 1 $size)" = 'Page 24; (count) 0+8; key 8+8; w 16+8; c 24+1;' ]
	done
	[ "$(fields 2 68)" = 'Book 32; (count) 0+8; first.key 8+8; first.w 16+8; first.c 24+1; n 32+4;' ]
	# no room for a number
	[ "$(fields 1 48)" = 'Page 24; key 0+8; w 8+8; c 16+1;' ]
	[ "$(fields 3 48)" = 'Note 24; key 0+8; w 8+8; c 16+1;' ]
	[ "$(fields 3 50)" = '-;' ]
	[ "$(fields 4 50)" = 'Loud 24; (count) 0+8; _vptr 8+8; w[] 16+16;' ]
	[ "$(fields 5 70)" = 'Wide 32; (count) 0+16; x[] 16+32;' ]
	[[ $(fields 6 50) = 'Page 24; (count) 0+8;'* ]]
	# a user says it
	mv program.cc hidden
	[ "$(fields 1 50)" = '-;' ]
	[[ $(fields 1 '50 Page') = 'Page 24; (count) 0+8;'* ]]
	[[ $(fields 6 50) = 'Page 24; (count) 0+8;'* ]]
}

@test "in C++, types come from allocators, constructors and new" {
	local compiler level
	cat >program.cc <<-'END'
		#include <list>
		#include <map>
		#include <vector>
		struct Base { virtual ~Base() {} int b = 1; };
		struct Edge : Base { double w[4]; Edge(int n); };
		Edge::Edge(int n) { w[0] = n; }
		std::vector<Base *> all;
		std::map<int, short> table;
		std::list<double> numbers;
		__attribute__((noinline)) void add(Base *base) { all.push_back(base); }
		int
		main(int argc, char **)
		{
			add(new Edge(argc));
			table[argc] = 1;
			numbers.push_back(argc);
			return all.size();
		}
	END
	printf '%s\n' 'Base*' Edge 'std::_List_node<double>' \
		'std::_Rb_tree_node<std::pair<int const, short> >' >wanted
	for compiler in g++ clang++; do
		need_command $compiler
		for level in 0 2; do
			$compiler -g -O$level -o program program.cc
			types program | cut -d ' ' -f 2- | sort -u | same wanted - "$compiler $level"
		done
	done
}

@test "in Rust, types come from what makes a Box" {
	need_command rustc
	cat >boxes.rs <<-'END'
		struct Node { next: Option<Box<Node>>, value: u32 }
		#[inline(never)]
		fn push(list: Option<Box<Node>>, value: u32) -> Option<Box<Node>> {
		    Some(Box::new(Node { next: list, value }))
		}
		fn main() {
		    let mut list = None;
		    for i in 0..std::env::args().count() as u32 { list = push(list, i); }
		    let node = list.unwrap();
		    println!("{} {}", node.value, node.next.is_none());
		}
	END
	rustc -g -O -o program boxes.rs 2>rustc.log
	objdump -d --no-show-raw-insn program | awk '
		call != "" { print call, substr($1, 1, length($1) - 1), 0; call = "" }
		/^[0-9a-f]+ <.*boxes4push/ { is_in = 1 }
		/^$/ { is_in = 0 }
		is_in && /call/ { call = "site " substr($1, 1, length($1) - 1) }' >questions
	ask program --no-fields <questions | grep -x 'boxes::Node	16' >/dev/null
}

# --- damaged objects

@test "programs with random changes to their debug information end no client" {
	local name
	c_variables
	gcc -gdwarf-5 -O1 -o gcc5 variables.c
	clang -gdwarf-4 -O1 -o clang4 variables.c || cp gcc5 clang4
	cat >sites.cc <<-'END'
		#include <map>
		#include <vector>
		struct Edge { int n; Edge(int n) : n(n) {} };
		std::vector<Edge *> all;
		std::map<int, short> table;
		int main(int argc, char **) { all.push_back(new Edge(argc)); table[1] = 2; return 0; }
	END
	g++ -g -O2 -o sites sites.cc
	for name in gcc5 clang4 sites; do
		"$TESTS/lib/mutate" $name 60
		{
			variables $name '^[a-z]' '^_ZN?[0-9]' '^all$' '^table$'
			echo 'thread-local 0'
			sites $name | sed 's/$/ struct node/; n'
		} >asked.$name
		"$B/unit/data" $name.* $name <asked.$name >answers 2>problems
		echo "$name: $(wc -l <problems) problems" >&2
		# the last one is whole
		"$B/unit/data" $name <asked.$name >wanted
		tail -n "$(wc -l <wanted)" answers | same wanted - $name
	done
}

@test "if cg-names dies, variables come from the symbols" {
	c_variables
	gcc -g -o program variables.c
	mkdir lib
	printf '#!/bin/sh\n[ -e %s/died ] || { touch %s/died; kill -SEGV $$; }\nexec %s "$@"\n' \
		"$PWD" "$PWD" "$B/bin/cg-names" >lib/cg-names
	chmod +x lib/cg-names
	PATH=$PWD/lib:$PATH
	variables program '^nodes$' | ask program 2>problems | same - <(echo 'nodes	+0	1280	:0	-')
	same - problems <<<'program: reading its debug information failed'
}
