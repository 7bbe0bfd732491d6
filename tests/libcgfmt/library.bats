#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# libcgfmt as other programs use it: an installed copy, found by pkg-config alone.

load ../lib/assertions

setup_file() {
	make -s -C "$BATS_TEST_DIRNAME/../.." B="$B" install-lib \
		DESTDIR="$BATS_FILE_TMPDIR/dest" PREFIX=/usr
}

setup() {
	enter_tmpdir
	root=$(cd "$TESTS/.." && pwd)
	dest=$BATS_FILE_TMPDIR/dest
	shared=$dest/usr/lib/libcgfmt.so.1
	export PKG_CONFIG_LIBDIR=$dest/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dest
	# the directory of the system, for zlib
	PKG_CONFIG_LIBDIR+=:$(pkg-config --variable=pc_path pkg-config)
	profile in <<-'END'
		cmd: p
		events: Dr Ir
		fl=a.h
		fn=pair<int>::get() const
		1 2 30
		fn=pair<list<char> >::get() const
		1 5 10
		2 1 30
		fn=operator<
		9 1 200
	END
}

# skips the test if this build has no shared library or one that programs without
# sanitizers cannot use
need_shared() {
	[ -e "$shared" ] || skip 'a static build has no shared library'
	[[ $(ldd "$shared") != *libasan* ]] || skip 'the library needs libasan'
}

# compile COMPILER FILE... [-static]: compiles to ./program with the flags that
# pkg-config prints and the strictest warnings
compile() {
	local compiler=$1 static=
	shift
	[[ $* != *-static* ]] || static=--static
	# shellcheck disable=SC2046 # words
	$compiler -Wall -Wextra -Wpedantic -Werror -o program "$@" \
		$(pkg-config $static --cflags --libs cgfmt)
}

# prints the exported symbols of the shared library, without versions
exported() {
	nm -D --defined-only "$shared" |
		sed -n 's/.* [TRBD] \(.*\)@@CGFMT_.*/\1/p' | sort
}

# names_of FILE: prints the names of its functions and variables
names_of() {
	"$TESTS/lib/declarations" "$1" |
		sed -E '/^struct .*\{/d; s/^[^(]*\<(cg_[a-z0-9_]+)[([].*/\1/' | sort
}

# prints the names that cgfmt.h declares and the library exports
declared() {
	names_of "$root/libcgfmt/cgfmt.h" | grep -vxE "cg_record_same_function|cg_is_folded" # inline
}

# --- symbols

@test "the exported symbols are those that cgfmt.h declares" {
	need_shared
	exported >symbols
	declared >names
	same names symbols "exported symbols: cgfmt.h and cgfmt.map"
	[ "$(wc -l <symbols)" -ge 60 ]
	nm -D --defined-only "$shared" | grep -v '@@CGFMT_' >others || true
	same - <(sed 's/.* //' others) <<-'END'
		CGFMT_0.2
		CGFMT_1.0
	END
}

@test "cgfmt.map names no symbol that cgfmt.h does not declare" {
	sed -n 's/^\t\(cg_.*\);$/\1/p' "$root/libcgfmt/cgfmt.map" | sort >map
	declared | same - map cgfmt.map
}

@test "the soname is the name of the file, and the library needs only zlib and the C library" {
	need_shared
	readelf -d "$shared" | grep -F 'soname: [libcgfmt.so.1]'
	[ "$(readlink "$dest/usr/lib/libcgfmt.so")" = libcgfmt.so.1 ]
	readelf -d "$shared" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | sort |
		grep -vE '^ld-linux' | same - <(printf '%s\n' libc.so.6 libz.so.1)
}

@test "the installed static library has no names of its own beside them" {
	nm -g --defined-only "$dest/usr/lib/libcgfmt.a" | sed -n 's/.* [A-Z] //p' |
		grep -v '^__' | sort >symbols
	declared | same - symbols
}

# --- pages

@test "section 3 shows every function and structure as cgfmt.h has it, and no other" {
	"$TESTS/lib/declarations" "$root/libcgfmt/cgfmt.h" | sort >header
	"$TESTS/lib/declarations" "$root"/libcgfmt/*.3 | sort >pages
	[ "$(wc -l <header)" -ge 60 ]
	same header pages 'cgfmt.h and the pages of section 3'
}

@test "section 3 names every constant of cgfmt.h, and no other" {
	constants() {
		sed -E '/^(#|\.Dt)/d' "$@" | grep -ohE '\<CG_[A-Z_]+' | sort -u
	}
	constants "$root/libcgfmt/cgfmt.h" >header
	[ "$(wc -l <header)" -ge 10 ]
	constants "$root"/libcgfmt/*.3 |
		same header - 'constants in the pages of section 3'
}

@test "each page of section 3 names its functions, and describes and installs them" {
	for page in "$root"/libcgfmt/*.3; do
		awk '/^\.Sh/ { inside = $2 == "NAME" } inside && /^\.Nm/ { print $2 }' \
			"$page" | grep -v '^libcgfmt$' | sort >names || true
		names_of "$page" | same - names "NAME of $page" || return
		awk '/^\.Sh/ { inside = $2 == "DESCRIPTION" } inside' "$page" >description
		while read -r name; do
			grep -qE "^\.(Fn|It Fn|Va) $name\b" description ||
				fail "$page: $name is not described"
		done <names
		[ -e "$dest/usr/share/man/man3/${page##*/}" ]
	done
}

