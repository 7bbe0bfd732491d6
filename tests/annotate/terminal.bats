#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# cg-annotate on a terminal: a report that fits, and the pager.

load ../lib/assertions

setup() {
	enter_tmpdir
	export CG_PAGER=cat TERM=xterm
	printf 'int parse(int n)\n{\n\treturn n;\n}\n' >parse.c
	profile in <<-'END'
		cmd: ./prog --with=arguments
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
		fl=parse.c
		fn=parse
		2 100 0 0 50 4 2 10 1 0
		3 600000 0 0 50 900 2 10 100 0
		fl=/no/such/include/c++/12/bits/stl_vector.h
		fn=std::vector<Item, std::allocator<Item> >::push_back(Item const&)
		7 300000 0 0 1 0 0 1 0 0
		fl=(filtered)
		fn=(filtered)
		0 400000 0 0 0 0 0 0 0 0
		fl=main.c
		fn=main
		1 900 0 0 1 0 0 1 0 0
		fl=main.c
		fn=unused
		1 1 0 0 0 0 0 0 0 0
	END
}

# on_width COLUMNS COMMAND: what it writes to a terminal of that width
on_width() {
	on_terminal "stty cols $1; $2"
}

# fits WIDTH FILE: no line is wider
fits() {
	awk -v width="$1" 'length > width { print; n++ } END { exit n > 0 }' \
		"$2" >wide || fail "wider than $1: $(head -3 wide)"
}

@test "a report that fits 80 columns" {
	cg-annotate --width=80 in >out
	same - out <<-'END'
		./prog --with=arguments
		1,301,001 instructions   D1 misses 810.5 %   I1 0.00 %   last level 0.0 %

		     Ir   share    cum.  D1 miss  function                file
		600,100  46.1 %  46.1 %    1,005  parse                   parse.c
		300,000  23.1 %  69.2 %        0  vector<...>::push_back  .../bits/stl_vector.h
		400,000  30.7 %  99.9 %        0  (filtered)
		2 more functions: 0.1 %
		Not shown: I1mr ILmr Dr DLmr Dw DLmw  (--show=EVENT,... shows others)

		     Ir   share  hot line
		600,000  46.1 %  parse.c:3                        return n;
		300,000  23.1 %  .../c++/12/bits/stl_vector.h:7
		    901   0.1 %  main.c:1
		    100   0.0 %  parse.c:2                        {

		parse.c: 600,100 Ir, 46.1 %

		     Ir  D1 miss  line
		                     1  int parse(int n)
		    100        5     2  {
		600,000    1,000     3          return n;
		                     4  }

		Sources not found (-I DIR looks in a directory):
		  /no/such/include/c++/12/bits/stl_vector.h
	END
}

@test "a terminal gets a report of its width, a pipe the classic one" {
	need_terminal
	for width in 20 80 132 200; do
		on_width $width 'cg-annotate --color=never in' >out
		cg-annotate --width=$width --view=function in | same - out "$width columns"
		on_width $width 'cg-annotate --color=never --view=file in' >out
		cg-annotate --width=$width in | same - out "$width columns"
	done
	cg-annotate in >classic
	grep '^Events recorded: ' classic
	cg-annotate --width=none in | same classic -
	on_width 80 'cg-annotate --color=never --view=file --width=none in' | same classic -
	cg-annotate --width=80 --view=function in >out
	on_width 200 'cg-annotate --color=never --width=80 in' | same out -
	on_width 200 'cg-annotate --color=never --width=80 -o - in' | same out -
	cg-annotate --width=80 --view=function -o file in
	same out file
}

@test "a terminal gets functions by name, unless calls are asked for" {
	need_terminal
	printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=f '1 5' fi=a.h '1 7' fe=a.c cfn=g \
		'calls=1 1' '2 9' fn=g '1 9' 'totals: 21' >in
	on_width 80 'cg-annotate --color=never --auto=no in' >out
	sed -n '/function/,$p' out | same - <(
		cat <<-'END'
			Ir   share     cum.  function  file
			12  57.1 %   57.1 %  f
			 7  33.3 %             a.h
			 5  23.8 %             a.c
			 9  42.9 %  100.0 %  g         a.c
		END
	)
	for options in --inclusive --tree=both --tree=caller '--tree=calling --diff' \
		--format=html --format=lines --view=file; do
		on_width 80 "cg-annotate --color=never $options in; true" >out
		options=${options/--inclusive/--inclusive --width=80}
		options=${options/--tree/--width=80 --tree}
		options=${options/--view/--width=80 --view}
		case $options in
		*--diff* | *=html) continue ;; # an error; not for a terminal
		esac
		cg-annotate --color=never $options in | same - out "$options"
	done
	on_width 80 "cg-annotate --color=never --diff in in" | same - <(
		cg-annotate --width=80 --view=function --diff in in)
	on_width 80 "cg-annotate --color=never -o file in"
	cg-annotate in | same - file
}

