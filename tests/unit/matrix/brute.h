/* Equilibria of small games by brute force: every choice of zero variables is solved. Slow, and independent of the
 * engines. */
#ifndef MATRIX_BRUTE_H
#define MATRIX_BRUTE_H

#include <solvers/matrix/game.h>

enum { BRUTE_SIDE = 5, BRUTE_MAX = 4096 };

/* An extreme equilibrium; the weights of each player have a common denominator > 0, in lowest terms. */
struct brute_pair {
    int64_t row[BRUTE_SIDE], col[BRUTE_SIDE], row_den, col_den;
};

struct brute {
    struct brute_pair pair[BRUTE_MAX];
    uint32_t count;
};

/* Finds all extreme equilibria. Payoffs are at most 100 in absolute value; each player has at most BRUTE_SIDE choices.
 */
void brute_equilibria(const struct matrix_game *game, struct brute *brute);

/* Returns the game as text for messages, in a static buffer. */
const char *brute_text(const struct matrix_game *game);

#endif
