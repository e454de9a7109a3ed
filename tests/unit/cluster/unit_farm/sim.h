/* A farm and its members on a virtual clock: a loop over events, without threads and without waiting. Members are real
 * runners; the time of a unit follows from the steps of its answer. Everything follows from the seed. */
#ifndef TEST_FARM_SIM_H
#define TEST_FARM_SIM_H

#include <cluster/unit_farm/farm.h>
#include <nash/rng.h>

enum {
    SIM_MS = 1000000,
    SIM_ANSWER_LIES = 8, /* lies 0..7 falsify an answer by options.lie(); the others falsify the message: */
    SIM_SWAP = 8,        /* the answers of two units of a batch are exchanged */
    SIM_REPLAY,          /* the last message is sent again */
    SIM_FORGE,           /* an answer to a unit that is not leased to the member */
    SIM_OTHER_FARM,      /* the head of another farm */
    SIM_CUT,             /* the list is cut off */
    SIM_OTHER_VERSION,
    SIM_NOISE, /* random bytes */
    SIM_LIES
};

struct sim_member_options {
    bool trusted, lacks_work;
    unsigned capacity;
    double audit;
    int64_t rtt_ns;      /* round trip; each way takes half, and up to a tenth more */
    double jitter;       /* share of messages that take ten times as long */
    int64_t ns_per_step; /* its speed */
    double slowdown;     /* times as slow; 0 = 1 */
    uint32_t lies;       /* bits 1 << lie */
    double lie_share;    /* of its answers */
    int64_t lie_from_ns;
    bool in_league; /* which answers are false, and how, follows from the unit alone */
    bool returns;   /* joins again after it was lost */
};

struct sim_options {
    struct farm_options farm; /* without send, ended, context */
    const struct farm_work *const *works;
    uint64_t seed;                            /* of network and faults */
    int64_t trouble_ns;                       /* so often a member freezes, goes or begins to lie; 0: never */
    bool may_lie;                             /* by trouble */
    int64_t local_from_ns, local_ns_per_step; /* when and how fast a local member comes if the farm wants one */
    bool (*lie)(unsigned lie, uint8_t *answer, const uint8_t *unit); /* returns whether the answer is another now */
};

struct sim_result {
    enum farm_state state;
    int64_t wall_ns, cpu_ns;                        /* virtual: until the end; of all members */
    int64_t hub_ns;                                 /* real: time within the farm */
    unsigned quarantined, honest_quarantined, lied; /* members; members that lied at least once */
    unsigned ended;                                 /* members lost or gone */
};

struct sim;

struct sim *sim_new(const struct sim_options *options);
void sim_free(struct sim *sim);
struct farm *sim_farm(struct sim *sim);
/* The member joins at this time. */
void sim_join(struct sim *sim, const struct sim_member_options *options, int64_t at_ns);
/* The member (in the order of sim_join()) goes at this time without a word. */
void sim_gone(struct sim *sim, unsigned member, int64_t at_ns);
/* The member does nothing from `at_ns` to `until_ns`. */
void sim_freeze(struct sim *sim, unsigned member, int64_t at_ns, int64_t until_ns);
/* Runs until the farm has ended, at most until `until_ns`. A trusted member joins when the farm wants one. */
struct sim_result sim_run(struct sim *sim, int64_t until_ns);
/* Lets a complete farm rest for so long. It may run again after it. */
void sim_rest(struct sim *sim, int64_t ns);
/* Calls farm_renew(). */
bool sim_renew(struct sim *sim, const uint8_t *task, size_t len);

#endif
