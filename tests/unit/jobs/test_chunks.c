/* Chunks, with the fake executor in manual mode: which lines a chunk has, and which are sent again when its work ends
 * in various ways. A job occupies one of two places, so that all lines go to the other place. */
#include "harness/batch_log.h"

enum { BUSY = 999999 };

static struct job *begin_chunk(struct house *house, struct log *log, int lines, unsigned chunk_lines)
{
    char line[16];
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(BUSY));
    log_begin(log, house, 0, chunk_lines);
    for (int i = 1; i <= lines; i++) {
        snprintf(line, sizeof line, "%d", i);
        stage(log, line);
    }
    assert_int_equal(place_of(house, 1), -1); /* nothing starts before the flush */
    batch_end(log->batch);
    return job;
}

static unsigned lines_at(struct house *house, int n)
{
    return fake_lines(house->fake, (unsigned)place_of(house, n));
}

static void end_chunk(struct house *house, struct log *log, struct job *job, const char *expected)
{
    log_expect(log, expected);
    solve(house, BUSY);
    await(house, job, JOB_IS_DONE);
    job_unref(job);
}

/* All lines are sent at once; answers are delivered before the rest has ended. */
static void test_chunk(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_chunk(house, &log, 4, 100);
    assert_int_equal(lines_at(house, 1), 4);
    solve(house, 1);
    solve(house, 2);
    log_wait_delivered(&log, 2);
    solve(house, 3);
    solve(house, 4);
    end_chunk(house, &log, job, "{\"n\":1} {\"n\":2} {\"n\":3} {\"n\":4} ");
}

/* More lines than a chunk may have are sent in several chunks. */
static void test_many_lines(void **state)
{
    struct house *house = *state;
    struct log log;
    struct nash_buf expected = NASH_BUF_INIT(0);
    enum { LINES = 3000 };
    struct job *job = begin_chunk(house, &log, LINES, 100);
    assert_int_equal(lines_at(house, 1), 100);
    for (int i = 1; i <= LINES; i++) {
        solve(house, i);
        nash_buf_printf(&expected, "{\"n\":%d} ", i);
    }
    assert_int_equal(fake_started(house->fake), 1 + LINES / 100);
    end_chunk(house, &log, job, nash_buf_cstr(&expected));
    nash_buf_free(&expected);
}

/* As long as no line has been timed, the first chunk has about half of the lines (for two workers) and at most 16. */
static void test_first_chunks(void **state)
{
    struct house *house = *state;
    static const struct {
        unsigned lines, order;
    } cases[] = {{1, 1}, {2, 2}, {5, 3}, {20, 10}, {31, 15}, {32, 16}, {33, 16}, {4000, 16}};
    assert_int_equal(house->options.workers, 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct log log;
        struct job *job = begin_chunk(house, &log, (int)cases[i].lines, 0);
        assert_int_equal(lines_at(house, 1), cases[i].order);
        batch_free(log.batch);
        log_end(&log);
        assert_true(fake_is_cancelled(house->fake, (unsigned)place_of(house, 1)));
        fake_return_chunk(house->fake, (unsigned)place_of(house, 1));
        solve(house, BUSY);
        await(house, job, JOB_IS_DONE);
        assert_int_equal(jobs_forget(house->jobs, job, NULL), NASH_OK);
        job_unref(job);
    }
}

/* A chunk that is returned early is started again from its first line without an answer. */
static void test_returned(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_chunk(house, &log, 5, 100);
    solve(house, 1);
    solve(house, 2);
    fake_return_chunk(house->fake, (unsigned)place_of(house, 3));
    assert_int_equal(lines_at(house, 3), 3);
    fake_return_chunk(house->fake, (unsigned)place_of(house, 3));
    for (int i = 3; i <= 5; i++)
        solve(house, i);
    end_chunk(house, &log, job, "{\"n\":1} {\"n\":2} {\"n\":3} {\"n\":4} {\"n\":5} ");
}

static void die(struct house *house, int n)
{
    fake_fail(house->fake, (unsigned)place_of(house, n), NASH_INTERNAL, "worker-crashed");
}

