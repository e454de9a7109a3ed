/* The search of connect four: is a score above alpha?
 *
 * Scores are Pons's: 22 less the number of the stone, of his own 21, with which a side wins; negative for the side that
 * loses, 0 for a draw. So n wins with the n-th stone before its last. */
#ifndef GAMETREE_CONNECT4_SEARCH_H
#define GAMETREE_CONNECT4_SEARCH_H

#include <nash/solver.h>

#include "board.h"
#include "memory.h"

enum { C4_CHECK_SEARCH = 50, C4_CHECK_LINE = 51 }; /* nash_stop() */

struct c4_search {
    struct nash_run *run; /* run->nodes counts positions entered */
    struct c4_memory memory;
    bool mirror;    /* a position and its mirror image may both come: one key for both */
    uint64_t limit; /* of run->nodes for this question, 0: none */
    bool left;      /* the question was left: run was stopped, or the limit is reached */
    int stones;     /* of the board that is asked about, and what is known of it: for progress */
    struct c4_range known;
};

/* A position to be searched: the side to move cannot win at once and has a move after which the opponent cannot either,
 * and more than two cells are empty. */
struct c4_node {
    uint64_t own, all;
    uint64_t moves;   /* those moves */
    uint64_t threats; /* empty cells where the opponent would win */
    int stones;
};

/* Of a position in memory. */
static inline uint64_t c4_search_key(const struct c4_search *search, uint64_t own, uint64_t all)
{
    uint64_t key = c4_key(own, all);
    if (search->mirror) {
        uint64_t turned = c4_key(c4_mirror(own), c4_mirror(all));
        key = turned < key ? turned : key;
    }
    return key;
}

/* More than alpha: the score is at least so much. Else: at most. Without meaning when search->left. */
typedef int c4_search_function(struct c4_search *search, const struct c4_node *node, int alpha);
c4_search_function c4_search_plain, c4_search_popcnt; /* the second for x86-64 with POPCNT and BMI */

/* Tells who wants to know how far it is. Reads the clock. */
void c4_report(struct c4_search *search);

/* The one that suits this machine. */
c4_search_function *c4_search_best(void);

/* Proves as much of the score of a board without a line of four as it takes to make range->lo == range->hi, or until
 * search->run is stopped; the range must hold at the beginning. The first question is whether the score is above
 * `first`. */
void c4_narrow(struct c4_search *search, const struct c4_board *board, int first, struct c4_range *range);

/* Narrows the range of a board without a line of four by what is known without any search. */
void c4_recall(const struct c4_search *search, const struct c4_board *board, struct c4_range *range);

/* Is the score at most alpha? Asked only where the range leaves it open, and narrows it. False too when stopped. */
bool c4_at_most(struct c4_search *search, const struct c4_board *board, int alpha, struct c4_range *range);

/* All scores of a board. */
static inline struct c4_range c4_any(const struct c4_board *board)
{
    return (struct c4_range){-(C4_CELLS - board->stones) / 2, (C4_CELLS + 1 - board->stones) / 2};
}

#endif
