/* Spellings of one puzzle have one key; every error has its JSON pointer and the right status. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include <solvers/sudoku/kind.h>

#include "../../solvers/kind_case.h"
#include "../harness/boards.h"

static const char classic[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/* ---- spellings ---- */

enum style { ROW_STRINGS, FLAT_INTS, INT_ROWS, NULL_ROWS, REAL_ROWS, SPACED_TEXT };

static void put_cell(struct nash_buf *out, const struct sudoku_problem *p, unsigned cell, enum style style)
{
    unsigned value = p->clue[cell];
    bool first = cell % p->size == 0;
    if (style == ROW_STRINGS || style == SPACED_TEXT)
        nash_buf_putc(out, value ? p->symbols[value - 1] : "._0"[cell % 3]);
    else if (style == NULL_ROWS && !value)
        nash_buf_puts(out, first ? "null" : ",null");
    else
        nash_buf_printf(out, "%s%u%s", first && (style != FLAT_INTS || cell == 0) ? "" : ",", value,
                        style == REAL_ROWS ? ".0" : "");
    if (style == SPACED_TEXT && cell % 4 == 3)
        nash_buf_puts(out, cell % 12 != 11 ? " \\t" : "\\r\\n");
}

/* Writes the JSON body of a problem in one of the styles. */
static void spell(struct nash_buf *out, const struct sudoku_problem *p, enum style style)
{
    unsigned n = p->size;
    const char *open = style == ROW_STRINGS ? "\"" : style >= INT_ROWS && style <= REAL_ROWS ? "[" : "";
    const char *close = style == ROW_STRINGS ? "\"" : *open ? "]" : "";
    nash_buf_reset(out);
    nash_buf_printf(out, "{\"%s\": %s", style % 2 ? "grid" : "puzzle", style == SPACED_TEXT ? "\"" : "[");
    for (unsigned row = 0; row < n; row++) {
        nash_buf_printf(out, "%s%s", row && *open ? "," : "", open);
        for (unsigned column = 0; column < n; column++)
            put_cell(out, p, row * n + column, style);
        nash_buf_puts(out, close);
    }
    nash_buf_printf(out, "%s, \"box\": [%u, %u]}", style == SPACED_TEXT ? "\"" : "]", p->box_rows, p->box_cols);
}

/* Writes a problem as a drawing: a remark, rows with bars between the boxes, lines between the bands. */
static void draw(struct nash_buf *out, const struct sudoku_problem *p)
{
    nash_buf_reset(out);
    nash_buf_puts(out, "# drawn | by + hand\n");
    for (unsigned cell = 0; cell < p->size * p->size; cell++) {
        unsigned row = cell / p->size, column = cell % p->size;
        if (column == 0 && row % p->box_rows == 0)
            nash_buf_puts(out, "+-------+-------+\n");
        nash_buf_puts(out, column % p->box_cols == 0 ? "| " : " ");
        nash_buf_putc(out, p->clue[cell] ? p->symbols[p->clue[cell] - 1] : '.');
        if (column == p->size - 1)
            nash_buf_puts(out, " |\r\n");
    }
}

static void spellings_share_a_key(void **state)
{
    static const unsigned box[][2] = {{2, 2}, {2, 3}, {2, 4}, {3, 3}, {3, 4}, {4, 4}, {5, 5}, {5, 6}, {6, 6}, {7, 7}};
    struct nash_buf body = NASH_BUF_INIT(0);
    struct nash_rng rng;
    uint8_t grid[SUDOKU_CELLS_MAX];
    nash_rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof box / sizeof *box; i++) {
        unsigned n = box[i][0] * box[i][1];
        board_full(&rng, box[i][0], box[i][1], grid);
        board_uniform(&rng, n, n * n / 2, grid);
        struct sudoku_problem p = board_problem(box[i][0], box[i][1], grid, 2);
        struct nash_sha256 sha;
        spell(&body, &p, ROW_STRINGS);
        struct nash_hash first = kind_key(NASH_FORMAT_JSON, nash_buf_cstr(&body)), direct;
        for (enum style style = FLAT_INTS; style <= SPACED_TEXT; style++) {
            spell(&body, &p, style);
            struct nash_hash hash = kind_key(NASH_FORMAT_JSON, nash_buf_cstr(&body));
            assert_memory_equal(&hash, &first, sizeof hash);
        }
        draw(&body, &p);
        struct nash_hash drawn = kind_key(NASH_FORMAT_TEXT, nash_buf_cstr(&body));
        assert_memory_equal(&drawn, &first, sizeof drawn);
        nash_sha256_init(&sha); /* the problem that was read has the key of the problem that was written */
        nash_sha256_string(&sha, "x");
        sudoku_canon(&p, &sha);
        direct = nash_sha256_end(&sha);
        struct kind_case c = {0};
        assert_int_equal(kind_parse(&c, NASH_FORMAT_TEXT, nash_buf_cstr(&body)), NASH_OK);
        nash_sha256_init(&sha);
        nash_sha256_string(&sha, "x");
        sudoku_canon(c.problem, &sha);
        struct nash_hash again = nash_sha256_end(&sha);
        assert_memory_equal(&again, &direct, sizeof again);
        kind_free(&c);
    }
    nash_buf_free(&body);
}

