/* A farm through the executor, with real members: threads of this process, and phones whose transport is a function of
 * this file. */
#include <pthread.h>
#include <string.h>

#include <base/bytes.h>
#include <cluster/cluster.h>
#include <cluster/member.h>
#include <cluster/registry.h>
#include <cluster/unit_farm/coordinator.h>
#include <cluster/unit_farm/protocol.h>
#include <cluster/unit_farm/runner.h>
#include <cluster/unit_farm/shard.h>
#include <jobs/executor/executor.h>
#include <solvers/kit/reader.h>

#include "../../base/test.h"
#include "primes.h"

enum { END = 20000, BUDGET = 1000, RANGE = 1000 };

/* ---- the solver and its program ---- */

struct problem {
    int64_t end, local, phones, wait_ms, audit;
};

struct own {
    struct farm_game farm; /* must be the first field */
    struct primes job;
};

static enum nash_status primes_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                                     struct nash_error *error)
{
    struct problem *p = *problem = NASH_NEW(arena, struct problem, 1);
    struct reader r;
    reader_root(&r, doc, arena, error);
    p->end = reader_int(&r, "end", 1, 100000, 0);
    p->local = reader_int(&r, "local", 0, 8, 0);
    p->phones = reader_int(&r, "phones", 0, 8, 0);
    p->wait_ms = reader_int(&r, "wait_ms", 0, 1000000, 0);
    p->audit = reader_int(&r, "audit", 0, 1, 1);
    return reader_status(&r);
}

static enum nash_status primes_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct own *own = result->answer;
    return own->job.primes == primes_sieve((uint64_t)((const struct problem *)problem)->end)
               ? NASH_OK
               : nash_fail(error, NASH_INTERNAL, "", "the count is wrong");
}

static void primes_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct own *own = result->answer;
    (void)problem;
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "primes", own->job.primes);
    nash_jsonw_kbool(out, "restored", own->farm.counts.restored > 0);
    nash_jsonw_kstring(out, "wrong", own->farm.quarantines > 0 ? own->farm.quarantine[0].member : "");
    nash_jsonw_object_end(out);
}

static const struct nash_solver primes_solver = {
    .kind = "primes",
    .title = "Primes",
    .version = "1",
    .limits = {.body_bytes = 1000, .memory_bytes = 1 << 20, .result_bytes = 1000, .time_ms_max = 100000},
    .parse = primes_parse,
    .verify = primes_verify,
    .write = primes_write,
};

static const struct farm_work *const works[] = {&primes_work, NULL};

static size_t shard_bytes(void)
{
    return runner_bytes(works);
}
static void shard_init(void *memory)
{
    runner_init(memory, works);
}
static size_t shard_take(void *memory, const uint8_t *message, size_t len, uint8_t *answer, size_t room)
{
    return runner_take(memory, message, len, answer, room);
}

static enum nash_status primes_check(const void *problem, struct cluster *cluster, struct nash_error *error)
{
    (void)problem;
    (void)cluster;
    (void)error;
    return NASH_OK;
}

static const struct cluster_program primes_program;

static enum nash_status primes_begin(const void *problem, struct nash_run *run, struct nash_result *result,
                                     struct nash_error *error, struct cluster_game **game)
{
    const struct problem *p = problem;
    struct own *own = NASH_NEW(run->arena, struct own, 1);
    const char **member = NASH_NEW(run->arena, const char *, 16);
    for (int64_t i = 0; i < p->local + p->phones; i++)
        member[i] = i < p->local ? "local" : "phone";
    primes_init(&own->job, (uint64_t)p->end, BUDGET, RANGE);
    struct farm_request request = {.program = &primes_program,
                                   .job = &own->job.job,
                                   .self = &own->job,
                                   .task = own->job.task,
                                   .task_len = sizeof own->job.task,
                                   .member = member,
                                   .members = (unsigned)(p->local + p->phones),
                                   .audit = (double)p->audit,
                                   .wait_ms = (uint32_t)p->wait_ms,
                                   .check = 1};
    result->answer = own;
    *game = &own->farm.game;
    return farm_game_begin(&own->farm, &request, run, error);
}

