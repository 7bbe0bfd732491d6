# SPDX-License-Identifier: BSD-2-Clause
# Calls of all kinds, which the script counts itself: prints which sub calls which one, and how
# often.  Subs that do not call note() are not counted.
use strict;
use warnings;
use List::Util qw(first reduce);

my %calls;

# Notes that the sub that calls this one has been called, and by which sub.
sub note {
	my @subs;
	for (my $i = 1; my @frame = caller $i; $i++) {
		my ($name, $text) = @frame[3, 6];
		# an eval of a block is a part of its sub
		push @subs, $name if $name ne '(eval)' || defined $text;
		last if @subs == 2;
	}
	$calls{join "\t", $subs[1] // '(file)', $subs[0]}++;
}

sub fib { note(); my $n = shift; $n < 2 ? $n : fib($n - 1) + fib($n - 2) }
sub twice { note(); $_[0]->() + $_[0]->() }
sub make { note(); my $n = shift; sub { note(); $n++ } }
sub by_number { note(); $a <=> $b }
sub by_failing { note(); eval { fails(1) }; fib(1); $a <=> $b }
sub fails { note(); die "no\n" if $_[0]; 1 }
sub deep { note(); my $n = shift; $n ? deep($n - 1) : fails(1) }
sub catches { note(); eval { deep(5) }; eval { eval { fails(1) }; fails(1) }; fib(2) }
sub jumps { note(); @_ = (3); goto &fib }
sub leaves { note(); no warnings; next }
sub block(&@) { note(); my $code = shift; map { $code->($_) } @_ }
sub text { note(); eval 'note(); fib(1) + made()' }
eval 'note(); sub made { 1 }';

package Object {
	use overload '+' => sub { main::note(); 7 }, '""' => \&as_text;
	sub new { main::note(); bless {}, shift }
	sub as_text { main::note(); 'object' }
	sub DESTROY { main::note() }
	our $AUTOLOAD;
	sub AUTOLOAD { main::note(); 1 }
}

package Scalar {
	sub TIESCALAR { main::note(); bless [], shift }
	sub FETCH { main::note(); main::fib(1) }
	sub STORE { main::note(); eval { main::fails(1) }; 1 }
}

fib(6);
twice(make(1)) for 1 .. 2;
my @sorted = sort by_number 4, 2, 3, 1;
@sorted = sort { by_number() } 4, 2, 3, 1;
@sorted = sort by_failing 4, 2, 3, 1;
fails(0);
catches() for 1 .. 3;
jumps();
for (1 .. 3) { leaves() }
block { note(); fib(1) } 1, 2;
text() for 1 .. 2;
eval { my @x = sort { fails(1) } 1, 2, 3 };
fib(2);
{
	my $o = Object->new;
	my $sum = $o + 1;
	my $text = "$o";
	$o->missing;
}
tie my $tied, 'Scalar';
$tied = $tied + 1;
my $found = first { note(); $_ > 2 } 1 .. 5;
my $sum = reduce { note(); $a + $b } 1 .. 4;
eval { first { note(); fails(1) } 1, 2 };
local $SIG{__WARN__} = sub { note() };
warn 'x';
local $SIG{__DIE__} = sub { note(); fib(1) };
eval { fails(1) };
catches();
local $SIG{USR1} = sub { note(); fib(2) };
kill USR1 => $$;
my $x = 1;
fib(2);

print map { "$_\t$calls{$_}\n" } sort keys %calls;
