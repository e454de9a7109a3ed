/* The feed of changed jobs: what is published when and for which owner, and what a reader gets that reconnects. */
#include <stdatomic.h>
#include <unistd.h>

#include <jobs/state.h>

#include "harness/gate.h"
#include "harness/page.h"

static struct page page[5];

static void pages_clear(void)
{
    memset(page, 0, sizeof page);
}

static void until_row(struct page *p, const struct job *job, const char *part)
{
    for (int i = 0; i < 20000; i++) {
        page_read(p, UINT32_MAX);
        const char *row = page_row(p, job);
        if (row != NULL && strstr(row, part) != NULL)
            return;
        usleep(1000);
    }
    fail_msg("never published: %s", part);
}

/* The list and the feed agree. */
static void test_agrees_with_the_list(void **state)
{
    struct house *house = *state;
    pages_clear();
    page_open(&page[0], house, "", 0);
    page_read(&page[0], 1);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1)), *other = submit(house, SUBMIT_ACCEPTED, tiny(2));
    fake_succeed(house->fake, (unsigned)place_of(house, 1), "{\"summary\":\"one of them\",\"n\":1}", true);
    fake_succeed(house->fake, (unsigned)place_of(house, 2), "{\"n\":2,\"summary\":\"not the first\"}", true);
    until_row(&page[0], job, "\"summary\":\"one of them\"}");
    until_row(&page[0], other, "\"status\":\"succeeded\"");
    assert_null(strstr(page_row(&page[0], other), "summary"));
    assert_null(strstr(page_row(&page[0], job), "result"));
    page_read_until_equal(&page[0]);
    assert_string_equal(member(object_of(house, job), "summary"), ""); /* in the job object, it is in the result */
    page_close(&page[0]);
    job_unref(other);
    job_unref(job);
}

static void test_a_life(void **state)
{
    struct house *house = *state;
    pages_clear();
    page_open(&page[0], house, "", 0);
    page_read(&page[0], 1);
    assert_int_equal(page[0].resets, 1);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    until_row(&page[0], job, "\"status\":\"running\"");
    solve(house, 1);
    until_row(&page[0], job, "\"status\":\"succeeded\"");
    assert_int_equal(page[0].rows, 2);
    assert_true(atomic_load(&page[0].fired) >= 2);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(jobs_forget(house->jobs, job, NULL), NASH_OK);
    page_read_until_equal(&page[0]);
    assert_int_equal(page[0].deletions, 1);
    assert_int_equal(page[0].jobs, 0);
    assert_int_equal(page[0].resets, 1);
    page_close(&page[0]);
    job_unref(job);
}

/* Many changes of a job are published together, at the pace of the feed; a thousand publications would take most of a
 * minute. */
static void test_many_changes_are_published_together(void **state)
{
    enum { CHANGES = 1000 };
    struct house *house = *state;
    pages_clear();
    page_open(&page[0], house, "", 0);
    page_read(&page[0], 1); /* the opening, before any job exists */
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    until_row(&page[0], job, "\"status\":\"running\"");
    for (int i = 0; i < CHANGES; i++)
        fake_progress(house->fake, fake_at(house->fake, 0), "{\"step\":1}");
    solve(house, 1);
    until_row(&page[0], job, "\"status\":\"succeeded\"");
    assert_in_range(page[0].rows, 2, CHANGES / 2);
    assert_int_equal(page[0].more, 0); /* every change of the one job is published */
    page_close(&page[0]);
    job_unref(job);
}

/* A job that is not on disk is not published. */
static void test_nothing_is_published_before_it_is_durable(void **state)
{
    struct house *house = *state;
    pages_clear();
    page_open(&page[0], house, "", 0);
    page_read(&page[0], 1);
    gate_hold(true);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    struct job *lost = submit(house, SUBMIT_ACCEPTED, tiny(2));
    fake_progress(house->fake, fake_at(house->fake, 0), "{}");
    usleep(3 * FEED_PACE_MS * 1000);
    page_read(&page[0], UINT32_MAX);
    assert_int_equal(page[0].rows, 0);
    gate_hold(false);
    until_row(&page[0], job, "\"status\":\"running\"");
    until_row(&page[0], lost, "\"status\":\"running\"");
    gate_hold(true);
    solve(house, 1);
    usleep(3 * FEED_PACE_MS * 1000);
    page_read(&page[0], UINT32_MAX);
    assert_non_null(strstr(page_row(&page[0], job), "running"));
    gate_hold(false);
    until_row(&page[0], job, "\"status\":\"succeeded\"");
    page_close(&page[0]);
    job_unref(lost);
    job_unref(job);
}