static enum nash_status primes_end(struct cluster_game *game, struct nash_result *result, struct nash_error *error)
{
    struct own *own = (struct own *)game;
    enum nash_status status = farm_game_end(&own->farm, error);
    result->final = own->farm.complete;
    return status;
}

static const struct cluster_program primes_program = {
    .kind = "primes",
    .protocol = FARM_PROTOCOL,
    .task_type = FARM_TASK,
    .check = primes_check,
    .begin = primes_begin,
    .step = farm_game_step,
    .end = primes_end,
    .describe = farm_game_describe,
    .shard_bytes = shard_bytes,
    .shard_init = shard_init,
    .shard_take = shard_take,
};
static const struct cluster_program *const programs[] = {&primes_program, NULL};

/* ---- phones ---- */

struct phone {
    struct runner *runner;
    bool lies, goes;           /* all its answers are false; it goes after its third message */
    bool unable;               /* it lacks the work */
    _Atomic unsigned messages; /* that came */
    uint8_t answer[MESSAGE_MAX];
};

/* Carries the message out at once. */
static void phone_send(struct member *member, struct bytes *message)
{
    static const struct farm_work *const none[] = {NULL};
    struct phone *phone = member->own;
    if (phone->unable)
        runner_init(phone->runner, none);
    size_t len =
        runner_take(phone->runner, (const uint8_t *)message->data, message->len, phone->answer, sizeof phone->answer);
    if (++phone->messages == 3 && phone->goes) {
        member_gone(member, "closed");
        return;
    }
    if (len > 0 && phone->answer[0] == FARM_DONE && phone->lies)
        phone->answer[MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED + 24]++; /* the divisions */
    if (len > 0)
        member_received(member, phone->answer, len);
}

static bool phone_had_message(const struct member *member)
{
    return ((const struct phone *)member->own)->messages > 0;
}

static void phone_release(struct member *member)
{
    (void)member;
}

static void phone_free(struct member *member)
{
    struct phone *phone = member->own;
    free(phone->runner);
    free(phone);
}

static const struct member_transport phone_transport = {
    .send = phone_send, .release = phone_release, .free = phone_free};

static struct member *phone_join(struct cluster *cluster, const char *name, bool lies, bool goes)
{
    struct phone *phone = calloc(1, sizeof *phone);
    phone->runner = runner_init(aligned_alloc(64, (runner_bytes(works) + 63) / 64 * 64), works);
    phone->lies = lies;
    phone->goes = goes;
    return member_join(cluster, MEMBER_PHONE, name, &phone_transport, phone);
}

/* ---- a job ---- */

struct client {
    struct work work;
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool is_done;
    struct work_result outcome;
    char result[200];
    struct bytes *stored; /* what the next run finds */
    struct bytes *blob;   /* the last one that was stored */
};

static void on_done(void *context, struct work *work, const struct work_result *result)
{
    struct client *client = context;
    (void)work;
    pthread_mutex_lock(&client->lock);
    client->is_done = true;
    client->outcome = *result;
    if (result->result != NULL && result->result->len < sizeof client->result)
        memcpy(client->result, result->result->data, result->result->len + 1);
    pthread_cond_signal(&client->change);
    pthread_mutex_unlock(&client->lock);
}

static void on_ready(void *context)
{
    (void)context;
}

static void on_progress(void *context, struct work *work, const char *json, size_t len)
{
    (void)context;
    (void)work;
    (void)json;
    (void)len;
}

static void on_blob(void *context, struct work *work, const char *name, const void *bytes, size_t len)
{
    struct client *client = context;
    (void)work;
    assert_string_equal(name, ".units");
    bytes_unref(client->blob);
    client->blob = bytes_copy(bytes, len);
}

