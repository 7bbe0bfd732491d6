#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# examples/history: CI, cron and fill in parts, each as it is, on a repository that the test makes.

# bats file_tags=long

load ../lib/assertions
load ../lib/history

setup() {
	enter_tmpdir
	forget_git
	EXAMPLES=$TESTS/../examples/history
	git init -q --bare -b main origin
	git clone -q origin work 2>/dev/null
	cd work
	git checkout -q -b main
}

# costing COST: makes a commit of a program with a loop of this length
costing() {
	printf 'int main(void) { for (volatile int n = 0; n < %d; n++); return 0; }\n' "$1" >bench.c
	git add .
	git_as_user commit -q -m "cost $1"
	git push -q origin main
}

# project: a program, and the files of the examples where they say that they are
project() {
	printf 'bench: bench.c; cc -O1 -o $@ bench.c\nall: bench\n' >Makefile
	printf '%s\n' bench '*.cg' comment.md >.gitignore
	mkdir -p .github/workflows ci
	cp "$EXAMPLES/comment.sh" .github/workflows
	cp "$EXAMPLES/comment.sh" ci
}

# github: runs the job without the installation; returns its status
github() {
	local condition step status=0
	while IFS= read -r -d '' condition && IFS= read -r -d '' step; do
		[[ $step != *install-deps* ]] || continue
		[ $status -eq 0 ] || [ "$condition" = always ] || continue
		bash -e -c "$step" </dev/null || status=1
	done <../steps
	return $status
}

steps() {
	/usr/bin/python3 -c 'import yaml' 2>/dev/null || missing python3-yaml || return
	"$TESTS/lib/workflow-steps" "$EXAMPLES/$1"
}

@test "github-workflow.yml and gitlab-ci.yml record, judge and comment" {
	need_command valgrind
	steps github-workflow.yml >../steps
	mkdir ../bin
	printf '#!/bin/sh\necho "$@" >%s/gh.arguments\n' "$PWD/.." >../bin/gh
	chmod +x ../bin/gh
	PATH=$PWD/../bin:$PATH
	export GITHUB_STEP_SUMMARY=$PWD/../summary PULL_REQUEST=7
	project
	costing 100000
	github
	grep 'no ancestor of .* is recorded' comment.md
	same comment.md ../summary
	grep -x 'pr comment 7 .* --body-file comment.md' ../gh.arguments
	# another runner, which has nothing but the clone
	cd ..
	git clone -q origin second
	cd second
	costing 150000
	make -s bench
	run -1 github
	grep 'total: Ir grew by .*: the limit is +1% and +10,000' comment.md
	grep -E '^\| `[0-9a-f]{10}` .* `main` \| `cost 150000` \|$' comment.md
	# the verdict, and the place in the history, of the next one
	steps gitlab-ci.yml | tr '\0' '\n' | sed -n '/^make bench$/,$p' >../script
	cd ..
	git clone -q origin third
	cd third
	costing 150001
	CI_COMMIT_BRANCH=main CI_DEFAULT_BRANCH=main CG_PUSH_URL=$PWD/../origin bash -e ../script
	grep -x 'All limits are kept.' comment.md
	[ "$(grep -c '`cost 15000' comment.md)" -eq 2 ]
	cd ../origin
	[ "$(log_of subject | wc -l)" -eq 2 ]
}

# measured: makes commits, and a command that measures one
measured() {
	local i
	printf '%s\n' '#!/bin/sh' 'cost=$(wc -c <file)' \
		'printf "%s\n" "cmd: ./bench" "events: Ir" fl=a.c fn=f "1 $cost" "summary: $cost" >"$CG_HISTORY_PROFILES/bench.cg"' >../measure
	chmod +x ../measure
	for i in 1 1 1 2 2 2 3 3 3 3 4 4; do
		head -c $i /dev/zero >file
		git add file
		git_as_user commit -q --allow-empty -m "commit $((++n))"
	done
	printf '1 commit %d\n' 11 7 4 >../wanted
}

@test "the line of the crontab fills and pushes" {
	measured
	git tag v1.0 HEAD~11
	git push -q --tags origin main
	sed -n 's/^[0-9]* [0-9]* \* \* \* //p' "$EXAMPLES/crontab" |
		sed "s|/srv/measure|$PWD/../measure|; s|--build=make|--build=true|" >../line
	[ "$(wc -l <../line)" -eq 1 ]
	CLONE=$PWD sh -c "$(cat ../line)" >../mail 2>&1 || fail "$(cat ../mail)"
	grep 'commit 11' ../mail
	cd ../origin
	log_of change,subject v1.0..main | same ../wanted -
}

@test "fill-part.sh measures a range in parts" {
	need_command parallel
	measured
	cd ..
	git clone -q --bare work again
	cd again
	parallel --will-cite -j2 PART={} PARTS=5 "$EXAMPLES/fill-part.sh" HEAD~11..HEAD -- "$PWD/../measure" ::: {0..4} 2>../err </dev/null ||
		fail "$(cat ../err)"
	log_of change,subject HEAD~11..HEAD | same ../wanted -
}
