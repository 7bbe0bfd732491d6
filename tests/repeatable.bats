#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-collect --reproducible: the same profile, byte for byte, wherever it runs.

setup_file() {
	local programs=$BATS_TEST_DIRNAME/programs
	cd "$BATS_FILE_TMPDIR" || return 1
	cc -O1 -g -o act "$programs/act.c"
	cc -O0 -g -o staged "$programs/staged.c"
	awk 'BEGIN { for (x = 1; i < 4000; i++) {
		x = (x * 16807) % 2147483647
		printf "%s%s", x % (i % 97 + 3), i % 11 ? " " : "\n" } }' >text
}

setup() {
	load assertions
	enter_tmpdir
	PATH=$PATH:$BATS_FILE_TMPDIR
	TEXT=$BATS_FILE_TMPDIR/text
	unset PERL_HASH_SEED PYTHONHASHSEED
}

collect() {
	cg-collect -q --reproducible --client-stdout=/dev/null "$@"
}

# --- the same

@test "fifty runs, with this and that in the environment" {
	local run length=0
	collect -o first.cg act work 100
	for run in {1..50}; do
		length=$(((length * 7 + 3) % 61))
		env -u OLDPWD "FOO$run=$(printf %${length}s | tr ' ' x)" \
			"BAR$((run % 7))=y" "BAZ$((run % 5))=$run" \
			cg-collect -q --reproducible -o p.cg act work 100
		same first.cg p.cg "run $run"
	done
}

@test "programs of all kinds, with more variables and fewer" {
	for program in "gzip -c $TEXT" "sort $TEXT" "sed s/1/2/ $TEXT" \
		"tr 1 2"; do
		# shellcheck disable=SC2086
		ZONE=1 collect -o one.cg $program <"$TEXT"
		# shellcheck disable=SC2086
		QQQ=2 NOWHERE="$PWD" JJJJJJ=3 collect -o two.cg $program <"$TEXT"
		same one.cg two.cg "$program"
	done
}

@test "interpreters that seed their hashes" {
	for i in 1 2 3; do
		collect -o perl$i.cg perl -e \
			'$h{$_} = 1 for 1 .. 300; print keys %h'
	done
	same perl1.cg perl2.cg
	same perl1.cg perl3.cg
	PERL_HASH_SEED=7 collect -o perl2.cg perl -e \
		'$h{$_} = 1 for 1 .. 300; print keys %h'
	! cmp -s perl1.cg perl2.cg
}

@test "from folders of any depth" {
	mkdir -p "$PWD/a/very-long-name-of-a-folder/with/folders/in/it"
	collect -o "$PWD/here.cg" act work 100
	(
		cd "$PWD/a/very-long-name-of-a-folder/with/folders/in/it"
		collect -o "$BATS_TEST_TMPDIR/there.cg" act work 100
	)
	same here.cg there.cg
}

@test "by paths of different length: all but the names counts the same" {
	mkdir -p deep/er
	cp "$BATS_FILE_TMPDIR/act" deep/er/act
	cp "$BATS_FILE_TMPDIR/act" act
	collect -o one.cg ./act work 100
	collect -o two.cg ./deep/er/act work 100
	# the C library looks for the last slash
	"$TESTS/rows" one.cg | grep -v strrchr | grep main >one
	"$TESTS/rows" two.cg | grep -v strrchr | grep main >two
	[ -s one ]
	same one two
}

@test "for users of any name" {
	HOME=/root USER=root LOGNAME=root MAIL=/var/mail/root collect -o one.cg sort "$TEXT"
	HOME=/home/wilhelmina USER=wilhelmina LOGNAME=wilhelmina \
		MAIL=/var/mail/wilhelmina collect -o two.cg sort "$TEXT"
	same one.cg two.cg
}

