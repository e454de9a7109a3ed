/* Generated puzzles: they meet the request, checked by methods that share nothing with the generator; the same seed
 * makes the same puzzle; the statements of the answer are right however the run ends. */
#include <stdlib.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/generate/generate.h>
#include <solvers/sudoku/stops.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 256 << 20 };

static struct nash_arena *arena;

static int make_arena(void **state)
{
    arena = nash_arena_new(ARENA_BYTES);
    return arena ? 0 : -1;
}

static int free_arena(void **state)
{
    nash_arena_free(arena);
    return 0;
}

static struct sudoku_problem request(unsigned box_rows, unsigned box_cols, const struct sudoku_spec *spec)
{
    struct sudoku_problem p = {.task = SUDOKU_GENERATE,
                               .spec = spec,
                               .size = box_rows * box_cols,
                               .box_rows = box_rows,
                               .box_cols = box_cols,
                               .limit = 2};
    for (unsigned i = 0; i < p.size; i++)
        p.symbols[i] = (char)('A' + i);
    return p;
}

/* Generates and verifies a puzzle. Resets the arena, which invalidates all earlier puzzles. */
static struct solved make(const struct sudoku_problem *p, uint64_t seed, unsigned force_check)
{
    struct nash_error error = {0};
    nash_arena_reset(arena, ARENA_BYTES);
    struct solved s = {.run = {.arena = arena, .seed = seed, .force_check = force_check}};
    enum nash_status status = nash_solver_sudoku.solve(p, &s.run, &s.result, &error);
    if (status == NASH_OK)
        status = nash_solver_sudoku.verify(p, &s.result, &error);
    if (status != NASH_OK)
        fail_msg("size %u, seed %llu: %s", p->size, (unsigned long long)seed, error.detail);
    s.answer = s.result.answer;
    return s;
}

static unsigned clues_of(const struct sudoku_problem *p)
{
    unsigned clues = 0;
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        clues += p->clue[cell] != 0;
    return clues;
}

static void check_unique(const struct sudoku_problem *made)
{
    if (brute_count(made, 2) == 1)
        return;
    show(made);
    fail_msg("brute force finds another number of solutions than one");
}

/* ---- the puzzle meets the request ---- */

/* Writes the image of a grid under a symmetry. */
static void transform(enum sudoku_symmetry symmetry, unsigned n, const uint8_t *from, uint8_t *to)
{
    for (unsigned r = 0; r < n; r++) {
        for (unsigned c = 0; c < n; c++) {
            const unsigned target[SUDOKU_SYMMETRIES] = {
                [SUDOKU_SYMMETRY_NONE] = r * n + c,
                [SUDOKU_ROTATIONAL] = n * n - 1 - (r * n + c),
                [SUDOKU_QUARTER] = c * n + (n - 1 - r),
                [SUDOKU_HORIZONTAL] = (n - 1 - r) * n + c,
                [SUDOKU_VERTICAL] = r * n + (n - 1 - c),
                [SUDOKU_MIRRORED] = c * n + r,
                [SUDOKU_ANTIMIRRORED] = (n - 1 - c) * n + (n - 1 - r),
            };
            to[target[symmetry]] = from[r * n + c];
        }
    }
}

static bool keeps_pattern(const struct sudoku_problem *p, enum sudoku_symmetry symmetry)
{
    uint8_t image[SUDOKU_CELLS_MAX];
    transform(symmetry, p->size, p->clue, image);
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        if (!image[cell] != !p->clue[cell])
            return false;
    return true;
}

static void symmetries_hold(void **state)
{
    static const unsigned box[][2] = {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 4}};
    for (unsigned b = 0; b < sizeof box / sizeof *box; b++) {
        for (unsigned symmetry = 0; symmetry < SUDOKU_SYMMETRIES; symmetry++) {
            struct sudoku_spec spec = {.unique = true, .minimal = b % 2, .symmetry = (enum sudoku_symmetry)symmetry};
            struct sudoku_problem p = request(box[b][0], box[b][1], &spec);
            for (uint64_t seed = 0; seed < test_length(2, 5); seed++) {
                struct solved s = make(&p, seed, 0);
                assert_true(s.answer->generation->reached && s.result.final);
                for (unsigned part = 0; part < SUDOKU_FULL; part++) {
                    if (part != symmetry && symmetry != SUDOKU_FULL)
                        continue;
                    if (!keeps_pattern(s.answer->generated, (enum sudoku_symmetry)part)) {
                        show(s.answer->generated);
                        fail_msg("symmetry %u is broken by part %u", symmetry, part);
                    }
                }
                check_unique(s.answer->generated);
            }
        }
    }
}

