/* Alpha-beta with its steps: the order of visits, alpha and beta, and for each cut the ancestor that caused it. */
#ifndef GAMETREE_TREE_SEARCH_TRACE_H
#define GAMETREE_TREE_SEARCH_TRACE_H

#include "search.h"

enum stored_event_kind {
    STORED_ENTER, /* an inner node begins */
    STORED_LEAF,  /* a leaf is visited */
    STORED_CUT,   /* the rest of a node is skipped */
    STORED_BACK   /* an inner node ends and passes its value up */
};

/* An event at `node`. alpha and beta are those of the node at that moment, at a leaf those of its parent. */
struct stored_event {
    enum stored_event_kind kind;
    uint32_t node;
    int32_t alpha, beta;
    int32_t value;        /* value of a leaf; of a node that is cut or ends, its best value so far */
    uint32_t by, skipped; /* STORED_CUT: as in stored_cut */
};

/* A cut: an alpha cut at a node of MIN, a beta cut at a node of MAX. */
struct stored_cut {
    uint32_t at;
    uint32_t by;      /* the ancestor whose value is the bound; STORED_WINDOW: the window of the search */
    int32_t value;    /* value of the node; no better for the ancestor than the bound */
    int32_t bound;    /* value of the ancestor: value <= bound at a node of MIN, value >= bound at a node of MAX */
    uint32_t skipped; /* the first child that is left out, with all that follow it */
};
enum { STORED_WINDOW = UINT32_MAX };

/* The recorded part of a search: events [from, from + room), and the first cut_room cuts. */
struct stored_trace {
    uint64_t from; /* number of the first recorded event, from 0 */
    struct stored_event *event;
    uint32_t room, kept;
    struct stored_cut *cut;
    uint32_t cut_room, cuts_kept;
    uint64_t events, cuts; /* totals */
};

/* Performs the search of stored_alphabeta() and records its steps; the visits and the value are the same. Returns
 * NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status stored_alphabeta_trace(const struct stored_tree *tree, struct stored_window window,
                                        struct nash_run *run, struct stored_trace *trace, struct stored_count *count,
                                        int32_t *value);

#endif
