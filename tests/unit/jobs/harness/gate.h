/* A gate in front of the store's writes (linked with --wrap=store_post,--wrap=store_post_finish): lets them through,
 * holds them, or lets them fail. */
#ifndef GATE_H
#define GATE_H

#include <stdbool.h>

#include <nash/status.h>

void gate_hold(bool hold);            /* false: what is held goes through, in order */
unsigned gate_held(void);             /* how many */
void gate_fail(enum nash_status why); /* what is held fails, from the caller's thread */

#endif
