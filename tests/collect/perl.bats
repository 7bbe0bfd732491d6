#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# --scripts: subs and lines of Perl as functions and lines, held against what a script counts
# itself.

load ../lib/collecting

# bats file_tags=long

setup_file() {
	export perl=/usr/bin/perl
	"$perl" -MConfig -e 'exit !($] =~ /^5\.0(36|38|40|42)/ && $Config{usethreads})' || perl=
}

setup() {
	[ -n "$perl" ] || skip 'Perl is none of 5.36 to 5.42 with threads'
	enter_with_programs
}

# collect OPTION... SCRIPT: the profile is in `out`
collect() {
	cg-collect -q --cache-sim=no --reproducible -o out "${@:1:$#-1}" "$perl" "${@: -1}" >stdout
}

small() {
	cat >small.pl <<-'end'
		sub total {
		    my $s = 0;
		    for my $i (1 .. $_[0]) {
		        $s += $i;
		    }
		    return $s;
		}
		sub twice {
		    return total(1000) + total(1000);
		}
		my $x = twice();
	end
}

# bats test_tags=slow
@test "each call is counted that a script of Perl counts, of the same caller" {
	cp "$TESTS/programs/calls.pl" .
	collect --calls --scripts=only calls.pl
	cg-sum --check out
	graph check out >roots
	[ "$(wc -l <stdout)" -gt 30 ]
	"$TESTS/lib/script-calls" --counted=stdout out calls.pl
	# texts that are code are of the line that has them, and what they make is in one file
	cg-sum --by=function out >sums
	grep -E 'calls\.pl:\(eval\)' sums
	grep -E ' \(eval\):main::made$' sums
}

# bats test_tags=slow
@test "a sub has its name, file and lines, and the object is perl" {
	small
	collect --calls --scripts small.pl
	cg-filter --function='^main::total$' --drop out >total
	grep -x 'fl=.*small.pl' total
	grep -E '^ob=.*/perl' total
	# the loop runs 2,000 times; the other lines, twice
	awk '/^[0-9]+ [0-9]+$/ { c[$1] = $2 }
		END { exit !(c[4] > 100000 && c[2] < 2000 && c[3] < 4000 && c[6] < 4000 &&
			length(c) == 4) }' total
	grep -x 'calls=2 2' out
	grep -xE 'desc: Scripts:          Perl 5\.[0-9]+( or 5\.40)?' out
	collect --stacks=all --scripts=only small.pl
	cg-export --to=folded out >folded
	grep -E '\(file\) \(small\.pl\);main::twice;main::total [0-9]+$' folded
}

# bats test_tags=slow
@test "Perl is known if it folds constants before the first statement" {
	local text
	for text in 'print "one\n";' 'my $x = 60 * 60; print $x;' 'printf "%d\n", 1;' \
		'print "a" . "b", -1;' 'print 2 ** 10, 7 % 4, "x" x 3;'; do
		printf '%s\n' "$text" >fold.pl
		collect --calls --scripts=only fold.pl 2>err
		same /dev/null err
		cg-sum --check out
		[ "$(cg-sum --by=function --format=tsv out | grep -c '^fold.pl	(file)	[1-9]')" -eq 1 ] ||
			fail "$text"
	done
	echo 'sub f { return $_[0] < 2 ? 1 : f($_[0] - 1) + f($_[0] - 2) } print "f\n", f(10);' >fold.pl
	collect --calls --scripts=only --separate-recs=1 fold.pl
	cg-annotate --function='^main::f$' --auto=no out | grep 'main::f (177x)'
}

# same_totals MODE...: each with and without --scripts; the mode is a list of options
same_totals() {
	local mode
	cp "$TESTS/programs/calls.pl" .
	for mode; do
		# shellcheck disable=SC2086 # a list of options
		collect $mode --scripts=no calls.pl
		cg-sum --format=tsv --by=event out >plain
		# shellcheck disable=SC2086
		collect $mode calls.pl
		cg-sum --check out
		graph check out >roots
		cg-sum --format=tsv --by=event out | diff plain -
		cp out first
	done
	# shellcheck disable=SC2086
	collect $mode calls.pl
	cmp first out
}