/* Bodies with another meaning have another key. */
static void differences_change_the_key(void **state)
{
    char body[4][256];
    struct nash_hash hash[4];
    snprintf(body[0], sizeof *body, "{\"puzzle\":\"%s\"}", classic);
    snprintf(body[1], sizeof *body, "{\"puzzle\":\"%s\",\"solutions\":3}", classic);
    snprintf(body[2], sizeof *body, "{\"puzzle\":\"%s\",\"symbols\":\"123456798\"}", classic);
    snprintf(body[3], sizeof *body, "{\"puzzle\":\"%.80s8\"}", classic);
    for (unsigned i = 0; i < 4; i++) {
        hash[i] = kind_key(NASH_FORMAT_JSON, body[i]);
        for (unsigned j = 0; j < i; j++)
            assert_memory_not_equal(&hash[i], &hash[j], sizeof *hash);
    }
    static const char *const rules[] = {
        "",
        ",\"check\":true",
        ",\"diagonal\":true",
        ",\"disjoint\":true",
        ",\"regions\":\"aaaabbbbccccdddd\"",
        ",\"regions\":\"aabbaabbccddccdd\"",
        ",\"cages\":[{\"sum\":3,\"cells\":[[1,1],[1,2]]}]",
        ",\"cages\":[{\"sum\":4,\"cells\":[[1,1],[1,2]]}]",
        ",\"cages\":[{\"sum\":3,\"cells\":[[1,1],[2,1]]}]",
        ",\"cages\":[{\"sum\":3,\"cells\":[[1,1],[1,2]]},{\"sum\":3,\"cells\":[[2,1]]}]"};
    enum { RULES = sizeof rules / sizeof *rules };
    struct nash_hash of[RULES];
    for (unsigned i = 0; i < RULES; i++) {
        snprintf(body[0], sizeof *body, "{\"puzzle\":\"1...............\"%s}", rules[i]);
        of[i] = kind_key(NASH_FORMAT_JSON, body[0]);
        for (unsigned j = 0; j < i; j++)
            assert_memory_not_equal(&of[i], &of[j], sizeof *of);
    }
    /* bodies with the same meaning have the same key */
    static const char *const same[][2] = {
        {"\"puzzle\":\"1...............\"",
         "\"puzzle\":\"1...............\",\"check\":false,\"diagonal\":false,\"disjoint\":false"},
        {"\"grid\":\"1...............\",\"regions\":\"aabbaabbccddccdd\"",
         "\"grid\":\"1...............\",\"regions\":[\"xxyy\",\"xxyy\",\"zz..\",\"zz..\"]"},
        {"\"size\":4,\"cages\":[{\"sum\":3,\"cells\":[[1,1],[1,2]]}]",
         "\"puzzle\":\""
         "................"
         "\",\"cages\":[{\"cells\":[[1,2],[1,1]],\"sum\":3}]"},
        {"\"puzzle\":[[-1,-1,-1,1],[0,0,0,0],[0,0,0,0],[0,0,0,0]]", "\"puzzle\":\"...1............\""},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct nash_hash two[2];
        for (unsigned k = 0; k < 2; k++) {
            snprintf(body[0], sizeof *body, "{%s}", same[i][k]);
            two[k] = kind_key(NASH_FORMAT_JSON, body[0]);
        }
        assert_memory_equal(&two[0], &two[1], sizeof *two);
    }
    struct nash_hash tall =
        kind_key(NASH_FORMAT_JSON, "{\"grid\":[\"......\",\"......\",\"......\",\"......\",\"......\",\"......\"]}");
    struct nash_hash wide =
        kind_key(NASH_FORMAT_JSON,
                 "{\"grid\":[\"......\",\"......\",\"......\",\"......\",\"......\",\"......\"],\"box\":[3,2]}");
    assert_memory_not_equal(&tall, &wide, sizeof tall);
}

