#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Other systems: without Valgrind, with a core that lacks functions, and with other
# package names. tests/on-system tests complete systems.

# bats file_tags=long,whole

# makes two builds: "bare" without Valgrind, and "poor" on a core that lacks every
# optional function
setup_file() {
	# what is built without optimising does the same
	make -s -C "$BATS_TEST_DIRNAME/../.." B="$BATS_FILE_TMPDIR/poor" CFLAGS=-O0 \
		CORE_LACKS='vgPlain_get_inst_offset_in_function vgPlain_redir_do_lookup cprop_BB sanityCheckIRSB vgPlain_am_shared_mmap_file_float_valgrind vgPlain_cl_auxv_fd vgPlain_mkstemp' \
		all 2>"$BATS_FILE_TMPDIR/poor.said"
	mkdir "$BATS_FILE_TMPDIR/bare"
	cp -a "$BATS_FILE_TMPDIR/poor/obj" "$BATS_FILE_TMPDIR/bare"
	make -s -C "$BATS_TEST_DIRNAME/../.." B="$BATS_FILE_TMPDIR/bare" CFLAGS=-O0 tools
}

setup() {
	load ../lib/assertions
	load ../lib/collecting
	enter_tmpdir
	root=$(cd "$TESTS/.." && pwd)
	version=$(pkg-config --modversion valgrind)
	platform=$(pkg-config --variable=platform valgrind)
}

# fake NAME: makes standard input a program of that name, the first in PATH
fake() {
	mkdir -p fake
	{
		echo '#!/bin/sh'
		cat
	} >"fake/$1"
	chmod +x "fake/$1"
	[[ $PATH == $PWD/fake:* ]] || PATH=$PWD/fake:$PATH
}

make_bare() {
	make -s -C "$root" B="$BATS_FILE_TMPDIR/bare" CFLAGS=-O0 "$@"
}

# --- Valgrind's core

# checks the message of make, and that it built all other tools
builds_the_others() {
	rm -f "$BATS_FILE_TMPDIR"/bare/bin/cg-sum
	run -2 make_bare
	[ "${output#Makefile:*: }" = "*** no cg-collect, only the other tools: $1.  Stop." ] ||
		fail "$output"
	[ "$(cd "$BATS_FILE_TMPDIR/bare/bin" && echo *)" = 'cg-annotate cg-cycles cg-diff cg-export cg-filter cg-history cg-merge cg-mix cg-sum' ]
}

@test "without Valgrind, make prints a message and builds the other tools" {
	fake pkg-config <<<'exit 1'
	builds_the_others 'pkg-config knows no valgrind'
	run -0 make_bare tools
	[ -z "$output" ]
	export PKG_CONFIG=no-such-program
	builds_the_others 'no-such-program is not installed'
}

@test "tools that do not need Valgrind are installed without it" {
	fake pkg-config <<<'exit 1'
	make_bare install-tools DESTDIR="$PWD/dest" PREFIX=/usr
	[ "$(cd dest/usr/bin && echo *)" = 'cg-annotate cg-cycles cg-diff cg-export cg-filter cg-history cg-merge cg-mix cg-sum' ]
	[ "$(cd dest/usr/share/man && echo */*)" = 'man1/cg-annotate.1 man1/cg-cycles.1 man1/cg-diff.1 man1/cg-export.1 man1/cg-filter.1 man1/cg-history.1 man1/cg-merge.1 man1/cg-mix.1 man1/cg-sum.1 man5/cgfmt.5' ]
	dest/usr/bin/cg-sum --version
	make_bare uninstall DESTDIR="$PWD/dest" PREFIX=/usr
	[ -z "$(find dest ! -type d)" ]
}

# pkg_config QUESTION COMMAND: replaces pkg-config; the command answers the question
pkg_config() {
	local real
	real=$(PATH=${PATH#"$PWD/fake:"} command -v pkg-config)
	fake pkg-config <<-END
		case "\$*" in
		*$1*) $2 ;;
		*) exec $real "\$@" ;;
		esac
	END
}

@test "a Valgrind that is too old or lacks its core or headers is reported" {
	pkg_config --exists 'exit 1'
	builds_the_others "valgrind $version is older than 3.16"
	pkg_config --libs-only-L 'echo -L/nowhere'
	builds_the_others "valgrind $version came without its core, libcoregrind-$platform.a and libvex-$platform.a"
	pkg_config includedir 'echo /nowhere'
	builds_the_others "valgrind $version came without its headers for tools"
}

@test "each function that a core lacks is reported in a line" {
	grep "$platform" "$BATS_FILE_TMPDIR/poor.said" | sed 's/^[^:]*: //' >said
	same - said <<-END
		valgrind $version lacks vgPlain_get_inst_offset_in_function: functions are looked up more slowly, and have no files with --calls
		valgrind $version lacks vgPlain_redir_do_lookup: with --calls, calls of replaced functions look indirect
		valgrind $version lacks vgPlain_am_shared_mmap_file_float_valgrind: no progress line, and no profile before the end
		valgrind $version lacks vgPlain_cl_auxv_fd: no --reproducible
		valgrind $version lacks sanityCheckIRSB: code is translated more slowly
		valgrind $version lacks cprop_BB: code is translated more slowly
		valgrind $version lacks vgPlain_mkstemp: a process that is killed may leave files in TMPDIR
	END
}