/* A worker dies at line 4, and the answers of lines 2 and 3 are lost. Lines 2 and 3 are solved again; line 4 is tried
 * alone, kills its worker again and fails; lines 5 and 6 are not affected. */
static void test_death(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_chunk(house, &log, 6, 100);
    solve(house, 1);
    fake_lose_answers(house->fake, (unsigned)place_of(house, 2), 2);
    die(house, 4);
    assert_int_equal(lines_at(house, 2), 2);
    solve(house, 2);
    solve(house, 3);
    assert_int_equal(lines_at(house, 4), 1);
    die(house, 4);
    assert_int_equal(lines_at(house, 5), 2);
    solve(house, 5);
    solve(house, 6);
    end_chunk(house, &log, job, "{\"n\":1} {\"n\":2} {\"n\":3} !worker-crashed {\"n\":5} {\"n\":6} ");
}

/* A line at which a worker died because of an earlier line is solved when it is tried alone. */
static void test_victim(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_chunk(house, &log, 3, 100);
    solve(house, 1);
    die(house, 2);
    solve(house, 2);
    solve(house, 3);
    end_chunk(house, &log, job, "{\"n\":1} {\"n\":2} {\"n\":3} ");
}

/* If the worker dies at the first line of a chunk, this line fails at once, since no other line can be the cause; so
 * does a line that used up all its time. */
static void test_guilty_at_once(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_chunk(house, &log, 5, 100);
    die(house, 1);
    solve(house, 2);
    solve(house, 3);
    fake_fail(house->fake, (unsigned)place_of(house, 4), NASH_INTERNAL, "runaway");
    solve(house, 5);
    end_chunk(house, &log, job, "!worker-crashed {\"n\":2} {\"n\":3} !runaway {\"n\":5} ");
}

/* The batch ends even if workers die often and report false lines as the place of their death. */
static void test_lying_worker(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_chunk(house, &log, 12, 100);
    struct nash_rng rng = test_rng();
    unsigned deaths = 0;
    for (; log_delivered(&log) < 12; deaths++) {
        unsigned i = 0;
        assert_true(deaths < 100);
        while (i < house->places && (fake_at(house->fake, i) == NULL || fake_at(house->fake, i)->kind != WORK_CHUNK))
            i++;
        if (i == house->places) { /* no chunk runs: the last answers are being delivered */
            log_wait_delivered(&log, 12);
            break;
        }
        struct work_result outcome = {.status = NASH_INTERNAL, .line = (uint32_t)nash_rng_below(&rng, 20)};
        nash_fail_type(&outcome.error, NASH_INTERNAL, "worker-crashed", "", "the test has it fail");
        fake_end(house->fake, i, &outcome);
    }
    wait_for_end(&log);
    assert_int_equal(log.next, 12);
    batch_free(log.batch);
    log_end(&log);
    solve(house, BUSY);
    job_unref(job);
}

/* Lines that arrive while others run join the waiting ones; several workers share them. */
static void test_shared(void **state)
{
    struct house *house = *state;
    struct log log;
    log_begin(&log, house, 0, 100);
    add(&log, "1");
    add(&log, "2");
    for (int i = 3; i <= 40; i++) {
        char line[16];
        snprintf(line, sizeof line, "%d", i);
        add(&log, line);
    }
    batch_end(log.batch);
    assert_int_equal(lines_at(house, 1), 1);
    assert_int_equal(lines_at(house, 2), 1);
    solve(house, 2);
    assert_int_equal(lines_at(house, 3), 38);
    for (int i = 3; i <= 40; i++)
        solve(house, i);
    assert_int_equal(log_delivered(&log), 0);
    solve(house, 1);
    wait_for_end(&log);
    assert_int_equal(log.next, 40);
    batch_free(log.batch);
    log_end(&log);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_chunk),  TEST(test_many_lines),     TEST(test_first_chunks), TEST(test_returned), TEST(test_death),
        TEST(test_victim), TEST(test_guilty_at_once), TEST(test_lying_worker), TEST(test_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
