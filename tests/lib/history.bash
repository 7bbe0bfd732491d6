# SPDX-License-Identifier: BSD-2-Clause
# Repositories for the tests of cg-history.

# forget_git: makes git ignore the settings of the user and of the system, and know no identity
forget_git() {
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL \
		GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL EMAIL
}

# repository NAME [OPTION...]: makes a repository, and goes there
repository() {
	git init -q -b main "${@:2}" "$1"
	cd "$1" || return 1
}

# enter_repository: the setup of a test in an empty repository, whose parent is the test's directory
enter_repository() {
	enter_tmpdir
	forget_git
	repository work
}

# git_as_user ARGUMENT...: runs git with an identity and fixed dates, one second after another
git_as_user() {
	clock=$((${clock-1700000000} + 100))
	GIT_AUTHOR_DATE="$clock +0000" GIT_COMMITTER_DATE="$clock +0000" \
		git -c user.name=user -c user.email=user@example.com "$@"
}

# change [SUBJECT]: makes a commit
change() {
	nchanges=$((${nchanges-0} + 1))
	echo "$nchanges" >file
	git add file
	git_as_user commit -q -m "${1-change $nchanges}"
}

# costs FILE [FUNCTION COST]...: writes a profile; a function may be FILE:FUNCTION
costs() {
	local file=$1 name
	shift
	{
		printf '%s\n' "${desc-desc: CPU: x86-64-v1}" 'cmd: ./prog' 'events: Ir'
		while [ $# -gt 0 ]; do
			name=$1
			[[ $name = *:* ]] || name=a.c:$name
			printf '%s\n' "fl=${name%%:*}" "fn=${name#*:}" "3 $2"
			shift 2
		done
	} | profile "$file"
}

# recorded [FUNCTION COST]...: makes a commit and records these costs for it
recorded() {
	change
	costs "$BATS_TEST_TMPDIR/costs.cg" "$@"
	cg-history record "$BATS_TEST_TMPDIR/costs.cg"
}

# log_of COLUMNS ARGUMENT...: prints columns of the log, separated by blanks; "" is "-"
log_of() {
	cg-history log --format=tsv "${@:2}" | awk -F'\t' -v columns="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(columns, names, ","); next }
		{ for (i = 1; i <= n; i++)
			printf "%s%s", $at[names[i]] == "" ? "-" : $at[names[i]], i < n ? " " : "\n" }'
}

# log_gives COLUMNS ARGUMENT...: log_of must print standard input
log_gives() {
	cat >"$BATS_TEST_TMPDIR/wanted"
	log_of "$@" >"$BATS_TEST_TMPDIR/log" || return
	same "$BATS_TEST_TMPDIR/wanted" "$BATS_TEST_TMPDIR/log" "the log of $*"
}