/* ---- alphabets ---- */

static void solution_of(const char *body, enum nash_format format, char *solution, size_t size)
{
    struct nash_answer answer;
    struct nash_solve_options options = {.format = format};
    if (nash_solve("sudoku", body, strlen(body), &options, &answer) != NASH_OK)
        fail_msg("%s: %s", body, answer.error.detail);
    cJSON *root = cJSON_Parse(answer.json);
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(root, "solution");
    assert_true(cJSON_IsString(text));
    snprintf(solution, size, "%s", text->valuestring);
    cJSON_Delete(root);
    nash_answer_free(&answer);
}

static void answers_keep_the_alphabet(void **state)
{
    char body[1024], solution[SUDOKU_CELLS_MAX + 1];
    solution_of(classic, NASH_FORMAT_TEXT, solution, sizeof solution);
    assert_string_equal(solution, "534678912672195348198342567859761423426853791713924856961537284287419635345286179");
    solution_of("{\"puzzle\":\"0...  ..2. .1.. ...3\",\"symbols\":\"0123\"}", 0, solution, sizeof solution);
    assert_int_equal(strspn(solution, "0123"), 16);
    assert_int_equal(solution[0], '0');
    for (unsigned i = 0; i < 3; i++) { /* a 25x25 grid has letters as symbols unless a clue is a digit */
        static const char *const first[] = {"a", "1", "0"};
        static const char *const used[] = {"ABCDEFGHIJKLMNOPQRSTUVWXY", "123456789ABCDEFGHIJKLMNOP",
                                           "ABCDEFGHIJKLMNOPQRSTUVWXY"};
        snprintf(body, sizeof body, "%s%0624d", first[i], 0);
        solution_of(body, NASH_FORMAT_TEXT, solution, sizeof solution);
        assert_int_equal(strspn(solution, used[i]), 625);
    }
    snprintf(body, sizeof body, "{\"puzzle\":\"g%0255d\"}", 0); /* up to 35 symbols, letters may be in lower case */
    solution_of(body, 0, solution, sizeof solution);
    assert_int_equal(solution[0], 'G');
}

/* ---- invalid requests ---- */

#define R9     "\".........\""
#define ROWS8  R9 "," R9 "," R9 "," R9 "," R9 "," R9 "," R9 "," R9
#define ZEROS9 "[0,0,0,0,0,0,0,0,0]"
#define ZEROS8 ZEROS9 "," ZEROS9 "," ZEROS9 "," ZEROS9 "," ZEROS9 "," ZEROS9 "," ZEROS9 "," ZEROS9
#define DOTS16 "................"