@test "the width of the terminal: COLUMNS, the terminal, or 80" {
	need_terminal
	for width in 80 100; do
		cg-annotate --width=$width --view=function in >out.$width
	done
	on_width 0 'cg-annotate --color=never in' | same out.80 -
	on_width 0 'COLUMNS=100 cg-annotate --color=never in' | same out.100 -
	on_width 80 'COLUMNS=100 cg-annotate --color=never in' | same out.100 -
	for columns in '' 0 -5 x 100x 99999999999999999999; do
		on_width 80 "COLUMNS=$columns cg-annotate --color=never in" |
			same out.80 - "COLUMNS=$columns"
	done
	# narrower than the narrowest report
	cg-annotate --width=20 --view=function in >out.20
	on_width 5 'cg-annotate --color=never in' | same out.20 -
}

@test "the width and the colour are automatic unless another one is asked for" {
	printf 'events: Ir\nfl=a.c\nfn=f\n1 1\nsummary: 1\n' >in
	cg-annotate in >wanted
	cg-annotate --width=auto --color=auto in | same wanted -
}

@test "bad widths are usage errors" {
	for width in 19 0 -1 x 80x 10001 ''; do
		run -2 cg-annotate --width="$width" in
		[[ $output == "cg-annotate: --width: expected "*'(see cg-annotate --help)' ]]
	done
}

@test "names are shortened, but never a function's own" {
	profile long <<-'END'
		events: Ir
		fl=/a/very/long/path/of/folders/to/a/source/file.c
		fn=void ns::Table<std::string, std::vector<int> >::add_all(int, int) const
		1 50
		fn=this_function_has_a_name_that_is_wider_than_what_a_narrow_terminal_has_for_it
		2 40
		fn=operator()(int)
		3 10
	END
	cg-annotate --auto=no --width=60 long >out
	same - out <<-'END'
		long
		100 instructions

		Ir   share     cum.  function             file
		50  50.0 %   50.0 %  Table<...>::add_all  .../source/file.c
		40  40.0 %   90.0 %  this_function_has_a_name_that_is_wider_than_what_a_narrow_terminal_has_for_it
		10  10.0 %  100.0 %  operator()(int)      .../source/file.c
	END
}

@test "functions that differ only in what is left out are told apart" {
	profile overloads <<-'END'
		events: Ir
		fl=codec.h
		fn=io::Codec<io::Json, io::Buffer<io::Json> >::write_all(io::Json const&, unsigned long)
		1 50
		fn=io::Codec<io::Yaml, io::Buffer<io::Yaml> >::write_all(io::Yaml const&, unsigned long)
		2 30
		fn=io::Codec<io::Toml, io::Buffer<io::Toml> >::write_one(io::Toml const&, unsigned long)
		3 15
		fn=io::Codec<io::Toml, io::Buffer<io::Toml> >::write_one(io::Json const&, unsigned long)
		4 5
	END
	cg-annotate --auto=no --width=62 overloads | tail -n 5 | same - <(cat <<-'END'
		Ir   share     cum.  function                        file
		50  50.0 %   50.0 %  io::Codec<Json...>::write_all   codec.h
		30  30.0 %   80.0 %  io::Codec<Yaml...>::write_all   codec.h
		15  15.0 %   95.0 %  Codec<...>::write_one(Toml...)  codec.h
		 5   5.0 %  100.0 %  Codec<...>::write_one(Json...)  codec.h
	END
	)
	# a page and a table of cg-diff have other widths
	cg-annotate --auto=no --format=html overloads >page
	for name in 'Codec&lt;Json…&gt;::write_all' 'Codec&lt;Yaml…&gt;::write_all' \
		'write_one(Toml…)' 'write_one(Json…)'; do
		grep -F "$name" page >/dev/null || fail "$name is not in the page"
	done
	cg-diff --by=function --top=2 --format=markdown overloads <(sed -e '/^summary/d' -e 's/^1 .*/1 9/' \
		-e 's/^2 .*/2 8/' overloads && echo 'summary: 37') | tail -n 3 | same - <(cat <<-'END'
		| **total** | 100 | 37 | -63 | -63.00% |
		| `codec.h:io::Codec<Json...>::write_all(...)` | 50 | 9 | -41 | -82.00% |
		| `codec.h:io::Codec<Yaml...>::write_all(...)` | 30 | 8 | -22 | -73.33% |
	END
	)
}

