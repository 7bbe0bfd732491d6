#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Inlined functions: which are at an address, what they are called, and their rows.

load ../lib/names
load ../lib/collecting

# bats file_tags=long

# a profile of the C++ program with rows of inlined functions, and one without
setup_file() {
	[ -x "$B/bin/cg-names" ] || return 0
	cd "$BATS_FILE_TMPDIR" || return 1
	g++ -std=c++17 -g -O2 -o inlined "$TESTS/programs/inlined.cc"
	collect --inline=yes -o yes.cg ./inlined
	collect --inline=no -o no.cg ./inlined
}

setup() {
	enter_with_sources
}

collect() {
	cg-collect -q --cache-sim=no "${REPRODUCIBLY[@]}" "$@"
}

# for tests that need these
both() {
	cp "$BATS_FILE_TMPDIR"/{inlined,yes.cg,no.cg} .
}

# chains OBJECT: prints the inlined functions of each address that has any, the innermost first
chains() {
	code "$1" | "$B/unit/names" --inlined "$1" | awk -F'\t' 'NF > 3 {
		out = $1
		for (i = 4; i <= NF; i++) {
			sub(/ \([^()]*:[0-9]+\)$/, "", $i)
			out = out " " $i
		}
		print out
	}'
}

# chains_by PROGRAM OBJECT: the same by addr2line or another program with its options
chains_by() {
	code "$2" | "$1" -aif -e "$2" | awk '
		function flush() {
			if (n > 2)
				print out
		}
		/^0x/ { flush(); sub(/^0x0*/, ""); out = $0; n = 0; next }
		++n % 2 == 0 { next }
		n > 1 { out = out " " last }
		{ last = $0 }
		END { flush() }'
}

# bats test_tags=slow
@test "the inlined functions at each address are the same as in addr2line and llvm-addr2line" {
	local program
	gcc -O2 -g -o gcc "$TESTS/programs/report.c"
	gcc -O2 -g -flto -o gcc-lto main.c part/sum.c
	gcc -O2 -gdwarf-4 -o gcc-4 "$TESTS/programs/torture.c" -lm -pthread
	for program in gcc gcc-lto gcc-4; do
		chains $program >got
		[ "$(wc -l <got)" -gt 8 ]
		chains_by addr2line $program | same - got $program
	done
	command -v clang >/dev/null && command -v llvm-addr2line >/dev/null ||
		skip 'no clang or llvm-addr2line'
	clang -O2 -g -o clang "$TESTS/programs/report.c"
	clang -O2 -gdwarf-4 -o clang-4 "$TESTS/programs/torture.c" -lm -pthread
	for program in clang clang-4; do
		chains $program >got
		[ "$(wc -l <got)" -gt 8 ]
		chains_by llvm-addr2line $program | same - got $program
	done
}

# no_chain_is_shorter OBJECT...
no_chain_is_shorter() {
	need_command objdump binutils
	"$TESTS/lib/compare-inlined" "$B/unit/names" "$@" >comparison || fail "$(cat comparison)"
}

