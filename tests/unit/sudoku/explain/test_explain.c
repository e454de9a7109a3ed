/* Whole explanations: each step is compared with the solution, for rated puzzles, a sample of puzzles of 17 clues and
 * generated boards; puzzles with no or several solutions; hints; ratings; stops; answers that verify() must reject. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/explain/explain.h>
#include <solvers/sudoku/stops.h>

#include "../../base/test.h"
#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 256 << 20 };

struct totals {
    unsigned boards, steps, complete;
};

/* True when a and b cannot hold the same value by the plain rules. */
static bool rivals(const struct sudoku_problem *p, unsigned a, unsigned b)
{
    unsigned n = p->size, ar = a / n, ac = a % n, br = b / n, bc = b % n;
    return ar == br || ac == bc || (ar / p->box_rows == br / p->box_rows && ac / p->box_cols == bc / p->box_cols);
}

/* Returns the candidates of a cell as bits. grid: the values placed so far; gone: the eliminations of each cell so far.
 */
static uint64_t candidates(const struct sudoku_problem *p, const uint8_t *grid, const uint64_t *gone, unsigned cell)
{
    uint64_t open = grid[cell] ? 0 : ((UINT64_C(1) << p->size) - 1) & ~gone[cell];
    for (unsigned other = 0; open && other < p->size * p->size; other++)
        if (grid[other] && rivals(p, cell, other))
            open &= ~(UINT64_C(1) << (grid[other] - 1));
    return open;
}

static void check_step(const struct sudoku_problem *p, const struct sudoku_step *step, const uint8_t *solution,
                       uint8_t *grid, uint64_t *gone)
{
    for (unsigned i = 0; i < step->eliminations; i++) {
        unsigned cell = SUDOKU_LITERAL_CELL(step->eliminated[i]), value = SUDOKU_LITERAL_VALUE(step->eliminated[i]);
        if (solution[cell] == value + 1 || !(candidates(p, grid, gone, cell) >> value & 1)) {
            show(p);
            fail_msg("%s takes %u from r%uc%u", sudoku_technique_name(step->technique), value + 1, cell / p->size + 1,
                     cell % p->size + 1);
        }
        gone[cell] |= UINT64_C(1) << value;
    }
    if (step->placed == SUDOKU_NO_LITERAL)
        return;
    unsigned cell = SUDOKU_LITERAL_CELL(step->placed), value = SUDOKU_LITERAL_VALUE(step->placed);
    if (solution[cell] != value + 1 || !(candidates(p, grid, gone, cell) >> value & 1)) {
        show(p);
        fail_msg("%s puts %u in r%uc%u", sudoku_technique_name(step->technique), value + 1, cell / p->size + 1,
                 cell % p->size + 1);
    }
    grid[cell] = (uint8_t)(value + 1);
}

/* Explains a plain puzzle with one solution; checks that every step is right and that the last one completes the grid.
 */
static void check_puzzle(struct sudoku_problem *p, struct nash_arena *arena, struct totals *totals)
{
    static uint8_t grid[SUDOKU_CELLS_MAX];
    static uint64_t gone[SUDOKU_CELLS_MAX];
    struct solved s = {.run = {.arena = arena}};
    size_t cells = (size_t)p->size * p->size;
    p->task = SUDOKU_EXPLAIN;
    solve(p, &s);
    const struct sudoku_explanation *e = s.answer->explanation;
    memcpy(grid, p->clue, cells);
    memset(gone, 0, sizeof gone);
    for (size_t i = 0; i < e->count; i++)
        check_step(p, &e->step[i], s.answer->solution, grid, gone);
    if (!e->complete || e->stuck || memcmp(grid, s.answer->solution, cells) != 0) {
        show(p);
        fail_msg("the steps do not reach the solution");
    }
    totals->boards++;
    totals->steps += (unsigned)e->count;
    nash_arena_reset(arena, ARENA_BYTES);
}

