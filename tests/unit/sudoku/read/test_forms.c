/* The text forms of a grid: each is read as the same puzzle, broken ones are refused with a reason. */
#include <stdlib.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 8 << 20 };

#define CLASSIC "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#define SOLVED  "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#define ROWS    "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"

static enum nash_status read_text(const char *text, struct nash_arena **arena, struct sudoku_problem **problem,
                                  struct nash_error *error)
{
    *arena = nash_arena_new(ARENA_BYTES);
    return read_exactly(text, strlen(text), *arena, problem, error);
}

/* Reads the text as the member "puzzle" of a JSON body. */
static enum nash_status read_json(const char *text, struct nash_arena **arena, struct sudoku_problem **problem,
                                  struct nash_error *error)
{
    struct nash_buf body = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&body);
    struct nash_json doc;
    void *read = NULL;
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "puzzle", text);
    nash_jsonw_object_end(&out);
    *arena = nash_arena_new(ARENA_BYTES);
    *error = (struct nash_error){0};
    enum nash_status status = nash_json_parse(&doc, body.data, body.len, *arena, error);
    if (status == NASH_OK)
        status = nash_solver_sudoku.parse(&doc, *arena, &read, error);
    *problem = read;
    nash_json_free(&doc);
    nash_buf_free(&body);
    return status;
}

/* ---- valid forms ---- */

static const struct {
    const char *name, *text;
} classics[] = {
    {"a line", CLASSIC},
    {"a line and its end", CLASSIC "\r\n"},
    {"zeros", "530070000600195000098000060800060003400803001700020006060000280000419005000080079"},
    {"rows", ROWS},
    {"a remark behind the line", CLASSIC "  # easy"},
    {"remarks before and between", "# one\n#two\n53..7....\n6..195...\n.98....6. # three\n8...6...3\n4..8.3..1\n#\n"
                                   "7...2...6\n.6....28.\n...419..5\n....8..79\n"},
    {"a drawing",
     "+-------+-------+-------+\n| 5 3 . | . 7 . | . . . |\n| 6 . . | 1 9 5 | . . . |\n| . 9 8 | . . . | . 6 . |\n"
     "+-------+-------+-------+\n| 8 . . | . 6 . | . . 3 |\n| 4 . . | 8 . 3 | . . 1 |\n| 7 . . | . 2 . | . . 6 |\n"
     "+-------+-------+-------+\n| . 6 . | . . . | 2 8 . |\n| . . . | 4 1 9 | . . 5 |\n| . . . | . 8 . | . 7 9 |\n"
     "+-------+-------+-------+\n"},
    {"a drawing of dots and dashes",
     "*-----------*\n|53.|.7.|...|\n|6..|195|...|\n|.98|...|.6.|\n|---+---+---|\n|8..|.6.|..3|\n|4..|8.3|..1|\n"
     "|7..|.2.|..6|\n|---+---+---|\n|.6.|...|28.|\n|...|419|..5|\n|...|.8.|.79|\n*-----------*\n"},
    {"a frame with dots", ".-------.-------.-------.\n| 5 3 . | . 7 . | . . . |\n| 6 . . | 1 9 5 | . . . |\n"
                          "| . 9 8 | . . . | . 6 . |\n:-------+-------+-------:\n| 8 . . | . 6 . | . . 3 |\n"
                          "| 4 . . | 8 . 3 | . . 1 |\n| 7 . . | . 2 . | . . 6 |\n:-------+-------+-------:\n"
                          "| . 6 . | . . . | 2 8 . |\n| . . . | 4 1 9 | . . 5 |\n| . . . | . 8 . | . 7 9 |\n"
                          "'-------'-------'-------'\n"},
    {".sdk of SadMan",
     "#AJohn Doe\n#DAn easy one\n#CSource: a paper\n#B01-01-2026\n#SNone\n#LEasy\n#Uhttp://x.example\n" ROWS},
    {".sdk of SudoCue", "#A John\n[Puzzle]\n" ROWS "[State]\n534678912\n.........\n"},
    {".sdk, the state first", "[State]\n123456789\n[puzzle]\n" ROWS},
    {".sdm of one", "# a collection\n" CLASSIC "\n"},
    {"CSV", CLASSIC "," SOLVED ",30,1.2\n"},
    {"CSV with a header", "puzzle,solution,clues,difficulty\n" CLASSIC "," SOLVED ",30,1.2\n"},
    {"CSV with quotes", "\"puzzle\",\"solution\"\n\"" CLASSIC "\",\"" SOLVED "\"\n"},
    {"CSV with an id before", "id;puzzle;solution\n17;" CLASSIC ";" SOLVED "\n"},
    {"numbers between commas",
     "5,3,0,0,7,0,0,0,0\n6,0,0,1,9,5,0,0,0\n0,9,8,0,0,0,0,6,0\n8,0,0,0,6,0,0,0,3\n4,0,0,8,0,3,0,0,1\n"
     "7,0,0,0,2,0,0,0,6\n0,6,0,0,0,0,2,8,0\n0,0,0,4,1,9,0,0,5\n0,0,0,0,8,0,0,7,9\n"},
    {"a spreadsheet",
     "5,3,,,7,,,,\n6,,,1,9,5,,,\n,9,8,,,,,6,\n8,,,,6,,,,3\n4,,,8,,3,,,1\n7,,,,2,,,,6\n,6,,,,,2,8,\n,,,4,1,9,,,5\n"
     ",,,,8,,,7,9\n"},
    {"a sheet with tabs", "5\t3\t\t\t7\t\t\t\t\n6\t\t\t1\t9\t5\t\t\t\r\n\t9\t8\t\t\t\t\t6\t\n8\t\t\t\t6\t\t\t\t3\n"
                          "4\t\t\t8\t\t3\t\t\t1\n7\t\t\t\t2\t\t\t\t6\n\t6\t\t\t\t\t2\t8\t\n\t\t\t4\t1\t9\t\t\t5\n"
                          "\t\t\t\t8\t\t\t7\t9\n"},
    {"blanks made of tabs", "5\t3\t.\t.\t7\t.\t.\t.\t.\n\n"
                            "6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n"
                            "...419..5\n....8..79\n"},
    {"an instance with -1",
     "3 17\n5 3 -1 -1 7 -1 -1 -1 -1\n6 -1 -1 1 9 5 -1 -1 -1\n-1 9 8 -1 -1 -1 -1 6 -1\n8 -1 -1 -1 6 -1 -1 -1 3\n"
     "4 -1 -1 8 -1 3 -1 -1 1\n7 -1 -1 -1 2 -1 -1 -1 6\n-1 6 -1 -1 -1 -1 2 8 -1\n-1 -1 -1 4 1 9 -1 -1 5\n"
     "-1 -1 -1 -1 8 -1 -1 7 9\n"},
    {".opensudoku",
     "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>x</name>\n<game data=\"" CLASSIC "\" />\n</opensudoku>\n"},
};

