/* The writer with a scripted engine: batches, merging, retries and callbacks. */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <store/writer.h>

#include "frame.h"

/* An engine that records its transactions as text: "3 " is one of three operations, "2+1 " one of two operations and a
 * merged FINISH. A transaction with a bad operation (priority 1) fails, after the engine has set a wrong id. */
static struct {
    char diary[4096];
    bool fails; /* every transaction fails */
    uint64_t part_bytes;
} engine_state;
enum { FAKE_BODY = 7 };

static enum nash_status fake_apply(void *db, struct store_op *const ops[], size_t n, struct nash_error *error)
{
    (void)db;
    bool bad = engine_state.fails;
    size_t follows = 0, len = strlen(engine_state.diary), parts = 0;
    for (size_t i = 0; i < n; i++) {
        if (ops[i]->verb == STORE_DROP) {
            ops[i]->status = NASH_OK;
            return bad ? NASH_BUSY : NASH_OK;
        }
        if (ops[i]->verb == STORE_PART) {
            assert_int_equal(ops[i]->body, ops[i]->part == 0 ? 0 : FAKE_BODY);
            ops[i]->body = FAKE_BODY;
            ops[i]->status = NASH_OK;
            engine_state.part_bytes += ops[i]->blob->len;
            parts++;
            continue;
        }
        bad |= ops[i]->row.priority == 1;
        follows += ops[i]->merged_finish != NULL;
        memset(&ops[i]->row.id, 0xff, sizeof ops[i]->row.id);
        ops[i]->status = NASH_OK;
        if (ops[i]->merged_finish != NULL)
            ops[i]->merged_finish->status = NASH_OK;
    }
    if (parts > 0)
        snprintf(engine_state.diary + len, sizeof engine_state.diary - len, "%zup%s ", n - parts, bad ? "!" : "");
    else if (follows > 0)
        snprintf(engine_state.diary + len, sizeof engine_state.diary - len, "%zu+%zu%s ", n, follows, bad ? "!" : "");
    else
        snprintf(engine_state.diary + len, sizeof engine_state.diary - len, "%zu%s ", n, bad ? "!" : "");
    return bad ? nash_fail(error, NASH_BUSY, NULL, "as the test wants") : NASH_OK;
}

static const struct store_engine fake = {.scheme = "fake", .apply = fake_apply};

static struct writer *writer;
static struct plug plug;
static char called_back[4096];

static void record_done(struct store_op *op)
{
    strcat(called_back, op->context);
}

static void plug_done(struct store_op *op)
{
    (void)op;
    atomic_store(&plug.state, 1);
    while (atomic_load(&plug.state) != 2)
        sched_yield();
}

static int setup(void **state)
{
    memset(&engine_state, 0, sizeof engine_state);
    called_back[0] = '\0';
    writer = writer_start(&fake, NULL, NULL);
    plug = (struct plug){.op = {.done = plug_done}};
    writer_post(writer, &plug.op);
    while (atomic_load(&plug.state) != 1)
        sched_yield();
    engine_state.diary[0] = '\0';
    return writer == NULL;
}

static int teardown(void **state)
{
    writer_stop(writer);
    return 0;
}

static void let_go(void)
{
    atomic_store(&plug.state, 2);
    writer_flush(writer);
}

static struct store_op op_of(const char *name, int priority)
{
    return (struct store_op){
        .row = {.id = id_of(1), .priority = priority}, .done = record_done, .context = (void *)name};
}

static void test_one_batch(void **state)
{
    struct store_op op[] = {op_of("a", 0), op_of("b", 0), op_of("c", 0), op_of("d", 0), op_of("e", 0)};
    writer_post(writer, &op[0]);
    writer_post(writer, &op[1]);
    writer_post_finish(writer, &op[2], &op[0]);
    writer_post_finish(writer, &op[3], &op[0]); /* not merged, because op[0] has a merged FINISH already */
    writer_post_finish(writer, &op[4], NULL);
    let_go();
    assert_string_equal(engine_state.diary, "4+1 ");
    assert_string_equal(called_back, "acbde");
    uint64_t commits, operations;
    writer_counts(writer, &commits, &operations);
    assert_int_equal(commits, 2);
    assert_int_equal(operations, 6);            /* including the plug */
    writer_post_finish(writer, &op[2], &op[0]); /* not merged, because op[0] is done */
    writer_flush(writer);
    assert_string_equal(engine_state.diary, "4+1 1 ");
}

/* One bad operation fails alone, and ids set by the failed transaction are restored. */
static void test_one_bad(void **state)
{
    struct store_op op[] = {op_of("a", 0), op_of("b", 1), op_of("c", 0), op_of("d", 0)};
    struct job_id first_id = id_of(1);
    writer_post(writer, &op[0]);
    writer_post(writer, &op[1]);
    writer_post_finish(writer, &op[3], &op[1]);
    writer_post(writer, &op[2]);
    let_go();
    assert_string_equal(engine_state.diary, "3+1! 1 1+1! 1 ");
    assert_string_equal(called_back, "abdc");
    assert_int_equal(op[0].status, NASH_OK);
    assert_int_equal(op[1].status, NASH_BUSY);
    assert_int_equal(op[3].status, NASH_BUSY);
    assert_int_equal(op[2].status, NASH_OK);
    assert_memory_equal(&op[1].row.id, &first_id, sizeof first_id);
    uint64_t commits, operations;
    writer_counts(writer, &commits, &operations);
    assert_int_equal(commits, 3);
    assert_int_equal(operations, 3);
}

