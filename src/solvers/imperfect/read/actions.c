/* Reads the outcome against each hidden state, and the actions with their payoffs and responses. */
#include <string.h>

#include "read.h"

/* ---- the outcome ---- */

/* Sets the probability of the states in a list of names to 1. */
static void read_state_list(struct reader *array, const struct symbols *hidden, double *chance)
{
    for (struct reader item = {0}; reader_item(&item, array);) {
        const char *name = tables_read_name(&item);
        uint32_t h = name ? symbols_find(hidden, name, strlen(name)) : SYMBOL_NONE;
        if (name && h == SYMBOL_NONE)
            reader_fail(&item, NASH_UNPROCESSABLE, NULL, "no hidden state is named \"%.200s\"", name);
        else if (name && chance[h] > 0)
            reader_fail(&item, NASH_UNPROCESSABLE, NULL, "the hidden state \"%.200s\" is there twice", name);
        else if (name)
            chance[h] = 1;
    }
}

/* Returns the probability of an outcome against each state: a list of names, or of numbers; 0 if it is absent. */
static double *read_chances(struct reader *outcome, const char *name, const struct symbols *hidden, uint32_t count)
{
    struct reader array;
    double *chance = READER_NEW(outcome, double, count);
    if (!chance || !reader_array(&array, outcome, name))
        return chance;
    struct reader first = {0};
    bool numbers = reader_item(&first, &array) && !cJSON_IsString(first.value);
    if (numbers)
        return tables_read_vector(&array, count, 0, 1);
    read_state_list(&array, hidden, chance);
    return chance;
}

static void read_outcome(struct reader *r, const struct symbols *hidden, struct tables_problem *p)
{
    static const char *const members[] = {"win", "tie", NULL}, *const required[] = {"win", NULL};
    struct reader outcome;
    if (!reader_object(&outcome, r, "outcome"))
        return;
    reader_only(&outcome, members);
    reader_require(&outcome, required);
    double *win = read_chances(&outcome, "win", hidden, p->hidden);
    double *tie = read_chances(&outcome, "tie", hidden, p->hidden);
    for (uint32_t h = 0; reader_ok(r) && h < p->hidden; h++) {
        double sum = win[h] + tie[h];
        if (sum > 1 + 1e-9)
            reader_fail(&outcome, NASH_UNPROCESSABLE, NULL,
                        "win and tie together have the probability %g against \"%.200s\", expected at most 1", sum,
                        p->hidden_name[h]);
        if (sum > 1)
            tie[h] = 1 - win[h];
    }
    p->win = win;
    p->tie = tie;
}

/* ---- actions ---- */

/* Reads {"fold", "payoff_fold"}. */
static void read_response(struct reader *r, uint32_t count, struct tables_action *action)
{
    static const char *const members[] = {"fold", "payoff_fold", NULL};
    struct reader fold;
    if (!cJSON_IsObject(r->value)) {
        reader_fail(r, NASH_INVALID, NULL, "expected {\"fold\": [numbers], \"payoff_fold\": number}");
        return;
    }
    reader_only(r, members);
    reader_require(r, members);
    if (reader_member(&fold, r, "fold"))
        action->fold = tables_read_spread(&fold, count, 0, 1);
    action->payoff_fold = reader_number(r, "payoff_fold", -TABLES_PAYOFF_MAX, TABLES_PAYOFF_MAX, 0);
}

static void set_payoff(struct tables_action *action, double win, double tie, double lose)
{
    action->by_outcome[TABLES_WIN] = win;
    action->by_outcome[TABLES_TIE] = tie;
    action->by_outcome[TABLES_LOSE] = lose;
}

/* Reads "payoff", one number or one for each state. */
static void read_plain_payoff(struct reader *item, uint32_t count, struct tables_action *action)
{
    static const char *const others[] = {"payoff_win", "payoff_lose", "payoff_tie", NULL};
    struct reader payoff;
    for (size_t i = 0; others[i]; i++) {
        bool present = reader_has(item, others[i]);
        reader_number(item, others[i], -TABLES_PAYOFF_MAX, TABLES_PAYOFF_MAX, 0);
        if (present)
            reader_fail(item, NASH_UNPROCESSABLE, others[i], "\"payoff\" holds for each outcome: give one of the two");
    }
    if (!reader_member(&payoff, item, "payoff"))
        return;
    if (cJSON_IsArray(payoff.value)) {
        action->payoff = tables_read_vector(&payoff, count, -TABLES_PAYOFF_MAX, TABLES_PAYOFF_MAX);
    } else {
        double value = reader_as_number(&payoff, -TABLES_PAYOFF_MAX, TABLES_PAYOFF_MAX, 0);
        set_payoff(action, value, value, value);
    }
}

