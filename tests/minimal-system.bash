# SPDX-License-Identifier: BSD-2-Clause
# New, minimal systems to chroot to. The script that reads this file calls
# system_begin SUITE, and then system_new for each system.
#
# Files that can be reused are kept under $CG_SYSTEMS (default:
# /var/cache/cg-tools-systems): the minimal system in SUITE.base (remove it to get a
# newer one), the packages in SUITE.packages, and the output in SUITE.log. Set
# $DEBIAN_MIRROR to use a mirror other than debootstrap's default.

# fail MESSAGE: ends the script
fail() {
	echo "${0##*/}: $*" >&2
	exit 2
}

# system_begin SUITE: makes sure that there is a base of the suite, and sets $log
system_begin() {
	suite=$1
	[ "$(id -u)" -eq 0 ] || fail 'run it as root: it makes a system to chroot to'
	cache=${CG_SYSTEMS:-/var/cache/cg-tools-systems}
	base=$cache/$suite.base
	packages=$cache/$suite.packages
	log=$cache/$suite.log
	mkdir -p "$packages/partial"
	: >"$log"
	systems=()
	trap 'rm -rf --one-file-system "${systems[@]}"' EXIT
	[ ! -d "$base" ] || return 0
	command -v debootstrap >/dev/null || ./install-deps systems >>"$log" 2>&1 ||
		fail "debootstrap is missing and could not be installed: see $log"
	make_base >>"$log" 2>&1 || fail "no minimal $suite: see $log"
}

make_base() {
	rm -rf "$base.new"
	debootstrap --variant=minbase "$suite" "$base.new" \
		${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} ||
		return
	mv "$base.new" "$base"
}

# system_new: makes a new system, the one in which `inside` runs commands; it is
# removed when the script ends
system_new() {
	system=$(mktemp -d "$cache/$suite.XXXXXX")
	systems+=("$system")
	cp -a "$base/." "$system"
	cp /etc/resolv.conf "$system/etc"
	# the mirror's index may have expired
	echo 'Acquire::Check-Valid-Until "false";' >"$system/etc/apt/apt.conf.d/on-system"
}

# inside COMMAND...: runs it there, with separate processes and mounts that end with
# it; the shell remains as the parent of orphaned processes
inside() {
	unshare --mount --pid --fork --kill-child sh -ec '
		system=$1 packages=$2
		shift 2
		mount -t proc proc "$system/proc"
		mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 \
			devpts "$system/dev/pts"
		mount -t tmpfs tmpfs "$system/dev/shm"
		mount --bind "$packages" "$system/var/cache/apt/archives"
		status=0
		chroot "$system" env -i HOME=/root TERM=dumb \
			PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
			"$@" || status=$?
		exit $status' inside "$system" "$packages" "$@"
}