static struct bytes *on_stored(void *context, struct work *work, const char *name)
{
    struct client *client = context;
    (void)work;
    (void)name;
    return client->stored != NULL ? bytes_ref(client->stored) : NULL;
}

static struct cluster *cluster_new(void)
{
    struct nash_error error = {0};
    struct cluster *cluster = cluster_start(&(struct cluster_options){.programs = programs}, &error);
    assert_non_null(cluster);
    return cluster;
}

static void job_start(struct cluster *cluster, struct client *client, const char *problem)
{
    struct nash_error error = {0};
    struct executor_client callbacks = {.context = client,
                                        .done = on_done,
                                        .ready = on_ready,
                                        .progress = on_progress,
                                        .blob = on_blob,
                                        .stored = on_stored};
    struct executor *executor = cluster_executor(cluster);
    client->work = (struct work){
        .solver = &primes_solver, .problem = bytes_copy(problem, strlen(problem)), .job = "a job", .timeout_ms = 60000};
    pthread_mutex_init(&client->lock, NULL);
    pthread_cond_init(&client->change, NULL);
    assert_int_equal(executor->open(executor, &callbacks, &error), NASH_OK);
    assert_true(executor->start(executor, &client->work));
}

/* Waits for the result; closes the executor. */
static void job_await(struct cluster *cluster, struct client *client)
{
    struct executor *executor = cluster_executor(cluster);
    pthread_mutex_lock(&client->lock);
    while (!client->is_done)
        pthread_cond_wait(&client->change, &client->lock);
    pthread_mutex_unlock(&client->lock);
    bytes_unref(client->work.problem);
    executor->close(executor);
}

static void job_run(struct cluster *cluster, struct client *client, const char *problem)
{
    job_start(cluster, client, problem);
    job_await(cluster, client);
}

static void test_threads_share_the_work(void **state)
{
    struct cluster *cluster = cluster_new();
    struct client client = {.is_done = false};
    job_run(cluster, &client, "{\"end\":20000,\"local\":5}");
    assert_int_equal(client.outcome.status, NASH_OK);
    assert_true(client.outcome.final);
    assert_string_equal(client.result, "{\"primes\":2262,\"restored\":false,\"wrong\":\"\"}");
    assert_non_null(client.blob);
    bytes_unref(client.blob);
    cluster_stop(cluster);
}

static void test_the_hub_helps_if_nobody_comes(void **state)
{
    struct cluster *cluster = cluster_new();
    struct client client = {.is_done = false};
    job_run(cluster, &client, "{\"end\":20000,\"phones\":2}");
    assert_string_equal(client.result, "{\"primes\":2262,\"restored\":false,\"wrong\":\"\"}");
    bytes_unref(client.blob);
    cluster_stop(cluster);
}

static void test_a_liar_is_named_and_one_that_goes_is_replaced(void **state)
{
    struct cluster *cluster = cluster_new();
    struct client client = {.is_done = false};
    struct member *liar = phone_join(cluster, "the liar", true, false);
    struct member *honest = phone_join(cluster, "honest", false, false);
    struct member *brief = phone_join(cluster, "brief", false, true);
    job_run(cluster, &client, "{\"end\":20000,\"phones\":3}");
    assert_string_equal(client.result, "{\"primes\":2262,\"restored\":false,\"wrong\":\"the liar\"}");
    assert_non_null(registry_quarantined(liar));
    assert_null(registry_quarantined(honest));
    assert_true(registry_is_gone(brief));
    bytes_unref(client.blob);
    member_gone(liar, "closed");
    member_gone(honest, "closed");
    member_unref(liar);
    member_unref(honest);
    member_unref(brief);
    cluster_stop(cluster);
}