/* Checks every `full`-th puzzle of a file; in a brief run, every eighth of these. */
static void check_file(const char *path, unsigned full)
{
    char line[512];
    struct totals totals = {0};
    unsigned every = test_step(8 * full, full);
    FILE *file = open_test_data(path);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    for (unsigned i = 0; fgets(line, sizeof line, file); i++) {
        uint8_t clue[81];
        if (i % every || strspn(line, ".0123456789") < 81)
            continue;
        board_read(line, 81, clue);
        struct sudoku_problem p = board_problem(3, 3, clue, 2);
        check_puzzle(&p, arena, &totals);
    }
    fclose(file);
    nash_arena_free(arena);
    assert_true(totals.boards > 400 * full / every);
    print_message("%u puzzles, %u steps\n", totals.boards, totals.steps);
}

static void rated_puzzles(void **state)
{
    check_file(SHARED_DIR "/data/sudoku/9x9/rated_2000.csv", 1);
}

static void puzzles_of_17_clues(void **state)
{
    check_file(SHARED_DIR "/data/sudoku/9x9/17_clue_5000.txt", 10);
}

static void made_puzzles(void **state)
{
    static const struct {
        unsigned rows, cols, boards;
    } sets[] = {{2, 2, 60}, {2, 3, 60}, {2, 4, 40}, {3, 3, 60}, {2, 5, 10}, {3, 4, 5}};
    static uint8_t clue[SUDOKU_CELLS_MAX];
    struct totals totals = {0};
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_rng rng;
    nash_rng_seed(&rng, 17);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        for (unsigned k = 0; k < test_length((sets[i].boards + 7) / 8, sets[i].boards); k++) {
            board_full(&rng, sets[i].rows, sets[i].cols, clue);
            board_dig(&rng, sets[i].rows, sets[i].cols, clue);
            struct sudoku_problem p = board_problem(sets[i].rows, sets[i].cols, clue, 2);
            check_puzzle(&p, arena, &totals);
        }
    }
    nash_arena_free(arena);
}

/* ---- other tasks and other puzzles ---- */

static char *text_of(const struct sudoku_problem *p, const struct solved *s, struct nash_buf *out)
{
    struct nash_jsonw writer = NASH_JSONW(out);
    nash_buf_reset(out);
    nash_solver_sudoku.write(p, &s->result, &writer);
    nash_buf_putc(out, '\0');
    assert_int_equal(nash_json_check(out->data, out->len - 1, NULL), NASH_OK);
    return out->data;
}

/* The hints, followed one by one, are the explanation; a hint does not show the solution. */
static void hints_make_the_explanation(void **state)
{
    static uint8_t clue[81];
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES), *other = nash_arena_new(ARENA_BYTES);
    struct nash_rng rng;
    nash_rng_seed(&rng, 5);
    for (unsigned k = 0; k < test_length(5, 20); k++) {
        board_full(&rng, 3, 3, clue);
        board_dig(&rng, 3, 3, clue);
        struct sudoku_problem p = board_problem(3, 3, clue, 2), q;
        struct solved whole = {.run = {.arena = arena}}, hint = {.run = {.arena = other}};
        p.task = SUDOKU_EXPLAIN;
        solve(&p, &whole);
        const struct sudoku_explanation *e = whole.answer->explanation;
        for (size_t i = 0; i < e->count && e->step[i].placed != SUDOKU_NO_LITERAL; i++) {
            char solution[82];
            q = board_problem(3, 3, clue, 2);
            q.task = SUDOKU_HINT;
            solve(&q, &hint);
            assert_int_equal(hint.answer->explanation->count, 1);
            assert_int_equal(hint.answer->explanation->step[0].technique, e->step[i].technique);
            assert_int_equal(hint.answer->explanation->step[0].placed, e->step[i].placed);
            const char *text = text_of(&q, &hint, &out);
            assert_non_null(strstr(text, "\"solution\":null"));
            assert_null(strstr(text, sudoku_grid_text(solution, &q, hint.answer->solution)));
            clue[SUDOKU_LITERAL_CELL(e->step[i].placed)] = (uint8_t)(SUDOKU_LITERAL_VALUE(e->step[i].placed) + 1);
            nash_arena_reset(other, ARENA_BYTES);
        }
        nash_arena_reset(arena, ARENA_BYTES);
    }
    nash_buf_free(&out);
    nash_arena_free(arena);
    nash_arena_free(other);
}

