/* The search of connect four: decides whether a score exceeds alpha.
 *
 * Scores are Pons's: a side with a score n > 0 wins with the (22 - n)-th of its 21 stones, so a win with its last stone
 * has the score 1. The score is negative for the losing side and 0 for a draw. */
#ifndef GAMETREE_CONNECT4_SEARCH_H
#define GAMETREE_CONNECT4_SEARCH_H

#include <nash/solver.h>

#include "board.h"
#include "transposition.h"

enum { C4_CHECK_SEARCH = 50, C4_CHECK_LINE = 51 }; /* numbers of the stop checks */

struct c4_openings; /* openings.h */

struct c4_search {
    struct nash_run *run; /* run->nodes counts the positions entered */
    struct c4_transposition memory;
    bool mirror;                        /* a position and its mirror image may both occur: they share one key */
    const struct c4_openings *openings; /* known scores of the first boards; NULL: none */
    uint64_t limit;                     /* limit of run->nodes for this search; 0: none */
    bool left;                          /* the search was interrupted by the stop or by the limit */
    int stones;                         /* stones at the root, for progress reports */
    struct c4_range known;              /* bounds of the root's score so far, for progress reports */
};

/* A position to be searched: the side to move cannot win at once and has a move after which the opponent cannot either,
 * and more than two cells are empty. */
struct c4_node {
    uint64_t own, all;
    uint64_t moves;   /* the moves after which the opponent cannot win at once */
    uint64_t threats; /* empty cells with which the opponent would win */
    int stones;
};

/* Returns the key of a position in the transposition table. */
static inline uint64_t c4_search_key(const struct c4_search *search, uint64_t own, uint64_t all)
{
    return search->mirror ? c4_key_of_both(own, all) : c4_key(own, all);
}

/* Searches a node. Returns a lower bound of its score if that exceeds alpha, else an upper bound. The result is
 * undefined if search->left. */
typedef int c4_search_function(struct c4_search *search, const struct c4_node *node, int alpha);
c4_search_function c4_search_plain, c4_search_popcnt; /* c4_search_popcnt needs x86-64 with POPCNT and BMI */

/* Reports progress if it is due. Reads the clock. */
void c4_report(struct c4_search *search);

/* Returns the fastest search that this machine can run. */
c4_search_function *c4_search_best(void);

/* Narrows the range of a board without a line of four until range->lo == range->hi or search->run is stopped. The range
 * must hold at the beginning. The first search decides whether the score exceeds `first`. */
void c4_narrow(struct c4_search *search, const struct c4_board *board, int first, struct c4_range *range);

/* Narrows the range of a board without a line of four by known bounds, without search. */
void c4_recall(const struct c4_search *search, const struct c4_board *board, struct c4_range *range);

/* Returns whether the score is proved to be at most alpha; searches and narrows the range if it leaves that open.
 * Returns false if stopped. */
bool c4_at_most(struct c4_search *search, const struct c4_board *board, int alpha, struct c4_range *range);

/* Returns the range of all scores of a board. */
static inline struct c4_range c4_any(const struct c4_board *board)
{
    return (struct c4_range){-(C4_CELLS - board->stones) / 2, (C4_CELLS + 1 - board->stones) / 2};
}

#endif
