/* The hash table, the order of waiting work and ids, each against a simple model. */
#include <string.h>

#include <jobs/dispatch/order.h>
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

/* ---- the order, compared with an array that is searched ---- */

enum { NODES = 200 };
static struct order_node nodes[NODES];

static void test_order(void **state)
{
    struct order order = {0};
    struct nash_rng rng = test_rng();
    memset(nodes, 0, sizeof nodes);
    assert_null(order_first(&order));
    for (uint64_t step = 1; step < 20000; step++) {
        int i = (int)nash_rng_below(&rng, NODES);
        if (nodes[i].size != 0) {
            order_remove(&order, &nodes[i]);
        } else {
            static const int priorities[] = {-100, -37, -36, 0, 1, 27, 28, 100};
            nodes[i].priority = priorities[nash_rng_below(&rng, 8)];
            nodes[i].arrival = step;
            order_add(&order, &nodes[i]);
        }
        int first = -1;
        unsigned count = 0, before = 0;
        i = (int)nash_rng_below(&rng, NODES);
        for (int j = 0; j < NODES; j++) {
            if (nodes[j].size == 0)
                continue;
            count++;
            before += order_is_before(&nodes[j], &nodes[i]);
            if (first < 0 || order_is_before(&nodes[j], &nodes[first]))
                first = j;
        }
        assert_int_equal(order_count(&order), count);
        assert_ptr_equal(order_first(&order), first < 0 ? NULL : &nodes[first]);
        assert_int_equal(order_count_before(&order, &nodes[i]), before);
    }
}

/* A tree of 10,000 nodes stays shallow. */
static void test_order_depth(void **state)
{
    enum { MANY = 10000, DEPTH_MAX = 60 };
    static struct order_node many[MANY];
    struct order order = {0};
    for (unsigned i = 0; i < MANY; i++) {
        many[i].arrival = i + 1;
        order_add(&order, &many[i]);
    }
    for (unsigned i = 0; i < MANY; i++) {
        unsigned depth = 0;
        for (const struct order_node *node = &many[i]; node->up != NULL; node = node->up)
            depth++;
        assert_true(depth < DEPTH_MAX);
    }
    for (unsigned i = 0; i < MANY; i++) {
        assert_ptr_equal(order_first(&order), &many[i]);
        order_remove(&order, &many[i]);
    }
    assert_null(order.root);
}

/* ---- ids ---- */

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, JOB_ID_BYTES);
}

/* Returns the number of neighbours in sorted ids[count] that have the first `digits` digits in common. */
static size_t same_digits(const struct job_id *ids, size_t count, size_t digits)
{
    size_t same = 0;
    for (size_t i = 1; i < count; i++) {
        char one[2 * JOB_ID_BYTES + 1], other[2 * JOB_ID_BYTES + 1];
        same += memcmp(job_id_text(one, &ids[i - 1]), job_id_text(other, &ids[i]), digits) == 0;
    }
    return same;
}

/* The first eight digits of 100,000 ids all differ, where chance would make one pair or two equal: in one millisecond,
 * and over hours. The random bits of neighbours differ. Ids of one server's life after another differ, too. */
static void test_ids(void **state)
{
    enum { IDS = 100000, LIVES = 50 };
    static struct job_id id[IDS];
    struct nash_rng rng = test_rng();
    for (int pace = 0; pace < 3; pace++) {
        struct job_ids ids = {0};
        int64_t now = 1795000000000;
        for (int i = 0; i < IDS; i++) {
            now += pace == 0   ? 0
                   : pace == 1 ? (int64_t)nash_rng_below(&rng, 1000)
                               : (int64_t)nash_rng_below(&rng, 30) - 12;
            job_ids_next(&ids, now, &id[i]);
            if (i > 0)
                assert_memory_not_equal(id[i].byte + 4, id[i - 1].byte + 4, 8); /* equal with probability 2^-64 */
        }
        qsort(id, IDS, sizeof *id, by_bytes);
        assert_int_equal(same_digits(id, IDS, 8), 0);
    }
    for (int i = 0; i < IDS; i++) {
        static struct job_ids ids;
        if (i % (IDS / LIVES) == 0)
            ids = (struct job_ids){0};
        job_ids_next(&ids, 1795000000000 + i, &id[i]);
    }
    qsort(id, IDS, sizeof *id, by_bytes);
    assert_in_range(same_digits(id, IDS, 8), 0, 30); /* by chance about 1 */
    assert_int_equal(same_digits(id, IDS, 32), 0);
}

/* Jobs that people submit one after the other, 20 ms or more apart, differ in the first two digits for as long as there
 * are such digits; ids of one commit lie together. */
static void test_ids_order(void **state)
{
    enum { FEW = 100, BURST = 4096 };
    static struct job_id id[BURST];
    struct job_ids ids = {0};
    for (int i = 0; i < FEW; i++)
        job_ids_next(&ids, 1795000000000 + 20 * i, &id[i]);
    qsort(id, FEW, sizeof *id, by_bytes);
    assert_int_equal(same_digits(id, FEW, 2), 0);
    for (int i = 0; i < BURST; i++)
        job_ids_next(&ids, 1795000100000 + i % 20, &id[i]);
    qsort(id, BURST, sizeof *id, by_bytes);
    assert_in_range(same_digits(id, BURST, 5), BURST - 1, BURST - 1);
    assert_int_equal(same_digits(id, BURST, 8), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),       cmocka_unit_test(test_hash), cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_depth), cmocka_unit_test(test_ids),  cmocka_unit_test(test_ids_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
