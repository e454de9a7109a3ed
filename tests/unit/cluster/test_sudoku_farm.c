/* A Sudoku shared in units by local members has the answer of one process. */
#include <string.h>

#include <cluster/cluster.h>
#include <cluster/program.h>
#include <cluster/sudoku/unit_farm/jobs.h>
#include <nash/nash.h>

#include "../base/test.h"
#include "../sudoku/harness/boards.h"
#include "harness/request.h"

extern const struct nash_solver nash_solver_sudoku;

enum { LEASE_MS = 5000, NODES_MAX = 3000000 };

#define OPEN_9 "53..7....6..1......9.....6.8...6.......8....17.......6.6....2.....41...5....8...9"
#define HARD_6 "1..........2..................3....."

static const struct request_kind kind = {&nash_solver_sudoku, &sudoku_farm_program, NODES_MAX};

static cJSON *solve_request(const char *request, struct cluster *cluster)
{
    return request_solve(&kind, request, cluster);
}

static void check_same(const cJSON *shared, const cJSON *alone, const char *name)
{
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(shared, name);
    const cJSON *b = cJSON_GetObjectItemCaseSensitive(alone, name);
    if (!cJSON_Compare(a, b, true) && (a || b))
        fail_msg("the member \"%s\" depends on the members", name);
}

/* The credit adds up to the steps of the whole. */
static void check_credit(const cJSON *result)
{
    const cJSON *farm = cJSON_GetObjectItemCaseSensitive(result, "farm"), *one;
    const cJSON *credit = cJSON_GetObjectItemCaseSensitive(farm, "credit");
    double used = 0;
    assert_non_null(farm);
    cJSON_ArrayForEach(one, credit) used += cJSON_GetObjectItemCaseSensitive(one, "used")->valuedouble;
    double steps = cJSON_GetObjectItemCaseSensitive(farm, "steps")->valuedouble;
    if (credit && used != steps)
        fail_msg("the credit adds up to %.0f steps, and the whole is %.0f", used, steps);
}

static void shared_is_as_alone(void **state)
{
    static const char *const names[] = {"verdict", "solution", "other_solution", "count", "count_complete",
                                        "unique",  "list",     "puzzle",         "rating"};
    static const char *const requests[] = {
        "{\"puzzle\":\"" OPEN_9 "\",\"solutions\":\"all\",\"shards\":3}",
        "{\"puzzle\":\"" OPEN_9 "\",\"solutions\":\"all\",\"list\":20,\"shards\":2}",
        "{\"puzzle\":\"" OPEN_9 "\",\"solutions\":200000,\"shards\":3}",
        "{\"puzzle\":\"" OPEN_9 "\",\"shards\":3}",
        "{\"puzzle\":\"" HARD_6 "\",\"box\":[2,3],\"diagonal\":true,\"solutions\":\"all\",\"list\":3,\"shards\":3}",
        "{\"puzzle\":\"" HARD_6 "\",\"box\":[2,3],\"solutions\":\"all\",\"shards\":5}",
        "{\"puzzle\":\"55..............\",\"box\":[2,2],\"symbols\":\"5678\",\"shards\":2}",
        "{\"generate\":{\"clues\":24},\"shards\":3}",
        "{\"generate\":{\"difficulty\":\"hard\",\"clues\":25},\"shards\":2}",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct cluster *cluster = request_cluster(LEASE_MS);
        cJSON *shared = solve_request(requests[i], cluster), *alone = solve_request(requests[i], NULL);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            check_same(shared, alone, names[k]);
        if (cJSON_GetObjectItemCaseSensitive(alone, "farm"))
            check_credit(shared);
        cJSON_Delete(shared);
        cJSON_Delete(alone);
        request_cluster_stop(cluster);
    }
}

