/* Server-sent events of a job: which events are sent, and when. A reader that reconnects with the number of its last
 * event misses nothing. */
#include <stdlib.h>

#include "harness/fixture.h"
#include "harness/gate.h"

/* Returns all events after number `seen` as text, in a static buffer. *last: number of the last event; *ended: no event
 * follows. */
static const char *events(struct house *house, struct job *job, int64_t seen, int64_t *last, bool *ended)
{
    static char text[2][1 << 20];
    static unsigned turn;
    char *out = text[turn++ % 2];
    struct nash_buf buf = NASH_BUF_INIT(0);
    *last = job_events(house->jobs, job, seen, &buf, ended);
    assert_true(buf.len < sizeof text[0]);
    snprintf(out, sizeof text[0], "%s", nash_buf_cstr(&buf));
    nash_buf_free(&buf);
    return out;
}

static void test_a_life_as_text(void **state)
{
    struct house *house = *state;
    int64_t last;
    bool ended;
    for (int i = 0; i < 2; i++)
        job_unref(submit(house, SUBMIT_ACCEPTED, tiny(i)));
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(7));
    solve(house, 0);
    fake_progress(house->fake, fake_at(house->fake, 0), "{\"a\":1}");
    fake_progress(house->fake, fake_at(house->fake, 0), "{\"a\":\n2}");
    assert_string_equal(events(house, job, 0, &last, &ended), "id: 1\nevent: state\ndata: {\"status\":\"queued\"}\n\n"
                                                              "id: 2\nevent: state\ndata: {\"status\":\"running\"}\n\n"
                                                              "id: 3\nevent: progress\ndata: {\"a\":1}\n\n"
                                                              "id: 4\nevent: progress\ndata: {\"a\":\ndata: 2}\n\n");
    assert_int_equal(last, 4);
    assert_false(ended);
    solve(house, 7);
    await(house, job, JOB_IS_DONE);
    struct nash_buf expected = NASH_BUF_INIT(0);
    nash_buf_puts(&expected, "id: 5\nevent: result\ndata: ");
    for (const char *at = object_of(house, job); *at != '\0'; at++)
        nash_buf_printf(&expected, *at == '\n' ? "%cdata: " : "%c", *at);
    nash_buf_puts(&expected, "\n\n");
    assert_string_equal(events(house, job, 4, &last, &ended), nash_buf_cstr(&expected));
    nash_buf_free(&expected);
    assert_int_equal(last, 5);
    assert_true(ended);
    assert_string_equal(events(house, job, 5, &last, &ended), "");
    assert_int_equal(last, 5);
    assert_true(ended);
    job_unref(job);
}

/* A reader that reads at random times gets, in the end, the same events as a reader that reads all at the end, and so
 * does a reader that starts again from any number. */
static void test_replay_from_any_cut(void **state)
{
    struct house *house = *state;
    struct nash_rng rng = test_rng();
    for (int n = 0; n < 30; n++) {
        struct nash_buf read = NASH_BUF_INIT(0);
        int64_t seen = 0, last;
        bool ended;
        struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(n));
        int count = (int)nash_rng_below(&rng, 60);
        for (int i = 0; i < count; i++) {
            char progress[40];
            snprintf(progress, sizeof progress, "{\"step\":%d}", i);
            fake_progress(house->fake, fake_at(house->fake, 0), progress);
            if (nash_rng_below(&rng, 3) == 0) {
                nash_buf_puts(&read, events(house, job, seen, &seen, &ended));
                assert_false(ended);
            }
        }
        solve(house, n);
        await(house, job, JOB_IS_DONE);
        nash_buf_puts(&read, events(house, job, seen, &seen, &ended));
        assert_true(ended);
        assert_int_equal(seen, count + 2);
        char *all = strdup(events(house, job, 0, &last, &ended));
        assert_string_equal(nash_buf_cstr(&read), all);
        for (const char *at = all; at != NULL && *at != '\0'; at = strstr(at, "\n\nid: "), at = at ? at + 2 : NULL) {
            int64_t id = strtoll(at + 4, NULL, 10);
            assert_string_equal(events(house, job, id - 1, &last, &ended), at);
            assert_int_equal(last, seen);
        }
        free(all);
        nash_buf_free(&read);
        job_unref(job);
    }
}

/* The ring of a job's events is bounded in number and in bytes; the events in it have consecutive numbers. */
static void test_ring_is_bounded(void **state)
{
    struct house *house = *state;
    enum { LARGE = 12 << 10 }; /* two fit into EVENTS_BYTES */
    static char large[LARGE + 1];
    int64_t last;
    bool ended;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    for (int i = 0; i < 1000; i++)
        fake_progress(house->fake, fake_at(house->fake, 0), "{}");
    const char *text = events(house, job, 0, &last, &ended);
    assert_int_equal(last, 1001);
    assert_int_equal(strtoll(text + 4, NULL, 10), 1001 - 63);
    memset(large, ' ', LARGE);
    memcpy(large, "{}", 2);
    for (int i = 0; i < 10; i++)
        fake_progress(house->fake, fake_at(house->fake, 0), large);
    text = events(house, job, 0, &last, &ended);
    assert_int_equal(last, 1011);
    assert_int_equal(strtoll(text + 4, NULL, 10), 1010);
    assert_true(strlen(text) < (size_t)3 * LARGE);
    job_unref(job);
}

