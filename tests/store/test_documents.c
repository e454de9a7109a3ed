/* Conformance: documents and their tasks. */
#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <store/documents.h>

#include "frame.h"

static struct store_document document_of(uint64_t n)
{
    struct store_document row = {.id = id_of(n),
                                 .type = "opponent",
                                 .kind = "kind",
                                 .created_ms = 1000 + (int64_t)n,
                                 .updated_ms = 2000 + (int64_t)n,
                                 .meta = bytes_of("{\"hands\":1}")};
    snprintf(row.name, sizeof row.name, "name %d", (int)n);
    return row;
}

/* Posts a write of a document and waits. */
static enum nash_status write_document(struct store *store, enum store_verb verb, struct store_document *row)
{
    return put(store, &(struct store_op){.verb = verb, .document = row});
}

static void add(struct store *store, uint64_t n, const char *owner, const char *body)
{
    struct store_document row = document_of(n);
    snprintf(row.owner, sizeof row.owner, "%s", owner);
    row.body = bytes_of(body);
    assert_int_equal(write_document(store, STORE_DOCUMENT_ADD, &row), NASH_OK);
    store_document_release(&row);
}

static bool read_document(struct store *store, uint64_t n, bool body, struct store_document *row)
{
    const struct job_id id = id_of(n);
    bool found;
    assert_int_equal(store_documents_get(store, &id, 1, body, row, &found, NULL), NASH_OK);
    return found;
}

static struct store_task task_of(uint64_t n, uint64_t document)
{
    return (struct store_task){.id = id_of(n),
                               .document = id_of(document),
                               .verb = "observe",
                               .created_ms = 5,
                               .request = bytes_of("{\"learn\":{}}")};
}

static enum nash_status write_task(struct store *store, enum store_verb verb, struct store_task *row)
{
    return put(store, &(struct store_op){.verb = verb, .task = row});
}

static enum nash_status add_task(struct store *store, uint64_t n, uint64_t document, const char *key)
{
    struct store_task row = task_of(n, document);
    snprintf(row.idempotency, sizeof row.idempotency, "%s", key);
    row.fingerprint = hash_of(n);
    enum nash_status status = write_task(store, STORE_TASK_ADD, &row);
    store_task_release(&row);
    return status;
}

/* Lists tasks into the arena of the test. */
static size_t list_tasks(struct store *store, struct nash_arena *arena, const struct store_task_filter *filter,
                         struct store_task **rows)
{
    size_t count;
    assert_int_equal(store_tasks_list(store, filter, arena, rows, &count, NULL), NASH_OK);
    return count;
}

static void release_tasks(struct store_task *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        store_task_release(&rows[i]);
}

/* ---- documents ---- */

static void test_values(void **state)
{
    struct store *store = frame_open("a");
    struct nash_rng rng = test_rng();
    struct store_document row = document_of(1), got;
    memset(row.owner, 'o', sizeof row.owner - 1);
    memset(row.name, 'n', sizeof row.name - 1);
    memset(row.kind, 'k', sizeof row.kind - 1);
    row.body = bytes_random(&rng, 9 << 20);
    assert_int_equal(write_document(store, STORE_DOCUMENT_ADD, &row), NASH_OK);
    store_close(store);
    store = frame_open("a");
    assert_true(read_document(store, 1, true, &got));
    assert_string_equal(got.type, row.type);
    assert_string_equal(got.owner, row.owner);
    assert_string_equal(got.name, row.name);
    assert_string_equal(got.kind, row.kind);
    assert_int_equal(got.version, 1);
    assert_int_equal(got.created_ms, row.created_ms);
    assert_int_equal(got.updated_ms, row.updated_ms);
    assert_int_equal(got.waiting, 0);
    assert_int_equal(got.body_bytes, 9 << 20);
    assert_true(bytes_equal(got.meta, row.meta));
    assert_true(bytes_equal(got.body, row.body));
    store_document_release(&got);
    assert_true(read_document(store, 1, false, &got));
    assert_null(got.body);
    assert_int_equal(got.body_bytes, 9 << 20);
    store_document_release(&got);
    assert_int_equal(write_document(store, STORE_DOCUMENT_ADD, &row), NASH_CONFLICT);
    store_document_release(&row);
    store_close(store);
}

