#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# --scripts: functions and lines of PHP as functions and lines, held against what a script
# counts itself.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	export php
	php=$(type -P php) || return 0
	"$php" -n -r 'exit(!in_array(substr(PHP_VERSION, 0, 3), ["8.2", "8.4"]));' || php=
}

setup() {
	[ -n "$php" ] || skip 'PHP is not 8.2 or 8.4: ./install-deps ci installs php-cli'
	enter_with_programs
}

# collect OPTION... SCRIPT: the profile is in `out`
collect() {
	cg-collect -q --cache-sim=no --reproducible -o out "${@:1:$#-1}" "$php" -n "${@: -1}" \
		>stdout
}

# bats test_tags=slow
@test "each call is counted that a script of PHP counts, of the same caller" {
	cp "$TESTS/programs/calls.php" .
	collect --calls --scripts=no calls.php
	cg-sum --format=tsv --by=event out >plain
	collect --calls --scripts=only calls.php
	cg-sum --check out
	cg-sum --format=tsv --by=event out | diff plain -
	graph check out >roots
	[ "$(wc -l <stdout)" -gt 70 ]
	"$TESTS/lib/script-calls" --counted=stdout out "$PWD/calls.php"
	cg-sum --by=function out >sums
	# files and texts that are code have their own functions
	grep -E 'eval\(\)'"'"'d code:made1$' sums
	grep -E ':Some\\Where\\inside$' sums
	grep -E 'calls\.php:class@anonymous::work$' sums
}

# bats test_tags=slow
@test "a function of PHP has its name, file and lines, and the object is php" {
	cat >small.php <<-'end'
		<?php
		class Sum {
		    static function total($n) {
		        $s = 0;
		        for ($i = 1; $i <= $n; $i++) {
		            $s += $i;
		        }
		        return $s;
		    }
		}
		function twice() {
		    return Sum::total(1000) + Sum::total(1000);
		}
		$x = twice();
	end
	collect --calls --scripts small.php
	cg-filter --function='^Sum::total$' --drop out >total
	grep -x 'fl=.*/small.php' total
	grep -E '^ob=.*/php8' total
	# the loop runs 2,000 times; the other lines, twice
	awk '/^[0-9]+ [0-9]+$/ { c[$1] = $2 }
		END { exit !(c[5] > 10000 && c[6] > 10000 && c[3] < 2000 && c[4] < 2000 &&
			c[8] < 2000 && length(c) == 5) }' total
	grep -x 'calls=2 3' out
	grep -xE 'desc: Scripts:          PHP 8\.[0-9]' out
	cg-sum --format=tsv --by=event out >plain
	collect --stacks=all --scripts=only small.php
	cg-sum --format=tsv --by=event out | diff plain -
	cg-export --to=folded out >folded
	grep -E '\{main\} \(small\.php\);twice;Sum::total [0-9]+$' folded
	cp out first
	collect --stacks=all --scripts=only small.php
	cmp first out
}

@test "the totals of PHP are those without --scripts, in other modes" {
	local mode
	cp "$TESTS/programs/calls.php" .
	for mode in '--calls --separate-callers=2' '--calls --cache-sim=yes --branch-sim=yes'; do
		# shellcheck disable=SC2086 # a list of options
		collect $mode --scripts=no calls.php
		cg-sum --format=tsv --by=event out >plain
		# shellcheck disable=SC2086
		collect $mode calls.php
		cg-sum --check out
		graph check out >roots
		cg-sum --format=tsv --by=event out | diff plain -
	done
}

@test "a script of PHP that ends by an error has left its functions" {
	cat >error.php <<-'end'
		<?php
		register_shutdown_function(function () { work(2); });
		function work($n) { return array_sum(range(1, $n)); }
		function fails($n) { array_map('fails_inside', [$n]); }
		function fails_inside($n) { return str_repeat('x', 1 << 40); }
		work(1);
		fails(1);
	end
	collect --calls --scripts=only error.php || [ $? -eq 255 ]
	grep 'Allowed memory size' stdout
	cg-sum --check out
	cg-annotate --auto=no --function='^work$' out >report
	grep -E '\* .*:work \(2x\)' report
	grep -E '< .*:\{main\} \(1x\)' report
	grep -E '< .*:\{closure\} \(1x\)' report
	run ! grep -E '< .*:fails' report
}

