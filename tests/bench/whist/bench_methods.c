/* Compares the methods of whist: nodes and milliseconds of CPU time by order, on the same random deals, with the
 * ratio to full minimax by its formula; then the table of all instances, order by order and from its file; then the
 * search alone on random and on structured deals. No time is asserted. Every value is compared with that of the
 * closed rule; a difference ends the program with status 1. `bench_whist_methods seed` checks the patent's tree on
 * all deals to order 14, `bench_whist_methods defence` its defence rules on every lead of all deals to order 15,
 * both by the table. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/methods/patent_tree.h>
#include <solvers/whist/methods/table.h>

#include "../../unit/whist/harness/reference.h"

enum { ARENA = 256 << 20, DEALS = 20, SEED_WHOLE = 9 };

static int8_t word[2 * WHIST_MASK_ORDER];
static int32_t room[2 * WHIST_MASK_ORDER];

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void differ(const char *method, uint32_t order)
{
    printf("%s errs: ", method);
    for (uint32_t i = 0; i < 2 * order; i++)
        putchar(word[i] > 0 ? 'a' : 'b');
    putchar('\n');
    exit(1);
}

struct tally {
    double mean_ms, worst_ms, nodes, most_nodes, looked_up, stored;
};

static void measure(struct tally *tally, const struct whist_engine *engine, uint32_t order, double deals)
{
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    struct whist_work work = {.run = &run};
    double ms = cpu_ms();
    int tricks = engine->tricks(&work, word, order);
    ms = cpu_ms() - ms;
    if (tricks != (int)whist_rule_tricks(word, order, true, room))
        differ(engine->name, order);
    double nodes = (double)work.nodes;
    tally->mean_ms += ms / deals;
    tally->worst_ms = ms > tally->worst_ms ? ms : tally->worst_ms;
    tally->nodes += nodes / deals;
    tally->most_nodes = nodes > tally->most_nodes ? nodes : tally->most_nodes;
    tally->looked_up += (double)work.table / deals;
    tally->stored += (double)work.stored / deals;
    nash_arena_free(run.arena);
}

static struct tally random_deals(const struct whist_engine *engine, uint32_t order, unsigned deals)
{
    struct tally tally = {0};
    struct nash_rng rng;
    nash_rng_seed(&rng, order);
    for (unsigned i = 0; i < deals; i++) {
        reference_deal(word, order, 0, &rng);
        measure(&tally, engine, order, deals);
    }
    return tally;
}

static double naive_nodes(uint32_t order)
{
    return order == 0 ? 1 : 1 + (double)order * order * naive_nodes(order - 1);
}

static void methods(void)
{
    static const struct whist_engine *const engines[] = {&whist_naive, &whist_seed, &whist_search, &whist_table};
    printf("order  method      nodes  looked up    mean ms   full minimax / both\n");
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        for (uint32_t order = 2; order <= engines[i]->order_max && order <= 16; order += 2) {
            struct tally tally = random_deals(engines[i], order, DEALS);
            double positions = tally.nodes + tally.looked_up;
            printf("%5u  %-6s %10.0f %10.1f %10.4f   %10.3g\n", order, engines[i]->name, tally.nodes, tally.looked_up,
                   tally.mean_ms, naive_nodes(order) / (positions > 0 ? positions : 1));
        }
}

/* ---- the table ---- */

static void table_in(const char *directory)
{
    struct nash_run run = {0};
    double start = cpu_ms(), before;
    if (whist_table_open(directory, NULL) != NASH_OK)
        exit(1);
    printf("opened in %.2f ms", cpu_ms() - start);
    start = cpu_ms();
    uint32_t found = whist_table_verified(12);
    printf(", %u orders summed up in %.2f ms", found, cpu_ms() - start);
    start = cpu_ms();
    found = whist_table_verified(WHIST_TABLE_ORDER);
    printf(", then all %u in %.2f ms\n", found, cpu_ms() - start);
    start = cpu_ms();
    for (uint32_t order = 1; order <= WHIST_TABLE_ORDER && found == 0; order++) {
        before = cpu_ms();
        whist_table_fill(order, &run);
        if (order >= 10)
            printf("order %2u: %8.2f ms, all to it %8.2f ms\n", order, cpu_ms() - before, cpu_ms() - start);
    }
}

static void table(void)
{
    char directory[] = "/tmp/whist-bench-XXXXXX", file[64];
    if (!mkdtemp(directory))
        exit(1);
    for (int round = 0; round < 2; round++) { /* a new file, then the same file in another process */
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            table_in(directory);
            exit(0);
        }
        waitpid(child, NULL, 0);
    }
    snprintf(file, sizeof file, "%s/whist.table", directory);
    unlink(file);
    rmdir(directory);
}

