/* The reference data beside the repository, if present: counts of 9x9, the odd 25x25 requests, ACS boards. */
#include <glob.h>
#include <stdlib.h>

#include <solvers/sudoku/answer.h>

#include "../base/test.h"
#include "harness/boards.h"
#include "harness/harness.h"

static void need(const char *path)
{
    FILE *file = open_test_data(path);
    fclose(file);
}

/* Returns the whole file, NUL-terminated; the caller frees it. */
static char *slurp(const char *path)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    if (getdelim(&text, &room, '\0', file) < 0)
        fail_msg("cannot read %s", path);
    fclose(file);
    return text;
}

/* Counts solutions of 9x9 puzzles. A line of the file is "puzzle:count[:solution]"; counts up to 1,000 are exact. */
static void counts_of_9x9(void **state)
{
    enum { LIMIT = 1000 };
    static const char path[] = SHARED_DIR "/data/sudoku/9x9/correctness.txt";
    unsigned lines = 0;
    char line[512], body[256], expected[64];
    need(path);
    FILE *file = fopen(path, "r");
    while (fgets(line, sizeof line, file)) {
        struct nash_answer answer;
        char *solution;
        if (strlen(line) < 83 || line[81] != ':')
            continue;
        unsigned long count = strtoul(line + 82, &solution, 10);
        snprintf(body, sizeof body, "{\"puzzle\":\"%.81s\",\"solutions\":%d}", line, LIMIT);
        snprintf(expected, sizeof expected, "\"count\":%lu,", count < LIMIT ? count : LIMIT);
        assert_int_equal(nash_solve("sudoku", body, strlen(body), NULL, &answer), NASH_OK);
        if (!strstr(answer.json, expected) || !answer.final)
            fail_msg("%s gave %s", line, answer.json);
        solution[strcspn(solution, "\r\n")] = '\0';
        if (count == 1 && *solution == ':' && !strstr(answer.json, solution + 1))
            fail_msg("%s gave %s", line, answer.json);
        nash_answer_free(&answer);
        lines++;
    }
    fclose(file);
    assert_int_not_equal(lines, 0);
}

static void odd_25x25(void **state)
{
    static const struct {
        const char *file;
        enum nash_status status;
        const char *says; /* a part of the answer, or the pointer of the error */
    } cases[] = {
        {"inv01_row_duplicate", NASH_OK, "\"verdict\":\"contradiction\""},
        {"inv03_box_duplicate_only", NASH_OK, "\"verdict\":\"contradiction\""},
        {"inv05_unsat_deep", NASH_OK, "\"verdict\":\"unsatisfiable\""},
        {"inv07_multiple_solutions_30pct", NASH_OK, "\"unique\":false"},
        {"inv09_value_out_of_range", NASH_UNPROCESSABLE, "/grid/4/0"},
        {"inv11_truncated_json", NASH_INVALID, ""},
    };
    need(SHARED_DIR "/data/sudoku/invalid25/INDEX.json");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[512];
        struct nash_answer answer;
        snprintf(path, sizeof path, SHARED_DIR "/data/sudoku/invalid25/%s.json", cases[i].file);
        char *body = slurp(path);
        enum nash_status status = nash_solve("sudoku", body, strlen(body), NULL, &answer);
        const char *present = status == NASH_OK ? answer.json : answer.error.pointer;
        if (status != cases[i].status || !strstr(present, cases[i].says))
            fail_msg("%s gave %d: %s %s", cases[i].file, status, present, answer.error.detail);
        nash_answer_free(&answer);
        free(body);
    }
}

/* Reads an ACS board: two numbers, which are ignored, then the cells; -1 = empty. Returns false if the file is invalid.
 */
static bool read_acs(const char *path, unsigned cells, uint8_t *clue)
{
    FILE *file = fopen(path, "r");
    int order, id, value;
    bool fine = file && fscanf(file, "%d %d", &order, &id) == 2;
    for (unsigned cell = 0; fine && cell < cells; cell++) {
        fine = fscanf(file, "%d", &value) == 1;
        clue[cell] = value > 0 ? (uint8_t)value : 0;
    }
    if (file)
        fclose(file);
    return fine;
}

/* Solves every fifth ACS board of 25x25; the boards have all shares of clues. */
static void acs_boards(void **state)
{
    static uint8_t clue[625];
    glob_t files;
    need(SHARED_DIR "/data/sudoku/acs/inst25x25_45_0.txt");
    assert_int_equal(glob(SHARED_DIR "/data/sudoku/acs/inst25x25_*.txt", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i += 5) {
        struct nash_arena *arena = nash_arena_new(64 << 20);
        assert_true(read_acs(files.gl_pathv[i], 625, clue));
        struct sudoku_problem p = board_problem(5, 5, clue, 2);
        struct solved s = {.run = {.arena = arena}};
        solve(&p, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
        nash_arena_free(arena);
    }
    globfree(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_9x9),
        cmocka_unit_test(odd_25x25),
        cmocka_unit_test(acs_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