@test "functions that a line calls have names that tell them apart" {
	printf 'int x;\n' >a.c
	cat >in <<-'END'
		# callgrind format
		events: Ir
		fl=a.c
		fn=main
		1 10
		cfn=std::vector<double, std::allocator<double> >::begin() const
		calls=1 1
		1 3
		cfn=std::vector<int, std::allocator<int> >::begin() const
		calls=1 1
		1 4
		fn=unrelated
		1 1000000
	END
	cg-annotate --width=60 in | grep -oE '=> .*' | same - <(cat <<-'END'
		=> std::vector<int...>::begin() const (1x)
		=> std::vector<double...>::begin() const (1x)
	END
	)
	cg-annotate --auto=no --width=60 --tree=calling --threshold=0 in >out
	grep -F '> std::vector<int...>::begin' out
}

@test "functions below a difference are those that changed" {
	printf 'fl=a.c\nfn=f%s\n1 1\n' {1..50} >same
	{ printf 'events: Ir\nfl=a.c\nfn=main\n1 10000\nfn=g\n1 9\n' && cat same && echo summary: 10059; } >old
	sed 's/^1 10000/1 20000/; s/^1 9$/1 8/; s/^summary.*/summary: 20058/' old >new
	cg-annotate --diff --auto=no --width=80 --threshold=1 old new | grep 'more function' | same - <(echo '1 more function')
	cg-annotate --diff --auto=no --width=80 --view=file old new | grep 'more function' | same - <(echo '1 more function')
}

@test "characters that take two columns, or none, leave columns straight" {
	# the last one is written with marks that combine
	profile wide <<-END
		events: Ir
		fl=a.c
		fn=日本語の関数
		1 400
		fl=a.c
		fn=plain
		1 300
		fl=a.c
		fn=한국어
		1 200
		fl=a.c
		fn=$(printf 'u\xcc\x88ber')
		1 100
	END
	cg-annotate --auto=no --width=80 wide | sed -n '/a\.c$/p' | same - <(cat <<-END
		400  40.0 %   40.0 %  日本語の関数  a.c
		300  30.0 %   70.0 %  plain         a.c
		200  20.0 %   90.0 %  한국어        a.c
		100  10.0 %  100.0 %  $(printf 'u\xcc\x88ber')          a.c
	END
	)
}

@test "only rows with a function's own name are wider than the terminal" {
	for width in 20 30 40 60 80 100 200; do
		cg-annotate --width=$width in >out
		fits $width out
	done
}

@test "columns: the sort event first, then misses that there are" {
	heads() { cg-annotate --auto=no "$@" in | sed -n '/function/p' | sed -n 1p; }
	[[ $(heads --width=200) =~ ^\ *Ir\ +share\ +cum\.\ +'D1 miss  LL miss'\ +function ]]
	[[ $(heads --width=200 --sort=Dr) =~ ^\ *Dr\ +share\ +cum\.\ +'D1 miss  LL miss'\ +function ]]
	[[ $(heads --width=200 --sort=D1mr,Ir) =~ ^\ *D1mr\ +share\ +cum\.\ +Ir\ +'D1 miss' ]]
	[[ $(heads --width=80 --show=Dw,I1mr,Ir) =~ ^\ *Dw\ +share\ +cum\.\ +I1mr\ +Ir\ +function ]]
	[[ $(heads --width=80 --show-percs=no) =~ ^\ *Ir\ +'D1 miss  LL miss'\ +function ]]
	cg-annotate --auto=no --width=80 --show=Ir,Dr in |
		grep -x 'Not shown: I1mr ILmr D1mr DLmr Dw D1mw DLmw  (--show=EVENT,... shows others)'
	# events that are named take the room of other columns, and the event of the order stays
	[[ $(heads --width=60 --show=Ir,Dr,D1mr,DLmr) =~ ^\ *Ir\ +share\ +Dr\ +D1mr\ +DLmr\ +function ]]
	[[ $(heads --width=60 --show=Ir,Dr,D1mr,DLmr) != *file* ]]
	[[ $(heads --width=80 --show=Ir,Dr) =~ ^\ *Ir\ +share\ +cum.\ +Dr\ +function\ +file ]]
	[[ $(heads --width=30 --sort=D1mw --show=Ir,Dr,Dw,DLmr,D1mw) =~ ^\ *Ir\ +D1mw\ +function ]]
	for width in 20 30 40 50 60 70 80; do
		cg-annotate --width=$width --sort=D1mw --show=Ir,Dr,Dw,DLmr,D1mw in >out
		fits $width out
	done
	# what both columns of misses add up is shown
	cg-annotate --auto=no --width=200 in | grep '^Not shown: I1mr Dr Dw  '
}

@test "--top leaves as many functions, and sources of these" {
	for options in --width=80 '--width=80 --view=file'; do
		# shellcheck disable=SC2086 # options
		cg-annotate $options --top=2 in >out
		sed -n '/function/,/^$/p' out | grep -cE '^ *[0-9]{3},' | same - <(echo 2)
		grep -x '3 more functions: .*' out
	done
	cg-annotate --top=1 in >out
	[ "$(sed -n '/file:function/,/^$/p' out | grep -c '^[0-9]')" -eq 1 ]
	cg-annotate --top=1 --format=html in >page
	grep -F '4 more functions<' page
	cg-annotate --top=0 --auto=no --width=80 in >out
	run -1 grep -E 'function|threshold' out
	# programs get all
	cg-annotate --top=1 --format=json in >out
	cg-annotate --format=json in | same - out
}

