/* Chunks through the pool: many lines at once, some with faults. Batches with faults are tested through the server
 * (tests/api/batch/test_batch_faults.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jobs/pool/sandbox.h>

#include "../unit/base/test.h"
#include "attempt.h"

static void release(struct attempt *attempt)
{
    nash_buf_free(&attempt->answer_text);
}

/* Checks that the answers are the beginning of `all`, and at least `least` answers: on a busy machine, a chunk may be
 * returned early. */
static void expect_beginning(const struct attempt *attempt, const char *all, unsigned least)
{
    if (attempt->result.status != NASH_OK || attempt->answers < least ||
        strncmp(attempt->answer_text.data, all, attempt->answer_text.len) != 0)
        fail_msg("%u answers, %.*s", attempt->answers, (int)attempt->answer_text.len, attempt->answer_text.data);
}

/* Runs the lines as one chunk, again and again until it has so many answers or ends by an error: on a busy machine, a
 * chunk may be returned early. */
static void run_until(struct attempt *attempt, unsigned answers, const char *lines, uint32_t timeout_ms)
{
    attempt_run_chunk(attempt, "fault", lines, timeout_ms);
    while (attempt->result.status == NASH_OK && attempt->answers < answers) {
        release(attempt);
        attempt_run_chunk(attempt, "fault", lines, timeout_ms);
    }
}

/* ---- valid lines ---- */

/* Lines of every length, valid and invalid, are answered in order, however they are divided into chunks. */
static void test_honest(void **state)
{
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 30; round++) {
        struct nash_buf lines = NASH_BUF_INIT(0), expected = NASH_BUF_INIT(0);
        unsigned count = 1 + (unsigned)nash_rng_below(&rng, round % 10 == 0 ? 3000 : 60);
        for (unsigned i = 0; i < count; i++) {
            bool bad = nash_rng_below(&rng, 7) == 0;
            size_t start = lines.len, len = nash_rng_below(&rng, nash_rng_below(&rng, 100) == 0 ? 30000 : 90);
            nash_buf_printf(&lines, "%s%u ", bad ? "!" : "", i);
            for (size_t n = 0; n < len; n++)
                nash_buf_putc(&lines, (char)('a' + nash_rng_below(&rng, 26)));
            nash_buf_putc(&lines, '\n');
            if (bad)
                nash_buf_puts(&expected, "!unprocessable\n");
            else
                nash_buf_add(&expected, lines.data + start, lines.len - start);
        }
        const char *rest = nash_buf_cstr(&lines);
        struct nash_buf answer_text = NASH_BUF_INIT(0);
        for (unsigned done = 0; done < count;) { /* on a busy machine, a chunk may be returned early */
            struct attempt attempt;
            attempt_run_chunk(&attempt, "echo", rest, 10000);
            assert_int_equal(attempt.result.status, NASH_OK);
            assert_int_equal(attempt.dones, 1);
            assert_true(attempt.answers > 0 && attempt.answers <= attempt.x.lines);
            for (unsigned i = 0; i < attempt.answers; i++)
                rest = strchr(rest, '\n') + 1;
            done += attempt.answers;
            nash_buf_add(&answer_text, attempt.answer_text.data, attempt.answer_text.len);
            release(&attempt);
        }
        if (answer_text.len != expected.len || memcmp(answer_text.data, expected.data, answer_text.len) != 0)
            fail_msg("round %d: %u lines were answered by\n%s", round, count, nash_buf_cstr(&answer_text));
        nash_buf_free(&lines);
        nash_buf_free(&expected);
        nash_buf_free(&answer_text);
    }
}

/* Answers of a slow chunk arrive before its end, and the rest is returned. */
static void test_slow(void **state)
{
    struct attempt attempt;
    attempt_prepare_chunk(&attempt, "fault", "nothing 1\nslow 40\nnothing 2\nslow 400\nnothing 3\nnothing 4\n", 10000);
    attempt_start(&attempt);
    attempt_finish(&attempt);
    expect_beginning(&attempt, "nothing 1\nslow 40\nnothing 2\nslow 400\n", 2);
    assert_true(attempt.blocks > 1 || attempt.answers < 4);
    release(&attempt);
}