/* Every possible clue number is met exactly, whatever the sizes of the orbits. */
static void clue_numbers_are_met(void **state)
{
    unsigned step = test_step(4, 1);
    for (unsigned symmetry = 0; symmetry < SUDOKU_SYMMETRIES; symmetry++) {
        for (unsigned clues = 40 + symmetry % step; clues <= 81; clues += step) {
            struct reader r;
            struct sudoku_spec spec = {.unique = true, .clues = clues, .symmetry = (enum sudoku_symmetry)symmetry};
            struct sudoku_problem p = request(3, 3, &spec);
            reader_root(&r, NULL, NULL, NULL);
            if (!sudoku_spec_validate(&p, &spec, "/generate", &r))
                continue;
            struct solved s = make(&p, clues, 0);
            assert_true(s.answer->generation->reached);
            assert_int_equal(clues_of(s.answer->generated), clues);
            assert_int_equal(s.answer->generated->clues, clues);
            check_unique(s.answer->generated);
        }
    }
}

/* The generator reaches small numbers of clues, and the puzzle still has one solution. */
static void few_clues_are_reached(void **state)
{
    static const struct {
        unsigned box_rows, box_cols, clues;
    } few[] = {{2, 2, 4}, {2, 3, 8}, {3, 3, 21}, {3, 3, 22}, {2, 4, 16}};
    for (unsigned i = 0; i < sizeof few / sizeof *few; i++) {
        struct sudoku_spec spec = {.unique = true, .clues = few[i].clues};
        struct sudoku_problem p = request(few[i].box_rows, few[i].box_cols, &spec);
        for (uint64_t seed = 0; seed < test_length(1, 3); seed++) {
            struct solved s = make(&p, seed, 0);
            assert_int_equal(clues_of(s.answer->generated), few[i].clues);
            check_unique(s.answer->generated);
        }
    }
}

/* Each clue is needed: without it there is a second solution. */
static void minimal_is_irreducible(void **state)
{
    static const unsigned box[][2] = {{2, 2}, {2, 3}, {2, 4}, {3, 3}};
    struct sudoku_spec spec = {.unique = true, .minimal = true};
    for (unsigned b = 0; b < sizeof box / sizeof *box; b++) {
        struct sudoku_problem p = request(box[b][0], box[b][1], &spec);
        for (uint64_t seed = 0; seed < test_length(3, 10); seed++) {
            struct solved s = make(&p, seed, 0);
            uint8_t clue[SUDOKU_CELLS_MAX];
            struct sudoku_problem less = *s.answer->generated;
            memcpy(clue, less.clue, (size_t)p.size * p.size);
            less.clue = clue;
            check_unique(&less);
            for (unsigned cell = 0; cell < p.size * p.size; cell++) {
                uint8_t value = clue[cell];
                clue[cell] = 0;
                if (value && brute_count(&less, 2) != 2) {
                    show(s.answer->generated);
                    fail_msg("cell %u is not needed", cell);
                }
                clue[cell] = value;
            }
        }
    }
}

/* With "unique": false, the number of clues is met, and the statement about a second solution is right. */
static void others_need_not_be_unique(void **state)
{
    for (unsigned clues = 1; clues <= 81; clues += 5) {
        struct sudoku_spec spec = {.clues = clues};
        struct sudoku_problem p = request(3, 3, &spec);
        struct solved s = make(&p, clues, 0);
        assert_int_equal(clues_of(s.answer->generated), clues);
        assert_int_equal(s.answer->unique,
                         brute_count(s.answer->generated, 2) == 1 ? SUDOKU_UNIQUE_YES : SUDOKU_UNIQUE_NO);
    }
}