@test "sentences go on in the next line, and events that do not fit are counted" {
	sed '1i desc: Cycles estimated: 99.6 % of Ir by the model, the rest at 0.62 cycles an instruction' in >prose
	cg-annotate --auto=no --width=60 prose | sed -n '2,3p; /^Not shown/p' >out
	same - out <<-'END'
		Cycles estimated: 99.6 % of Ir by the model, the rest at
		  0.62 cycles an instruction
		Not shown: I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
	END
	cg-annotate --auto=no --width=40 --show=Ir prose | sed -n '/^Not shown/,$p' >out
	same - out <<-'END'
		Not shown: 8 events  (--show=EVENT,...
		  shows others)
	END
	# a word that is longer than a line
	sed '1i desc: Path: /home/user/project/source/very/deep/parser/expressions.cc' in |
		cg-annotate --auto=no --width=40 - | sed -n 2,3p >out
	same - out <<-'END'
		Path:
		  /home/user/project...er/expressions.cc
	END
}

@test "a memory system: its name, and misses of L2 and of the second level of the TLB" {
	profile memory <<-'END'
		desc: I1 cache:         32768 B, 64 B, 8-way associative
		desc: D1 cache:         32768 B, 64 B, 8-way associative
		desc: LL cache:         4194304 B, 64 B, 16-way associative
		desc: L2 cache:         524288 B, 64 B, 8-way associative
		desc: Memory:           zen3
		desc: Filling:          L2 inclusive, LL victim
		desc: TLBs:             64,64:64,64:512,8:2048,16
		desc: Prefetchers:      D1-stream
		cmd: ./prog
		events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw I2mr D2mr D2mw ITmr DTmr DTmw ISmr DSmr DSmw
		fl=main.c
		fn=main
		1 800 8 1 150 40 5 50 10 2 3 20 7 1 6 4 1 2 3
	END
	cg-annotate --auto=no --width=120 memory >out
	sed '/^Not shown/d' out | same - <(cat <<-'END'
		./prog
		Memory:           zen3
		800 instructions   D1 misses 25.0 %   I1 1.00 %   L2 3.0 %   last level 0.8 %   STLB 0.60 %

		 Ir    share     cum.  D1 miss  L2 miss  LL miss  I1 miss  STLB miss  ITmr  DTmr  DTmw  function  file
		800  100.0 %  100.0 %       50       30        8        8          6     1     6     4  main      main.c
	END
	)
	# all is there for a file and a page
	cg-annotate memory | grep '^Prefetchers: *D1-stream$'
	cg-sum --by=input --format=csv --events=Ir,Dr,Dw,I2mr,D2mr,D2mw,ISmr,DSmr,DSmw memory |
		same - <(cat <<-'END'
			input,Ir,Dr,Dw,I2mr,D2mr,D2mw,ISmr,DSmr,DSmw,L2%,TLB%
			memory,800,150,50,3,20,7,1,2,3,3.0000,0.6000
		END
	)
	cg-sum --by=input --format=json memory >json
	grep -F '"rates": {"I1": 1.0000, "LLi": 0.1250, "D1": 25.0000, "L2": 3.0000, "LLd": 3.5000, "LL": 0.8000, "TLB": 0.6000}' json
}

@test "the sum of two columns of misses, and cumulative shares" {
	cg-annotate --auto=no --width=200 in | grep -E '^600,100  46\.1 %  46\.1 %    1,005        4  parse '
	cg-annotate --auto=no --width=200 in | grep -E '^300,000  23\.1 %  69\.2 %        0        0  std::vector<Item, '
	cg-annotate --auto=no --width=200 in | grep -E '^400,000  30\.7 %  99\.9 %        0        0  \(filtered\)$'
}

@test "a report for a terminal leaves compilers and their flags out" {
	printf 'desc: Compilers: GNU C17 12.2.0 -O1\ndesc: Inlined: no\ncmd: f\nevents: Ir\nfl=a.c\nfn=f\n1 5\nsummary: 5\n' >in
	cg-annotate --auto=no --width=80 in >out
	run ! grep Compilers out
	grep -F 'Inlined: no' out
	cg-annotate --auto=no in | grep -F 'GNU C17 12.2.0 -O1'
}

