/* Does the way to play fit the rest of the request? And what it comes to: who plays what, where the request leaves it
 * open.
 *
 * A method may be left open (auto): then `token` and `exact` play sap, which they are about, and replicas tabu, which
 * is the quickest. Without shards auto stays auto and takes no option, since it chooses its own. */
#include "draft.h"
#include "playing.h"

struct settling {
    const struct sudoku_play_draft *draft;
    const struct sudoku_problem *problem;
    struct sudoku_play *play;
    struct nash_error *error;
};

static const char *const pointer[] = {
    [SUDOKU_SAID_METHOD] = "/method",     [SUDOKU_SAID_SHARDS] = "/shards",     [SUDOKU_SAID_PROPAGATE] = "/propagate",
    [SUDOKU_SAID_BETA] = "/beta",         [SUDOKU_SAID_SCHEDULE] = "/schedule", [SUDOKU_SAID_UPDATES] = "/updates",
    [SUDOKU_SAID_RESTARTS] = "/restarts", [SUDOKU_SAID_MODE] = "/mode",         [SUDOKU_SAID_AUDIT] = "/audit",
    [SUDOKU_SAID_WAIT] = "/wait_ms",
};

static enum nash_status refuse(const struct settling *s, enum sudoku_said said, const char *why)
{
    return nash_fail(s->error, NASH_UNPROCESSABLE, pointer[said], "%s", why);
}

/* What is asked instead of a solution knows no method. */
static enum nash_status check_task(const struct settling *s)
{
    for (unsigned i = 0; s->problem->task != SUDOKU_SOLVE && i < SUDOKU_SAIDS; i++)
        if (s->draft->said[i])
            return refuse(s, (enum sudoku_said)i,
                          "says how a puzzle is solved, and that is not asked here: leave it out, or leave out check, "
                          "explain, hint or generate");
    return NASH_OK;
}

static void settle_method(const struct settling *s)
{
    struct sudoku_play *play = s->play;
    if (!play->shards)
        return;
    play->mode = play->mode == SUDOKU_MODE_AUTO ? SUDOKU_MODE_REPLICAS : play->mode;
    if (play->method == SUDOKU_METHOD_AUTO)
        play->method = sudoku_play_is_one_trajectory(play) ? SUDOKU_METHOD_SAP : SUDOKU_METHOD_TABU;
}

/* An option without what it belongs to. */
static enum nash_status check_options(const struct settling *s)
{
    static const enum sudoku_said of_game[] = {SUDOKU_SAID_PROPAGATE, SUDOKU_SAID_UPDATES, SUDOKU_SAID_RESTARTS};
    static const enum sudoku_said of_sap[] = {SUDOKU_SAID_BETA, SUDOKU_SAID_SCHEDULE};
    static const enum sudoku_said of_shards[] = {SUDOKU_SAID_MODE, SUDOKU_SAID_AUDIT, SUDOKU_SAID_WAIT};
    const bool *said = s->draft->said;
    for (size_t i = 0; i < sizeof of_shards / sizeof *of_shards; i++)
        if (said[of_shards[i]] && !s->play->shards)
            return refuse(s, of_shards[i], "is of a game played by shards: say \"shards\", or leave this out");
    for (size_t i = 0; i < sizeof of_game / sizeof *of_game; i++)
        if (said[of_game[i]] && !sudoku_play_is_game(s->play))
            return refuse(s, of_game[i], "is of a game: say \"method\": \"sap\" or \"tabu\", or leave this out");
    for (size_t i = 0; i < sizeof of_sap / sizeof *of_sap; i++)
        if (said[of_sap[i]] && s->play->method != SUDOKU_METHOD_SAP)
            return refuse(s, of_sap[i], "is of log-linear learning: say \"method\": \"sap\", or leave this out");
    return NASH_OK;
}

/* What the rules of the puzzle leave possible. */
static enum nash_status check_rules(const struct settling *s)
{
    const struct sudoku_problem *p = s->problem;
    enum sudoku_said said = s->draft->said[SUDOKU_SAID_METHOD] ? SUDOKU_SAID_METHOD : SUDOKU_SAID_SHARDS;
    if (!sudoku_play_is_game(s->play))
        return NASH_OK;
    if (p->diagonal || p->disjoint || p->cages)
        return nash_fail(s->error, NASH_UNPROCESSABLE, pointer[said],
                         "the game knows rows, columns and boxes only, and not %s: leave this out, or say \"method\": "
                         "\"auto\" or \"exact\"",
                         p->diagonal   ? "diagonals"
                         : p->disjoint ? "disjoint groups"
                                       : "cages");
    if (p->limit > SUDOKU_SOLUTIONS_DEFAULT)
        return refuse(s, said,
                      "a game finds one solution and cannot count them: leave \"solutions\" out, or say \"method\": "
                      "\"auto\" or \"exact\"");
    return NASH_OK;
}

static enum nash_status check_shards(const struct settling *s)
{
    const struct sudoku_problem *p = s->problem;
    const struct sudoku_play *play = s->play;
    if (!play->shards)
        return NASH_OK;
    if (play->method == SUDOKU_METHOD_EXACT)
        return refuse(s, SUDOKU_SAID_SHARDS,
                      "the exact solver is one process: leave \"shards\" out, or say \"method\": \"sap\" or \"tabu\"");
    if (p->region)
        return refuse(s, SUDOKU_SAID_SHARDS,
                      "a shard has a band of boxes, and irregular regions have none: leave \"shards\" out");
    unsigned bands = p->size / p->box_rows;
    bool alone = s->draft->play.mode == SUDOKU_MODE_REPLICAS; /* said so: then nobody needs a band */
    if (play->shards > bands && !alone)
        return nash_fail(s->error, NASH_UNPROCESSABLE, "/shards",
                         "%u shards, but a grid of %ux%u has %u bands of boxes, one for each shard at most: name %u or "
                         "fewer, or say \"mode\": \"replicas\"",
                         play->shards, p->size, p->size, bands, bands);
    if (sudoku_play_is_one_trajectory(play) && play->method != SUDOKU_METHOD_SAP)
        return refuse(s, SUDOKU_SAID_MODE,
                      "plays log-linear learning: say \"method\": \"sap\", or \"mode\": \"replicas\" for this method");
    if (sudoku_play_is_one_trajectory(play) && play->schedule != SUDOKU_FIXED)
        return refuse(s, SUDOKU_SAID_SCHEDULE,
                      "a game of one trajectory keeps its beta: say \"fixed\", or \"mode\": \"replicas\"");
    return NASH_OK;
}

enum nash_status sudoku_draft_play(const struct sudoku_draft *draft, struct sudoku_problem *p, struct nash_arena *arena,
                                   struct nash_error *error)
{
    if (!draft->play)
        return NASH_OK;
    struct sudoku_play *play = NASH_NEW(arena, struct sudoku_play, 1);
    if (!play)
        return nash_fail(error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    *play = draft->play->play;
    const struct settling s = {.draft = draft->play, .problem = p, .play = play, .error = error};
    enum nash_status status = check_task(&s);
    settle_method(&s);
    if (status != NASH_OK || (status = check_options(&s)) != NASH_OK || (status = check_rules(&s)) != NASH_OK ||
        (status = check_shards(&s)) != NASH_OK)
        return status;
    if (play->method == SUDOKU_METHOD_AUTO) /* as if nothing had been said */
        return NASH_OK;
    p->play = play;
    p->limit = sudoku_play_is_game(play) ? 1 : p->limit;
    return NASH_OK;
}
