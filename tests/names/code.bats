#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# What cg-names says of code: the functions, and what instructions do to the flow of control.
# bats file_tags=long

load ../lib/names

setup() {
	enter_with_sources
}

# flow OBJDUMP OBJECT: compares the flow of all instructions with their mnemonics, and prints how
# many of them leave, call and repeat themselves
flow() {
	"$TESTS/lib/check-flow" "$1" "$B/unit/names" "$2"
}

@test "the flow of each instruction of large programs is what its mnemonic says" {
	local libc
	need_command objdump binutils
	[ "$(uname -m)" = x86_64 ] || skip 'this reads programs of x86-64'
	libc=$(ldd "$(command -v bash)" | sed -nE 's/.*=> (.*libc\.so\.6) .*/\1/p')
	for object in "$(command -v bash)" "$libc"; do
		read -r leaves calls repeats < <(flow objdump "$object")
		[ "$leaves" -gt 1000 ]
		[ "$calls" -gt 1000 ]
		[ "$repeats" -gt 20 ]
	done
}

@test "the flow of instructions of i386" {
	need_command objdump binutils
	echo 'int main(void) { return 0; }' >empty.c
	cc -m32 -static -o program empty.c 2>/dev/null || missing gcc-multilib test
	read -r leaves calls repeats < <(flow objdump program)
	[ "$leaves" -gt 1000 ]
	[ "$calls" -gt 1000 ]
	[ "$repeats" -gt 0 ]
}

@test "the flow of instructions of arm64" {
	need_command clang
	need_command ld.lld lld
	need_command aarch64-linux-gnu-objdump binutils-aarch64-linux-gnu
	cat >work.c <<-'END'
		int work(int n);
		int (*volatile way)(int) = work;
		__attribute__((noinline)) int work(int n) { return n < 2 ? n : way(n - 1) + work(n - 2); }
		int pick(int n)
		{
			switch (n) {
			case 0: return work(7);
			case 1: return way(8);
			case 2: return work(3) * 5;
			case 3: return way(way(4));
			case 4: __builtin_trap();
			}
			return way(n);
		}
	END
	clang --target=aarch64-linux-gnu -O2 -nostdlib -fuse-ld=lld -shared -fPIC -o work work.c
	read -r leaves calls _ < <(flow aarch64-linux-gnu-objdump work)
	[ "$leaves" -ge 5 ]
	[ "$calls" -ge 3 ]
}

# bats test_tags=slow
@test "functions have the names of the symbol table, and stubs have none" {
	c++ -O0 -x c++ -o program - <<-'END'
		namespace shop { int sell(int n) { return n; } }
		static int own(int n) { return shop::sell(n) + 1; }
		int main(int n, char **) { return own(n) - 2; }
	END
	for name in _ZN4shop4sellEi _ZL3owni main; do
		[ "$(nm program | awk -v name=$name '$3 == name { print $1 }' |
			"$B/unit/names" --code program | cut -f 4)" = "$name" ]
	done
	echo 0 | "$B/unit/names" --code program | same - <(printf '0\tgoes on\t0\t\n')
}
