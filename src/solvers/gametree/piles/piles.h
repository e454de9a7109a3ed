/* Grundy's game and nim: the functions that the files of this folder share.
 *
 * Two players move in turn; the player without a move loses (in misere play: wins). A move of Grundy's game splits a
 * pile into two unequal ones, a move of nim takes coins from a pile, any number or 1 to `take`. In normal play the
 * value of a position is the exclusive or of the values of its piles, and the mover wins if it is not 0 (Sprague,
 * Grundy). Misere nim differs at the end only (Bouton); misere Grundy has no such theory and is searched. */
#ifndef GAMETREE_PILES_PILES_H
#define GAMETREE_PILES_PILES_H

#include <nash/solver.h>

#include "../problem.h"
#include "grundy_table.h"

enum {
    PILES_MAX = 1000000,      /* piles of a position */
    PILES_WRITTEN = 1000,     /* piles and winning moves listed in a result */
    PILES_ALL_MOVES = 100000, /* sum of the different piles up to which all winning splits are listed */
    PILES_CHECK_FIND = 41,    /* numbers of the stop checks */
    PILES_CHECK_STATES = 42,
    PILES_CHECK_MISERE = 43
};

#define NIM_PILE_MAX UINT32_MAX /* the largest pile of nim */

struct piles_problem {
    size_t count; /* number of piles, 1 to PILES_MAX */
    uint32_t *pile;
    bool min_moves; /* MIN is to move, otherwise MAX */
    bool tree;      /* the state graph is requested */
    bool misere;    /* the player without a move wins */
    bool splits;    /* Grundy's game, otherwise nim */
    uint32_t take;  /* nim: the largest number of coins of a move; NIM_PILE_MAX: any number */
};

/* Grundy's game: the pile is split into 0 < into[0] < into[1]. Nim: it is reduced to into[0]. */
struct piles_move {
    uint32_t pile, into[2];
};

struct piles_states; /* state_graph.h */

struct piles_answer {
    bool known;     /* false: stopped before the values were computed, and the rest is undefined */
    uint32_t value; /* exclusive or of the values of the piles; 0 in misere Grundy, whose piles have no values */
    bool mover_wins;
    bool has_best; /* the mover has a legal move; it wins if mover_wins */
    struct piles_move best;
    uint64_t moves;   /* number of legal moves; those of equal piles count separately */
    bool all_winning; /* `winning` counts all different winning moves, of which the first PILES_WRITTEN are listed */
    size_t winning, listed; /* winning moves counted; moves in `win` */
    struct piles_move *win;
    const struct piles_states *states; /* NULL unless requested */
    uint32_t filled;                   /* Grundy's game: number of values in the table */
    uint64_t positions;                /* misere Grundy: number of positions that were searched */
    struct nash_arena *arena;          /* arena of the run, in which verification allocates */
};

/* distinct.c: returns the different pile sizes, ascending, in the arena, or NULL if it is full. Takes O(piles) time. */
uint32_t *piles_distinct(const struct piles_problem *p, struct nash_arena *arena, size_t *count);

/* Allocates an answer with room for PILES_WRITTEN moves. Returns NULL after reporting NASH_NOMEM. */
struct piles_answer *piles_answer_new(struct nash_arena *arena, struct nash_error *error);

/* Adds a winning move. */
void piles_add_win(struct piles_answer *a, struct piles_move move);

/* nim.c: returns the Grundy value of a pile: the pile itself, or its rest modulo take + 1. */
static inline uint32_t nim_value(const struct piles_problem *p, uint32_t pile)
{
    return (uint32_t)(pile % ((uint64_t)p->take + 1));
}

/* Returns the number of moves at a pile: its splits, or the numbers of coins that can be taken. */
static inline uint32_t piles_moves(const struct piles_problem *p, uint32_t pile)
{
    if (p->splits)
        return (pile - 1) / 2;
    return pile < p->take ? pile : p->take;
}

/* read.c */
extern const char *const grundy_members[], *const nim_members[];
void *grundy_parse(struct reader *r);
void *nim_parse(struct reader *r);
void grundy_canon(const void *problem, struct nash_sha256 *sha);
void nim_canon(const void *problem, struct nash_sha256 *sha);

/* write.c */
void grundy_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void nim_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
