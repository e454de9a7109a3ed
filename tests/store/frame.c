/* The harness of the store's tests: see frame.h. */
#include "frame.h"

#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <store/documents.h>

#include "../unit/base/folder.h"

static const char *given_url;
static char folder[64], url[128];

void frame_start(int argc, char **argv)
{
    given_url = argc > 1 ? argv[1] : NULL;
}

const char *frame_url(void)
{
    return url;
}

const char *frame_folder(void)
{
    return folder;
}

struct store *frame_open(const char *node)
{
    struct nash_error error = {0};
    struct store *store = store_open(url, node, &error);
    if (store == NULL)
        fail_msg("%s: %s", url, error.detail);
    return store;
}

/* Removes all documents of a type that tests use. */
static void empty_documents(struct store *store)
{
    size_t count = 1;
    while (count > 0) {
        struct nash_arena *arena = nash_arena_new(16 << 20);
        struct store_document *rows;
        const struct store_document_filter filter = {.type = "opponent", .limit = 1000};
        assert_int_equal(store_documents_list(store, &filter, arena, &rows, &count, NULL), NASH_OK);
        for (size_t i = 0; i < count; i++) {
            struct store_op op = {.verb = STORE_DOCUMENT_REMOVE, .document = &rows[i]};
            assert_int_equal(put(store, &op), NASH_OK);
            store_document_release(&rows[i]);
        }
        nash_arena_free(arena);
    }
}

/* Finishes and removes all jobs of a store by its own functions. */
static void empty(struct store *store)
{
    size_t count = 1;
    empty_documents(store);
    while (count > 0) {
        struct nash_arena *arena = nash_arena_new(16 << 20);
        struct store_job *rows;
        assert_int_equal(store_list(store, &(struct store_filter){.limit = 1000}, arena, &rows, &count, NULL), NASH_OK);
        for (size_t i = 0; i < count; i++) {
            finish(store, &rows[i].id, JOB_CANCELLED, 1);
            assert_int_equal(removal(store, &rows[i].id), NASH_OK);
            store_job_release(&rows[i]);
        }
        nash_arena_free(arena);
    }
}

int frame_setup(void **state)
{
    if (!test_folder(folder, sizeof folder, "nash-store"))
        return -1;
    snprintf(url, sizeof url, "sqlite:%s/jobs.db", folder);
    if (given_url == NULL)
        return 0;
    snprintf(url, sizeof url, "%s", given_url);
    struct store *store = frame_open("empty");
    empty(store);
    store_close(store);
    return 0;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status, (void)type, (void)walk;
    return remove(path);
}

int frame_teardown(void **state)
{
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- values ---- */

static void scatter(uint8_t *out, size_t size, uint64_t n, uint64_t salt)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, n * 2 + salt);
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)nash_rng_next(&rng);
}

struct job_id id_of(uint64_t n)
{
    struct job_id id;
    scatter(id.byte, sizeof id.byte, n, 0);
    return id;
}

struct nash_hash hash_of(uint64_t n)
{
    struct nash_hash hash;
    scatter(hash.byte, sizeof hash.byte, n, 1);
    return hash;
}

struct bytes *bytes_of(const char *text)
{
    return text != NULL ? bytes_copy(text, strlen(text)) : NULL;
}

struct bytes *bytes_random(struct nash_rng *rng, size_t len)
{
    char *data = malloc(len + 1);
    assert_non_null(data);
    for (size_t i = 0; i < len; i++)
        data[i] = (char)nash_rng_next(rng);
    struct bytes *bytes = bytes_copy(data, len);
    free(data);
    return bytes;
}

struct store_job job_of(uint64_t n)
{
    return (struct store_job){.id = id_of(n),
                              .key = hash_of(n),
                              .kind = "kind",
                              .timeout_ms = 1000,
                              .seed = n,
                              .created_ms = 1000000 + (int64_t)n,
                              .problem = bytes_of("{\"n\":1}")};
}

/* ---- writes ---- */

enum nash_status put(struct store *store, struct store_op *op)
{
    store_post(store, op);
    store_flush(store);
    return op->status;
}

enum nash_status submit(struct store *store, struct store_job *row)
{
    struct store_op op = {.verb = STORE_SUBMIT, .row = *row};
    enum nash_status status = put(store, &op);
    store_job_release(&op.row);
    *row = op.row;
    return status;
}

enum nash_status finish(struct store *store, const struct job_id *id, enum job_state state, int64_t finished_ms)
{
    struct store_op op = {.verb = STORE_FINISH,
                          .row = {.id = *id,
                                  .state = state,
                                  .final = state == JOB_SUCCEEDED,
                                  .started_ms = 1,
                                  .finished_ms = finished_ms,
                                  .result = state == JOB_SUCCEEDED ? bytes_of("{\"answer\":42}") : NULL}};
    enum nash_status status = put(store, &op);
    store_job_release(&op.row);
    return status;
}

