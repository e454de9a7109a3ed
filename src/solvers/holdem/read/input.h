/* What JSON and text have in common: the cards, the players, and the checks of the whole problem. */
#ifndef HOLDEM_READ_INPUT_H
#define HOLDEM_READ_INPUT_H

#include <solvers/holdem/problem.h>
#include <solvers/holdem/range/range.h>

/* Where the parts of a problem stand, for the errors: JSON members, or words of a text. */
struct input {
    struct reader *r;
    const struct text_reader *text; /* NULL: JSON */
    const char *range_at[HOLDEM_PLAYERS_MAX], *board_at, *dead_at;
    struct holdem_problem *problem;
    enum holdem_method method; /* as asked */
    uint64_t samples;
};

/* Makes a problem with room for the ranges. Returns false if the arena is full. */
bool input_begin(struct input *in, struct reader *r, unsigned players);
/* Reads "method", "samples" and "want", in JSON or beside a text. */
void input_options(struct input *in);
/* Read cards and a range. Errors go to their place. */
void input_board(struct input *in, struct text_span text);
void input_dead(struct input *in, struct text_span text);
void input_range(struct input *in, unsigned player, struct text_span text);
/* Removes the known cards from the ranges, checks the whole, and selects the method. */
void input_finish(struct input *in);

extern const char *const input_option_names[]; /* the members that may stand beside a text, NULL-terminated */

#endif
