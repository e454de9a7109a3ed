/* What the search of several suits rests on, counted over all positions: together the two players, each on lead in the
 * same position, never make fewer tricks than there are but one. bench_suits_lead [ORDER]: 9 unless told; 12 takes some
 * minutes and 2 GB. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../../unit/whist/suits_levels.h"

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
