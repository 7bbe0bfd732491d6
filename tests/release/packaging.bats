#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# The tarball, and what packages are made from. make check-packages builds and tries the
# packages themselves.

# bats file_tags=slow

load ../lib/assertions

setup() {
	enter_tmpdir
	root=$(cd "$TESTS/.." && pwd)
	version=$(sed -n 's/^VERSION = //p' "$root/Makefile")
}

@test "NEWS and all packages have the version of the Makefile" {
	[ "$(sed -n '1s/^cg-tools \([^ ]*\).*/\1/p' "$root/NEWS")" = "$version" ]
	# packages of a version that is not released come before packages of the release
	[ "$(sed -n '1s/^cg-tools (\(.*\)-.*/\1/p' "$root/debian/changelog")" = "${version/-/"~"}" ]
	[ "$(sed -n 's/^%global upstream //p' "$root/packaging/cg-tools.spec")" = "$version" ]
	[ "$(sed -n 's/^_version=//p' "$root/packaging/PKGBUILD")" = "$version" ]
	grep -F "libcgfmt.so.$(sed -n 's/^SOVERSION = //p' "$root/Makefile")" \
		"$root/debian/libcgfmt1.symbols" "$root/packaging/cg-tools.spec"
}

@test "packages have all pages of docs/ but those for maintainers" {
	(cd "$root" && printf '%s\n' docs/*) | LC_ALL=C sort |
		grep -vE '/ABI|ARCHITECTURE|TESTING|\.png$' >pages
	grep '^docs/' "$root/debian/cg-tools.docs" | LC_ALL=C sort | same pages -
	sed -n 's/^%doc //p' "$root/packaging/cg-tools.spec" | tr ' ' '\n' |
		grep '^docs/' | grep -v /ABI | LC_ALL=C sort | same pages -
}

@test "make dist makes the same tarball of a commit, whoever makes it" {
	need_command git
	[ -e "$root/.git" ] || skip 'this is not a clone'
	make -s -C "$root" dist B="$PWD/one"
	(umask 077 && TZ=Asia/Tokyo LC_ALL=C HOME=$PWD USER=other GZIP=-1 \
		make -s -C "$root" dist B="$PWD/two")
	tarball=cg-tools-$version.tar.gz
	cmp one/$tarball two/$tarball
	tar -tzf one/$tarball | grep -v '/$' | sed "s|^cg-tools-$version/||" |
		sort | same <(git -C "$root" ls-tree -r --name-only HEAD | sort) -
	tar -tvzf one/$tarball | grep "^-rwxrwxr-x root/root .*/tests/run$" ||
		tar -tvzf one/$tarball | grep "^-rwxr-xr-x root/root .*/tests/run$"
}

# bats test_tags=long
@test "make dist-static makes the same bytes in two directories, and its tools run anywhere" {
	local -A umasks=([one]=22 [some/other]=77)
	need_command musl-gcc
	for place in "${!umasks[@]}"; do
		mkdir -p $place
		tar -C "$root" --exclude=./build --exclude=./.git -cf - . | tar -C $place -xf -
		(cd $place && umask 0${umasks[$place]} && unset B &&
			make -s dist-static SOURCE_DATE_EPOCH=1800000000 STATIC_CFLAGS=-O0) >log 2>&1 ||
			fail "$(tail -30 log)"
	done
	tarball=cg-tools-$version-$(uname -m).tar.gz
	cmp one/build/$tarball some/other/build/$tarball
	(cd one/build && sha256sum -c $tarball.sha256)
	tar -xzf one/build/$tarball
	for tool in ${tarball%.tar.gz}/bin/*; do
		[[ $(env -i $tool --version) == *"$version"* ]]
		[ -e "${tarball%.tar.gz}/share/man/man1/${tool##*/}.1" ]
	done
	[ "$(ls ${tarball%.tar.gz}/bin | wc -l)" -eq 9 ]
	cmp <(printf 'events: Ir\nfn=f\n1 2\nsummary: 2\n' | ${tarball%.tar.gz}/bin/cg-annotate) \
		<(printf 'events: Ir\nfn=f\n1 2\nsummary: 2\n' | cg-annotate)
}

