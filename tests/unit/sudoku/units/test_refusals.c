/* Planted wrong answers are refused, and malformed tasks and units carry nothing out. */
#include <solvers/sudoku/generate/spec.h>
#include <solvers/sudoku/units/generation.h>
#include <solvers/sudoku/units/luck_job.h>

#include "../harness/played.h"
#include "forest.h"

enum { KEEP = 4, LIES = 19, TRIES_MAX = 100000 };

/* ---- proof ---- */

struct planted {
    struct forest f;
    uint8_t clue[SUDOKU_CELLS_MAX];
    struct sudoku_problem problem;
    uint8_t answer[PROOF_ANSWER_MAX + 16];
    size_t len;
    struct proof_answer read;
};

/* Sets up a board with several solutions and some units, of which `at` is carried out. */
static bool plant(struct planted *w, struct nash_rng *rng, bool least, uint64_t limit, enum proof_ending ending)
{
    board_full(rng, 3, 3, w->clue);
    board_uniform(rng, 9, 24, w->clue);
    w->problem = board_problem(3, 3, w->clue, 2);
    if (nash_rng_below(rng, 2)) { /* the general board */
        w->problem.size = 6;
        w->problem.box_rows = 2;
        board_full(rng, 2, 3, w->clue);
        board_uniform(rng, 6, 9, w->clue);
        w->problem = board_problem(2, 3, w->clue, 2);
    }
    if (!forest_begin(&w->f, &w->problem, rng, KEEP, least, limit))
        return false;
    assert_true(proof_job_cut(&w->f.job, 4, forest_add, &w->f));
    for (size_t i = 0; i < w->f.units; i++) {
        struct forest_unit *unit = &w->f.unit[i];
        if (ending == PROOF_SPENT)
            bytes_put(unit->bytes, 8, 1 + nash_rng_below(rng, 12));
        w->len = proof_run(w->f.runner, unit->bytes, unit->len, w->answer);
        assert_true(proof_answer_read(&w->read, &w->f.job.task, w->answer, w->len));
        if (w->read.ending != ending || (w->read.kept < 2 && ending != PROOF_ENOUGH))
            continue;
        struct forest_unit first = w->f.unit[0]; /* the unit under test comes first */
        w->f.unit[0] = *unit;
        w->f.unit[i] = first;
        return true;
    }
    return false;
}

static enum proof_verdict check(struct planted *w, const char **why)
{
    return proof_job_check(&w->f.job, w->f.unit[0].bytes, w->f.unit[0].len, w->answer, w->len, why);
}