# An interpreter that has what PHP 8.2 has until it runs the instruction that does `damage`.
interpreter() {
	cat >php.c <<-'end'
		struct instr { void *code; long operands[2]; unsigned line, number; };
		struct text { long count, hash, length; char text[16]; };
		void step(void);
		struct instr instrs[] = {{step, {0}, 3, 0}, {step, {0}, 4, 0}, {step, {0}, 5, 0}};
		struct instr others[] = {{step, {0}, 7, 0}, {step, {0}, 8, 0}};
		struct text name = {1, 0, 4, "work"}, main_name = {1, 0, 4, "many"};
		struct text file = {1, 0, 8, "file.php"}, class_name = {1, 0, 5, "Class"};
		long class[4] = {2, (long)&class_name};
		long outer[31] = {[0] = 2, [1] = (long)&main_name, [10] = 3, [11] = (long)instrs,
			[19] = (long)&file, [20] = 3 | 5l << 32};
		long inner[31] = {[0] = 2, [1] = (long)&name, [2] = (long)class, [10] = 2,
			[11] = (long)others, [19] = (long)&file, [20] = 7 | 8l << 32};
		long frames[2][10] = {{(long)instrs, [3] = (long)outer},
			{(long)others, [3] = (long)inner, [6] = (long)frames[0]}};
		long *next_frame = frames[0];
		long *const places[] = {&frames[1][0], &frames[1][3], &frames[1][6], &inner[0], &inner[1],
			&inner[2], &inner[10], &inner[11], &inner[19], &inner[20], &class[1], &name.length,
			(long *)name.text, (long *)(name.text + 8), &file.length, (long *)(file.text + 8),
			&class_name.length, &others[1].operands[1]};
		enum { NPLACES = sizeof places / sizeof *places };
		static const long values[] = {0, 1, -1, 8, -8, 0xdead0000, 0x7fffffff, -0x80000000l,
			1l << 40, (long)frames, (long)inner, (long)others, (long)&name, (long)class};
		enum { NVALUES = sizeof values / sizeof *values };
		static int at;
		static long kept;

		/* Returns the next instruction, or 0.  Changes a word, calls and returns, and puts it back. */
		struct instr *run(struct instr *instr)
		{
			long *place = places[at / NVALUES];
			if (next_frame == frames[0]) {
				if (at == NPLACES * NVALUES)
					return 0;
				kept = *place;
				*place = values[at % NVALUES];
				next_frame = frames[1];
				return others;
			}
			if (instr == others)
				return others + 1;
			*place = kept;
			at++;
			next_frame = frames[0];
			return instrs + at % 3;
		}

		void execute_ex(long *frame);
		__asm__(".globl execute_ex\n.type execute_ex, @function\nexecute_ex:\n"
			"push %r14\npush %r15\nsub $8, %rsp\ntest %rdi, %rdi\nje 1f\nmov %rdi, %r14\n"
			"mov (%rdi), %r15\njmp *(%r15)\n"
			"step: mov %r15, %rdi\ncall run\ntest %rax, %rax\nje 1f\nmov %rax, %r15\n"
			"mov next_frame(%rip), %r14\njmp *(%r15)\n"
			"1: add $8, %rsp\npop %r15\npop %r14\nret\n.size execute_ex, . - execute_ex\n");

		int main(void)
		{
			execute_ex(0);
			BEFORE
			execute_ex(frames[0]);
			return at != NPLACES * NVALUES;
		}
	end
}

@test "structures of PHP that a program overwrites are not believed" {
	interpreter
	cc -O1 -w -DBEFORE= -o php php.c
	cg-collect -q --cache-sim=no --calls --scripts -o out ./php 2>message
	same /dev/null message
	grep -x 'desc: Scripts:          PHP 8.2' out
	cg-sum --check out
	grep -E '\) Class::work$' out
}

@test "an interpreter that does not fit is no PHP, and the profile has no scripts" {
	local damage
	interpreter
	for damage in 'outer[0] = 1' 'outer[11] = 8' 'outer[19] = 0' 'file.length = 1l << 40' \
		'outer[10] = 0' 'frames[0][3] = 0'; do
		cc -O1 -w "-DBEFORE=$damage; at = NPLACES * NVALUES;" -o php php.c
		cg-collect -q --cache-sim=no --calls --scripts -o out ./php 2>message
		grep 'php is no version of an interpreter that --scripts knows' message
		run ! grep -E 'Class::work|^desc: Scripts' out
		cg-sum --check out
	done
}
