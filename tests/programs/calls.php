<?php
# SPDX-License-Identifier: BSD-2-Clause
# Calls of all kinds, which the script counts itself: prints which function calls which one, and
# how often.  Functions that do not call note() are not counted.
$calls = [];

function name_of(array $frame): string
{
	$class = isset($frame['class']) ? explode("\0", $frame['class'])[0] . '::' : '';
	# since 8.4, a closure also has its place
	return $class . preg_replace('/\{closure:.*/', '{closure}', $frame['function']);
}

# Notes that the function that calls this one has been called, and by which function of a script; "-" is
# one of another file.
function note(): void
{
	global $calls;
	$names = $files = [];
	foreach (debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS) as $i => $frame) {
		# a frame has the place that has called it
		if ($i > 0 && !is_internal($frame))
			$names[] = name_of($frame);
		while (isset($frame['file']) && count($files) <= count($names))
			$files[] = $frame['file'];
	}
	$names[] = '{main}';
	if ($files[0] != __FILE__)
		return;
	$key = (($files[1] ?? '') == __FILE__ ? $names[1] : '-') . "\t$names[0]";
	$calls[$key] = ($calls[$key] ?? 0) + 1;
}

function is_internal(array $frame): bool
{
	$code = ['include', 'include_once', 'require', 'require_once', 'eval'];
	if (!isset($frame['class']) && in_array($frame['function'], $code))
		return false;
	if (str_contains($frame['function'], '{closure'))
		return false;
	if (!isset($frame['class']))
		return function_exists($frame['function']) &&
			(new ReflectionFunction($frame['function']))->isInternal();
	return method_exists($frame['class'], $frame['function']) &&
		(new ReflectionMethod($frame['class'], $frame['function']))->isInternal();
}

function fib(int $n): int { note(); return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }
function deep(int $n): int { note(); return $n ? deep($n - 1) : fails(1); }
function fails(int $really): int
{
	note();
	if ($really)
		throw new Exception('no');
	return 1;
}
function catches(): void
{
	note();
	try {
		deep(5);
	} catch (Exception $e) {
	}
	try {
		try {
			fails(1);
		} finally {
			fib(1);
		}
	} catch (Exception $e) {
	}
	fib(2);
}
function by_number(int $a, int $b): int { note(); return $a <=> $b; }
function by_failing(int $a, int $b): int
{
	note();
	try {
		fails(1);
	} catch (Exception $e) {
	}
	return $a <=> $b;
}
function make(int $n): Closure { note(); return function () use (&$n) { note(); return $n++; }; }
function twice(callable $f): int { note(); return $f() + $f(); }
function numbers(int $n)
{
	for ($i = 0; $i < $n; $i++) {
		$got = yield $i;
		if ($got)
			fib(1);
	}
	return $n;
}
function delegating() { $a = yield from numbers(3); $b = yield from numbers(2); return $a + $b; }
function generators(): int
{
	note();
	$sum = 0;
	foreach (numbers(5) as $x)
		$sum += fib($x);
	foreach (delegating() as $x)
		fib(1);
	$g = numbers(9);
	$g->current();
	$g->send(1);
	try {
		$g->throw(new Exception('x'));
	} catch (Exception $e) {
	}
	return $sum;
}

trait Counted
{
	public function count(): int { note(); return 1; }
	public static function shared(): int { note(); return fib(1); }
}
abstract class Base
{
	use Counted;
	public function __construct() { note(); }
	abstract public function value(): int;
	public function __toString(): string { note(); return 'object'; }
	public function __get($name) { note(); return fib(1); }
	public function __call($name, $args) { note(); return fib(2); }
	public static function __callStatic($name, $args) { note(); return fib(1); }
	public function __invoke($x) { note(); return $x; }
}
class Derived extends Base
{
	public function value(): int { note(); return parent::count() + self::shared(); }
}
class Other
{
	use Counted;
}

class Walks implements Iterator, Countable, ArrayAccess
{
	private int $at = 0;
	public function current(): mixed { note(); return $this->at; }
	public function key(): mixed { note(); return $this->at; }
	public function next(): void { note(); $this->at++; }
	public function rewind(): void { note(); $this->at = 0; }
	public function valid(): bool { note(); return $this->at < 3; }
	public function count(): int { note(); return 3; }
	public function offsetExists(mixed $o): bool { note(); return true; }
	public function offsetGet(mixed $o): mixed { note(); return fib(1); }
	public function offsetSet(mixed $o, mixed $v): void { note(); }
	public function offsetUnset(mixed $o): void { note(); }
}

