/* The fast paths of a batch compared with plain ones: a line of 81 cells, or nearly 81, is read as by the general path;
 * a full grid is a solution if and only if a naive check of every pair of cells finds no conflict. */
#include <stdlib.h>

#include <nash/rng.h>
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/read/input.h>
#include <solvers/sudoku/read/line.h>
#include <solvers/sudoku/verify/verify.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 1 << 20, CELLS = 81, ROOM = 128 };

/* Reads a text by the general path of sudoku_parse_text(), without the fast path for plain lines. */
static enum nash_status read_slowly(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                    struct nash_error *error)
{
    struct sudoku_row row = {.text = text, .len = len};
    struct sudoku_input input = {.at = "", .rows = 1, .row = &row, .limit = SUDOKU_SOLUTIONS_DEFAULT};
    struct reader r;
    reader_root(&r, NULL, arena, error);
    return sudoku_input_validate(&input, &r, problem);
}

static void same_problem(const struct sudoku_problem *a, const struct sudoku_problem *b, const char *text)
{
    struct sudoku_problem x, y; /* compared byte by byte except the clues; padding is 0 in both */
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    x.clue = y.clue = NULL;
    x.allowed = y.allowed = NULL;
    if (memcmp(&x, &y, sizeof x) != 0)
        fail_msg("another problem: %s", text);
    if (memcmp(a->clue, b->clue, (size_t)a->size * a->size) != 0)
        fail_msg("other clues: %s", text);
    if (!a->allowed != !b->allowed)
        fail_msg("other marks: %s", text);
}

static void read_both_ways(struct nash_arena *arena, const char *text, size_t len)
{
    struct nash_error quick_error = {0}, slow_error = {0};
    void *quick = NULL, *slow = NULL;
    char *exact = malloc(len ? len : 1); /* so that a read past the end is detected */
    nash_arena_reset(arena, ARENA_BYTES);
    memcpy(exact, text, len);
    enum nash_status status = nash_solver_sudoku.parse_text(exact, len, NULL, arena, &quick, &quick_error);
    if (status != read_slowly(exact, len, arena, &slow, &slow_error))
        fail_msg("%s: read as %s", text, nash_status_name(status));
    if (quick_error.status != slow_error.status || strcmp(quick_error.pointer, slow_error.pointer) != 0 ||
        strcmp(quick_error.detail, slow_error.detail) != 0)
        fail_msg("%s: %s, not %s", text, quick_error.detail, slow_error.detail);
    if (status == NASH_OK)
        same_problem(quick, slow, text);
    free(exact);
}

/* Returns a random character of a plain line; it is a clue with probability clues / 81. */
static char plain_cell(struct nash_rng *rng, unsigned clues)
{
    return nash_rng_below(rng, CELLS) < clues ? (char)('1' + nash_rng_below(rng, 9)) : "0._."[nash_rng_below(rng, 4)];
}

static size_t plain_line(struct nash_rng *rng, char text[ROOM])
{
    unsigned clues = (unsigned)nash_rng_below(rng, CELLS + 1);
    for (unsigned i = 0; i < CELLS; i++)
        text[i] = plain_cell(rng, clues);
    text[CELLS] = '\0';
    return CELLS;
}

static void plain_lines(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_rng rng;
    char text[ROOM];
    void *problem;
    nash_rng_seed(&rng, 81);
    for (unsigned k = 0; k < 20000; k++) {
        size_t len = plain_line(&rng, text);
        read_both_ways(arena, text, len);
        problem = NULL;
        if (!sudoku_line_read(text, len, arena, &problem) || !problem)
            fail_msg("not read at once: %s", text);
    }
    nash_arena_free(arena);
}

/* Every byte at every place of a line. */
static void every_byte(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_rng rng;
    char text[ROOM];
    nash_rng_seed(&rng, 82);
    for (unsigned place = 0; place < CELLS; place++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            size_t len = plain_line(&rng, text);
            text[place] = (char)byte;
            read_both_ways(arena, text, len);
        }
    }
    nash_arena_free(arena);
}