enum nash_status heartbeat(struct store *store, const struct job_id *id, int64_t started_ms, const char *progress)
{
    struct store_op op = {.verb = STORE_HEARTBEAT,
                          .row = {.id = *id, .started_ms = started_ms, .progress = bytes_of(progress)}};
    enum nash_status status = put(store, &op);
    store_job_release(&op.row);
    return status;
}

enum nash_status removal(struct store *store, const struct job_id *id)
{
    return put(store, &(struct store_op){.verb = STORE_REMOVE, .row.id = *id});
}

const char *blob_list(struct store *store, const struct job_id *id)
{
    static char text[1024];
    struct store_blob_size *blobs;
    size_t count, len = 0;
    struct nash_arena *arena = nash_arena_new(1 << 20);
    assert_int_equal(store_blob_sizes(store, id, arena, &blobs, &count, NULL), NASH_OK);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s:%u ", blobs[i].name, (unsigned)blobs[i].bytes);
    nash_arena_free(arena);
    return text;
}

enum nash_status put_blob(struct store *store, const struct job_id *id, const char *name, const char *text)
{
    struct store_op op = {.verb = STORE_BLOB, .row.id = *id, .blob_name = name, .blob = bytes_of(text)};
    enum nash_status status = put(store, &op);
    bytes_unref(op.blob);
    return status;
}

/* ---- reads ---- */

bool get(struct store *store, const struct job_id *id, struct store_job *row)
{
    bool found = false;
    struct nash_error error = {0};
    if (store_get(store, id, 1, STORE_BODIES, row, &found, &error) != NASH_OK)
        fail_msg("get: %s", error.detail);
    if (found)
        store_read_whole(store, row);
    return found;
}

bool bytes_equal(const struct bytes *a, const struct bytes *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

bool is_opening(const struct bytes *opening, const struct bytes *result)
{
    size_t len = result == NULL ? 0 : result->len < STORE_OPENING ? result->len : STORE_OPENING;
    if (opening == NULL)
        return len == 0;
    return len > 0 && opening->len == len && memcmp(opening->data, result->data, len) == 0;
}

void assert_same_job(const struct store_job *got, const struct store_job *want, bool problem_and_result,
                     bool error_and_progress)
{
    assert_memory_equal(&got->id, &want->id, sizeof got->id);
    assert_memory_equal(&got->key, &want->key, sizeof got->key);
    assert_string_equal(got->kind, want->kind);
    assert_string_equal(got->owner, want->owner);
    assert_int_equal(got->state, want->state);
    assert_int_equal(got->final, want->final);
    assert_int_equal(got->verdict, want->verdict);
    assert_false(got->damaged);
    assert_true(bytes_equal(got->tags, want->tags));
    assert_int_equal(got->problem_bytes, op_problem_bytes(want));
    assert_int_equal(got->result_bytes, op_result_bytes(want));
    assert_int_equal(got->format, want->format);
    assert_int_equal(got->priority, want->priority);
    assert_int_equal(got->timeout_ms, want->timeout_ms);
    assert_int_equal(got->seed, want->seed);
    assert_int_equal(got->created_ms, want->created_ms);
    assert_int_equal(got->started_ms, want->started_ms);
    assert_int_equal(got->finished_ms, want->finished_ms);
    assert_int_equal(got->last_event, want->last_event);
    assert_int_equal(got->attempts, want->attempts);
    assert_string_equal(got->idempotency, want->idempotency);
    if (want->idempotency[0] != '\0')
        assert_memory_equal(&got->fingerprint, &want->fingerprint, sizeof got->fingerprint);
    if (problem_and_result) {
        assert_true(bytes_equal(got->problem, want->problem));
        assert_true(bytes_equal(got->result, want->result));
    } else {
        assert_null(got->problem);
        assert_null(got->result);
    }
    if (error_and_progress) {
        assert_true(bytes_equal(got->error, want->error));
        assert_true(bytes_equal(got->progress, want->progress));
    }
}

/* ---- the plug ---- */

enum { PLUG_POSTED, PLUG_IN, PLUG_OUT };

static void plug_done(struct store_op *op)
{
    struct plug *plug = op->context;
    atomic_store(&plug->state, PLUG_IN);
    while (atomic_load(&plug->state) != PLUG_OUT)
        sched_yield();
}

void plug_in(struct store *store, struct plug *plug)
{
    *plug =
        (struct plug){.op = {.verb = STORE_REMOVE, .row.id = id_of(UINT64_MAX), .done = plug_done, .context = plug}};
    store_post(store, &plug->op);
    while (atomic_load(&plug->state) != PLUG_IN)
        sched_yield();
}

void plug_out(struct plug *plug)
{
    atomic_store(&plug->state, PLUG_OUT);
}