/* A hard line does not delay the answers before it. */
static void test_hard_line(void **state)
{
    struct attempt attempt;
    attempt_prepare_chunk(&attempt, "fault", "nothing 1\nnothing 2\nslow 60000\nnothing 3\n", 60000);
    attempt_start(&attempt);
    attempt_await(&attempt, 2);
    pool->cancel(pool, &attempt.x);
    attempt_finish(&attempt);
    expect_beginning(&attempt, "nothing 1\nnothing 2\n", 2);
    release(&attempt);
}

/* The time limit is for each line: a chunk may take longer. */
static void test_time_of_a_line(void **state)
{
    struct attempt attempt;
    attempt_run_chunk(&attempt, "fault", "slow 30\nwait 1\nnothing 1\n", 700);
    expect_beginning(&attempt, "slow 30\nwait 1\n", 1);
    release(&attempt);
}

/* Long answers are sent in several blocks, and the chunk is returned early if they are very long. */
static void test_much(void **state)
{
    struct nash_buf lines = NASH_BUF_INIT(0);
    struct attempt attempt;
    for (int i = 0; i < 20; i++)
        nash_buf_puts(&lines, "long-text 90000\n");
    attempt_run_chunk(&attempt, "fault", nash_buf_cstr(&lines), 10000);
    assert_int_equal(attempt.result.status, NASH_OK);
    assert_in_range(attempt.answers, 1, 12); /* answers of about 1 MiB, then the chunk is returned */
    assert_int_equal(attempt.blocks, attempt.answers);
    release(&attempt);
    run_until(&attempt, 3, "long-text 200000\ntwo-lines 1\nnothing 1\n", 10000);
    assert_string_equal(nash_buf_cstr(&attempt.answer_text), "!output-limit\n!output-limit\nnothing 1\n");
    release(&attempt);
    nash_buf_free(&lines);
}

/* ---- cancelled chunks ---- */

static void test_cancel(void **state)
{
    struct attempt attempt;
    attempt_prepare_chunk(&attempt, "fault", "slow 30\nslow 60000\nnothing 1\n", 60000);
    attempt_start(&attempt);
    attempt_await(&attempt, 1); /* the frame was sent because the first line took longer than answers may wait */
    pool->cancel(pool, &attempt.x);
    attempt_finish(&attempt);
    assert_int_equal(attempt.result.status, NASH_OK);
    assert_string_equal(nash_buf_cstr(&attempt.answer_text), "slow 30\n"); /* the cancelled line has no answer */
    release(&attempt);

    attempt_prepare_chunk(&attempt, "fault", "spin 1\nnothing 1\n", 60000);
    attempt_start(&attempt);
    pool->cancel(pool, &attempt.x);
    attempt_finish(&attempt);
    if (attempt.result.status != NASH_OK) /* the cancel came before the first line was begun */
        assert_int_equal(attempt.result.stopped, NASH_STOP_CANCEL);
    assert_int_equal(attempt.answers, 0);
    release(&attempt);
    expect_echo();
}

/* ---- faults ---- */

static const struct {
    const char *line, *type;
    bool sandbox; /* needs limits of the sandbox that sanitizer builds lack */
} faults[] = {
    {"segfault 1", "worker-crashed", false},
    {"abort 1", "worker-crashed", false},
    {"exit 1", "worker-crashed", false},
    {"stack-overflow 1", "worker-crashed", false},
    {"eat-malloc 1", "out-of-memory", true},
    {"bad-alloc 60", "out-of-memory", true},
    {"spin 1", "runaway", false},
    {"open 1", "sandbox-violation", true},
    {"fork 1", "sandbox-violation", true},
    {"flood-raw 1", "worker-crashed", false},
    {"huge-frame 1", "output-limit", false},
    {"close-socket 1", SANDBOX_SANITIZED ? "worker-crashed" : "sandbox-violation", false},
    {"out-of-turn 1", "output-limit", false},
    {"answers-too-many 1", "worker-crashed", false},
    {"answers-cut 1", "worker-crashed", false},
    {"answers-none 1", "worker-crashed", false},
    {"answers-two-lines 1", "worker-crashed", false},
    {"answers-not-utf8 1", "worker-crashed", false},
    {"answers-bad-error 1", "worker-crashed", false},
    {"answers-late 1", "worker-crashed", false},
};