static void puzzles_without_one_solution(void **state)
{
    static const struct {
        const char *puzzle, *says;
    } cases[] = {
        {"11..............", "\"rating\":null,\"steps\":[],\"stuck\":false"}, /* contradiction */
        {"................", "\"rating\":null,\"steps\":[],\"stuck\":true"},  /* no clue at all */
        {"12..34..2143....", "\"stuck\":true"},                               /* several steps, but two solutions */
        {"1234341221434321", "\"rating\":null,\"steps\":[],\"stuck\":false"}, /* a full grid */
    };
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_buf out = NASH_BUF_INIT(0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t clue[16];
        board_read(cases[i].puzzle, 16, clue);
        for (unsigned task = SUDOKU_EXPLAIN; task <= SUDOKU_HINT; task++) {
            struct sudoku_problem p = board_problem(2, 2, clue, 2);
            struct solved s = {.run = {.arena = arena}};
            p.task = (enum sudoku_task)task;
            solve(&p, &s);
            const char *text = text_of(&p, &s, &out);
            if (!strstr(text, task == SUDOKU_HINT ? "\"hint\":" : cases[i].says))
                fail_msg("%s gave %s", cases[i].puzzle, text);
        }
    }
    nash_buf_free(&out);
    nash_arena_free(arena);
}

static void what_is_refused(void **state)
{
    static const struct {
        const char *body;
        enum nash_status status;
        const char *pointer;
    } cases[] = {
        {"{\"puzzle\":\"1...............\",\"explain\":1}", NASH_INVALID, "/explain"},
        {"{\"puzzle\":\"1...............\",\"hint\":\"yes\"}", NASH_INVALID, "/hint"},
        {"{\"puzzle\":\"1...............\",\"explain\":true,\"hint\":true}", NASH_UNPROCESSABLE, "/hint"},
        {"{\"puzzle\":\"1...............\",\"explain\":true,\"solutions\":3}", NASH_UNPROCESSABLE, "/solutions"},
        {"{\"puzzle\":\"1...............\",\"explain\":true,\"hint\":false}", NASH_OK, ""},
    };
    struct nash_answer answer;
    char large[36 * 36 + 64], *end = large;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum nash_status status = nash_solve("sudoku", cases[i].body, strlen(cases[i].body), NULL, &answer);
        if (status != cases[i].status || strcmp(answer.error.pointer, cases[i].pointer) != 0)
            fail_msg("%s gave %d at \"%s\"", cases[i].body, status, answer.error.pointer);
        nash_answer_free(&answer);
    }
    end += sprintf(end, "{\"explain\":true,\"puzzle\":\"");
    memset(end, '.', 36 * 36);
    strcpy(end + 36 * 36, "\"}");
    assert_int_equal(nash_solve("sudoku", large, strlen(large), NULL, &answer), NASH_UNPROCESSABLE);
    assert_string_equal(answer.error.pointer, "/explain");
    nash_answer_free(&answer);
}

/* ---- ratings ---- */

static unsigned score_of(unsigned box_rows, unsigned box_cols, const uint8_t *clue, struct nash_arena *arena)
{
    struct sudoku_problem p = board_problem(box_rows, box_cols, clue, 2);
    struct solved s = {.run = {.arena = arena}};
    struct sudoku_rating alone;
    p.task = SUDOKU_EXPLAIN;
    solve(&p, &s);
    struct sudoku_rating r = sudoku_rating_of(s.answer->explanation);
    assert_int_equal(sudoku_rate(&p, arena, &s.run, s.answer->solution, &alone, NULL), NASH_OK);
    assert_memory_equal(&r, &alone, sizeof r);
    assert_true(r.diamond <= r.pearl && r.pearl <= r.score);
    nash_arena_reset(arena, ARENA_BYTES);
    return r.score;
}

/* The rating of a puzzle that is transposed or has its values renamed. Of several patterns of one technique, another
 * may be found first and lead to other steps, so a few ratings may differ. */