@test "what cg-filter has hidden is one row, unless calls are shown" {
	cat >in <<-'END'
		events: Ir Dr
		fl=a.c
		fn=hidden
		1 10 1
		fn=main
		2 60 6
		cfn=below
		calls=1 1
		2 30 0
		fn=below
		1 20 2
		fn=both
		4 10 1
	END
	cg-filter --function=main in >filtered
	grep -F '(filtered 1)' filtered
	cg-annotate --auto=no --width=80 --show=Ir,Dr filtered >out
	[ "$(grep -F '(filtered' out)" = '40  40.0 %  100.0 %   4  (filtered)' ]
	cg-annotate --auto=no --width=80 --inclusive filtered >out
	grep -F '(filtered 1)' out
}

@test "columns are as wide as the sum of what cg-filter has hidden" {
	printf 'events: Ir\nfl=a.c\nfn=hidden\n1 600000\nfn=main\n2 7\ncfn=below\ncalls=1 1\n2 500000\nfn=below\n1 500000\n' >in
	cg-filter --function=main in >filtered
	cg-annotate --auto=no --width=80 filtered | sed -n '3,$p' | same - <(cat <<-'END'

		       Ir    share     cum.  function
		1,100,000  100.0 %  100.0 %  (filtered)
		1 more function: 0.0 %
	END
	)
}

@test "a difference with both sides" {
	profile old <<-'END'
		events: Ir D1mr D1mw
		fl=a.c
		fn=f
		1 100 1 0
		fn=gone
		2 50 1 0
	END
	profile new <<-'END'
		events: Ir D1mr D1mw
		fl=a.c
		fn=f
		1 130 9 0
		fn=come
		3 10 0 0
	END
	cg-diff --keep-sides old new | cg-annotate --width=80 >out
	grep -x -- '-10 instructions   old 150   new 140' out
	grep -xE ' *Ir +share +Ir@old +Ir@new +D1 miss +function +file' out
	grep -E '^-50 +-33\.3 % +50 +0 +-1  gone \(removed\) +a\.c$' out
	grep -E '^\+30 +20\.0 % +100 +130 +\+8  f +a\.c$' out
	grep -E '^\+10 +6\.7 % +0 +10 +\.  come \(added\) +a\.c$' out
	cg-diff old new | cg-annotate --width=80 | sed -n 3p | grep -x -- '-10 instructions'
	# known by its events
	cg-diff --keep-sides old new | grep -v '^desc:' | cg-annotate --width=80 |
		diff - <(grep -v '^Files compared:' out)
}

@test "a program without debug information" {
	hint='No debug information for the program.s own code: compile it with -g'
	says() { cg-annotate --auto=no --width=80 in | grep -x "$hint"; }
	count() { printf 'cmd: ./p x\nevents: Ir\nfl=%s\nfn=%s\n1 90\nfl=%s\nfn=%s\n1 10\nsummary: 100\n' "$@" >in; }
	count '???' main a.c f
	says
	count '???' '???' a.c f
	says
	count '???' f main.c main
	run -1 says
	count '???' main main.rs prog::main
	run -1 says
	# an interpreter without debug information, and its script
	count '???' main /home/me/x f
	run -1 says
	count '???' main /home/me/xx f
	says
	count a.c f '???' '???'
	run -1 says
	count '???' f '(filtered)' '(filtered)'
	run -1 says
	cat >in <<-'END'
		# callgrind format
		cmd: ./p x
		events: Ir
		ob=/usr/lib/libc.so
		fl=libc.c
		fn=main
		1 10
		ob=/tmp/p
		fl=???
		fn=f
		1 10
		summary: 20
	END
	says
	sed 's/???/f.c/' in >known
	mv known in
	run -1 says
	cg-annotate in >out
	run -1 grep "$hint" out
}

@test "unusual sources" {
	seq -f 'line %.0f;' 100000 >long.c
	{ head -c 10000000 /dev/zero | tr '\0' x; echo; echo second; } >wide.c
	head -c 5000 /dev/urandom >binary.c
	printf 'caf\351\r\nsecond\r\n' >latin1.c
	printf 'one\n' >short.c
	: >empty.c
	{
		printf 'events: Ir\n'
		for file in long wide binary latin1 short empty missing; do
			printf 'fl=%s.c\nfn=%s\n1 100\n2 10\n99999 10\n' $file $file
		done
	} | profile odd
	touch -d '2001-01-01' odd
	for width in 20 80 200; do
		cg-annotate --width=$width odd >out
		! LC_ALL=C.UTF-8 grep -aE "^.{$((width + 1))}" out | grep -av 'newer than\|another version\|not found' |
			grep -a . || fail "$width: $(head -c 300 out)"
	done
	cg-annotate --width=80 odd >out
	grep -aE '^100 +1  x{60,}\.\.\.$' out
	grep -aE '^ 10 +99999  line 99999;$' out
	grep -aE '^100 +1  caf.$' out
	grep -aE '^ 10 +2  second$' out
	grep -aE '^ 10 +99999  \(past the end\)$' out
	grep -a 'The profile has lines past the end of this source: it is another version.' out
	grep -a 'This source is newer than the profile: lines may have moved.' out
	[ "$(sed -n '/^Sources not found/,$p' out)" = $'Sources not found (-I DIR looks in a directory):\n  missing.c' ]
}