@test "the totals of Perl are those without --scripts, and two runs are the same" {
	same_totals --stacks
}

@test "the totals of Perl are those without --scripts, in all other modes" {
	same_totals '--calls --separate-callers=2' '--calls --cache-sim=yes --branch-sim=yes' \
		'--calls --separate-threads=yes'
}

@test "modules of Perl are counted, and nothing is lost" {
	"$perl" -MJSON::PP -e 1 || skip 'there is no JSON::PP'
	cat >modules.pl <<-'end'
		use strict;
		use JSON::PP;
		use List::Util 'sum';
		my $json = JSON::PP->new->canonical;
		my $text = $json->encode({ map { $_ => [1 .. $_] } 1 .. 9 });
		print $json->encode($json->decode($text)) eq $text ? "same\n" : "other\n";
		eval { $json->decode('{"a":') };
		print $@ ? "error\n" : "none\n";
		print sum(1, 2), "\n";
	end
	collect --calls --scripts=no modules.pl
	cg-sum --format=tsv --by=event out >plain
	collect --calls --scripts=only modules.pl
	printf '%s\n' same error 3 | diff - stdout
	cg-sum --check out
	cg-sum --format=tsv --by=event out | diff plain -
	cg-annotate --auto=no --function='^JSON::PP::decode$' out >report
	grep -E '\* .*JSON::PP::decode \(2x\)' report
}

@test "threads of Perl have their own calls" {
	cat >threads.pl <<-'end'
		use threads;
		sub fib { my $n = shift; $n < 2 ? $n : fib($n - 1) + fib($n - 2) }
		sub work { eval { fib(5); die }; threads->yield; fib(3) }
		my @threads = map { threads->create(\&work) } 1 .. 3;
		fib(4);
		$_->join for @threads;
	end
	collect --calls --scripts=only threads.pl
	cg-sum --check out
	cg-annotate --auto=no --function="^main::(work|fib)('2)?$" out >report
	grep -E '\* .*main::work \(3x\)' report
	grep -E '< .*main::work \(6x\)' report
	grep -E '< .*\(file\) \(1x\)' report
	# fib(5), fib(3) and fib(4) call fib 14, 4 and 8 times
	grep -E "\* .*main::fib'2 \(62x\)" report
}

@test "a script of Perl that is forked is followed, and each call counted once" {
	cat >fork.pl <<-'end'
		sub work { my $s = 0; $s += $_ for 1 .. $_[0]; $s }
		sub child { work($_[0]) }
		work(3);
		if (fork() == 0) { child(5); exit 0 }
		wait;
		work(4);
	end
	cg-collect -q -f --cache-sim=no --calls --scripts=only -o out "$perl" fork.pl
	cg-sum --check out
	cg-annotate --auto=no --function='^main::work$' out >report
	grep -E 'main::work \(3x\)' report
	grep -E '<.*main::child \(1x\)' report
	grep -E '<.*\(file\) \(2x\)' report
}

