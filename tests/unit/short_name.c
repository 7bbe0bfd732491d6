/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of C, C++, Rust, Go and Python in columns of several widths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "libreport/names/short_name.h"
#include "libreport/names/short_names.h"
#include "ok.h"

const struct cli_program cli_program = {.name = "short_name"};

static void
becomes(shortener *f, const char *name, size_t width, const char *wanted)
{
	char *to = malloc(strlen(name) + 1);
	size_t got = f(to, name, width, "...");

	if (strcmp(to, wanted) != 0 || got != text_width(to, strlen(to)))
		printf("# %s at %zu: %s (%zu)\n", name, width, to, got);
	ok(strcmp(to, wanted) == 0 && got == text_width(to, strlen(to)), name);
	free(to);
}

static const char invoke[] =
    "int std::_Very_long_name::_Handler<int (int), total(int)::{lambda(int)#1}>"
    "::_M_invoke(std::_Any_data const&, int&&)";
static const char push_back[] =
    "void std::vector<Item, std::allocator<Item> >::push_back(Item const&) "
    "const";

static void
test_functions(void)
{
	static const struct {
		const char *name;
		size_t width;
		const char *wanted;
	} names[] = {
	    {push_back, 80, push_back},
	    {push_back, 60,
		"void std::vector<...>::push_back(Item const&) const"},
	    {push_back, 45, "void std::vector<...>::push_back(...) const"},
	    {push_back, 38, "void std::vector<...>::push_back(...)"},
	    {push_back, 33, "std::vector<...>::push_back(...)"},
	    {push_back, 30, "std::vector<...>::push_back"},
	    {push_back, 26, "vector<...>::push_back"},
	    {push_back, 21, "vector<>::push_back"},
	    {"a::Codec<int, long>::f<char, int>(int)", 16, "Codec<>::f<...>"},
	    {"<alloc::vec::Vec<T> as core::ops::Drop>::drop", 9, "...::drop"},
	    {push_back, 15, "...::push_back"},
	    {push_back, 9, "push_back"},
	    {push_back, 1, "push_back"},
	    {"a::b::c::d::run(int)", 19, "a::b::c::d::run"},
	    {"aaaa::bb::cc::d::run(int)", 15, "bb::cc::d::run"},
	    {"aaaaaa::b::run(int)", 12, "...::b::run"},
	    {"a::b::cc::d::run(int)", 12, "cc::d::run"},
	    {"main", 2, "main"},
	    {"(below main)", 3, "(below main)"},
	    {"main'(below main)'f", 3, "main'(below main)'f"},
	    {"work'2", 3, "work'2"},
	    {"int a::f<int>(long) const'2", 24, "int a::f<int>(...)'2"},
	    {"int a::f<int>(long) const'2", 13, "a::f<int>'2"},
	    {"int a::f<int>(long)'12'g(int)'main", 1, "f<int>'12"},
	    {"a::f(long)'g(int)'main", 8, "a::f"},
	    {"(anonymous namespace)::parse(char const*)", 20, "...::parse"},
	    {"std::operator<< <std::char_traits<char> >(std::ostream&, int)",
		32, "std::operator<< <...>(...)"},
	    {"std::operator+<char, std::char_traits<char> >(char const*)", 30,
		"std::operator+<...>(...)"},
	    {"Key::operator<=>(Key const&) const", 23, "Key::operator<=>(...)"},
	    {"Key::operator<(Key const&) const", 20, "Key::operator<(...)"},
	    {"Smart<Very, Long>::operator->() const", 30,
		"Smart<...>::operator->() const"},
	    {"f(int)::{lambda(int, long)#1}::operator()(int, long) const", 47,
		"f(int)::{lambda(int, long)#1}::operator()(...)"},
	    {"Text::operator std::string() const", 12,
		"Text::operator std::string"},
	    {"operator new(unsigned long)", 20, "operator new(...)"},
	    {"ns::big_operator(int, int, int)", 24, "ns::big_operator(...)"},
	    {"<alloc::vec::Vec<T> as core::ops::Drop>::drop", 20,
		"<Vec as Drop>::drop"},
	    {"<alloc::vec::Vec<T> as core::ops::Drop>::drop", 18,
		"<...>::drop"},
	    {"<core::slice::iter::Iter<T> as iter::Iterator>::fold::{{closure}}",
		40, "<Iter as Iterator>::fold::{{closure}}"},
	    {"<core::slice::iter::Iter<T> as iter::Iterator>::fold::{{closure}}",
		20, "fold::{{closure}}"},
	    {"<[T] as core::ops::index::Index<I>>::index", 25,
		"<[T] as Index>::index"},
	    {"int std::_Handler<int (int), main::{lambda(int)#2}>::_M_invoke(std::"
	     "_Any_data const&, int&&)",
		64,
		"int std::_Handler<...main::{lambda(int)#2}>::_M_invoke(...)"},
	    {"int std::_Handler<int (int), main::{lambda(int)#2}>::_M_invoke(std::"
	     "_Any_data const&, int&&)",
		40, "<...main::{lambda(int)#2}>::_M_invoke"},
	    {invoke, 74,
		"_Very_long_name::_Handler<...total(int)::{lambda(int)#1}>::_M_invoke(...)"},
	    {invoke, 46, "<...total(int)::{lambda(int)#1}>::_M_invoke"},
	    {invoke, 40, "<total::{lambda#1}>::_M_invoke"},
	    {invoke, 29, "<...>::_M_invoke"},
	    {"void std::for_each<int*, A::f(int, int*) const::{lambda(int)#1}>("
	     "int*)",
		50, "for_each<...f(int, int*) const::{lambda(int)#1}>"},
	    {"std::function<int (int)>::function<total(int)::{lambda(int)#1}, void>("
	     "total(int)::{lambda(int)#1}&&)",
		30, "function<total::{lambda#1}>"},
	    {"void std::for_each<int*, A::operator()(int)::{lambda()#1}>(int*)",
		42, "for_each<...operator()(int)::{lambda()#1}>"},
	    {"f<g::{closure#0}>", 12, "f<...>"},
	    {"shop::cart::total::h1a2b", 14, "total::h1a2b"},
	    {"shop::cart::total::h1a2b'2", 6, "total::h1a2b'2"},
	    {"shop::cart::head", 6, "head"},
	    {"f<a::b::c, g::{closure#0}>::h", 24, "f<...g::{closure#0}>::h"},
	    {"lib::run(int)::{lambda(long, char)#1}::operator()(long) const",
		40, "run(int)::{lambda(...)#1}::operator()"},
	    {"bool lib::ops::Compare<lib::Key>::operator()<int>(int, long)", 30,
		"Compare<...>::operator()<int>"},
	    {"core::ptr::drop_in_place<alloc::string::String>", 32,
		"core::ptr::drop_in_place<String>"},
	    {"core::ptr::drop_in_place<alloc::string::String>", 30,
		"core::ptr::drop_in_place<...>"},
	    {"<core::fmt::Arguments>::estimated_capacity", 40,
		"<Arguments>::estimated_capacity"},
	    {"btree::search::<impl NodeRef<A, B>>::find_key_index", 44,
		"btree::search::<NodeRef>::find_key_index"},
	    {"std::basic_ostream<char>& std::operator<< <char, std::less<int> >()",
		60, "std::basic_ostream<...>& std::operator<< <...>()"},
	    {"main.(*Tree).Insert", 10, "main.(*Tree).Insert"},
	    {"g<(1 < 2)>(int) [clone .cold]", 14, "g<...>(int)"},
	    {"bytes\xff::next(int)", 14, "...::next"},
	    {"h\xc3\xa4::\xc3\xa4 (x)", 9, "h\xc3\xa4::\xc3\xa4 (x)"},
	    {"<module> (json/__init__.py)", 26, "<module> (json/_...t__.py)"},
	    {"<module> (json/__init__.py)", 17, "<module> (js...y)"},
	    {"<module>'2 (<frozen zipimport>)", 26,
		"<module>'2 (<froz...port>)"},
	    {"<module>'2 (shop.py)", 13, "<module>'2"},
	    {"{main} (order/list.php)", 22, "{main} (order...t.php)"},
	    {"(file) (long_shop.pl)", 20, "(file) (long...p.pl)"},
	    {"total.<locals>.best.<locals>.<genexpr>'2", 20,
		"total...<genexpr>'2"},
	    {"total.<locals>.best.<locals>.<genexpr>'2", 16,
		"to...<genexpr>'2"},
	    {"total.<locals>.best.<locals>.<genexpr>'2", 13, "<genexpr>'2"},
	    {"Price.value.<locals>.best", 8, "P...best"},
	    {"broken<(name_without_end", 12, "broke..._end"},
	    {"", 0, ""},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		becomes(short_function, names[i].name, names[i].width,
		    names[i].wanted);
}

static void
test_partners(void)
{
	static const char name[] = "with main: struct pair.b in ns::count(int)";

	becomes(short_datum, name, 42, name);
	becomes(short_datum, name, 41, "with main: struct pair.b in ns::count");
	becomes(short_datum, name, 34, "with main: struct pair.b in count");
	becomes(short_datum, name, 20, "with main...unt(int)");
	becomes(short_datum, "f, with .b in g<A, B>()", 22,
	    "f, with .b in g<...>()");
}

static void
test_data(void)
{
	static const struct {
		const char *name;
		size_t width;
		const char *wanted;
	} names[] = {
	    {"ns::main(int): struct node", 23, "ns::main: struct node"},
	    {"main: std::_Hash_node<std::pair<A, B>, true>", 30,
		"main: std::_Hash_node<...>"},
	    {"main: std::_Hash_node<std::pair<A, B>, true>", 22,
		"main: _Hash_node<...>"},
	    {"a_long_function: ns::node<A, B>", 20, "a_long...ction: node"},
	    {"a_long_function: ns::node<A, B>", 19, "a_lon...ction: node"},
	    {"main: std::_Hash_node<std::pair<A, B>, true>", 20,
		"main: _Hash_node"},
	    {"a_long_function: ns::node<A, B>", 10, "a_lo...ode"},
	    {"f: unsigned long", 12, "f: un...long"},
	    {"main: (u64, usize)", 12, "main:...ize)"},
	    {"libc.so.6:(unknown) (static)", 28,
		"libc.so.6:(unknown) (static)"},
	    {"libc.so.6:(unknown) (static)", 23, "libc.so.6:(unknown)"},
	    {"libc.so.6:.gnu.hash (static)", 23, "libc.so.6:.gnu.hash"},
	    {"vtable for geo::Circle (static)", 24, "vtable for geo::Circle"},
	    {"vtable for geo::Circle (static)", 15, "vtable...Circle"},
	    {"ns::names<int>::table (static)", 12, "...::table"},
	    {"(stack)", 7, "(stack)"},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		becomes(short_datum, names[i].name, names[i].width,
		    names[i].wanted);
}

static void
test_paths(void)
{
	static const char path[] = "/build/src/malloc/malloc.c";

	becomes(short_path, path, 26, path);
	becomes(short_path, path, 25, ".../src/malloc/malloc.c");
	becomes(short_path, path, 19, ".../malloc/malloc.c");
	becomes(short_path, path, 18, ".../malloc.c");
	becomes(short_path, path, 10, "...alloc.c");
	becomes(short_path, path, 3, "...");
	becomes(short_path, "[/usr/lib/libc.so.6]", 16, "[.../libc.so.6]");
	becomes(short_path, "[/usr/lib/libc.so.6]", 8, "[...o.6]");
	becomes(short_path, "a/very/deep/", 8, "...deep/");
	becomes(short_path, "<frozen importlib._bootstrap>", 18,
	    "<frozen ...tstrap>");
	becomes(short_path, "<frozen importlib._bootstrap_external>", 18,
	    "<frozen ...ternal>");
}

static void
test_texts(void)
{
	becomes(short_text, "cg-sum --by=file in", 19, "cg-sum --by=file in");
	becomes(short_text, "cg-sum --by=file in", 12, "cg-su...e in");
	becomes(short_text, "\xff\xff\xff\xff\xff", 11, "\xff...\xff");
}

/* Any bytes at any width: the result is no longer than the name, and shortening
 * it again changes nothing. */
static void
test_any(void)
{
	static const char bytes[] = "aZ<>()[]{}: -'&/\xc3\xa4\xe2operator";
	unsigned int random = 1;
	bool passed = true;

	for (int round = 0; round < 200000; round++) {
		shortener *functions[] = {
		    short_function, short_path, short_text};
		shortener *f = functions[round % 3];
		char name[64], once[64], twice[64];
		size_t len, width;

		random = random * 1103515245 + 12345;
		len = (random >> 16) % 40;
		width = (random >> 8) % 30;
		for (size_t i = 0; i < len; i++) {
			random = random * 1103515245 + 12345;
			name[i] = bytes[(random >> 16) % (sizeof(bytes) - 1)];
		}
		name[len] = '\0';
		f(once, name, width, "...");
		f(twice, once, width, "...");
		if (strlen(once) > len ||
		    (text_width(name, len) <= width &&
			strcmp(once, name) != 0) ||
		    (text_width(once, strlen(once)) <= width &&
			strcmp(once, twice) != 0)) {
			passed = false;
			printf("# %zu: %s, %s, %s\n", width, name, once, twice);
		}
	}
	ok(passed, "any bytes become shorter once");
}

/* A megabyte of nested and of unclosed brackets takes no square of time. */
static void
test_long(void)
{
	size_t size = 1000000;
	char *name = malloc(size + 1), *to = malloc(size + 1);
	static const char patterns[][4] = {"<", "a<", "<a>", "a::", "() "};

	for (size_t i = 0; i < 5; i++) {
		for (size_t j = 0; j < size; j++)
			name[j] = patterns[i][j % strlen(patterns[i])];
		name[size] = '\0';
		short_function(to, name, 20, "...");
		ok(strlen(to) <= size, "a megabyte");
	}
	free(name);
	free(to);
}

/* Listed names have the same forms as before if they look different, else what tells them
 * apart. */
static void
test_listed(void)
{
	static const struct {
		const char *name;
		size_t width;
		const char *wanted;
	} names[] = {
	    {"io::Codec<io::Json, io::Buffer<io::Json> >::run(io::Json&)", 30,
		"io::Codec<Json...>::run(...)"},
	    {"io::Codec<io::Yaml, io::Buffer<io::Yaml> >::run(io::Yaml&)", 30,
		"Codec<Yaml...Buffer...>::run"},
	    {"io::Codec<io::Yaml, io::Pipe<io::Yaml> >::run(io::Yaml&)", 34,
		"io::Codec<Yaml...Pipe...>::run"},
	    {"Grid<4u, 2u>::fold_all(int, char const*)", 28,
		"Grid<...>::fold_all(int...)"},
	    {"Grid<4u, 2u>::fold_all(long, char const*)", 28,
		"Grid<...>::fold_all(long...)"},
	    {"Grid<4u, 2u>::unfold(long, char const*)", 22,
		"Grid<...>::unfold(...)"},
	    {"void each<Less, 10>(int)", 15, "each<...10>"},
	    {"void each<Less, 16>(int)", 15, "each<...16>"},
	};
	enum { N = sizeof(names) / sizeof(names[0]) };
	struct short_names list = {0};
	const char *listed[N];

	for (size_t i = 0; i < N; i++)
		listed[i] = names[i].name;
	short_names_list(&list, listed, N, 5, "...");
	for (size_t i = 0; i < N; i++) {
		const char *got = short_names_find(&list, short_function,
		    names[i].name, names[i].width, "...", NULL);

		if (strcmp(got, names[i].wanted) != 0)
			printf("# %s at %zu: %s\n", names[i].name,
			    names[i].width, got);
		ok(strcmp(got, names[i].wanted) == 0, names[i].name);
	}
	short_names_release(&list);
}

/* No two of many random names look the same at any width, and each looks the same
 * again. */
static void
test_apart(void)
{
	static const char *const parts[] = {"a::", "bc", "<", ">", "(", ")",
	    "int", ", ", "long", "&", "operator()", "'2", "\xe2\x9f\xa8", " "};
	enum { N = 400, NPARTS = sizeof(parts) / sizeof(parts[0]) };
	static char names[N][80], forms[N][80];
	struct short_names list = {0};
	const char *listed[N];
	unsigned int random = 1;
	bool passed = true;

	for (size_t i = 0; i < N; i++) {
		for (size_t k = 0; k < 7; k++) {
			random = random * 1103515245 + 12345;
			strcat(names[i], parts[(random >> 16) % NPARTS]);
		}
		listed[i] = names[i];
	}
	short_names_list(&list, listed, N, 0, "...");
	for (size_t round = 0; round < 2 * N; round++) {
		size_t i = round % N, width = 8 + i % 3;
		const char *form = short_names_find(
		    &list, short_function, names[i], width, "...", NULL);

		passed &= round < N || strcmp(forms[i], form) == 0;
		strcpy(forms[i], form);
		for (size_t k = 0; round < N && k < i; k++)
			if (strcmp(forms[k], form) == 0 &&
			    strcmp(forms[k], names[k]) != 0 &&
			    strcmp(form, names[i]) != 0 &&
			    strcmp(names[k], names[i]) != 0) {
				passed = false;
				printf("# %s and %s: %s\n", names[k], names[i],
				    form);
			}
	}
	short_names_release(&list);
	ok(passed, "no two listed names look the same");
}

int
main(void)
{
	test_functions();
	test_partners();
	test_data();
	test_paths();
	test_texts();
	test_any();
	test_long();
	test_listed();
	test_apart();
	return failures > 0;
}