/* Each level, with and without a clue number, rated again from the puzzle alone. */
static void levels_are_met(void **state)
{
    for (unsigned level = SUDOKU_EASY; level < SUDOKU_LEVELS; level++) {
        for (uint64_t seed = 0; seed < test_length(3, 6); seed++) {
            struct sudoku_spec spec = {.unique = true,
                                       .level = (enum sudoku_level)level,
                                       .clues = seed % 3 == 1 ? 26 : 0,
                                       .minimal = seed % 3 == 2,
                                       .symmetry = seed % 2 ? SUDOKU_ROTATIONAL : SUDOKU_SYMMETRY_NONE};
            struct sudoku_problem p = request(3, 3, &spec);
            struct solved s = make(&p, seed, 0);
            struct sudoku_problem explained = *s.answer->generated;
            struct nash_arena *other = nash_arena_new(ARENA_BYTES);
            struct solved again = {.run = {.arena = other}};
            assert_true(s.answer->generation->reached && s.answer->generation->rated);
            explained.task = SUDOKU_EXPLAIN;
            solve(&explained, &again);
            struct sudoku_rating rating = sudoku_rating_of(again.answer->explanation);
            assert_true(again.answer->explanation->complete);
            assert_int_equal(rating.score, s.answer->generation->rating.score);
            assert_string_equal(sudoku_level_name(rating.score), sudoku_spec_level_names[level]);
            nash_arena_free(other);
        }
    }
}

/* Rules that allow no grid are reported as such; others give a puzzle that is unique under them. */
static void variants_are_made(void **state)
{
    for (unsigned variant = 1; variant < 4; variant++) {
        static const unsigned box[][2] = {{2, 2}, {2, 3}, {3, 3}};
        for (unsigned b = 0; b < sizeof box / sizeof *box; b++) {
            struct sudoku_spec spec = {.unique = true, .minimal = true};
            struct sudoku_problem p = request(box[b][0], box[b][1], &spec);
            p.diagonal = variant & 1;
            p.disjoint = variant & 2;
            struct solved s = make(&p, variant, 0);
            if (s.answer->verdict == SUDOKU_UNSATISFIABLE) {
                static const uint8_t empty[81];
                p.clue = empty;
                assert_int_equal(brute_count(&p, 1), 0);
                continue;
            }
            assert_true(s.answer->generation->reached);
            check_unique(s.answer->generated);
        }
    }
}

/* Irregular regions of 5x5, a size without boxes: one shape that has a grid, and one that has none. */
static void regions_are_kept(void **state)
{
    static const char *const shape[] = {"AAABBAACBBDCCCBDDCEEDDEEE", "AAAABBBBBACCCCCDDDDDEEEEE"};
    for (unsigned i = 0; i < 2; i++) {
        uint8_t region[25];
        struct sudoku_spec spec = {.unique = true, .minimal = true};
        struct sudoku_problem p = request(1, 5, &spec);
        for (unsigned cell = 0; cell < 25; cell++)
            region[cell] = (uint8_t)(shape[i][cell] - 'A');
        p.box_rows = p.box_cols = 0;
        p.region = region;
        struct solved s = make(&p, 3, 0);
        assert_int_equal(s.answer->verdict, i ? SUDOKU_UNSATISFIABLE : SUDOKU_SOLVED);
        assert_true(s.result.final);
        if (!i)
            check_unique(s.answer->generated);
    }
}

/* A partition that no grid fills is reported; the search alone would try for ever. */
static void impossible_regions_are_reported(void **state)
{
    static const char text[] = "1112234561377755637875566454363828475862232754636241388112471388";
    const struct sudoku_spec spec = {.unique = true};
    struct sudoku_problem p = request(1, 8, &spec);
    uint8_t region[64];
    for (unsigned cell = 0; cell < 64; cell++)
        region[cell] = (uint8_t)(text[cell] - '1');
    p.box_rows = p.box_cols = 0;
    p.region = region;
    struct solved s = make(&p, 3, 0);
    assert_int_equal(s.answer->verdict, SUDOKU_UNSATISFIABLE);
    assert_true(s.result.final);
}

/* ---- seeds ---- */

static void seeds_decide(void **state)
{
    uint8_t first[81], puzzles[20][81];
    struct sudoku_spec spec = {.unique = true, .clues = 26, .symmetry = SUDOKU_ROTATIONAL};
    struct sudoku_problem p = request(3, 3, &spec);
    assert_true(nash_solver_sudoku.seeded(&p));
    for (uint64_t seed = 0; seed < 20; seed++) {
        for (unsigned again = 0; again < 2; again++) {
            struct solved s = make(&p, seed, 0);
            if (again)
                assert_memory_equal(first, s.answer->generated->clue, sizeof first);
            memcpy(first, s.answer->generated->clue, sizeof first);
        }
        memcpy(puzzles[seed], first, sizeof first);
        for (uint64_t other = 0; other < seed; other++)
            assert_memory_not_equal(puzzles[seed], puzzles[other], sizeof first);
    }
}

