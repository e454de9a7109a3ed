/* The table, the queue and ids against the simplest thing that can be right. */
#include <string.h>

#include <jobs/core.h>

#include "../base/test.h"

/* ---- the table: against an array ---- */

struct entry {
    struct node node;
    int key;
    bool in;
};

static struct entry *entry_of(struct node *node)
{
    return (struct entry *)((char *)node - offsetof(struct entry, node));
}

static void test_table(void **state)
{
    (void)state;
    enum { KEYS = 300, HASHES = 40 };
    static struct entry entries[KEYS];
    struct nash_rng rng = test_rng();
    struct table table;
    assert_true(table_init(&table, 4));
    for (int i = 0; i < KEYS; i++)
        entries[i] = (struct entry){.key = i};
    for (int step = 0; step < 20000; step++) {
        struct entry *entry = &entries[nash_rng_below(&rng, KEYS)];
        if (entry->in)
            table_remove(&table, &entry->node);
        else
            table_add(&table, &entry->node, table_hash(0, &(int){entry->key % HASHES}, sizeof(int)));
        entry->in = !entry->in;
        if (step % 50 != 0)
            continue;
        int hash = (int)nash_rng_below(&rng, HASHES);
        size_t found = 0, expected = 0, all = 0;
        struct node *node = table_find(&table, table_hash(0, &hash, sizeof hash));
        for (; node != NULL; node = table_next(node), found++)
            assert_true(entry_of(node)->in && entry_of(node)->key % HASHES == hash);
        for (int i = 0; i < KEYS; i++) {
            expected += entries[i].in && entries[i].key % HASHES == hash;
            all += entries[i].in;
        }
        assert_int_equal(found, expected);
        assert_int_equal(table.count, all);
    }
    table_remove(&table, &(struct node){0}); /* in no table: nothing happens */
    table_release(&table);
}

static void test_hash(void **state)
{
    (void)state;
    static const char text[] = "0123456789abcdef0123456789abcdef";
    for (size_t a = 0; a < sizeof text; a++)
        for (size_t b = 0; b < a; b++)
            assert_true(table_hash(0, text, a) != table_hash(0, text, b));
    assert_true(table_hash(0, text, 5) != table_hash(1, text, 5));
    assert_true(table_hash(0, "a\0", 2) != table_hash(0, "a", 1));
    assert_true(table_hash(7, text, 20) == table_hash(7, text, 20));
}

/* ---- the queue: against a list that is searched ---- */

enum { RUNS = 200 };
static struct run runs[RUNS];
static uint64_t came[RUNS];

static bool goes_before(int a, int b)
{
    return runs[a].priority != runs[b].priority ? runs[a].priority > runs[b].priority : came[a] < came[b];
}

static void test_queue(void **state)
{
    (void)state;
    static struct queue queue;
    struct nash_rng rng = test_rng();
    memset(runs, 0, sizeof runs);
    queue_init(&queue);
    assert_null(queue_first(&queue));
    for (uint64_t step = 0; step < 20000; step++) {
        int i = (int)nash_rng_below(&rng, RUNS);
        if (runs[i].queued) {
            queue_remove(&queue, &runs[i]);
        } else {
            static const int priorities[] = {-100, -37, -36, 0, 1, 27, 28, 100};
            runs[i].priority = priorities[nash_rng_below(&rng, 8)];
            came[i] = step;
            queue_add(&queue, &runs[i]);
        }
        int first = -1;
        unsigned count = 0, position = 1;
        i = (int)nash_rng_below(&rng, RUNS);
        for (int j = 0; j < RUNS; j++) {
            if (!runs[j].queued)
                continue;
            count++;
            position += goes_before(j, i);
            if (first < 0 || goes_before(j, first))
                first = j;
        }
        assert_int_equal(queue.runs, count);
        assert_ptr_equal(queue_first(&queue), first < 0 ? NULL : &runs[first]);
        assert_int_equal(queue_position(&queue, &runs[i]), runs[i].queued ? position : 0);
    }
}

/* ---- ids ---- */

static int64_t time_of(const struct job_id *id)
{
    int64_t ms = 0;
    for (int i = 0; i < 6; i++)
        ms = ms << 8 | id->byte[i];
    return ms;
}

/* Each is greater than the one before, whatever the clock does, tells the time where the clock goes on, and is far from
 * its neighbours, so that nobody comes upon it. */
static void test_ids(void **state)
{
    (void)state;
    enum { IDS = 200000 };
    struct nash_rng rng = test_rng();
    struct job_id last = {0}, id = {0};
    int64_t now = 1795000000000, latest = 0;
    for (int i = 0; i < IDS; i++) {
        now += nash_rng_below(&rng, 50) ? 0 : (int64_t)nash_rng_below(&rng, 30) - 10;
        job_id_next(&id, now);
        assert_true(memcmp(last.byte, id.byte, JOB_ID_BYTES) < 0);
        latest = now > latest ? now : latest;
        assert_int_equal(time_of(&id), latest);
        assert_memory_not_equal(last.byte, id.byte, JOB_ID_BYTES - 2); /* a step below 2^16: once in 2^40 */
        last = id;
    }
    memset(last.byte, 0xff, JOB_ID_BYTES);
    last.byte[0] = 0; /* the carry goes as far as it must */
    id = last;
    job_id_next(&id, 1);
    assert_int_equal(id.byte[0], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_queue),
        cmocka_unit_test(test_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