static void all_forms_are_one_puzzle(void **state)
{
    for (size_t i = 0; i < 2 * sizeof classics / sizeof *classics; i++) {
        struct nash_arena *arena;
        struct sudoku_problem *p;
        struct nash_error error;
        char grid[82];
        enum nash_status status = (i % 2 ? read_json : read_text)(classics[i / 2].text, &arena, &p, &error);
        if (status != NASH_OK)
            fail_msg("%s: %s (%s)", classics[i / 2].name, error.detail, error.pointer);
        if (p->size != 9 || strcmp(sudoku_grid_text(grid, p, p->clue), CLASSIC) != 0)
            fail_msg("%s is read as %s", classics[i / 2].name, grid);
        assert_int_equal(p->clues, 30);
        assert_null(p->allowed);
        nash_arena_free(arena);
    }
}

/* Only the text form may have these characters; the member "puzzle" of a JSON body must be ASCII by the schema. */
static void other_characters_in_remarks(void **state)
{
    static const char *const texts[] = {"\xef\xbb\xbf" CLASSIC, "#A Andr\xc3\xa9\n" CLASSIC};
    for (size_t i = 0; i < 2; i++) {
        struct nash_arena *arena;
        struct sudoku_problem *p;
        struct nash_error error;
        assert_int_equal(read_text(texts[i], &arena, &p, &error), NASH_OK);
        nash_arena_free(arena);
    }
}

