# SPDX-License-Identifier: BSD-2-Clause
# What the tests of cg-names share.

load ../lib/assertions

# for setup: an empty directory with sources; skips the test if cg-names was left out
enter_with_sources() {
	[ -x "$B/bin/cg-names" ] || skip 'this build has no cg-names'
	enter_tmpdir
	sources
}

# compare ARGUMENT...: see compare-names; must succeed, prints its last line
compare() {
	"$TESTS/lib/compare-names" "$@" >comparison || {
		cat comparison >&2
		return 1
	}
	tail -n 1 comparison
}

# refuses STATUS MESSAGE COMMAND...: it prints the message in one line, with its name
refuses() {
	local status=$1 message=$2
	shift 2
	exits "$status" "$@" 2>err >/dev/null
	[[ $(head -n 1 err) = "$1: $message"* ]] || fail "$(cat err)"
}

unset DEBUGINFOD_URLS

# sources: writes a program of C in two files and a header, one of C++ and one of Rust
sources() {
	mkdir -p part
	cat >part/twice.h <<-'END'
		static inline int
		twice(int x)
		{
			return x > 7 ? x * 2 : x + x;
		}
	END
	cat >part/sum.c <<-'END'
		#include "../part/twice.h"

		int sum(const int *numbers, int n);

		static __attribute__((noinline)) int
		odd(int x)
		{
			return x & 1 ? x : 0;
		}

		int
		sum(const int *numbers, int n)
		{
			int result = 0;

			for (int i = 0; i < n; i++)
				result += twice(numbers[i]) + odd(i);
			return result;
		}
	END
	cat >main.c <<-'END'
		#include <stdio.h>
		#include "part/twice.h"

		int sum(const int *numbers, int n);

		static __attribute__((noinline, cold)) int
		report(int result)
		{
			return printf("%d\n", result) < 0;
		}

		int
		main(int argc, char **argv)
		{
			int numbers[] = {1, argc, 3, 9};

			(void)argv;
			if (argc > 3)
				return report(twice(argc));
			return report(sum(numbers, 4));
		}
	END
	cat >templates.cc <<-'END'
		#include <algorithm>
		#include <map>
		#include <string>
		#include <vector>

		namespace {
		struct Item {
			std::string name;
			int n;
			bool operator<(const Item &other) const { return n < other.n; }
		};

		template <typename T> T
		largest(std::vector<T> items)
		{
			std::sort(items.begin(), items.end());
			return items.back();
		}
		}

		int
		main(int argc, char **argv)
		{
			std::map<std::string, std::vector<Item>> items;

			for (int i = 0; i < argc; i++)
				items[argv[i]].push_back(Item{"x", i});
			auto size = [&](const char *name) { return (int)items[name].size(); };
			return size(argv[0]) == 1 && largest(items[argv[0]]).n == 0 ? 0 : 1;
		}
	END
	cat >words.rs <<-'END'
		use std::collections::HashMap;

		fn count(words: impl Iterator<Item = String>) -> HashMap<usize, u32> {
		    let mut lengths = HashMap::new();
		    for word in words {
		        *lengths.entry(word.len()).or_insert(0) += 1;
		    }
		    lengths
		}

		fn main() {
		    println!("{:?}", count(std::env::args()).len());
		}
	END
}

# asked OBJECT SYMBOL [OPTION...]: prints place and function at the symbol
asked() {
	local object=$1 symbol=$2
	shift 2
	addresses "$object" "$symbol" | "$B/unit/names" "$@" "$object" | cut -f 2,3
}

# build_id OBJECT
build_id() {
	readelf -nW "$1" | sed -n 's/.*Build ID: //p'
}

# keep_by_id DEBUG-FILE DIRECTORY: copies the file to where its build ID says
keep_by_id() {
	local id
	id=$(build_id "$1")
	mkdir -p "$2/.build-id/${id:0:2}"
	cp "$1" "$2/.build-id/${id:0:2}/${id:2}.debug"
}

# addresses OBJECT SYMBOL...
addresses() {
	local object=$1 symbol
	shift
	for symbol; do
		nm "$object" | awk -v s="$symbol" '$3 == s { print $1 }'
	done | sort
}

# code OBJECT: prints the addresses of its instructions, sorted
code() {
	objdump -d --no-show-raw-insn "$1" |
		awk '/^ *[0-9a-f]+:\t/ { printf "%16s\n", substr($1, 1, length($1) - 1) }' | sort -u
}

# remove_section_headers PROGRAM: as tools that pack programs do
remove_section_headers() {
	python3 - "$1" <<-'END'
		import struct, sys
		data = bytearray(open(sys.argv[1], "rb").read())
		start, = struct.unpack_from("<Q", data, 0x28)
		struct.pack_into("<Q", data, 0x28, 0)
		struct.pack_into("<HH", data, 0x3c, 0, 0)
		open(sys.argv[1], "wb").write(data[:start])
	END
}