@test "what is inlined in lambdas, local types and nested functions has rows" {
	cat >local.cc <<-'END'
		static inline int half(int x) { return x / 2 + 1; }
		template <class F> static __attribute__((noinline)) int
		times(F f, int n) { int s = 0; for (int i = 0; i < n; i++) s += f(i ^ s); return s; }
		typedef int (*Function)(int);
		static inline Function choose(bool first)
		{
			class Local {
			public:
				static __attribute__((noinline)) int step(int x) { return half(x) * 3; }
			};
			if (first)
				return Local::step;
			return [](int n) { return half(n) ^ 5; };
		}
		int main(int argc, char **)
		{
			volatile Function a = choose(argc == 1), b = choose(argc == 2);
			auto outer = [&](int n) { return times([n](int x) { return half(x ^ n); }, n); };
			return a(argc) + b(argc) + times(outer, 9) == 4711;
		}
	END
	cat >nested.c <<-'END'
		static inline int half(int x) { return x / 2 + 1; }
		__attribute__((noinline)) int times(int (*f)(int), int n)
		{
			int s = 0;
			for (int i = 0; i < n; i++)
				s ^= f(i + s);
			return s;
		}
		static inline int go(int k, int n)
		{
			int nested(int x) { return half(x) + k; }
			return times(nested, n);
		}
		int main(int c, char **v) { (void)v; return go(c, 9) == 4711; }
	END
	for version in 4 5; do
		g++ -std=c++17 -O2 -gdwarf-$version -o local local.cc
		gcc -O2 -gdwarf-$version -o nested nested.c 2>/dev/null
		no_chain_is_shorter local nested
	done
	for program in local nested; do
		collect -o p.cg ./$program
		cg-sum --by=function p.cg | grep -E 'half(\(int\))?$'
	done
	"$B/unit/names" '--hosts=half(int)' local | cut -f 2 >hosts
	grep -Fx 'choose(bool)::{lambda(int)#1}::_FUN(int)' hosts
	grep -Fx 'choose(bool)::Local::step(int)' hosts
	"$B/unit/names" --hosts=half nested | same - <(printf 'half\tnested\n')
}

@test "a function that was inlined at line 0 keeps its row" {
	cat >zero.c <<-'END'
		static inline int twice(int x) { return x * 7 / 3; }
		int main(int argc, char **argv)
		{
			int sum = 0;
			for (int i = 0; i < 1000; i++)
		#line 0 "zero.c"
				sum ^= twice(argc + i);
			return sum == 4711;
		}
	END
	gcc -O2 -g -fno-tree-vectorize -o zero zero.c
	collect --calls -o p.cg ./zero
	grep -A 2 -x 'cfn=([0-9]*) twice' p.cg | sed 's/^0 .*/0/' | tail -n 2 |
		same - <(printf '%s\n' 'calls=1000 1' 0)
	cg-sum --check p.cg
}

# names_are_symbols COMPILER OPTION...: builds the program of C++ with and without inlining; each
# name of an inlined function must be the name of a symbol without
names_are_symbols() {
	local program=$TESTS/programs/inlined.cc
	"$1" -std=c++17 -g -O2 "${@:2}" -o inlined "$program"
	"$1" -std=c++17 -g -O0 -o plain "$program"
	code inlined | "$B/unit/names" --inlined inlined | cut -f 4- | tr '\t' '\n' |
		sed 's/ ([^()]*:[0-9]*)$//; s/\[abi:cxx11\]//g; /^$/d' | sort -u >names
	nm -C plain | cut -c 20- | sed 's/\[abi:cxx11\]//g' | sort -u >symbols
	# the library has functions that are never called; the return type of one template is
	# calculated in the source
	grep -E 'lambda|anonymous|lib::|^[^:]*\(' names | sed '/^int std::__invoke_r</d' >own
	mv own names
	comm -23 names symbols >others
	[ ! -s others ] || fail "$(cat others)"
	[ "$(wc -l <names)" -gt 30 ]
	grep -q '^lib::(anonymous namespace)::Table<long, 2, false, ' names
}

@test "names that gcc does not write come from symbols" {
	names_are_symbols g++
	grep -qx 'main::{lambda(int, int)#1}::operator()(int, int) const' names
	grep -q '^auto Lambdas::go(int)::{lambda(auto:1, auto:2 const&)#1}::operator()<int, long>' names
	names_are_symbols g++ -gdwarf-4
}

# built_names_are_symbols COMPILER OPTION...: the same for what is in named.cc; a function that
# the debug information cannot tell from its symbol is not in it
built_names_are_symbols() {
	"$1" -std=c++20 -g -O2 "${@:2}" -o inlined named.cc
	"$1" -std=c++20 -g -O0 -o plain named.cc
	code inlined | "$B/unit/names" --inlined inlined | cut -f 4- | tr '\t' '\n' |
		sed 's/ ([^()]*:[0-9]*)$//; /^$/d; /^std::/d' | sort -u >names
	nm -C plain | cut -c 20- | sort -u >symbols
	comm -23 names symbols | same /dev/null - "$*"
}

