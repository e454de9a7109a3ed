/* Replays a recorded tree of units with other members and another network: the real farm on a virtual clock. So two
 * processors can show five machines. */
#ifndef TEST_FARM_REPLAY_H
#define TEST_FARM_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REPLAY_ROOT = 0xffffffff };

/* A unit as it was recorded. Parents come before their children; the children of a unit in their order. */
struct replay_unit {
    uint32_t parent;                   /* index; REPLAY_ROOT */
    uint64_t cpu_ns;                   /* time of its computation */
    uint32_t unit_bytes, answer_bytes; /* in messages; at least 4 are sent */
    bool last, final;                  /* its answer is FARM_LAST, FARM_FINAL */
};

struct replay_options {
    unsigned members; /* of one processor each */
    bool trusted;     /* they are; otherwise there is a local member besides, if an audit is drawn */
    double audit;     /* share of their units that is computed again */
    bool certified;   /* as farm_job.certified */
    int64_t rtt_ns;
    double jitter;      /* share of messages that take ten times as long */
    double slowdown;    /* of member 0: 2 = half as fast; 0 or 1: as the others */
    int64_t trouble_ns; /* so often a member that is not trusted freezes or goes for up to 300 ms; 0: never */
    bool liars;         /* trouble also makes members lie; needs audit = 1 to be harmless */
    uint64_t seed;
};

struct replay_result {
    bool complete;
    int64_t wall_ns;     /* virtual: from the begin to the end of the farm */
    int64_t alone_ns;    /* sum of the times of the needed units: one machine, no network */
    int64_t critical_ns; /* longest path from a root */
    int64_t cpu_ns;      /* virtual: what the members spent, with duplicates and audits */
    int64_t hub_ns;      /* real time of the farm itself: division, checks, messages */
    uint64_t units, messages, bytes, reissued, dropped, audits;
};

/* Not for several threads at a time. */
struct replay_result replay_farm(const struct replay_unit *unit, size_t units, const struct replay_options *options);

#endif
