/* The plug-in "hex". */
#include <nash/request.h>
#include <solvers/hex/checkpoint/model.h>
#include <solvers/hex/match/match.h>
#include <solvers/hex/train/form.h>

#include "history.h"
#include "problem.h"

const struct form hex_form_position = {
    .name = "position",
    .read = hex_read,
    .seeded = hex_seeded,
    .canon = hex_canon,
    .solve = hex_solve,
    .verify = hex_verify,
    .describe = hex_describe,
    .write = hex_write,
};

static const struct form *const hex_forms[] = {&hex_form_match,    &hex_form_train,    &hex_form_review,
                                               &hex_form_notation, &hex_form_position, NULL};

static enum nash_status hex_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                                  struct nash_error *error)
{
    return forms_parse(hex_forms, doc, arena, problem, error);
}

/* The games of a match or a training that names shards. */
static bool hex_distributed(const void *problem)
{
    const struct hex_match *match = form_problem_of(&hex_form_match, problem);
    const struct hex_training *training = form_problem_of(&hex_form_train, problem);
    return (match && match->members.count) || (training && training->members.count);
}

enum { BODY_BYTES = 1 << 20 };

static bool hex_is_training(const void *problem)
{
    return form_problem_of(&hex_form_train, problem) != NULL;
}

const struct nash_solver nash_solver_hex = {
    .kind = "hex",
    .title = "Hex: play a position, or prove who wins it",
    .version = "1",
    .limits = {.body_bytes = BODY_BYTES,
               .filled_bytes = BODY_BYTES + HEX_CHECKPOINT_MAX / 3 * 4,
               .memory_bytes = HEX_MEMORY_BYTES,
               .result_bytes = 16 << 20,
               .time_ms_default = 30000,
               .time_ms_max = NASH_TIMEOUT_MAX_MS},
    .models = &hex_models,
    .parse = hex_parse,
    .parse_text = hex_parse_text,
    .seeded = form_seeded,
    .distributed = hex_distributed,
    .resumable = hex_is_training,
    .background = hex_is_training,
    .canon = form_canon,
    .solve = form_solve,
    .verify = form_verify,
    .describe = form_describe,
    .write = form_write,
    .text_of = hex_text_of,
};