@test "types without names, values of all kinds and packs tell functions apart" {
	cat >named.cc <<-'END'
		#include <tuple>
		typedef enum { red, green } Color;
		typedef union { int i; float f; } Both;
		namespace box { typedef struct { int i; } Lid; }
		static inline int mix(Color *c, int n) { int s = 0; for (int i = 0; i < n; i++) s ^= s * *c + i; return s; }
		static inline int mix(Both *b, int n) { int s = 0; for (int i = 0; i < n; i++) s += s / 3 ^ b->i; return s; }
		static inline int mix(box::Lid *l, int n) { int s = 0; for (int i = 0; i < n; i++) s -= s / 5 ^ l->i; return s; }
		int x, y;
		namespace {
		enum Depth : short { low = -7 };
		enum class Level : unsigned short { high = 0xfff0 };
		struct Item { int m, k; int add(int n) { return n + m; } int sub(int n) { return n - m; } };
		int twice(int n) { return n * 2; }
		int thrice(int n) { return n * 3; }
		template <auto V> struct Value {
			int v;
			int go(int n) { int s = v; for (int i = 0; i < n; i++) s = s * 3 ^ (int)V; return s; }
		};
		template <int *P> int through(int n) { for (int i = 0; i < n; i++) *P ^= i * n; return *P; }
		template <int &R> int refer(int n) { for (int i = 0; i < n; i++) R ^= i * n; return R; }
		template <int (*F)(int)> struct Call {
			int go(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= F(s + i); return s; }
		};
		template <int (Item::*M)(int)> int member(Item &t, int n) { int s = 0; for (int i = 0; i < n; i++) s = (t.*M)(s * i); return s; }
		template <int Item::*M> int field(Item &t, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 ^ t.*M; return s; }
		struct A { int a; };
		struct B { int a; };
		template <class... T> int first(std::tuple<T...> t, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 ^ std::get<0>(t).a; return s; }
		template <class T> bool operator<(Item t, T n) { return t.m < n; }
		}
		int main(int argc, char **)
		{
			int n = argc * 1000, r;
			Color c = (Color)argc;
			Both b{argc};
			box::Lid l{argc};
			Item t{argc, 2};

			r = mix(&c, n) + mix(&b, n) + mix(&l, n);
			r += Value<(unsigned __int128)-6>{n}.go(n) + Value<-(__int128)5>{n}.go(n) +
			     Value<'a'>{n}.go(n) + Value<true>{n}.go(n) + Value<low>{n}.go(n) +
			     Value<Level::high>{n}.go(n) + Value<200ull>{n}.go(n) + Value<(signed char)-3>{n}.go(n) +
			     Value<(unsigned char)250>{n}.go(n) + Value<u'x'>{n}.go(n) + Value<-9l>{n}.go(n);
			r += through<&x>(n) + through<&y>(n) + refer<x>(n) + refer<y>(n);
			r += Call<twice>().go(n) + Call<thrice>().go(n);
			r += member<&Item::add>(t, n) + member<&Item::sub>(t, n) + field<&Item::m>(t, n) + field<&Item::k>(t, n);
			r += first(std::tuple<A>{{argc}}, n) + first(std::tuple<B, A>{{argc}, {1}}, n) + (t < n);
			auto all = [&](auto before) { return before + r; };
			auto some = [&]<class T>(T a, auto b, auto *c) { return a * b * *c; };
			auto sum = [](auto &&...q) { return (q + ... + 1); };
			auto count = [](const auto &a, auto... rest) { return a * (int)sizeof...(rest); };
			for (int i = 0; i < n; i++)
				r ^= all(3) + some(i, 2L, &i) + sum(i, r) + count(i, 2, 3.0);
			return r == 4711;
		}
	END
	for version in 4 5; do
		built_names_are_symbols g++ -gdwarf-$version
		[ "$(wc -l <names)" -gt 30 ]
	done
	need_command dwz
	dwz -o small inlined
	code small | "$B/unit/names" --inlined small | cut -f 4- >shared
	code inlined | "$B/unit/names" --inlined inlined | cut -f 4- | same - shared
}