/* Grids of other sizes, written in numbers or symbols, are read as they were written. */
static void large_grids_in_numbers(void **state)
{
    static const unsigned box[][2] = {{2, 5}, {3, 4}, {4, 4}, {5, 5}, {7, 7}};
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_rng rng;
    uint8_t grid[SUDOKU_CELLS_MAX];
    nash_rng_seed(&rng, 4);
    for (size_t i = 0; i < 3 * sizeof box / sizeof *box; i++) {
        unsigned tall = box[i / 3][0], wide = box[i / 3][1], n = tall * wide;
        board_full(&rng, tall, wide, grid);
        board_uniform(&rng, n, n * n / 2, grid);
        nash_buf_reset(&text);
        if (i % 3 == 2)
            nash_buf_printf(&text, "%u %u\n", tall, 4U);
        for (unsigned cell = 0; cell < n * n; cell++) {
            const char *end = cell % n == n - 1 ? "\n" : i % 3 == 1 ? "," : " ";
            nash_buf_printf(&text, "%d%s", i % 3 == 2 && !grid[cell] ? -1 : grid[cell], end);
        }
        struct nash_arena *arena;
        struct sudoku_problem *p;
        struct nash_error error;
        if (read_text(nash_buf_cstr(&text), &arena, &p, &error) != NASH_OK)
            fail_msg("%s\n%s", nash_buf_cstr(&text), error.detail);
        assert_int_equal(p->size, n);
        assert_memory_equal(p->clue, grid, n * n);
        nash_arena_free(arena);
    }
    nash_buf_free(&text);
}

/* ---- pencilmarks ---- */

/* Candidates of a random board as N characters for each cell, and as groups, are read as they were written. */
static void pencilmarks_are_read(void **state)
{
    static const unsigned sizes[] = {6, 8, 9, 12, 16, 25};
    static uint64_t allowed[625];
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_rng rng;
    nash_rng_seed(&rng, 9);
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        unsigned n = sizes[i / 2];
        bool groups = i % 2;
        static const char names[] = "123456789ABCDEFGHIJKLMNOP";
        nash_buf_reset(&text);
        if (groups && n > 9)
            continue;
        for (unsigned cell = 0; cell < n * n; cell++) {
            allowed[cell] = nash_rng_next(&rng) & ((UINT64_C(1) << n) - 1);
            allowed[cell] |= groups && !allowed[cell];
            for (unsigned v = 0; v < n; v++)
                if (allowed[cell] >> v & 1)
                    nash_buf_putc(&text, names[v]);
                else if (!groups)
                    nash_buf_putc(&text, '.');
            nash_buf_puts(&text, cell % n == n - 1 ? "\n" : groups ? cell % 3 ? "  " : " | " : "");
            if (groups && cell % (3 * n) == 3 * n - 1)
                nash_buf_puts(&text, "---------+---------\n");
        }
        struct nash_arena *arena;
        struct sudoku_problem *p;
        struct nash_error error;
        if ((i % 4 < 2 ? read_text : read_json)(nash_buf_cstr(&text), &arena, &p, &error) != NASH_OK)
            fail_msg("%s\n%s", nash_buf_cstr(&text), error.detail);
        assert_int_equal(p->size, n);
        assert_non_null(p->allowed);
        for (unsigned cell = 0; cell < n * n; cell++) {
            bool one = __builtin_popcountll(allowed[cell]) == 1;
            assert_true(p->allowed[cell] == allowed[cell]);
            assert_int_equal(p->clue[cell], one ? __builtin_ctzll(allowed[cell]) + 1 : 0);
        }
        nash_arena_free(arena);
    }
    nash_buf_free(&text);
}

/* Pencilmarks that allow every value have the same key as the plain grid. 729 characters are read as a grid if the size
 * requires it. */
static void pencilmarks_of_a_plain_grid(void **state)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_arena *arena, *other;
    struct sudoku_problem *p, *plain;
    struct nash_error error;
    struct nash_answer answer;
    nash_buf_puts(&text, "{\"size\":27,\"puzzle\":\"");
    for (const char *c = CLASSIC; *c; c++)
        for (char v = '1'; v <= '9'; v++)
            nash_buf_putc(&text, *c == '.' || *c == v ? v : '0');
    assert_int_equal(read_text(nash_buf_cstr(&text) + strlen("{\"size\":27,\"puzzle\":\""), &arena, &p, &error),
                     NASH_OK);
    assert_int_equal(read_text(CLASSIC, &other, &plain, &error), NASH_OK);
    struct nash_hash one = nash_canonical_key(&nash_solver_sudoku, p, 0);
    struct nash_hash two = nash_canonical_key(&nash_solver_sudoku, plain, 0);
    assert_memory_equal(&one, &two, sizeof one);
    nash_buf_puts(&text, "\"}");
    assert_int_equal(nash_solve("sudoku", text.data, text.len, NULL, &answer), NASH_OK);
    assert_non_null(strstr(answer.json, "\"size\":27"));
    nash_answer_free(&answer);
    nash_arena_free(arena);
    nash_arena_free(other);
    nash_buf_free(&text);
}

/* ---- invalid forms ---- */

