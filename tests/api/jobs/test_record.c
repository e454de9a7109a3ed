/* Records: what a finished job leaves behind, and `nashd replay`, which must find every change of it. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--workers", "1"}};

/* Returns the record of the job in an answer; the caller frees it. */
static struct answer record_of(const struct answer *job)
{
    struct answer record = ask_get(d.port, job_path(job, "/record"));
    expect_status(&record, 200);
    assert_non_null(strstr(reply_header(&record.reply, "Content-Disposition"), "attachment; filename="));
    return record;
}

/* Runs nashd replay on a text and returns its exit status. said: its output and messages. */
static int replay(const char *text, const char *options, char *said, size_t room)
{
    char path[128], command[512];
    const char *program = d.program != NULL ? d.program : getenv("NASHD");
    snprintf(path, sizeof path, "%s/record.json", d.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "%s replay %s %s 2>&1", program, options, path);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    size_t len = fread(said, 1, room - 1, output);
    said[len] = '\0';
    int status = pclose(output);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Replays a record and checks the exit status and a part of what is said. */
static void expect_replay(const char *text, const char *options, int status, const char *part)
{
    static char said[1 << 20];
    int got = replay(text, options, said, sizeof said);
    if (got != status || strstr(said, part) == NULL)
        fail_msg("status %d instead of %d, or \"%s\" is missing in: %.2000s", got, status, part, said);
}

/* Returns the record with one member replaced, as text that the caller frees. path: names from the root, '/' between.
 */
static char *changed(const struct answer *record, const char *path, cJSON *value)
{
    char name[128], *rest = NULL;
    cJSON *copy = cJSON_Duplicate(record->json, true), *at = copy, *parent = NULL;
    snprintf(name, sizeof name, "%s", path);
    const char *last = name;
    for (char *part = strtok_r(name, "/", &rest); part != NULL; part = strtok_r(NULL, "/", &rest)) {
        parent = at;
        last = part;
        at = cJSON_GetObjectItemCaseSensitive(at, part);
        assert_non_null(at);
    }
    assert_true(cJSON_ReplaceItemInObjectCaseSensitive(parent, last, value));
    char *text = cJSON_PrintUnformatted(copy);
    cJSON_Delete(copy);
    return text;
}

static void expect_difference(const struct answer *record, const char *path, cJSON *value, const char *part)
{
    char *text = changed(record, path, value);
    expect_replay(text, "", 1, part);
    free(text);
}

#define GAME                                                                                                           \
    "{\"puzzle\":\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\","               \
    "\"method\":\"sap\",\"propagate\":false,"

/* A game of any mode and number of shards, solved or not, in one run or several, is played again alone. */
static void test_games_are_verified(void **state)
{
    static const char *const games[] = {
        GAME "\"mode\":\"exact\",\"shards\":3,\"job\":{\"seed\":7}}",
        GAME "\"mode\":\"exact\",\"shards\":1,\"job\":{\"seed\":8}}",
        GAME "\"mode\":\"token\",\"shards\":2,\"updates\":3000,\"restarts\":2}",
        GAME "\"mode\":\"exact\",\"shards\":2,\"updates\":500,\"restarts\":3,\"beta\":0.5}",
        GAME "\"mode\":\"exact\",\"shards\":2,\"updates\":70,\"restarts\":0}",
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct answer job = ask_json(d.port, "/v1/sudoku", games[i]);
        expect_status(&job, 200);
        struct answer record = record_of(&job);
        expect_replay(record.reply.body, "", 0, "\nverified\n");
        expect_replay(record.reply.body, "--json --ticks 0:40", 0, "\"verified\":true");
        expect_replay(record.reply.body, "--ticks 0:40", 0, " -> ");
        assert_non_null(answer_member(&record, "course"));
        answer_free(&record);
        answer_free(&job);
    }
}

/* Whatever of the game is changed in a record, the replay differs. */
static void test_changes_are_found(void **state)
{
    struct answer job = ask_json(d.port, "/v1/sudoku", GAME "\"mode\":\"exact\",\"shards\":3,\"job\":{\"seed\":7}}");
    struct answer record = record_of(&job);
    const cJSON *game = cJSON_GetObjectItem(answer_member(&job, "result"), "game");
    double ticks = cJSON_GetObjectItem(game, "ticks")->valuedouble;
    expect_difference(&record, "seed", cJSON_CreateNumber(8), "trajectory  DIFFERS");
    expect_difference(&record, "job/result/game/ticks", cJSON_CreateNumber(ticks - 1), "verdict     DIFFERS");
    expect_difference(&record, "job/result/game/ticks", cJSON_CreateNumber(ticks + 1), "ticks       DIFFERS");
    expect_difference(&record, "job/result/game/changes", cJSON_CreateNumber(1), "changes     DIFFERS");
    expect_difference(&record, "job/result/game/trajectory", cJSON_CreateString("0123456789abcdef"),
                      "trajectory  DIFFERS");
    expect_difference(&record, "job/result/verdict", cJSON_CreateString("unsolved"), "verdict     DIFFERS");
    expect_difference(&record, "job/result/solution", cJSON_CreateString("12"), "grid        DIFFERS");
    answer_free(&record);
    answer_free(&job);
}

/* Jobs of other kinds are solved again. */
static void test_answers_are_compared(void **state)
{
    static const char *const jobs[][2] = {
        {"/v1/whist", "{\"a\":[6,4],\"b\":[5,3]}"},
        {"/v1/matrix", "{\"example\":\"prisoners_dilemma\"}"},
        {"/v1/sudoku", "{\"generate\":{\"size\":4},\"job\":{\"seed\":3}}"},
        {"/v1/gametree", "{\"generate\":{\"branching\":3,\"depth\":3,\"values\":\"incremental\",\"seed\":1}}"},
    };
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        struct answer job = ask_json(d.port, jobs[i][0], jobs[i][1]);
        expect_status(&job, 200);
        struct answer record = record_of(&job);
        expect_replay(record.reply.body, "", 0, "\nverified\n");
        assert_null(answer_member(&record, "course"));
        answer_free(&record);
        answer_free(&job);
    }
    struct answer job = ask_text(d.port, "/v1/sudoku?solutions=100", "1...............");
    struct answer record = record_of(&job);
    expect_replay(record.reply.body, "", 0, "\nverified\n");
    expect_replay(record.reply.body, "--ticks 1:2", 2, "no game with one trajectory");
    expect_difference(&record, "job/result/count", cJSON_CreateNumber(73), "DIFFERS: /count\n  recorded  73\n");
    expect_difference(&record, "job/result", cJSON_CreateObject(), "DIFFERS: /verdict\n  recorded  absent\n");
    char *text = changed(&record, "final", cJSON_CreateFalse());
    expect_replay(text, "", 2, "nothing can be verified");
    free(text);
    answer_free(&record);
    answer_free(&job);
}

