# SPDX-License-Identifier: BSD-2-Clause
# Valgrind's own tools, which ours are compared with. There are two generations, and
# only this file knows the difference:
#
#	before 3.21	cg_annotate and cg_diff are Perl, cg_merge is C. Reports
#			have the layout of ours, which is compared, too.
#	since 3.21	All three are Python. Reports have a layout of their
#			own: their figures are compared. Expressions that rename
#			are Python's, counts of "." and lines below 0 are
#			errors. cg_merge wants a desc: line.
#
# Since 3.21 Cachegrind does not simulate caches by default, and such profiles have no
# desc: lines. So tests pass --cache-sim=yes explicitly.

oracle_is_perl() {
	head -n 1 "$(command -v cg_annotate)" | grep perl >/dev/null
}

# prints the block of totals from Cachegrind's messages on standard input, in the
# layout before 3.21
block_of_totals() {
	sed -n 's/^==[0-9]*== //p' | sed -n '/^I  *refs/,$p' |
		sed 's/^\([ID]\) refs:  /\1   refs:/'
}

# --- cg_diff

# rename_by_perl FILE-EXPRESSION FUNCTION-EXPRESSION PROFILE: prints the profile with
# renamed files and functions
rename_by_perl() {
	perl -e '
		my ($file, $function) = splice @ARGV, 0, 2;
		while (<>) {
			if (/^(f[ln])=(.*)/) {
				my ($key, $name) = ($1, $2);
				my $by = $key eq "fl" ? $file : $function;
				eval "\$name =~ $by" if $by ne "";
				die $@ if $@;
				$_ = "$key=$name\n";
			}
			print;
		}' "$@"
}

# cg_diff_of_perl [--mod-filename=E] [--mod-funcname=E] OLD NEW: cg_diff, with
# Perl's expressions
cg_diff_of_perl() {
	if oracle_is_perl; then
		cg_diff "$@"
		return
	fi
	local file='' function='' work=$BATS_TEST_TMPDIR/renamed
	while [ $# -gt 2 ]; do
		case $1 in
		--mod-filename=*) file=${1#*=} ;;
		--mod-funcname=*) function=${1#*=} ;;
		esac
		shift
	done
	mkdir -p "$work"
	rename_by_perl "$file" "$function" "$1" >"$work/old" || return
	rename_by_perl "$file" "$function" "$2" >"$work/new" || return
	cg_diff "$work/old" "$work/new" |
		sed "1s|:  .*|:   $1; $2|"
}

# --- cg_annotate

# python_figures [--show=EVENTS] [-I DIRECTORY] PROFILE: prints all figures of the Python
# cg_annotate, in the form of report-figures. That program has no -I.
python_figures() {
	local profile=${!#} directory=. options=() argument
	profile=$(realpath "$profile")
	for argument in "${@:1:$#-1}"; do
		case $argument in
		--show=*) options+=("$argument") ;;
		-I*) [ ! -d "${argument#-I}" ] || directory=${argument#-I} ;;
		esac
	done
	# input that it cannot read is replaced by other input with the same figures
	sed -E 's/^-[0-9]+/0/; /^[0-9]/s/ \.( |$)/ 0\1/g; /^[0-9]/s/ \.( |$)/ 0\1/g' \
		"$profile" >"$BATS_TEST_TMPDIR/readable"
	(cd "$directory" && cg_annotate --threshold=0 --context=0 \
		--no-show-percs "${options[@]}" "$BATS_TEST_TMPDIR/readable") |
		"$TESTS/lib/report-figures" | sort
}

# same_figures REPORT ARGUMENT...: REPORT was written by cg-annotate ARGUMENT.... Its
# figures must be a subset of cg_annotate's. They must be equal if there is no
# threshold, all files are annotated, and there are no source operands.
same_figures() {
	local report=$1 argument options=() operands=()
	shift
	for argument; do
		case $argument in
		--include=*) options+=("-I${argument#*=}") ;;
		-I=*) options+=("-I${argument#*=}") ;;
		--show=* | -I*) options+=("$argument") ;;
		-*) ;;
		*) operands+=("$argument") ;;
		esac
	done
	local theirs=$BATS_TEST_TMPDIR/theirs ours=$BATS_TEST_TMPDIR/figures
	python_figures "${options[@]}" "${operands[0]}" >"$theirs" || return
	cg-annotate --threshold=0 --context=0 "${options[@]}" "${operands[0]}" |
		"$TESTS/lib/report-figures" | sort >"$ours" || return
	"$TESTS/lib/report-figures" <"$report" | sort >"$report.figures" || return
	# cg_annotate does not know negative lines
	if grep -q '^-[0-9]' "${operands[0]}"; then
		sed -i '/^line/d' "$theirs" "$ours" "$report.figures"
	fi
	same "$theirs" "$ours" "figures of cg-annotate $*" || return
	comm -13 "$ours" "$report.figures" |
		same /dev/null - "figures of cg-annotate $*, beside cg_annotate's"
}