/* A phone that lacks the work goes to a game that waits, while the farm waits for a phone that has it. */
static void test_a_member_that_lacks_the_work_is_given_back(void **state)
{
    struct cluster *cluster = cluster_new();
    struct client client = {.is_done = false};
    struct inbox other;
    inbox_init(&other);
    struct member *unable = phone_join(cluster, "unable", false, false);
    ((struct phone *)unable->own)->unable = true;
    job_start(cluster, &client, "{\"end\":20000,\"phones\":1,\"wait_ms\":1000000}");
    while (!phone_had_message(unable))
        ;
    registry_want(cluster, &other, 1);
    struct inbox_message *joined = inbox_pop(&other, INT64_MAX);
    assert_ptr_equal(joined->member, unable);
    inbox_message_free(joined);
    registry_release(unable, REGISTRY_NOT_NEEDED); /* the farm must not take it again */
    struct member *able = phone_join(cluster, "able", false, false);
    job_await(cluster, &client);
    assert_string_equal(client.result, "{\"primes\":2262,\"restored\":false,\"wrong\":\"\"}");
    assert_int_equal(((struct phone *)unable->own)->messages, 3); /* TASK, UNITS, BYE */
    inbox_release(&other);
    bytes_unref(client.blob);
    member_gone(unable, "closed");
    member_gone(able, "closed");
    member_unref(unable);
    member_unref(able);
    cluster_stop(cluster);
}

/* A member that comes and goes all the time costs no memory but that of its last stay. */
static void test_earlier_stays_are_dropped(void **state)
{
    enum { STAYS = 20 };
    struct cluster *cluster = cluster_new();
    struct client client = {.is_done = false};
    struct member *before = NULL;
    job_start(cluster, &client, "{\"end\":100000,\"phones\":1,\"wait_ms\":1000000,\"audit\":0}");
    for (unsigned i = 0; i < STAYS; i++) {
        struct member *phone = phone_join(cluster, "brief", false, true);
        while (!registry_is_gone(phone)) /* it goes after three messages */
            ;
        while (before != NULL && before->references > 1) /* that of this test */
            ;
        if (before != NULL)
            member_unref(before);
        before = phone;
    }
    struct member *last = phone_join(cluster, "brief", false, false);
    job_await(cluster, &client);
    assert_string_equal(client.result, "{\"primes\":9592,\"restored\":false,\"wrong\":\"\"}");
    bytes_unref(client.blob);
    member_gone(last, "closed");
    member_unref(before);
    member_unref(last);
    cluster_stop(cluster);
}

static void test_stored_units_are_used(void **state)
{
    struct cluster *cluster = cluster_new();
    struct client first = {.is_done = false}, second = {.is_done = false}, third = {.is_done = false};
    job_run(cluster, &first, "{\"end\":20000,\"local\":2}");
    assert_non_null(first.blob);
    cluster_stop(cluster);
    second.stored = first.blob;
    cluster = cluster_new();
    job_run(cluster, &second, "{\"end\":20000,\"local\":2}");
    assert_string_equal(second.result, "{\"primes\":2262,\"restored\":true,\"wrong\":\"\"}");
    cluster_stop(cluster);
    third.stored = first.blob; /* of another task: ignored */
    cluster = cluster_new();
    job_run(cluster, &third, "{\"end\":10000,\"local\":2}");
    assert_string_equal(third.result, "{\"primes\":1229,\"restored\":false,\"wrong\":\"\"}");
    cluster_stop(cluster);
    bytes_unref(first.blob);
    bytes_unref(second.blob);
    bytes_unref(third.blob);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_share_the_work),
        cmocka_unit_test(test_the_hub_helps_if_nobody_comes),
        cmocka_unit_test(test_a_liar_is_named_and_one_that_goes_is_replaced),
        cmocka_unit_test(test_a_member_that_lacks_the_work_is_given_back),
        cmocka_unit_test(test_earlier_stays_are_dropped),
        cmocka_unit_test(test_stored_units_are_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