@test "the example of libcgfmt(3) compiles and keeps the rows of one file" {
	need_shared
	awk '/^#include <cgfmt.h>/ { inside = 1 } /^\.Ed/ { inside = 0 } inside' \
		"$root/libcgfmt/libcgfmt.3" | sed 's/\\e/\\/g' >filter.c
	compile 'cc -std=c99' filter.c
	export LD_LIBRARY_PATH=$dest/usr/lib
	cg-filter -o sorted in
	./program a.h <sorted | same sorted -
	./program b.h <in | grep -x 'summary: 0 0'
	sed '$d' in >cut
	run -1 --separate-stderr ./program a.h <cut
	[[ $stderr == '(stdin)'* ]]
	[[ $output != *summary* ]]
}

# --- C and C++

@test "cgfmt.h alone is valid C99, C11, C++11 and C++20, without a warning" {
	echo '#include <cgfmt.h>' >a.c
	cp a.c a.cc
	for standard in c99 c11; do
		cc -std=$standard -Wall -Wextra -Wpedantic -Wshadow -Werror \
			-fsyntax-only -isystem /nowhere -I"$dest/usr/include" a.c
	done
	for standard in c++11 c++20; do
		g++ -std=$standard -Wall -Wextra -Wpedantic -Wold-style-cast -Werror \
			-fsyntax-only -I"$dest/usr/include" a.cc
	done
}

@test "a C++ program reads a profile" {
	need_shared
	cat >a.cc <<-'END'
		#include <cgfmt.h>
		#include <cstdio>
		int main(int, char **argv)
		{
			cg_error error;
			cg_reader *reader = cg_reader_open(argv[1], &error);
			cg_record record;
			while (reader && cg_reader_next(reader, &record) == 1)
				std::printf("%d %s\n", int(record.line), record.function);
			cg_reader_close(reader);
		}
	END
	compile 'g++ -std=c++11' a.cc
	LD_LIBRARY_PATH=$dest/usr/lib ./program in | same - <(cat <<-'END'
		1 pair<int>::get() const
		1 pair<list<char> >::get() const
		2 pair<list<char> >::get() const
		9 operator<
	END
	)
}

# the examples, against the shared or the static library
try_examples() {
	compile 'cc -std=c99' "$root/examples/lib/hot-lines.c" $1
	./program 3 in in | same - <(cat <<-'END'
		400 a.h:9 operator<
		60 a.h:1 pair<int>::get() const
		60 a.h:2 pair<list<char> >::get() const
	END
	)
	run -2 ./program 3 in none
	[ "$output" = 'hot-lines: none: No such file or directory' ]
	run -2 --separate-stderr bash -c './program 3 in >/dev/full'
	[ "$stderr" = 'hot-lines: cannot write' ]
	compile 'cc -std=c99' "$root/examples/lib/strip-templates.c" $1
	gzip -c in | ./program | sed -n '/^fl=/,$p' | same - <(cat <<-'END'
		fl=a.h
		fn=operator<
		9 1 200
		fn=pair<>::get() const
		1 7 40
		2 1 30
		summary: 9 270
	END
	)
	sed '$d' in >cut
	run -2 --separate-stderr ./program <cut
	[[ $stderr == 'strip-templates: (stdin):'* ]]
	try_strip_inlined
}

# the program strip-templates, on calls of templates and on what is inlined into them
try_strip_inlined() {
	cat >calls <<-'END'
		# callgrind format
		creator: cg-tools
		desc: I1 cache: 32768 B, 64 B, 8-way associative
		events: Ir
		fl=a.cc
		fn=main
		1 10
		cfn=int sum<int>(int)
		calls=1 2
		1 100
		cfn=int sum<char>(int)
		calls=1 2
		1 50
		cfn=long sum<long>(int)
		calls=1 2
		1 30
		fn=int sum<int>(int)
		2 60
		# inlined
		cfn=get<int>()
		calls=4 9
		2 40
		fn=get<int>()
		# hostfl=a.cc
		# hostfn=int sum<int>(int)
		9 40
		fn=int sum<char>(int)
		2 20
		# inlined
		cfn=get<char>()
		calls=3 9
		2 30
		fn=get<char>()
		# hostfn=int sum<char>(int)
		9 30
		fn=long sum<long>(int)
		2 30
		totals: 190
	END
	cg-sum --check calls
	./program <calls >stripped
	cg-sum --check stripped
	sed -n '/^fl=/,$p' stripped | same - <(cat <<-'END'
		fl=a.cc
		fn=get<>()
		# hostfl=a.cc
		# hostfn=int sum<>(int)
		9 70
		fn=int sum<>(int)
		2 80
		# inlined
		cfn=get<>()
		calls=7 9
		2 70
		fn=long sum<>(int)
		2 30
		fn=main
		1 10
		cfn=int sum<>(int)
		calls=2 2
		1 150
		cfn=long sum<>(int)
		calls=1 2
		1 30
		totals: 190
	END
	)
}