static const struct {
    const char *body;
    enum nash_status status;
    const char *pointer;
    const char *says; /* part of the detail */
} mistakes[] = {
    {"[]", NASH_INVALID, "", "object"},
    {"{}", NASH_INVALID, "", "puzzle"},
    {"{\"puzzle\":\"" DOTS16 "\",\"grid\":\"" DOTS16 "\"}", NASH_INVALID, "/grid", "puzzle"},
    {"{\"puzzle\":\"" DOTS16 "\",\"sise\":4}", NASH_INVALID, "/sise", "size"},
    {"{\"puzzle\":4}", NASH_INVALID, "/puzzle", "string"},
    {"{\"puzzle\":null}", NASH_INVALID, "/puzzle", "string"},
    {"{\"puzzle\":{}}", NASH_INVALID, "/puzzle", "string"},
    {"{\"puzzle\":\"\"}", NASH_INVALID, "/puzzle", "characters"},
    {"{\"puzzle\":\"...é\"}", NASH_UNPROCESSABLE, "/puzzle", "no meaning in a grid"},
    {"{\"puzzle\":[]}", NASH_INVALID, "/puzzle", "16 to 2401"},
    {"{\"puzzle\":[1,2,3]}", NASH_INVALID, "/puzzle", "16 to 2401"},
    {"{\"puzzle\":[[1,2,3,4]]}", NASH_INVALID, "/puzzle", "4 to 49 rows"},
    {"{\"puzzle\":[\"....\",\"....\",\"....\"]}", NASH_INVALID, "/puzzle", "4 to 49 rows"},
    {"{\"puzzle\":[\"....\",\"....\",\"....\",[0,0,0,0]]}", NASH_INVALID, "/puzzle/3", "string"},
    {"{\"puzzle\":[[0,0,0,0],[0,0,0,0],[0,0,0,0],\"....\"]}", NASH_INVALID, "/puzzle/3", "array"},
    {"{\"puzzle\":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0]]}", NASH_INVALID, "/puzzle/3", "4 to 49"},
    {"{\"puzzle\":[[0,0,0,0],[0,0,\"1\",0],[0,0,0,0],[0,0,0,0]]}", NASH_INVALID, "/puzzle/1/2", "integer"},
    {"{\"puzzle\":[[0,0,0,0],[0,0,1.5,0],[0,0,0,0],[0,0,0,0]]}", NASH_INVALID, "/puzzle/1/2", "integer"},
    {"{\"puzzle\":[[0,0,0,0],[0,0,true,0],[0,0,0,0],[0,0,0,0]]}", NASH_INVALID, "/puzzle/1/2", "integer"},
    {"{\"puzzle\":[[0,0,0,0],[0,0,0,0],[0,0,0,-2],[0,0,0,0]]}", NASH_INVALID, "/puzzle/2/3", "when empty"},
    {"{\"puzzle\":[[0,0,0,0],[0,0,0,0],[0,null,0,50],[0,0,0,0]]}", NASH_INVALID, "/puzzle/2/3", "49"},
    {"{\"puzzle\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,[0]]}", NASH_INVALID, "/puzzle/15", "integer"},
    {"{\"puzzle\":\"" DOTS16 "\",\"size\":3}", NASH_INVALID, "/size", "4 to 49"},
    {"{\"puzzle\":\"" DOTS16 "\",\"size\":50}", NASH_INVALID, "/size", "4 to 49"},
    {"{\"puzzle\":\"" DOTS16 "\",\"size\":\"4\"}", NASH_INVALID, "/size", "integer"},
    {"{\"puzzle\":\"" DOTS16 "\",\"box\":[1,4]}", NASH_INVALID, "/box/0", "2 to 24"},
    {"{\"puzzle\":\"" DOTS16 "\",\"box\":[2,2,2]}", NASH_INVALID, "/box", "[rows, columns]"},
    {"{\"puzzle\":\"" DOTS16 "\",\"box\":[2,\"2\"]}", NASH_INVALID, "/box/1", "integer"},
    {"{\"puzzle\":\"" DOTS16 "\",\"box\":\"2x2\"}", NASH_INVALID, "/box", "array"},
    {"{\"puzzle\":\"" DOTS16 "\",\"solutions\":0}", NASH_INVALID, "/solutions", "1 to 1000000"},
    {"{\"puzzle\":\"" DOTS16 "\",\"solutions\":1000001}", NASH_INVALID, "/solutions", "1 to 1000000"},
    {"{\"puzzle\":\"" DOTS16 "\",\"symbols\":\"abc\"}", NASH_INVALID, "/symbols", "at least 4"},
    {"{\"puzzle\":\"" DOTS16 "\",\"symbols\":\"abca\"}", NASH_INVALID, "/symbols", "'a' stands twice"},
    {"{\"puzzle\":\"" DOTS16 "\",\"symbols\":\"ab.d\"}", NASH_INVALID, "/symbols", "empty"},
    {"{\"puzzle\":\"" DOTS16 "\",\"symbols\":[1,2,3,4]}", NASH_INVALID, "/symbols", "string"},
    {"{\"puzzle\":\"" DOTS16 "\",\"check\":1}", NASH_INVALID, "/check", "true or false"},
    {"{\"puzzle\":\"" DOTS16 "\",\"diagonal\":\"x\"}", NASH_INVALID, "/diagonal", "true or false"},
    {"{\"puzzle\":\"" DOTS16 "\",\"disjoint\":null}", NASH_INVALID, "/disjoint", "true or false"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":4}", NASH_INVALID, "/regions", "a symbol for each cell"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":\"\"}", NASH_INVALID, "/regions", "characters"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":[\"aabb\",\"aabb\",\"ccdd\"]}", NASH_INVALID, "/regions", "4 to 49"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":[\"aabb\",\"aabb\",\"ccdd\",4]}", NASH_INVALID, "/regions/3", "string"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":[1,1,2,2]}", NASH_INVALID, "/regions", "row"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":{}}", NASH_INVALID, "/cages", "array of 1 to 2401"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[]}", NASH_INVALID, "/cages", "array of 1 to 2401"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[1]}", NASH_INVALID, "/cages/0", "object"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3}]}", NASH_INVALID, "/cages/0", "\"cells\" is missing"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"cells\":[[1,1]]}]}", NASH_INVALID, "/cages/0", "\"sum\" is missing"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":0,\"cells\":[[1,1]]}]}", NASH_INVALID, "/cages/0/sum",
     "1 to 1225"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":1226,\"cells\":[[1,1]]}]}", NASH_INVALID, "/cages/0/sum",
     "1 to 1225"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[]}]}", NASH_INVALID, "/cages/0/cells", "1 to 49"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[1,2]}]}", NASH_INVALID, "/cages/0/cells", "1 to 49"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[[1,1],2]}]}", NASH_INVALID, "/cages/0/cells/1",
     "array"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[[1]]}]}", NASH_INVALID, "/cages/0/cells/0",
     "[row, column]"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[[1,0]]}]}", NASH_INVALID, "/cages/0/cells/0/1",
     "1 to 49"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[[1,1]],\"x\":1}]}", NASH_INVALID, "/cages/0/x",
     "sum, cells"},
    /* members that do not fit together */
    {"{\"puzzle\":\"" DOTS16 "\",\"check\":true,\"solutions\":2}", NASH_UNPROCESSABLE, "/solutions", "leave it out"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":\"aabbaabbccddccdd\",\"box\":[2,2]}", NASH_UNPROCESSABLE, "/box",
     "in place of"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":\"aabbaabbccddccdd\",\"disjoint\":true}", NASH_UNPROCESSABLE, "/disjoint",
     "leave one"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":\"aabbaabbccddccde\"}", NASH_UNPROCESSABLE, "/regions",
     "row 4, column 4: 'e' begins"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":\"aabbaabbccddcccd\"}", NASH_UNPROCESSABLE, "/regions",
     "more than 4 cells"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":\"aabbaabbccddccd\"}", NASH_UNPROCESSABLE, "/regions", "15 cells"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":[\"aabb\",\"aabb\",\"ccdd\",\"ccd\"]}", NASH_UNPROCESSABLE, "/regions/3",
     "row 4 has 3"},
    {"{\"puzzle\":\"" DOTS16 "\",\"regions\":[\"aabb\",\"aabb\",\"ccdd\",\"ccdd\",\"aaaa\"]}", NASH_UNPROCESSABLE,
     "/regions", "5 rows"},
    {"{\"cages\":[{\"sum\":3,\"cells\":[[1,1]]}],\"regions\":\"aabbaabbccddccd\"}", NASH_UNPROCESSABLE, "/regions",
     "no square"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[[1,5]]}]}", NASH_UNPROCESSABLE, "/cages/0/cells/0",
     "outside"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[[1,1]]},{\"sum\":3,\"cells\":[[1,2],[1,1]]}]}",
     NASH_UNPROCESSABLE, "/cages/1/cells/1", "cage 1 already"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[[1,2],[1,2]]}]}", NASH_UNPROCESSABLE,
     "/cages/0/cells/1", "cage 1 already"},
    {"{\"puzzle\":\"" DOTS16 "\",\"cages\":[{\"sum\":3,\"cells\":[[1,1],[1,2],[1,3],[1,4],[2,1]]}]}",
     NASH_UNPROCESSABLE, "/cages/0/cells", "different values"},
    {"{\"puzzle\":\"....\"}", NASH_UNPROCESSABLE, "/puzzle", "4 cells were found"},
    {"{\"puzzle\":\"" DOTS16 ".\"}", NASH_UNPROCESSABLE, "/puzzle", "17 cells"},
    {"{\"puzzle\":\"" DOTS16 "\",\"size\":9}", NASH_UNPROCESSABLE, "/puzzle", "81"},
    {"{\"puzzle\":\"" DOTS16 DOTS16 DOTS16 ".\"}", NASH_UNPROCESSABLE, "/puzzle", "prime"},
    {"{\"puzzle\":\"" DOTS16 "\",\"size\":13}", NASH_UNPROCESSABLE, "/size", "prime"},
    {"{\"puzzle\":\"" DOTS16 "\",\"size\":4,\"box\":[2,3]}", NASH_UNPROCESSABLE, "/box", "product"},
    {"{\"puzzle\":\"" DOTS16 "\",\"box\":[8,7]}", NASH_UNPROCESSABLE, "/box", "56"},
    {"{\"puzzle\":\"" DOTS16 "\",\"size\":4,\"symbols\":\"abcde\"}", NASH_UNPROCESSABLE, "/symbols", "5 symbols"},
    {"{\"puzzle\":[" ROWS8 "]}", NASH_UNPROCESSABLE, "/puzzle/0", "row 1 has 9"},
    {"{\"puzzle\":[" ROWS8 "],\"size\":9}", NASH_UNPROCESSABLE, "/puzzle", "8 rows"},
    {"{\"puzzle\":[" ROWS8 ",\"........\"]}", NASH_UNPROCESSABLE, "/puzzle/8", "row 9 has 8"},
    {"{\"puzzle\":[" ROWS8 ",\".......A.\"]}", NASH_UNPROCESSABLE, "/puzzle/8", "row 9, column 8: 'A'"},
    {"{\"grid\":[" ZEROS8 ",[0,0,0,0,0,0,0,10,0]]}", NASH_UNPROCESSABLE, "/grid/8/7", "row 9, column 8: 10"},
    {"{\"puzzle\":[0,0,0,0,0,5,0,0,0,0,0,0,0,0,0,0]}", NASH_UNPROCESSABLE, "/puzzle/5", "row 2, column 2: 5"},
    {"{\"puzzle\":\".....5..........\"}", NASH_UNPROCESSABLE, "/puzzle", "row 2, column 2: '5'"},
    {"{\"puzzle\":\"..... ...(.......\"}", NASH_UNPROCESSABLE, "/puzzle", "'(', its character 10,"},
    {"{\"puzzle\":\".a.............. \",\"symbols\":\"ABCD\"}", NASH_UNPROCESSABLE, "/puzzle", "'a'"},
    /* the whole body is checked against the schema before its parts are checked together */
    {"{\"size\":9,\"puzzle\":\"....\",\"box\":[2,2],\"symbols\":\"aa\"}", NASH_INVALID, "/symbols", "at least 4"},
    {"{\"size\":9,\"box\":[2,2],\"puzzle\":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,-4]]}", NASH_INVALID, "/puzzle/3/3",
     "integer"},
};

