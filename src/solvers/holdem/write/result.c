/* Writes a result of the form "equity". */
#include <math.h>

#include <solvers/holdem/range/range.h>

#include "write.h"

const char *const holdem_method_names[] = {"auto", "exact", "monte_carlo", "preflop_table"};

/* Writes a set of cards, the highest one first: "QhJs7d". */
static void write_cards(struct nash_jsonw *out, const char *key, uint64_t cards)
{
    char text[2 * CARD_DECK + 1], *at = text;
    for (unsigned card = CARD_DECK; card-- > 0;)
        if (cards >> card & 1) {
            card_write(card, at);
            at += 2;
        }
    *at = '\0';
    nash_jsonw_kstring(out, key, text);
}

/* Writes an equity; null if it is of no deal. */
static void write_mean(struct nash_jsonw *out, double share, double all)
{
    if (all > 0)
        nash_jsonw_double(out, fmin(share / all, 1));
    else
        nash_jsonw_null(out);
}

/* ---- the grid ---- */

/* Writes the 169 classes: the mean weight of the combos without known cards, and the equity. */
static void write_grid(const struct holdem_table *table, unsigned player, const struct holdem_seat *seat,
                       struct nash_jsonw *out)
{
    const uint64_t known = table->spot.board | table->spot.dead;
    double weight[HOLDEM_CLASSES] = {0}, share[HOLDEM_CLASSES] = {0}, all[HOLDEM_CLASSES] = {0};
    unsigned combos[HOLDEM_CLASSES] = {0};
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        const unsigned class = combo_class(i);
        combos[class] += !(combo_mask(i) & known);
        weight[class] += (double)table->range[player].weight[i];
        share[class] += seat->share[i];
        all[class] += seat->all[i];
    }
    nash_jsonw_kobject(out, "grid");
    nash_jsonw_karray(out, "weight");
    for (unsigned class = 0; class < HOLDEM_CLASSES; class ++)
        nash_jsonw_double(out, combos[class] ? weight[class] / combos[class] : 0);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "equity");
    for (unsigned class = 0; class < HOLDEM_CLASSES; class ++)
        write_mean(out, share[class], all[class]);
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

/* Writes the combos with a weight above 0, the highest cards first. */
static void write_hands(const struct holdem_range *range, const struct holdem_seat *seat, struct nash_jsonw *out)
{
    char text[HOLDEM_COMBO_TEXT];
    nash_jsonw_kobject(out, "hands");
    nash_jsonw_karray(out, "hand");
    for (unsigned i = HOLDEM_COMBOS; i-- > 0;)
        if (range->weight[i] > 0)
            nash_jsonw_string(out, combo_write(i, text));
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "weight");
    for (unsigned i = HOLDEM_COMBOS; i-- > 0;)
        if (range->weight[i] > 0)
            nash_jsonw_double(out, (double)range->weight[i]);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "equity");
    for (unsigned i = HOLDEM_COMBOS; i-- > 0;)
        if (range->weight[i] > 0)
            write_mean(out, seat->share[i], seat->all[i]);
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

/* ---- the whole ---- */

static void write_player(const struct holdem_problem *p, unsigned player, const struct holdem_outcome *outcome,
                         struct nash_jsonw *out)
{
    const struct holdem_seat *seat = &outcome->seat[player];
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_jsonw_object(out);
    if (p->name[player])
        nash_jsonw_kstring(out, "name", p->name[player]);
    range_write(&p->asked[player], &text);
    out->out->failed = out->out->failed || text.failed;
    nash_jsonw_kstring(out, "range", nash_buf_cstr(&text));
    nash_buf_free(&text);
    nash_jsonw_kuint(out, "combos", range_count(&p->table.range[player]));
    nash_jsonw_kdouble(out, "equity", seat->equity);
    nash_jsonw_kdouble(out, "win", seat->win);
    nash_jsonw_kdouble(out, "tie", seat->tie);
    if (outcome->method == HOLDEM_MONTE_CARLO)
        nash_jsonw_kdouble(out, "stderr", seat->error);
    if (p->want >> HOLDEM_WANT_GRID & 1 && range_count(&p->asked[player]) > 1)
        write_grid(&p->table, player, seat, out);
    if (p->want >> HOLDEM_WANT_COMBOS & 1)
        write_hands(&p->table.range[player], seat, out);
    nash_jsonw_object_end(out);
}

static void write_showdowns(const struct holdem_outcome *outcome, struct nash_jsonw *out)
{
    const double exact_max = 9007199254740992.0; /* 2^53 */
    nash_jsonw_key(out, "showdowns");
    if (outcome->showdowns <= exact_max)
        nash_jsonw_uint(out, (uint64_t)outcome->showdowns);
    else
        nash_jsonw_uint_string(out, (uint64_t)outcome->showdowns);
}

void holdem_equity_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct holdem_problem *p = problem;
    const struct holdem_answer *a = result->answer;
    const struct holdem_outcome *outcome = &a->outcome;
    nash_jsonw_object(out);
    holdem_write_summary(p, a, out);
    nash_jsonw_kstring(out, "form", "equity");
    nash_jsonw_karray(out, "equity");
    for (unsigned player = 0; player < p->table.players; player++)
        nash_jsonw_double(out, outcome->seat[player].equity);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "players");
    for (unsigned player = 0; player < p->table.players; player++)
        write_player(p, player, outcome, out);
    nash_jsonw_array_end(out);
    write_cards(out, "board", p->table.spot.board);
    write_cards(out, "dead", p->table.spot.dead);
    nash_jsonw_kstring(out, "method", holdem_method_names[outcome->method]);
    nash_jsonw_kbool(out, "exact", outcome->method != HOLDEM_MONTE_CARLO);
    write_showdowns(outcome, out);
    if (outcome->method == HOLDEM_MONTE_CARLO)
        nash_jsonw_kuint(out, "samples", outcome->samples);
    if (p->stakes.asked)
        holdem_write_decision(p, a, out);
    if (outcome->stopped)
        nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_kobject(out, "statistics");
    nash_jsonw_kuint(out, "solve_us", a->solve_us);
    nash_jsonw_object_end(out);
    nash_jsonw_object_end(out);
}
