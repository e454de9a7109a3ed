/* The units of a proof as a forest, carried out in any order and with any budgets, then merged in the order of the
 * tree: a farm without members, messages and time. */
#ifndef TEST_SUDOKU_FOREST_H
#define TEST_SUDOKU_FOREST_H

#include <solvers/sudoku/units/proof.h>
#include <solvers/sudoku/units/proof_job.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

struct forest_unit {
    uint8_t *bytes, *answer; /* answer: NULL until it is carried out */
    size_t len, answer_len;
    size_t *child; /* [children] indices in forest.unit */
    size_t children;
};

struct forest {
    struct proof_job job;
    struct nash_arena *arena;
    void *runner;
    struct forest_unit *unit;
    size_t units, room;
    size_t roots;
    size_t parent; /* that units are added to; SIZE_MAX: roots */
    struct nash_rng *rng;
    bool any_budget; /* budgets are replaced by random small ones */
    uint8_t answer[PROOF_ANSWER_MAX];
};

static inline void forest_add(void *context, const uint8_t *bytes, size_t len)
{
    struct forest *f = context;
    if (f->units == f->room) {
        f->room = f->room ? 2 * f->room : 64;
        f->unit = realloc(f->unit, f->room * sizeof *f->unit);
        assert_non_null(f->unit);
    }
    struct forest_unit *unit = &f->unit[f->units];
    *unit = (struct forest_unit){.bytes = malloc(len), .len = len};
    assert_non_null(unit->bytes);
    memcpy(unit->bytes, bytes, len);
    if (f->any_budget)
        bytes_put(unit->bytes, 8, 1 + nash_rng_below(f->rng, UINT64_C(1) << nash_rng_below(f->rng, 12)));
    if (f->parent == SIZE_MAX) {
        f->roots++;
    } else {
        struct forest_unit *parent = &f->unit[f->parent];
        parent->child = realloc(parent->child, (parent->children + 1) * sizeof *parent->child);
        assert_non_null(parent->child);
        parent->child[parent->children++] = f->units;
    }
    f->units++;
}

/* Sets up the job. Returns false if the problem is contradictory. */
static inline bool forest_begin(struct forest *f, const struct sudoku_problem *p, struct nash_rng *rng, unsigned keep,
                                bool least, uint64_t limit)
{
    struct nash_error error = {0};
    *f = (struct forest){.rng = rng, .parent = SIZE_MAX, .arena = nash_arena_new(64 << 20)};
    assert_int_equal(proof_job_begin(&f->job, p, f->arena, keep, least, limit, &error), NASH_OK);
    if (!f->job.board)
        return false;
    f->runner = nash_arena_alloc_raw(f->arena, proof_bytes(), 64);
    memset(f->runner, 0xa5, proof_bytes());
    assert_true(proof_open(f->runner, f->job.bytes, f->job.len));
    return true;
}

/* Carries out a unit, checks the answer and adds its children. */
static inline void forest_run(struct forest *f, size_t at)
{
    const char *why = NULL;
    struct forest_unit *unit = &f->unit[at];
    unit->answer_len = proof_run(f->runner, unit->bytes, unit->len, f->answer);
    assert_true(unit->answer_len > 0);
    unit->answer = malloc(unit->answer_len);
    assert_non_null(unit->answer);
    memcpy(unit->answer, f->answer, unit->answer_len);
    if (proof_job_check(&f->job, unit->bytes, unit->len, unit->answer, unit->answer_len, &why) == PROOF_WRONG)
        fail_msg("an honest answer is refused: %s", why);
    f->parent = at;
    uint8_t *bytes = unit->bytes, *answer = unit->answer;
    proof_job_divide(&f->job, bytes, unit->len, answer, unit->answer_len, forest_add, f);
}

/* Carries out all units, in random order. */
static inline void forest_run_all(struct forest *f)
{
    size_t *open = NULL, count = 0, seen = 0;
    for (;;) {
        open = realloc(open, (f->units + 1) * sizeof *open);
        assert_non_null(open);
        while (seen < f->units)
            open[count++] = seen++;
        if (!count)
            break;
        size_t pick = (size_t)nash_rng_below(f->rng, count), at = open[pick];
        open[pick] = open[--count];
        forest_run(f, at);
    }
    free(open);
}

/* Merges a unit and its descendants. Returns false when no more is needed. */
static inline bool forest_merge_unit(struct forest *f, size_t at)
{
    const struct forest_unit *unit = &f->unit[at];
    if (!proof_job_merge(&f->job, unit->answer, unit->answer_len))
        return false;
    for (size_t i = 0; i < unit->children; i++)
        if (!forest_merge_unit(f, unit->child[i]))
            return false;
    return true;
}

static inline void forest_merge(struct forest *f)
{
    for (size_t i = 0; i < f->roots && forest_merge_unit(f, i); i++)
        ;
}

static inline void forest_end(struct forest *f)
{
    for (size_t i = 0; i < f->units; i++) {
        free(f->unit[i].bytes);
        free(f->unit[i].answer);
        free(f->unit[i].child);
    }
    free(f->unit);
    nash_arena_free(f->arena);
}

#endif
