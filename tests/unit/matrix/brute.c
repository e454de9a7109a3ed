/* A best-response polyhedron contains the strategies x of one player and payoffs v of the opponent. Its vertices are
 * the points at which as many independent equations "x_i = 0" and "response j pays v" hold as it has dimensions. All
 * subsets of this size are solved by fraction-free elimination. */
#include "brute.h"

#include <stdio.h>
#include <string.h>

enum { VERTICES = 512, UNKNOWNS = BRUTE_SIDE + 1 };

struct vertex {
    int64_t x[BRUTE_SIDE], den; /* the strategy is x[i] / den */
    uint32_t labels;            /* bit i: x_i = 0; bit own + j: response j is best */
};

struct side {
    uint32_t own, other;                 /* number of choices of this player and of the opponent */
    int64_t pay[BRUTE_SIDE][BRUTE_SIDE]; /* [i][j]: the opponent's payoff of response j to this player's choice i */
    struct vertex vertex[VERTICES];
    uint32_t count;
};

static int64_t common(int64_t p, int64_t q)
{
    while (q) {
        int64_t rest = p % q;
        p = q;
        q = rest;
    }
    return p < 0 ? -p : p;
}

/* Solves equations over x_0 .. x_own-1, v; the last column is the right side. Returns false unless there is exactly one
 * solution, value[k] / den. */
static bool eliminate(int64_t m[UNKNOWNS][UNKNOWNS + 1], uint32_t n, int64_t *value, int64_t *den)
{
    int64_t last = 1;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t pivot = k;
        while (pivot < n && m[pivot][k] == 0)
            pivot++;
        if (pivot == n)
            return false;
        for (uint32_t e = 0; e <= n; e++) {
            int64_t swap = m[k][e];
            m[k][e] = m[pivot][e];
            m[pivot][e] = swap;
        }
        for (uint32_t row = 0; row < n; row++)
            for (uint32_t e = n + 1; row != k && e-- > 0;)
                if (e != k)
                    m[row][e] = (m[row][e] * m[k][k] - m[row][k] * m[k][e]) / last;
        for (uint32_t row = 0; row < n; row++)
            if (row != k)
                m[row][k] = 0;
        last = m[k][k];
    }
    *den = last < 0 ? -last : last;
    for (uint32_t k = 0; k < n; k++)
        value[k] = last < 0 ? -m[k][n] : m[k][n];
    return true;
}

static void keep(struct side *side, const int64_t *value, int64_t den)
{
    struct vertex vertex = {.den = den};
    int64_t divisor = den;
    for (uint32_t i = 0; i < side->own; i++) {
        if (value[i] < 0)
            return;
        divisor = common(divisor, value[i]);
    }
    for (uint32_t j = 0; j < side->other; j++) {
        int64_t paid = 0;
        for (uint32_t i = 0; i < side->own; i++)
            paid += value[i] * side->pay[i][j];
        if (paid > value[side->own])
            return;
        vertex.labels |= (uint32_t)(paid == value[side->own]) << (side->own + j);
    }
    for (uint32_t i = 0; i < side->own; i++) {
        vertex.x[i] = value[i] / divisor;
        vertex.labels |= (uint32_t)(value[i] == 0) << i;
    }
    vertex.den = den / divisor;
    for (uint32_t k = 0; k < side->count; k++)
        if (side->vertex[k].labels == vertex.labels)
            return;
    side->vertex[side->count++] = vertex;
}

static void solve_zeros(struct side *side, uint32_t zeros)
{
    int64_t m[UNKNOWNS][UNKNOWNS + 1] = {{0}}, value[UNKNOWNS], den;
    uint32_t own = side->own, row = 0;
    for (uint32_t i = 0; i < own; i++)
        m[row][i] = 1;
    m[row++][own + 1] = 1;
    for (uint32_t k = 0; k < own + side->other; k++) {
        if (!(zeros >> k & 1))
            continue;
        if (k < own) {
            m[row][k] = 1;
        } else {
            for (uint32_t i = 0; i < own; i++)
                m[row][i] = side->pay[i][k - own];
            m[row][own] = -1;
        }
        row++;
    }
    if (eliminate(m, own + 1, value, &den))
        keep(side, value, den);
}

static void vertices(struct side *side)
{
    side->count = 0;
    for (uint32_t zeros = 0; zeros < 1u << (side->own + side->other); zeros++)
        if ((uint32_t)__builtin_popcount(zeros) == side->own)
            solve_zeros(side, zeros);
}

void brute_equilibria(const struct matrix_game *game, struct brute *brute)
{
    static struct side row, col;
    row.own = col.other = game->rows;
    row.other = col.own = game->cols;
    for (uint32_t i = 0; i < game->rows; i++)
        for (uint32_t j = 0; j < game->cols; j++) {
            row.pay[i][j] = game->b[i * game->cols + j];
            col.pay[j][i] = game->a[i * game->cols + j];
        }
    vertices(&row);
    vertices(&col);
    brute->count = 0;
    for (uint32_t p = 0; p < row.count; p++)
        for (uint32_t q = 0; q < col.count; q++) {
            uint32_t there = col.vertex[q].labels, labels = there >> game->cols | there << game->rows;
            uint32_t all = (1u << (game->rows + game->cols)) - 1;
            if (((row.vertex[p].labels | labels) & all) != all || brute->count == BRUTE_MAX)
                continue;
            struct brute_pair *pair = &brute->pair[brute->count++];
            memcpy(pair->row, row.vertex[p].x, sizeof pair->row);
            memcpy(pair->col, col.vertex[q].x, sizeof pair->col);
            pair->row_den = row.vertex[p].den;
            pair->col_den = col.vertex[q].den;
        }
}

const char *brute_text(const struct matrix_game *game)
{
    static char text[65536];
    size_t used = (size_t)snprintf(text, sizeof text, "%ux%u", game->rows, game->cols);
    for (uint32_t k = 0; k < game->rows * game->cols && used + 64 < sizeof text; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s(%ld,%ld)", k % game->cols ? " " : "\n",
                                 (long)game->a[k], (long)game->b[k]);
    return text;
}
