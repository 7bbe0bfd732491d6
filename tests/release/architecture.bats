#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# docs/ARCHITECTURE.md and the maps in main.c describe the source tree as it is.

load ../lib/assertions

setup() {
	cd "$TESTS/.." || return 1
	out=$BATS_TEST_TMPDIR
}

# named_files: prints the files in the lists of the page, without suffix
named_files() {
	awk '
	/^### / { directory = $2 }
	/^- `/ && directory != "" {
		sub(/:.*/, "")
		gsub(/[-`,]* *`/, " ")
		for (i = 1; i <= NF && directory ~ /^lib/; i++)
			print directory "/" $i
	}' docs/ARCHITECTURE.md
}

# includes PATTERN DIRECTORY...: prints includes that match the pattern, in the
# sources of the directories and below them
includes() {
	local pattern=$1
	shift
	grep -rE --include='*.[ch]' "^#include \"($pattern)" "$@" || true
}

# includes_outside DIRECTORY PATTERN: prints includes of files that are not in the
# directory and do not match the pattern
includes_outside() {
	local own
	own=$(cd "$1" && printf '%s|' *.h)
	grep -E '^#include "' "$1"/*.[ch] | grep -vE "\"($own$2)\"" || true
}

@test "the page names every source file of the libraries and no other" {
	find lib* -name '*.[ch]' | sed 's/\.[ch]$//' | sort -u >"$out/sources"
	named_files | sort >"$out/named"
	same "$out/sources" "$out/named" "files in docs/ARCHITECTURE.md"
}

# map_of MAIN: prints the first comment of a main.c after its licence
map_of() {
	sed '1d; /^ \*\//q' "$1"
}

@test "the map in each main.c names every source file of the tool and no other" {
	local main directory
	for main in cg-*/main.c cg-collect/plugin/main.c; do
		directory=${main%/main.c}
		map_of "$main" >"$out/map"
		find "$directory" -path cg-collect/plugin -prune -o -name '*.[ch]' -print \
			>"$out/sources"
		[ "$directory" != cg-collect/plugin ] ||
			find "$directory" -name '*.[ch]' >"$out/sources"
		[ -s "$out/sources" ]
		tr -c 'A-Za-z0-9_' '\n' <"$out/map" | sort -u >"$out/words"
		sed 's|.*/||; s/\.[ch]$//' "$out/sources" | sort -u | grep -vx main |
			comm -23 - "$out/words" | sed "s|^|$main: |" >>"$out/unnamed"
		# a file is the first word of its line, and others may follow with commas
		find "$directory" | sed 's|.*/||; p; s/\.[ch]$//' | sort -u >"$out/names"
		grep -oE '^ \*'$'\t'' *[a-z0-9_-]+(, [a-z0-9_]+)*(/|\.h)?(\s|$)' "$out/map" |
			tr -d '*,/' | tr -s '[:space:]' '\n' | grep . | sort -u |
			comm -23 - "$out/names" | sed "s|^|$main: |" >>"$out/strange"
	done
	same /dev/null "$out/unnamed" 'files without a place in a map'
	same /dev/null "$out/strange" 'names in maps that are no files'
}

@test "includes point in one direction" {
	{
		includes 'libcli/|libnames/|libquery/|libreport/|cli\.h' libcgfmt
		includes 'libnames/|libquery/|libreport/' libcli
		includes 'libquery/|libreport/' libnames cg-names/*/
		includes 'libreport/' cg-names
		includes 'libreport/' libquery
		includes 'libnames/' libreport
		includes 'libcgfmt/|bytes/|events/|read/|write/|profile/' \
			libcli libnames libquery libreport cg-*
		includes 'write/|profile/' libcgfmt/read
		includes 'read/|profile/' libcgfmt/write
		includes 'read/|write/' libcgfmt/profile
		includes 'read/|write/|profile/' libcgfmt/bytes libcgfmt/events
	} >"$out/wrong"
	same /dev/null "$out/wrong" 'includes against the arrows'
	includes '\.\./' lib* cg-* include | sed 's/.*"\(.*\)"/\1/' | sort -u >"$out/shared"
	same - "$out/shared" <<-'END'
		../../../include/clone_suffixes.h
		../../allocation_names.h
		../../client_variables.h
		../../refused_option.h
		../../shared_page.h
	END
}

@test "the picture has directories, functions and tools that are there, in their places" {
	awk '/^```text$/ { inside = 1; next } /^```$/ { exit } inside' docs/ARCHITECTURE.md >"$out/picture"
	while read -r directory name; do
		[ -d "$directory" ] || fail "$directory"
		grep -qE "^$name\(" "$directory"/*.c || [ -e "$directory/$name.c" ] ||
			fail "$directory has no $name"
	done < <(grep -oE 'libcgfmt/[a-z]+ +(cg_[a-z_]+|[a-z_]+ (cuts|or callgrind))|cachegrind_reader or [a-z_]+' "$out/picture" |
		sed -E 's/ (cuts|or callgrind)$//; s/^cachegrind_reader or /libcgfmt\/read /')
	for name in cg_profile_sort cg_profile_at; do
		grep -qF $name "$out/picture"
		grep -qE "^$name\(" libcgfmt/profile/*.c
	done
	# those that report by libreport include it, and libquery below them
	sed -n 's/^ \(cg-[a-z, -]*\): by libreport.*/\1/p' "$out/picture" | tr -d , | tr ' ' '\n' >"$out/reports"
	[ "$(wc -l <"$out/reports")" -ge 3 ]
	while read -r tool; do
		[ -n "$(includes 'libreport/' "$tool")" ] || fail "$tool does not include libreport"
		[ -n "$(includes 'libquery/' "$tool")" ] || fail "$tool does not include libquery"
	done <"$out/reports"
	[ -z "$(includes 'libreport/|cg-' libquery libcgfmt libcli libnames)" ]
}

@test "the plugin's machine and memory know nothing of Valgrind, and spool, process, pinned and containers count nothing" {
	local room
	cd cg-collect/plugin
	includes_outside machine '' >"$out/machine"
	same /dev/null "$out/machine" 'includes of machine'
	includes_outside memory '' >"$out/memory"
	same /dev/null "$out/memory" 'includes of memory'
	for room in spool process pinned containers; do
		includes_outside $room \
			'core\.h|(pub_tool|libvex)_[a-z_]*\.h|\.\./\.\./[a-z_]*\.h' |
			grep -vE '"(process|pinned|containers)/' >"$out/$room" || true
		same /dev/null "$out/$room" "includes of $room"
	done
}

@test "no circle by the linker has more than three files, and rooms of the plugin are in order" {
	"$TESTS/architecture" >"$out/drawn" || fail "$(cat "$out/drawn")"
	grep '^cg-collect/plugin: [1-9]' "$out/drawn"
}

# compiled SOURCE OBJECT: makes the source in a tree, and its object
compiled() {
	mkdir -p "$(dirname "tree/$1")" "$(dirname "tree/build/$2")"
	cat >"tree/$1"
	cc -c -o "tree/build/$2" "tree/$1"
}

@test "tests/architecture finds circles, arrows against the map, and structures that stand twice" {
	local i
	cd "$out"
	for i in 1 2 3 4; do
		compiled lib/f$i.c obj/lib/f$i.o <<<"int f$((i % 4 + 1))(void); int f$i(void) { return f$((i % 4 + 1))(); }"
	done
	compiled cg-collect/plugin/main.c plugin/p/main.o <<-'END'
		/*
		 * upper/, and
		 * machine/:
		 */
		int upper(void);
		int main(void) { return upper(); }
	END
	compiled cg-collect/plugin/upper/upper.c plugin/p/upper/upper.o <<<'struct twice { int i; };
		int upper(void) { return 0; }'
	compiled cg-collect/plugin/machine/machine.c plugin/p/machine/machine.o <<<'struct twice { int i; };
		int upper(void), vgPlain_exit(void); int machine(void) { return upper() + vgPlain_exit(); }'
	B=build run -1 "$TESTS/architecture" tree
	same - <(grep -v '^  ' <<<"$output") <<-'END'
		cg-collect/plugin: 3 files, 2 arrows, circles: none
		lib: 4 files, 4 arrows, circles: 4
		a circle of 4 files:
		against the map: cg-collect/plugin/machine/machine -> cg-collect/plugin/upper/upper: upper
		cg-collect/plugin/machine/machine needs Valgrind: vgPlain_exit
		struct twice is in several places: cg-collect/plugin/machine/machine.c cg-collect/plugin/upper/upper.c
	END
	grep -qx '  lib/f4 -> lib/f1: f1' <<<"$output"
}

@test "tests/architecture finds files and structures of one name in a program and what it links" {
	cd "$out"
	compiled lib/used.c obj/lib/used.o <<<'struct shared { int i; };
		int used(void) { return 0; }'
	compiled lib/other.c obj/lib/other.o <<<'struct apart { int i; };
		int other(void) { return 0; }'
	compiled cg-one/main.c obj/cg-one/main.o <<<'struct apart { int i; };
		int part(void); int main(void) { return part(); }'
	compiled cg-one/part/used.c obj/cg-one/part/used.o <<<'enum shared { A };
		int used(void); int part(void) { return used(); }'
	# neither another program nor what is not linked counts
	compiled cg-two/main.c obj/cg-two/main.o <<<'struct shared { int i; };
		int main(void) { return 0; }'
	compiled cg-two/other.c obj/cg-two/other.o <<<'int own(void) { return 0; }'
	B=build run -1 "$TESTS/architecture" tree
	same - <(grep several <<<"$output") <<-'END'
		struct shared is in several places: cg-one/part/used.c lib/used.c
		used is in several places: cg-one/part/used lib/used
	END
}

@test "no format of cg-annotate knows another, and the model knows none" {
	local format
	{
		includes '(cg-annotate/)?(classic|terminal|html)/' cg-annotate
		includes '(cg-annotate/)?render\.h|libreport/p' cg-annotate/model
		for format in classic terminal html; do
			grep -rn '\<render_' "cg-annotate/$format" |
				grep -v "\<render_$format(" || true
		done
	} >"$out/wrong"
	same /dev/null "$out/wrong" 'what a format or the model must not know'
}

# function_lengths: prints the lines of the body of each function, without texts and switches,
# its file and its name
function_lengths() {
	find lib* cg-* include -name '*.[ch]' -exec awk '
		/^[a-z_].*\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
		/^\{/ { n = 0; is_inside = 1; end = ""; next }
		/^\}/ && is_inside { print n, FILENAME ": " name; is_inside = 0 }
		!is_inside { next }
		end != "" { if ($0 ~ end) end = ""; next }
		/^\t+switch \(/ { end = $0; sub(/switch.*/, "}", end); end = "^" end }
		!/^[ \t]*"/ { n++ }' {} +
}

@test "functions are as short as CONTRIBUTING.md says" {
	local half most
	read -r half most < <(tr '\n' ' ' <CONTRIBUTING.md | sed -nE \
		's/.*Half of all functions have at most ([0-9]+) lines, and none has more than +([0-9]+),.*/\1 \2\n/p')
	function_lengths >"$out/lengths"
	[ "$(wc -l <"$out/lengths")" -gt 4000 ]
	awk -v most="$most" '$1 > most' "$out/lengths" | same /dev/null - 'functions that are too long'
	[ $((2 * $(awk -v half="$half" '$1 <= half' "$out/lengths" | wc -l))) -ge \
		"$(wc -l <"$out/lengths")" ]
}

@test "links in README.md, CONTRIBUTING.md and docs lead to files" {
	local page link
	for page in README.md CONTRIBUTING.md docs/*.md; do
		grep -oE '\]\([^)#:]+\)' "$page" | tr -d '])(' >"$out/links" || true
		while read -r link; do
			[ -e "$(dirname "$page")/$link" ] ||
				fail "$page: no such file: $link"
		done <"$out/links"
	done
}

@test "the README has at most 200 lines" {
	[ "$(wc -l <README.md)" -le 200 ]
}
