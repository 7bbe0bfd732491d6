#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-diff: functions without names of two builds of a program.

load ../lib/collecting

# bats file_tags=slow

setup() {
	[ "$(uname -m)" = x86_64 ] || skip 'only code of x86-64 is compared'
	enter_with_programs
	cat >functions <<-'END'
		add_up total += i * 5;
		first_twin total = total * 33 + i;
		second_twin total = total * 33 + i;
		toggle total ^= i << 2; table[i % 64]++;
		print snprintf(text, sizeof(text), "%u %s", i, i % 2 ? "odd" : "even");
		stay table[i % 64] ^= total + STEP;
	END
}

# build_and_collect NAME FUNCTIONS OPTION...: makes the program NAME with functions in an order, a
# stripped one, and its profile NAME.cg
build_and_collect() {
	local name=$1 function
	{
		cat <<-'END'
			#include <stdio.h>
			static volatile unsigned total;
			static unsigned table[64];
			static char text[32];
		END
		for function in $2; do
			sed -n "s/^$function \(.*\)/__attribute__((noinline)) static void $function(unsigned n) \
				{ for (unsigned i = 0; i < n; i++) { \1 } }/p" functions
		done
		echo 'int main(void) { add_up(1000), first_twin(500), second_twin(700), toggle(2000),'
		echo 'print(50), stay(300); return text[0] == 0; }'
	} >"$name.c"
	cc -O1 -fno-ipa-icf "${@:3}" -o "$name.full" "$name.c"
	strip -s -o "$name" "$name.full"
	cg-collect -q --calls --cache-sim=no -o "$name.cg" "./$name"
}

# compared: prints the address of each function without a name, or ???, and both sides' costs
compared() {
	cg-diff --keep-sides old.cg new.cg 2>stderr >difference
	cg-sum --by=function --format=tsv difference |
		awk -F '\t' '$1 == "new" && $2 ~ /^(0x|[?])/ { print $2, $4, $5 }'
}

@test "functions without names are matched by their code" {
	local options function address
	for options in '-fpie -pie' '-fno-pie -no-pie'; do
		# shellcheck disable=SC2086
		build_and_collect old 'add_up first_twin second_twin toggle print stay' -DSTEP=7 $options
		# shellcheck disable=SC2086
		build_and_collect new 'stay print toggle second_twin first_twin add_up' -DSTEP=8 $options
		compared >rows
		for function in add_up toggle print main stay first_twin second_twin; do
			address=0x$(nm new.full | awk -v f="$function" '$3 == f { print $1 }')
			grep "^$(printf '0x%x' "$address") " rows || echo "$function is not there"
		done >found
		awk '/^0x/ && $2 == $3 && $2 > 10 { print "matched"; next } { print }' found >got
		same - got <<-'END'
			matched
			matched
			matched
			matched
			stay is not there
			first_twin is not there
			second_twin is not there
		END
		grep -c '^???' rows | same - <(echo 1)
		echo 'cg-diff: other builds without symbols: new: functions that are not matched by' \
			'their code are compared together, as ???' | same - <(grep -v 'part of the change' stderr)
	done
	# without objects, too, if the program has one name
	mkdir was is
	mv old was/program
	cp new is/program
	cg-collect -q --cache-sim=no -o was.cg was/program
	cg-collect -q --cache-sim=no -o is.cg is/program
	cg-diff was.cg is.cg >difference 2>/dev/null
	[ "$(grep -A1 '^fn=program:' difference | grep -cx '0 0')" -ge 4 ]
	mv was/program old
	# profiles without calls have no objects, and old builds can be in other directories
	mkdir before
	cp old before/new
	cg-collect -q --cache-sim=no -o old.out before/new
	cg-collect -q --cache-sim=no -o new.out ./new
	cg-diff --keep-sides old.out new.out 2>stderr | cg-sum --by=function --format=tsv |
		awk -F '\t' '$2 ~ /^new:0x/ && $4 == $5 && $4 > 300' | wc -l | same - <(echo 3)
	grep -c 'without symbols: new: ' stderr | same - <(echo 1)
	# limits use the same pairs
	cg-diff --limit='Ir=0,function=^0x' old.cg new.cg >limited 2>stderr
	run -1 cg-diff --limit='Ir=-1,function=^0x' old.cg new.cg
	# another build is at the path, or nothing
	cp new old
	compared >rows
	rm old
	compared | same - rows
	run -1 grep ^0x rows
	grep -q '' rows
}

# bats test_tags=long
@test "each instruction keeps its size if addresses are left out of code" {
	cat >instructions.s <<-'END'
		.text
		.type many,@function
		many:
		.cfi_startproc
		test %edi, %edi
		jz 2f
		movl $0x12345678, datum(%rip)
		movw $0x1234, datum(%rip)
		movb $1, datum(%rip)
		imul $3, datum(%rip), %eax
		imul $300, datum(%rip), %ax
		testb $1, datum(%rip)
		notl datum(%rip)
		lock xaddl %eax, datum(%rip)
		movabs $0x1122334455667788, %r9
		movups datum(%rip), %xmm9
		pshufd $1, datum(%rip), %xmm1
		pshufb datum(%rip), %xmm1
		palignr $1, datum(%rip), %xmm1
		vaddps datum(%rip), %ymm1, %ymm2
		vpermq $1, datum(%rip), %ymm2
		vpshufb datum(%rip), %ymm8, %ymm9
		vaddps datum(%rip), %zmm1, %zmm20
		vpternlogd $1, datum(%rip), %zmm1, %zmm20
		andn datum(%rip), %eax, %edx
		fldl datum(%rip)
		enter $8, $1
		xbegin 1f
		call target
		jne target
		1: cmpxchg16b 0x100(%rsp,%rax,8)
		rep movsq
		data16 lea 8(%rbp), %rax
		bswap %r10
		add $300, %eax
		cltq
		mov $1, %al
		syscall
		2: ret
		.cfi_endproc
		.size many,.-many
		.globl main
		.type main,@function
		main:
		.cfi_startproc
		mov $1000, %ecx
		3: xor %edi, %edi
		call many
		dec %ecx
		jnz 3b
		xor %eax, %eax
		ret
		.cfi_endproc
		.size main,.-main
		target: ret
		# frames that say more, and code that is not known
		.irp encoding, 0x1b, 0x1c
		.cfi_startproc
		.cfi_personality \encoding, target
		.cfi_lsda 0x1b, datum
		nop
		.cfi_endproc
		.endr
		.cfi_startproc
		.cfi_signal_frame
		.byte 0x06
		.cfi_endproc
		.cfi_startproc
		.byte 0xe8
		.cfi_endproc
		.data
		datum: .quad 0
		.section .note.GNU-stack,"",@progbits
	END
	cc -s -o old instructions.s
	{ echo '.text; .skip 99, 0x90; .data; .skip 4096'; cat instructions.s; } >moved.s
	cc -s -o new moved.s
	cg-collect -q --calls --cache-sim=no -o old.cg ./old
	cg-collect -q --calls --cache-sim=no -o new.cg ./new
	compared >rows
	awk '$2 == $3 && $2 >= 3000' rows | wc -l | same - <(echo 2)
}