@test "partial specialisations and types that are only declared have the arguments of their names" {
	cat >named.cc <<-'END'
		namespace {
		template <class T> struct Set { int v; int go(int n) { int s = v; for (int i = 0; i < n; i++) s = s * 3 ^ i; return s; } };
		template <class T> struct Set<T *> { int v; int go(int n) { int s = v; for (int i = 0; i < n; i++) s = s * 5 ^ i; return s; } };
		template <class R, class... A> struct Set<R(A...)> { int v; int go(int n) { int s = v; for (int i = 0; i < n; i++) s = s * 7 ^ i; return s; } };
		template <class T, int N> struct Set<T[N]> { int v; int go(int n) { int s = v; for (int i = 0; i < n; i++) s = s * 9 ^ i; return s; } };
		template <class T, bool B = true> struct Has { int v; int go(int n) { int s = v; for (int i = 0; i < n; i++) s = s * 3 ^ i; return s; } };
		template <class T> struct Has<T, false> { int v; int go(int n) { int s = v; for (int i = 0; i < n; i++) s = s * 11 ^ i; return s; } };
		template <class T, class U> struct Only;
		template <class T> int use(T *p, int n) { int s = p != nullptr; for (int i = 0; i < n; i++) s = s * 13 ^ i; return s; }
		struct Item {};
		}
		int main(int n, char **)
		{
			Only<const Item, long unsigned int> *one = nullptr;
			Only<const Item *, Only<Item, short>> *two = nullptr;
			return Set<int>{n}.go(n) + Set<int *>{n}.go(n) + Set<int(int)>{n}.go(n) + Set<int[3]>{n}.go(n) +
			       Set<const char *>{n}.go(n) + Has<int>{n}.go(n) + Has<int, false>{n}.go(n) +
			       use(one, n) + use(two, n);
		}
	END
	built_names_are_symbols g++
	[ "$(wc -l <names)" -eq 9 ]
}

@test "a function of C keeps its name in a program of C and C++ with -flto" {
	cat >work.c <<-'END'
		static int inner(int x) { return x * 3 % 7; }
		int work(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= inner(i + s); return s; }
	END
	cat >main.cc <<-'END'
		extern "C" int work(int);
		static int more(int n) { return work(n) / 3; }
		int main(int argc, char **) { return more(argc * 1000) == 4711; }
	END
	gcc -O2 -g -flto -c work.c
	g++ -O2 -g -flto -o program main.cc work.o
	code program | "$B/unit/names" --inlined program | cut -f 4- | tr '\t' '\n' |
		sed 's/ (.*//; /^$/d' | sort -u | same - <(printf '%s\n' inner 'more(int)' work)
}