static void test_a_job_the_store_refuses(void **state)
{
    struct house *house = *state;
    pages_clear();
    page_open(&page[0], house, "", 0);
    page_read(&page[0], 1);
    gate_hold(true);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    gate_fail(NASH_BUSY);
    gate_hold(false);
    await(house, job, JOB_IS_DONE);
    struct job *next = submit(house, SUBMIT_ACCEPTED, tiny(2));
    until_row(&page[0], next, "running");
    assert_null(page_row(&page[0], job));
    page_read_until_equal(&page[0]);
    page_close(&page[0]);
    job_unref(next);
    job_unref(job);
}

/* If very many jobs change, only a part is published, with the number of the others. */
static void test_flood(void **state)
{
    enum { FLOOD = 300 };
    struct house *house = *state;
    pages_clear();
    fake_set_closed(house->fake, true);
    page_open(&page[0], house, "", 0);
    page_open(&page[1], house, "ann", 0);
    page_read(&page[0], 1);
    page_read(&page[1], 1);
    gate_hold(true);
    for (int i = 0; i < FLOOD; i++)
        job_unref(submit_as(house, SUBMIT_ACCEPTED, i < 5 ? "ann" : "bob", NULL, tiny(i)));
    gate_hold(false);
    for (int i = 0; page[0].rows + page[0].more < FLOOD && i < 20000; i++) { /* each job changes once */
        usleep(1000);
        page_read(&page[0], UINT32_MAX);
    }
    assert_int_equal(page[0].rows + page[0].more, FLOOD);
    page_read_until_equal(&page[0]);
    page_read_until_equal(&page[1]);
    assert_int_equal(page[0].jobs, FLOOD);
    assert_true(page[0].more > 0);
    assert_int_equal(page[1].rows, 5);
    assert_int_equal(page[1].more, 0); /* another owner's flood is not published here */
    page_close(&page[0]);
    page_close(&page[1]);
}

static void test_coming_back(void **state)
{
    struct house *house = *state;
    pages_clear();
    page_open(&page[0], house, "", 0);
    page_open(&page[1], house, "", 0); /* keeps the channel busy */
    page_read(&page[0], 1);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    until_row(&page[0], job, "running");
    page_close(&page[0]);
    solve(house, 1);
    until_row(&page[1], job, "succeeded");
    page_open(&page[0], house, "", page[0].last);
    until_row(&page[0], job, "succeeded");
    assert_int_equal(page[0].resets, 1); /* only the reset at the beginning */
    page_close(&page[0]);
    const int64_t strange[] = {0, 1, page[1].last + (INT64_C(1) << 40), INT64_MAX};
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        memset(&page[2], 0, sizeof page[2]);
        page_open(&page[2], house, "", strange[i]);
        page[2].last = 0;
        page_read(&page[2], 1);
        assert_int_equal(page[2].resets, 1);
        assert_true(page[2].last >= page[1].last);
        page_read_until_equal(&page[2]);
        page_close(&page[2]);
    }
    /* a number from before the channel existed is too old, even when nothing has been published since */
    memset(&page[3], 0, sizeof page[3]);
    page_open(&page[3], house, "ann", page[1].last);
    page_read(&page[3], 1);
    assert_int_equal(page[3].resets, 1);
    page_close(&page[3]);
    page_close(&page[1]);
    job_unref(job);
}

/* Jobs removed by retention are counted, for all owners alike. */
static void test_removed_by_retention(void **state)
{
    struct house *house = *state;
    pages_clear();
    page_open(&page[0], house, "", 0);
    page_open(&page[1], house, "ann", 0);
    for (int i = 0; i < 2; i++) {
        page_read(&page[i], 1);
        assert_int_equal(page[i].resets, 1);
    }
    jobs_lock(house->jobs);
    feed_note_missed(house->jobs, 7);
    jobs_unlock(house->jobs);
    for (int i = 0; i < 2; i++) {
        for (int tries = 0; page[i].more == 0 && tries < 20000; tries++) {
            usleep(1000);
            page_read(&page[i], UINT32_MAX);
        }
        assert_int_equal(page[i].more, 7);
        page_close(&page[i]);
    }
}

