/* Conformance: random sequences of all calls, compared with the model.
 *
 * Two nodes share the store. A plug lets the writes of a batch wait in the queue, so that it is certain which
 * operations are merged. NASH_SEED=n runs another sequence; seed and step are printed at the end. */
#include <stdio.h>
#include <string.h>

#include <base/clock.h>

#include "model.h"

enum { NODES = 2, BATCH = 12, IDS = 60, KEYS = 20, SEEDS = 8, STEPS = 400, LIST = 200 };

static const char *const owners[] = {"", "ann", "bob"};
static const char *const tags[] = {"[]", "[\"red\"]", "[\"blue\",\"red\",\"blue\"]", "[\"green\"]"};
static const char *const kinds[] = {"sudoku", "hex", ""};

struct game {
    struct nash_rng rng;
    struct store *store[NODES];
    struct model *model;
    int64_t now_ms; /* the finish times of jobs are around this time */
};

static uint64_t below(struct game *g, uint64_t bound)
{
    return nash_rng_below(&g->rng, bound);
}

static struct bytes *body(struct game *g)
{
    static const size_t sizes[] = {0, 1, 30, 700, 4096, 4097, 65536, 65537};
    return below(g, 4) == 0 ? NULL : bytes_random(&g->rng, sizes[below(g, sizeof sizes / sizeof *sizes)]);
}

/* ---- writes ---- */

static struct store_job random_row(struct game *g)
{
    struct store_job row = {.id = id_of(below(g, IDS)),
                            .key = hash_of(below(g, KEYS)),
                            .state = (enum job_state)below(g, 5),
                            .final = below(g, 2),
                            .verdict = (enum job_verdict)below(g, 3),
                            .tags = below(g, 3) == 0 ? bytes_of(tags[below(g, 4)]) : NULL,
                            .format = (int)below(g, 2),
                            .priority = (int)below(g, 5) - 2,
                            .timeout_ms = (uint32_t)nash_rng_next(&g->rng),
                            .seed = nash_rng_next(&g->rng),
                            .created_ms = 1000 + (int64_t)below(g, 50),
                            .started_ms = (int64_t)below(g, 3) * 777,
                            .finished_ms = g->now_ms + ((int64_t)below(g, 100) - 50) * 60000,
                            .last_event = (int64_t)below(g, 99),
                            .attempts = (unsigned)below(g, 3),
                            .problem = body(g),
                            .result = body(g),
                            .error = body(g),
                            .progress = body(g)};
    snprintf(row.owner, sizeof row.owner, "%s", owners[below(g, 3)]);
    snprintf(row.kind, sizeof row.kind, "%s", kinds[below(g, 20) == 0 ? 2 : below(g, 2)]);
    if (below(g, 30) == 0)
        row.priority = below(g, 2) ? 101 : -101;
    if (below(g, 3) == 0) {
        snprintf(row.idempotency, sizeof row.idempotency, "key %u", (unsigned)below(g, 6));
        row.fingerprint = hash_of(below(g, 100));
    }
    return row;
}

static void random_op(struct game *g, struct store_op *op)
{
    static const enum store_verb verbs[] = {STORE_SUBMIT,    STORE_SUBMIT, STORE_FINISH, STORE_FINISH,
                                            STORE_HEARTBEAT, STORE_REMOVE, STORE_BLOB};
    *op = (struct store_op){.verb = verbs[below(g, 7)], .row = random_row(g)};
    if (op->verb == STORE_BLOB || (op->verb == STORE_SUBMIT && below(g, 3) == 0)) {
        op->blob_name = below(g, 10) ? model_blob_names[below(g, MODEL_BLOBS)] : "";
        op->blob = body(g);
    }
}

struct expected {
    enum nash_status status;
    struct job_id id;
};