# bats test_tags=slow
@test "functions of C++ that also have code of their own have the names of their symbols" {
	local linker
	cat >both.cc <<-'END'
		#include <type_traits>
		#include <cstdio>
		namespace {
		struct Tape { unsigned at; };
		template <class T> std::make_signed_t<decltype(T::at)> wind(T t, int n) {
			int s = t.at; for (int i = 0; i < n; i++) s = s * 9 ^ i; return s; }
		template <class T> auto play(T t, int n) -> decltype(T::at + n) {
			int s = t.at; for (int i = 0; i < n; i++) s = s * 9 ^ i; return s; }
		}
		template <int N> static std::enable_if_t<(N > 2), int> pause(int n) {
			if (__builtin_expect(n > 3, 1)) return n * N;
			for (int i = 0; i < 40; i++) n += printf("%d", i) ^ printf("%d", n) ^ printf("%d", N);
			return n; }
		extern "C" __attribute__((noinline)) int _ZN99short(int n) { return n * n; }
		int (*volatile winds)(Tape, int) = wind<Tape>;
		unsigned (*volatile plays)(Tape, int) = play<Tape>;
		int main(int argc, char **) {
			Tape t{unsigned(argc)};
			return (wind(t, 900) + play(t, 800) + winds(t, 7) + plays(t, 6) + pause<5>(argc + 3) +
				pause<5>(argc + 4) + _ZN99short(argc)) == 4711;
		}
	END
	g++ -O2 -g -fno-ipa-icf -ffunction-sections -o both both.cc
	nm -C both | grep -oE '[^ ]+ .*(wind|play|pause)<.*' | sed 's/^[^ ]* . //; s/ \[clone.*//' | sort >symbols
	code both | "$B/unit/names" --inlined both | cut -f 4- | tr '\t' '\n' | sed 's/ ([^()]*:[0-9]*)$//; /^$/d' |
		sort -u | same - symbols
	wc -l <symbols | same - <(echo 3)
	collect --calls -o both.cg ./both
	cg-sum --by=function --format=tsv both.cg | grep -cE 'wind<|play<' | same - <(echo 2)
	# where a linker has folded them, a symbol can be the other one's
	for linker in lld gold; do
		command -v ld.$linker >/dev/null || continue
		g++ -O2 -g -fno-ipa-icf -ffunction-sections -fuse-ld=$linker -Wl,--icf=all -o folded both.cc
		code folded | "$B/unit/names" --inlined folded | cut -f 4- | tr '\t' '\n' |
			grep -oE '(wind|play)<' | sort -u | same - <(printf '%s\n' 'play<' 'wind<')
	done
}

@test "names by clang come from symbols" {
	command -v clang++ >/dev/null || skip 'no clang'
	names_are_symbols clang++
}

# bats test_tags=slow
@test "functions of Rust have their whole names" {
	command -v rustc >/dev/null || skip 'no rustc'
	cat >prices.rs <<-'END'
		trait Price { fn price(&self) -> u64; }
		struct Item(u64);
		impl Price for Item {
		    #[inline(always)]
		    fn price(&self) -> u64 { self.0 * 3 }
		}
		#[inline(always)]
		fn total<T: Price>(items: &[T]) -> u64 { items.iter().map(|i| i.price() ^ 1).sum() }
		fn main() {
		    let items: Vec<Item> = (0..1000).map(|i| Item(i)).collect();
		    println!("{}", total(&items));
		}
	END
	for mangling in legacy v0; do
		rustc -O -g -C symbol-mangling-version=$mangling prices.rs 2>/dev/null ||
			rustc -O -g prices.rs
		collect --inline=yes -o p.cg ./prices
		cg-sum --by=function p.cg >functions
		grep -F 'prices.rs:<prices::Item as prices::Price>::price' functions
		grep -E 'prices.rs:prices::total(::<[^{]*>)?::\{closure#0\}' functions
	done
}

