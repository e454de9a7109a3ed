/* Measures Sudoku from request text to verified answer: quantiles over sets of boards. Boards come from the reference
 * data beside the repository if present, else they are generated from seeds, as the sets without data always are. Every
 * set requests two solutions, so each "solved" includes the proof of uniqueness or a second solution. Times are the CPU
 * time of the process, in ms. Asserts nothing about time. */
#include <cjson/cJSON.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/nash.h>

#include "../../unit/sudoku/harness/boards.h"

enum { BOARDS_MAX = 1000 };

struct set {
    const char *name, *goal;
    unsigned box_rows, box_cols;
    unsigned count;
    uint8_t (*clue)[SUDOKU_CELLS_MAX];
};

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void spell(const struct set *set, const uint8_t *clue, struct nash_buf *body)
{
    struct sudoku_problem p = board_problem(set->box_rows, set->box_cols, clue, 2);
    nash_buf_reset(body);
    nash_buf_printf(body, "{\"box\":[%u,%u],\"puzzle\":\"", set->box_rows, set->box_cols);
    for (unsigned cell = 0; cell < p.size * p.size; cell++)
        nash_buf_putc(body, clue[cell] ? p.symbols[clue[cell] - 1] : '.');
    nash_buf_puts(body, "\"}");
}

static void measure(const struct set *set)
{
    static double ms[BOARDS_MAX];
    unsigned unique = 0, solved = 0, cadical = 0;
    struct nash_buf body = NASH_BUF_INIT(0);
    if (!set->count)
        return;
    for (unsigned i = 0; i < set->count; i++) {
        struct nash_solve_options options = {.timeout_ms = 60000};
        struct nash_answer answer;
        spell(set, set->clue[i], &body);
        double start = cpu_ms();
        enum nash_status status = nash_solve("sudoku", body.data, body.len, &options, &answer);
        ms[i] = cpu_ms() - start;
        solved += status == NASH_OK && answer.final;
        unique += status == NASH_OK && strstr(answer.json, "\"unique\":true");
        cadical += status == NASH_OK && strstr(answer.json, "\"engine\":\"cadical\"");
        nash_answer_free(&answer);
    }
    qsort(ms, set->count, sizeof *ms, ascending);
    printf("%-34s %5u %6u %6u %7u %9.2f %9.2f %9.2f   %s\n", set->name, set->count, solved, unique, cadical,
           ms[set->count / 2], ms[set->count * 99 / 100], ms[set->count - 1], set->goal);
    fflush(stdout);
    nash_buf_free(&body);
}

/* ---- sources of boards ---- */

static void load_glob(struct set *set, const char *pattern)
{
    glob_t files;
    unsigned cells = set->box_rows * set->box_cols * set->box_rows * set->box_cols;
    if (glob(pattern, 0, NULL, &files) != 0)
        return;
    for (size_t i = 0; i < files.gl_pathc && set->count < BOARDS_MAX; i++) {
        FILE *file = fopen(files.gl_pathv[i], "r");
        int value, skipped;
        bool fine = file && fscanf(file, "%d %d", &skipped, &skipped) == 2;
        for (unsigned cell = 0; fine && cell < cells; cell++) {
            fine = fscanf(file, "%d", &value) == 1;
            set->clue[set->count][cell] = value > 0 ? (uint8_t)value : 0;
        }
        if (file)
            fclose(file);
        set->count += fine;
    }
    globfree(&files);
}

/* [{"grid": [[…], …]}, …] */
static void load_json(struct set *set, const char *path)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    const cJSON *board, *row, *value;
    if (!file)
        return;
    ssize_t len = getdelim(&text, &room, '\0', file);
    fclose(file);
    cJSON *root = len > 0 ? cJSON_Parse(text) : NULL;
    cJSON_ArrayForEach(board, root)
    {
        unsigned cell = 0;
        cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(board, "grid"))
        {
            cJSON_ArrayForEach(value, row)
            {
                set->clue[set->count][cell++] = (uint8_t)value->valueint;
            }
        }
        set->count++;
    }
    cJSON_Delete(root);
    free(text);
}

enum shape { UNIFORM, BALANCED, IRREDUCIBLE };

/* count boards; amount: clues of a uniform board, holes a line of a balanced one. */
static void make(struct set *set, enum shape shape, unsigned count, unsigned amount, uint64_t seed)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, seed);
    for (; count && set->count < BOARDS_MAX; count--) {
        uint8_t *grid = set->clue[set->count++];
        board_full(&rng, set->box_rows, set->box_cols, grid);
        if (shape == UNIFORM)
            board_uniform(&rng, set->box_rows * set->box_cols, amount, grid);
        else if (shape == BALANCED)
            board_balanced(&rng, set->box_rows, set->box_cols, amount, grid);
        else
            board_dig(&rng, set->box_rows, set->box_cols, grid);
    }
}