@test "costs of unknown lines, a source without costs, and a context without end" {
	seq -f 'line %.0f' 4 >a.c
	cp a.c unused.c
	profile in <<-'END'
		events: Ir
		fl=a.c
		fn=f
		0 7
		2 100
		9223372036854775807 3
	END
	cg-annotate --width=80 --context=9223372036854775807 in unused.c >out
	sed -n '/^a\.c:/,$p' out >sources
	same - sources <<-'END'
		a.c: 110 Ir, 100.0 %

		 Ir  line
		                       1  line 1
		100                    2  line 2
		                       3  line 3
		                       4  line 4
		  3  9223372036854775807  (past the end)
		  7  (unknown lines)
		The profile has lines past the end of this source: it is another version.

		unused.c: 0 Ir, 0.0 %
		The profile has no costs of this source.
	END
}

@test "a sum of misses may exceed 64 bits, and a line may be below 0" {
	local n=9223372036854775807
	printf '%s\n' cmd: 'events: Ir ILmr DLmr DLmw' fl=a.c fn=f "-5 $n $n $n $n" \
		"summary: $n $n $n $n" >in
	cg-annotate --width=200 --auto=no in | grep -F ' 27,670,116,110,564,327,421  f '
	cg-sum --by=line in | grep -F ' a.c:-5'
}

@test "a source that one directory lacks, and an event of another kind" {
	mkdir -p one/a.c two
	seq 3 >two/a.c
	printf '%s\n' 'events: Ir Foo' fl=a.c fn=f '1 5 2' | profile in
	cg-annotate --width=80 -I one -I two in >out 2>err
	same - err <<<'cg-annotate: one/a.c: Is a directory'
	grep -xE ' 5 +100\.0 % +100\.0 % +2  f +a\.c' out
	grep -x 'read from two/a.c' out
}

@test "shares of an old total of 0, and of a very small one" {
	printf 'events: Ir\nfl=a.c\nfn=f\n1 0\n' | profile none
	printf 'events: Ir\nfl=a.c\nfn=f\n1 1\n' | profile one
	printf 'events: Ir\nfl=a.c\nfn=f\n1 5000000000\n' | profile many
	cg-diff --keep-sides none many | cg-annotate --width=80 --auto=no | grep -E '^\+5,000,000,000 +- +0 +5,000,000,000  f \(added\) +a\.c$'
	cg-diff --keep-sides one many | cg-annotate --width=80 --auto=no | grep -E '^\+4,999,999,999 +>99999 % +1 +5,000,000,000  f +a\.c$'
}

# bats test_tags=long
@test "profiles with no cost, with costs below 0 only, with many functions" {
	printf 'events: Ir D1mr\nfl=a.c\nfn=f\n1 0 0\nsummary: 0 0\n' >in
	cg-annotate --width=80 in >out
	grep -x '0 instructions (calculated)' out
	printf 'events: Ir\nsummary: 0\n' >in
	cg-annotate --width=80 in | grep -x 'No function reaches a threshold.'
	printf 'events: Ir\nfl=a.c\nfn=f\n1 -70\nfn=g\n2 -30\nsummary: -100\n' >in
	cg-annotate --auto=no --width=80 in >out
	grep -E '^-70 +-  f +a\.c$' out
	grep -E '^-30 +-  g +a\.c$' out
	printf 'events: Ir\nfl=a.c\nfn=f\n1 -70\nfn=g\n2 70\nsummary: 0\n' >in
	cg-annotate --auto=no --width=80 in | grep -E '^-70 +-  f +a\.c$'
	awk 'BEGIN {
		print "events: Ir\nfl=a.c"
		for (i = 1; i <= 100000; i++) print "fn=f" i "\n" i " 10"
		print "summary: 1000000"
	}' >in
	cg-annotate --width=80 in | grep -x 'No function reaches a threshold.'
	cg-annotate --auto=no --threshold=0 --width=80 in >out
	[ "$(grep -c ' a\.c$' out)" -eq 100000 ]
	fits 80 out
}

@test "shares, sources and their order are exact beyond what a double holds" {
	local most=9223372036854775807
	printf '%s\n' 'events: Ir Ir@old Ir@new' fl=a.c fn=f "1 $most 0 $most" \
		fn=g "1 -$most $most 0" >in
	cg-annotate --auto=no --width=100 in >out
	grep -E '^\+9,.*07 +100\.0 % .* f \(added\) ' out
	grep -E '^-9,.*07 +-100\.0 % .* g \(removed\) ' out
	echo text | tee a.c b.c >c.c
	# a hundredth of the total is the cost of b.c
	printf '%s\n' 'events: Ir' fl=a.c fn=f '1 18014398509481983' fl=b.c fn=f \
		'1 18014398509481984' fl=c.c fn=f '1 18014398509481985' \
		fl=d.c fn=f '1 1747396655419752448' >in
	cg-annotate --width=80 --threshold=1 in | sed -n 's/^\([a-d]\.c\): .*/\1/p' |
		paste -sd' ' | grep -x 'c\.c b\.c'
}

