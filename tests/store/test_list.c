/* Conformance: lists of many jobs by time and all other filters, compared with a loop over the jobs; and the lookup of
 * all their answers. */
#include <stdio.h>
#include <string.h>

#include "frame.h"

enum { JOBS = 5000, LISTS = 300 };

static const char *const owners[] = {"", "ann", "bob"};
static const char *const tags[] = {"[\"red\"]", "[\"red\",\"blue\"]", "[\"green\"]"};
static const char *const kinds[] = {"sudoku", "hex"};

static struct store_job put_in[JOBS];

/* Returns a random length up to twice that of an opening; rarely, more than a page of the database. */
static size_t size_of_result(struct nash_rng *rng)
{
    return nash_rng_below(rng, 2 * STORE_OPENING) + (nash_rng_below(rng, 50) == 0 ? nash_rng_below(rng, 100000) : 0);
}

/* Fills the store. Creation times are roughly in the order of insertion, as if one node's clock were far ahead and
 * another's far behind. */
static void fill(struct store *store, struct nash_rng *rng)
{
    static struct store_op op[JOBS];
    for (uint64_t n = 0; n < JOBS; n++) {
        struct store_job *row = &put_in[n];
        *row = job_of(n);
        row->created_ms = 100000 + (int64_t)n * 10 + (int64_t)nash_rng_below(rng, 200);
        if (nash_rng_below(rng, 1000) == 0)
            row->created_ms += nash_rng_below(rng, 2) ? 40000 : -40000;
        row->state = nash_rng_below(rng, 20) ? JOB_SUCCEEDED : (enum job_state)nash_rng_below(rng, 5);
        row->final = row->state == JOB_SUCCEEDED;
        row->finished_ms = row->state >= JOB_SUCCEEDED ? row->created_ms + (int64_t)nash_rng_below(rng, 3000) : 0;
        row->tags = nash_rng_below(rng, 10) == 0 ? bytes_of(tags[nash_rng_below(rng, 3)]) : NULL;
        if (row->final && nash_rng_below(rng, 20))
            row->result = bytes_random(rng, size_of_result(rng));
        snprintf(row->owner, sizeof row->owner, "%s", owners[nash_rng_below(rng, 3)]);
        snprintf(row->kind, sizeof row->kind, "%s", kinds[nash_rng_below(rng, 2)]);
        op[n] = (struct store_op){.verb = STORE_SUBMIT, .row = *row};
        store_post(store, &op[n]);
    }
    store_flush(store);
    for (uint64_t n = 0; n < JOBS; n++)
        assert_int_equal(op[n].status, NASH_OK);
}

static void release(void)
{
    for (size_t n = 0; n < JOBS; n++)
        store_job_release(&put_in[n]);
}

static bool matches(const struct store_filter *f, const struct store_job *row)
{
    return (f->owner == NULL || strcmp(f->owner, row->owner) == 0) &&
           (f->kind == NULL || strcmp(f->kind, row->kind) == 0) && (f->states == 0 || (f->states >> row->state & 1)) &&
           (f->created_from_ms == 0 || row->created_ms >= f->created_from_ms) &&
           (f->created_to_ms == 0 || row->created_ms < f->created_to_ms) &&
           (f->tag == NULL || (row->tags != NULL && strstr(row->tags->data, f->tag) != NULL)) &&
           ((f->finished_from_ms == 0 && f->finished_to_ms == 0) ||
            (row->state >= JOB_SUCCEEDED && row->finished_ms >= f->finished_from_ms &&
             (f->finished_to_ms == 0 || row->finished_ms < f->finished_to_ms))) &&
           (f->id_from == NULL ||
            (memcmp(&row->id, f->id_from, sizeof row->id) >= 0 && memcmp(&row->id, f->id_to, sizeof row->id) <= 0));
}