/* Changes the answer by a lie. Returns false if it does not apply. */
static bool lie(struct planted *w, unsigned kind, struct nash_rng *rng)
{
    struct proof_answer *a = &w->read;
    size_t open = w->f.job.task.open, kept = a->kept * open;
    uint8_t *rows = w->answer + PROOF_ANSWER_HEAD, *path = rows + kept;
    switch (kind) {
    case 0: /* more nodes than the budget, by far */
        bytes_put(w->answer + 8, 8, UINT64_MAX);
        return true;
    case 1: /* fewer solutions than are shown */
        bytes_put(w->answer + 16, 8, 1);
        return true;
    case 2: /* more solutions than are shown, though there is room */
        bytes_put(w->answer + 16, 8, a->kept + 1U);
        return a->kept < KEEP;
    case 3: /* a value that its cell cannot have, or that breaks a rule */
        rows[nash_rng_below(rng, kept)] ^= 1;
        return true;
    case 4: /* a value beyond the size */
        rows[nash_rng_below(rng, kept)] = 200;
        return true;
    case 5: /* the same solution twice */
        memcpy(rows + open, rows, open);
        return true;
    case 6: /* a byte more */
        w->answer[w->len++] = 0;
        return true;
    case 7: /* a byte less */
        w->len--;
        return true;
    case 8: /* an unknown ending */
        w->answer[0] = 7;
        return true;
    case 9: /* nothing is left, though the budget is spent */
        w->answer[0] = PROOF_EXHAUSTED;
        return a->ending == PROOF_SPENT;
    case 10: /* stopped before the budget was spent */
        bytes_put(w->answer + 8, 8, 0);
        return a->ending == PROOF_SPENT;
    case 11: /* no progress: what is left is the unit itself */
        if (a->ending != PROOF_SPENT || w->f.unit[0].len - PROOF_UNIT_HEAD > (size_t)a->steps * PROOF_STEP)
            return false;
        memcpy(path, w->f.unit[0].bytes + PROOF_UNIT_HEAD, w->f.unit[0].len - PROOF_UNIT_HEAD);
        bytes_put(w->answer + 4, 4, (w->f.unit[0].len - PROOF_UNIT_HEAD) / PROOF_STEP);
        w->len = (size_t)(path - w->answer) + w->f.unit[0].len - PROOF_UNIT_HEAD;
        return true;
    case 12: /* what is left is outside of the unit: its first literal is turned round */
        if (a->ending != PROOF_SPENT || w->f.unit[0].len == PROOF_UNIT_HEAD)
            return false;
        proof_step_put(path, 0, proof_step_get(path, 0) ^ PROOF_NOT);
        return true;
    case 13: /* a step that is both excluded and open */
        if (a->ending != PROOF_SPENT)
            return false;
        proof_step_put(path, a->steps - 1, proof_step_get(path, a->steps - 1) | PROOF_NOT | PROOF_OPEN);
        return true;
    case 14: /* everything is left again: the solutions shown are in it */
        if (a->ending != PROOF_SPENT || !a->kept)
            return false;
        for (unsigned i = 0; i < a->steps; i++)
            if (i >= (w->f.unit[0].len - PROOF_UNIT_HEAD) / PROOF_STEP)
                proof_step_put(path, i, (proof_step_get(path, i) & PROOF_LITERAL) | PROOF_OPEN);
        return true;
    case 15: /* a path without an ending that has one */
        w->answer[0] = PROOF_SPENT;
        return a->ending == PROOF_EXHAUSTED;
    case 16: /* a limit reached that is not */
        w->answer[0] = PROOF_ENOUGH;
        return a->ending != PROOF_ENOUGH;
    case 17: /* the limit is not reached, though the count says so */
        w->answer[0] = PROOF_EXHAUSTED;
        return a->ending == PROOF_ENOUGH;
    default: /* the list is not in order */
        if (!w->f.job.task.least)
            return false;
        memcpy(w->f.job.grid, rows, open);
        memcpy(rows, rows + open, open);
        memcpy(rows + open, w->f.job.grid, open);
        return true;
    }
}

/* Tells a lie on random answers until it was told `wanted` times. */
static void tell(struct nash_rng *rng, unsigned kind, unsigned wanted)
{
    static struct planted w;
    static const enum proof_ending endings[] = {PROOF_EXHAUSTED, PROOF_SPENT, PROOF_ENOUGH};
    unsigned told = 0;
    for (unsigned k = 0; told < wanted; k++) {
        enum proof_ending ending = endings[k % 3];
        const char *why = NULL;
        if (k == TRIES_MAX)
            fail_msg("lie %u was told %u times only", kind, told);
        if (plant(&w, rng, nash_rng_below(rng, 2), ending == PROOF_ENOUGH ? 2 : 0, ending)) {
            assert_int_equal(check(&w, &why), ending == PROOF_ENOUGH ? PROOF_LAST : PROOF_VALID);
            if (lie(&w, kind, rng)) {
                if (check(&w, &why) != PROOF_WRONG)
                    fail_msg("lie %u with ending %d is not refused", kind, ending);
                assert_non_null(why);
                told++;
            }
        }
        forest_end(&w.f);
    }
}

static void wrong_proofs_are_refused(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned kind = 0; kind < LIES; kind++)
        tell(&rng, kind, test_length(8, 200));
}

