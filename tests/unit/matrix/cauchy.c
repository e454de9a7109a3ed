/* The payoffs of Cauchy games, and the number of their equilibria. */
#include "cauchy.h"

static int64_t entry(uint32_t d, uint32_t own, uint32_t other)
{
    int64_t size = 360360 / ((int64_t)other - own); /* an integer, because 360360 is a multiple of 1 .. 15 */
    return (d - 1 - own) % 2 ? size : -size;
}

void cauchy_game(struct matrix_game *game, uint32_t d, int64_t *a, int64_t *b)
{
    *game = (struct matrix_game){.rows = d, .cols = d, .a = a, .b = b};
    for (uint32_t i = 0; i < d; i++)
        for (uint32_t j = 0; j < d; j++) {
            a[i * d + j] = entry(d, j ^ 1, d + (i ^ 1));
            b[i * d + j] = entry(d, i, d + j);
        }
}

static bool even(uint32_t set, uint32_t points)
{
    uint32_t start = 0, run = 0;
    if (set == (1u << points) - 1)
        return points % 2 == 0;
    while (set >> start & 1)
        start++;
    for (uint32_t k = 1; k <= points; k++) {
        bool in = set >> (start + k) % points & 1;
        if (!in && run % 2)
            return false;
        run = in ? run + 1 : 0;
    }
    return true;
}

/* Returns the labels of the column player's vertex that is given by a set of points. Point p < d has the label of
 * column p ^ 1, any other the label of row (p - d) ^ 1. */
static uint32_t labels(uint32_t set, uint32_t d)
{
    uint32_t labels = 0;
    for (uint32_t p = 0; p < 2 * d; p++)
        if (set >> p & 1)
            labels |= 1u << (p < d ? d + (p ^ 1) : (p - d) ^ 1);
    return labels;
}

uint32_t cauchy_count(uint32_t d)
{
    uint32_t count = 0, all = (1u << 2 * d) - 1;
    for (uint32_t set = 0; set <= all; set++)
        if ((uint32_t)__builtin_popcount(set) == d && even(set, 2 * d) && even(all & ~labels(set, d), 2 * d))
            count++;
    return count - 1;
}
