/* Reading a text of unknown kind: which kinds read it, in which order, and what they read. */
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/readings.h>

#include "../base/test.h"

enum { ARENA_BYTES = 16 << 20 };

#define GRID "530070000\n600195000\n098000060\n800060003\n400803001\n700020006\n060000280\n000419005\n000080079\n"

static const struct example {
    const char *text, *kinds; /* names with a blank after each; "": no kind reads it */
} examples[] = {
    {GRID, "sudoku "},
    {"530070000600195000098000060800060003400803001700020006060000280000419005000080079", "sudoku "},
    {"0000000000000000", "sudoku gametree "},
    {"5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n0 9 8 0 0 0 0 6 0\n8 0 0 0 6 0 0 0 3\n4 0 0 8 0 3 0 0 1\n"
     "7 0 0 0 2 0 0 0 6\n0 6 0 0 0 0 2 8 0\n0 0 0 4 1 9 0 0 5\n0 0 0 0 8 0 0 7 9\n",
     "sudoku matrix "},
    {"{\"puzzle\":\"1...............\",\"hint\":true}", "sudoku "},
    {"\xef\xbb\xbf {\"puzzle\":\"1...............\"}\r\n", "sudoku "},
    {"{\"text\":\"abba\"}", "whist "},
    {"abbaabab", "whist "},
    {"abbabaabbaababba", "whist sudoku "}, /* 16 letters, but two in a row are equal */
    {"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K", "bridge "},
    {"start 6; goal 1; 6 -> 3,3; 3 -> 2,1; 2 -> 1,1; h value", "andor "},
    {"((3 5) (2 9))", "gametree "},
    {"nim 3 4 5", "gametree "},
    {"NFG 1 R \"pennies\" { \"A\" \"B\" } { 2 2 } 1 -1 -1 1 -1 1 1 -1", "matrix "},
    {"2 2  8 8 10 0  8 10 8 0", "matrix "},
    {"1\t-1\r\n-1\t1\r\n", "matrix "},
    {"11 a2 swap f6", "hex "},
    {"hex 5", "hex "},
    {"3,2 1,1\n0,0 2,3", "matrix "},
    {"3 1 4 1\n5 9 2 6\n5 3 5 8\n9 7 9 3", "matrix "},
    {"1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1", "sudoku matrix "},
    {"1 1 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1", "matrix sudoku "}, /* two equal digits in a row */
    {"EFG 2 R \"one\" { \"A\" } p \"\" 1 1 { \"x\" \"y\" } 0 t \"\" 1 { 1 } t \"\" 2 { 2 }", "imperfect "},
    {"AhKs v QQ+,AKs on Qh7s2d", "holdem "},
    {"", ""},
    {"hello", ""},
    {"{\"nosuch\":1}", ""},
    {"{\"puzzle\":", ""},
    {"\xff\xfe", ""},
    {"[1,2", ""},
};

/* Appends what is read from the text. */
static enum nash_status read_text(const char *text, struct nash_buf *out, struct nash_error *error)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    enum nash_status status = readings_write(text, strlen(text), arena, ARENA_BYTES, out, error);
    nash_arena_free(arena);
    if (nash_json_check(out->data, out->len, NULL) != NASH_OK)
        fail_msg("%s: no JSON: %s", text, nash_buf_cstr(out));
    return status;
}

/* Writes the member "kind" of each item, with a blank after it. */
static void list_kinds(const cJSON *items, char *names)
{
    const cJSON *item;
    *names = '\0';
    cJSON_ArrayForEach(item, items) names += sprintf(names, "%s ", cJSON_GetObjectItem(item, "kind")->valuestring);
}

static void test_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct nash_buf out = NASH_BUF_INIT(0);
        struct nash_error error;
        char kinds[200];
        bool read = read_text(examples[i].text, &out, &error) == NASH_OK;
        cJSON *found = cJSON_ParseWithLength(out.data, out.len);
        list_kinds(found, kinds);
        assert_int_equal(read, examples[i].kinds[0] != '\0');
        if (read && strcmp(kinds, examples[i].kinds) != 0)
            fail_msg("%s: read by %s", examples[i].text, kinds);
        if (!read && strcmp(kinds, "sudoku whist bridge andor gametree matrix imperfect holdem hex ") != 0)
            fail_msg("%s: refused by %s", examples[i].text, kinds);
        if (!read)
            assert_string_equal(nash_error_type(&error), "unreadable");
        cJSON_Delete(found);
        nash_buf_free(&out);
    }
}

static struct nash_hash key_of(const struct nash_solver *solver, enum nash_format format, const char *text)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    const struct nash_body body = {.format = format, .text = text, .len = strlen(text)};
    struct nash_error error;
    void *problem;
    if (nash_request_read(solver, &body, arena, &problem, NULL, 0, &error) != NASH_OK)
        fail_msg("%s: %s", text, error.detail);
    struct nash_hash key = nash_canonical_key(solver, problem, 0);
    nash_arena_free(arena);
    return key;
}

/* Submitting the problem of a reading asks the same as submitting the text. */
static void test_problem(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const char *text = examples[i].text + (memcmp(examples[i].text, "\xef", 1) == 0 ? 3 : 0);
        struct nash_buf out = NASH_BUF_INIT(0);
        struct nash_error error;
        if (read_text(examples[i].text, &out, &error) == NASH_OK) {
            cJSON *found = cJSON_ParseWithLength(out.data, out.len);
            const cJSON *item;
            cJSON_ArrayForEach(item, found)
            {
                const char *kind = cJSON_GetObjectItem(item, "kind")->valuestring;
                const struct nash_solver *solver = nash_find_kind(kind, strlen(kind));
                char *problem = cJSON_PrintUnformatted(cJSON_GetObjectItem(item, "problem"));
                struct nash_hash is = key_of(solver, NASH_FORMAT_JSON, problem);
                struct nash_hash was = key_of(
                    solver, text[strspn(text, " ")] == '{' && text[1] != 'a' ? NASH_FORMAT_JSON : NASH_FORMAT_TEXT,
                    text);
                if (memcmp(&is, &was, sizeof is) != 0)
                    fail_msg("%s: %s", text, problem);
                cJSON_free(problem);
            }
            cJSON_Delete(found);
        }
        nash_buf_free(&out);
    }
}

static void test_words(void **state)
{
    static const struct {
        const char *text, *words;
    } all[] = {
        {GRID, "9x9, 30 clues"},
        {"{\"puzzle\":\"1...............\",\"nosuch\":1}", "4x4, 1 clue"}, /* no request, but a grid in a file */
        {"abbaabab", "4 cards each, a leads"},
        {"{a comment}\n[Deal \"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K\"]\n", "4 cards each"},
        {"{\"rules\":[\"6 -> 3,3\"],\"start\":\"6\",\"goals\":[\"3\"]}", "AND/OR graphs: "},
        {"nim 3 4 5", "nim"},
        {"2 2  8 8 10 0  8 10 8 0", "2x2 bimatrix"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct nash_buf out = NASH_BUF_INIT(0);
        struct nash_error error;
        assert_int_equal(read_text(all[i].text, &out, &error), NASH_OK);
        cJSON *found = cJSON_ParseWithLength(out.data, out.len);
        const char *words = cJSON_GetObjectItem(cJSON_GetArrayItem(found, 0), "summary")->valuestring;
        if (strncmp(words, all[i].words, strlen(all[i].words)) != 0)
            fail_msg("%s: %s", all[i].text, words);
        cJSON_Delete(found);
        nash_buf_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_problem),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
