/* Writes the steps of a search and the cuts of alpha-beta as JSON. A node is written as its path. */
#include <stdio.h>

#include "write.h"

static void write_path(struct nash_jsonw *out, const char *key, const struct stored_tree *tree, uint32_t node)
{
    uint32_t path[TREE_PATH_MAX], depth = stored_depth(tree, node);
    stored_path(tree, node, path);
    if (key)
        nash_jsonw_key(out, key);
    nash_jsonw_array(out);
    for (uint32_t d = 0; d < depth; d++)
        nash_jsonw_uint(out, path[d]);
    nash_jsonw_array_end(out);
}

/* Writes the length of a list that is longer than what is listed. */
static void write_count(struct nash_jsonw *out, const char *list, uint32_t count)
{
    char name[24];
    if (count <= TREE_SKIPPED_MAX)
        return;
    snprintf(name, sizeof name, "%s_count", list);
    nash_jsonw_kuint(out, name, count);
}

/* Writes the nodes first .. end - 1. */
static void write_range(struct nash_jsonw *out, const struct stored_tree *tree, const char *name, uint32_t first,
                        uint32_t end)
{
    nash_jsonw_karray(out, name);
    for (uint32_t v = first; v < end && v - first < TREE_SKIPPED_MAX; v++)
        write_path(out, NULL, tree, v);
    nash_jsonw_array_end(out);
    write_count(out, name, end - first);
}

/* Writes kind, by, bound, value and skipped of a cut. */
static void write_cause(struct nash_jsonw *out, const struct stored_tree *tree, const struct stored_cut *cut)
{
    nash_jsonw_kstring(out, "kind", stored_min(tree, cut->at) ? "alpha" : "beta");
    if (cut->by == STORED_WINDOW) {
        nash_jsonw_key(out, "by");
        nash_jsonw_null(out);
    } else {
        write_path(out, "by", tree, cut->by);
    }
    tree_write_kscore(out, "bound", tree, cut->bound);
    tree_write_kscore(out, "value", tree, cut->value);
    write_range(out, tree, "skipped", cut->skipped, tree->first[cut->at + 1]);
}

static void write_cuts(struct nash_jsonw *out, const struct tree_answer *a)
{
    size_t enough = out->out->len + TREE_CUTS_BYTES;
    nash_jsonw_karray(out, "cuts");
    for (uint32_t i = 0; i < a->trace.cuts_kept && out->out->len < enough; i++) {
        nash_jsonw_object(out);
        write_path(out, "at", a->tree, a->trace.cut[i].at);
        write_cause(out, a->tree, &a->trace.cut[i]);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_kuint(out, "cuts_found", a->trace.cuts);
}

/* ---- the steps of minimax with OPEN and CLOSED ---- */

static void write_closed(struct nash_jsonw *out, const struct stored_tree *tree, const uint32_t *closed, uint32_t count)
{
    nash_jsonw_karray(out, "closed");
    for (uint32_t i = count; i > 0 && count - i < TREE_SKIPPED_MAX; i--)
        write_path(out, NULL, tree, closed[i - 1]);
    nash_jsonw_array_end(out);
    write_count(out, "closed", count);
}

/* Writes the children of an expanded node, and their values if they are at the depth limit. */
static void write_generated(struct nash_jsonw *out, const struct stored_tree *tree, uint32_t node)
{
    uint32_t first = tree->first[node], end = tree->first[node + 1];
    write_range(out, tree, "generated", first, end);
    if (first < tree->level[tree->depth])
        return;
    nash_jsonw_karray(out, "values");
    for (uint32_t c = first; c < end && c - first < TREE_SKIPPED_MAX; c++)
        tree_write_score(out, tree, tree->score[c]);
    nash_jsonw_array_end(out);
}

/* ---- steps ---- */

static void write_step(struct nash_jsonw *out, enum tree_engine engine, const struct tree_answer *a,
                       const struct stored_event *event)
{
    static const char *const names[] = {"enter", "leaf", "cut", "back", "start", "expand", "exit"};
    const struct stored_tree *tree = a->tree;
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "event", names[event->kind]);
    write_path(out, "at", tree, event->node);
    if (event->kind != STORED_LEAF)
        nash_jsonw_kstring(out, "player", tree_player(tree, event->node));
    if (event->kind == STORED_CUT) {
        struct stored_cut cut = {.at = event->node,
                                 .by = event->by,
                                 .value = event->value,
                                 .bound = stored_min(tree, event->node) ? event->alpha : event->beta,
                                 .skipped = event->skipped};
        write_cause(out, tree, &cut);
    } else if (event->kind == STORED_LEAF || event->kind == STORED_BACK || event->kind == STORED_EXIT) {
        tree_write_kscore(out, "value", tree, event->value);
    }
    if (event->kind == STORED_EXPAND)
        write_generated(out, tree, event->node);
    if (engine == TREE_OPEN_CLOSED) {
        write_range(out, tree, "open", event->open, event->open_end);
        write_closed(out, tree, a->trace.closed, event->closed);
    }
    if (engine == TREE_ALPHABETA) {
        tree_write_kscore(out, "alpha", tree, event->alpha);
        tree_write_kscore(out, "beta", tree, event->beta);
    }
    nash_jsonw_object_end(out);
}

void tree_write_trace(struct nash_jsonw *out, const struct tree_problem *p, const struct tree_answer *a)
{
    const struct stored_trace *trace = &a->trace;
    if (p->engine == TREE_ALPHABETA)
        write_cuts(out, a);
    if (!p->trace)
        return;
    size_t enough = out->out->len + TREE_STEPS_BYTES;
    uint32_t listed = 0;
    nash_jsonw_kobject(out, "trace");
    nash_jsonw_kstring(out, "engine", tree_engine_names[p->engine]);
    nash_jsonw_kuint(out, "events", trace->events);
    nash_jsonw_kuint(out, "from", trace->from + 1);
    nash_jsonw_karray(out, "steps");
    for (; listed < trace->kept && out->out->len < enough; listed++)
        write_step(out, p->engine, a, &trace->event[listed]);
    nash_jsonw_array_end(out);
    nash_jsonw_kbool(out, "complete", trace->from == 0 && listed == trace->events);
    nash_jsonw_object_end(out);
}