static bool is_off(struct jobs *jobs)
{
    jobs_lock(jobs);
    bool off = jobs->feed.channels == NULL;
    jobs_unlock(jobs);
    return off;
}

/* If the feed has had no reader for a while, it stops collecting changes. */
static void test_off_without_readers(void **state)
{
    struct house *house = *state;
    struct feed *feed = &house->jobs->feed;
    pages_clear();
    page_open(&page[0], house, "", 0);
    page_open(&page[1], house, "ann", 0);
    page_close(&page[1]);
    page_close(&page[0]);
    assert_false(is_off(house->jobs));
    pthread_mutex_lock(&feed->lock);
    for (struct feed_channel *channel = feed->channels; channel != NULL; channel = channel->next)
        channel->left_ns -= FEED_LINGER_MS * INT64_C(1000000);
    pthread_mutex_unlock(&feed->lock);
    for (int i = 0; !is_off(house->jobs) && i < 20000; i++)
        usleep(1000);
    assert_true(is_off(house->jobs));
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    await(house, job, JOB_IS_DURABLE);
    jobs_lock(house->jobs);
    assert_int_equal(feed->changed_ns, 0);
    assert_int_equal(job->feed_tick, 0);
    jobs_unlock(house->jobs);
    page_open(&page[0], house, "", page[0].last);
    page_read_until_equal(&page[0]);
    assert_int_equal(page[0].resets, 1);
    page_close(&page[0]);
    job_unref(job);
}

/* ---- the ring of segments, compared with all segments ever published ---- */

static void test_segments(void **state)
{
    enum { PIECES = 600 };
    struct house *house = *state;
    struct feed *feed = &house->jobs->feed;
    struct nash_rng rng = test_rng();
    struct feed_reader reader = {.fire = NULL};
    int64_t number[PIECES];
    size_t len[PIECES];
    char text[PIECES][16];
    assert_true(
        feed_open(house->jobs, &reader, "nobody", 0)); /* this owner has no job, so the feed publishes nothing */
    reader.fire = NULL;
    pthread_mutex_lock(&feed->lock); /* the test publishes instead of the feed's thread */
    int64_t opened = feed->last;
    for (int n = 0; n < PIECES; n++) {
        feed->last += 1 + (int64_t)nash_rng_below(&rng, 3);
        number[n] = feed->last;
        snprintf(text[n], sizeof text[n], "piece %d", n);
        len[n] = nash_rng_below(&rng, 20) == 0 ? FEED_BYTES / 4 : strlen(text[n]);
        struct bytes *segment = calloc(1, sizeof *segment + len[n] + 1);
        assert_non_null(segment);
        segment->refs = 1;
        segment->len = len[n];
        strcpy(segment->data, text[n]);
        channel_publish(reader.channel, number[n], segment);

        int oldest = n + 1; /* the model: the ring keeps as many of the newest segments as fit, at least one */
        size_t bytes = 0;
        while (oldest > 0 && n + 1 - oldest < FEED_SEGMENTS &&
               (oldest == n + 1 || bytes + len[oldest - 1] <= FEED_BYTES))
            bytes += len[--oldest];
        for (int try = 0; try < 4; try++) {
            int at =
                (int)nash_rng_below(&rng, (uint32_t)n + 2) - 1; /* last segment that the reader has seen; -1: none */
            reader.seen = at < 0 ? opened : number[at];
            int64_t before = reader.seen;
            pthread_mutex_unlock(&feed->lock);
            struct bytes *next = feed_next(house->jobs, &reader);
            pthread_mutex_lock(&feed->lock);
            const char *expected = at + 1 < oldest ? "id: " : at == n ? NULL : text[at + 1];
            if ((next == NULL) != (expected == NULL) ||
                (next != NULL && strncmp(next->data, expected, strlen(expected)) != 0))
                fail_msg("piece %d, oldest %d, seen %lld: got %.20s, expected %s", n, oldest, (long long)before,
                         next != NULL ? next->data : "nothing", expected != NULL ? expected : "nothing");
            bytes_unref(next);
        }
    }
    pthread_mutex_unlock(&feed->lock);
    feed_close(house->jobs, &reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_agrees_with_the_list, house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_a_life, house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_many_changes_are_published_together, house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_nothing_is_published_before_it_is_durable, house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_a_job_the_store_refuses, house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_flood, house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_coming_back, house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_removed_by_retention, house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_off_without_readers, house_setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_segments, house_setup, house_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
