/* Batches: answers in order, whatever the delays; every line answered once; freed at any moment. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "fixture.h"

/* What a batch has been told. */
struct log {
    struct house *house;
    struct jobs_batch *batch;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct nash_buf text; /* "0=12 1=! ..." */
    uint64_t next;
    int inside;
    bool ended, has_room, out_of_order, twice_at_once;
    uint64_t free_at; /* frees the batch when that many have been told; 0 = never */
};

static void on_answers(struct jobs_batch *batch, const struct batch_answer *answer, size_t count)
{
    struct log *log = batch_context(batch);
    pthread_mutex_lock(&log->lock);
    log->twice_at_once |= log->inside++ > 0;
    log->ended |= count == 0;
    for (size_t i = 0; i < count; i++) {
        log->out_of_order |= answer[i].index != log->next++;
        if (answer[i].status == NASH_OK)
            nash_buf_printf(&log->text, "%.*s ", (int)answer[i].len, answer[i].text);
        else
            nash_buf_printf(&log->text, "!%s ", nash_error_type(answer[i].error));
    }
    bool frees = log->free_at != 0 && log->next >= log->free_at;
    if (frees)
        log->free_at = 0;
    log->inside--;
    pthread_cond_broadcast(&log->changed);
    pthread_mutex_unlock(&log->lock);
    if (frees)
        batch_free(batch);
}

static void on_room(struct jobs_batch *batch)
{
    struct log *log = batch_context(batch);
    pthread_mutex_lock(&log->lock);
    log->has_room = true;
    pthread_cond_broadcast(&log->changed);
    pthread_mutex_unlock(&log->lock);
}

/* With at most so many lines in one order; 0 = as it comes. */
static void log_begin(struct log *log, struct house *house, unsigned window, unsigned pack)
{
    *log = (struct log){.house = house, .text = NASH_BUF_INIT(0)};
    pthread_mutex_init(&log->lock, NULL);
    pthread_cond_init(&log->changed, NULL);
    struct batch_options options = {.solver = &nash_solver_tiny,
                                    .window = window,
                                    .pack = pack,
                                    .answers = on_answers,
                                    .room = on_room,
                                    .context = log};
    struct nash_error error = {0};
    log->batch = batch_start(house->jobs, &options, &error);
    assert_non_null(log->batch);
}

static void stage(struct log *log, const char *line)
{
    while (!batch_add(log->batch, line, strlen(line))) {
        pthread_mutex_lock(&log->lock);
        while (!log->has_room)
            pthread_cond_wait(&log->changed, &log->lock);
        log->has_room = false;
        pthread_mutex_unlock(&log->lock);
    }
}

static void add(struct log *log, const char *line)
{
    stage(log, line);
    batch_flush(log->batch);
}

static void wait_for_end(struct log *log)
{
    pthread_mutex_lock(&log->lock);
    while (!log->ended)
        pthread_cond_wait(&log->changed, &log->lock);
    pthread_mutex_unlock(&log->lock);
}

static uint64_t told_by(struct log *log)
{
    pthread_mutex_lock(&log->lock);
    uint64_t told = log->next;
    pthread_mutex_unlock(&log->lock);
    return told;
}

static void log_end(struct log *log)
{
    assert_false(log->out_of_order);
    assert_false(log->twice_at_once);
    nash_buf_free(&log->text);
}

/* The end must be told with these answers. */
static void expect_all(struct log *log, const char *expected)
{
    wait_for_end(log);
    assert_string_equal(nash_buf_cstr(&log->text), expected);
    batch_free(log->batch);
    log_end(log);
}

static void wait_for_told(struct log *log, uint64_t count)
{
    pthread_mutex_lock(&log->lock);
    while (log->next < count)
        pthread_cond_wait(&log->changed, &log->lock);
    pthread_mutex_unlock(&log->lock);
}

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
    fake_refuse(house->fake, (unsigned)place_of(house, 0)); /* what is no number */
    solve(house, 4);
    fake_fail(house->fake, (unsigned)place_of(house, 5), NASH_NOMEM, "out-of-memory");
    assert_int_equal(told_by(&log), 0);
    solve(house, 1);
    expect_all(&log, "{\"n\":1} {\"n\":2} !invalid-request {\"n\":4} !out-of-memory ");
}

/* ---- packs, by hand: one worker of two is kept busy by a job, so that all lines go to the other ---- */

enum { BUSY = 999999 };