/* Makes boards of grids that are no shuffled pattern: only the boxes along the diagonal are one's, and the solver
 * completes them. */
static void make_completed(struct set *set, unsigned count, unsigned clues, uint64_t seed)
{
    struct nash_rng rng;
    struct nash_buf body = NASH_BUF_INIT(0);
    unsigned n = set->box_rows * set->box_cols;
    nash_rng_seed(&rng, seed);
    for (; count && set->count < BOARDS_MAX; count--) {
        uint8_t *grid = set->clue[set->count++];
        uint8_t full[SUDOKU_CELLS_MAX];
        struct nash_answer answer;
        board_full(&rng, set->box_rows, set->box_cols, full);
        for (unsigned cell = 0; cell < n * n; cell++)
            grid[cell] = cell / n / set->box_rows == cell % n / set->box_cols ? full[cell] : 0;
        spell(set, grid, &body);
        struct sudoku_problem p = board_problem(set->box_rows, set->box_cols, grid, 1);
        if (nash_solve("sudoku", body.data, body.len, NULL, &answer) != NASH_OK)
            abort();
        const char *solution = strstr(answer.json, "\"solution\":\"");
        for (unsigned cell = 0; solution && cell < n * n; cell++)
            grid[cell] = (uint8_t)(strchr(p.symbols, solution[12 + cell]) - p.symbols + 1);
        nash_answer_free(&answer);
        board_uniform(&rng, n, clues, grid);
    }
    nash_buf_free(&body);
}

static struct set start(const char *name, const char *goal, unsigned box_rows, unsigned box_cols)
{
    struct set set = {.name = name, .goal = goal, .box_rows = box_rows, .box_cols = box_cols};
    set.clue = calloc(BOARDS_MAX, sizeof *set.clue);
    if (!set.clue)
        abort();
    return set;
}

static void finish(struct set *set)
{
    measure(set);
    free(set->clue);
}

static void made(const char *name, const char *goal, unsigned rows, unsigned cols, enum shape shape, unsigned count,
                 unsigned amount)
{
    struct set set = start(name, goal, rows, cols);
    make(&set, shape, count, amount, 20261121);
    finish(&set);
}

int main(void)
{
    printf("%-34s %5s %6s %6s %7s %9s %9s %9s   %s\n", "set", "n", "solved", "unique", "cadical", "p50 ms", "p99 ms",
           "max ms", "goal");
    made("9x9 irreducible (made)", "", 3, 3, IRREDUCIBLE, 200, 0);
    made("12x12 irreducible (made)", "", 3, 4, IRREDUCIBLE, 200, 0);
    made("16x16 irreducible (made)", "p99 <= 10", 4, 4, IRREDUCIBLE, 500, 0);

    struct set acs = start("25x25 ACS 45 % clues", "each <= 1000", 5, 5);
    load_glob(&acs, SHARED_DIR "/data/sudoku/acs/inst25x25_45_*.txt");
    finish(&acs);
    struct set balanced = start("25x25 balanced, 275 clues", "each <= 10000", 5, 5);
    load_json(&balanced, SHARED_DIR "/data/sudoku/25x25/random-balanced_clues275.json");
    finish(&balanced);
    struct set unique = start("25x25 unique, 297 clues", "each <= 1000, unique", 5, 5);
    load_json(&unique, SHARED_DIR "/data/sudoku/25x25/dug-unique_clues297.json");
    finish(&unique);
    struct set easier = start("25x25 unique, 310 clues", "unique", 5, 5);
    load_json(&easier, SHARED_DIR "/data/sudoku/25x25/dug-unique_clues310.json");
    finish(&easier);

    made("25x25 uniform 45 % clues (made)", "each <= 1000", 5, 5, UNIFORM, 60, 281);
    made("25x25 balanced 275 clues (made)", "each <= 10000", 5, 5, BALANCED, 24, 14);
    made("36x36 uniform 45 % empty (made)", "each <= 200", 6, 6, UNIFORM, 30, 713);
    made("36x36 uniform 50 % clues (made)", "p50 <= 5000, each <= 15000", 6, 6, UNIFORM, 10, 648);
    struct set completed = start("36x36 completed, 50 % clues (made)", "p50 <= 5000, each <= 15000", 6, 6);
    make_completed(&completed, 10, 648, 20261123);
    finish(&completed);
    made("36x36 balanced 45 % empty (made)", "", 6, 6, BALANCED, 10, 16);
    made("49x49 uniform 40 % empty (made)", "", 7, 7, UNIFORM, 10, 1441);
    return 0;
}
