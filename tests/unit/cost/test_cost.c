/* Reading a body takes time in proportion to its length, whatever it contains: JSON gate, parser and canonical key of
 * each kind, and the lines of a batch, counted at two sizes (counter.h). A thread that serves others reads bodies, so a
 * quadratic reader would stop the server. `test_cost PART [BYTES]` prints the cost of the shapes whose name contains
 * PART; with BYTES, of bodies of that length, to be run under callgrind. */
#include <string.h>

#include <api/batch/drop_member.h>
#include <api/batch/lines.h>
#include <solvers/records.h>

#include "../base/test.h"
#include "counter.h"
#include "shapes.h"

enum {
    GROWTH = 8,       /* the long body is at least so many times as long as */
    SHORT_BODIES = 4, /* each of these */
    WHOLE_BYTES = 512 << 10,
    PART_BYTES = 16 << 10, /* there are thousands of these shapes */
    PIECE_BYTES = 4096,    /* of a batch that arrives */
    SANITIZED_PART = 8     /* of which a sanitizer's build tries one in so many */
};
static const double ratio_max = 2; /* of the costs of a byte: growing buffers are copied once or twice */

/* Reads a problem as submitting it does. */
static void read_problem(const struct shape *shape, const struct nash_buf *body)
{
    const struct nash_solver *solver = shape->solver;
    struct nash_arena *arena = nash_arena_new(solver->limits.memory_bytes);
    const struct nash_body request = {.format = shape->format, .text = body->data, .len = body->len};
    struct nash_error error;
    struct nash_job job;
    void *problem;
    if (nash_request_read(solver, &request, arena, &problem, &job, 0, &error) == NASH_OK)
        nash_canonical_key(solver, problem, job.seed);
    nash_arena_free(arena);
}

/* ---- batches ---- */

struct batch {
    struct records records;
    char *scratch; /* as long as the body */
};

static bool take_json_line(void *context, const char *line, size_t len)
{
    struct batch *batch = context;
    struct nash_error error;
    const char *kind;
    size_t rest, kind_len;
    if (nash_json_check(line, len, &error) == NASH_OK)
        drop_string_member(line, len, "kind", batch->scratch, &rest, &kind, &kind_len);
    return true;
}

static bool take_record(void *context, const char *record, size_t len)
{
    struct batch *batch = context;
    memcpy(batch->scratch, record, len);
    return true;
}

static bool take_text_line(void *context, const char *line, size_t len)
{
    struct batch *batch = context;
    return records_line(&batch->records, line, len, take_record, batch);
}

/* Splits a batch that arrives in pieces. */
static void read_batch(const struct shape *shape, const struct nash_buf *body)
{
    struct lines lines;
    struct batch batch = {.scratch = malloc(body->len + 1)};
    bool text = shape->format == NASH_FORMAT_TEXT;
    assert_non_null(batch.scratch);
    lines_init(&lines, body->len);
    records_init(&batch.records, body->len, nash_find_kind("bridge", 6)->text_next);
    for (size_t at = 0; at < body->len; at += PIECE_BYTES)
        lines_feed(&lines, body->data + at, body->len - at < PIECE_BYTES ? body->len - at : PIECE_BYTES,
                   text ? take_text_line : take_json_line, &batch);
    lines_end(&lines, text ? take_text_line : take_json_line, &batch);
    records_end(&batch.records, take_record, &batch);
    records_release(&batch.records);
    lines_release(&lines);
    free(batch.scratch);
}

/* ---- the test ---- */

/* Returns the cost of a body, for each byte, and its length. */
static double read_body(const struct shape *shape, size_t bytes, size_t *len)
{
    struct nash_buf body = NASH_BUF_INIT(0);
    shape->write(&body, bytes, shape->context);
    assert_false(body.failed);
    cost_reset();
    if (shape->solver)
        read_problem(shape, &body);
    else
        read_batch(shape, &body);
    struct cost cost = cost_read();
    *len = body.len;
    nash_buf_free(&body);
    return (double)cost_total(&cost) / (double)*len;
}

/* Returns the highest cost of a few short bodies, for each byte, and the length of that one. How much of a text is read
 * before it is refused may depend on its length, as when a grid of so many cells would be square. */
static double read_short_bodies(const struct shape *shape, size_t bytes, size_t *len)
{
    double highest = 0;
    *len = 0;
    for (size_t part = GROWTH; part < GROWTH + SHORT_BODIES; part++) {
        size_t this_len;
        double each = read_body(shape, bytes / part, &this_len);
        *len = each > highest ? this_len : *len;
        highest = each > highest ? each : highest;
    }
    return highest;
}

struct run {
    const char *part; /* of a name, or NULL */
    size_t bytes;     /* 0: two sizes */
    unsigned shapes, failed;
    double worst;
};

static void check_shape(const struct shape *shape, void *context)
{
    struct run *run = context;
    char name[160];
    size_t small_len, large_len;
    size_t large = shape->whole ? WHOLE_BYTES : PART_BYTES;
    size_t most = shape->solver ? shape->solver->limits.body_bytes / 2 : large;
    large = large < most ? large : most;
    snprintf(name, sizeof name, "%s: %s", shape->solver ? shape->solver->kind : "batch", shape->name);
    if (run->part && !strstr(name, run->part))
        return;
    run->shapes++;
    if (SANITIZER_ANY && !shape->whole && !run->part && run->shapes % SANITIZED_PART)
        return;
    if (run->bytes) {
        double each = read_body(shape, run->bytes, &large_len);
        printf("%s: %zu bytes, %.1f a byte\n", name, large_len, each);
        return;
    }
    double few = read_short_bodies(shape, large, &small_len);
    double many = read_body(shape, large, &large_len), ratio = many / few;
    if (run->part)
        printf("%s: %zu bytes, %.1f a byte; %zu bytes, %.1f a byte\n", name, small_len, few, large_len, many);
    run->worst = ratio > run->worst ? ratio : run->worst;
    if (ratio > ratio_max) {
        run->failed++;
        print_error("%s: %.1f a byte of %zu, %.1f of %zu\n", name, few, small_len, many, large_len);
    }
}

static void test_bodies(void **state)
{
    struct run run = {0};
    shapes_each(check_shape, &run);
    if (run.failed)
        fail_msg("%u of %u shapes cost more for each byte of a longer body", run.failed, run.shapes);
    print_message("%u shapes; a longer body costs at most %.2f times as much for each byte\n", run.shapes, run.worst);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bodies)};
    if (argc == 1)
        return cmocka_run_group_tests(tests, NULL, NULL);
    struct run run = {.part = argv[1], .bytes = argc > 2 ? strtoull(argv[2], NULL, 10) : 0};
    shapes_each(check_shape, &run);
    return run.shapes == 0;
}