static void ratings_keep_under_symmetry(void **state)
{
    unsigned boards = test_length(30, 150), same[2] = {0}, far = 0;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_rng rng;
    nash_rng_seed(&rng, 99);
    for (unsigned k = 0; k < boards; k++) {
        uint8_t clue[81], turned[81], named[81];
        board_full(&rng, 3, 3, clue);
        board_dig(&rng, 3, 3, clue);
        for (unsigned cell = 0; cell < 81; cell++) {
            turned[cell % 9 * 9 + cell / 9] = clue[cell];
            named[cell] = clue[cell] ? (uint8_t)(10 - clue[cell]) : 0;
        }
        unsigned score = score_of(3, 3, clue, arena), t = score_of(3, 3, turned, arena);
        unsigned v = score_of(3, 3, named, arena);
        same[0] += score == t;
        same[1] += score == v;
        far += (score > t ? score - t : t - score) > 5 || (score > v ? score - v : v - score) > 5;
    }
    print_message("of %u: transposed the same %u, renamed the same %u, more than 0.5 apart %u\n", boards, same[0],
                  same[1], far);
    assert_true(100 * same[0] >= 95 * boards && 100 * same[1] >= 95 * boards && 50 * far < boards);
    nash_arena_free(arena);
}

/* ---- stops and wrong answers ---- */

static const char hard[] = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

static struct sudoku_problem hard_problem(uint8_t *clue)
{
    board_read(hard, 81, clue);
    struct sudoku_problem p = board_problem(3, 3, clue, 2);
    p.task = SUDOKU_EXPLAIN;
    return p;
}

/* A stop by the forced check, and by a cancel at any poll: the steps so far are right, and the result is not final. */
static void stops_anywhere(void **state)
{
    uint8_t clue[81];
    struct sudoku_problem p = hard_problem(clue);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_buf out = NASH_BUF_INIT(0);
    size_t most = 0;
    struct solved s = {.run = {.arena = arena, .force_check = SUDOKU_CHECK_EXPLAIN}};
    solve(&p, &s);
    assert_false(s.result.final);
    assert_int_equal(s.answer->explanation->count, 0);
    assert_int_equal(s.answer->unique, SUDOKU_UNIQUE_YES);
    for (uint32_t polls = 60; polls < 40000; polls += polls / 4) {
        _Atomic int cancel = 1;
        struct solved c = {.run = {.arena = arena, .cancel = &cancel, .clock_in = polls}};
        solve(&p, &c);
        if (c.run.stopped == NASH_STOP_NONE)
            break;
        assert_false(c.result.final);
        assert_false(c.answer->explanation->complete);
        assert_false(c.answer->explanation->stuck);
        assert_non_null(strstr(text_of(&p, &c, &out), "\"rating\":null"));
        most = c.answer->explanation->count > most ? c.answer->explanation->count : most;
        nash_arena_reset(arena, ARENA_BYTES);
    }
    assert_true(most > 10);
    nash_buf_free(&out);
    nash_arena_free(arena);
}

/* With an arena of any size, the puzzle is explained or refused for lack of memory. */
static void memory_may_end(void **state)
{
    uint8_t clue[81];
    struct sudoku_problem p = hard_problem(clue);
    unsigned refused = 0, solved = 0, part = test_length(5, 8);
    for (size_t cap = 64 << 10; cap < 64 << 20; cap += cap / part) {
        struct nash_error error = {0};
        struct nash_arena *arena = nash_arena_new(cap);
        struct nash_run run = {.arena = arena};
        struct nash_result result = {0};
        if (!arena)
            continue;
        enum nash_status status = nash_solver_sudoku.solve(&p, &run, &result, &error);
        assert_true(status == NASH_OK || status == NASH_NOMEM);
        if (status == NASH_OK)
            assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_OK);
        refused += status == NASH_NOMEM;
        solved += status == NASH_OK;
        nash_arena_free(arena);
    }
    assert_true(refused > 3 && solved > 3);
}

static void refused(const struct sudoku_problem *p, struct solved *s, const char *lie)
{
    struct nash_error error;
    if (nash_solver_sudoku.verify(p, &s->result, &error) == NASH_OK)
        fail_msg("verify lets through: %s", lie);
}

