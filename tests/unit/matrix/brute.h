/* Equilibria of small games by brute force: every choice of variables that might be 0 is tried and solved. Slow, and
 * nothing like the engines. */
#ifndef MATRIX_BRUTE_H
#define MATRIX_BRUTE_H

#include <solvers/matrix/game.h>

enum { BRUTE_SIDE = 5, BRUTE_MOST = 4096 };

/* An extreme equilibrium: weights over a common denominator each, > 0, in lowest terms. */
struct brute_pair {
    int64_t row[BRUTE_SIDE], col[BRUTE_SIDE], row_den, col_den;
};

struct brute {
    struct brute_pair pair[BRUTE_MOST];
    uint32_t count;
};

/* Payoffs at most 100 in absolute value, at most BRUTE_SIDE choices each. */
void brute_equilibria(const struct matrix_game *game, struct brute *brute);

/* The game as text, for failures. In a static buffer. */
const char *brute_text(const struct matrix_game *game);

#endif
