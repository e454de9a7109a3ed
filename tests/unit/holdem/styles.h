/* Heads-up limit hold'em between players of a synthetic style, who act on the strength of their hand: for tests of
 * learning. The true probabilities of the actions are known. */
#ifndef TEST_HOLDEM_STYLES_H
#define TEST_HOLDEM_STYLES_H

#include <nash/buf.h>
#include <nash/rng.h>
#include <solvers/holdem/model/measure.h>

enum style { STYLE_TIGHT, STYLE_STATION, STYLE_MANIAC, STYLE_BLUFFER, STYLE_INVERTED, STYLE_IGNORES, STYLES };

extern const char *const style_names[STYLES];

/* Plays a hand with all cards known to the end, both players of the style. The id is the number. */
void style_play(enum style style, struct nash_rng *rng, unsigned number, struct holdem_history_hand *hand);

/* Appends such a hand as PHH, with the table header "[number]". */
void style_write_phh(const struct holdem_history_hand *hand, unsigned number, struct nash_buf *out);

/* Sets the true P(hole cards | actions) of a player of a played hand, the board removed. */
void style_posterior(enum style style, const struct holdem_history_hand *hand, unsigned player,
                     double probability[static HOLDEM_COMBOS]);

#endif
