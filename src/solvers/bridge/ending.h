/* Double dummy for endings of up to 8 cards a hand: a search of our own, which stops when it is asked to. */
#ifndef BRIDGE_ENDING_H
#define BRIDGE_ENDING_H

#include "library.h"

enum { BRIDGE_ENDING_MAX = 8 }; /* cards in the hand that is to play */

/* Is it the faster one here? To 8 cards a hand: 0.006 of the instructions of libdds 2.9.0 at 2 cards, 0.15 at 6, 0.61
 * at 8 (tests/bench/bridge; at 1 card neither has anything to do). */
bool bridge_ending_wins(const struct bridge_position *position);

/* What searches have learnt of one strain: it is true of every deal, and half or more of what the next one needs where
 * deals have much in common, as the deals of a sample have. */
struct bridge_ending_memory;

/* 6 MB of the arena. NULL: it is full. */
struct bridge_ending_memory *bridge_ending_memory_new(struct nash_arena *arena);

/* Every legal card, best first, as bridge_library_options() gives them. The position has passed bridge_position_check()
 * and is small enough. memory: used and added to, or NULL; one of another strain is emptied. Adds the positions looked
 * at to run->nodes; checks nash_stop() at 65. */
enum nash_status bridge_ending_options(const struct bridge_position *position, struct bridge_ending_memory *memory,
                                       struct nash_run *run, struct bridge_options *options, struct nash_error *error);

/* Only the tricks of the side to play, and a card that makes them; *tricks < 0 when stopped. */
enum nash_status bridge_ending_best(const struct bridge_position *position, struct nash_run *run,
                                    struct bridge_card *card, int *tricks, struct nash_error *error);

/* Does the side to play make so many tricks (0 to what is left)? 1: with *card. 0: it does not. < 0: stopped. */
enum nash_status bridge_ending_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                     struct bridge_card *card, int *makes, struct nash_error *error);

#endif
