/* The plug-in "holdem". */
#include <solvers/holdem/model/forms/forms.h>

#include "problem.h"

const struct form holdem_form_equity = {
    .name = "equity",
    .member = "players",
    .read = holdem_equity_read,
    .seeded = holdem_equity_seeded,
    .canon = holdem_equity_canon,
    .solve = holdem_equity_solve,
    .verify = holdem_equity_verify,
    .describe = holdem_equity_describe,
    .write = holdem_equity_write,
};

/* A line has the member "players" too, therefore it comes before an equity. */
static const struct form *const holdem_forms[] = {
    &holdem_form_learn, &holdem_form_line, &holdem_form_hand, &holdem_form_equity, NULL,
};

static enum nash_status holdem_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                                     struct nash_error *error)
{
    return forms_parse(holdem_forms, doc, arena, problem, error);
}

const struct nash_solver nash_solver_holdem = {
    .kind = "holdem",
    .title = "Texas Hold'em: equities of ranges, what bets say about cards, what an action is worth",
    .version = "1",
    .limits = {.body_bytes = 16 << 20,
               .memory_bytes = 256 << 20,
               .result_bytes = 16 << 20,
               .time_ms_default = 30000,
               .time_ms_max = 600000},
    .learns = true,
    .parse = holdem_parse,
    .parse_text = holdem_parse_text,
    .seeded = form_seeded,
    .canon = form_canon,
    .solve = form_solve,
    .verify = form_verify,
    .describe = form_describe,
    .write = form_write,
    .text_of = holdem_text_of,
};
