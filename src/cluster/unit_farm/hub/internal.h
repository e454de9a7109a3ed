/* The data of a farm, shared by its files:
 *
 *     farm.c      making and ending a farm, its state, merge
 *     member.c    members: joining, ending, measured times
 *     tree.c      units and their order
 *     heap.c      units that wait
 *     round.c     the next round
 *     issue.c     which member gets which unit, and when
 *     receive.c   messages of members
 *     answer.c    an answer: accepted, proved, disputed, dropped
 *     save.c      save and restore
 *     credit.c    counts and credit */
#ifndef CLUSTER_FARM_INTERNAL_H
#define CLUSTER_FARM_INTERNAL_H

#include <cluster/unit_farm/farm.h>
#include <cluster/unit_farm/protocol.h>
#include <nash/hash.h>
#include <nash/rng.h>

enum { FARM_NAME_MAX = 128, FARM_KIND_MAX = 16, FARM_COPIES_MAX = 2, FARM_OUT_OF_HEAP = 0xffffffff };

struct heap {
    struct node **at;
    uint32_t count, room;
};

/* An answer that differs from the accepted one, until a trusted member decides. */
struct claim {
    struct claim *next;
    struct farm_member *by;
    struct nash_hash hash;
};

/* A unit in the tree. It waits (in farm->waiting), is leased (copies > 0), or is answered (by != NULL). */
struct node {
    struct farm_unit unit;
    struct node *parent, *first, *last, *next; /* next: the next child of the same parent, or the next root */
    uint32_t index;                            /* among the children of its parent, or among the roots */
    struct heap *heap;                         /* farm->waiting, farm->auditing or NULL */
    uint32_t heap_at;
    uint16_t copies, audit_copies; /* leases without an answer: to answer it, to audit it */
    bool leased_before;            /* later leases count as reissued */
    bool audit;                    /* drawn for an audit that is open */
    bool proved; /* the answer is of a trusted member, certified, or equal to that of a trusted member */
    bool ends;   /* FARM_LAST */
    uint8_t *answer;
    uint32_t answer_len;
    uint64_t steps;
    int64_t took_ns, path_ns;
    struct farm_member *by;
    struct claim *claims;
    struct node *unproved_next, **unproved_link; /* list of by->unproved */
    struct node *ends_next;                      /* list of farm->ends */
};

struct lease {
    struct node *node; /* NULL: the unit was dropped */
    uint32_t number, batch;
    int64_t sent_ns, due_ns; /* due: when the answer is expected */
    bool audit;
};

struct credit {
    uint64_t computed, used, verified, audited; /* steps; audited: computed to prove answers of others */
    uint64_t units, late, wrong, faults;        /* numbers */
};

struct farm_member {
    struct farm_member *next; /* in the order of joining */
    struct farm *farm;
    char name[FARM_NAME_MAX], kind[FARM_KIND_MAX];
    const char *state;
    bool of_earlier_run; /* restored; a member of this name may be another one now */
    uint32_t saved_as;   /* its number in the blob that is being written; 0: none */
    unsigned capacity;
    bool present, trusted, ready;
    double audit;
    void *own;
    uint32_t epoch, last_batch;
    struct lease *lease;
    unsigned leases, lease_room, batches;  /* batches: UNITS messages without an answer */
    int64_t received_ns, ping_ns, task_ns; /* last message from it; last PING to it; the TASK */
    int64_t since_ns;                      /* since when it owes an answer; 0: it does not */
    int64_t trip_ns, unit_ns;              /* measured: round trip; time of a unit on one processor; 0: unknown */
    int64_t busy_ns, mark_ns;              /* time of busy processors from the last answer up to mark */
    int64_t core_ns;                       /* time of the last core_units units */
    uint64_t core_units;
    unsigned refusals;
    struct node *unproved; /* its accepted answers that are not proved */
    uint64_t past;         /* the number of those of earlier rounds */
    struct credit credit;
};

struct farm {
    struct farm_options o;
    uint8_t *task;
    enum farm_state state;
    char error[200];
    enum nash_status status; /* of the error */
    struct nash_rng chance;
    struct farm_member *members, **members_end, *stored; /* stored: owns the answers that were restored */
    uint32_t epoch, last_number;
    uint32_t past_epoch;                  /* the last one of the rounds before */
    struct node *first, *last, *dividing; /* roots; the unit whose answer is divided */
    struct node *passed;                  /* last unit of the answered units at the begin of the tree, without a gap */
    struct node *enough;                  /* the last unit by the job's limit or decision; NULL: none is */
    uint64_t yielded;                     /* results up to `passed` */
    struct node *ends;                    /* units whose answer is FARM_LAST */
    struct node *final;                   /* the unit whose answer is FARM_FINAL */
    struct heap waiting, auditing;
    bool supplied, restoring, trusted_only;
    const char *overflow; /* the limit that was exceeded */
    size_t memory;
    struct farm_counts count; /* units, answered, proved, critical_ns: of this round */
    struct farm_counts past;  /* the same of the rounds before */
    uint8_t message[MESSAGE_MAX];
};

#endif