@test "without these functions, counts are the same" {
	c++ -O1 -g -o containers "$TESTS/programs/containers.cc"
	for options in --cache-sim=no --branch-sim=yes; do
		B=$BATS_FILE_TMPDIR/poor counts $options -- "$PWD/containers"
		B=$BATS_FILE_TMPDIR/poor counts $options -- \
			gzip -c "$root/README.md"
	done
	# with calls, other functions may own the lines, but not the costs
	PATH=$BATS_FILE_TMPDIR/poor/bin:$PATH
	cg-collect -q --calls --cache-sim=no -o calls.cg ./containers >out
	cg-collect -q --cache-sim=no -o plain.cg ./containers >out
	cg-sum --format=plain --events=Ir plain.cg | same - \
		<(cg-sum --format=plain --events=Ir calls.cg)
}

@test "without these functions, the options that need them are refused" {
	PATH=$BATS_FILE_TMPDIR/poor/bin:$PATH
	for option in --reproducible '--dump-every=1 -o p.cg'; do
		exits 125 cg-collect $option touch ran 2>err
		same - err <<-END
			cg-collect: ${option%%[= ]*}: not possible with valgrind $version
		END
	done
	[ ! -e ran ]
	[ ! -e p.cg ]
	mkfifo up
	cg-collect -q --cache-sim=no -o p.cg \
		sh -c 'echo >up; read x <up' 2>err 3>&- &
	read -r _ <up
	kill -USR1 $!
	wait_until [ -s err ]
	echo >up
	wait $!
	same - err <<-END
		cg-collect: a profile before the end: not possible with valgrind $version
	END
	canonical p.cg
}

# --- packages

# install_deps ARGUMENT...: runs it with a PATH without package managers
install_deps() {
	local name
	mkdir -p fake
	for name in sh id grep cat env; do
		ln -sf "$(PATH=/usr/bin:/bin command -v $name)" fake/$name
	done
	fake sudo <<<'exec "$@"'
	env PATH="$PWD/fake" "$root/install-deps" "$@"
}

# package managers that print their arguments; everything but Valgrind is installed
fakes_of() {
	case $1 in
	apt) fake dpkg-query <<<'case $* in *valgrind*) ;; *) echo install ok installed ;; esac' ;;
	dnf) fake rpm <<<'case $* in *valgrind*) exit 1 ;; esac' ;;
	esac
	case $1 in
	apt)
		fake apt-get <<<'echo "apt-get $*"'
		fake dpkg <<<'echo amd64'
		;;
	dnf) fake dnf <<<'echo "dnf $*"' ;;
	pacman) fake pacman <<<'case $1$2 in -Tvalgrind) exit 127 ;; -T*) ;; *) echo "pacman $*" ;; esac' ;;
	esac
}

@test "install-deps knows packages of Debian and Ubuntu" {
	fakes_of apt
	run -0 install_deps build
	[ "$output" = $'apt-get update\napt-get install -y --no-install-recommends valgrind' ]
}

@test "install-deps knows packages of Fedora" {
	fakes_of dnf
	run -0 install_deps test
	[ "$output" = 'dnf install -y --setopt=install_weak_deps=False valgrind valgrind-devel valgrind-tools-devel' ]
}

@test "install-deps knows packages of Arch" {
	fakes_of pacman
	run -0 install_deps lint
	[ "$output" = 'pacman -Syu --noconfirm --needed valgrind' ]
}

@test "install-deps does nothing if nothing is missing" {
	for manager in apt dnf pacman; do
		(
			fakes_of $manager
			run -0 install_deps systems
			[ -z "$output" ]
		)
		rm -r fake
	done
}

@test "on other systems, install-deps lists the packages" {
	for purpose in build test ci lint systems; do
		run -2 install_deps $purpose
		[[ $output == 'install-deps: there is no apt-get, dnf or pacman here'*Valgrind* ]]
	done
	run -2 install_deps
	[ "${lines[0]}" = 'usage: install-deps build|test|ci|lint|systems|clients|PLATFORM' ]
}

@test "install-deps needs apt for another platform" {
	fakes_of dnf
	run -2 install_deps arm64-linux
	[ "$output" = "install-deps: arm64-linux: expected apt-get, for Debian's packages of it" ]
}

@test "on-system requires root and a suite" {
	fake id <<<'echo 1000'
	run -2 "$TESTS/on-system" trixie
	[ "$output" = 'on-system: run it as root: it makes a system to chroot to' ]
	run -2 "$TESTS/on-system"
	[ "$output" = 'on-system: usage: tests/on-system SUITE' ]
}