static void verify_catches_lies(void **state)
{
    uint8_t clue[81];
    struct sudoku_problem p = hard_problem(clue);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena}};
    solve(&p, &s);
    struct sudoku_explanation *e = (struct sudoku_explanation *)s.answer->explanation;
    const struct sudoku_explanation kept = *e;
    for (size_t i = 0; i < kept.count; i++) {
        struct sudoku_step *step = (struct sudoku_step *)&e->step[i], was = *step;
        uint32_t wrong = was.placed == SUDOKU_NO_LITERAL ? was.eliminated[0] : was.placed;
        unsigned cell = SUDOKU_LITERAL_CELL(wrong);
        uint32_t truth = SUDOKU_LITERAL(cell, s.answer->solution[cell] - 1U);
        step->eliminations = 1;
        step->eliminated = &truth;
        step->placed = SUDOKU_NO_LITERAL;
        refused(&p, &s, "the value of the solution goes");
        step->eliminations = 0;
        refused(&p, &s, "a step that does nothing");
        step->placed = SUDOKU_LITERAL(cell, s.answer->solution[cell] % 9U);
        refused(&p, &s, "a wrong value");
        *step = was;
    }
    e->count--;
    refused(&p, &s, "the last step is missing");
    *e = kept;
    e->step++;
    e->count--;
    refused(&p, &s, "the first step is missing");
    *e = kept;
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, NULL), NASH_OK);
    nash_arena_free(arena);
}

struct damage {
    unsigned nodes, patterns, chains; /* numbers of nodes damaged, of those with a pattern and with a nested chain */
};

/* Damages each node of the chain in turn, and of its nested chains: turned over, moved to another cell, without its
 * last cause. */
static void damage_chain(const struct sudoku_problem *p, struct solved *s, const struct sudoku_step *step,
                         struct damage *damage)
{
    bool cycle = step->form == SUDOKU_X_CYCLE || step->form == SUDOKU_Y_CYCLE || step->form == SUDOKU_CYCLE;
    for (unsigned k = 0; k < step->nodes; k++) {
        struct sudoku_node *node = (struct sudoku_node *)&step->node[k], was = *node;
        if (k % (1 + k / 8) && !was.nested) /* fewer of the later nodes */
            continue;
        node->on = !node->on;
        refused(p, s, "a node is turned over");
        *node = was;
        node->literal = SUDOKU_LITERAL((SUDOKU_LITERAL_CELL(was.literal) + 1) % 81, SUDOKU_LITERAL_VALUE(was.literal));
        refused(p, s, "a node is moved");
        *node = was;
        damage->nodes++;
        damage->patterns += was.pattern.groups != 0;
        damage->chains += was.nested != NULL;
        if (was.nested)
            damage_chain(p, s, was.nested, damage);
        if (!was.causes || was.pattern.groups || was.nested || cycle) /* these may hold with fewer causes */
            continue;
        node->causes--;
        refused(p, s, "a node lacks a cause");
        *node = was;
    }
}

static struct damage damage_chains(const char *puzzle)
{
    struct damage damage = {0};
    uint8_t clue[81];
    board_read(puzzle, 81, clue);
    struct sudoku_problem p = board_problem(3, 3, clue, 2);
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct solved s = {.run = {.arena = arena}};
    p.task = SUDOKU_EXPLAIN;
    solve(&p, &s);
    const struct sudoku_explanation *e = s.answer->explanation;
    for (size_t i = 0; i < e->count; i++)
        damage_chain(&p, &s, &e->step[i], &damage);
    assert_int_equal(nash_solver_sudoku.verify(&p, &s.result, NULL), NASH_OK);
    nash_arena_free(arena);
    return damage;
}

static void verify_catches_damaged_chains(void **state)
{
    struct damage plus =
        damage_chains(".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...");
    struct damage nested =
        damage_chains("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..");
    assert_true(plus.nodes > 100 && plus.patterns > 5);
    assert_true(nested.chains > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rated_puzzles),
        cmocka_unit_test(puzzles_of_17_clues),
        cmocka_unit_test(made_puzzles),
        cmocka_unit_test(hints_make_the_explanation),
        cmocka_unit_test(puzzles_without_one_solution),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(ratings_keep_under_symmetry),
        cmocka_unit_test(stops_anywhere),
        cmocka_unit_test(memory_may_end),
        cmocka_unit_test(verify_catches_lies),
        cmocka_unit_test(verify_catches_damaged_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