@test "the examples compile against an installed shared library and run" {
	need_shared
	export LD_LIBRARY_PATH=$dest/usr/lib
	try_examples
	ldd program | grep -F "$dest/usr/lib/libcgfmt.so.1"
}

@test "the examples compile against an installed static library and run" {
	need_shared
	rm -rf static
	cp -r "$dest" static
	rm static/usr/lib/libcgfmt.so*
	PKG_CONFIG_LIBDIR=${PKG_CONFIG_LIBDIR//$dest/$PWD/static}
	PKG_CONFIG_SYSROOT_DIR=$PWD/static
	try_examples -static
	run -1 ldd program
}

@test "the Python example reads both formats and reports errors" {
	need_shared
	export LD_LIBRARY_PATH=$dest/usr/lib
	cp "$root/examples/lib/cgfmt.py" .
	cg-filter --events=Ir,Dr in | gzip >in.gz
	for file in in.gz <(cg-filter --format=callgrind --events=Ir,Dr in); do
		python3 cgfmt.py "$file" | same - <(cat <<-'END'
			200 a.h:operator<
			40 a.h:pair<list<char> >::get() const
			30 a.h:pair<int>::get() const
		END
		)
	done
	cat >use.py <<-'END'
		import cgfmt
		reader = cgfmt.Reader("in")
		print(reader.command, reader.events)
		for row in reader:
		    print(row.file, row.line, row.counts["Ir"])
		try:
		    cgfmt.Reader("none")
		except ValueError as error:
		    print(error)
	END
	python3 use.py | same - <(cat <<-'END'
		p ['Dr', 'Ir']
		a.h 1 30
		a.h 1 10
		a.h 2 30
		a.h 9 200
		none: No such file or directory
	END
	)
	# a reader that ends early is no error: 100,000 lines are more than a pipe holds
	awk 'BEGIN {
		print "events: Ir\nfl=a"
		for (i = 1; i <= 100000; i++)
			print "fn=f" i "\n1 1"
	}' | profile many
	run -141 bash -o pipefail -c 'python3 cgfmt.py many 2>err | { read -r line; echo "$line" >first; }'
	same - first <<<'1 a:f1'
	[ ! -s err ]
	sed '$d' in >cut
	run -1 python3 cgfmt.py cut
	[[ $output == *'ValueError: cut:'* ]]
}

# --- changes of the interface

# bats test_tags=long
@test "make check-abi accepts a new function, and no new member or removed function" {
	need_command abidiff
	mkdir -p tree/tests/libcgfmt
	cp -r "$root/Makefile" "$root"/libcgfmt tree
	cp "$TESTS"/{abi,tests.mk} tree/tests
	# the last release may have another soname, which permits every difference
	(cd tree && CFLAGS='-O0 -g' tests/abi --record)
	cp -r tree released
	cd tree
	check() { CFLAGS='-O0 -g' make -s check-abi; }
	check
	sed -i 's/^local:/\tcg_text_new;\n&/' libcgfmt/cgfmt.map
	sed -i 's/^bool cg_is_filtered/int cg_text_new(void);\n&/' libcgfmt/cgfmt.h
	echo 'int cg_text_new(void) { return 0; }' >>libcgfmt/text.c
	check
	sed -i 's/^\tint64_t taken; .*/&\n\tint64_t more;/' libcgfmt/cgfmt.h
	run ! check
	[[ $output == *more*'abi: not compatible with the last release'* ]]
	sed -i 's/^SOVERSION = 1/SOVERSION = 2/' Makefile
	run -0 check
	[ "$output" = 'abi: libcgfmt.so.1 became libcgfmt.so.2' ]
	CFLAGS='-O0 -g' tests/abi --record
	check
	cp -r "$OLDPWD/released/." .
	sed -i '/cg_reader_nrows/d' libcgfmt/cgfmt.map
	run ! check
	[[ $output == *cg_reader_nrows*'abi: not compatible with the last release'* ]]
}