/* If a worker dies within a chunk, the cause and the line are reported. */
static void test_faults(void **state)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        char lines[128];
        struct attempt attempt;
        if (SANDBOX_SANITIZED && faults[i].sandbox)
            continue;
        snprintf(lines, sizeof lines, "nothing 1\nslow 25\n%s\nnothing 3\n", faults[i].line);
        /* only the runaway ends by its time limit; the others must reach their own end, on a busy machine too */
        unsigned timeout_ms = strcmp(faults[i].type, "runaway") == 0 ? 300 : 20000;
        run_until(&attempt, 3, lines, timeout_ms);
        if (attempt.result.status == NASH_OK || strcmp(attempt.result.error.type, faults[i].type) != 0)
            fail_msg("%s ended as \"%s\", not \"%s\": %s", faults[i].line, attempt.result.error.type, faults[i].type,
                     attempt.result.error.detail);
        if (strncmp(nash_buf_cstr(&attempt.answer_text), "nothing 1\nslow 25\n", 18) != 0)
            fail_msg("%s: answers before it are lost: %s", faults[i].line, nash_buf_cstr(&attempt.answer_text));
        assert_in_range(attempt.result.line, 2, 3); /* the faulty line, or the next, which some workers still begin */
        release(&attempt);
        expect_echo();
    }
}

/* Faults that affect at most their own line; the chunk continues. */
static void test_lesser_faults(void **state)
{
    struct attempt attempt;
    attempt_run_chunk(&attempt, "fault",
                      "nothing 1\neat-memory 1\nnothing 2\nwrong-answer 1\nmangled-error 1\nnonsense\nemit 1\n"
                      "long-progress 1\nnothing 3\n",
                      10000);
    expect_beginning(&attempt,
                     "nothing 1\n!out-of-memory\nnothing 2\n!verification-failed\n!internal\n!invalid-request\n"
                     "emit 1\nlong-progress 1\nnothing 3\n",
                     2);
    release(&attempt);
}

/* A process that has leaked too much memory is replaced, before later work fails because of it. */
static void test_leaks(void **state)
{
    struct attempt attempt;
    if (SANDBOX_SANITIZED)
        skip();
    for (int i = 0; i < 20 * WORKERS; i++) {
        attempt_fault(&attempt, "leak", 20, 10000);
        assert_int_equal(attempt.result.status, NASH_OK);
    }
    for (int i = 0; i < 10; i++) {
        attempt_run_chunk(&attempt, "fault", "leak 20\nleak 20\nleak 20\nleak 20\nleak 20\nleak 20\n", 10000);
        assert_int_equal(attempt.result.status, NASH_OK);
        assert_in_range(attempt.answers, 1, 2);
        release(&attempt);
    }
}

/* An end frame that comes too early ends the chunk. The answers after it may fail the next work, but not the one after.
 */
static void test_early_end(void **state)
{
    for (int i = 0; i < 10; i++) {
        struct attempt attempt;
        run_until(&attempt, 2, "nothing 1\nslow 25\nanswers-early-end 1\nslow 25\nnothing 2\n", 10000);
        assert_string_equal(nash_buf_cstr(&attempt.answer_text), "nothing 1\nslow 25\n");
        assert_int_equal(attempt.dones, 1);
        release(&attempt);
        attempt_run(&attempt, "echo", "{\"text\":\"hello\"}", 10000);
        if (attempt.result.status != NASH_OK)
            assert_string_equal(attempt.result.error.type, "worker-crashed");
        expect_echo();
    }
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_honest),         cmocka_unit_test(test_slow),          cmocka_unit_test(test_hard_line),
        cmocka_unit_test(test_time_of_a_line), cmocka_unit_test(test_much),          cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_faults),         cmocka_unit_test(test_lesser_faults), cmocka_unit_test(test_leaks),
        cmocka_unit_test(test_early_end),
    };
    return cmocka_run_group_tests(tests, pool_setup, pool_teardown);
}