/* Posts a batch on one node; the model applies a merged FINISH at the place of its SUBMIT. */
static void write_batch(struct game *g, int node, struct store_op op[BATCH], size_t n)
{
    struct store_op *folded[BATCH] = {0}; /* the FINISH that is merged with the SUBMIT op[i], or NULL */
    bool is_folded[BATCH] = {0};
    struct expected expected[BATCH];
    struct plug plug;
    plug_in(g->store[node], &plug);
    for (size_t i = 0; i < n; i++) {
        size_t at = i > 0 ? below(g, i) : 0;
        bool fold = op[i].verb == STORE_FINISH && i > 0 && op[at].verb == STORE_SUBMIT && below(g, 4) != 0;
        if (fold) {
            op[i].row.id = op[at].row.id;
            is_folded[i] = folded[at] == NULL; /* a second FINISH cannot be merged and waits in the queue */
            folded[at] = is_folded[i] ? &op[i] : folded[at];
            store_post_finish(g->store[node], &op[i], &op[at]);
        } else if (op[i].verb == STORE_FINISH) {
            store_post_finish(g->store[node], &op[i], NULL);
        } else {
            store_post(g->store[node], &op[i]);
        }
    }
    for (size_t i = 0; i < n; i++) {
        enum nash_status two[2];
        if (is_folded[i])
            continue;
        if (folded[i] == NULL) {
            expected[i].status = model_apply(g->model, node, &op[i], &expected[i].id);
            continue;
        }
        model_fold(g->model, node, &op[i], folded[i], two, &expected[i].id);
        expected[i].status = two[0];
        expected[folded[i] - op] = (struct expected){.status = two[1], .id = folded[i]->row.id};
    }
    plug_out(&plug);
    store_flush(g->store[node]);
    for (size_t i = 0; i < n; i++) {
        if (op[i].status != expected[i].status)
            fail_msg("operation %zu of the batch, verb %d: %s instead of %s", i, (int)op[i].verb,
                     nash_status_name(op[i].status), nash_status_name(expected[i].status));
        assert_memory_equal(&op[i].row.id, &expected[i].id, sizeof expected[i].id);
    }
}

static void do_write(struct game *g)
{
    struct store_op op[BATCH];
    size_t n = 1 + below(g, BATCH);
    for (size_t i = 0; i < n; i++)
        random_op(g, &op[i]);
    write_batch(g, (int)below(g, NODES), op, n);
    for (size_t i = 0; i < n; i++) {
        store_job_release(&op[i].row);
        bytes_unref(op[i].blob);
    }
}

/* ---- leases and retention ---- */

static void do_claim(struct game *g)
{
    struct model_job *want[IDS];
    struct store_job *rows;
    size_t count;
    int node = (int)below(g, NODES);
    unsigned max = (unsigned)below(g, 6);
    bool lapsed = below(g, 2);
    struct nash_arena *arena = nash_arena_new(1 << 20);
    size_t n = model_claim(g->model, node, max, lapsed, want);
    assert_int_equal(store_claim(g->store[node], max, lapsed ? -1000 : 1000000, arena, &rows, &count, NULL), NASH_OK);
    assert_int_equal(count, n);
    for (size_t i = 0; i < n; i++) {
        assert_same_job(&rows[i], &want[i]->row, true, true);
        store_job_release(&rows[i]);
    }
    nash_arena_free(arena);
}

static void do_sweep(struct game *g)
{
    int node = (int)below(g, NODES);
    int64_t age = below(g, 3) == 0 ? 0 : (int64_t)below(g, 100) * 60000 + 30000;
    uint64_t removed = 0;
    int64_t before =
        clock_wall_ms() - age; /* rows finish at full minutes of the test, to avoid a race with the clock */
    size_t gone = model_sweep(g->model, node, age == 0 ? INT64_MIN : before);
    assert_int_equal(store_sweep(g->store[node], &(struct store_retention){.max_age_ms = age}, &removed, NULL),
                     NASH_OK);
    assert_int_equal(removed, gone);
}

/* ---- reads ---- */

