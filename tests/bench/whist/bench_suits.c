/* Whist of several suits: nodes and CPU milliseconds by cards a hand, suits and trump, of random deals, for the
 * whole result of suits_solve() (value, each lead, a line). Nothing is asserted. bench_suits [ORDER [DEALS]]: one
 * order alone. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <nash/arena.h>

#include "../../unit/whist/harness/suits_cards.h"

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(unsigned order, unsigned suits, int trump, unsigned deals)
{
    struct nash_rng rng;
    double *ms = calloc(deals, sizeof *ms), sum = 0, nodes = 0, stored = 0, tricks = 0;
    nash_rng_seed(&rng, order * 10 + suits);
    for (unsigned i = 0; i < deals; i++) {
        unsigned ranks = 2 * order > 13 * suits ? (2 * order + suits - 1) / suits : 13;
        struct suits_deal deal = deal_random(&rng, order, suits, ranks, trump);
        double start = cpu_ms();
        struct solved s = deal_solve(&deal, 0, (size_t)160 << 20);
        ms[i] = cpu_ms() - start;
        sum += ms[i];
        nodes += (double)s.answer.nodes;
        stored += (double)s.answer.stored;
        tricks += s.answer.tricks;
    }
    qsort(ms, deals, sizeof *ms, ascending);
    printf("%5u  %5u  %-5s  %5u  %11.0f  %11.0f  %9.2f  %9.2f  %9.2f  %6.2f\n", order, suits,
           trump < 0 ? "none" : "yes", deals, nodes / deals, stored / deals, sum / deals, ms[deals / 2], ms[deals - 1],
           tricks / deals);
    fflush(stdout);
    free(ms);
}

int main(int argc, char **argv)
{
    static const struct {
        unsigned order, deals;
    } plan[] = {{8, 100}, {10, 100}, {13, 100}, {16, 50}, {20, 20}, {23, 8}, {26, 4}};
    unsigned only = argc > 1 ? (unsigned)atoi(argv[1]) : 0, deals = argc > 2 ? (unsigned)atoi(argv[2]) : 20;
    printf("cards  suits  trump  deals        nodes       stored    mean ms  median ms     max ms  tricks\n");
    for (unsigned i = 0; i < (only ? 1 : sizeof plan / sizeof *plan); i++)
        for (unsigned suits = 1; suits <= WHIST_SUITS; suits++)
            for (int trump = -1; trump < (suits > 1); trump++)
                measure(only ? only : plan[i].order, suits, trump, only ? deals : plan[i].deals);
    return 0;
}
