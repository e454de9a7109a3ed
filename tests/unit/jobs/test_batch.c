/* Batches: answers come in order in spite of delays, every line is answered once, and a batch can be freed at any time.
 */
#include <stdatomic.h>
#include <unistd.h>

#include "harness/batch_log.h"

/* ---- by hand ---- */

static void test_in_order(void **state)
{
    struct house *house = *state;
    struct log log;
    log_begin(&log, house, 0, 1);
    static const char *const lines[] = {"1", "2", "x", "4", "5"};
    for (size_t i = 0; i < 5; i++)
        add(&log, lines[i]);
    batch_end(log.batch);
    solve(house, 2);
    fake_refuse(house->fake, (unsigned)place_of(house, 0)); /* the line that is not a number, read as 0 by atoi() */
    solve(house, 4);
    fake_fail(house->fake, (unsigned)place_of(house, 5), NASH_NOMEM, "out-of-memory");
    assert_int_equal(log_delivered(&log), 0);
    solve(house, 1);
    log_expect(&log, "{\"n\":1} {\"n\":2} !invalid-request {\"n\":4} !out-of-memory ");
}

/* Jobs are started before lines of batches, but a batch does not starve; two batches take turns. */
static void test_fairness(void **state)
{
    struct house *house = *state;
    struct log log[2];
    char line[16];
    for (int b = 0; b < 2; b++) {
        log_begin(&log[b], house, 100, 1);
        for (int i = 0; i < 20; i++) {
            snprintf(line, sizeof line, "%d", 100 + 100 * b + i);
            add(&log[b], line);
        }
        batch_end(log[b].batch);
    }
    for (int i = 0; i < 40; i++)
        job_unref(submit(house, SUBMIT_ACCEPTED, tiny(i)));
    int jobs = 0, lines[2] = {0, 0}, jobs_of_first_20 = 0;
    for (int i = 0; i < 80; i++) {
        const struct work *work = fake_at(house->fake, 0);
        if (work == NULL) /* the last work is at the other place */
            break;
        int n = work->format == NASH_FORMAT_TEXT ? atoi(fake_text(house->fake, 0)) : 0;
        if (n >= 100)
            lines[n / 100 - 1]++;
        else
            jobs++;
        if (i == 19)
            jobs_of_first_20 = jobs;
        assert_true(abs(lines[0] - lines[1]) <= 3);
        fake_succeed(house->fake, 0, "{}", true);
    }
    assert_int_equal(jobs + lines[0] + lines[1], 79);
    assert_true(jobs_of_first_20 >= 14 && jobs_of_first_20 <= 18);
    for (int b = 0; b < 2; b++)
        batch_free(log[b].batch);
    for (int b = 0; b < 2; b++)
        log_end(&log[b]);
}

static void test_no_text_form(void **state)
{
    struct house *house = *state;
    struct nash_solver json_only = nash_solver_tiny;
    json_only.parse_text = NULL;
    struct nash_error error = {0};
    assert_null(
        batch_start(house->jobs, &(struct batch_options){.solver = &json_only, .format = NASH_FORMAT_TEXT}, &error));
    assert_true(error.detail[0] != '\0');
}

/* ---- automatic, with random delays ---- */

/* Solves a line after a delay of up to 0.7 ms; one line in eight fails. */
static void random_work(struct fake *fake, struct work *work, struct fake_answer *answer)
{
    int n = atoi(work->problem->data);
    bool stopped = fake_nap(fake, work, (unsigned)(n * 7919 % 700));
    answer->result.final = !stopped;
    answer->result.stopped = stopped ? NASH_STOP_CANCEL : NASH_STOP_NONE;
    if (n % 8 == 3)
        nash_fail_type(&answer->result.error, answer->result.status = NASH_INTERNAL, "worker-crashed", "", "three");
    snprintf(answer->text, sizeof answer->text, "%d", n);
}