/* "game" has nothing of a game that members share: "farm" tells of members. */
static void check_lean(const cJSON *result)
{
    static const char *const shared[] = {"trajectory",  "ticks",       "exchanges", "messages", "bytes", "shards",
                                         "quarantined", "credit_unit", "credit",    "settled",  "pace"};
    const cJSON *game = cJSON_GetObjectItemCaseSensitive(result, "game");
    assert_non_null(game);
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (cJSON_HasObjectItem(game, shared[i]))
            fail_msg("the game of independent runs has the member \"%s\"", shared[i]);
}

/* Writes a request for the board. more: further members, or "". */
static void write_request(char *request, size_t room, unsigned size, const uint8_t *clue, const char *more)
{
    size_t len = (size_t)snprintf(request, room, "{\"size\":%u,\"puzzle\":\"", size);
    for (unsigned cell = 0; cell < size * size; cell++)
        len += (size_t)snprintf(request + len, room - len, "%u%s", clue[cell], (cell + 1) % size ? " " : "\\n");
    snprintf(request + len, room - len, "\"%s}", more);
}

/* Sets an empty cell to a value that no clue of its units excludes, but not that of the solution. */
static void spoil(struct nash_rng *rng, unsigned box, uint8_t *clue, const uint8_t *full)
{
    unsigned size = box * box;
    for (;;) {
        unsigned cell = (unsigned)nash_rng_below(rng, size * size), row = cell / size, column = cell % size;
        uint8_t value = (uint8_t)(1 + nash_rng_below(rng, size));
        bool free = !clue[cell] && value != full[cell];
        for (unsigned i = 0; i < size && free; i++)
            free = clue[row * size + i] != value && clue[i * size + column] != value &&
                   clue[(row / box * box + i / box) * size + column / box * box + i % box] != value;
        if (free) {
            clue[cell] = value;
            return;
        }
    }
}

/* The farm settles whatever one process without shards does, also where the search of its units alone would not end. */
static void check_board(unsigned size, const uint8_t *clue, const char *more)
{
    static char request[8000];
    static const char *const names[] = {"verdict", "count", "count_complete", "unique"};
    char shards[100];
    struct cluster *cluster = request_cluster(LEASE_MS);
    write_request(request, sizeof request, size, clue, more);
    cJSON *plain = solve_request(request, NULL);
    snprintf(shards, sizeof shards, ",\"shards\":5%s", more);
    write_request(request, sizeof request, size, clue, shards);
    cJSON *alone = solve_request(request, NULL), *shared = solve_request(request, cluster);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        check_same(shared, plain, names[k]);
        check_same(alone, plain, names[k]);
    }
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(plain, "unique")))
        check_same(shared, plain, "solution");
    if (cJSON_GetObjectItemCaseSensitive(alone, "farm"))
        check_credit(shared);
    cJSON_Delete(plain);
    cJSON_Delete(alone);
    cJSON_Delete(shared);
    request_cluster_stop(cluster);
}

static void farm_settles_what_one_process_settles(void **state)
{
    static const struct {
        unsigned box, clues, holes, boards; /* holes: of each unit; neither clues nor holes: irreducible */
        bool spoilt;
        const char *more;
    } sets[] = {{5, 188, 0, 2, false, ""},
                {5, 219, 0, 2, false, ""},
                {5, 250, 0, 2, false, ""},
                {5, 282, 0, 2, false, ""},
                {5, 0, 14, 3, false, ""},
                {5, 0, 14, 2, false, ",\"solutions\":1"},
                {5, 0, 14, 1, false, ",\"solutions\":40"},
                {5, 400, 0, 3, true, ""},
                {4, 100, 0, 3, false, ""},
                {4, 0, 0, 3, false, ""},
                {4, 0, 0, 3, true, ""},
                {3, 24, 0, 5, false, ""},
                {3, 0, 0, 5, false, ""},
                {3, 0, 0, 5, true, ""}};
    struct nash_rng rng = test_rng();
    uint8_t full[SUDOKU_CELLS_MAX], clue[SUDOKU_CELLS_MAX];
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        for (unsigned k = 0; k < sets[i].boards; k++) {
            unsigned size = sets[i].box * sets[i].box;
            board_full(&rng, sets[i].box, sets[i].box, full);
            memcpy(clue, full, sizeof clue);
            if (sets[i].clues)
                board_uniform(&rng, size, sets[i].clues, clue);
            else if (sets[i].holes)
                board_balanced(&rng, sets[i].box, sets[i].box, sets[i].holes, clue);
            else
                board_dig(&rng, sets[i].box, sets[i].box, clue);
            if (sets[i].spoilt)
                spoil(&rng, sets[i].box, clue, full);
            check_board(size, clue, sets[i].more);
        }
}

