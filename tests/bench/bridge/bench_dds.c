/* Compares the cost of our calls of libdds with its own: tables by bridge_dds_strain() and by CalcDDtable(), one
 * deal after the other, each first on every other deal; CPU time of this process; the 20 results are compared. Then
 * the cost of loading libdds, and the memory before and after. The ratios matter; no time is asserted. */
#include <dds/dll.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>
#include <solvers/bridge/double_dummy/dds.h>

#include "../../unit/bridge/harness/minimax.h"

enum { DEALS = 60, ENDINGS = 2000 };

static __typeof__(&CalcDDtable) calc_table;

static double cpu_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double resident_mib(void)
{
    long whole = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL || fscanf(file, "%ld %ld", &whole, &resident) != 2)
        resident = 0;
    if (file != NULL)
        fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
}

static double ours(const struct bridge_deal *deal, uint8_t table[BRIDGE_STRAINS][BRIDGE_SEATS])
{
    double begin = cpu_s();
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++) {
        struct nash_run run = {.deadline_ns = INT64_MAX};
        struct nash_error error;
        bool whole;
        if (bridge_dds_strain(deal, strain, &run, table[strain], &whole, &error) != NASH_OK)
            abort();
    }
    return cpu_s() - begin;
}

static double theirs(const struct bridge_deal *deal, uint8_t table[BRIDGE_STRAINS][BRIDGE_SEATS])
{
    struct ddTableDeal asked;
    struct ddTableResults found;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
            asked.cards[seat][suit] = (unsigned)deal->hand[seat][suit] << 2;
    double begin = cpu_s();
    if (calc_table(asked, &found) != RETURN_NO_FAULT)
        abort();
    double took = cpu_s() - begin;
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            table[strain][seat] = (uint8_t)found.resTable[strain][seat];
    return took;
}

static unsigned compare_tables(struct nash_rng *rng)
{
    uint8_t a[BRIDGE_STRAINS][BRIDGE_SEATS], b[BRIDGE_STRAINS][BRIDGE_SEATS];
    double our = 0, their = 0;
    unsigned differ = 0;
    for (unsigned i = 0; i < DEALS; i++) {
        struct bridge_deal deal;
        minimax_deal(rng, BRIDGE_RANKS, &deal);
        if (i % 2)
            our += ours(&deal, a);
        their += theirs(&deal, b);
        if (i % 2 == 0)
            our += ours(&deal, a);
        differ += memcmp(a, b, sizeof a) != 0;
    }
    printf("table   ours %6.1f ms   CalcDDtable %6.1f ms   ratio %.3f   %u of %d differ\n", our / DEALS * 1e3,
           their / DEALS * 1e3, our / their, differ, DEALS);
    return differ;
}

/* Every card of random positions. */
static void time_endings(struct nash_rng *rng, unsigned size)
{
    unsigned count = size > 10 ? ENDINGS / 40 : ENDINGS;
    double took = 0;
    for (unsigned i = 0; i < count; i++) {
        struct nash_run run = {.deadline_ns = INT64_MAX};
        struct nash_error error;
        struct bridge_position position;
        struct bridge_options options;
        minimax_position(rng, size, 0, &position);
        double begin = cpu_s();
        if (bridge_dds_options(&position, &run, &options, &error) != NASH_OK)
            abort();
        took += cpu_s() - begin;
    }
    printf("cards   hands of %2u   %8.3f ms\n", size, took / count * 1e3);
}

int main(void)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    double memory = resident_mib();
    int64_t begin = clock_mono_ns();
    if (!bridge_dds_open()) {
        fputs("libdds0 is not installed\n", stderr);
        return 77;
    }
    printf("loading %.1f ms, resident %.1f MiB before, %.1f MiB after\n", (double)(clock_mono_ns() - begin) * 1e-6,
           memory, resident_mib());
    void *library = dlopen("libdds.so.0", RTLD_NOW | RTLD_NOLOAD);
    void *symbol = library != NULL ? dlsym(library, "CalcDDtable") : NULL;
    if (symbol == NULL)
        return 1;
    memcpy(&calc_table, &symbol, sizeof calc_table);
    unsigned differ = compare_tables(&rng);
    printf("resident %.1f MiB after %d tables\n", resident_mib(), DEALS);
    for (unsigned size = 3; size <= BRIDGE_RANKS; size += 2)
        time_endings(&rng, size);
    return differ > 0;
}