static void test_many(void **state)
{
    struct store *store = frame_open("a");
    struct job_id ids[] = {id_of(3), id_of(99), id_of(1)};
    struct store_document rows[3];
    bool found[3];
    for (uint64_t n = 1; n <= 3; n++)
        add(store, n, "", n == 3 ? NULL : "body");
    assert_int_equal(store_documents_get(store, ids, 3, true, rows, found, NULL), NASH_OK);
    assert_true(found[0] && !found[1] && found[2]);
    assert_string_equal(rows[0].name, "name 3");
    assert_null(rows[0].body);
    assert_true(rows[1].meta == NULL && rows[1].version == 0);
    assert_int_equal(rows[2].body->len, 4);
    for (int i = 0; i < 3; i++)
        store_document_release(&rows[i]);
    struct store_stats stats;
    assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
    assert_int_equal(stats.documents, 3);
    store_close(store);
}

static void test_versions(void **state)
{
    struct store *store = frame_open("a");
    struct store_document row = document_of(1), got;
    add(store, 1, "", "one");
    row.version = 1;
    row.body = bytes_of("two");
    strcpy(row.name, "new");
    assert_int_equal(write_document(store, STORE_DOCUMENT_CHANGE, &row), NASH_OK);
    assert_int_equal(write_document(store, STORE_DOCUMENT_CHANGE, &row), NASH_CONFLICT);
    row.version = 2;
    bytes_unref(row.body);
    row.body = NULL; /* keeps the body */
    assert_int_equal(write_document(store, STORE_DOCUMENT_CHANGE, &row), NASH_OK);
    assert_true(read_document(store, 1, true, &got));
    assert_int_equal(got.version, 3);
    assert_string_equal(got.name, "new");
    assert_memory_equal(got.body->data, "two", 3);
    store_document_release(&got);
    assert_int_equal(write_document(store, STORE_DOCUMENT_REMOVE, &row), NASH_OK);
    assert_int_equal(write_document(store, STORE_DOCUMENT_REMOVE, &row), NASH_NOT_FOUND);
    assert_int_equal(write_document(store, STORE_DOCUMENT_CHANGE, &row), NASH_NOT_FOUND);
    assert_false(read_document(store, 1, true, &got));
    store_document_release(&row);
    store_close(store);
}

static void test_list(void **state)
{
    struct store *store = frame_open("a");
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct store_document *rows;
    size_t count;
    for (uint64_t n = 1; n <= 9; n++)
        add(store, n, n % 3 == 0 ? "alice" : "bob", "body");
    struct store_document_filter filter = {.type = "opponent", .owner = "alice", .limit = 2};
    assert_int_equal(store_documents_list(store, &filter, arena, &rows, &count, NULL), NASH_OK);
    assert_int_equal(count, 2);
    assert_string_equal(rows[0].name, "name 9");
    assert_string_equal(rows[1].name, "name 6");
    assert_null(rows[0].body);
    assert_int_equal(rows[0].body_bytes, 4);
    filter.before = rows[1].sequence;
    for (size_t i = 0; i < count; i++)
        store_document_release(&rows[i]);
    assert_int_equal(store_documents_list(store, &filter, arena, &rows, &count, NULL), NASH_OK);
    assert_int_equal(count, 1);
    assert_string_equal(rows[0].name, "name 3");
    store_document_release(&rows[0]);
    static const struct {
        struct store_document_filter filter;
        size_t count;
    } others[] = {{{.type = "opponent", .limit = 100}, 9},
                  {{.type = "opponent", .kind = "kind", .limit = 100}, 9},
                  {{.type = "opponent", .kind = "other", .limit = 100}, 0},
                  {{.type = "opponent", .owner = "bob", .kind = "kind", .limit = 100}, 6},
                  {{.type = "opponent", .owner = "", .limit = 100}, 0},
                  {{.type = "game", .limit = 100}, 0}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_int_equal(store_documents_list(store, &others[i].filter, arena, &rows, &count, NULL), NASH_OK);
        assert_int_equal(count, others[i].count);
        for (size_t j = 0; j < count; j++)
            store_document_release(&rows[j]);
    }
    nash_arena_free(arena);
    store_close(store);
}