@test "a full disk" {
	[ -c /dev/full ] || skip "no /dev/full"
	run -2 cg-annotate --width=80 -o /dev/full in
	[ "$output" = 'cg-annotate: /dev/full: cannot write: No space left on device' ]
}

@test "calls and inclusive costs" {
	cat >in <<-'END'
		# callgrind format
		cmd: p
		events: Ir
		ob=/bin/p
		fl=a.c
		fn=main
		1 10
		cfn=work
		calls=3 5
		2 90
		fn=work
		5 90
		summary: 100
	END
	cg-annotate --auto=no --inclusive --tree=both --width=80 in >out
	grep -xE '100  100\.0 %  \* main +a\.c' out
	grep -xE ' 90   90\.0 %  > work \(3x\) +a\.c' out
	grep -xE ' 90   90\.0 %  < main \(3x\) +a\.c' out
	printf 'one\ntwo\n' >a.c
	cg-annotate --width=80 in | grep -xE ' *90 +=> work \(3x\)'
}

@test "levels of recursion are one function in a table without calls" {
	cat >calls <<-'END'
		# callgrind format
		events: Ir
		fl=a.c
		fn=f
		1 5
		cfn=f'2
		calls=1 1
		1 50
		fn=f'2
		1 20
		fi=b.h
		3 30
		fn=g
		1 40
		fn=lonely'2
		1 5
	END
	cg-annotate --auto=no --width=80 --view=function calls | sed '1,2d' >out
	same - out <<-'END'

		Ir   share     cum.  function  file
		55  55.0 %   55.0 %  f
		30  30.0 %             b.h
		25  25.0 %             a.c
		40  40.0 %   95.0 %  g         a.c
		 5   5.0 %  100.0 %  lonely'2  a.c
	END
	# with inclusive costs, and elsewhere, the levels stay
	cg-annotate --auto=no --width=80 --inclusive calls | grep "  f'2 "
	cg-annotate --auto=no --view=function calls | grep "  f'2"
	cg-annotate --auto=no calls | grep "a.c:f'2"
}

@test "files of a function are listed unless 99 % of its cost are in one of them" {
	cat >in <<-'END'
		events: Ir
		fl=a.c
		fn=f
		1 9901
		fl=one.h
		fn=f
		1 60
		fl=two.h
		fn=f
		1 39
		fl=a.c
		fn=g
		1 990
		fl=one.h
		fn=g
		1 10
		summary: 11000
	END
	cg-annotate --auto=no --width=80 --view=function in | sed '1,/function/d; /^$/,$d' | same - <(cat <<-'END'
		10,000  90.9 %   90.9 %  f         a.c (+2)
		 1,000   9.1 %  100.0 %  g
		   990   9.0 %             a.c
		    10   0.1 %             one.h
	END
	)
	# where the sum is small because changes cancel out, they are listed
	sed 's/^1 9901/1 -9901/; s/^1 60/1 9900/; s/^summary.*/summary: 1038/' in >change
	cg-annotate --auto=no --width=80 --view=function change | grep '^ *-9,901 .*a\.c'
}

@test "levels of recursion and objects are still told from names that are cut" {
	cat >calls <<-'END'
		version: 1
		events: Ir
		ob=/usr/lib/x86_64-linux-gnu/libtree.so.1
		fl=???
		fn=void tree::detail::visit<Node>(Node const&)
		1 5
		cfn=void tree::detail::visit<Node>(Node const&)'2
		calls=1 1
		1 20
		fn=void tree::detail::visit<Node>(Node const&)'2
		1 20
		cfn=void tree::detail::visit<Node>(Node const&)'2
		calls=2 1
		1 18
	END
	cg-annotate --width=54 --tree=calling calls | grep '%  [*>]' >out
	same - out <<-'END'
		20  80.0 %  * detail::visit<...>'2  [.../libtree.so.1]
		18  72.0 %  > detail::visit<...>'2 (2x)  [...ree.so.1]
		 5  20.0 %  * detail::visit<...>    [.../libtree.so.1]
		20  80.0 %  > detail::visit<...>'2 (1x)  [...ree.so.1]
	END
}