/* If all operations fail, each is called back once, and the next batch is tried as usual. */
static void test_all_bad(void **state)
{
    enum { MANY = 700 }; /* more operations than a batch may have */
    static struct store_op op[MANY];
    engine_state.fails = true;
    for (int i = 0; i < MANY; i++) {
        op[i] = op_of("x", 0);
        writer_post(writer, &op[i]);
    }
    let_go();
    assert_int_equal(strlen(called_back), MANY);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(op[i].status, NASH_BUSY);
    engine_state.fails = false;
    writer_post(writer, &op[0]);
    writer_flush(writer);
    assert_int_equal(op[0].status, NASH_OK);
}

/* The size of its bodies limits a batch too. */
static void test_large(void **state)
{
    struct nash_rng rng = test_rng();
    struct bytes *body = bytes_random(&rng, STORE_PART_BYTES);
    struct store_op op[] = {op_of("a", 0), op_of("b", 0), op_of("c", 0), op_of("d", 0), op_of("e", 0), op_of("f", 0)};
    for (int i = 0; i < 5; i++)
        op[i].row.result = body;
    for (int i = 0; i < 6; i++)
        writer_post(writer, &op[i]);
    let_go();
    assert_string_equal(engine_state.diary, "4 2 ");
    assert_string_equal(called_back, "abcdef");
    bytes_unref(body);
}

/* A large body is stored in parts, before its row. Other operations overtake it, those on the same job do not; a FINISH
 * posted meanwhile is merged. */
static void test_parts(void **state)
{
    struct nash_rng rng = test_rng();
    struct bytes *body = bytes_random(&rng, 5 * STORE_PART_BYTES + 1);
    struct store_op op[] = {op_of("a", 0), op_of("b", 0), op_of("c", 0), op_of("d", 0)};
    op[0].row.problem = body;
    op[1].row.id = id_of(2);
    op[3].verb = STORE_FINISH;
    op[3].row.result = body;
    for (int i = 0; i < 3; i++)
        writer_post(writer, &op[i]);
    writer_post_finish(writer, &op[3], &op[0]);
    let_go();
    assert_string_equal(engine_state.diary, "1p 0p 0p 0p 0p 0p 2+1 ");
    assert_string_equal(called_back, "badc");
    assert_int_equal(op[0].problem.body, FAKE_BODY);
    assert_int_equal(op[3].result.body, FAKE_BODY);
    assert_int_equal(engine_state.part_bytes, 2 * body->len);
    uint64_t commits, operations;
    writer_counts(writer, &commits, &operations);
    assert_int_equal(operations, 5); /* with the plug, without the parts */
    bytes_unref(body);
}

/* An operation whose body cannot be stored fails once; those that waited for it go on. */
static void test_parts_fail(void **state)
{
    struct nash_rng rng = test_rng();
    struct bytes *body = bytes_random(&rng, 3 * STORE_PART_BYTES);
    struct store_op op[] = {op_of("a", 0), op_of("b", 0)};
    op[0].row.problem = body;
    engine_state.fails = true;
    writer_post(writer, &op[0]);
    writer_post(writer, &op[1]);
    let_go();
    assert_string_equal(called_back, "ab");
    assert_int_equal(op[0].status, NASH_BUSY);
    assert_int_equal(op[0].problem.body, 0);
    engine_state.fails = false;
    writer_post(writer, &op[0]);
    writer_flush(writer);
    assert_int_equal(op[0].status, NASH_OK);
    bytes_unref(body);
}

/* Bodies in files: a long one goes in parts, a short one into the transaction of its row. */
static void test_files(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_error error;
    struct bytes *body = bytes_random(&rng, STORE_PART_BYTES + 9);
    struct store_op op[] = {op_of("a", 0), op_of("b", 0)};
    for (int i = 0; i < 2; i++) {
        op[i].row.id = id_of((uint64_t)i);
        op[i].row.large_problem = tempfile_new("/tmp", NULL, &error);
        assert_non_null(op[i].row.large_problem);
        assert_int_equal(tempfile_append(op[i].row.large_problem, body->data, i == 0 ? body->len : 77, &error),
                         NASH_OK);
        writer_post(writer, &op[i]);
    }
    let_go();
    assert_string_equal(engine_state.diary, "1p 1 ");
    assert_int_equal(engine_state.part_bytes, body->len);
    assert_null(op[1].row.large_problem);
    assert_int_equal(op[1].row.problem->len, 77);
    assert_memory_equal(op[1].row.problem->data, body->data, 77);
    for (int i = 0; i < 2; i++)
        store_job_release(&op[i].row);
    bytes_unref(body);
}

int main(void)
{
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* failures are expected */
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {TEST(test_one_batch), TEST(test_one_bad), TEST(test_all_bad),
                                       TEST(test_large),     TEST(test_parts),   TEST(test_parts_fail),
                                       TEST(test_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
