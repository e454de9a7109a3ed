/* A gate in front of the store's writes (linked with --wrap=store_post,--wrap=store_post_finish). It passes writes on,
 * holds them, or makes held writes fail. */
#ifndef GATE_H
#define GATE_H

#include <stdbool.h>

#include <nash/status.h>

void gate_hold(bool hold); /* true: holds all writes from now on; false: passes the held writes on, in order */
unsigned gate_held(void);  /* returns the number of held writes */
void gate_fail(enum nash_status why); /* ends all held writes with this status, in the caller's thread */

#endif