static const struct {
    const char *text, *says;
} broken[] = {
    {"", "no cells"},
    {"# only a remark", "no cells"},
    {"[State]\n" CLASSIC, "[Puzzle]"},
    {"[Puzzle]\n[State]\n" CLASSIC, "[Puzzle]"},
    {CLASSIC "\n" CLASSIC, "2 puzzles"},
    {"# a collection\n" CLASSIC "\n" CLASSIC "\n" CLASSIC "\n", "/v1/sudoku/batch"},
    {"puzzle,solution\n" CLASSIC "," SOLVED "\n" CLASSIC "," SOLVED "\n", "/v1/sudoku/batch"},
    {"puzzle,solution\n", "no cells"},
    {"puzzle,solution,clues,level\n", "no cells"},
    {CLASSIC "8", "82 cells"},
    {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7", "80 cells"},
    {"5,3,0,0,x", "5 cells"},
    {"1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 16", "17 cells"},
    {"................\n................\n................\n................\n", "4 puzzles"},
    {"5,3,0,0,50", "5 cells"},
    {"5,3,0,0,7", "5 cells"},
    {"1\t2\t\t\n\t\t\t\n\t\t\t\n", "3 rows"},
    {"1\t2\t\t\n\t\t\t\n\t\t\t\n\t\t\t5\n", "row 4, column 4: '5'"},
    {"1\t2\t\t\n\t\t\t\n\t\t\t\n\t\ty\t\n", "row 4, column 3: \"y\""},
    {"<opensudoku><game/></opensudoku>", "XML without"},
    {"<opensudoku><game data=\"" CLASSIC, "XML without"},
    {"<opensudoku><game data=\"" CLASSIC "\"/><game data=\"" CLASSIC "\"/></opensudoku>", "2 puzzles"},
    {"<opensudoku><game data=\"" CLASSIC "8\"/></opensudoku>", "82 cells"},
    {"-1\n-\n", "2 cells"},
    {"1234 1234 1234 1234 1234 1234 1234 1234 1234 1234 1234 1234 1234 1234 1234 12345", "65 cells"},
    {CLASSIC "\n" CLASSIC "\n" CLASSIC "\n" CLASSIC "\n" CLASSIC "\n" CLASSIC "\n" CLASSIC "\n" CLASSIC "\n" CLASSIC
             "\n",
     "9 puzzles"},
    {"hello", "no cells"},
    {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7y", "the first is character 81, 'y'"},
};

static void broken_forms_are_refused(void **state)
{
    for (size_t i = 0; i < 2 * sizeof broken / sizeof *broken; i++) {
        struct nash_arena *arena;
        struct sudoku_problem *p;
        struct nash_error error;
        if (i % 2 && !*broken[i / 2].text)
            continue; /* in JSON, the schema requires at least one character */
        enum nash_status status = (i % 2 ? read_json : read_text)(broken[i / 2].text, &arena, &p, &error);
        if (status != NASH_UNPROCESSABLE || !strstr(error.detail, broken[i / 2].says) ||
            strcmp(error.pointer, i % 2 ? "/puzzle" : "") != 0)
            fail_msg("%s\ngave %d at \"%s\": %s", broken[i / 2].text, status, error.pointer, error.detail);
        nash_arena_free(arena);
    }
}

/* Truncated forms, and forms with random bytes changed, are read or refused with a reason. */
static void damaged_forms_are_survived(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 12);
    for (unsigned k = 0; k < 4000; k++) {
        char text[1024];
        size_t len = strlen(classics[k % (sizeof classics / sizeof *classics)].text);
        assert_true(len < sizeof text);
        memcpy(text, classics[k % (sizeof classics / sizeof *classics)].text, len + 1);
        for (unsigned hits = 0; hits < 1 + k % 4; hits++)
            text[nash_rng_below(&rng, len)] = (char)nash_rng_next(&rng);
        if (k % 3 == 0)
            len = (size_t)nash_rng_below(&rng, len);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct nash_error error;
        struct sudoku_problem *problem;
        enum nash_status status = read_exactly(text, len, arena, &problem, &error);
        assert_true(status == NASH_OK || ((status == NASH_UNPROCESSABLE || status == NASH_INVALID) && *error.detail));
        nash_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_forms_are_one_puzzle),    cmocka_unit_test(other_characters_in_remarks),
        cmocka_unit_test(large_grids_in_numbers),      cmocka_unit_test(pencilmarks_are_read),
        cmocka_unit_test(pencilmarks_of_a_plain_grid), cmocka_unit_test(broken_forms_are_refused),
        cmocka_unit_test(damaged_forms_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