static struct job *begin_pack(struct house *house, struct log *log, int lines, unsigned pack)
{
    char line[16];
    struct job *job = submit(house, JOBS_ACCEPTED, tiny(BUSY));
    log_begin(log, house, 0, pack);
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

static void end_pack(struct house *house, struct log *log, struct job *job, const char *expected)
{
    expect_all(log, expected);
    solve(house, BUSY);
    await(house, job, JOB_IS_DONE);
    job_unref(job);
}

/* One order has them all; what is known is told before the rest. */
static void test_pack(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_pack(house, &log, 4, 100);
    assert_int_equal(lines_at(house, 1), 4);
    solve(house, 1);
    solve(house, 2);
    wait_for_told(&log, 2);
    solve(house, 3);
    solve(house, 4);
    end_pack(house, &log, job, "{\"n\":1} {\"n\":2} {\"n\":3} {\"n\":4} ");
}

/* More lines than one order has: the others follow. */
static void test_many_lines(void **state)
{
    struct house *house = *state;
    struct log log;
    struct nash_buf expected = NASH_BUF_INIT(0);
    enum { LINES = 3000 };
    struct job *job = begin_pack(house, &log, LINES, 100);
    assert_int_equal(lines_at(house, 1), 100);
    for (int i = 1; i <= LINES; i++) {
        solve(house, i);
        nash_buf_printf(&expected, "{\"n\":%d} ", i);
    }
    assert_int_equal(fake_started(house->fake), 1 + LINES / 100);
    end_pack(house, &log, job, nash_buf_cstr(&expected));
    nash_buf_free(&expected);
}

/* While nothing is known of its lines, an order has few; and each worker its share of what there is. */
static void test_first_orders(void **state)
{
    struct house *house = *state;
    static const struct {
        unsigned lines, order;
    } cases[] = {{1, 1}, {2, 2}, {5, 3}, {20, 10}, {31, 15}, {32, 16}, {33, 16}, {4000, 16}};
    assert_int_equal(house->options.workers, 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct log log;
        struct job *job = begin_pack(house, &log, (int)cases[i].lines, 0);
        assert_int_equal(lines_at(house, 1), cases[i].order);
        batch_free(log.batch);
        log_end(&log);
        assert_true(fake_is_cancelled(house->fake, (unsigned)place_of(house, 1)));
        fake_hand_back(house->fake, (unsigned)place_of(house, 1));
        solve(house, BUSY);
        await(house, job, JOB_IS_DONE);
        assert_int_equal(jobs_forget(house->jobs, job, NULL), NASH_OK);
        job_unref(job);
    }
}

/* What is handed back is started again, from its first line without an answer. */
static void test_handed_back(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_pack(house, &log, 5, 100);
    solve(house, 1);
    solve(house, 2);
    fake_hand_back(house->fake, (unsigned)place_of(house, 3));
    assert_int_equal(lines_at(house, 3), 3);
    fake_hand_back(house->fake, (unsigned)place_of(house, 3));
    for (int i = 3; i <= 5; i++)
        solve(house, i);
    end_pack(house, &log, job, "{\"n\":1} {\"n\":2} {\"n\":3} {\"n\":4} {\"n\":5} ");
}

static void die(struct house *house, int n)
{
    fake_fail(house->fake, (unsigned)place_of(house, n), NASH_INTERNAL, "worker-crashed");
}

/* A worker that dies at line 4, the answers of 2 and 3 lost: these are solved again, 4 is tried alone and is guilty, 5
 * and 6 are spoilt by nobody. */
static void test_death(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_pack(house, &log, 6, 100);
    solve(house, 1);
    fake_swallow(house->fake, (unsigned)place_of(house, 2), 2);
    die(house, 4);
    assert_int_equal(lines_at(house, 2), 2);
    solve(house, 2);
    solve(house, 3);
    assert_int_equal(lines_at(house, 4), 1);
    die(house, 4);
    assert_int_equal(lines_at(house, 5), 2);
    solve(house, 5);
    solve(house, 6);
    end_pack(house, &log, job, "{\"n\":1} {\"n\":2} {\"n\":3} !worker-crashed {\"n\":5} {\"n\":6} ");
}

/* The victim of a line before it: alone, it is solved. */
static void test_victim(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_pack(house, &log, 3, 100);
    solve(house, 1);
    die(house, 2);
    solve(house, 2);
    solve(house, 3);
    end_pack(house, &log, job, "{\"n\":1} {\"n\":2} {\"n\":3} ");
}

/* The first line of an order is guilty at once; so is one that had all its time. */
static void test_guilty_at_once(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_pack(house, &log, 5, 100);
    die(house, 1);
    solve(house, 2);
    solve(house, 3);
    fake_fail(house->fake, (unsigned)place_of(house, 4), NASH_INTERNAL, "runaway");
    solve(house, 5);
    end_pack(house, &log, job, "!worker-crashed {\"n\":2} {\"n\":3} !runaway {\"n\":5} ");
}

/* Whatever a worker claims to have been at, and however often it dies: it ends. */
static void test_liar(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *job = begin_pack(house, &log, 12, 100);
    struct nash_rng rng = test_rng();
    unsigned deaths = 0;
    for (; told_by(&log) < 12; deaths++) {
        unsigned i = 0;
        assert_true(deaths < 100);
        while (i < house->places && (fake_at(house->fake, i) == NULL || fake_at(house->fake, i)->lines == 0))
            i++;
        if (i == house->places) { /* the last one is being told */
            wait_for_told(&log, 12);
            break;
        }
        struct execution_outcome outcome = {.status = NASH_INTERNAL, .line = (uint32_t)nash_rng_below(&rng, 20)};
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

/* Lines that come while others run join what waits; several workers share it. */
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
    assert_int_equal(told_by(&log), 0);
    solve(house, 1);
    wait_for_end(&log);
    assert_int_equal(log.next, 40);
    batch_free(log.batch);
    log_end(&log);
}

/* Jobs go first, but a batch gets its turn; two batches take turns. */
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
        job_unref(submit(house, JOBS_ACCEPTED, tiny(i)));
    int jobs = 0, lines[2] = {0, 0}, jobs_of_first_20 = 0;
    for (int i = 0; i < 80; i++) {
        const struct execution *execution = fake_at(house->fake, 0);
        if (execution == NULL) /* the last one sits at the other place */
            break;
        int n = execution->format == NASH_FORMAT_TEXT ? atoi(fake_text(house->fake, 0)) : 0;
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
    assert_null(batch_start(house->jobs, &(struct batch_options){.solver = &json_only}, &error));
    assert_true(error.detail[0] != '\0');
}

/* ---- by itself, at random ---- */

/* Lines take their time; one in eight fails. */
static void random_work(struct fake *fake, struct execution *execution, struct fake_answer *answer)
{
    int n = atoi(execution->problem->data);
    bool stopped = fake_nap(fake, execution, (unsigned)(n * 7919 % 700));
    answer->outcome.final = !stopped;
    answer->outcome.stopped = stopped ? NASH_STOP_CANCEL : NASH_STOP_NONE;
    if (n % 8 == 3)
        nash_fail_type(&answer->outcome.error, answer->outcome.status = NASH_INTERNAL, "worker-crashed", "", "three");
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

/* Nothing is told after batch_free() has returned. */
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
        uint64_t told = told_by(&log);
        usleep(200);
        assert_int_equal(told_by(&log), told);
        log_end(&log);
    }
}

/* Freed by its own callback. */
static void test_freed_from_within(void **state)
{
    struct house *house = *state;
    struct nash_rng rng = test_rng();
    by_itself(house);
    for (int round = 0; round < 20; round++) {
        struct log log, behind;
        uint64_t free_at = 1 + nash_rng_below(&rng, 6);
        fake_close_bench(house->fake, true); /* until all lines are there: none may be added to a freed batch */
        log_begin(&log, house, 8, 0);
        for (int i = 0; i < 8; i++)
            add(&log, "12");
        log.free_at = free_at;
        fake_close_bench(house->fake, false);
        while (told_by(&log) < free_at)
            usleep(100);
        log_begin(&behind, house, 1, 0); /* told by the same thread: when it has ended, that callback has returned */
        add(&behind, "1");
        batch_end(behind.batch);
        wait_for_end(&behind);
        batch_free(behind.batch);
        log_end(&behind);
        log_end(&log);
    }
}

/* Lines that wait or have to be stopped are refused by the drain; the stream ends. */
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
        TEST(test_in_order),
        TEST(test_pack),
        TEST(test_many_lines),
        TEST(test_first_orders),
        TEST(test_handed_back),
        TEST(test_death),
        TEST(test_victim),
        TEST(test_guilty_at_once),
        TEST(test_liar),
        TEST(test_shared),
        TEST(test_fairness),
        TEST(test_no_text_form),
        TEST(test_random_delays),
        TEST(test_freed_from_without),
        TEST(test_freed_from_within),
        TEST(test_drain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
