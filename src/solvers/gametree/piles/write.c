/* The results of both games as JSON. */
#include <solvers/kit/summary.h>

#include "piles.h"
#include "state_graph.h"

static const char *player(const struct piles_problem *p, bool mover)
{
    return mover == p->min_moves ? "MIN" : "MAX";
}

static void write_summary(const struct piles_problem *p, const struct piles_answer *a, struct nash_jsonw *out)
{
    struct summary summary = {0};
    summary_add(&summary, "%s%s, ", p->splits ? "Grundy" : "Nim", p->misere ? " misere" : "");
    if (p->count == 1)
        summary_add(&summary, "a pile of %u", p->pile[0]);
    else
        summary_add(&summary, "%zu piles", p->count);
    if (!p->splits && p->take < NIM_PILE_MAX)
        summary_add(&summary, ", at most %u a move", p->take);
    summary_add(&summary, ": ");
    if (a->known && !p->misere)
        summary_add(&summary, "value %u, ", a->value);
    if (a->known)
        summary_add(&summary, "%s to move %s", player(p, true), a->mover_wins ? "wins" : "loses");
    else if (p->misere)
        summary_add(&summary, "stopped after %llu positions", (unsigned long long)a->positions);
    else
        summary_add(&summary, "stopped at the value of %u", a->filled);
    summary_write(&summary, out);
}

static void write_split(struct nash_jsonw *out, const struct piles_move *move)
{
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "pile", move->pile);
    nash_jsonw_karray(out, "into");
    nash_jsonw_uint(out, move->into[0]);
    nash_jsonw_uint(out, move->into[1]);
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

static void write_taking(struct nash_jsonw *out, const struct piles_move *move)
{
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "pile", move->pile);
    nash_jsonw_kuint(out, "to", move->into[0]);
    nash_jsonw_object_end(out);
}

static void write_moves(struct nash_jsonw *out, const struct piles_answer *a,
                        void (*write_move)(struct nash_jsonw *, const struct piles_move *))
{
    nash_jsonw_key(out, "best");
    if (a->has_best)
        write_move(out, &a->best);
    else
        nash_jsonw_null(out);
    nash_jsonw_karray(out, "best_moves");
    for (size_t i = 0; i < a->listed; i++)
        write_move(out, &a->win[i]);
    nash_jsonw_array_end(out);
    if (a->all_winning)
        nash_jsonw_kuint(out, "winning_moves", a->winning);
    nash_jsonw_kuint(out, "moves_count", a->moves);
}

/* Writes the piles and their values, which those of misere Grundy do not have. */
static void write_piles(struct nash_jsonw *out, const struct piles_problem *p)
{
    bool grundy = p->splits && !p->misere;
    struct mex_values values = grundy ? grundy_table() : (struct mex_values){0};
    nash_jsonw_kuint(out, "piles_count", p->count);
    nash_jsonw_karray(out, "piles");
    for (size_t i = 0; i < p->count && i < PILES_WRITTEN; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "pile", p->pile[i]);
        if (!p->splits)
            nash_jsonw_kuint(out, "value", nim_value(p, p->pile[i]));
        else if (grundy)
            nash_jsonw_kuint(out, "value", mex_value(&values, p->pile[i]));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_state(struct nash_jsonw *out, const struct piles_problem *p, const struct piles_states *s,
                        const struct piles_state *state)
{
    bool mover = state->moves % 2 == 0; /* the player who moves at the root moves at this state */
    nash_jsonw_object(out);
    nash_jsonw_karray(out, "piles");
    for (uint32_t i = 0; i < state->count; i++)
        nash_jsonw_uint(out, s->pile[state->first + i]);
    nash_jsonw_array_end(out);
    nash_jsonw_kuint(out, "level", state->moves);
    nash_jsonw_kstring(out, "to_move", player(p, mover));
    if (s->known)
        nash_jsonw_kstring(out, "winner", player(p, mover == state->mover_wins));
    nash_jsonw_object_end(out);
}

static void write_states(struct nash_jsonw *out, const struct piles_problem *p, const struct piles_states *s)
{
    nash_jsonw_kobject(out, "states");
    nash_jsonw_kuint(out, "count", s->count);
    nash_jsonw_kbool(out, "complete", s->complete);
    if (s->complete)
        nash_jsonw_kuint(out, "terminals", s->terminals);
    nash_jsonw_karray(out, "nodes");
    for (uint32_t i = 0; i < s->count; i++)
        write_state(out, p, s, &s->state[i]);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "edges");
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t e = 0; e < s->state[i].edges; e++) {
            nash_jsonw_array(out);
            nash_jsonw_uint(out, i);
            nash_jsonw_uint(out, s->to[s->state[i].edge + e]);
            nash_jsonw_array_end(out);
        }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

/* Writes the members that come first. A value belongs to normal play: it is 0 if the mover loses, which is not so in
 * misere play. */
static void write_head(struct nash_jsonw *out, const struct piles_problem *p, const struct piles_answer *a,
                       const char *engine)
{
    write_summary(p, a, out);
    nash_jsonw_kstring(out, "game", p->splits ? "grundy" : "nim");
    nash_jsonw_kstring(out, "to_move", player(p, true));
    if (!p->misere) {
        nash_jsonw_key(out, "value");
        if (a->known)
            nash_jsonw_uint(out, a->value);
        else
            nash_jsonw_null(out);
    }
    if (a->known)
        nash_jsonw_kstring(out, "winner", player(p, a->mover_wins));
    nash_jsonw_kbool(out, "exact", a->known);
    nash_jsonw_kstring(out, "engine", engine);
    nash_jsonw_kbool(out, "misere", p->misere);
}

/* Writes the moves, the piles and the states, as far as they are known. */
static void write_rest(struct nash_jsonw *out, const struct piles_problem *p, const struct nash_result *result,
                       void (*write_move)(struct nash_jsonw *out, const struct piles_move *move))
{
    const struct piles_answer *a = result->answer;
    if (a->known) {
        write_moves(out, a, write_move);
        write_piles(out, p);
    }
    if (a->states)
        write_states(out, p, a->states);
    if (!result->final)
        nash_jsonw_kbool(out, "timeout", true);
}

void grundy_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct piles_problem *p = problem;
    const struct piles_answer *a = result->answer;
    nash_jsonw_object(out);
    write_head(out, p, a, p->misere ? "exhaustive" : "table");
    write_rest(out, p, result, write_split);
    nash_jsonw_kobject(out, "statistics");
    if (p->misere)
        nash_jsonw_kuint(out, "positions", a->positions);
    else
        nash_jsonw_kuint(out, "values_filled", a->filled);
    nash_jsonw_object_end(out);
    nash_jsonw_object_end(out);
}

void nim_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct piles_problem *p = problem;
    const struct piles_answer *a = result->answer;
    nash_jsonw_object(out);
    write_head(out, p, a, "bouton");
    if (p->take < NIM_PILE_MAX)
        nash_jsonw_kuint(out, "take", p->take);
    write_rest(out, p, result, write_taking);
    nash_jsonw_object_end(out);
}