/* ---- the search ---- */

static void search(void)
{
    static const char *const patterns[] = {"ab", "aabb", "abba", "aaabbb"};
    struct nash_run run = {0};
    for (uint32_t tabulated = 0; tabulated <= 12; tabulated += 12) {
        whist_table_fill(tabulated, &run);
        printf("search, table of order %u\norder  deals       nodes       most     stored    mean ms   worst ms\n",
               tabulated);
        for (uint32_t order = 20; order <= 40; order += order < 32 ? 6 : 4) {
            struct tally t = random_deals(&whist_search, order, DEALS);
            printf("%5u  random %10.0f %10.0f %10.0f %10.3f %10.3f\n", order, t.nodes, t.most_nodes, t.stored,
                   t.mean_ms, t.worst_ms);
            for (size_t p = 0; p < sizeof patterns / sizeof *patterns && order <= 32; p++) {
                uint32_t period = (uint32_t)strlen(patterns[p]);
                for (uint32_t i = 0; i < 2 * order; i++)
                    word[i] = patterns[p][i % period] == 'a' ? 1 : -1;
                if (2 * order % period != 0)
                    continue;
                t = (struct tally){0};
                measure(&t, &whist_search, order, 1);
                printf("%5u  %-6s %10.0f %10s %10.0f %10.3f\n", order, patterns[p], t.nodes, "", t.stored, t.mean_ms);
            }
        }
    }
}

/* ---- long checks ---- */

/* The patent's tree on all deals: the whole tree to order 9; above, one trick of it, which is equivalent: all later
 * positions have the value that the tree gives them, as checked in the order below. */
static void judge_seed(void)
{
    struct nash_run run = {0};
    whist_table_fill(WHIST_TABLE_ORDER, &run);
    for (uint32_t order = 1; order <= WHIST_TABLE_ORDER; order++) {
        double start = cpu_ms();
        struct whist_work work = {.run = &run};
        uint64_t deals = 0;
        for (uint32_t mask = (1U << order) - 1; mask < 1U << 2 * order; mask = reference_next(mask), deals++)
            if (whist_patent_tree(&work, mask, order, order > SEED_WHOLE ? order - 1 : 0) !=
                (int)whist_table_at(mask, order)) {
                whist_word_of(mask, order, word);
                differ("seed", order);
            }
        printf("order %2u: %" PRIu64 " deals right, %.1f positions each, %.1f s\n", order, deals,
               (double)(work.nodes + work.table) / (double)deals, (cpu_ms() - start) / 1e3);
        fflush(stdout);
    }
}

static uint32_t without(uint32_t mask, uint32_t at)
{
    uint32_t below = (1U << at) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

/* The defence rules on every lead of a deal: the selected reply compared with the other one that could be better. */
static bool defence_holds(uint32_t mask, uint32_t order, uint64_t *leads)
{
    uint32_t other = ~mask & ((1U << 2 * order) - 1), rest = (1U << 2 * (order - 1)) - 1;
    uint32_t lowest = (uint32_t)__builtin_ctz(other);
    for (uint32_t tops = mask & ~(mask >> 1); tops; tops &= tops - 1) {
        uint32_t lead = (uint32_t)__builtin_ctz(tops);
        bool highest = (tops & (tops - 1)) == 0;
        ++*leads;
        if (lowest > lead || lead == 2 * order - 1 || (highest && lowest > 0))
            continue; /* one reply, or the patent tries all */
        uint32_t after = without(without(mask, lead + 1), lead);
        uint32_t beaten = order - 1 - whist_table_at(~after & rest, order - 1);
        uint32_t discarded = 1 + whist_table_at(without(without(mask, lead), lowest), order - 1);
        if (highest ? beaten < discarded : discarded < beaten)
            return false;
    }
    return true;
}

static void judge_defence(void)
{
    struct nash_run run = {0};
    whist_table_fill(WHIST_TABLE_ORDER, &run);
    for (uint32_t order = 1; order <= WHIST_TABLE_ORDER + 1; order++) {
        uint64_t leads = 0;
        for (uint32_t mask = (1U << order) - 1; mask < 1U << 2 * order; mask = reference_next(mask))
            if (!defence_holds(mask, order, &leads)) {
                whist_word_of(mask, order, word);
                differ("the patent's defence", order);
            }
        printf("order %2u: the patent's defence is best on all %" PRIu64 " leads\n", order, leads);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "seed") == 0) {
        judge_seed();
    } else if (argc > 1 && strcmp(argv[1], "defence") == 0) {
        judge_defence();
    } else {
        table();
        search();
        methods();
    }
    return 0;
}
