/* Conformance: threads that post, read, claim and sweep at the same time, for TSan and for the invariants: each
 * operation is called back once and in its poster's order, a row is never read half-written, and every acknowledged row
 * is found.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "frame.h"

enum { POSTERS = 4, READERS = 6, EACH = 400 };

static struct store *store;
static _Atomic uint64_t acknowledged[POSTERS]; /* n: the jobs 0..n-1 of this poster are stored and finished */
static _Atomic bool stop;
static _Atomic unsigned wrong;

struct write {
    struct store_op submit, finish;
    unsigned poster;
    uint64_t n;
    _Atomic int *left;
};

static uint64_t number(unsigned poster, uint64_t n)
{
    return n * POSTERS + poster;
}

static void check(bool good)
{
    if (!good)
        atomic_fetch_add(&wrong, 1);
}

static void submit_done(struct store_op *op)
{
    check(op->status == NASH_OK);
    store_job_release(&op->row);
}

static void finish_done(struct store_op *op)
{
    struct write *w = op->context;
    check(op->status == NASH_OK);
    check(atomic_load(&acknowledged[w->poster]) == w->n);
    atomic_store(&acknowledged[w->poster], w->n + 1);
    store_job_release(&op->row);
    atomic_fetch_sub(w->left, 1);
    free(w);
}

static void *poster_main(void *context)
{
    unsigned poster = *(unsigned *)context;
    _Atomic int left = EACH;
    for (uint64_t n = 0; n < EACH; n++) {
        struct write *w = calloc(1, sizeof *w);
        *w = (struct write){.poster = poster, .n = n, .left = &left};
        w->submit = (struct store_op){
            .verb = STORE_SUBMIT, .row = job_of(number(poster, n)), .done = submit_done, .context = w};
        w->finish = (struct store_op){.verb = STORE_FINISH,
                                      .row = {.id = w->submit.row.id,
                                              .state = JOB_SUCCEEDED,
                                              .final = true,
                                              .finished_ms = INT64_MAX,
                                              .result = bytes_of("{\"answer\":42}")},
                                      .done = finish_done,
                                      .context = w};
        snprintf(w->submit.row.owner, sizeof w->submit.row.owner, "owner%u", poster);
        store_post(store, &w->submit);
        if (n % 3 == 0)
            sched_yield();
        store_post_finish(store, &w->finish, &w->submit); /* w lives until the FINISH is done */
        if (n % 50 == 49)
            store_flush(store);
    }
    while (atomic_load(&left) > 0)
        sched_yield();
    return NULL;
}

static void check_row(const struct store_job *row, uint64_t n, bool must_be_finished)
{
    struct nash_hash key = hash_of(n);
    check(memcmp(&row->key, &key, sizeof key) == 0 && row->seed == n);
    check(row->state == JOB_SUCCEEDED || !must_be_finished);
    check((row->state == JOB_SUCCEEDED) == (row->result != NULL));
    check(row->result == NULL || strcmp(row->result->data, "{\"answer\":42}") == 0);
}

static void read_one(struct nash_rng *rng)
{
    unsigned poster = (unsigned)nash_rng_below(rng, POSTERS);
    uint64_t known = atomic_load(&acknowledged[poster]);
    uint64_t n = nash_rng_below(rng, known + 2); /* the last two numbers may not be stored yet */
    struct job_id id = id_of(number(poster, n));
    struct nash_hash key = hash_of(number(poster, n));
    struct store_job row;
    bool found;
    check(store_get(store, &id, 1, STORE_BODIES, &row, &found, NULL) == NASH_OK);
    check(found || n >= known);
    if (found)
        check_row(&row, number(poster, n), n < known);
    store_job_release(&row);
    check(store_lookup(store, &key, 1, &row, &found, NULL) == NASH_OK);
    check(found || n >= known);
    store_job_release(&row);
}

