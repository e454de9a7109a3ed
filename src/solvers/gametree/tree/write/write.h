/* Declarations that the files of this folder share. */
#ifndef GAMETREE_TREE_WRITE_WRITE_H
#define GAMETREE_TREE_WRITE_WRITE_H

#include <math.h>

#include <solvers/gametree/tree/game.h>

/* Returns "MAX", "MIN" or "CHANCE" of an inner node. */
const char *tree_player(const struct stored_tree *tree, uint32_t node);

/* Writes a probability: "1/3", or 1 or 0. */
void tree_write_p(struct nash_jsonw *out, struct rational p);

/* Write a score as its number or, if it is exact but no integer, as a text such as "7/3", as null if it is infinite, or
 * as "infinity" if it is a win (stored_tree.won). */
void tree_write_score(struct nash_jsonw *out, const struct stored_tree *tree, int32_t score);
void tree_write_kscore(struct nash_jsonw *out, const char *key, const struct stored_tree *tree, int32_t score);

/* trace.c: writes "cuts" and "cuts_found", and "trace" if the request has it. */
void tree_write_trace(struct nash_jsonw *out, const struct tree_problem *problem, const struct tree_answer *answer);

/* Rounds a ratio to four decimals. */
static inline double tree_round(double ratio)
{
    return round(ratio * 1e4) / 1e4;
}

#endif