/* A seed makes the same puzzle even if CaDiCaL fills the grid or decides what the search gives up. This is needed
 * because the key of a stored answer consists of the request and the seed. */
static void large_ones_repeat(void **state)
{
    static uint8_t first[SUDOKU_CELLS_MAX];
    static const struct {
        unsigned box, clues;
    } large[] = {{5, 282}, {6, 700}};
    for (unsigned i = 0; i < 2; i++) {
        struct sudoku_spec spec = {.unique = true, .clues = large[i].clues};
        struct sudoku_problem p = request(large[i].box, large[i].box, &spec);
        for (unsigned again = 0; again < 2; again++) {
            struct solved s = make(&p, 7, 0);
            assert_true(s.answer->generation->reached);
            if (again)
                assert_memory_equal(first, s.answer->generated->clue, (size_t)p.size * p.size);
            memcpy(first, s.answer->generated->clue, (size_t)p.size * p.size);
        }
    }
}

/* A puzzle of every box shape up to 25x25 is solved by the ordinary solver. */
static void all_sizes(void **state)
{
    for (unsigned rows = 2; rows <= 5; rows++) {
        for (unsigned cols = rows; rows * cols <= 25; cols++) {
            struct sudoku_spec spec = {.unique = true, .symmetry = (enum sudoku_symmetry)(cols % SUDOKU_SYMMETRIES)};
            struct sudoku_problem p = request(rows, cols, &spec);
            struct solved s = make(&p, 1, 0);
            struct nash_arena *other = nash_arena_new(ARENA_BYTES);
            struct solved again = {.run = {.arena = other}};
            assert_true(s.answer->generation->reached);
            solve(s.answer->generated, &again);
            assert_int_equal(again.answer->unique, SUDOKU_UNIQUE_YES);
            assert_memory_equal(again.answer->solution, s.answer->solution, (size_t)p.size * p.size);
            nash_arena_free(other);
        }
    }
}

/* ---- stops ---- */

/* Checks that the answer of a stopped run can be written and that its statements are right. */
static void check_stopped(const struct sudoku_problem *p, const struct solved *s)
{
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_jsonw writer = NASH_JSONW(&out);
    nash_solver_sudoku.write(p, &s->result, &writer);
    assert_int_equal(nash_json_check(out.data, out.len, NULL), NASH_OK);
    nash_buf_free(&out);
    assert_false(s->result.final);
    assert_false(s->answer->generation->reached);
    assert_int_equal(s->answer->verdict, s->answer->generated ? SUDOKU_SOLVED : SUDOKU_TIMEOUT);
    if (s->answer->generated && p->size <= 9)
        check_unique(s->answer->generated);
}

/* Stops runs by growing node limits, until the puzzle is finished before the limit. */
static void stops_anywhere(void **state)
{
    struct sudoku_spec spec = {.unique = true, .clues = 22, .symmetry = SUDOKU_SYMMETRY_NONE};
    struct sudoku_problem p = request(3, 3, &spec);
    unsigned without = 0, within = 0;
    for (uint64_t limit = 1;; limit += 1 + limit / 8) {
        struct nash_error error = {0};
        nash_arena_reset(arena, ARENA_BYTES);
        struct solved s = {.run = {.arena = arena, .seed = 3, .node_limit = limit}};
        assert_int_equal(nash_solver_sudoku.solve(&p, &s.run, &s.result, &error), NASH_OK);
        assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_OK);
        s.answer = s.result.answer;
        if (s.answer->generation->reached)
            break;
        assert_int_equal(s.run.stopped, NASH_STOP_NODES);
        check_stopped(&p, &s);
        without += !s.answer->generated;
        within += s.answer->generated != NULL;
    }
    assert_true(without > 0 && within > 10);
}

/* Forces each stop check of the engines: CaDiCaL fills a grid of 36x36, and all engines remove its clues; an
 * irreducible 25x25 puzzle uses them too. */
static void each_check_stops(void **state)
{
    static const unsigned checks[] = {SUDOKU_CHECK_GENERATE, SUDOKU_CHECK_ENCODE, SUDOKU_CHECK_SAT};
    struct sudoku_spec spec = {.unique = true, .minimal = true};
    for (unsigned box = 5; box <= 6; box++) {
        struct sudoku_problem p = request(box, box, &spec);
        for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++) {
            struct solved s = make(&p, 1, checks[i]);
            assert_int_equal(s.run.stopped, NASH_STOP_TEST);
            assert_int_equal(s.run.last_check, checks[i]);
            check_stopped(&p, &s);
            assert_int_equal(s.answer->generated != NULL, box == 5 && checks[i] != SUDOKU_CHECK_GENERATE);
        }
    }
}

