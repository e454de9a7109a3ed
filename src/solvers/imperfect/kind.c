/* The plug-in "imperfect": decisions and games with imperfect information. */
#include <solvers/imperfect/games/form.h>

#include "problem.h"

/* One line a form; the first whose member a request has reads it. */
static const struct form *const imperfect_forms[] = {
    &imperfect_learn, &imperfect_tables, &imperfect_game, &imperfect_efg, NULL,
};

static enum nash_status imperfect_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                                        struct nash_error *error)
{
    return forms_parse(imperfect_forms, doc, arena, problem, error);
}

const struct nash_solver nash_solver_imperfect = {
    .kind = "imperfect",
    .title = "Imperfect information: infer what is hidden, decide, solve small games",
    .version = "1",
    .limits = {.body_bytes = 16 << 20, /* 65,536 hidden states with 10 rows of likelihoods */
               .memory_bytes = 512 << 20,
               .result_bytes = 64 << 20,
               .time_ms_default = 10000,
               .time_ms_max = 600000},
    .learns = true,
    .parse = imperfect_parse,
    .parse_text = game_parse_text,
    .seeded = form_seeded,
    .canon = form_canon,
    .solve = form_solve,
    .verify = form_verify,
    .describe = form_describe,
    .write = form_write,
    .text_of = imperfect_text_of,
};
