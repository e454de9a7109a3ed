/* The feed under random operations: a page that applies the events to an old list gets the current list. The last test
 * uses many threads, for TSan. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "harness/page.h"

static struct page page[5];

enum { LIFE_STEPS = 400, LIFE_PROBLEMS = 60, OWNERS = 3 };

static const char *const owners[OWNERS] = {"ann", "bob", "cat"};

static const char *const results[] = {"{\"n\":1}", "{\"summary\":\"one\"}", "{\"summary\":\"two, three\",\"n\":4}"};

static void step(struct house *house, struct nash_rng *rng, struct job **jobs, unsigned *count)
{
    unsigned what = (unsigned)nash_rng_below(rng, 100), place = (unsigned)nash_rng_below(rng, house->places);
    struct work *busy = fake_at(house->fake, place);
    struct job *some = *count > 0 ? jobs[nash_rng_below(rng, *count)] : NULL;
    struct nash_error error;
    if (what < 45) {
        const char *text = tiny((int)nash_rng_below(rng, LIFE_PROBLEMS));
        struct jobs_request request = {.solver = &nash_solver_tiny,
                                       .format = NASH_FORMAT_JSON,
                                       .text = text,
                                       .len = strlen(text),
                                       .owner = owners[nash_rng_below(rng, OWNERS)]};
        if (jobs_submit(house->jobs, &request, &jobs[*count], &error) != SUBMIT_REFUSED)
            (*count)++;
    } else if (what < 60 && busy != NULL) {
        fake_succeed(house->fake, place, results[nash_rng_below(rng, 3)], nash_rng_below(rng, 4) != 0);
    } else if (what < 65 && busy != NULL) {
        fake_fail(house->fake, place, NASH_INTERNAL, "worker-crashed");
    } else if (what < 75 && busy != NULL) {
        fake_progress(house->fake, busy, "{\"step\":\n1}");
    } else if (what < 83 && some != NULL) {
        jobs_cancel(house->jobs, some, &error);
    } else if (what < 92 && some != NULL) {
        jobs_forget(house->jobs, some, &error);
    } else {
        usleep((useconds_t)nash_rng_below(rng, 15000));
    }
}

/* Lets five pages read: one always, one rarely, one that is opened and closed, and two that show one owner's jobs. */
static void read_pages(struct house *house, struct nash_rng *rng)
{
    page_read(&page[0], UINT32_MAX);
    if (nash_rng_below(rng, 40) == 0)
        page_read(&page[1], 1);
    if (nash_rng_below(rng, 30) == 0) {
        if (page[2].reader.channel != NULL)
            page_close(&page[2]);
        else
            page_open(&page[2], house, "", nash_rng_below(rng, 5) == 0 ? 0 : page[2].last);
    }
    if (page[2].reader.channel != NULL && nash_rng_below(rng, 3) == 0)
        page_read(&page[2], 2);
    page_read(&page[3], UINT32_MAX);
    page_read(&page[4], 1);
}

static unsigned deletions_seen;

static void live(uint64_t seed)
{
    static struct job *jobs[LIFE_STEPS];
    struct house house;
    struct nash_rng rng;
    unsigned count = 0;
    memset(page, 0, sizeof page);
    nash_rng_seed(&rng, seed);
    house_init(&house);
    house.places = 3;
    house_start(&house);
    for (int i = 0; i < 5; i++)
        page_open(&page[i], &house, i == 3 ? "ann" : i == 4 ? "bob" : "", 0);
    for (int i = 0; i < LIFE_STEPS; i++) {
        step(&house, &rng, jobs, &count);
        read_pages(&house, &rng);
    }
    for (int i = 0; i < 5; i++) {
        if (page[i].reader.channel == NULL)
            page_open(&page[i], &house, "", page[i].last);
        page_read_until_equal(&page[i]);
    }
    assert_int_equal(page[0].resets, 1); /* only the first: this page never fell behind */
    deletions_seen += page[0].deletions;
    for (int i = 0; i < 5; i++)
        page_close(&page[i]);
    for (unsigned i = 0; i < count; i++)
        job_unref(jobs[i]);
    house_stop(&house);
    house_release(&house);
}

static void test_pages_agree_with_the_list(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < 4; i++) {
        uint64_t seed = nash_rng_next(&rng);
        print_message("life of seed %llu\n", (unsigned long long)seed);
        live(seed);
    }
    assert_true(deletions_seen > 0);
}

/* ---- many threads, for TSan ---- */

struct visitor {
    struct house *house;
    pthread_t thread;
    uint64_t seed;
    unsigned pieces;
};

static _Atomic bool closing_time;

static void work(struct fake *fake, struct work *work, struct fake_answer *answer)
{
    fake_progress(fake, work, "{\"step\":1}");
    fake_nap(fake, work, 300);
    answer->result.final = true;
    snprintf(answer->text, sizeof answer->text, "{}");
}

static void write_stats(void *context, struct nash_buf *json)
{
    struct jobs_stats stats;
    jobs_stats(context, &stats);
    nash_buf_printf(json, "{\"running\":%u}", stats.running);
}

static void *visit(void *context)
{
    struct visitor *visitor = context;
    struct jobs *jobs = visitor->house->jobs;
    struct nash_rng rng;
    nash_rng_seed(&rng, visitor->seed);
    while (!atomic_load(&closing_time)) {
        struct page *p = calloc(1, sizeof *p);
        page_open(p, visitor->house, visitor->seed % 2 == 0 ? "" : "ann", 0);
        for (int i = 0; i < 60 && !atomic_load(&closing_time); i++) {
            struct bytes *piece = feed_next(jobs, &p->reader);
            visitor->pieces += piece != NULL;
            bytes_unref(piece);
            usleep((useconds_t)nash_rng_below(&rng, 3000));
        }
        page_close(p);
        free(p);
    }
    return NULL;
}

static void test_many_threads(void **state)
{
    enum { VISITORS = 4, JOBS = 300 };
    static struct house house;
    struct visitor visitor[VISITORS];
    house_init(&house);
    house.work = work;
    house_start(&house);
    feed_set_stats(house.jobs, write_stats, house.jobs);
    atomic_store(&closing_time, false);
    for (unsigned i = 0; i < VISITORS; i++) {
        visitor[i] = (struct visitor){.house = &house, .seed = i + 2};
        assert_int_equal(pthread_create(&visitor[i].thread, NULL, visit, &visitor[i]), 0);
    }
    for (int i = 0; i < JOBS; i++) {
        struct job *job = submit_as(&house, SUBMIT_ACCEPTED, i % 2 == 0 ? "ann" : "bob", NULL, tiny(i));
        if (i % 3 == 0) {
            await(&house, job, JOB_IS_DONE);
            assert_int_equal(jobs_forget(house.jobs, job, NULL), NASH_OK);
        }
        job_unref(job);
    }
    atomic_store(&closing_time, true);
    for (unsigned i = 0; i < VISITORS; i++) {
        pthread_join(visitor[i].thread, NULL);
        assert_true(visitor[i].pieces > 0);
    }
    house_stop(&house);
    house_release(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages_agree_with_the_list),
        cmocka_unit_test(test_many_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