/* Reads the payoffs of the outcomes; a tie pays the mean of the others, as a split pot does. */
static void read_outcome_payoffs(struct reader *r, struct reader *item, const struct tables_problem *p,
                                 struct tables_action *action)
{
    double win = reader_number(item, "payoff_win", -TABLES_PAYOFF_MAX, TABLES_PAYOFF_MAX, 0);
    double lose = reader_number(item, "payoff_lose", -TABLES_PAYOFF_MAX, TABLES_PAYOFF_MAX, 0);
    double tie = reader_number(item, "payoff_tie", -TABLES_PAYOFF_MAX, TABLES_PAYOFF_MAX, (win + lose) / 2);
    set_payoff(action, win, tie, lose);
    action->decided = true;
    if (!p->win)
        reader_fail(r, NASH_UNPROCESSABLE, "outcome",
                    "the member \"outcome\" is missing: the payoffs of \"%.200s\" depend on winning",
                    action->id ? action->id : "");
}

static void read_action(struct reader *r, struct reader *item, struct symbols *names, const struct tables_problem *p,
                        struct tables_action *action)
{
    static const char *const members[] = {"id", "payoff", "payoff_win", "payoff_lose", "payoff_tie", "response", NULL};
    static const char *const required[] = {"id", NULL};
    struct reader id, response;
    bool is_new = true;
    reader_only(item, members);
    reader_require(item, required);
    if (reader_member(&id, item, "id") && (action->id = tables_read_name(&id))) {
        if (symbols_add(names, action->id, strlen(action->id), &is_new) == SYMBOL_NONE)
            reader_nomem(r);
        if (!is_new)
            reader_fail(&id, NASH_UNPROCESSABLE, NULL, "actions must differ: \"%.200s\" is there twice", action->id);
    }
    if (reader_has(item, "payoff"))
        read_plain_payoff(item, p->hidden, action);
    else if (reader_has(item, "payoff_win") && reader_has(item, "payoff_lose"))
        read_outcome_payoffs(r, item, p, action);
    else
        reader_fail(item, NASH_INVALID, NULL, "expected \"payoff\", or \"payoff_win\" and \"payoff_lose\"");
    if (reader_member(&response, item, "response"))
        read_response(&response, p->hidden, action);
}

/* Reads "response" of the model: {"raise": {"fold", "payoff_fold"}}, by the names of actions. */
static void read_model_responses(struct reader *r, const struct symbols *names, const struct tables_problem *p,
                                 struct tables_action *action)
{
    struct reader model, responses, one;
    if (!reader_object(&model, r, "model") || !reader_object(&responses, &model, "response"))
        return;
    for (const cJSON *item = responses.value->child; item; item = item->next) {
        uint32_t at = symbols_find(names, item->string, strlen(item->string));
        struct nash_arena_mark mark = nash_arena_mark(r->root->arena);
        struct tables_action response = {0};
        if (!reader_member(&one, &responses, item->string))
            return;
        read_response(&one, p->hidden, &response);
        if (at == SYMBOL_NONE) {
            nash_arena_release(r->root->arena, mark); /* a request may have a million of them */
            reader_fail(&one, NASH_UNPROCESSABLE, NULL, "no action is named \"%.200s\"", item->string);
        } else if (action[at].fold) {
            reader_fail(&one, NASH_UNPROCESSABLE, NULL, "the action \"%.200s\" has a response of its own",
                        item->string);
        } else {
            action[at].fold = response.fold;
            action[at].payoff_fold = response.payoff_fold;
        }
    }
}

void tables_read_actions(struct reader *r, const struct symbols *hidden, struct tables_problem *p)
{
    struct reader array;
    struct symbols names = {0};
    read_outcome(r, hidden, p);
    if (!reader_array(&array, r, "actions"))
        return;
    size_t count = reader_count(&array);
    if (count < 1 || count > TABLES_ACTIONS_MAX) {
        reader_fail(&array, NASH_INVALID, NULL, "expected 1 to %d actions, found %zu", TABLES_ACTIONS_MAX, count);
        return;
    }
    if (count * p->hidden > TABLES_PAIRS_MAX) {
        reader_fail(&array, NASH_UNPROCESSABLE, NULL, "expected at most %d actions for %u hidden states, found %zu",
                    (int)(TABLES_PAIRS_MAX / p->hidden), p->hidden, count);
        return;
    }
    struct tables_action *action = READER_NEW(r, struct tables_action, count);
    if (!action || !symbols_init(&names, r->root->arena, (uint32_t)count))
        return (void)reader_nomem(r);
    for (struct reader item = {0}; reader_item(&item, &array);) {
        read_action(r, &item, &names, p, &action[item.index]);
        p->actions++;
    }
    read_model_responses(r, &names, p, action); /* fewer names than actions only after an error */
    p->action = action;
}
