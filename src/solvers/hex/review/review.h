/* The review of a game: who wins each of its positions, as far as it is proved, and so which moves lost a won game.
 *
 * Position i is the one after i moves, so a game of n moves has n + 1 of them. Winners are colors. A swap of sides does
 * not change the board but whose stones they are: the player who swaps plays the other color from then on. */
#ifndef HEX_REVIEW_REVIEW_H
#define HEX_REVIEW_REVIEW_H

#include <solvers/hex/history.h>

#include "prover.h"

enum {
    HEX_REVIEW_NODES = 2000, /* default of hex_history.nodes: 1 to 2 s for a position on 11x11 */
    HEX_REVIEW_GIVE_UP = 3,  /* positions in a row without a proof, after which earlier ones are not searched */
    HEX_STOP_REVIEW = 44
};

enum { HEX_BETTER_NONE = 0xFFFF, HEX_BETTER_SWAP = 0xFFFE };

struct hex_reviewed {
    uint8_t winner;  /* enum hex_color; HEX_EMPTY: not proved */
    uint16_t better; /* where the next move lost a won game: a move that wins, a cell or HEX_BETTER_... */
};

struct hex_review_answer {
    struct nash_arena *arena;      /* of the run; verify.c allocates in it */
    struct hex_play *play;         /* [moves + 1]: the game after i moves */
    struct hex_reviewed *position; /* [moves + 1] */
    bool stopped;                  /* a budget of time or a cancel ended the review */
    uint64_t nodes, solve_us;
};

/* ---- review/rules.c: what follows without a search ---- */

/* Returns whether the next move of position i may be a swap. */
bool hex_review_may_swap(const struct hex_history *history, const struct hex_review_answer *answer, unsigned i);
/* Returns the winner of position i if the rules alone decide it: the game is over, or a player may swap. */
enum hex_color hex_review_rules(const struct hex_history *history, const struct hex_review_answer *answer, unsigned i);
/* Returns the color that the player of a move has after it. */
enum hex_color hex_review_color_after(const struct hex_move *move);
/* Returns whether a move places a stone or passes. If its side wins afterwards, it won before, too; and if it has lost
 * before, it has lost afterwards. */
bool hex_review_is_plain(const struct hex_move *move);
/* Returns whether move i + 1 lost a won game. */
bool hex_review_is_mistake(const struct hex_history *history, const struct hex_review_answer *answer, unsigned i);
/* Returns the number of moves from which on all positions are proved; moves + 1 if the last one is not. */
unsigned hex_review_proved_from(const struct hex_history *history, const struct hex_review_answer *answer);

/* ---- the form ---- */

/* review/solve.c, review/verify.c, review/write.c */
enum nash_status hex_review_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                  struct nash_error *error);
enum nash_status hex_review_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
void hex_review_describe(const void *problem, struct nash_buf *out);
void hex_review_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