static void check_row(struct model_job *want, const struct store_job *got, bool bodies, bool said)
{
    assert_same_job(got, &want->row, bodies, said);
    if (want->row.sequence == 0)
        want->row.sequence = got->sequence;
    assert_int_equal(got->sequence, want->row.sequence);
}

static void read_all(struct game *g, struct store *store)
{
    struct job_id ids[IDS];
    struct store_job rows[IDS];
    bool found[IDS], bodies = below(g, 2);
    for (size_t i = 0; i < IDS; i++)
        ids[i] = id_of(i);
    assert_int_equal(store_get(store, ids, IDS, bodies ? STORE_BODIES : STORE_NO_BODIES, rows, found, NULL), NASH_OK);
    for (size_t i = 0; i < IDS; i++) {
        struct model_job *want = model_find(g->model, &ids[i]);
        assert_int_equal(found[i], want != NULL);
        if (want != NULL)
            check_row(want, &rows[i], bodies, bodies);
        store_job_release(&rows[i]);
        for (int b = 0; b < MODEL_BLOBS; b++) {
            struct bytes *blob = store_blob(store, &ids[i], model_blob_names[b]);
            assert_true(bytes_equal(blob, want != NULL ? want->blob[b] : NULL));
            bytes_unref(blob);
        }
    }
}

/* Returns whether any node finds an answer of this key. A node may miss the answers of another node, but not its own.
 */
static bool known_elsewhere(struct game *g, const struct nash_hash *key)
{
    bool known = false;
    for (int i = 0; i < NODES; i++) {
        struct store_job row;
        bool found = false;
        assert_int_equal(store_lookup(g->store[i], key, 1, &row, &found, NULL), NASH_OK);
        store_job_release(&row);
        known |= found;
    }
    return known;
}

static void read_answers(struct game *g, int node)
{
    struct nash_hash keys[KEYS];
    struct store_job rows[KEYS];
    bool found[KEYS];
    for (size_t i = 0; i < KEYS; i++)
        keys[i] = hash_of(i);
    assert_int_equal(store_lookup(g->store[node], keys, KEYS, rows, found, NULL), NASH_OK);
    for (size_t i = 0; i < KEYS; i++) {
        struct model_job *want = model_lookup(g->model, &keys[i]);
        assert_true(found[i] ? want != NULL : want == NULL || known_elsewhere(g, &keys[i]));
        if (found[i])
            check_row(want, &rows[i], true, true);
        store_job_release(&rows[i]);
    }
}

static void read_keys(struct game *g, struct store *store)
{
    for (unsigned i = 0; i < 6 * 3; i++) {
        char key[16];
        struct store_job row;
        bool found;
        snprintf(key, sizeof key, "key %u", i % 6);
        struct model_job *want = model_idempotent(g->model, owners[i / 6], key);
        assert_int_equal(store_idempotent(store, owners[i / 6], key, &row, &found, NULL), NASH_OK);
        assert_int_equal(found, want != NULL);
        if (want != NULL)
            check_row(want, &row, false, true);
        store_job_release(&row);
    }
}

static struct store_filter random_filter(struct game *g)
{
    struct store_filter f = {.limit = (unsigned)below(g, 20)};
    if (below(g, 2))
        f.owner = owners[below(g, 3)];
    if (below(g, 2))
        f.kind = kinds[below(g, 3)];
    if (below(g, 2))
        f.states = (int)below(g, 32);
    if (below(g, 3) == 0)
        f.created_from_ms = 1000 + (int64_t)below(g, 50);
    if (below(g, 3) == 0)
        f.created_to_ms = 1000 + (int64_t)below(g, 50);
    if (below(g, 3) == 0)
        f.tag = below(g, 2) ? "red" : "green";
    if (below(g, 4) == 0)
        f.finished_from_ms = g->now_ms + ((int64_t)below(g, 100) - 50) * 60000;
    if (below(g, 4) == 0)
        f.finished_to_ms = g->now_ms + ((int64_t)below(g, 100) - 50) * 60000;
    return f;
}