# An interpreter that has what Perl 5.36 has until it runs the operator that does `damage`.
interpreter() {
	cat >perl.c <<-'end'
		#include <string.h>
		struct op { struct op *next, *sibling; long (*code)(long *); long target;
			unsigned short type; char flags[2]; unsigned line; long package; const char *file; };
		struct body { long head[4], package; struct op *start; void *root; long name; const char *file;
			void *pads, *outside; unsigned sequence, flags; int depth; };
		struct value { void *body; unsigned count, flags; long any; };
		struct name { unsigned hash; int len; char text[8]; };
		struct name sub_name = {1, 4, "work"}, package_name = {2, 4, "main"};
		long hash_body[8] = {[4] = (long)&package_name};
		struct value package = {hash_body, 1, 12 | 0x2000000, 0};
		long run(long *perl);
		struct op statement = {0, 0, run, 0, 195, {0}, 7, 0, "file.pl"};
		struct op other = {0, 0, run, 0, 195, {0}, 8, 0, "file.pl"};
		struct body body = {.package = (long)&package, .start = &statement, .name = (long)&sub_name,
			.file = "file.pl", .flags = 0x8000, .depth = 1};
		struct value sub = {&body, 1, 13, 0};
		struct value pad = {hash_body, 1, 11, 0};
		long contexts[2][13];
		long stack[7];
		long perl[300];

		long *const places[] = {&perl[28], &perl[36], &perl[225], &perl[227], &stack[1], &stack[2],
			&stack[4], &stack[5], &contexts[1][0], &contexts[1][2], &contexts[1][7], &contexts[1][9],
			(long *)&sub.body, (long *)&sub.flags, &body.package, (long *)&body.start, &body.name,
			(long *)&body.file, (long *)&body.flags, &hash_body[4], &hash_body[7],
			(long *)&package.body, (long *)&sub_name, (long *)&statement.file,
			(long *)&other.file, (long *)&other.type};
		enum { NPLACES = sizeof places / sizeof *places };
		static const long values[] = {0, 1, -1, 8, -8, 0xdead0000, 0x7fffffff, -0x80000000l,
			1l << 40, (long)stack, (long)contexts, (long)perl, (long)&sub, (long)&body};
		enum { NVALUES = sizeof values / sizeof *values };
		static int at;
		static long kept;

		/* changes a word, which the loop sees, and puts it back */
		long run(long *perl)
		{
			long *place = places[at / 2 / NVALUES];
			perl[26] = (long)(perl[26] == (long)&other ? &statement : &other);
			if (at % 2 == 0) {
				kept = *place;
				*place = values[at / 2 % NVALUES];
			} else {
				*place = kept;
			}
			return ++at < 2 * NPLACES * NVALUES ? (long)&statement : 0;
		}

		__attribute__((noinline)) int Perl_runops_standard(long *perl)
		{
			while ((perl[1] = ((struct op *)perl[1])->code(perl)))
				;
			return 0;
		}

		int main(void)
		{
			perl[1] = perl[26] = (long)&statement;
			perl[28] = (long)stack;
			perl[36] = (long)&pad;
			perl[225] = (long)&sub;
			perl[227] = (long)&statement;
			stack[1] = (long)contexts;
			stack[4] = 1 | 9l << 32;
			stack[5] = 1;
			contexts[1][0] = 9;
			contexts[1][7] = 0xffffffff;
			contexts[1][9] = (long)&sub;
			BEFORE
			Perl_runops_standard(perl);
			return at != 2 * NPLACES * NVALUES;
		}
	end
}

@test "structures of Perl that a program overwrites are not believed" {
	interpreter
	cc -O1 -w -DBEFORE= -o perl perl.c
	cg-collect -q --cache-sim=no --calls --scripts -o out ./perl 2>message
	same /dev/null message
	grep -x 'desc: Scripts:          Perl 5.36' out
	cg-sum --check out
	grep -E '\) main::work$' out
}

@test "an interpreter that does not fit is no Perl, and the profile has no scripts" {
	local damage
	interpreter
	for damage in 'perl[225] = 8' 'stack[4] = 100 | 9l << 32' 'stack[2] = (long)stack' \
		'statement.type = 3'; do
		cc -O1 -w "-DBEFORE=$damage; at = 2 * NPLACES * NVALUES - 1;" -o perl perl.c
		cg-collect -q --cache-sim=no --calls --scripts -o out ./perl 2>message
		grep 'perl is no version of an interpreter that --scripts knows' message
		run ! grep -E 'main::work|^desc: Scripts' out
		cg-sum --check out
	done
}