function objects(): void
{
	note();
	$o = new Derived;
	$o->value();
	$text = "$o";
	$x = $o->missing;
	$o->unknown(1);
	$o->unknown(2);
	Derived::unknown();
	array_map([$o, 'unknown_too'], [1, 2, 3]);
	call_user_func([$o, 'unknown_too']);
	call_user_func('Derived::unknown_too');
	array_map($o, [1, 2]);
	(new Other)->count();
	Other::shared();
	(new Derived)->count();
	$anonymous = new class {
		public function work() { note(); return fib(2); }
	};
	$anonymous->work();
	foreach (new Walks as $value)
		fib(1);
	$w = new Walks;
	$w[0] = $w[1];
	unset($w[2]);
	isset($w[3]) && count($w);
	iterator_to_array($w);
}

function callbacks(): void
{
	note();
	$list = [4, 2, 3, 1];
	usort($list, 'by_number');
	usort($list, fn ($a, $b) => [note(), by_number($b, $a)][1]);
	usort($list, 'by_failing');
	array_map('fib', $list);
	array_filter($list, function ($x) { note(); return $x > fib(1); });
	array_reduce($list, function ($a, $x) { note(); return $a + $x; }, 0);
	array_walk($list, function (&$x) { note(); $x++; });
	preg_replace_callback('/\d/', function ($m) { note(); return $m[0]; }, 'a1b2');
	call_user_func_array('fib', [3]);
	call_user_func(fib(...), 2);
	(new ReflectionFunction('fib'))->invoke(1);
	try {
		array_map(function ($x) { note(); return fails($x); }, [0, 1, 2]);
	} catch (Exception $e) {
	}
	try {
		usort($list, function ($a, $b) { note(); array_map('fails', [1]); });
	} catch (Exception $e) {
	}
	ob_start(function ($text) { note(); return $text; });
	ob_end_flush();
	Closure::bind(function () { note(); fib(1); }, new Derived, Derived::class)();
	twice(make(1));
	twice(make(2));
}

function variadic(int ...$all): int { note(); return count($all); }
function by_default(int $n = PHP_INT_SIZE * 2, array $a = [1, 2]) { note(); return $n; }
function &by_reference(array &$a) { note(); $a[] = 1; return $a; }
function arguments(): void
{
	note();
	variadic(...[1, 2, 3]);
	variadic(...['a' => 1]);
	by_default(n: 3);
	by_default();
	$a = [];
	by_reference($a);
	$f = 'variadic';
	$f(1, 2);
	[new Derived, 'value']();
}

function included(): void
{
	note();
	$path = getcwd() . '/included.php';
	file_put_contents($path, "<?php\nnamespace Some\\Where;\nfunction inside() {\n\t\\note();\n" .
		"\treturn \\fib(1);\n}\n\\fib(2);\nreturn inside();\n");
	include $path;
	unlink($path);
	for ($i = 0; $i < 3; $i++)
		eval("function made$i() { note(); return fib($i); }\nfib(1); made$i();");
}

function fibers(): void
{
	note();
	$fiber = new Fiber(function ($x) {
		note();
		fib(1);
		$x = Fiber::suspend($x);
		fib(3);
		return deeper_suspend($x);
	});
	$other = new Fiber(function () { note(); fib(2); Fiber::suspend(); fib(2); });
	$fiber->start(1);
	fib(2);
	$other->start();
	$fiber->resume(2);
	fib(1);
	$other->resume();
	$fiber->resume(3);
	fib(1);
	dropped_fiber();
	fib(2);
}
# goes on at its end, without being resumed
function dropped_fiber(): void
{
	note();
	$dropped = new Fiber('dropped');
	$dropped->start(2);
	unset($dropped);
	fib(1);
}
function dropped($n)
{
	note();
	try {
		if ($n > 0)
			dropped($n - 1);
		else
			deeper_suspend($n);
	} finally {
		fib(3);
	}
}
function deeper_suspend($x) { note(); fib(1); $y = Fiber::suspend($x); fib(2); return $y; }

fib(6);
for ($i = 0; $i < 3; $i++)
	catches();
generators();
objects();
callbacks();
arguments();
included();
fibers();
set_error_handler(function () { note(); fib(1); return true; });
$x = $undefined;
register_shutdown_function(function () {
	note();
	global $calls;
	ksort($calls);
	foreach ($calls as $names => $n)
		print "$names\t$n\n";
});
fib(2);
exit(0);
