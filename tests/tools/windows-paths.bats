#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Paths of Windows, as programs there write them into profiles.

load ../lib/assertions
load ../lib/profiles

setup() {
	enter_tmpdir
	profile p <<-'END'
		events: Ir
		fl=D:\game\src\..\src\ai\path.cpp
		fn=find
		2 10
		fl=d:/game/src/main.cpp
		fn=main
		1 20
		fl=\\build\share\lib\zip.c
		fn=inflate
		3 30
		fl=E:\top.c
		fn=top
		1 40
		fl=/home/me/odd\name/x.c
		fn=odd
		1 50
	END
}

# dirs BY: prints costs and directories
dirs() {
	cg-sum --by="$1" --format=tsv p | sed 1d | cut -f 1,2
}

# files COMMAND...: prints the files of a profile
files() {
	"$@" | sed -n 's/^fl=//p' | sort
}

@test "directories begin at the drive, and have one name" {
	dirs dir | sort | same - <(printf '%s\t%s\n' '/home/me/odd\name' 50 'D:\game\src\ai' 10 'E:\' 40 \
		'\\build\share\lib' 30 'd:\game\src' 20 | sort)
	dirs dir:1 | sort | same - <(printf '%s\t%s\n' /home 50 'D:\game' 10 'E:\' 40 '\\build' 30 'd:\game' 20 | sort)
	files cg-filter --level=dir p | same - <(dirs dir | cut -f1 | sort)
	cg-export --to=folded p | grep -Fx 'D:\game\src\..\src\ai;path.cpp;find 10'
	cg-export --to=folded p | grep -Fx '/home/me/odd\name;x.c;odd 50'
}

@test "prefixes of whole components are stripped and mapped" {
	files cg-filter --strip-prefix='D:\game' --strip-prefix='\\build\share\' p |
		same - <(printf '%s\n' '/home/me/odd\name/x.c' 'E:\top.c' d:/game/src/main.cpp lib/zip.c \
			src/../src/ai/path.cpp | sort)
	files cg-filter --strip-prefix='D:\ga' --strip-prefix='/home/me/odd' p | same - <(files cat p)
	files cg-filter --strip-prefix=D:/game/src/ p | grep -Fx ../src/ai/path.cpp
	files cg-filter --map-prefix='D:\game=/src' --map-prefix='E:=F:\e' p |
		same - <(printf '%s\n' '/home/me/odd\name/x.c' '/src/src/../src/ai/path.cpp' 'F:\e\top.c' \
			'\\build\share\lib\zip.c' d:/game/src/main.cpp | sort)
}

@test "sources are found below -I by their ends, and by operands" {
	mkdir -p tree/src/ai tree/lib
	printf 'one\nfind path\n' >tree/src/ai/path.cpp
	printf '1\n2\ninflate here\n' >tree/lib/zip.c
	cg-annotate -I tree p >out
	grep -E '^10 .* find path$' out
	grep -E '^30 .* inflate here$' out
	cg-annotate --auto=no -I tree p path.cpp | grep -E '^10 .* find path$'
	cg-annotate --map-prefix='D:\game=tree' p | grep -E '^10 .* find path$'
}