struct heard {
    unsigned reports, wrong;
};

static void hear(struct nash_run *run, const char *json, size_t len)
{
    struct heard *heard = run->host;
    char text[1024], *best;
    unsigned clues = 0;
    snprintf(text, sizeof text, "%.*s", (int)len, json);
    best = strstr(text, "\"best\":\"");
    for (unsigned cell = 0; best && cell < 81; cell++)
        clues += best[8 + cell] != '.';
    char *set = strstr(text, "\"clues\":");
    heard->reports++;
    heard->wrong += nash_json_check(json, len, NULL) != NASH_OK || !set || strtoul(set + 8, NULL, 10) != clues;
}

/* Progress reports show the puzzle as it shrinks. */
static void progress_shows_the_puzzle(void **state)
{
    struct sudoku_spec spec = {.unique = true, .clues = 21};
    struct sudoku_problem p = request(3, 3, &spec);
    struct heard heard = {0};
    struct nash_error error;
    nash_arena_reset(arena, ARENA_BYTES);
    struct solved s = {.run = {.arena = arena, .progress = hear, .host = &heard}};
    assert_int_equal(nash_solver_sudoku.solve(&p, &s.run, &s.result, &error), NASH_OK);
    assert_true(heard.reports > 10);
    assert_int_equal(heard.wrong, 0);
}

/* A stop while a puzzle is rated leaves an answer with the puzzle, but without its level. */
static void a_rating_stops(void **state)
{
    struct sudoku_spec spec = {.unique = true, .level = SUDOKU_EXTREME};
    struct sudoku_problem p = request(3, 3, &spec);
    struct solved s = make(&p, 1, SUDOKU_CHECK_EXPLAIN);
    assert_int_equal(s.run.last_check, SUDOKU_CHECK_EXPLAIN);
    assert_non_null(s.answer->generated);
    assert_false(s.answer->generation->rated);
    check_stopped(&p, &s);
}

/* ---- wrong answers that verify() must reject ---- */

static void verify_catches_lies(void **state)
{
    struct nash_error error;
    struct sudoku_spec spec = {.unique = true, .clues = 30, .symmetry = SUDOKU_ROTATIONAL};
    struct sudoku_problem p = request(3, 3, &spec);
    struct solved s = make(&p, 1, 0);
    struct sudoku_problem *made = (struct sudoku_problem *)s.answer->generated;
    uint8_t clue[81];
    memcpy(clue, made->clue, sizeof clue);
    made->clue = clue;
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_OK);
    for (unsigned cell = 0; cell < 81; cell++) { /* add, remove or change a clue */
        uint8_t value = clue[cell];
        clue[cell] = value ? 0 : s.answer->solution[cell];
        assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
        clue[cell] = value % 9 + 1;
        assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
        clue[cell] = value;
    }
    made->clues = 32;
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
    made->clues = 30;
    s.answer->unique = SUDOKU_UNIQUE_UNKNOWN;
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
    s.answer->unique = SUDOKU_UNIQUE_YES;
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_OK);
    s.answer->generated = NULL;
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, &error), NASH_INTERNAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetries_hold),
        cmocka_unit_test(clue_numbers_are_met),
        cmocka_unit_test(few_clues_are_reached),
        cmocka_unit_test(minimal_is_irreducible),
        cmocka_unit_test(others_need_not_be_unique),
        cmocka_unit_test(levels_are_met),
        cmocka_unit_test(variants_are_made),
        cmocka_unit_test(regions_are_kept),
        cmocka_unit_test(impossible_regions_are_reported),
        cmocka_unit_test(seeds_decide),
        cmocka_unit_test(large_ones_repeat),
        cmocka_unit_test(all_sizes),
        cmocka_unit_test(stops_anywhere),
        cmocka_unit_test(each_check_stops),
        cmocka_unit_test(a_rating_stops),
        cmocka_unit_test(progress_shows_the_puzzle),
        cmocka_unit_test(verify_catches_lies),
    };
    return cmocka_run_group_tests(tests, make_arena, free_arena);
}
