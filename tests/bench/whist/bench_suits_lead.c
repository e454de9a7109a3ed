/* Counts the assumption of the search of several suits over all positions: both players together, each on lead in
 * the same position, make at least all tricks but one. bench_suits_lead [ORDER]: 9 by default; 12 takes some minutes
 * and 2 GB. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../../unit/whist/harness/suits_levels.h"

int main(int argc, char **argv)
{
    unsigned most = argc > 1 ? (unsigned)atoi(argv[1]) : 9;
    printf("trump  cards     positions      one less  fewer  CPU s\n");
    for (int trump = 0; trump < 2; trump++) {
        struct level *level = NULL;
        for (unsigned order = 1; order <= most; order++) {
            uint64_t one_less, fewer;
            clock_t start = clock();
            level = level_above(level, trump, false);
            level_lead(level, &one_less, &fewer);
            printf("%-5s  %5u  %12" PRIu64 "  %12" PRIu64 "  %5" PRIu64 "  %5.1f\n", trump ? "yes" : "none", order,
                   level_positions(level), one_less, fewer, (double)(clock() - start) / CLOCKS_PER_SEC);
            fflush(stdout);
        }
        level_free(level);
    }
    return 0;
}