static void read_list(struct nash_rng *rng)
{
    char owner[16];
    unsigned poster = (unsigned)nash_rng_below(rng, POSTERS);
    uint64_t known = atomic_load(&acknowledged[poster]);
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct store_job *rows;
    size_t count;
    snprintf(owner, sizeof owner, "owner%u", poster);
    struct store_filter filter = {.owner = owner, .states = 1 << JOB_SUCCEEDED, .limit = 20};
    check(store_list(store, &filter, arena, &rows, &count, NULL) == NASH_OK);
    check(count >= (known < 20 ? known : 20));
    for (size_t i = 0; i < count; i++) {
        check(i == 0 || rows[i].sequence < rows[i - 1].sequence);
        check(rows[i].state == JOB_SUCCEEDED && strcmp(rows[i].owner, owner) == 0);
        store_job_release(&rows[i]);
    }
    nash_arena_free(arena);
}

static void *reader_main(void *context)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, (uintptr_t)context);
    while (!atomic_load(&stop)) {
        struct store_stats stats;
        read_one(&rng);
        if (nash_rng_below(&rng, 4) == 0)
            read_list(&rng);
        check(store_stats(store, &stats, NULL) == NASH_OK);
    }
    return NULL;
}

/* The thread of another node, which never claims a job, because all are leased to the first node. */
static void *node_main(void *context)
{
    struct store *other = context;
    while (!atomic_load(&stop)) {
        struct nash_arena *arena = nash_arena_new(1 << 20);
        struct store_job *rows;
        size_t count;
        uint64_t removed;
        check(store_claim(other, 5, 1000, arena, &rows, &count, NULL) == NASH_OK && count == 0);
        check(store_sweep(other, &(struct store_retention){.max_age_ms = 1000}, &removed, NULL) == NASH_OK);
        check(removed == 0);
        nash_arena_free(arena);
        sched_yield();
    }
    return NULL;
}

static void test_threads(void **state)
{
    pthread_t poster[POSTERS], reader[READERS], node;
    unsigned place[POSTERS];
    struct store_stats stats;
    store = frame_open("a");
    struct store *other = frame_open("b");
    for (unsigned i = 0; i < POSTERS; i++) {
        place[i] = i;
        pthread_create(&poster[i], NULL, poster_main, &place[i]);
    }
    for (uintptr_t i = 0; i < READERS; i++)
        pthread_create(&reader[i], NULL, reader_main, (void *)i);
    pthread_create(&node, NULL, node_main, other);
    for (int i = 0; i < POSTERS; i++)
        pthread_join(poster[i], NULL);
    atomic_store(&stop, true);
    for (int i = 0; i < READERS; i++)
        pthread_join(reader[i], NULL);
    pthread_join(node, NULL);
    assert_int_equal(atomic_load(&wrong), 0);
    store_flush(store);
    assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
    assert_int_equal(stats.jobs[JOB_SUCCEEDED], POSTERS * EACH);
    assert_int_equal(stats.operations, 2 * POSTERS * EACH);
    assert_true(stats.commits > 0 && stats.commits <= stats.operations);
    store_close(other);
    store_close(store);
}

/* A done() that posts the next operation. Operations posted before the store closes are stored, and so are those that
 * done() posts meanwhile. */
static void post_next(struct store_op *op)
{
    struct store_op *next = op->context;
    if (next != NULL)
        store_post(store, next);
}

static void test_close(void **state)
{
    struct store_op op[3] = {{.verb = STORE_SUBMIT, .row = job_of(1), .done = post_next, .context = &op[1]},
                             {.verb = STORE_SUBMIT, .row = job_of(2), .done = post_next, .context = &op[2]},
                             {.verb = STORE_SUBMIT, .row = job_of(3)}};
    store = frame_open("a");
    store_post(store, &op[0]);
    store_close(store);
    store = frame_open("a");
    for (int i = 0; i < 3; i++) {
        struct store_job row;
        assert_int_equal(op[i].status, NASH_OK);
        assert_true(get(store, &op[i].row.id, &row));
        store_job_release(&row);
        store_job_release(&op[i].row);
    }
    store_close(store);
    store_close(NULL);
}

int main(int argc, char **argv)
{
    frame_start(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_threads, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_close, frame_setup, frame_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