static void mistakes_are_named(void **state)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        kind_refuses(NASH_FORMAT_JSON, mistakes[i].body, mistakes[i].status, mistakes[i].pointer, mistakes[i].says);
}

static void text_mistakes_are_named(void **state)
{
    static const char *const bad[] = {
        "", "# only a comment", "1234", "123456789\n", ".....5..........", "[........]......"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        kind_refuses(NASH_FORMAT_TEXT, bad[i], NASH_UNPROCESSABLE, "", "");
}

/* With an arena of any size, the problem is solved or refused for lack of memory. */
static void a_small_arena_is_reported(void **state)
{
    char body[128];
    unsigned refused = 0;
    snprintf(body, sizeof body, "{\"puzzle\":\"%s\"}", classic);
    for (size_t cap = 256; cap < 1 << 20; cap = cap * 5 / 4) {
        struct nash_answer answer;
        struct nash_solve_options options = {.memory_bytes = cap};
        enum nash_status status = nash_solve("sudoku", body, strlen(body), &options, &answer);
        assert_true(status == NASH_OK || status == NASH_NOMEM);
        refused += status == NASH_NOMEM;
        nash_answer_free(&answer);
    }
    assert_int_not_equal(refused, 0);
}

static void clashes_are_named(void **state)
{
    static const char body[] = "{\"puzzle\":[\"1..1\",\"....\",\"..2.\",\"...2\"]}";
    struct nash_answer answer;
    assert_int_equal(nash_solve("sudoku", body, strlen(body), NULL, &answer), NASH_OK);
    assert_non_null(strstr(answer.json, "\"verdict\":\"contradiction\",\"solution\":null,\"unique\":null,\"count\":0,"
                                        "\"count_complete\":true"));
    assert_non_null(strstr(answer.json, "\"conflicts\":[{\"unit\":\"row 1\",\"value\":\"1\",\"cells\":[[1,1],[1,4]]},"
                                        "{\"unit\":\"box 4\",\"value\":\"2\",\"cells\":[[3,3],[4,4]]}]"));
    assert_true(answer.final);
    nash_answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings_share_a_key),     cmocka_unit_test(differences_change_the_key),
        cmocka_unit_test(answers_keep_the_alphabet), cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(text_mistakes_are_named),   cmocka_unit_test(a_small_arena_is_reported),
        cmocka_unit_test(clashes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
