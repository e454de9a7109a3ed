/* The hash table, the queue and ids, each against a simple model. */
#include <string.h>

#include <jobs/dispatch/execution.h>
#include <jobs/job/job.h>

#include "../base/test.h"

/* ---- the table, compared with an array ---- */

struct entry {
    struct hash_node node;
    int key;
    bool in;
};

static struct entry *entry_of(struct hash_node *node)
{
    return (struct entry *)((char *)node - offsetof(struct entry, node));
}

static void test_table(void **state)
{
    enum { KEYS = 300, HASHES = 40 };
    static struct entry entries[KEYS];
    struct nash_rng rng = test_rng();
    struct hash_table table;
    assert_true(hash_table_init(&table, 4));
    for (int i = 0; i < KEYS; i++)
        entries[i] = (struct entry){.key = i};
    for (int step = 0; step < 20000; step++) {
        struct entry *entry = &entries[nash_rng_below(&rng, KEYS)];
        if (entry->in)
            hash_table_remove(&table, &entry->node);
        else
            hash_table_add(&table, &entry->node, keyed_hash(0, &(int){entry->key % HASHES}, sizeof(int)));
        entry->in = !entry->in;
        if (step % 50 != 0)
            continue;
        int hash = (int)nash_rng_below(&rng, HASHES);
        size_t found = 0, expected = 0, all = 0;
        struct hash_node *node = hash_table_find(&table, keyed_hash(0, &hash, sizeof hash));
        for (; node != NULL; node = hash_table_next(node), found++)
            assert_true(entry_of(node)->in && entry_of(node)->key % HASHES == hash);
        for (int i = 0; i < KEYS; i++) {
            expected += entries[i].in && entries[i].key % HASHES == hash;
            all += entries[i].in;
        }
        assert_int_equal(found, expected);
        assert_int_equal(table.count, all);
    }
    hash_table_remove(&table, &(struct hash_node){0}); /* a node that is in no table: no effect */
    hash_table_release(&table);
}

static void test_hash(void **state)
{
    static const char text[] = "0123456789abcdef0123456789abcdef";
    for (size_t a = 0; a < sizeof text; a++)
        for (size_t b = 0; b < a; b++)
            assert_true(keyed_hash(0, text, a) != keyed_hash(0, text, b));
    assert_true(keyed_hash(0, text, 5) != keyed_hash(1, text, 5));
    assert_true(keyed_hash(0, "a\0", 2) != keyed_hash(0, "a", 1));
    assert_true(keyed_hash(7, text, 20) == keyed_hash(7, text, 20));
}

/* ---- the queue, compared with a list that is searched ---- */

enum { EXECUTIONS = 200 };
static struct execution executions[EXECUTIONS];
static uint64_t came[EXECUTIONS];

static bool goes_before(int a, int b)
{
    return executions[a].priority != executions[b].priority ? executions[a].priority > executions[b].priority
                                                            : came[a] < came[b];
}

static void test_queue(void **state)
{
    static struct queue queue;
    struct nash_rng rng = test_rng();
    memset(executions, 0, sizeof executions);
    queue_init(&queue);
    assert_null(queue_first(&queue));
    for (uint64_t step = 0; step < 20000; step++) {
        int i = (int)nash_rng_below(&rng, EXECUTIONS);
        if (executions[i].queued) {
            queue_remove(&queue, &executions[i]);
        } else {
            static const int priorities[] = {-100, -37, -36, 0, 1, 27, 28, 100};
            executions[i].priority = priorities[nash_rng_below(&rng, 8)];
            came[i] = step;
            queue_add(&queue, &executions[i]);
        }
        int first = -1;
        unsigned count = 0, position = 1;
        i = (int)nash_rng_below(&rng, EXECUTIONS);
        for (int j = 0; j < EXECUTIONS; j++) {
            if (!executions[j].queued)
                continue;
            count++;
            position += goes_before(j, i);
            if (first < 0 || goes_before(j, first))
                first = j;
        }
        assert_int_equal(queue.count, count);
        assert_ptr_equal(queue_first(&queue), first < 0 ? NULL : &executions[first]);
        assert_int_equal(queue_position(&queue, &executions[i]), executions[i].queued ? position : 0);
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

/* Each id is greater than the one before, even if the clock is set back. It contains the latest time seen, and it is
 * far from its neighbours, so that it cannot be guessed. */
static void test_ids(void **state)
{
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
        assert_memory_not_equal(last.byte, id.byte,
                                JOB_ID_BYTES - 2); /* a difference below 2^16 has probability 2^-40 */
        last = id;
    }
    memset(last.byte, 0xff, JOB_ID_BYTES);
    last.byte[0] = 0; /* the next id needs a carry through all bytes */
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
