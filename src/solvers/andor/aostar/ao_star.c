/* AO* as printed: the outer loop goes down, the inner loop up. Step numbers are those of the lecture notes.
 *
 * S is a heap by rank, so step 10 pops a node without a descendant in S. Once the search graph has a cycle there may be
 * no such node. Then all marked ancestors of the expanded node, which are all nodes that S could ever hold, are revised
 * together (revise.c). Without a cycle both methods give the same costs of the marked graph. */
#include <solvers/andor/aostar/ancestry.h>
#include <solvers/andor/aostar/cost.h>
#include <solvers/andor/aostar/record.h>
#include <solvers/andor/aostar/revise.h>

struct printed {
    struct andor_state state;
    struct andor_ancestry ancestry;
    struct andor_partial partial;
    struct andor_record record;
    enum andor_tip tip;
    struct andor_list s, fresh, order; /* s: the heap S; fresh: nodes new in this cycle; order: see revise.h */
};

/* ---- S, highest rank on top ---- */

static void heap_up(struct andor_list *s, const uint32_t *rank, uint32_t i)
{
    uint32_t v = s->at[i];
    for (; i && rank[s->at[(i - 1) / 2]] < rank[v]; i = (i - 1) / 2)
        s->at[i] = s->at[(i - 1) / 2];
    s->at[i] = v;
}

static uint32_t heap_pop(struct andor_list *s, const uint32_t *rank)
{
    uint32_t top = s->at[0], v = s->at[--s->count], i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= s->count)
            break;
        if (child + 1 < s->count && rank[s->at[child + 1]] > rank[s->at[child]])
            child++;
        if (rank[s->at[child]] <= rank[v])
            break;
        s->at[i] = s->at[child];
        i = child;
    }
    if (s->count)
        s->at[i] = v;
    return top;
}

/* ---- steps 4 to 6 ---- */

static enum nash_status choose_tip(struct printed *printed, uint32_t *tip)
{
    enum andor_walk walk = andor_record_any(&printed->record) ? ANDOR_WALK_ALL : ANDOR_WALK_FIRST;
    enum nash_status status = andor_partial_walk(&printed->partial, printed->state.graph->root, printed->tip, walk);
    const struct andor_list *tips = &printed->partial.tips;
    if (status == NASH_OK && !tips->count)
        return nash_fail(printed->state.error, NASH_INTERNAL, "", "AO* found no tip before the root was solved");
    if (status == NASH_OK)
        *tip = tips->at[0];
    return status;
}

static enum nash_status grow_graph(struct printed *printed, uint32_t n)
{
    if (!andor_record_choice(&printed->record, &printed->partial, n))
        return andor_state_nomem(&printed->state);
    printed->fresh.count = 0;
    enum nash_status status = andor_state_expand(&printed->state, n, &printed->fresh);
    if (status == NASH_OK)
        status = andor_ancestry_add(&printed->ancestry, n);
    if (status == NASH_OK && !andor_record_fresh(&printed->record, &printed->fresh))
        status = andor_state_nomem(&printed->state);
    return status;
}

/* ---- steps 7 to 12 ---- */

/* Step 11: revises the cost, mark and label of m. */
static enum nash_status revise_one(struct andor_state *state, uint32_t m, struct andor_revision *revision)
{
    const struct andor_graph *graph = state->graph;
    *revision = (struct andor_revision){m, state->mark[m], ANDOR_NONE, state->q[m], ANDOR_WIDE_INF, false};
    for (uint32_t c = graph->first[m]; c < graph->last[m]; c++) {
        andor_wide q = andor_state_sum(state, c);
        if (q < revision->q) {
            revision->q = q;
            revision->mark = c;
        }
    }
    if (revision->q == ANDOR_WIDE_HUGE)
        return andor_state_overflow(state);
    state->q[m] = revision->q;
    state->mark[m] = revision->mark;
    revision->solved = revision->mark != ANDOR_NONE && andor_state_all_solved(state, revision->mark);
    if (revision->solved)
        state->label[m] |= ANDOR_SOLVED;
    state->revised++;
    return NASH_OK;
}

/* Step 12: adds the marked parents of m to S. */
static enum nash_status add_parents(struct printed *printed, uint32_t m)
{
    struct andor_list *s = &printed->s;
    uint32_t held = s->count;
    enum nash_status status = andor_marked_parents(&printed->ancestry, m, s);
    for (uint32_t count = s->count; status == NASH_OK && held < count; held++)
        heap_up(s, printed->ancestry.rank, held);
    return status;
}