/* The progress of all jobs has one budget. A ring that finds it used up drops its oldest events; the newest stays. */
static void test_rings_share_a_budget(void **state)
{
    struct house *house = *state;
    static const char progress[] = "{\"step\":1}";
    struct byte_budget *budget = jobs_event_budget(house->jobs);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    int64_t last;
    bool ended;
    budget->max = 3 * (sizeof progress - 1);
    for (int i = 0; i < 10; i++)
        fake_progress(house->fake, fake_at(house->fake, 0), progress);
    const char *text = events(house, job, 0, &last, &ended);
    assert_int_equal(last, 11);
    assert_int_equal(strtoll(text + 4, NULL, 10), 9);
    assert_int_equal(budget->used, budget->max);
    assert_true(budget->refused > 0);
    budget->max = 0;
    fake_progress(house->fake, fake_at(house->fake, 0), progress);
    text = events(house, job, 0, &last, &ended);
    assert_int_equal(strtoll(text + 4, NULL, 10), 12);
    assert_int_equal(last, 12);
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    jobs_forget(house->jobs, job, NULL);
    job_unref(job);
    assert_int_equal(budget->used, 0);
}

/* ---- watches ---- */

static _Atomic int fired;
static void count_fire(struct job_watch *watch)
{
    (void)watch;
    fired++;
}

static void test_watch_fires_for_each_event(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    struct job_watch watch = {.condition = JOB_HAS_EVENT, .fire = count_fire};
    fired = 0;
    assert_false(job_watch(house->jobs, job, &watch, 0)); /* not registered, since an event after 0 exists already */
    job_unwatch(house->jobs, &watch);                     /* allowed although the watch is not registered */
    assert_true(job_watch(house->jobs, job, &watch, 1));
    fake_progress(house->fake, fake_at(house->fake, 0), "{}");
    assert_int_equal(fired, 1);
    fake_progress(house->fake, fake_at(house->fake, 0), "{}");
    assert_int_equal(fired, 2);
    gate_hold(true);
    solve(house, 1);
    assert_int_equal(fired, 2); /* the result is not announced before it is committed */
    struct job_watch late = {.condition = JOB_HAS_EVENT, .fire = count_fire};
    assert_true(job_watch(house->jobs, job, &late, 3));
    job_unwatch(house->jobs, &late);
    gate_hold(false);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(fired, 3);
    job_unwatch(house->jobs, &watch);
    assert_false(job_watch(house->jobs, job, &watch, 3));
    job_unref(job);
}

/* A job that is finished from the start, because the answer of another owner's job is used. */
static void test_watch_of_a_job_finished_from_the_start(void **state)
{
    struct house *house = *state;
    struct job *job = submit_as(house, SUBMIT_ACCEPTED, "ann", NULL, tiny(1));
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    gate_hold(true);
    struct job *born = submit_as(house, SUBMIT_CACHED, "bob", NULL, tiny(1));
    struct job_watch watch = {.condition = JOB_HAS_EVENT, .fire = count_fire};
    int64_t last;
    bool ended;
    fired = 0;
    assert_true(job_watch(house->jobs, born, &watch, 0));
    assert_string_equal(events(house, born, 0, &last, &ended), "");
    assert_false(ended);
    gate_hold(false);
    await(house, born, JOB_IS_DONE);
    assert_int_equal(fired, 1);
    assert_memory_equal(events(house, born, 0, &last, &ended), "id: 1\nevent: result\n", 20);
    assert_true(ended);
    job_unwatch(house->jobs, &watch);
    job_unref(born);
    job_unref(job);
}

/* A finished job that is no longer in memory still has its last event, with its number. */
static void test_result_of_a_stored_job(void **state)
{
    struct house *house = *state;
    int64_t last;
    bool ended;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    fake_progress(house->fake, fake_at(house->fake, 0), "{\"a\":1}");
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    char before[4096];
    snprintf(before, sizeof before, "%s", events(house, job, 2, &last, &ended));
    struct job_view view;
    job_view(house->jobs, job, &view);
    job_view_release(&view);
    job_unref(job);
    house_stop(house);
    house_start(house);
    job = jobs_find(house->jobs, &view.id, "");
    assert_string_equal(events(house, job, 0, &last, &ended), before);
    assert_int_equal(last, 3);
    assert_true(ended);
    assert_string_equal(events(house, job, 3, &last, &ended), "");
    assert_true(ended);
    job_unref(job);
}

/* The revision changes whenever something visible changes. */
static void test_revision(void **state)
{
    struct house *house = *state;
    struct job *job[4];
    uint64_t seen[16];
    size_t count = 0;
    struct job_view view;
#define LOOK()                                                                                                         \
    do {                                                                                                               \
        job_view(house->jobs, job[3], &view);                                                                          \
        for (size_t i = 0; i < count; i++)                                                                             \
            assert_true(seen[i] < view.revision);                                                                      \
        seen[count++] = view.revision;                                                                                 \
        job_view_release(&view);                                                                                       \
    } while (0)
    for (int i = 0; i < 4; i++)
        job[i] = submit(house, SUBMIT_ACCEPTED, tiny(i));
    LOOK();
    solve(house, 0); /* the waiting jobs move one position forward */
    LOOK();
    solve(house, 1); /* runs */
    LOOK();
    fake_progress(house->fake, fake_at(house->fake, (unsigned)place_of(house, 3)), "{}");
    LOOK();
    solve(house, 3);
    await(house, job[3], JOB_IS_DONE);
    LOOK();
    for (int i = 0; i < 4; i++)
        job_unref(job[i]);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_a_life_as_text),
        TEST(test_replay_from_any_cut),
        TEST(test_ring_is_bounded),
        TEST(test_rings_share_a_budget),
        TEST(test_watch_fires_for_each_event),
        TEST(test_watch_of_a_job_finished_from_the_start),
        TEST(test_result_of_a_stored_job),
        TEST(test_revision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
