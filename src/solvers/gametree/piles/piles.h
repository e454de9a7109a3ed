/* Grundy's game and nim: what the files of this folder hand to each other.
 *
 * Two players move in turn; who cannot move loses (in misere nim: wins). In Grundy's game a move splits a pile into two
 * unequal ones, in nim it takes any number from one. The value of a position is the exclusive or of the values of its
 * piles, and the mover wins when that is not 0 (Sprague, Grundy); misere nim has its own end (Bouton). */
#ifndef GAMETREE_PILES_H
#define GAMETREE_PILES_H

#include <nash/solver.h>

#include "../problem.h"
#include "table.h"

enum {
    PILES_MOST = 1000000,     /* piles of a position */
    PILES_WRITTEN = 1000,     /* piles and winning moves that a result lists */
    PILES_ALL_MOVES = 100000, /* sum of different piles up to which all winning splits are sought */
    PILES_CHECK_FIND = 41,    /* nash_stop() */
    PILES_CHECK_STATES = 42
};

#define NIM_MOST UINT32_MAX /* the largest pile */

struct piles_problem {
    size_t count; /* 1 to PILES_MOST */
    uint32_t *pile;
    bool min_moves; /* else MAX */
    bool tree;      /* Grundy's game: the state graph too */
    bool misere;    /* nim */
};

/* Grundy: pile is split into 0 < into[0] < into[1]. Nim: pile is reduced to into[0]. */
struct piles_move {
    uint32_t pile, into[2];
};

struct piles_states; /* states.h */

struct piles_answer {
    bool known;     /* false: stopped before the values were there, and nothing below holds */
    uint32_t value; /* exclusive or of the values of the piles */
    bool mover_wins;
    bool has_best; /* the mover can move at all; best wins when mover_wins */
    struct piles_move best;
    uint64_t moves;   /* legal ones, of equal piles each */
    bool all_winning; /* winning holds all winning moves that differ, or the first PILES_WRITTEN of them */
    size_t winning, listed;
    struct piles_move *win;
    const struct piles_states *states; /* or NULL */
    uint32_t filled;                   /* values of the table that are there */
};

/* distinct.c: the sizes of piles that differ, ascending, in the arena; O(piles). NULL: no memory. */
uint32_t *piles_distinct(const struct piles_problem *p, struct nash_arena *arena, size_t *count);

/* Fresh, in the run's arena, with room for PILES_WRITTEN moves. NULL: no memory, *error says so. */
struct piles_answer *piles_answer_new(struct nash_arena *arena, struct nash_error *error);

/* Another winning move. */
void piles_add_win(struct piles_answer *a, struct piles_move move);

/* parse.c */
extern const char *const grundy_members[], *const nim_members[];
enum nash_status grundy_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error);
enum nash_status nim_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                           struct nash_error *error);
void grundy_canon(const void *problem, struct nash_sha256 *sha);
void nim_canon(const void *problem, struct nash_sha256 *sha);

/* write.c */
void grundy_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void nim_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