/* A solution of another unit is refused. */
static void solutions_of_other_units_are_refused(void **state)
{
    static struct planted w;
    static uint8_t other[PROOF_ANSWER_MAX];
    struct nash_rng rng = test_rng();
    unsigned refused = 0;
    for (unsigned k = 0; k < 60; k++) {
        const char *why;
        if (plant(&w, &rng, false, 0, PROOF_EXHAUSTED) && w.f.units > 1) {
            for (size_t i = 1; i < w.f.units; i++) {
                if (!w.f.unit[i].bytes)
                    continue;
                size_t len = proof_run(w.f.runner, w.f.unit[i].bytes, w.f.unit[i].len, other);
                if (other[0] != PROOF_EXHAUSTED || bytes_get(other + 2, 2) == 0)
                    continue;
                assert_int_equal(proof_job_check(&w.f.job, w.f.unit[0].bytes, w.f.unit[0].len, other, len, &why),
                                 PROOF_WRONG);
                refused++;
            }
        }
        forest_end(&w.f);
    }
    assert_true(refused > 20);
}

/* Random bytes in place of tasks, units and answers. */
static void noise_is_refused(void **state)
{
    static struct planted w;
    struct nash_rng rng = test_rng();
    void *memory = malloc(proof_bytes());
    uint8_t *task = malloc(PROOF_TASK_MAX), unit[PROOF_UNIT_MAX];
    for (unsigned k = 0; k < test_length(300, 3000); k++) {
        if (plant(&w, &rng, false, 0, PROOF_EXHAUSTED)) {
            size_t len = w.f.job.len, cut = (size_t)nash_rng_below(&rng, len);
            memcpy(task, w.f.job.bytes, len);
            assert_false(proof_open(memory, task, cut));
            task[nash_rng_below(&rng, len)] = (uint8_t)nash_rng_next(&rng);
            if (proof_open(memory, task, len)) {
                memcpy(unit, w.f.unit[0].bytes, w.f.unit[0].len);
                for (unsigned i = 0; i < 3; i++)
                    unit[8 + nash_rng_below(&rng, w.f.unit[0].len - 8)] = (uint8_t)nash_rng_next(&rng);
                bytes_put(unit, 8, 50);
                size_t answered = proof_run(memory, unit, w.f.unit[0].len, w.answer);
                assert_true(answered == 0 || answered >= PROOF_ANSWER_HEAD);
            }
        }
        forest_end(&w.f);
    }
    free(memory);
    free(task);
}

/* ---- luck ---- */

static void wrong_luck_is_refused(void **state)
{
    struct nash_rng rng = test_rng();
    uint8_t clue[SUDOKU_CELLS_MAX], unit[LUCK_UNIT], answer[LUCK_ANSWER_HEAD + SUDOKU_CELLS_MAX];
    for (unsigned k = 0; k < test_length(60, 600); k++) {
        struct sudoku_options options = play_of(k % 2 ? SUDOKU_METHOD_TABU : SUDOKU_METHOD_SAP);
        options.shards = 2;
        options.mode = SUDOKU_MODE_REPLICAS;
        options.updates = 1 + nash_rng_below(&rng, 3000);
        board_full(&rng, 4, 4, clue);
        board_uniform(&rng, 16, 120, clue);
        struct sudoku_problem p = problem_of(4, 4, clue, &options);
        struct nash_arena *arena = nash_arena_new(64 << 20);
        struct sudoku_game game;
        struct luck_job job;
        struct nash_error error = {0};
        bool settled;
        const char *why;
        assert_int_equal(sudoku_game_setup(&game, &p, k, arena, &settled, &error), NASH_OK);
        if (!settled) {
            void *runner = nash_arena_alloc_raw(arena, luck_bytes(), 64);
            assert_true(luck_job_begin(&job, &game) && luck_open(runner, job.bytes, job.len));
            assert_true(luck_job_unit(&job, k, unit));
            size_t len = luck_run(runner, unit, sizeof unit, answer);
            enum luck_verdict honest = luck_job_check(&job, unit, sizeof unit, answer, len, &why);
            assert_int_equal(honest, bytes_get(answer + 16, 4) ? LUCK_VALID : LUCK_SOLVED);
            assert_int_equal(luck_job_check(&job, unit, sizeof unit, answer, len - 1, &why), LUCK_WRONG);
            answer[16] ^= 1; /* other conflicts */
            assert_int_equal(luck_job_check(&job, unit, sizeof unit, answer, len, &why), LUCK_WRONG);
            answer[16] ^= 1;
            bytes_put(answer, 8, options.updates + 1); /* more moves than there were */
            assert_int_equal(luck_job_check(&job, unit, sizeof unit, answer, len, &why), LUCK_WRONG);
            bytes_put(answer, 8, bytes_get(answer + 8, 8) ? bytes_get(answer + 8, 8) - 1 : 0); /* fewer than changes */
            if (bytes_get(answer + 8, 8))
                assert_int_equal(luck_job_check(&job, unit, sizeof unit, answer, len, &why), LUCK_WRONG);
            answer[LUCK_ANSWER_HEAD + nash_rng_below(&rng, 256)] = 99; /* no strategy */
            assert_int_equal(luck_job_check(&job, unit, sizeof unit, answer, len, &why), LUCK_WRONG);
            assert_int_equal(luck_run(runner, unit, sizeof unit - 1, answer), 0);
            assert_false(luck_open(runner, job.bytes, job.len - 1));
        }
        nash_arena_free(arena);
    }
}

