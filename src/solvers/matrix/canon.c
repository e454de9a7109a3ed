/* The canonical key: the payoffs over their common denominator, the names that the answer repeats, and the requested
 * parts. An example and the same game written out have the same key. */
#include <string.h>

#include "problem.h"

static void add_names(struct nash_sha256 *sha, const char *const *name, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        nash_sha256_string(sha, name[i]);
}

static void add_numbers(struct nash_sha256 *sha, const int64_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        nash_sha256_u64(sha, (uint64_t)number[i]);
}

/* Adds a text that may be absent. */
static void add_player(struct nash_sha256 *sha, const char *name)
{
    nash_sha256_u64(sha, name != NULL);
    nash_sha256_string(sha, name ? name : "");
}

static void add_decision(const struct matrix_problem *p, struct nash_sha256 *sha)
{
    nash_sha256_u64(sha, (uint64_t)p->alpha.num);
    nash_sha256_u64(sha, (uint64_t)p->alpha.den);
    nash_sha256_u64(sha, p->probability != NULL);
    if (!p->probability)
        return;
    nash_sha256_u64(sha, (uint64_t)p->probability_scale);
    add_numbers(sha, p->probability, p->game.cols);
}

void matrix_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct matrix_problem *p = problem;
    size_t count = (size_t)p->game.rows * p->game.cols;
    nash_sha256_u64(sha, p->form);
    nash_sha256_u64(sha, p->game.rows);
    nash_sha256_u64(sha, p->game.cols);
    nash_sha256_u64(sha, (uint64_t)p->scale);
    add_numbers(sha, p->game.a, count);
    if (p->form == MATRIX_BIMATRIX)
        add_numbers(sha, p->game.b, count);
    add_names(sha, p->row_name, p->game.rows);
    add_names(sha, p->col_name, p->game.cols);
    if (p->form == MATRIX_DECISION) {
        add_decision(p, sha);
        return;
    }
    add_player(sha, p->row_player);
    add_player(sha, p->col_player);
    nash_sha256_u64(sha, (uint64_t)p->cooperative << 1 | p->dynamic);
    nash_sha256_u64(sha, (uint64_t)p->limit << 32 | p->want);
}
