#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# Files that are not profiles: the message says what they are.

load ../lib/assertions

setup() {
	enter_tmpdir
}

# is_told MESSAGE: every tool must print it about the file "in", plain and gzip
is_told() {
	for tool in "${READERS[@]}" cg-merge; do
		complains "${tool%% *}: in: $1" $tool in
		complains "${tool%% *}: in: $1" $tool --partial in
	done
	gzip -c in >in.gz
	complains "cg-sum: in.gz: $1" cg-sum in.gz
}

# bats test_tags=slow
@test "programs, compressed data and archives are recognised" {
	cp "$(command -v cg-sum)" in
	is_told 'this is an ELF file, not a profile'
	printf '\x28\xb5\x2f\xfd\x24\x01' >in
	is_told 'this is zstd data, not a profile (try: zstd -dc FILE |)'
	echo text | xz >in
	is_told 'this is xz data, not a profile (try: xz -dc FILE |)'
	printf 'BZh91AY&SY' >in
	is_told 'this is bzip2 data, not a profile (try: bzip2 -dc FILE |)'
	printf 'PK\003\004' >in
	is_told 'this is a zip archive, not a profile (try: unzip -p FILE MEMBER |)'
	echo text >text
	tar -cf in text
	is_told 'this is a tar archive, not a profile (try: tar -xOf FILE MEMBER |)'
	printf 'PERFILE2\150\0\0\0' >in
	is_told 'this is a file of perf, not a profile'
}

@test "output of other tools and sources are recognised" {
	printf 'desc: (none)\ncmd: ./a\ntime_unit: i\n#-----------\nsnapshot=0\n' >in
	is_told 'this is output of Massif, not a profile'
	echo '{"dhatFileVersion": 2}' >in
	is_told 'this is JSON, not a profile'
	echo '<!DOCTYPE html>' >in
	is_told 'this is HTML or XML, not a profile'
	printf '#include <stdio.h>\nint main(void) { return 0; }\n' >in
	is_told 'this is a source file, not a profile'
	printf 'cmd: a\nevents: Ir\nsummary: 0\n' | cg-annotate >in
	is_told 'this is a report, not a profile'
}

@test "a gzip file that was compressed twice is recognised" {
	echo text | gzip | gzip >in
	complains 'cg-sum: in: this is gzip data in gzip data, not a profile (try: gzip -dc FILE |)' \
		cg-sum in
}

@test "messages about other files contain only printable characters" {
	printf 'ab\033[31m\n' >in
	is_told 'this is binary data, not a profile'
	printf '\377\303\251t\303\251\n' >in
	for tool in "${READERS[@]}"; do
		complains "${tool%% *}: in:1: this is not a profile: expected \"desc:\" or \"cmd:\", found \"???t??\"" \
			$tool in
	done
}