/* Longer or shorter lines, with additions before, within or after. */
static void nearly_lines(void **state)
{
    static const char *const around[] = {" ",   "\r",   "\n",   "\r\n", "\t",  "#",     " # easy", ",",  ";1",
                                         "A",   "9",    ".",    "-1",   "\"",  "|",     "[P]",     "<",  "\xef\xbb",
                                         "--+", ",3,2", "  \r", "12",   "x,y", "1 2 3", "\xc3",    ".\n"};
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_rng rng;
    nash_rng_seed(&rng, 83);
    for (unsigned k = 0; k < 20000; k++) {
        char line[ROOM], text[ROOM];
        size_t len = plain_line(&rng, line) - (size_t)nash_rng_below(&rng, 4);
        const char *more = around[nash_rng_below(&rng, sizeof around / sizeof *around)];
        size_t extra = strlen(more), at = k % 3 == 0 ? 0 : k % 3 == 1 ? len : (size_t)nash_rng_below(&rng, len);
        bool over = k % 5 == 0 && at + extra <= len; /* overwrite cells, so that the length stays the same */
        memcpy(text, line, at);
        memcpy(text + at, more, extra);
        memcpy(text + at + extra, line + at + (over ? extra : 0), len - at - (over ? extra : 0));
        len += over ? 0 : extra;
        text[len] = '\0';
        read_both_ways(arena, text, len);
    }
    nash_arena_free(arena);
}

static bool in_one_unit(const struct sudoku_problem *p, unsigned a, unsigned b)
{
    unsigned n = p->size;
    return a / n == b / n || a % n == b % n ||
           (a / n / p->box_rows == b / n / p->box_rows && a % n / p->box_cols == b % n / p->box_cols);
}

static bool holds_naively(const struct sudoku_problem *p, const uint8_t *grid)
{
    for (unsigned a = 0; a < p->size * p->size; a++) {
        if (grid[a] < 1 || grid[a] > p->size || (p->clue[a] && p->clue[a] != grid[a]))
            return false;
        for (unsigned b = 0; b < a; b++)
            if (grid[a] == grid[b] && in_one_unit(p, a, b))
                return false;
    }
    return true;
}

/* Puts a fault into a full grid: a random value, or two values, rows or columns exchanged. The grid may stay correct.
 */
static void spoil(struct nash_rng *rng, unsigned n, uint8_t *grid)
{
    unsigned a = (unsigned)nash_rng_below(rng, n * n), b = (unsigned)nash_rng_below(rng, n * n);
    unsigned way = (unsigned)nash_rng_below(rng, 4);
    uint8_t kept = grid[a];
    if (way == 0) {
        grid[a] = (uint8_t)nash_rng_below(rng, 256);
    } else if (way == 1) {
        grid[a] = grid[b];
        grid[b] = kept;
    }
    for (unsigned i = 0; way > 1 && i < n; i++) {
        uint8_t *x = way == 2 ? &grid[a / n * n + i] : &grid[i * n + a % n];
        uint8_t *y = way == 2 ? &grid[b / n * n + i] : &grid[i * n + b % n];
        kept = *x;
        *x = *y;
        *y = kept;
    }
}

static void grids_are_checked(void **state)
{
    static const unsigned box[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}, {3, 3}, {3, 4}, {4, 4}, {7, 7}};
    unsigned held = 0, refused = 0;
    struct nash_rng rng;
    nash_rng_seed(&rng, 84);
    for (unsigned k = 0; k < 1800; k++) {
        const unsigned *shape = box[k % (sizeof box / sizeof *box)];
        unsigned n = shape[0] * shape[1];
        uint8_t grid[SUDOKU_CELLS_MAX], clue[SUDOKU_CELLS_MAX];
        board_full(&rng, shape[0], shape[1], grid);
        for (unsigned cell = 0; cell < n * n; cell++)
            clue[cell] = nash_rng_below(&rng, 8) ? 0 : grid[cell];
        struct sudoku_problem p = board_problem(shape[0], shape[1], clue, 2);
        if (k % 4)
            spoil(&rng, n, grid);
        bool holds = holds_naively(&p, grid);
        if (sudoku_is_solution(&p, grid) != holds) {
            show(&p);
            fail_msg("case %u: a grid that is %s", k, holds ? "right is refused" : "wrong is passed");
        }
        held += holds;
        refused += !holds;
    }
    assert_true(held > 400 && refused > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_lines),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(nearly_lines),
        cmocka_unit_test(grids_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
