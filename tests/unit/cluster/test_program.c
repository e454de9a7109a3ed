/* The table in program.h suffices: a second game is played through it, beside sudoku, without a change in the cluster.
 */
#include <pthread.h>
#include <string.h>

#include <cluster/cluster.h>
#include <cluster/envelope.h>
#include <jobs/executor/executor.h>

#include "../base/test.h"
#include "harness/sum.h"

static const struct cluster_program *const programs[] = {&sudoku_program, &sum_program, &sum_large_program, NULL};

static void test_programs_are_found_by_kind_and_by_protocol(void **state)
{
    int64_t small[] = {SUM_LARGE - 1, 1}, large[] = {SUM_LARGE, 1}; /* laid out like struct sum_problem: n, members */
    assert_ptr_equal(cluster_program_for(programs, "sum", small), &sum_program);
    assert_ptr_equal(cluster_program_for(programs, "sum", large), &sum_large_program);
    assert_ptr_equal(cluster_program_for(programs, "sudoku", NULL), &sudoku_program);
    assert_null(cluster_program_for(programs, "whist", NULL));
    assert_null(cluster_program_for(NULL, "sum", small));
    assert_ptr_equal(cluster_program_of_protocol(programs, 0), &sudoku_program);
    assert_ptr_equal(cluster_program_of_protocol(programs, SUM_PROTOCOL), &sum_program);
    assert_null(cluster_program_of_protocol(programs, 8));
}

/* ---- a shard of whichever program ---- */

static uint8_t answer[MESSAGE_MAX];

static size_t take_sum(struct shard_host *host, unsigned protocol)
{
    uint8_t message[MESSAGE_HEAD + 8];
    message_put32(message_put32(message_head_write(message, protocol, SUM_ADD, 3, 4, 8), 1), 10);
    return shard_host_take(host, message, sizeof message, answer, sizeof answer);
}

static void test_a_host_plays_what_it_is_sent(void **state)
{
    struct shard_host *host = shard_host_new(programs, NULL);
    struct message_head head;
    uint8_t ping[MESSAGE_HEAD + 4];
    message_put32(message_head_write(ping, sudoku_program.protocol, MESSAGE_PING, 1, 2, 4), 77);
    for (unsigned i = 0; i < 3; i++) { /* each change of program starts a new shard */
        size_t len = take_sum(host, SUM_PROTOCOL);
        assert_true(message_head_read(&head, answer, len));
        assert_int_equal(head.type, SUM_TOTAL);
        assert_int_equal(head.protocol, SUM_PROTOCOL);
        assert_int_equal(message_u64(answer + MESSAGE_HEAD), 385);
        len = shard_host_take(host, ping, sizeof ping, answer, sizeof answer);
        assert_true(message_head_read(&head, answer, len));
        assert_int_equal(head.type, MESSAGE_PONG);
        assert_int_equal(message_u32(answer + MESSAGE_HEAD), 77);
    }
    shard_host_free(host);
}

static void test_a_host_refuses_an_unknown_protocol(void **state)
{
    struct shard_host *host = shard_host_new(programs, NULL);
    struct message_head head;
    size_t len = take_sum(host, SUM_PROTOCOL + 2);
    assert_true(message_head_read(&head, answer, len));
    assert_int_equal(head.type, MESSAGE_REFUSED);
    assert_int_equal(head.protocol, SUM_PROTOCOL + 2);
    assert_int_equal(head.game, 3);
    assert_int_equal(head.epoch, 4);
    assert_int_equal(message_u32(answer + MESSAGE_HEAD), MESSAGE_MALFORMED);
    len = shard_host_take(host, (const uint8_t *)"", 1, answer, sizeof answer); /* too short for a head */
    assert_true(message_head_read(&head, answer, len));
    assert_int_equal(head.type, MESSAGE_REFUSED);
    shard_host_free(host);
}

/* ---- a game through the executor ---- */

struct client {
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool is_done;
    enum nash_status status;
    char result[100];
};

static void on_done(void *context, struct work *work, const struct work_result *result)
{
    struct client *client = context;
    (void)work;
    pthread_mutex_lock(&client->lock);
    client->is_done = true;
    client->status = result->status;
    if (result->result != NULL && result->result->len < sizeof client->result)
        memcpy(client->result, result->result->data, result->result->len);
    pthread_cond_signal(&client->change);
    pthread_mutex_unlock(&client->lock);
}

static void on_ready(void *context)
{
    (void)context;
}

static void test_the_executor_finds_the_program_of_the_kind(void **state)
{
    static const char problem[] = "{\"n\":10,\"members\":3}";
    struct nash_error error = {0};
    struct client client = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};
    struct executor_client callbacks = {.context = &client, .done = on_done, .ready = on_ready};
    struct cluster *cluster = cluster_start(&(struct cluster_options){.programs = programs}, &error);
    struct executor *executor = cluster_executor(cluster);
    struct work work = {
        .solver = &sum_solver, .problem = bytes_copy(problem, sizeof problem - 1), .job = "a job", .timeout_ms = 10000};
    assert_int_equal(executor->open(executor, &callbacks, &error), NASH_OK);
    assert_true(executor->start(executor, &work));
    pthread_mutex_lock(&client.lock);
    while (!client.is_done)
        pthread_cond_wait(&client.change, &client.lock);
    pthread_mutex_unlock(&client.lock);
    assert_int_equal(client.status, NASH_OK);
    assert_string_equal(client.result, "{\"sum\":385,\"answers\":3}");
    bytes_unref(work.problem);
    executor->close(executor);
    cluster_stop(cluster);
}

static void test_the_executor_checks_by_the_program(void **state)
{
    struct nash_error error = {0};
    struct cluster *cluster = cluster_start(&(struct cluster_options){.programs = programs}, &error);
    struct executor *executor = cluster_executor(cluster);
    int64_t refused[] = {13, 1}, accepted[] = {14, 1}; /* n, members */
    assert_int_equal(executor->check(executor, &sum_solver, accepted, &error), NASH_OK);
    assert_int_equal(executor->check(executor, &sum_solver, refused, &error), NASH_UNPROCESSABLE);
    assert_string_equal(error.pointer, "/n");
    const struct nash_solver other = {.kind = "whist"};
    assert_int_equal(executor->check(executor, &other, accepted, &error), NASH_UNPROCESSABLE);
    executor->close(executor);
    cluster_stop(cluster);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs_are_found_by_kind_and_by_protocol),
        cmocka_unit_test(test_a_host_plays_what_it_is_sent),
        cmocka_unit_test(test_a_host_refuses_an_unknown_protocol),
        cmocka_unit_test(test_the_executor_finds_the_program_of_the_kind),
        cmocka_unit_test(test_the_executor_checks_by_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