static struct store_filter random_filter(struct nash_rng *rng)
{
    struct store_filter f = {.limit = 1 + (unsigned)nash_rng_below(rng, 40)};
    int64_t from = 60000 + (int64_t)nash_rng_below(rng, 130000), to = from + (int64_t)nash_rng_below(rng, 20000);
    if (nash_rng_below(rng, 2))
        f.owner = owners[nash_rng_below(rng, 3)];
    if (nash_rng_below(rng, 2))
        f.kind = kinds[nash_rng_below(rng, 2)];
    if (nash_rng_below(rng, 2))
        f.states = (int)nash_rng_below(rng, 32);
    if (nash_rng_below(rng, 3))
        f.created_from_ms = from;
    if (nash_rng_below(rng, 3))
        f.created_to_ms = to;
    if (nash_rng_below(rng, 4) == 0)
        f.tag = nash_rng_below(rng, 2) ? "blue" : "red";
    if (nash_rng_below(rng, 4) == 0)
        f.finished_from_ms = from;
    if (nash_rng_below(rng, 4) == 0)
        f.finished_to_ms = to;
    if (nash_rng_below(rng, 3) == 0) { /* two random ids: the range may be empty */
        f.id_from = &put_in[nash_rng_below(rng, JOBS)].id;
        f.id_to = &put_in[nash_rng_below(rng, JOBS)].id;
    }
    return f;
}

/* Lists two pages and compares them with a loop over the jobs. */
static void check_list(struct store *store, struct store_filter f)
{
    size_t at = JOBS;
    for (int page = 0; page < 2; page++) {
        struct nash_arena *arena = nash_arena_new(1 << 20);
        struct store_job *rows;
        size_t count, i = 0;
        assert_int_equal(store_list(store, &f, arena, &rows, &count, NULL), NASH_OK);
        for (; i < f.limit && at > 0; at--) {
            const struct store_job *want = &put_in[at - 1];
            if (!matches(&f, want))
                continue;
            assert_true(i < count);
            assert_memory_equal(&rows[i].id, &want->id, sizeof want->id);
            assert_int_equal(rows[i].state, want->state);
            assert_null(rows[i].result);
            assert_true(is_opening(rows[i].opening, want->result));
            f.before = rows[i].sequence;
            store_job_release(&rows[i++]);
        }
        assert_int_equal(i, count);
        nash_arena_free(arena);
    }
}

static char last_filter[256]; /* the last filter as text, printed by the teardown */

static void test_list(void **state)
{
    struct nash_rng rng = test_rng();
    struct store *store = frame_open("a");
    fill(store, &rng);
    for (int i = 0; i < LISTS; i++) {
        struct store_filter f = random_filter(&rng);
        snprintf(last_filter, sizeof last_filter, "list %d: owner %s kind %s states %d created %lld to %lld", i,
                 f.owner ? f.owner : "*", f.kind ? f.kind : "*", f.states, (long long)f.created_from_ms,
                 (long long)f.created_to_ms);
        check_list(store, f);
    }
    store_close(store);
    release();
}

/* Exactly the stored answers are found, both right after opening the store and later. */
static void test_answers(void **state)
{
    struct nash_rng rng = test_rng();
    struct store *store = frame_open("a");
    fill(store, &rng);
    store_close(store);
    store = frame_open("a");
    for (uint64_t n = 0; n < 3 * JOBS; n++) {
        struct nash_hash key = hash_of(n % (JOBS + 100));
        struct store_job row;
        bool found, want = n % (JOBS + 100) < JOBS && put_in[n % (JOBS + 100)].state == JOB_SUCCEEDED;
        assert_int_equal(store_lookup(store, &key, 1, &row, &found, NULL), NASH_OK);
        assert_int_equal(found, want);
        store_job_release(&row);
    }
    store_close(store);
    release();
}

static int teardown(void **state)
{
    print_message("ended at %s\n", last_filter);
    return frame_teardown(state);
}

int main(int argc, char **argv)
{
    frame_start(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_list, frame_setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_answers, frame_setup, frame_teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
