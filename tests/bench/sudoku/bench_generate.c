/* Measures the generation of puzzles, from request to verified answer: quantiles over seeds, CPU time of the process in
 * ms. "reached" counts the requests met within a minute. Asserts nothing about time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/nash.h>

enum { SEEDS_MAX = 100, BUDGET_MS = 60000 };

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

/* Returns the number after `"clues":` in a result. */
static unsigned clues_in(const char *json)
{
    const char *at = json ? strstr(json, "\"clues\":") : NULL;
    return at ? (unsigned)strtoul(at + 8, NULL, 10) : 0;
}

static void measure(const char *order, unsigned count)
{
    double ms[SEEDS_MAX];
    unsigned reached = 0, fewest = UINT32_MAX, most = 0;
    char body[200];
    int len = snprintf(body, sizeof body, "{\"generate\":{%s}}", order);
    for (unsigned seed = 0; seed < count; seed++) {
        struct nash_solve_options options = {.timeout_ms = BUDGET_MS, .seed = seed};
        struct nash_answer answer;
        double start = cpu_ms();
        enum nash_status status = nash_solve("sudoku", body, (size_t)len, &options, &answer);
        ms[seed] = cpu_ms() - start;
        unsigned clues = clues_in(answer.json);
        reached += status == NASH_OK && strstr(answer.json, "\"reached\":true");
        fewest = clues < fewest ? clues : fewest;
        most = clues > most ? clues : most;
        nash_answer_free(&answer);
    }
    qsort(ms, count, sizeof *ms, ascending);
    printf("%-62s %4u %7u %5u %5u %9.2f %9.2f %9.2f\n", order, count, reached, fewest, most, ms[count / 2],
           ms[count * 9 / 10], ms[count - 1]);
    fflush(stdout);
}

int main(void)
{
    static const struct {
        const char *order;
        unsigned count;
    } orders[] = {
        {"", 100},
        {"\"clues\":24", 100},
        {"\"clues\":24,\"symmetry\":\"rotational\"", 100},
        {"\"clues\":22", 50},
        {"\"clues\":20", 10},
        {"\"clues\":\"minimal\"", 100},
        {"\"difficulty\":\"easy\"", 50},
        {"\"difficulty\":\"medium\"", 50},
        {"\"difficulty\":\"hard\"", 50},
        {"\"difficulty\":\"expert\"", 50},
        {"\"difficulty\":\"extreme\"", 50},
        {"\"clues\":26,\"symmetry\":\"rotational\",\"difficulty\":\"hard\"", 50},
        {"\"clues\":26,\"symmetry\":\"rotational\",\"difficulty\":\"extreme\"", 50},
        {"\"size\":16", 20},
        {"\"size\":16,\"clues\":\"minimal\"", 20},
        {"\"size\":16,\"difficulty\":\"hard\"", 10},
        {"\"size\":25,\"clues\":310", 20},
        {"\"size\":25,\"clues\":300", 20},
        {"\"size\":25,\"clues\":280", 10},
        {"\"size\":25,\"clues\":\"minimal\"", 3},
        {"\"size\":36", 10},
        {"\"size\":36,\"clues\":660", 5},
        {"\"size\":49", 5},
    };
    printf("%-62s %4s %7s %5s %5s %9s %9s %9s\n", "order", "n", "reached", "clues", "to", "p50 ms", "p90 ms", "max ms");
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        measure(orders[i].order, orders[i].count);
    return 0;
}