# bats test_tags=long
@test "dpkg-buildpackage makes the packages, and lintian says nothing" {
	need_command dh
	need_command lintian
	[ -e "$B/lib/libcgfmt.so.1" ] && [[ $(ldd "$B/bin/cg-sum") != *libasan* ]] ||
		skip 'packages are not made from such a build'
	mkdir tree
	tar -C "$root" --exclude=./build --exclude=./.git -cf - . | tar -C tree -xf -
	# what is built already; check-packages builds it anew
	mkdir tree/build
	cp -a "$B"/{bin,lib,obj,pic,plugin,libexec,completion,*.a} tree/build
	(cd tree && unset B && DEB_BUILD_OPTIONS=nocheck \
		dpkg-buildpackage -us -uc -b -nc -d) >log 2>&1 ||
		fail "$(tail -30 log)"
	run -0 lintian --allow-root --fail-on error,warning ./*.changes
	[ -z "$output" ]
	dpkg-deb -f cg-collect_*.deb Depends | grep -F "valgrind (>= "
	upstream=$(dpkg-query -W -f '${Version}' valgrind | sed 's/-[^-]*$//')
	[[ $(dpkg-deb -f cg-collect_*.deb Depends) == *"valgrind (>= $upstream), valgrind (<< $upstream+~)"* ]]
	run -1 grep valgrind <<<"$(dpkg-deb -f cg-tools_*.deb Depends)"
	[ "$(dpkg-deb -f cg-tools_*.deb Recommends)" = 'binutils, cg-collect' ]
	dpkg --compare-versions "$upstream-1+b2" lt "$upstream+~"
	dpkg --compare-versions "$upstream.1-1" gt "$upstream+~"
	# all that make install installs is in a package, and nothing else
	make -s -C "$root" install DESTDIR="$PWD/all" PREFIX=/usr \
		LIBDIR=/usr/lib/"$(dpkg-architecture -qDEB_HOST_MULTIARCH)" \
		ZSH_COMPLETIONS=/usr/share/zsh/vendor-completions
	(cd all && find . ! -type d | sort) >wanted
	for package in cg-tools cg-collect libcgfmt1 libcgfmt-dev; do
		dpkg-deb --fsys-tarfile ${package}_*.deb | tar -tf -
	done | grep -v '/$\|/doc/\|/lintian/' | sed 's|\(/man/.*\)\.gz$|\1|' | sort >packaged
	same wanted packaged 'files in the packages'
}

@test "the RPM spec is valid, and rpmlint says nothing" {
	need_command rpmspec
	need_command rpmlint
	rpmspec -q "$root/packaging/cg-tools.spec" | sed "s/-${version/-/"~"}-.*//" |
		same - <(printf '%s\n' cg-tools cg-collect libcgfmt libcgfmt-devel)
	rpmspec -P --define 'valgrind 3.24.0' "$root/packaging/cg-tools.spec" |
		grep -E '^Requires: +valgrind = 1:[0-9.]+$'
	run -0 rpmlint -r "$root/packaging/rpmlintrc" "$root/packaging/cg-tools.spec"
	[[ $output == *' 0 errors, 0 warnings'* ]]
}

# bats test_tags=long
@test "the packages of the PKGBUILD have all that make install installs, each once" {
	[ -e "$B/lib/libcgfmt.so.1" ] || skip 'a static build has no shared library'
	make -s -C "$root" install DESTDIR="$PWD/all" PREFIX=/usr \
		LIBEXECDIR=/usr/lib/cg-tools
	(cd all && find . ! -type d | sort) >wanted
	mkdir src
	ln -s "$root" "src/cg-tools-$version"
	. "$root/packaging/PKGBUILD"
	for package in "${pkgname[@]}"; do
		(
			pkgdir=$BATS_TEST_TMPDIR/$package pkgname=$package
			cd src
			set -e
			package_$package >/dev/null
			[ -n "${depends[*]}" ]
			[ -e "$pkgdir/usr/share/licenses/$package/LICENSE" ]
		)
	done
	(for package in "${pkgname[@]}"; do (cd $package && find . ! -type d); done) |
		grep -v /licenses/ | sort | same wanted - 'files of the PKGBUILD'
}