@test "for another user" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can become another user'
	local place
	place=$(mktemp -d -p /tmp)
	mkdir -p "$place/libexec" "$place/bin"
	cp -rL "$B/libexec/cg-tools" "$place/libexec"
	cp "$B/bin/cg-collect" "$BATS_FILE_TMPDIR/act" "$place/bin"
	chmod -R a+rwX "$place"
	for user in 0 4294960000; do
		HOME=/home/$user TMPDIR=$place PATH=$place/bin:$PATH setpriv \
			--reuid=$user --clear-groups cg-collect -q \
			--reproducible -o "$place/$user.cg" act work 100
	done
	cp "$place"/*.cg .
	rm -r "$place"
	same 0.cg 4294960000.cg
}

@test "with addresses randomised by the kernel, and without" {
	collect -o one.cg act work 100
	setarch -R cg-collect -q --reproducible -o two.cg act work 100
	same one.cg two.cg
}

@test "on a processor with fewer features" {
	cp -rL "$B/libexec/cg-tools" newcpu
	cp -rL "$B/oldcpu" oldcpu
	for program in "gzip -c $TEXT" "sort $TEXT" "act work 100"; do
		for cpu in newcpu oldcpu; do
			# shellcheck disable=SC2086
			CG_COLLECT_LIB=$cpu collect -o $cpu.cg $program
		done
		same newcpu.cg oldcpu.cg "$program"
	done
}

@test "that processor is one: without the option counts differ" {
	grep -qw avx2 /proc/cpuinfo || skip 'this processor is an old one'
	cp -rL "$B/libexec/cg-tools" newcpu
	cp -rL "$B/oldcpu" oldcpu
	for cpu in newcpu oldcpu; do
		CG_COLLECT_LIB=$cpu cg-collect -q --cache-sim=no -o $cpu.cg \
			--client-stdout=/dev/null sort "$TEXT"
	done
	grep -q '^fn=.*_avx' newcpu.cg
	run -1 grep '^fn=.*_avx' oldcpu.cg
}

@test "the caches are always the same, but for what the user sets" {
	collect -o p.cg act
	sed -n 's/^desc: //p' p.cg | same - <(cat <<-'end'
		I1 cache:         32768 B, 64 B, 8-way associative
		D1 cache:         32768 B, 64 B, 8-way associative
		LL cache:         8388608 B, 64 B, 16-way associative
	end
	)
	collect --D1=49152,12,64 -o p.cg act
	grep -x 'desc: D1 cache:         49152 B, 64 B, 12-way associative' p.cg
}

@test "children, too" {
	for i in 1 2; do
		env "VARIABLE$i=$i$i$i" cg-collect -q --reproducible -f \
			-o $i.cg act work 10 fork work 50 join exec act work 20
	done
	same 1.cg 2.cg
}

@test "where addresses cannot be pinned nothing is run" {
	cc -o forbid -x c - <<-'end'
		#include <linux/filter.h>
		#include <linux/seccomp.h>
		#include <stddef.h>
		#include <sys/prctl.h>
		#include <sys/syscall.h>
		#include <unistd.h>
		int main(int argc, char **argv)
		{
			struct sock_filter code[] = {
				BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
					offsetof(struct seccomp_data, nr)),
				BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 1),
				BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1 /* EPERM */),
				BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
			};
			struct sock_fprog filter = {4, code};
			prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
			if (argc < 2 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
				return 1;
			execvp(argv[1], argv + 1);
			return 1;
		}
	end
	run -125 --separate-stderr ./forbid cg-collect --reproducible touch ran
	[ "$stderr" = 'cg-collect: --reproducible: address randomisation cannot be turned off: Operation not permitted' ]
	[ ! -e ran ]
}

# --- the program finds its world as it was

@test "the variables are all there, as they were" {
	long=$(printf %3000s | tr ' ' l)
	cat >wanted <<-end
		EMPTY=
		LD_PRELOAD_NOT=x
		LONG=$long
		NAME_OF_MORE_THAN_THIRTY_SEVEN_LETTERS_AND_MORE=yes
		PERL_HASH_SEED=7
		PYTHONHASHSEED=0
		SHORT=value with = and blanks
	end
	env -i PATH="$PATH" EMPTY= LD_PRELOAD_NOT=x LONG="$long" \
		NAME_OF_MORE_THAN_THIRTY_SEVEN_LETTERS_AND_MORE=yes \
		PERL_HASH_SEED=7 SHORT='value with = and blanks' \
		cg-collect -q --reproducible --client-stdout=got -o p.cg env
	grep -vE '^(CG_PAD_|PATH|LD_PRELOAD=|VALGRIND_LIB|GLIBC_TUNABLES)' got |
		sort | same wanted -
}

@test "a preloaded library stays one" {
	cc -shared -fPIC -o preloaded.so -x c - <<-'end'
		#include <unistd.h>
		__attribute__((constructor)) static void hello(void)
		{ if (write(1, "hello\n", 6) < 0) _exit(9); }
	end
	export ASAN_OPTIONS=verify_asan_link_order=0
	LD_PRELOAD=$PWD/preloaded.so collect --client-stdout=got -o p.cg act
	grep -x hello got
}

@test "hundreds of variables" {
	local i
	for i in {1..500}; do
		export "VARIABLE_$i=$i"
	done
	cg-collect -q --reproducible --client-stdout=got -o p.cg env
	[ "$(grep -c '^VARIABLE_' got)" -eq 500 ]
	cg-collect -q --reproducible -o q.cg act work 100
	unset VARIABLE_77
	cg-collect -q --reproducible -o r.cg act work 100
	same q.cg r.cg
}

# --- what a part of a program costs

# rows of a difference whose instructions are not equal, as "function count"
changed() {
	awk '/^fn=/ { name = substr($0, 4) }
	     /^-?[0-9]/ && $2 != 0 { print name, $2 }' "$1"
}

@test "the set-up subtracts, to the instruction" {
	cg-diff <(collect staged --setup) <(collect staged) >work.cg
	collect -o whole.cg staged
	whole=$(awk '/^fn=/ { inside = $0 == "fn=work" }
		/^[0-9]/ && inside { sum += $2 } END { print sum }' whole.cg)
	[ "$whole" -gt 20000 ]
	changed work.cg | grep -x "work $whole"
	changed work.cg | grep -vE '^(work|main|.*strcmp.*) ' >others || true
	same /dev/null others
}

@test "README: what the work costs without the set-up" {
	cp "$BATS_FILE_TMPDIR/staged" prog
	"$TESTS/readme-block" 'What does it cost without the set-up?' 1 >job
	grep -q cg-diff job
	bash -e job >out
	grep 'work$' out
	run -1 grep set_up out
}
