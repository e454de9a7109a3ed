/* Replays a recorded tree of units with one to five members over several networks, and prints a table.
 *
 *     farm_replay < units       a line for each unit: parent (-1: root), CPU time in us, bytes of unit and answer,
 *                               and optionally "last" or "final"
 *     farm_replay               without input: a synthetic tree, for the machinery alone */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <nash/rng.h>

#include "replay.h"

enum { MEMBERS = 5, SYNTHETIC = 2000 };

static struct replay_unit *unit;
static size_t count, room;

static void unit_add(struct replay_unit added)
{
    if (count == room) {
        room = room * 2 + 1024;
        unit = realloc(unit, room * sizeof *unit);
        if (unit == NULL)
            abort();
    }
    unit[count++] = added;
}

static void read_units(void)
{
    char line[200], word[20];
    for (size_t n = 1; fgets(line, sizeof line, stdin) != NULL; n++) {
        long long parent, us;
        unsigned bytes, answer;
        int fields = sscanf(line, "%lld %lld %u %u %19s", &parent, &us, &bytes, &answer, word);
        if (fields < 4 || parent >= (long long)count || us < 0) {
            fprintf(stderr, "line %zu: expected parent, us, bytes, bytes\n", n);
            exit(1);
        }
        unit_add((struct replay_unit){.parent = parent < 0 ? (uint32_t)REPLAY_ROOT : (uint32_t)parent,
                                      .cpu_ns = (uint64_t)us * 1000,
                                      .unit_bytes = bytes,
                                      .answer_bytes = answer,
                                      .last = fields == 5 && strcmp(word, "last") == 0,
                                      .final = fields == 5 && strcmp(word, "final") == 0});
    }
}

/* Units that reach their budget of 100 ms have two to nine children; others take a part of it. */
static void make_units(void)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    for (int i = 0; i < 8; i++)
        unit_add((struct replay_unit){REPLAY_ROOT, 100000000, 200, 300, false, false});
    for (uint32_t i = 0; i < count && count < SYNTHETIC; i++) {
        if (unit[i].cpu_ns < 100000000)
            continue;
        for (uint64_t n = 2 + nash_rng_below(&rng, 8); n > 0; n--) {
            bool full = nash_rng_below(&rng, 4) == 0;
            uint64_t ns = full ? 100000000 : nash_rng_below(&rng, 100000000);
            unit_add((struct replay_unit){i, ns, 200, 300, false, false});
        }
    }
}

static void print_row(int64_t rtt_us, const struct replay_options *options)
{
    struct replay_result r = replay_farm(unit, count, options);
    double alone = (double)r.alone_ns / 1e9, wall = (double)r.wall_ns / 1e9;
    printf("%8.1f %7u %6s %9.3f %9.3f %7.2f %9.3f %8.1f %9llu %8llu %8llu %8.2f%s\n", (double)rtt_us / 1000,
           options->members,
           options->trusted      ? "-"
           : options->audit >= 1 ? "1"
                                 : "share",
           wall, alone, alone / wall, (double)r.critical_ns / 1e9, 100 * ((double)r.cpu_ns / (double)r.alone_ns - 1),
           (unsigned long long)r.messages, (unsigned long long)r.reissued, (unsigned long long)r.audits,
           100 * (double)r.hub_ns / (double)r.alone_ns, r.complete ? "" : "  NOT COMPLETE");
}

int main(void)
{
    static const int64_t rtt_us[] = {200, 5000, 20000, 50000};
    static const unsigned members[] = {1, 2, MEMBERS};
    if (isatty(STDIN_FILENO) == 0)
        read_units();
    if (count == 0)
        make_units();
    printf("%zu units\n%8s %7s %6s %9s %9s %7s %9s %8s %9s %8s %8s %8s\n", count, "RTT ms", "members", "audit",
           "wall s", "alone s", "times", "path s", "CPU +%", "messages", "again", "audits", "hub %");
    for (size_t i = 0; i < sizeof rtt_us / sizeof *rtt_us; i++)
        for (size_t m = 0; m < sizeof members / sizeof *members; m++)
            print_row(
                rtt_us[i],
                &(struct replay_options){
                    .members = members[m], .trusted = true, .rtt_ns = rtt_us[i] * 1000, .jitter = 0.01, .seed = 1});
    for (size_t i = 0; i < sizeof rtt_us / sizeof *rtt_us; i++)
        print_row(rtt_us[i],
                  &(struct replay_options){
                      .members = MEMBERS, .audit = 0.1, .rtt_ns = rtt_us[i] * 1000, .jitter = 0.01, .seed = 1});
    free(unit);
    return 0;
}