@test "cycles of calls, and calls that are not shown" {
	cat >in <<-'END'
		# callgrind format
		cmd: p
		events: Ir
		fl=a.c
		fn=main
		1 10
		cfn=even
		calls=1 5
		2 590
		fn=even
		5 200
		cfn=odd
		calls=3 9
		6 300
		cfn=one
		calls=1 20
		7 50
		cfn=two
		calls=2 30
		8 40
		fn=odd
		9 300
		cfn=even
		calls=3 5
		10 100
		fn=one
		20 50
		fn=two
		30 40
		summary: 600
	END
	cg-annotate --auto=no --inclusive --tree=both --width=80 in >out
	grep -xE '590   98\.3 %  \* even <cycle 1> +a\.c' out
	grep -xE ' *590   98\.3 %  \* <cycle 1> as a whole: even and odd' out
	{
		printf '# callgrind format\ncmd: p\nevents: Ir\nfl=a.c\n'
		printf 'fn=%s\n1 1\ncfn=leaf\ncalls=1 9\n2 %d\n' \
			main 100000 f1 1 f2 1
		printf 'fn=leaf\n9 100002\nsummary: 100005\n'
	} >in
	cg-annotate --auto=no --inclusive --tree=both --width=80 in >out
	grep -xE ' +2 +0\.0 % +< \(2 more\)' out
}

# --- the pager

@test "an error while the pager runs ends it" {
	# two large negative calls, and twenty smaller ones that add up to more than 2^63
	awk 'BEGIN {
		print "version: 1\nevents: Ir\nfl=a.c\nfn=main\n1 9000000000000000000"
		for (i = 10; i < 32; i++)
			printf "cfn=f%d\ncalls=1 1\n1 %s\n", i, i % 11 == 10 ? "-8301034833169298226" : "820880111280075046"
		for (i = 10; i < 32; i++)
			printf "fn=f%d\n1 0\n", i
		print "totals: 9000000000000000000"
	}' >in
	on_terminal 'cg-annotate --auto=no --tree=both --threshold=20 in; echo "status $?"' >out
	grep -x 'cg-annotate: the sum of calls does not fit in 64 bits' out
	grep -x 'status 2' out
	run -1 grep main out
}

pager() {
	printf '#!/bin/sh\necho "%s $LESS"\ncat\n' "$1" >"$1"
	chmod +x "$1"
}

@test "the pager: CG_PAGER, PAGER, less" {
	need_terminal
	pager first
	pager second
	pager less
	export PATH=$PWD:$PATH
	unset LESS
	on_terminal 'CG_PAGER=first PAGER=second cg-annotate in' | sed -n 1p | grep -x 'first FRX'
	on_terminal 'CG_PAGER=" ./first " cg-annotate in' | sed -n 1p | grep -x 'first FRX'
	on_terminal 'CG_PAGER="LESS=S first | cat" cg-annotate in' | sed -n 1p | grep -x 'first S'
	on_terminal 'unset CG_PAGER; LESS=Q PAGER=second cg-annotate in' | sed -n 1p | grep -x 'second Q'
	on_terminal 'unset CG_PAGER PAGER; cg-annotate in' | sed -n 1p | grep -x 'less FRX'
	# it shows the report of a terminal, in colour
	on_terminal 'CG_PAGER=first cg-annotate in' | grep $'\033'
	on_terminal 'CG_PAGER=first NO_COLOR=1 cg-annotate in' >paged
	on_terminal 'cg-annotate --no-pager --color=never in' >out
	sed 1d paged | same out -
}

@test "no pager" {
	need_terminal
	pager less
	export PATH=$PWD:$PATH
	cg-annotate --width=80 --view=function in >out
	for command in 'CG_PAGER= PAGER=less' 'CG_PAGER=cat PAGER=less' \
		'CG_PAGER=no-such-program' 'CG_PAGER="./no/such -x"' \
		'CG_PAGER=" "' 'CG_PAGER=/dev/null/x' \
		'CG_PAGER=less TERM=dumb' 'CG_PAGER=less TERM='; do
		on_width 80 "$command cg-annotate --color=never in" |
			same out - "$command"
	done
	for options in --no-pager '-o -' '-o /dev/tty'; do
		on_width 80 "CG_PAGER=less cg-annotate --color=never $options in" | same out - "$options"
	done
	CG_PAGER=less cg-annotate --width=80 --view=function in | same out -
	# no pager is installed
	mkdir bin
	ln -s "$(command -v cg-annotate)" "$(command -v stty)" bin
	on_width 80 "unset CG_PAGER PAGER; PATH=$PWD/bin cg-annotate --color=never in" | same out -
}

@test "who leaves the pager early is not told of it" {
	need_terminal
	awk 'BEGIN {
		print "events: Ir\nfl=a.c"
		for (i = 1; i <= 100000; i++) print "fn=f" i "\n" i " 10"
		print "summary: 1000000"
	}' >many
	run -141 on_terminal 'CG_PAGER="head -1" cg-annotate --threshold=0 many'
	[ "$output" = many ]
	# an error ends the pager, too, and has its status
	run -3 on_terminal 'CG_PAGER=cat cg-annotate no-such-profile'
	[ "$output" = 'cg-annotate: no-such-profile: No such file or directory' ]
}