static void test_limit(void **state)
{
    struct store *store = frame_open("a");
    static const enum nash_status expected[] = {NASH_OK, NASH_OK, NASH_UNPROCESSABLE};
    for (uint64_t n = 1; n <= 3; n++) {
        struct store_document row = document_of(n);
        struct store_op op = {.verb = STORE_DOCUMENT_ADD, .document = &row, .limit = 2};
        assert_int_equal(put(store, &op), expected[n - 1]);
        store_document_release(&row);
    }
    add(store, 9, "other", NULL); /* each owner has a number of its own */
    store_close(store);
}

static void test_invalid(void **state)
{
    struct store *store = frame_open("a");
    struct store_document row = document_of(1);
    row.kind[0] = '\0';
    assert_int_equal(write_document(store, STORE_DOCUMENT_ADD, &row), NASH_INVALID);
    assert_int_equal(put(store, &(struct store_op){.verb = STORE_DOCUMENT_REMOVE}), NASH_INVALID);
    assert_int_equal(put(store, &(struct store_op){.verb = STORE_TASK_ADD}), NASH_INVALID);
    store_document_release(&row);
    store_close(store);
}

/* ---- tasks ---- */

static void test_tasks(void **state)
{
    struct store *store = frame_open("a");
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct store_task *rows, row = task_of(11, 1);
    struct store_document got;
    const struct job_id document = id_of(1);
    add(store, 1, "", "body");
    assert_int_equal(add_task(store, 10, 99, ""), NASH_NOT_FOUND);
    for (uint64_t n = 12; n >= 10; n--) /* their order is that of insertion, not of ids */
        assert_int_equal(add_task(store, n, 1, ""), NASH_OK);
    assert_int_equal(add_task(store, 10, 1, ""), NASH_CONFLICT);
    assert_true(read_document(store, 1, false, &got));
    assert_int_equal(got.waiting, 3);
    store_document_release(&got);
    struct store_task_filter waiting = {.document = &document, .waiting = true, .limit = 10};
    size_t count = list_tasks(store, arena, &waiting, &rows);
    assert_int_equal(count, 3);
    assert_memory_equal(&rows[0].id, &(struct job_id[]){id_of(12)}[0], sizeof rows[0].id);
    assert_memory_equal(&rows[0].document, &document, sizeof document);
    assert_string_equal(rows[0].verb, "observe");
    assert_false(rows[0].has_job);
    assert_non_null(rows[0].request);
    release_tasks(rows, count);

    row.has_job = true;
    row.job = id_of(70);
    row.base = 4;
    assert_int_equal(write_task(store, STORE_TASK_CHANGE, &row), NASH_OK); /* it still waits */
    row.state = TASK_FAILED;
    row.has_job = false; /* keeps the job */
    row.finished_ms = 77;
    row.error = bytes_of("{}");
    assert_int_equal(write_task(store, STORE_TASK_CHANGE, &row), NASH_OK);
    assert_int_equal(write_task(store, STORE_TASK_CHANGE, &row), NASH_NOT_FOUND); /* it waits no more */
    store_task_release(&row);
    count = list_tasks(store, arena, &waiting, &rows);
    assert_int_equal(count, 2);
    release_tasks(rows, count);
    count = list_tasks(store, arena, &(struct store_task_filter){.id = &row.id, .limit = 1}, &rows);
    assert_int_equal(count, 1);
    assert_int_equal(rows[0].state, TASK_FAILED);
    assert_true(rows[0].has_job);
    assert_memory_equal(&rows[0].job, &row.job, sizeof row.job);
    assert_int_equal(rows[0].finished_ms, 77);
    assert_null(rows[0].request);
    assert_non_null(rows[0].error);
    release_tasks(rows, count);
    assert_int_equal(write_document(store, STORE_DOCUMENT_REMOVE, &(struct store_document){.id = document}), NASH_OK);
    count = list_tasks(store, arena, &(struct store_task_filter){.id = &row.id, .limit = 1}, &rows);
    assert_int_equal(count, 0);
    nash_arena_free(arena);
    store_close(store);
}

