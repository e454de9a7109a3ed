/* Checks the method and its options against the rest of the request, and decides what the request leaves open.
 *
 * Shards share one of three works, or a game:
 *
 *   generate                                 attempts at a puzzle
 *   mode token or exact                      one game of sap, for which these modes are made
 *   method sap or tabu, or mode replicas     runs of local search; without a method tabu, the fastest
 *   else                                     the exact search
 *
 * Without shards auto stays auto and takes no option, since it chooses its own. */
#include <solvers/sudoku/game/setup.h>
#include <solvers/sudoku/units/generation.h>

#include "input.h"

const char *const sudoku_option_names[SUDOKU_OPTIONS] = {
    [SUDOKU_OPTION_METHOD] = "method",       [SUDOKU_OPTION_SHARDS] = "shards",
    [SUDOKU_OPTION_PROPAGATE] = "propagate", [SUDOKU_OPTION_BETA] = "beta",
    [SUDOKU_OPTION_SCHEDULE] = "schedule",   [SUDOKU_OPTION_UPDATES] = "updates",
    [SUDOKU_OPTION_RESTARTS] = "restarts",   [SUDOKU_OPTION_MODE] = "mode",
    [SUDOKU_OPTION_AUDIT] = "audit",         [SUDOKU_OPTION_WAIT] = "wait_ms",
    [SUDOKU_OPTION_PACE] = "pace",
};

struct validation {
    const struct sudoku_input *input;
    const struct reader *r;
    const struct sudoku_problem *problem;
    struct sudoku_options *options; /* those of the input, completed */
};

static bool refuse(const struct validation *v, enum sudoku_option option, const char *why)
{
    reader_fail(v->r, NASH_UNPROCESSABLE, sudoku_option_names[option], "%s", why);
    return false;
}

static bool any_present(const struct sudoku_input *input)
{
    bool any = false;
    for (unsigned i = 0; i < SUDOKU_OPTIONS; i++)
        any = any || input->present[i];
    return any;
}

/* True for the options of every work of shards. */
static bool is_of_shards(unsigned option)
{
    return option == SUDOKU_OPTION_SHARDS || option == SUDOKU_OPTION_AUDIT || option == SUDOKU_OPTION_WAIT;
}

/* Refuses a method and its options with any task but SUDOKU_SOLVE; shards may generate too. */
static bool validate_task(const struct validation *v)
{
    bool generate = v->problem->task == SUDOKU_GENERATE;
    for (unsigned i = 0; v->problem->task != SUDOKU_SOLVE && i < SUDOKU_OPTIONS; i++)
        if (v->input->present[i] && !(generate && is_of_shards(i)))
            return refuse(v, (enum sudoku_option)i,
                          "says how a puzzle is solved, and that is not asked here: leave it out, or leave out check, "
                          "explain, hint or generate");
    return true;
}

static void complete_method(const struct validation *v)
{
    struct sudoku_options *options = v->options;
    if (!options->shards)
        return;
    if (options->method == SUDOKU_METHOD_AUTO)
        options->method = options->mode == SUDOKU_MODE_AUTO           ? SUDOKU_METHOD_EXACT
                          : sudoku_options_is_one_trajectory(options) ? SUDOKU_METHOD_SAP
                                                                      : SUDOKU_METHOD_TABU;
    options->mode_chosen = options->mode == SUDOKU_MODE_AUTO && sudoku_options_is_game(options);
    if (options->mode_chosen)
        options->mode = SUDOKU_MODE_REPLICAS;
}

/* Refuses options that belong to another method, or to shards where there are none. */
static bool validate_options(const struct validation *v)
{
    static const enum sudoku_option of_game[] = {SUDOKU_OPTION_PROPAGATE, SUDOKU_OPTION_UPDATES,
                                                 SUDOKU_OPTION_RESTARTS};
    static const enum sudoku_option of_sap[] = {SUDOKU_OPTION_BETA, SUDOKU_OPTION_SCHEDULE};
    static const enum sudoku_option of_shards[] = {SUDOKU_OPTION_MODE, SUDOKU_OPTION_AUDIT, SUDOKU_OPTION_WAIT,
                                                   SUDOKU_OPTION_PACE};
    const bool *present = v->input->present;
    for (size_t i = 0; i < sizeof of_shards / sizeof *of_shards; i++)
        if (present[of_shards[i]] && !v->options->shards)
            return refuse(v, of_shards[i], "is of work that shards divide: say \"shards\", or leave this out");
    for (size_t i = 0; i < sizeof of_game / sizeof *of_game; i++)
        if (present[of_game[i]] && !sudoku_options_is_game(v->options))
            return refuse(v, of_game[i], "is of a game: say \"method\": \"sap\" or \"tabu\", or leave this out");
    for (size_t i = 0; i < sizeof of_sap / sizeof *of_sap; i++)
        if (present[of_sap[i]] && v->options->method != SUDOKU_METHOD_SAP)
            return refuse(v, of_sap[i], "is of log-linear learning: say \"method\": \"sap\", or leave this out");
    return true;
}