/* Each text that is no record is refused with the reason. */
static void test_bad_records(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "the record is empty"},
        {" \n", "the record is empty"},
        {"{\"record\":1,\n \"kind\":", "no JSON: line 2"},
        {"{} x", "no JSON: line 1, column 4"},
        {"[1]", "this is no record"},
        {"{\"id\":\"00\",\"status\":\"succeeded\"}", "this is a job without its problem: save GET /v1/jobs/00/record"},
        {"{\"record\":2}", "a record of version 2; this program reads version 1"},
        {"{\"record\":\"1\"}", "/record: "},
        {"{\"record\":1}", "/kind: "},
        {"{\"record\":1,\"kind\":\"chess\"}", "/kind: this program has no kind \"chess\""},
        {"{\"record\":1,\"kind\":\"whist\"}", "/problem: the record has no problem"},
        {"{\"record\":1,\"kind\":\"whist\",\"seed\":-1}", "/seed: "},
        {"{\"record\":1,\"kind\":\"whist\",\"problem\":{},\"job\":{}}", "/job/result: the job has no result"},
        {"{\"record\":1,\"kind\":\"whist\",\"problem\":{},\"job\":{\"error\":{\"detail\":\"a crash\"}}}",
         "it failed: a crash"},
        {"{\"record\":1,\"kind\":\"whist\",\"problem\":{\"x\":1},\"job\":{\"result\":{}}}", "/x: "},
        {"{\"record\":1,\"kind\":\"sudoku\",\"text\":\"1...............\",\"job\":{\"result\":{\"game\":{"
         "\"trajectory\":"
         "\"0\",\"ticks\":5}}}}",
         "not played as one game"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_replay(cases[i].text, "", 2, cases[i].says);
    expect_replay("{}", "--ticks 5", 2, "--ticks requires FROM:TO");
    expect_replay("{}", "--ticks 5:4", 2, "--ticks requires FROM:TO");
    expect_replay("{}", "--slowly", 2, "unknown option \"--slowly\"");
    expect_replay("{}", "/nowhere", 2, "more than one file");
}

/* A record needs a finished job. */
static void test_not_finished(void **state)
{
    char body[1024], grid[626];
    memset(grid, '.', 625);
    grid[625] = '\0';
    snprintf(body, sizeof body, "{\"puzzle\":\"%s\",\"solutions\":1000000,\"job\":{\"timeout_ms\":60000}}", grid);
    struct answer job = ask_json_with(d.port, "/v1/sudoku", "Prefer: respond-async", body);
    expect_status(&job, 202);
    struct answer record = ask_get(d.port, job_path(&job, "/record"));
    expect_problem(&record, 409, "job-not-finished");
    answer_free(&record);
    struct answer cancelled = ask(d.port, "POST", job_path(&job, "/cancel"), NULL, NULL);
    expect_status(&cancelled, 200);
    answer_free(&cancelled);
    record = record_of(&job);
    assert_true(cJSON_IsFalse(answer_member(&record, "final")));
    answer_free(&record);
    answer_free(&job);
    record = ask_get(d.port, "/v1/jobs/00000000000000000000000000000000/record");
    expect_problem(&record, 404, "job-not-found");
    answer_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_verified),   cmocka_unit_test(test_changes_are_found),
        cmocka_unit_test(test_answers_are_compared), cmocka_unit_test(test_bad_records),
        cmocka_unit_test(test_not_finished),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