static void test_idempotency(void **state)
{
    struct store *store = frame_open("a");
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct store_task *rows;
    const struct job_id document = id_of(1);
    const struct nash_hash fingerprint = hash_of(10);
    add(store, 1, "", NULL);
    add(store, 2, "", NULL);
    assert_int_equal(add_task(store, 10, 1, "key"), NASH_OK);
    assert_int_equal(add_task(store, 11, 1, "key"), NASH_CONFLICT);
    assert_int_equal(add_task(store, 12, 2, "key"), NASH_OK);
    assert_int_equal(add_task(store, 13, 1, ""), NASH_OK);
    assert_int_equal(add_task(store, 14, 1, ""), NASH_OK);
    const struct store_task_filter filter = {.document = &document, .idempotency = "key", .limit = 9};
    assert_int_equal(list_tasks(store, arena, &filter, &rows), 1);
    assert_string_equal(rows[0].idempotency, "key");
    assert_memory_equal(&rows[0].fingerprint, &fingerprint, sizeof fingerprint);
    release_tasks(rows, 1);
    nash_arena_free(arena);
    store_close(store);
}

/* A change finishes its task in the same transaction, or neither happens. */
static void test_change_with_task(void **state)
{
    struct store *store = frame_open("a");
    struct store_document row = document_of(1), got;
    struct store_task task = task_of(10, 1);
    add(store, 1, "", "old");
    assert_int_equal(add_task(store, 10, 1, ""), NASH_OK);
    row.body = bytes_of("new");
    row.version = 7;
    task.state = TASK_DONE;
    struct store_op op = {.verb = STORE_DOCUMENT_CHANGE, .document = &row, .task = &task};
    assert_int_equal(put(store, &op), NASH_CONFLICT);
    assert_true(read_document(store, 1, true, &got));
    assert_int_equal(got.waiting, 1);
    assert_memory_equal(got.body->data, "old", 3);
    store_document_release(&got);
    row.version = 1;
    assert_int_equal(put(store, &op), NASH_OK);
    row.version = 2;
    assert_int_equal(put(store, &op), NASH_NOT_FOUND); /* the task waits no more: nothing changes */
    assert_true(read_document(store, 1, true, &got));
    assert_int_equal(got.waiting, 0);
    assert_int_equal(got.version, 2);
    assert_memory_equal(got.body->data, "new", 3);
    store_document_release(&got);
    store_document_release(&row);
    store_task_release(&task);
    store_close(store);
}

