/* One hand as text, as a seat saw it:
 *
 *     1 K:rc/J:c raise call shows Q
 *
 * The seat of the observer, from 1; its last information set ("-" if it did not decide); the names of all actions from
 * there to the end, its own first; if the opponent's cards were shown, "shows" and the opponent's last information set,
 * or the beginning of its name up to a colon. Words are separated by blanks; a word with blanks or quotes stands in
 * double quotes with \ before a quote or a backslash.
 *
 * The information set holds what the observer knew, and with perfect recall it determines all earlier actions. */
#ifndef IMPERFECT_EQUILIBRIUM_HAND_TEXT_H
#define IMPERFECT_EQUILIBRIUM_HAND_TEXT_H

#include <nash/buf.h>

#include "learn.h"

enum { HAND_TEXT_WHY = 240 };

/* Reads a hand. Returns NASH_OK, NASH_NOMEM, or NASH_UNPROCESSABLE with a sentence in `why`. An unshown hand is its
 * kind's first terminal. O(nodes of the information set). */
enum nash_status hand_text_read(const struct learn_views *views, const char *text, size_t len, struct learn_hand *hand,
                                char why[static HAND_TEXT_WHY], struct nash_arena *arena);

/* Appends a hand; hand_text_read() reads it back. */
void hand_text_write(const struct learn_views *views, const struct learn_hand *hand, struct nash_buf *out);

#endif