static void by_itself(struct house *house)
{
    house_stop(house);
    house->places = 3;
    house->work = random_work;
    house_start(house);
}

static void test_random_delays(void **state)
{
    struct house *house = *state;
    struct nash_rng rng = test_rng();
    by_itself(house);
    for (int round = 0; round < 20; round++) {
        struct log log;
        struct nash_buf expected = NASH_BUF_INIT(0);
        log_begin(&log, house, 1 + (unsigned)nash_rng_below(&rng, 40), (unsigned)nash_rng_below(&rng, 3));
        int lines = (int)nash_rng_below(&rng, 60);
        for (int i = 0; i < lines; i++) {
            int n = (int)nash_rng_below(&rng, 1000);
            char line[16];
            snprintf(line, sizeof line, n % 9 == 0 ? "%d?" : "%d", n);
            (nash_rng_below(&rng, 3) == 0 ? add : stage)(&log, line);
            if (n % 9 == 0)
                nash_buf_puts(&expected, "!invalid-request ");
            else if (n % 8 == 3)
                nash_buf_puts(&expected, "!worker-crashed ");
            else
                nash_buf_printf(&expected, "%d ", n);
        }
        batch_end(log.batch);
        wait_for_end(&log);
        assert_string_equal(nash_buf_cstr(&log.text), nash_buf_cstr(&expected));
        batch_free(log.batch);
        log_end(&log);
        nash_buf_free(&expected);
    }
}

/* No callback runs after batch_free() has returned. */
static void test_freed_from_without(void **state)
{
    struct house *house = *state;
    struct nash_rng rng = test_rng();
    by_itself(house);
    for (int round = 0; round < 40; round++) {
        struct log log;
        log_begin(&log, house, 8, 0);
        for (int i = 0; i < 8; i++)
            add(&log, "12");
        if (nash_rng_below(&rng, 2))
            batch_end(log.batch);
        usleep((unsigned)nash_rng_below(&rng, 1500));
        batch_free(log.batch);
        uint64_t delivered = log_delivered(&log);
        usleep(200);
        assert_int_equal(log_delivered(&log), delivered);
        log_end(&log);
    }
}

/* A batch may be freed by its own callback. */
static void test_freed_from_within(void **state)
{
    struct house *house = *state;
    struct nash_rng rng = test_rng();
    by_itself(house);
    for (int round = 0; round < 20; round++) {
        struct log log, behind;
        uint64_t free_at = 1 + nash_rng_below(&rng, 6);
        fake_set_closed(house->fake, true); /* no answers until all lines are added, since none may follow the free */
        log_begin(&log, house, 8, 0);
        for (int i = 0; i < 8; i++)
            add(&log, "12");
        log.free_at = free_at;
        fake_set_closed(house->fake, false);
        while (log_delivered(&log) < free_at)
            usleep(100);
        log_begin(&behind, house, 1,
                  0); /* the same thread delivers to `behind`: when it has ended, the callback of `log` has returned */
        add(&behind, "1");
        batch_end(behind.batch);
        wait_for_end(&behind);
        batch_free(behind.batch);
        log_end(&behind);
        log_end(&log);
    }
}

/* The drain rejects waiting lines and lines that it has to stop, and the batch ends. */
static void test_drain(void **state)
{
    struct house *house = *state;
    by_itself(house);
    struct log log;
    log_begin(&log, house, 64, 0);
    for (int i = 0; i < 64; i++)
        add(&log, "99");
    jobs_drain(house->jobs, 0);
    add(&log, "99");
    batch_end(log.batch);
    wait_for_end(&log);
    assert_int_equal(log.next, 65);
    assert_non_null(strstr(nash_buf_cstr(&log.text), "!draining !draining "));
    batch_free(log.batch);
    log_end(&log);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_in_order),           TEST(test_fairness),          TEST(test_no_text_form), TEST(test_random_delays),
        TEST(test_freed_from_without), TEST(test_freed_from_within), TEST(test_drain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