/* A node carries out its own tasks only, page by page, without their requests. */
static void test_nodes(void **state)
{
    struct store *a = frame_open("a"), *b = frame_open("b");
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct store_task *rows;
    const struct job_id document = id_of(1);
    add(a, 1, "", NULL);
    for (uint64_t n = 10; n < 16; n++)
        assert_int_equal(add_task(n % 2 == 0 ? a : b, n, 1, ""), NASH_OK);
    struct store_task_filter filter = {.of_node = true, .limit = 2};
    size_t count = list_tasks(a, arena, &filter, &rows), all = 0;
    for (; count > 0; count = list_tasks(a, arena, &filter, &rows)) {
        for (size_t i = 0; i < count; i++) {
            const struct job_id expected = id_of(10 + 2 * all++);
            assert_memory_equal(&rows[i].id, &expected, sizeof expected);
            assert_null(rows[i].request);
            filter.after = rows[i].sequence;
        }
        release_tasks(rows, count);
    }
    assert_int_equal(all, 3);
    count =
        list_tasks(b, arena, &(struct store_task_filter){.document = &document, .waiting = true, .limit = 9}, &rows);
    assert_int_equal(count, 3);
    release_tasks(rows, count);
    count = list_tasks(b, arena, &(struct store_task_filter){.document = &document, .limit = 9}, &rows);
    assert_int_equal(count, 6);
    release_tasks(rows, count);
    nash_arena_free(arena);
    store_close(a);
    store_close(b);
}

static void test_old_tasks(void **state)
{
    struct store *store = frame_open("a");
    struct nash_arena *arena = nash_arena_new(4 << 20);
    struct store_task *rows;
    const struct job_id document = id_of(1);
    enum { MORE = 10, ALL = STORE_TASKS_KEPT + MORE };
    add(store, 1, "", NULL);
    for (uint64_t n = 0; n < ALL + 1; n++) /* the last one waits */
        assert_int_equal(add_task(store, 100 + n, 1, ""), NASH_OK);
    for (uint64_t n = 0; n < ALL; n++) {
        struct store_task task = {.id = id_of(100 + n), .state = TASK_DONE};
        assert_int_equal(write_task(store, STORE_TASK_CHANGE, &task), NASH_OK);
    }
    size_t count = list_tasks(store, arena, &(struct store_task_filter){.document = &document, .limit = 1000}, &rows);
    const struct job_id first = id_of(100 + MORE);
    assert_int_equal(count, STORE_TASKS_KEPT + 1);
    assert_memory_equal(&rows[0].id, &first, sizeof first);
    release_tasks(rows, count);
    struct store_task_filter back = {.document = &document, .back = 3, .limit = 9};
    const struct job_id third = id_of(100 + ALL - 1 - 3);
    assert_int_equal(list_tasks(store, arena, &back, &rows), 1);
    assert_memory_equal(&rows[0].id, &third, sizeof third);
    release_tasks(rows, 1);
    back.back = STORE_TASKS_KEPT;
    assert_int_equal(list_tasks(store, arena, &back, &rows), 0);
    nash_arena_free(arena);
    store_close(store);
}

/* A sweep removes the documents of one type that were last changed too long ago. *removed counts jobs only. */
static void test_age(void **state)
{
    struct store *store = frame_open("a");
    uint64_t removed;
    struct store_document row;
    add(store, 1, "", "{}"); /* last changed at 2001 ms, in 1970 */
    for (int i = 0; i < 2; i++) {
        const struct store_retention retention = {.document_type = i == 0 ? "game" : "opponent",
                                                  .document_max_age_ms = 86400000};
        assert_int_equal(store_sweep(store, &retention, &removed, NULL), NASH_OK);
        assert_int_equal(removed, 0);
        assert_int_equal(read_document(store, 1, false, &row), i == 0);
        store_document_release(&row);
    }
    row = document_of(2);
    row.updated_ms = clock_wall_ms();
    assert_int_equal(write_document(store, STORE_DOCUMENT_ADD, &row), NASH_OK);
    store_document_release(&row);
    const struct store_retention retention = {.document_type = "opponent", .document_max_age_ms = 86400000};
    assert_int_equal(store_sweep(store, &retention, &removed, NULL), NASH_OK);
    assert_true(read_document(store, 2, false, &row));
    store_document_release(&row);
    store_close(store);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_values, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_many, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_versions, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_age, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_list, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_limit, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_invalid, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_tasks, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_idempotency, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_change_with_task, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_nodes, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_old_tasks, frame_setup, frame_teardown),
    };
    frame_start(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