/* Reads all pages of a list and compares them with the model's list. */
static void read_list(struct game *g, struct store *store)
{
    struct store_filter f = random_filter(g);
    struct model_job *want[LIST];
    for (size_t page = 0; page < 1 + LIST; page++) {
        struct store_job *rows;
        size_t count, n = model_list(g->model, &f, want);
        struct nash_arena *arena = nash_arena_new(1 << 20);
        assert_int_equal(store_list(store, &f, arena, &rows, &count, NULL), NASH_OK);
        assert_int_equal(count, n);
        for (size_t i = 0; i < n; i++) {
            check_row(want[i], &rows[i], false, true);
            assert_true(is_opening(rows[i].opening, want[i]->row.result));
            f.before = rows[i].sequence;
            store_job_release(&rows[i]);
        }
        nash_arena_free(arena);
        if (n < f.limit || n == 0)
            return;
    }
    fail_msg("a list without end");
}

static void read_counts(struct game *g, struct store *store)
{
    struct store_stats stats;
    uint64_t jobs[5] = {0};
    for (size_t i = 0; i < g->model->count; i++)
        if (g->model->job[i].there)
            jobs[g->model->job[i].row.state]++;
    assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
    for (int s = 0; s < 5; s++)
        assert_int_equal(stats.jobs[s], jobs[s]);
    assert_true(stats.bytes > 0);
}

static void step(struct game *g)
{
    struct store *store = g->store[below(g, NODES)];
    int node = (int)below(g, NODES);
    switch (below(g, 12)) {
    case 0:
        do_claim(g);
        break;
    case 1:
        if (below(g, 3) == 0) {
            model_release_node(g->model, node);
            assert_int_equal(store_release_node(g->store[node], NULL), NASH_OK);
        }
        break;
    case 2:
        do_sweep(g);
        break;
    case 3:
        read_all(g, store);
        break;
    case 4:
        read_answers(g, node);
        break;
    case 5:
        read_keys(g, store);
        break;
    case 6:
        read_list(g, store);
        break;
    case 7:
        read_counts(g, store);
        break;
    default:
        do_write(g);
        break;
    }
}

static void open_nodes(struct game *g)
{
    g->store[0] = frame_open("a");
    g->store[1] = frame_open("b");
}

static void close_nodes(struct game *g)
{
    store_close(g->store[0]);
    store_close(g->store[1]);
}

static void check_everything(struct game *g)
{
    for (int n = 0; n < NODES; n++) {
        read_all(g, g->store[n]);
        read_answers(g, n);
        read_keys(g, g->store[n]);
        read_list(g, g->store[n]);
        read_counts(g, g->store[n]);
    }
}

static uint64_t at_seed; /* seed and step of the test, printed by the teardown */
static int at_step;

static void play(uint64_t seed)
{
    struct game g = {.model = calloc(1, sizeof *g.model), .now_ms = clock_wall_ms() - 60000 * 50};
    assert_non_null(g.model);
    nash_rng_seed(&g.rng, seed);
    open_nodes(&g);
    at_seed = seed;
    for (at_step = 0; at_step < STEPS; at_step++)
        step(&g);
    check_everything(&g);
    close_nodes(&g);
    model_reopen(g.model);
    open_nodes(&g); /* and all jobs are still present */
    check_everything(&g);
    close_nodes(&g);
    model_free(g.model);
}

static void test_model(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < (int)test_length(3, SEEDS); i++) {
        if (i > 0) {
            frame_teardown(state);
            assert_int_equal(frame_setup(state), 0);
        }
        play(nash_rng_next(&rng) % 1000000);
    }
}

static int teardown(void **state)
{
    print_message("ended at seed %llu, step %d\n", (unsigned long long)at_seed, at_step);
    return frame_teardown(state);
}

int main(int argc, char **argv)
{
    frame_start(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_model, frame_setup, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
