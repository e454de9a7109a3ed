/* Writes the result of the form "line". */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <solvers/holdem/history/amount.h>
#include <solvers/holdem/range/range.h>
#include <solvers/holdem/write/write.h>
#include <solvers/kit/summary.h>

#include "line.h"

static const char *const street_names[HISTORY_STREETS] = {"preflop", "flop", "turn", "river"};
static const char *const move_names[HISTORY_MOVES] = {"fold", "check", "call", "bet", "raise"};

static double rounded(double value)
{
    return round(value * 1e6) / 1e6;
}

static double chips(int64_t amount)
{
    return (double)amount / (double)HISTORY_CHIP;
}

void line_describe(const void *problem, struct nash_buf *out)
{
    const struct line_problem *p = problem;
    nash_buf_printf(out, "%u players, %u actions, %s", p->hand.players, p->hand.actions, street_names[p->play.street]);
}

/* Writes the cards that a street adds to the board. */
static void write_cards(const struct line_problem *p, unsigned street, struct nash_jsonw *out)
{
    char text[32] = "deal ";
    size_t len = strlen(text);
    for (unsigned k = street == HISTORY_FLOP ? 0 : street + 1; k < history_street_board(street); k++, len += 2)
        card_write(p->hand.board[k], text + len);
    nash_jsonw_kstring(out, "action", text);
    nash_jsonw_kstring(out, "street", street_names[street]);
}

static void write_action(const struct line_problem *p, const struct history_action *a, struct nash_jsonw *out)
{
    char text[64], amount[HISTORY_AMOUNT_TEXT];
    int len = snprintf(text, sizeof text, "p%u %s", a->player + 1U, move_names[a->move]);
    if (a->move == HISTORY_BET || a->move == HISTORY_RAISE)
        snprintf(text + len, sizeof text - (size_t)len, " %s", history_amount_write(a->to, amount));
    nash_jsonw_kstring(out, "action", text);
    nash_jsonw_kstring(out, "street", street_names[a->street]);
    nash_jsonw_kstring(out, "player", p->hand.seat[a->player].name);
    nash_jsonw_kdouble(out, "pot", chips(a->pot));
    nash_jsonw_kdouble(out, "to_call", chips(a->to_call));
}

static void write_step(const struct line_problem *p, const struct line_step *step, struct nash_jsonw *out)
{
    char name[HOLDEM_CLASS_TEXT];
    nash_jsonw_object(out);
    if (step->cards)
        write_cards(p, step->action, out);
    else
        write_action(p, &p->hand.action[step->action], out);
    nash_jsonw_kbool(out, "own", step->own);
    nash_jsonw_kdouble(out, "entropy_bits", rounded(step->entropy));
    nash_jsonw_kdouble(out, "bits_gained", rounded(step->gained));
    if (step->own)
        nash_jsonw_kdouble(out, "likelihood", rounded(step->likelihood));
    nash_jsonw_karray(out, "grid");
    for (unsigned c = 0; c < HOLDEM_CLASSES; c++)
        nash_jsonw_double(out, round((double)step->grid[c] * 1e4) / 1e4);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "top");
    for (unsigned k = 0; k < LINE_TOP && step->top_p[k] > 0; k++) {
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "hand", class_write(step->top[k], name));
        nash_jsonw_kdouble(out, "p", rounded((double)step->top_p[k]));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

/* Writes the posterior as a range: the largest weight is 1, the others are multiples of 0.001, and 0 is left out. */
static void write_range(const struct line_answer *a, struct nash_jsonw *out)
{
    struct holdem_range range;
    struct nash_buf text = NASH_BUF_INIT(0);
    double most = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        most = fmax(most, a->probability[i]);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        range.weight[i] = most > 0 ? (float)(round(a->probability[i] / most * 1000) / 1000) : 0;
    range_write(&range, &text);
    nash_jsonw_kstring(out, "range", nash_buf_cstr(&text));
    out->out->failed = out->out->failed || text.failed;
    nash_buf_free(&text);
}

static void write_held(const struct line_problem *p, const struct line_answer *a, struct nash_jsonw *out)
{
    char name[HOLDEM_COMBO_TEXT];
    const struct history_seat *seat = &p->hand.seat[p->of];
    if (!history_hole_known(seat))
        return;
    const unsigned combo = combo_of(seat->hole[0], seat->hole[1]);
    nash_jsonw_kobject(out, "held"); /* what the player had */
    nash_jsonw_kstring(out, "hand", combo_write(combo, name));
    nash_jsonw_kdouble(out, "p", a->probability[combo]);
    nash_jsonw_object_end(out);
}

static void write_decision(const struct line_answer *a, struct nash_jsonw *out)
{
    if (a->why)
        nash_jsonw_kstring(out, "no_decision", a->why);
    if (!a->decided)
        return;
    nash_jsonw_kdouble(out, "equity", a->worth->outcome.seat[0].equity);
    holdem_write_decision(a->spot, a->worth, out);
}

void line_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct line_problem *p = problem;
    const struct line_answer *a = result->answer;
    char name[HOLDEM_CLASS_TEXT];
    struct summary summary = {0};
    const double left = belief_entropy(a->probability);
    summary_add(&summary, "p%u after ", p->of + 1U);
    summary_add_count(&summary, p->hand.actions, "action", "actions");
    summary_add(&summary, ": %.2f of %.2f bits left", left, a->entropy);
    if (a->steps && !a->contradicted)
        summary_add(&summary, ", most likely: %s", class_write(a->step[a->steps - 1].top[0], name));
    nash_jsonw_object(out);
    summary_write(&summary, out);
    nash_jsonw_kstring(out, "form", "line");
    nash_jsonw_kstring(out, "of", p->hand.seat[p->of].name);
    nash_jsonw_kobject(out, "model");
    nash_jsonw_kstring(out, "source", p->model ? "given" : "generic");
    nash_jsonw_kuint(out, "hands", p->model ? p->model->hands : 0);
    if (p->model)
        nash_jsonw_kdouble(out, "trust", rounded(a->trust));
    nash_jsonw_object_end(out);
    nash_jsonw_kbool(out, "model_contradicted", a->contradicted);
    nash_jsonw_kdouble(out, "entropy_bits", rounded(left));
    nash_jsonw_kdouble(out, "bits_gained", rounded(a->entropy - left));
    nash_jsonw_karray(out, "steps");
    for (unsigned k = 0; k < a->steps; k++)
        write_step(p, &a->step[k], out);
    nash_jsonw_array_end(out);
    write_range(a, out);
    if (p->combos) {
        nash_jsonw_karray(out, "combos");
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
            nash_jsonw_double(out, a->probability[i] < 1e-9 ? 0 : round(a->probability[i] * 1e9) / 1e9);
        nash_jsonw_array_end(out);
    }
    write_held(p, a, out);
    write_decision(a, out);
    if (a->stopped)
        nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_object_end(out);
}
