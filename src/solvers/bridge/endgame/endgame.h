/* Double dummy for endgames of up to 8 cards a hand: a search that can be stopped at any time. */
#ifndef BRIDGE_ENDGAME_H
#define BRIDGE_ENDGAME_H

#include <solvers/bridge/double_dummy/dds.h>

enum { BRIDGE_ENDGAME_CARDS_MAX = 8 }; /* cards in the hand of the seat to play */

/* Returns whether this search is faster than libdds: up to 8 cards a hand. It takes 0.006 of the instructions of libdds
 * 2.9.0 at 2 cards, 0.15 at 6, 0.61 at 8 (tests/bench/bridge; at 1 card both return at once). */
bool bridge_endgame_is_faster(const struct bridge_position *position);

/* Results of searches of one strain. They hold for every deal. Deals that have much in common, such as those of a
 * sample, then take about half of the instructions. */
struct bridge_endgame_table;

/* Takes 6 MB of the arena. NULL: the arena is full. */
struct bridge_endgame_table *bridge_endgame_table_new(struct nash_arena *arena);

/* Finds the tricks for every legal card, best card first, as bridge_dds_options() does. Precondition:
 * bridge_position_check() has accepted the position, and it is small enough. table: read and extended, or NULL; cleared
 * if it is of another strain. Adds the searched positions to run->nodes; its stop check has number 65. */
enum nash_status bridge_endgame_options(const struct bridge_position *position, struct bridge_endgame_table *table,
                                        struct nash_run *run, struct bridge_options *options, struct nash_error *error);

/* Finds only the tricks of the side to play, and a card that makes them; *tricks < 0 when stopped. */
enum nash_status bridge_endgame_best(const struct bridge_position *position, struct nash_run *run,
                                     struct bridge_card *card, int *tricks, struct nash_error *error);

/* Finds whether the side to play makes `target` tricks (0 to the number of remaining tricks). *makes: 1, and then *card
 * makes them; 0; or < 0 when stopped. */
enum nash_status bridge_endgame_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                      struct bridge_card *card, int *makes, struct nash_error *error);

#endif