static enum nash_status revise_upwards(struct printed *printed, uint32_t n)
{
    struct andor_state *state = &printed->state;
    enum nash_status status = NASH_OK;
    printed->s.count = 0;
    if (!andor_list_push(&printed->s, n, state->run->arena))
        return andor_state_nomem(state);
    while (printed->s.count && status == NASH_OK) {
        struct andor_revision revision;
        uint32_t m = heap_pop(&printed->s, printed->ancestry.rank);
        if (andor_state_stop(state, ANDOR_CHECK_REVISE, andor_state_edges(state->graph, m)))
            return NASH_STOPPED;
        state->label[m] &= (uint8_t)~ANDOR_IN_S;
        status = revise_one(state, m, &revision);
        if (status == NASH_OK && !andor_record_revision(&printed->record, &revision))
            status = andor_state_nomem(state);
        if (status == NASH_OK && (revision.solved || revision.q != revision.q_before))
            status = add_parents(printed, m);
    }
    return status;
}

/* ---- revision with cycles ---- */

/* Puts n and its marked ancestors into S. */
static enum nash_status collect_marked_ancestors(struct printed *printed, uint32_t n)
{
    printed->s.count = 0;
    if (!andor_list_push(&printed->s, n, printed->state.run->arena))
        return andor_state_nomem(&printed->state);
    return andor_marked_ancestors(&printed->ancestry, &printed->s);
}

/* Records what the joint revision changed, in the order in which it settled the nodes. before[i] is the state of node
 * s.at[i]. */
static bool record_changes(struct printed *printed, struct andor_revision *before, uint32_t n)
{
    const struct andor_state *state = &printed->state;
    for (uint32_t i = 0; i < printed->order.count; i++) {
        struct andor_revision *revision = &before[printed->order.at[i]];
        revision->q = state->q[revision->node];
        revision->mark = state->mark[revision->node];
        revision->solved = state->label[revision->node] & ANDOR_SOLVED;
        bool changed = revision->q != revision->q_before || revision->mark != revision->mark_before || revision->solved;
        if ((changed || revision->node == n) && !andor_record_revision(&printed->record, revision))
            return false;
    }
    return true;
}

static enum nash_status revise_together(struct printed *printed, uint32_t n)
{
    struct andor_state *state = &printed->state;
    struct andor_revision *before = NULL;
    enum nash_status status = collect_marked_ancestors(printed, n);
    if (status == NASH_OK && printed->record.on) {
        before = NASH_NEW(state->run->arena, struct andor_revision, printed->s.count);
        if (!before)
            return andor_state_nomem(state);
        for (uint32_t i = 0; i < printed->s.count; i++) {
            uint32_t m = printed->s.at[i];
            before[i] = (struct andor_revision){.node = m, .mark_before = state->mark[m], .q_before = state->q[m]};
        }
    }
    if (status == NASH_OK)
        status = andor_revise(state, &printed->s, printed->ancestry.place, &printed->order);
    for (uint32_t i = 0; status == NASH_OK && i < printed->s.count; i++)
        if (state->q[printed->s.at[i]] == ANDOR_WIDE_HUGE)
            status = andor_state_overflow(state);
    if (status == NASH_OK && before && !record_changes(printed, before, n))
        status = andor_state_nomem(state);
    return status;
}

/* ---- the outer loop ---- */

static enum nash_status cycle(struct printed *printed)
{
    uint32_t n = ANDOR_NONE;
    if (!andor_record_cycle(&printed->record, &printed->state, printed->state.cycles + 1))
        return andor_state_nomem(&printed->state);
    enum nash_status status = choose_tip(printed, &n);
    if (status == NASH_OK)
        status = grow_graph(printed, n);
    if (status == NASH_OK)
        status = printed->ancestry.cyclic ? revise_together(printed, n) : revise_upwards(printed, n);
    if (status != NASH_OK)
        return status;
    printed->state.cycles++;
    if (!andor_record_end(&printed->record, printed->state.q[printed->state.graph->root]))
        return andor_state_nomem(&printed->state);
    return NASH_OK;
}

enum nash_status andor_ao_star(struct andor_graph *graph, enum andor_tip tip, struct nash_run *run,
                               struct andor_trace *trace, struct andor_search *search, struct nash_error *error)
{
    struct printed printed = {.tip = tip};
    struct andor_state *state = &printed.state;
    enum nash_status status = andor_state_begin(state, graph, run, false, error);
    andor_ancestry_begin(&printed.ancestry, state);
    andor_partial_begin(&printed.partial, state);
    andor_record_begin(&printed.record, trace, run->arena);
    uint32_t root = graph->root;
    if (trace && trace->steps_max)
        state->steps_max = trace->steps_max;
    while (status == NASH_OK && !(state->label[root] & ANDOR_SOLVED) && state->q[root] != ANDOR_WIDE_INF)
        status = nash_stop(run, ANDOR_CHECK_CYCLE) ? NASH_STOPPED : cycle(&printed);
    andor_record_close(&printed.record, state->cycles, status != NASH_OK);
    return andor_state_end(state, search, status);
}
