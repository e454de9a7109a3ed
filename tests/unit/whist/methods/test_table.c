/* Compares the table of all deals with minimax for small orders, with minimax of one trick over all cards for large
 * ones, with the counts of the distribution, and with properties that hold for every order. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <solvers/whist/methods/distribution.h>
#include <solvers/whist/methods/table.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"

enum { CHECK_TABLE = 20, RANDOM_DEALS = 20000 };

static struct nash_run run;
static int8_t word[2 * WHIST_TABLE_ORDER];

static uint32_t whole(uint32_t order)
{
    return (1U << 2 * order) - 1;
}

/* Runs in a process whose table is empty. Returns 0 on success. */
static int in_child(int (*play)(void))
{
    int status = -1;
    pid_t child = fork();
    if (child == 0)
        _exit(play());
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static int stopped_in_the_middle(void)
{
    struct nash_run forced = {.force_check = CHECK_TABLE}, plain = {0};
    const _Atomic int cancel = 1;
    struct nash_run cancelled = {.cancel = &cancel};
    bool fine = whist_table_fill(9, &plain) && whist_table_verified(WHIST_TABLE_ORDER) == 9;
    fine = fine && !whist_table_fill(12, &forced) && forced.stopped == NASH_STOP_TEST &&
           forced.last_check == CHECK_TABLE && whist_table_verified(WHIST_TABLE_ORDER) == 9;
    fine = fine && !whist_table_fill(12, &cancelled) && cancelled.stopped == NASH_STOP_CANCEL &&
           whist_table_verified(WHIST_TABLE_ORDER) < 12;
    return fine && whist_table_fill(11, &plain) && whist_table_verified(11) == 11 ? 0 : 1;
}

static void test_a_stop_leaves_nothing_half_believed(void **state)
{
    assert_int_equal(whist_table_verified(WHIST_TABLE_ORDER), 0);
    assert_int_equal(in_child(stopped_in_the_middle), 0);
}

static void test_all_deals_to_order_10(void **state)
{
    assert_true(whist_table_fill(REFERENCE_ORDER, &run));
    assert_int_equal(whist_table_at(0, 0), 0);
    for (uint32_t n = 1; n <= REFERENCE_ORDER; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            CHECK_EQUAL(whist_table_at(mask, n), reference_value(mask, n), word, n);
        }
}

/* Returns the value by minimax of one trick over every card of both players, and the table of the order below. */
static uint32_t one_trick(uint32_t mask, uint32_t n)
{
    uint32_t most = 0;
    for (uint32_t lead = 0; lead < 2 * n; lead++) {
        uint32_t least = n;
        for (uint32_t reply = 0; reply < 2 * n && mask >> lead & 1; reply++) {
            if (mask >> reply & 1)
                continue;
            uint32_t high = lead > reply ? lead : reply, low = lead > reply ? reply : lead, rest = 0, at = 0;
            for (uint32_t card = 0; card < 2 * n; card++)
                if (card != high && card != low)
                    rest |= (mask >> card & 1) << at++;
            uint32_t tricks =
                lead > reply ? 1 + whist_table_at(rest, n - 1) : n - 1 - whist_table_at(~rest & whole(n - 1), n - 1);
            least = tricks < least ? tricks : least;
        }
        most = (mask >> lead & 1) && least > most ? least : most;
    }
    return most;
}

static void test_random_deals_to_order_14_by_all_cards(void **state)
{
    struct nash_rng rng = test_rng();
    assert_true(whist_table_fill(WHIST_TABLE_ORDER, &run));
    assert_int_equal(whist_table_verified(WHIST_TABLE_ORDER), WHIST_TABLE_ORDER);
    for (uint32_t n = REFERENCE_ORDER + 1; n <= WHIST_TABLE_ORDER; n++)
        for (unsigned i = 0; i < test_length(RANDOM_DEALS / 4, RANDOM_DEALS); i++) {
            reference_deal(word, n, i % REFERENCE_FAMILIES, &rng);
            uint32_t mask = (uint32_t)whist_mask_of(word, n);
            CHECK_EQUAL(whist_table_at(mask, n), one_trick(mask, n), word, n);
        }
}

/* Compares the counts of all orders, and for each deal the sum of both players' tricks. */
static void test_distribution(void **state)
{
    for (uint32_t n = 1; n <= WHIST_DISTRIBUTION_ORDER; n++) {
        uint32_t counts[WHIST_DISTRIBUTION_ORDER + 1] = {0};
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            uint32_t tricks = whist_table_at(mask, n), both = tricks + whist_table_at(~mask & whole(n), n);
            if (both != n && both != n - 1) {
                whist_word_of(mask, n, word);
                CHECK(false, "both on lead", word, n);
            }
            counts[tricks]++;
        }
        for (uint32_t t = 0; t <= n; t++)
            assert_int_equal(counts[t], whist_distribution(n)[t]);
    }
}

static void test_distribution_identities(void **state)
{
    for (uint32_t n = 1; n <= WHIST_DISTRIBUTION_ORDER; n++) {
        const uint32_t *row = whist_distribution(n);
        uint64_t sum = 0, deals = 1;
        for (uint32_t t = 0; t <= n; t++)
            sum += row[t];
        for (uint32_t i = 1; i <= n; i++)
            deals = deals * (n + i) / i;
        assert_true(sum == deals);
        assert_int_equal(row[n], 1);
        assert_int_equal(row[0], n >= 2 ? 2 : 1);
        if (n >= 3)
            assert_int_equal(row[n - 1], 4 * n - 4);
        if (n >= 5)
            assert_int_equal(row[1], 10 * n - 17);
    }
}

/* Compares with a file whose rows are "order,leader_tricks,otd_leader,instances,total". */
static void test_distribution_of_the_reference_data(void **state)
{
    static const char path[] = SHARED_DIR "/data/tricks/sttg_distribution.csv";
    char line[256];
    unsigned rows = 0, order, tricks, instances, total;
    int otd;
    FILE *file = open_test_data(path);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%u,%u,%d,%u,%u", &order, &tricks, &otd, &instances, &total) == 5 &&
            order <= WHIST_DISTRIBUTION_ORDER) {
            assert_int_equal(whist_distribution(order)[tricks], instances);
            rows++;
        }
    fclose(file);
    assert_int_equal(rows, WHIST_DISTRIBUTION_ORDER * (WHIST_DISTRIBUTION_ORDER + 3) / 2);
}

/* ---- reports ---- */

static unsigned reports;
static double last_share;

static void hear(struct nash_run *heard, const char *json, size_t len)
{
    unsigned order;
    double share;
    (void)heard;
    assert_int_equal(json[len], 0);
    assert_int_equal(sscanf(json, "{\"engine\":\"table\",\"order\":%u,\"filled\":%lf}", &order, &share), 2);
    assert_true(order >= 1 && order <= 11 && share >= 0 && share <= 1 && share + (double)order >= last_share);
    last_share = share + (double)order;
    reports++;
}

static int fills_and_reports(void)
{
    struct nash_run heard = {.progress = hear};
    return whist_table_fill(11, &heard) && reports > 100 ? 0 : 1;
}

static void test_reports_while_it_fills(void **state)
{
    assert_int_equal(in_child(fills_and_reports), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_stop_leaves_nothing_half_believed),
        cmocka_unit_test(test_reports_while_it_fills),
        cmocka_unit_test(test_all_deals_to_order_10),
        cmocka_unit_test(test_random_deals_to_order_14_by_all_cards),
        cmocka_unit_test(test_distribution),
        cmocka_unit_test(test_distribution_identities),
        cmocka_unit_test(test_distribution_of_the_reference_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
