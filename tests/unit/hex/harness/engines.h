/* Small engines for tests of matches. */
#ifndef TEST_HEX_ENGINES_H
#define TEST_HEX_ENGINES_H

#include <solvers/hex/engines/settings.h>

/* first: the lowest empty cell. last: the highest. dice: any, by the seed. pessimist: as dice, and expects to lose, so
 * that it swaps. mute: no move from its `nodes`-th stone on the board on. cheat: then an occupied cell. poor: then out
 * of memory. large: too large a board at once. */
extern const struct hex_engine test_engine_first, test_engine_last, test_engine_dice, test_engine_pessimist,
    test_engine_mute, test_engine_cheat, test_engine_poor, test_engine_large;
extern const struct hex_engine *const test_engines[]; /* all, ended by NULL */

#endif