static void lubys_sequence(void **state)
{
    static const uint8_t expected[] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1};
    for (unsigned i = 0; i < sizeof expected; i++)
        assert_int_equal(luck_luby(i), expected[i]);
}

/* ---- generation ---- */

static void wrong_puzzles_are_refused(void **state)
{
    struct sudoku_spec spec = {.clues = 26, .unique = true};
    uint8_t none[81] = {0}, unit[GENERATION_UNIT], answer[GENERATION_ANSWER_HEAD + 81];
    struct sudoku_problem p = board_problem(3, 3, none, 2);
    struct generation_job job;
    struct nash_arena *arena = nash_arena_new(64 << 20);
    const char *why;
    p.task = SUDOKU_GENERATE;
    p.spec = &spec;
    assert_true(generation_job_begin(&job, &p, 7, arena));
    for (uint32_t i = 0; i < 10; i++) {
        generation_job_unit(&job, i, unit);
        size_t len = generation_run(job.runner, unit, sizeof unit, answer);
        enum generation_verdict honest = generation_job_check(&job, unit, sizeof unit, answer, len, &why);
        assert_int_equal(honest, answer[1] ? GENERATION_REACHED : GENERATION_VALID);
        assert_int_equal(generation_job_check(&job, unit, sizeof unit, answer, len - 1, &why), GENERATION_WRONG);
        answer[1] = 1; /* a puzzle of another seed, or one with a clue less */
        answer[GENERATION_ANSWER_HEAD + i] ^= 1;
        assert_int_equal(generation_job_check(&job, unit, sizeof unit, answer, len, &why), GENERATION_WRONG);
        answer[GENERATION_ANSWER_HEAD] = 10;
        assert_int_equal(generation_job_check(&job, unit, sizeof unit, answer, len, &why), GENERATION_WRONG);
    }
    nash_arena_free(arena);
}

static void a_stopped_attempt_has_no_puzzle(void **state)
{
    struct sudoku_spec spec = {.clues = 26, .unique = true};
    uint8_t none[81] = {0}, unit[GENERATION_UNIT], answer[GENERATION_ANSWER_HEAD + 81];
    struct sudoku_problem p = board_problem(3, 3, none, 2);
    struct generation_job job;
    struct nash_arena *arena = nash_arena_new(64 << 20);
    _Atomic int stop = 0;
    p.task = SUDOKU_GENERATE;
    p.spec = &spec;
    assert_true(generation_job_begin(&job, &p, 7, arena));
    generation_job_unit(&job, 0, unit);
    generation_on_stop(job.runner, &stop);
    assert_true(generation_run(job.runner, unit, sizeof unit, answer) > 0);
    assert_int_equal(answer[0], 1);
    stop = 1;
    assert_true(generation_run(job.runner, unit, sizeof unit, answer) == 0 || answer[0] == 0);
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_proofs_are_refused),
        cmocka_unit_test(solutions_of_other_units_are_refused),
        cmocka_unit_test(noise_is_refused),
        cmocka_unit_test(wrong_luck_is_refused),
        cmocka_unit_test(lubys_sequence),
        cmocka_unit_test(wrong_puzzles_are_refused),
        cmocka_unit_test(a_stopped_attempt_has_no_puzzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