static void luck_ends_in_a_solution(void **state)
{
    static const char *const methods[] = {"sap", "tabu"};
    for (unsigned i = 0; i < 2; i++) {
        char request[400];
        snprintf(request, sizeof request, "{\"puzzle\":\"%0256d\",\"method\":\"%s\",\"shards\":3}", 0, methods[i]);
        struct cluster *cluster = request_cluster(LEASE_MS);
        cJSON *shared = solve_request(request, cluster);
        assert_string_equal(cJSON_GetObjectItemCaseSensitive(shared, "verdict")->valuestring, "solved");
        check_credit(shared);
        check_lean(shared);
        cJSON_Delete(shared);
        request_cluster_stop(cluster);
    }
}

/* Progress shows the end with the fewest conflicts so far, and whose it is. */
static void progress_has_the_best_board(void **state)
{
    static const uint32_t conflicts[] = {9, 4, 6};
    static const char *const members[] = {"a", "b", "c"};
    struct sudoku_problem problem = {.size = 4, .box_rows = 2, .box_cols = 2, .symbols = "1234"};
    struct sudoku_farm own = {.problem = &problem, .game.options.method = SUDOKU_METHOD_TABU};
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    sudoku_luck_progress(&own, NULL, &out);
    assert_int_equal(buf.len, 0); /* nothing is known yet */
    for (uint8_t i = 0; i < 3; i++) {
        uint8_t answer[LUCK_ANSWER_HEAD + 16] = {0};
        answer[16] = (uint8_t)conflicts[i];
        memset(answer + LUCK_ANSWER_HEAD, i, 16);
        sudoku_luck_job.accepted(&own, members[i], answer, sizeof answer);
    }
    nash_jsonw_object(&out);
    sudoku_luck_progress(&own, NULL, &out);
    nash_jsonw_object_end(&out);
    assert_string_equal(nash_buf_cstr(&buf), "{\"engine\":\"tabu\",\"potential\":-4,\"cells_set\":16,"
                                             "\"best\":\"2222222222222222\",\"best_member\":\"b\"}");
    nash_buf_free(&buf);
}

/* A result says why the mode auto chose its mode, and nothing where the request named one. */
static void chosen_mode_has_a_reason(void **state)
{
    static const char *const modes[] = {"auto", "replicas"};
    for (unsigned i = 0; i < 2; i++) {
        char request[200];
        snprintf(request, sizeof request, "{\"puzzle\":\"%081d\",\"method\":\"sap\",\"shards\":2,\"mode\":\"%s\"}", 0,
                 modes[i]);
        cJSON *result = solve_request(request, NULL), *game = cJSON_GetObjectItemCaseSensitive(result, "game");
        assert_string_equal(cJSON_GetObjectItemCaseSensitive(game, "mode")->valuestring, "replicas");
        assert_int_equal(cJSON_IsString(cJSON_GetObjectItemCaseSensitive(game, "mode_reason")), i == 0);
        cJSON_Delete(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_is_as_alone), cmocka_unit_test(farm_settles_what_one_process_settles),
        cmocka_unit_test(luck_ends_in_a_solution), cmocka_unit_test(progress_has_the_best_board),
        cmocka_unit_test(chosen_mode_has_a_reason)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
