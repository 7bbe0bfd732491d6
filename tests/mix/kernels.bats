#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-mix: kernels whose operations their sources say, and what others count of them.

# bats file_tags=slow

load ../lib/assertions

setup() {
	enter_tmpdir
	[ "$(uname -m)" = x86_64 ] || skip 'the kernels are of x86-64'
	KERNELS=$TESTS/programs
	FLAGS=(-g -O2 -mavx2 -mfma -ffp-contract=off -fno-builtin -fno-math-errno -fno-unroll-loops
		-fopenmp-simd)
	GCC=(-fno-tree-vectorize -fno-tree-loop-distribute-patterns)
	CLANG=(-fno-vectorize -fno-slp-vectorize)
}

# table PROGRAM: counts it, and prints the operations of its functions; leaves the profile in PROGRAM.mix
table() {
	cg-collect -q --inline=no --calls --dump-instr=yes -o "$1.cg" "./$1"
	cg-mix -q -o "$1.mix" "$1.cg"
	cg-sum --by=function --events=Fl,FlV,IntV,Div,ByR,ByW,Br,Cl --format=csv "$1.mix"
}

# agrees PROGRAM SOURCE N [MARK]: N functions do what the source says
agrees() {
	table "$1" | "$TESTS/lib/kernel-operations" "$KERNELS/$2" "${4:-/*}" | same - <(echo "$3")
}

@test "kernels in C do what their source says, by gcc and by clang" {
	need_command gcc
	need_command clang
	gcc "${FLAGS[@]}" "${GCC[@]}" -o by-gcc "$KERNELS/mix.c"
	agrees by-gcc mix.c 41
	clang "${FLAGS[@]}" "${CLANG[@]}" -o by-clang "$KERNELS/mix.c"
	agrees by-clang mix.c 41
	# what was counted adds up, and conditional branches are those that Cachegrind counts
	cg-sum --check by-gcc.mix
	cg-collect -q --inline=no --calls --dump-instr=yes --branch-sim=yes -o branches ./by-gcc
	cg-mix -q branches | cg-sum --by=function --events=Bc,Br --format=csv |
		awk -F, '$2 ~ /^(dot|sse_add|copy_bytes|avx_add)$/ && $3 >= 240 { print $3 - $4 }' |
		same - <(printf '%s\n' 0 0 0 0)
}

# bats test_tags=long
@test "kernels in C++, Fortran and Rust do what their sources say" {
	need_command g++
	need_command clang++ clang
	need_command gfortran
	need_command rustc
	g++ "${FLAGS[@]:0:5}" "${GCC[@]}" -o by-g++ "$KERNELS/mix.cc"
	agrees by-g++ mix.cc 3 //
	clang++ "${FLAGS[@]:0:5}" "${CLANG[@]}" -o by-clang++ "$KERNELS/mix.cc"
	agrees by-clang++ mix.cc 3 //
	gfortran "${FLAGS[@]:0:5}" -fno-tree-vectorize -fno-inline -o by-gfortran "$KERNELS/mix.f90"
	agrees by-gfortran mix.f90 2 '  !'
	rustc -g -C opt-level=2 -C no-vectorize-loops -C no-vectorize-slp -o by-rustc "$KERNELS/mix.rs"
	agrees by-rustc mix.rs 2 //
}

@test "six kernels do what single steps say, with a table of its own" {
	need_command llvm-objdump llvm
	gcc -o single_step "$KERNELS/single_step.c"
	six='avx_dot avx_fused dot fused sse_products sse_tail'
	gcc "${FLAGS[@]}" "${GCC[@]}" -DSIX -nostdlib -static -no-pie -Wl,--build-id=sha1 -o six \
		"$KERNELS/mix.c"
	read -r first last < <(nm six | awk '$3 == "add_doubles" { a = $1 } $3 == "_start" { b = $1 }
		END { print a, b }')
	./single_step ./six "$first" "$last" >steps
	# shellcheck disable=SC2086
	"$TESTS/lib/stepped-operations" six steps $six >stepped
	table six | awk -F, 'NR > 1 { f[$2] += $3; i[$2] += $5; r[$2] += $7; w[$2] += $8 }
		END { for (name in f) if (name != "_start") print name, f[name], i[name], r[name], w[name] }' |
		sort | same stepped -
}

@test "kernels access as many bytes as Lackey says, without masks" {
	need_command gcc
	gcc "${FLAGS[@]}" "${GCC[@]}" -no-pie -o fixed "$KERNELS/mix.c"
	table fixed | awk -F, 'NR > 1 { r[$2] += $7; w[$2] += $8 }
		END { for (name in r) print name, r[name], w[name] }' | sort >counted
	valgrind --tool=lackey --trace-mem=yes --log-fd=3 ./fixed 3>&1 >/dev/null |
		"$TESTS/lib/lackey-bytes" fixed | sort >traced
	sed -n 's|^/\* \([a-z_]*\): .*|\1|p' "$KERNELS/mix.c" | grep -v avx_masked | sort >names
	[ "$(wc -l <names)" -eq 40 ]
	join names traced >wanted
	[ "$(wc -l <wanted)" -eq 40 ]
	join names counted | same wanted -
}
