#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-2-Clause
# PyTorch's Timer.collect_callgrind, which starts `valgrind`, asks callgrind_control for its
# process, dumps by requests, and reads what callgrind_annotate prints.

load ../lib/valgrinds

setup() {
	enter_tmpdir
	python=/usr/bin/python3
	"$python" -c 'import torch' 2>/dev/null || missing python3-torch clients
	need_command callgrind_control
	# it runs `python`
	mkdir bin
	ln -s "$python" bin/python
	PATH=$PWD/bin:$PATH
	# a library that PyTorch loads uses RDTSCP, which Valgrind lacks if the processor does
	echo 'unsigned long _ZN3hwy8platform15TimerResolutionEv(void) { return 1; }' |
		cc -x c -shared -fPIC -o hwy.so -
	export LD_PRELOAD=$PWD/hwy.so PYTHONWARNINGS=ignore
}

@test "Timer.collect_callgrind finds its process, its dumps and the functions" {
	cat >timer.py <<'END'
import sys
from torch.utils.benchmark import Timer
timer = Timer('y = x + 1; z = y @ y', setup='x = torch.ones((8, 8))')
stats = timer.collect_callgrind(number=20, repeats=2, collect_baseline=False)
for stat in stats:
    print(stat.counts())
    assert any('at::' in f.function for f in stat.stats(inclusive=False)), stat
END
	timed env PATH="$PATH" "$python" timer.py >theirs 2>log
	stock=$seconds
	timed as_client "$python" timer.py >ours 2>log
	paste theirs ours
	[ "$(wc -l <ours)" -eq 2 ]
	# the second measurement is of the same work
	paste theirs ours | awk '{ if ($2 / $1 < 0.97 || $2 / $1 > 1.03) exit 1 }'
	row "PyTorch's Timer" 'collect_callgrind, 20 times, 2 repeats' \
		"$(paste -d' ' theirs ours | sed -n '2s/ / and /p') instructions" "$stock" "$seconds"
}
