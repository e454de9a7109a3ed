/* The closed rule: the cost of a value, of all leads and of a whole line, and all deals of order 13 compared with
 * minimax. Microseconds are CPU time, the best of some passes over a set of random deals; instructions are counted
 * by the kernel if it permits ("-" otherwise). The plain form of the rule, as stated, runs beside it for the ratio.
 * The exhaustive part ends with status 1 at the first error. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/play/principal_line.h>
#include <solvers/whist/play/values.h>

#include "../../unit/whist/harness/reference.h"
#include "../cost.h"

enum { DEALS = 64, PASSES = 7, ARENA = 1 << 28 };

static struct nash_run run;
static struct whist_work work;
static int32_t *room;
static int counter;

static void by_rule(const int8_t *word, uint32_t order)
{
    work.nodes += whist_rule_tricks(word, order, true, room);
}

static void by_plain_rule(const int8_t *word, uint32_t order)
{
    work.nodes += (uint64_t)reference_tricks(&reference_rule, word, order, true);
}

static void values(const int8_t *word, uint32_t order, bool with_replies)
{
    struct whist_intervals intervals;
    struct whist_values found;
    struct nash_arena_mark mark = nash_arena_mark(run.arena);
    work.state = NULL;
    if (whist_intervals_make(&intervals, word, order, run.arena) != NASH_OK ||
        whist_values_find(&found, &whist_formula, &work, word, &intervals, order, with_replies) != NASH_OK)
        abort();
    nash_arena_release(run.arena, mark);
}

static void leads(const int8_t *word, uint32_t order)
{
    values(word, order, false);
}

static void leads_and_replies(const int8_t *word, uint32_t order)
{
    values(word, order, true);
}

static void line(const int8_t *word, uint32_t order)
{
    const struct whist_trick *found;
    struct nash_arena_mark mark = nash_arena_mark(run.arena);
    work.state = NULL;
    if (whist_principal_line_find(&found, &whist_formula, &work, word, order) != NASH_OK || !found)
        abort();
    nash_arena_release(run.arena, mark);
}

/* Prints one line of the table: `calls` calls on the deals in turn, the best of the passes. */
static void measure(const char *what, uint32_t order, void (*call)(const int8_t *word, uint32_t order), uint32_t calls)
{
    struct nash_rng rng;
    uint32_t deals = calls < DEALS ? calls : DEALS;
    int8_t *words = malloc((size_t)deals * 2 * order);
    double best = 1e300, instructions = -1;
    if (!words)
        abort();
    nash_rng_seed(&rng, order);
    for (uint32_t i = 0; i < deals; i++)
        reference_deal(words + (size_t)i * 2 * order, order, 0, &rng);
    for (unsigned pass = 0; pass < PASSES; pass++) {
        long long count;
        ioctl(counter, PERF_EVENT_IOC_RESET, 0);
        ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
        double begin = cpu_us();
        for (uint32_t i = 0; i < calls; i++)
            call(words + (size_t)(i % deals) * 2 * order, order);
        double us = (cpu_us() - begin) / calls;
        ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
        best = us < best ? us : best;
        if (counter >= 0 && read(counter, &count, sizeof count) == sizeof count)
            instructions = (double)count / calls;
    }
    printf("%-20s %9u %14.3f us ", what, order, best);
    if (instructions >= 0)
        printf("%16.0f\n", instructions);
    else
        printf("%16s\n", "-");
    free(words);
}

/* Checks all deals of an order. Returns false at an error. */
static bool judge(uint32_t order)
{
    int8_t word[2 * REFERENCE_LIMIT];
    uint32_t deals = 0;
    double begin = cpu_us();
    reference_fill(order);
    double filled = cpu_us();
    for (uint32_t mask = (1U << order) - 1; mask < 1U << 2 * order; mask = reference_next(mask), deals++) {
        whist_word_of(mask, order, word);
        if (whist_rule_tricks(word, order, true, room) != reference_value(mask, order)) {
            printf("order %u, mask %x: the rule is wrong\n", order, mask);
            return false;
        }
    }
    printf("order %u: %u deals, no error; minimax %.1f s, rule %.2f s\n", order, deals, (filled - begin) / 1e6,
           (cpu_us() - filled) / 1e6);
    return true;
}

int main(void)
{
    room = malloc(whist_rule_room(WHIST_ORDER_MAX) * sizeof *room);
    run.arena = nash_arena_new(ARENA);
    work.run = &run;
    counter = instruction_counter();
    if (!room || !run.arena || !nash_arena_alloc(run.arena, 1)) /* its first block stays */
        return 1;
    printf("%-20s %9s %17s %16s\n", "what", "order", "CPU", "instructions");
    static const uint32_t orders[] = {13, 26, 100, 1000, 10000, 100000, WHIST_ORDER_MAX};
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++)
        measure("value", orders[i], by_rule, 2000000 / orders[i]);
    measure("value, plain form", 26, by_plain_rule, 2000);
    measure("value, plain form", 1000, by_plain_rule, 50);
    for (unsigned i = 1; i < 5; i++)
        measure("all leads", orders[i], leads, 20000 / orders[i]);
    for (unsigned i = 1; i < 3; i++)
        measure("and all replies", orders[i], leads_and_replies, 2000 / orders[i]);
    for (unsigned i = 1; i < 5; i++)
        measure("a whole line", orders[i], line, 10000 / orders[i]);
    bool right = judge(REFERENCE_LIMIT);
    nash_arena_free(run.arena);
    free(room);
    return !right;
}
