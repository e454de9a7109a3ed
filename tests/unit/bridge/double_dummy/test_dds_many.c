/* Several processes, like workers, solve whole deals and endgames at the same time in random orders. Each must find the
 * same results as a single process. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <solvers/bridge/double_dummy/dds.h>

#include "../../base/test.h"
#include "../harness/minimax.h"

enum { DEALS = 5, ENDINGS = 120, PROCESSES = 4, MOST = 9 };

struct findings {
    uint8_t table[DEALS][BRIDGE_STRAINS][BRIDGE_SEATS];
    struct bridge_options options[ENDINGS];
};

static struct bridge_deal deals[DEALS];
static struct bridge_position endings[ENDINGS];
static struct findings alone, together;
static unsigned deal_count, ending_count; /* numbers of deals and endings used: fewer in a brief run */

static bool find_table(unsigned i, struct findings *out)
{
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++) {
        struct nash_run run = {0};
        struct nash_error error;
        bool whole;
        if (bridge_dds_strain(&deals[i], strain, &run, out->table[i][strain], &whole, &error) != NASH_OK)
            return false;
    }
    return true;
}

static bool find_options(unsigned i, struct findings *out)
{
    struct nash_run run = {0};
    struct nash_error error;
    return bridge_dds_options(&endings[i], &run, &out->options[i], &error) == NASH_OK;
}

/* Returns the tricks of a card, or -1 if it is not legal. The card that represents its equals may depend on earlier
 * calls. */
static int tricks_of(const struct bridge_options *options, unsigned suit, unsigned rank)
{
    for (unsigned i = 0; i < options->count; i++) {
        const struct bridge_option *option = &options->option[i];
        if (option->card.suit == suit && ((option->equals | 1u << option->card.rank) >> rank & 1))
            return option->tricks;
    }
    return -1;
}

static bool same_options(const struct bridge_options *a, const struct bridge_options *b)
{
    for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++)
            if (tricks_of(a, suit, rank) != tricks_of(b, suit, rank))
                return false;
    return true;
}

/* Solves all deals and endings in a random order. Returns 0, or 1 + the number of the first that differs from `alone`.
 */
static int differs(unsigned process)
{
    unsigned order[DEALS + ENDINGS];
    struct nash_rng rng;
    nash_rng_seed(&rng, process);
    for (unsigned i = 0; i < deal_count + ending_count; i++) {
        unsigned other = (unsigned)nash_rng_below(&rng, i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    for (unsigned k = 0; k < deal_count + ending_count; k++) {
        unsigned i = order[k];
        bool same =
            i < deal_count
                ? find_table(i, &together) && memcmp(together.table[i], alone.table[i], sizeof alone.table[i]) == 0
                : find_options(i - deal_count, &together) &&
                      same_options(&together.options[i - deal_count], &alone.options[i - deal_count]);
        if (!same)
            return (int)i + 1;
    }
    return 0;
}

static void processes_at_once(void **state)
{
    struct nash_rng rng = test_rng();
    pid_t child[PROCESSES];
    int status;
    deal_count = test_length(2, DEALS);
    ending_count = test_length(60, ENDINGS);
    for (unsigned i = 0; i < deal_count; i++) {
        minimax_deal(&rng, 13, &deals[i]);
        assert_true(find_table(i, &alone));
    }
    for (unsigned i = 0; i < ending_count; i++) {
        minimax_position(&rng, 2 + (unsigned)nash_rng_below(&rng, MOST - 1), i % BRIDGE_SEATS, &endings[i]);
        assert_true(find_options(i, &alone));
    }
    for (unsigned i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        if (child[i] == 0)
            _exit(differs(i));
    }
    for (unsigned i = 0; i < PROCESSES; i++) {
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            fail_msg("process %u: wait status 0x%x at number %d (deals, then endings)", i, (unsigned)status,
                     WEXITSTATUS(status) - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(processes_at_once)};
    if (!bridge_dds_open())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