@test "closures and instances of generic functions of Rust have names of their own" {
	command -v rustc >/dev/null || skip 'no rustc'
	export RUSTC_BOOTSTRAP=1
	local options
	cat >scores.rs <<-'END'
		#[inline(never)]
		fn twice<F: Fn(u64) -> u64>(f: F, n: u64) -> u64 { (0..n).fold(n, |s, i| f(f(s ^ i))) }
		#[inline(never)]
		fn length<T: std::fmt::Debug>(value: T) -> u64 { format!("{:?}", value).len() as u64 }
		struct Queue<T> { items: Vec<T> }
		impl<T: Clone> Queue<T> {
		    #[inline(never)]
		    fn last_two(&self) -> Vec<T> { self.items.iter().rev().take(2).map(|i| i.clone()).collect() }
		}
		fn main() {
		    let n = std::env::args().count() as u64;
		    let steps: [Box<dyn Fn(u64) -> u64>; 2] =
		        [Box::new(move |x| x.wrapping_mul(n + 9)), Box::new(move |x| x.rotate_left(n as u32))];
		    let mut sum = twice(|x| x ^ 0x51, 400) ^ twice(|x| x.wrapping_add(n), 300);
		    for step in &steps { for i in 0..50 { sum ^= step(i); } }
		    sum ^= length(7u8) ^ length("seven") ^ length(Some(7i64));
		    let words = Queue { items: vec![String::from("a"), String::from("b")] };
		    let bytes = Queue { items: vec![1u8, 2, 3] };
		    println!("{} {:?} {:?}", sum, words.last_two(), bytes.last_two());
		}
	END
	for options in '-g -C opt-level=0' '-g -C opt-level=2' '-C opt-level=1'; do
		# shellcheck disable=SC2086
		rustc $options -C overflow-checks=off -Z unstable-options \
			-C symbol-mangling-version=legacy scores.rs
		"$TESTS/lib/compare-names" scores >comparison || fail "$(cat comparison)"
		collect --calls --inline=no -o s.cg ./scores >out
		cg-sum --by=function --format=tsv s.cg | cut -f 2 | grep -o '^scores::.*' >functions
		[[ $options != -g* ]] || grep -E '<|closure' functions |
			sed 's/alloc::[a-z]*:://; s/core::option:://' | LC_ALL=C sort -u >with_debug
		[[ $options = -g* ]] || grep -c '::h[0-9a-f]\{4\}$' functions >hashes
		[[ $options != *=0 ]] || same - with_debug <<-'END'
			scores::Queue<T>::last_two::{closure#0}<String>
			scores::Queue<T>::last_two::{closure#0}<u8>
			scores::Queue<T>::last_two<String>
			scores::Queue<T>::last_two<u8>
			scores::length<&str>
			scores::length<Option<i64>>
			scores::length<u8>
			scores::main::{closure#0}
			scores::main::{closure#1}
			scores::main::{closure#2}
			scores::main::{closure#3}
			scores::twice::{closure#0}<scores::main::{closure_env#2}>
			scores::twice::{closure#0}<scores::main::{closure_env#3}>
			scores::twice<scores::main::{closure_env#2}>
			scores::twice<scores::main::{closure_env#3}>
		END
	done
	# all but those of one instance
	[ "$(cat hashes)" -ge 6 ]
	# debug information without functions
	if rustc -C debuginfo=line-tables-only scores.rs 2>/dev/null; then
		"$TESTS/lib/compare-names" scores >comparison || fail "$(cat comparison)"
	fi
	# where they are inlined, too
	rustc -g -O scores.rs
	collect --calls -o s.cg ./scores >out
	cg-filter s.cg | grep -c 'fn=scores::main::{closure#[0-9]}$'
	cg-filter s.cg >rows
	run -1 grep -F 'fn=scores::main::{{closure}}' rows
}

# lines_of FILE: prints the cost of each line, without functions and lines 0
lines_of() {
	awk '/^fl=/ { file = $0 } /^[1-9]/ { n[file " " $1] += $2 }
	     END { for (line in n) print line, n[line] }' "$1" | sort
}

# bats test_tags=slow
@test "totals and lines are those without rows of inlined functions" {
	both
	[ "$(total yes.cg)" -eq "$(total no.cg)" ]
	"$TESTS/lib/canonical" <yes.cg
	grep -qx 'desc: Inlined functions: rows of their own' yes.cg
	exits 1 grep -q '^desc: Inlined' no.cg
	# only costs without a line have moved
	awk '/^0 / { n += $2 } END { print n + 0 }' no.cg >moved
	awk '/^0 / { n -= $2 } END { print n + 0 }' yes.cg >>moved
	join -a 1 -a 2 -t '|' <(lines_of no.cg | sed 's/ \([0-9]*\)$/|\1/') \
		<(lines_of yes.cg | sed 's/ \([0-9]*\)$/|\1/') |
		awk -F'|' '$3 != $2 { n += $3 - $2 } END { print n + 0 }' >changed
	[ "$(awk '{ n += $1 } END { print n }' moved)" -eq "$(cat changed)" ]
	grep -qxF 'fn=lib::(anonymous namespace)::Point::get(int) const' yes.cg
	exits 1 grep -qxF 'fn=lib::(anonymous namespace)::Point::get(int) const' no.cg
}

@test "instructions without a line count where their function is declared" {
	command -v clang >/dev/null || skip 'no clang'
	cat >loop.c <<-'END'
		int main(int argc, char **argv)
		{
			unsigned sum = argc;

			for (unsigned i = 0; i < 100000; i++)
				sum += i % 3 == 0 ? sum >> 3 : i % 5 == 0 ? sum * 7 : argv[0][i % 2];
			return sum == 4711;
		}
	END
	clang -g -O2 -o program loop.c
	collect --inline=no -o no.cg ./program
	collect --inline=yes -o yes.cg ./program
	# functions of our program; libraries can have code without debug information
	own() { awk -v f="$PWD" '/^fl=/ { own = index($0, f) } own && /^0 /' "$1"; }
	own no.cg >before
	own yes.cg | same /dev/null - 'lines 0'
	[ "$(total yes.cg)" -eq "$(total no.cg)" ]
	# their sum is said, once
	cg-collect --cache-sim=no "${REPRODUCIBLY[@]}" --inline=yes ./program 2>err >yes.cg
	cat no.cg <(sed 's/^0 /0 -/' yes.cg) |
		awk -v all="$(total yes.cg)" '/^0 / { n += $2 } END {
			printf "cg-collect: %.1f %% of the instructions have no line; ", 100 * n / all
			print "they count where their functions are declared" }' >wanted
	grep 'have no line' err | same wanted -
}

@test "a function that is inlined in one build only is one function" {
	both
	g++ -std=c++17 -g -O2 -fno-inline-functions -fno-inline-small-functions \
		-fno-inline-functions-called-once -o inlined "$TESTS/programs/inlined.cc"
	collect --inline=yes -o second.cg ./inlined
	cp yes.cg first.cg
	for build in first second; do
		cg-filter --level=function $build.cg | sed -n 's/^fn=//p' | sort -u >$build
	done
	# functions of the program that were inlined before are called now, by the same names
	grep -F 'lib::' first | grep -c . | grep -v -x 0
	comm -12 <(grep 'lambda\|anonymous' first) <(grep 'lambda\|anonymous' second) >common
	[ "$(wc -l <common)" -gt 20 ]
	cg-diff first.cg second.cg | cg-filter --function='Point::get' >change
	grep -q Point::get change
}

@test "cg-names --inline=yes gives the same profile" {
	cd "$BATS_FILE_TMPDIR" || return 1
	collect --names=later -o later ./inlined
	cg-names --inline=yes later | same yes.cg -
	cg-names --inline=no later | same no.cg -
}

@test "profiles with and without rows of inlined functions are not mixed" {
	both
	message='inlined functions have rows of their own in yes.cg and not in no.cg; make both with --inline=no'
	refuses 2 "$message" cg-diff yes.cg no.cg
	refuses 2 "$message" cg-diff no.cg yes.cg
	refuses 2 "$message" cg-merge no.cg yes.cg
	refuses 2 "$message" cg-sum yes.cg no.cg
	cg-merge yes.cg yes.cg | grep -x 'desc: Inlined functions: rows of their own'
	cg-diff yes.cg yes.cg | grep -x 'desc: Inlined functions: rows of their own'
}

@test "--inline is refused where it cannot be" {
	refuses 125 '--inline excludes --names=later' \
		cg-collect --names=later --inline=yes act
	refuses 125 '--inline: expected yes or no, found "maybe"' cg-collect --inline=maybe act
	refuses 2 '--inline: expected no, found "maybe"' cg-filter --inline=maybe
}
