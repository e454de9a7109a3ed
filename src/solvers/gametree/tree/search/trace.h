/* The steps of a search: of alpha-beta with its bounds and, for each cut, the ancestor that caused it; of minimax,
 * depth first; and of minimax with the lists OPEN and CLOSED, as the lecture notes print it. */
#ifndef GAMETREE_TREE_SEARCH_TRACE_H
#define GAMETREE_TREE_SEARCH_TRACE_H

#include "search.h"

enum stored_event_kind {
    STORED_ENTER, /* an inner node begins */
    STORED_LEAF,  /* a leaf is visited */
    STORED_CUT,   /* the rest of a node is skipped */
    STORED_BACK,  /* an inner node ends and passes its value up */
    /* with OPEN and CLOSED only */
    STORED_START,  /* the root is put on OPEN */
    STORED_EXPAND, /* an inner node goes from OPEN to CLOSED, and its children are generated */
    STORED_EXIT    /* the root has its value */
};

/* An event at `node`. In alpha-beta, alpha and beta are those of the node at that moment, at a leaf those of its
 * parent. With the lists, OPEN holds the nodes open .. open_end - 1 after the event, the first first, and CLOSED
 * the first `closed` nodes of stored_trace.closed, the last first. */
struct stored_event {
    enum stored_event_kind kind;
    uint32_t node;
    int32_t alpha, beta;
    int32_t value;        /* value of a leaf; of a node that is cut or ends, its best value so far */
    uint32_t by, skipped; /* STORED_CUT: as in stored_cut */
    uint32_t open, open_end, closed;
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
    uint32_t *closed;      /* with OPEN and CLOSED: the nodes in the order in which they go on CLOSED */
};

/* Counts an event, and keeps it if it is in the recorded part. */
static inline void stored_record(struct stored_trace *trace, struct stored_event event)
{
    uint64_t number = trace->events++;
    if (number >= trace->from && trace->kept < trace->room)
        trace->event[trace->kept++] = event;
}

/* trace.c: performs the search of stored_alphabeta() and records its steps; the visits and the value are the same.
 * Returns NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status stored_alphabeta_trace(const struct stored_tree *tree, struct stored_window window,
                                        struct nash_run *run, struct stored_trace *trace, struct stored_count *count,
                                        int32_t *value);

/* plain_trace.c: records the steps of minimax, given the value of every node: enter, leaf and back, depth first from
 * the left. Returns NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status stored_plain_trace(const struct stored_tree *tree, const int32_t *value, struct nash_run *run,
                                    struct stored_trace *trace);

/* open_closed.c: records the steps of the procedure MINIMAX, given the value of every node, in the run's arena.
 * Returns NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status stored_open_closed_trace(const struct stored_tree *tree, const int32_t *value, struct nash_run *run,
                                          struct stored_trace *trace);

#endif
