/* SPDX-License-Identifier: BSD-2-Clause */
/* Pins properties of the system that counts depend on (--reproducible). */
#ifndef REPRODUCIBLE_H
#define REPRODUCIBLE_H

/* options of the tool that go before the user's; ends with NULL */
extern const char *const reproducible_options[];

/* Turns off address randomisation, for this process and all that it starts, if the
 * system allows it. */
void reproducible_pin_addresses(void);

/* Leaves a single processor to run on, for this process and all that it starts.
 * Ends the program if the system forbids it. */
void reproducible_pin_processor(void);

#endif
