// SPDX-License-Identifier: GPL-2.0-or-later
/* Values and operators of Perl, if they are what they should be. */
#include "scripts/client_memory.h"
#include "perl_layout.h"

struct perl_layout perl_layout;

Addr
perl_body(Addr value, UInt kind, SizeT size)
{
	Addr body;

	if (value % sizeof(UWord) != 0 || !can_read(value, PERL_VALUE_SIZE) ||
	    (*(const UInt *)(value + PERL_VALUE_FLAGS) & 0xff) != kind)
		return 0;
	body = read_word(value + PERL_VALUE_BODY);
	return can_read(body, size) ? body : 0;
}

/* The type has nine bits. */
static UInt
type_of(Addr op)
{
	return *(const UShort *)(op + PERL_OP_TYPE) & 0x1ff;
}

/* The next type is of statements for the debugger. */
Bool
perl_is_statement(Addr op)
{
	return op % sizeof(UWord) == 0 && can_read(op, PERL_STATEMENT_SIZE) &&
	       type_of(op) - perl_layout.nextstate <= 1;
}