/* Refuses a game on other rules than rows, columns and boxes, or for more than one solution. */
static bool validate_rules(const struct validation *v)
{
    const struct sudoku_problem *p = v->problem;
    enum sudoku_option option = v->input->present[SUDOKU_OPTION_METHOD] ? SUDOKU_OPTION_METHOD : SUDOKU_OPTION_SHARDS;
    if (!sudoku_options_is_game(v->options))
        return true;
    if (p->diagonal || p->disjoint || p->cages) {
        reader_fail(v->r, NASH_UNPROCESSABLE, sudoku_option_names[option],
                    "the game supports rows, columns and boxes only, not %s: leave this out, or set \"method\" to "
                    "\"auto\" or \"exact\"",
                    p->diagonal   ? "diagonals"
                    : p->disjoint ? "disjoint groups"
                                  : "cages");
        return false;
    }
    if (p->limit > SUDOKU_SOLUTIONS_DEFAULT)
        return refuse(v, option,
                      "a game finds one solution and cannot count them: leave \"solutions\" out, or say \"method\": "
                      "\"auto\" or \"exact\"");
    return true;
}

static bool validate_shards(const struct validation *v)
{
    const struct sudoku_problem *p = v->problem;
    const struct sudoku_options *options = v->options;
    if (!options->shards)
        return true;
    if (p->task == SUDOKU_GENERATE && generation_is_too_long(p))
        return refuse(v, SUDOKU_OPTION_SHARDS,
                      "an attempt at such a puzzle takes longer than a unit of shards may (sizes above 25, or above 16 "
                      "with \"clues\": \"minimal\"): leave \"shards\" out");
    if (options->method == SUDOKU_METHOD_EXACT && options->mode != SUDOKU_MODE_AUTO)
        return refuse(v, SUDOKU_OPTION_MODE,
                      "is of a game, and the exact search has its own way to divide: leave \"mode\" out, or say "
                      "\"method\": \"sap\" or \"tabu\"");
    if (!sudoku_options_is_one_trajectory(options))
        return true;
    if (p->region)
        return refuse(v, SUDOKU_OPTION_SHARDS,
                      "a shard has a band of boxes in this mode, and irregular regions have none: say \"mode\": "
                      "\"replicas\", or leave \"mode\" out");
    unsigned bands = p->size / p->box_rows;
    if (options->shards > bands)
        return SUDOKU_REFUSE(v->r, "/shards",
                             "%u shards, but a grid of %ux%u has %u bands of boxes, one for each shard at most: name "
                             "%u or fewer, or say \"mode\": \"replicas\"",
                             options->shards, p->size, p->size, bands, bands);
    if (options->method != SUDOKU_METHOD_SAP)
        return refuse(v, SUDOKU_OPTION_MODE,
                      "plays log-linear learning: say \"method\": \"sap\", or \"mode\": \"replicas\" for this method");
    if (options->schedule != SUDOKU_FIXED)
        return refuse(v, SUDOKU_OPTION_SCHEDULE,
                      "a game of one trajectory keeps its beta: say \"fixed\", or \"mode\": \"replicas\"");
    return true;
}

bool sudoku_validate_game(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *p)
{
    if (!any_present(input))
        return true;
    struct sudoku_options *options = READER_NEW(r, struct sudoku_options, 1);
    if (!options)
        return false;
    *options = input->options;
    const struct validation v = {.input = input, .r = r, .problem = p, .options = options};
    if (!validate_task(&v))
        return false;
    complete_method(&v);
    if (!validate_options(&v) || !validate_rules(&v) || !validate_shards(&v))
        return false;
    if (options->method == SUDOKU_METHOD_AUTO) /* the same as no method at all */
        return true;
    p->options = options;
    p->limit = sudoku_options_is_game(options) ? 1 : p->limit;
    return true;
}
