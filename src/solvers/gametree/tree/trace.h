/* Alpha-beta step by step: the order of visits, alpha and beta, and for each cut the ancestor that caused it. */
#ifndef GAMETREE_TRACE_H
#define GAMETREE_TRACE_H

#include "stored.h"

enum stored_event_kind {
    STORED_ENTER, /* an inner node is begun */
    STORED_LEAF,  /* a leaf is looked at */
    STORED_CUT,   /* the rest of a node is left out */
    STORED_BACK   /* an inner node is done, and its value passed up */
};

/* What happens at `node`. alpha and beta as they stand there then; of a leaf, as its parent looks at it. */
struct stored_event {
    enum stored_event_kind kind;
    uint32_t node;
    int32_t alpha, beta;
    int32_t value;        /* the leaf's; of a node cut or done, the best so far */
    uint32_t by, skipped; /* of a cut, as in stored_cut */
};

/* A cut: at a node of MIN an alpha cut, at one of MAX a beta cut. */
struct stored_cut {
    uint32_t at;
    uint32_t by;      /* the ancestor whose value so far is the bound; STORED_WINDOW: the window of the search */
    int32_t value;    /* of the node, no better for the ancestor than the bound */
    int32_t bound;    /* the ancestor's: value <= bound at MIN's node, value >= bound at MAX's */
    uint32_t skipped; /* the first child left out: this one and all behind it */
};
enum { STORED_WINDOW = UINT32_MAX };

/* What is kept of it: events [from, from + room) and the first cuts, as many as there is room for. */
struct stored_trace {
    uint64_t from; /* number of the first event kept, from 0 */
    struct stored_event *event;
    uint32_t room, kept;
    struct stored_cut *cut;
    uint32_t cut_room, cuts_kept;
    uint64_t events, cuts; /* all that there were */
};

/* The search of stored_alphabeta() with its steps: same visits, same value. NASH_STOPPED, NASH_NOMEM. */
enum nash_status stored_alphabeta_trace(const struct stored_tree *tree, struct stored_window window,
                                        struct nash_run *run, struct stored_trace *trace, struct stored_count *count,
                                        int32_t *value);

#endif
