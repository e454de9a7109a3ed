/* Solves everything that is wanted, the cheapest first, so that a stop leaves as much as possible. */
#include <solvers/bridge/double_dummy/engine.h>

#include "kind.h"

typedef enum nash_status find(const struct bridge_problem *problem, struct nash_run *run, struct bridge_answer *answer,
                              struct nash_error *error);

/* Finds the double-dummy tricks of the declarer in the contract. */
static enum nash_status find_contract(const struct bridge_problem *p, struct nash_run *run, struct bridge_answer *a,
                                      struct nash_error *error)
{
    int tricks = -1;
    struct bridge_card card;
    unsigned declarer = p->contract.declarer;
    if (a->table.known >> p->contract.strain & 1) {
        a->score_tricks = a->table.tricks[p->contract.strain][declarer];
        return NASH_OK;
    }
    enum nash_status status = bridge_solve_best(&p->position, run, &card, &tricks, error);
    bool ours = (bridge_to_play(&p->position) - declarer) % 2 == 0;
    if (status == NASH_OK && tricks >= 0)
        a->score_tricks = ours ? tricks : BRIDGE_RANKS - tricks;
    return status;
}

static enum nash_status find_score(const struct bridge_problem *p, struct nash_run *run, struct bridge_answer *a,
                                   struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    a->score_tricks = p->given_tricks;
    if (a->score_tricks < 0 && p->contract.level)
        status = find_contract(p, run, a, error);
    if (a->score_tricks >= 0)
        a->score = bridge_score(&p->contract, bridge_is_vulnerable(p->vulnerable, p->contract.declarer),
                                (unsigned)a->score_tricks);
    return status;
}

static enum nash_status find_par(const struct bridge_problem *p, struct nash_run *run, struct bridge_answer *a,
                                 struct nash_error *error)
{
    enum nash_status status = bridge_find_table(p, run, a, error);
    a->has_par = status == NASH_OK && p->want & BRIDGE_WANT_PAR && bridge_table_whole(a);
    if (a->has_par)
        bridge_par(a->table.tricks, p->dealer, p->vulnerable, &a->par);
    return status;
}

enum nash_status bridge_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    static const struct {
        unsigned want;
        find *find;
    } steps[] = {{BRIDGE_WANT_CARD, bridge_find_card}, {BRIDGE_WANT_LINE, bridge_find_line},
                 {BRIDGE_WANT_PLAY, bridge_find_play}, {BRIDGE_WANT_TABLE | BRIDGE_WANT_PAR, find_par},
                 {BRIDGE_WANT_SCORE, find_score},      {BRIDGE_WANT_SAMPLE, bridge_find_sample}};
    const struct bridge_problem *p = problem;
    struct bridge_answer *answer = NASH_NEW(run->arena, struct bridge_answer, 1);
    enum nash_status status = NASH_OK;
    if (!answer)
        return nash_fail(error, NASH_NOMEM, "", "the answer does not fit into the memory of this job");
    answer->line_tricks = answer->before_play = answer->score_tricks = -1;
    answer->engine = p->has_deal ? bridge_engine_name(&p->position) : bridge_dds_name();
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == NASH_OK && !run->stopped; i++)
        if (p->want & steps[i].want)
            status = steps[i].find(p, run, answer, error);
    answer->nodes = run->nodes;
    result->answer = answer;
    result->final = !bridge_unknown(p, answer);
    return status;
}

bool bridge_table_whole(const struct bridge_answer *answer)
{
    return answer->table.known == (1 << BRIDGE_STRAINS) - 1;
}

unsigned bridge_unknown(const struct bridge_problem *p, const struct bridge_answer *a)
{
    unsigned known = 0;
    if (bridge_table_whole(a))
        known |= BRIDGE_WANT_TABLE;
    if (a->has_par)
        known |= BRIDGE_WANT_PAR;
    if (a->options.count)
        known |= BRIDGE_WANT_CARD;
    if (a->line_tricks >= 0)
        known |= BRIDGE_WANT_LINE;
    if (a->move && a->move[p->play_count - 1].known)
        known |= BRIDGE_WANT_PLAY;
    if (a->score_tricks >= 0 || !p->contract.level)
        known |= BRIDGE_WANT_SCORE;
    if (a->sample && (a->sample->dealt >= p->sampling->samples || a->sample->dealt >= a->sample->possible))
        known |= BRIDGE_WANT_SAMPLE;
    return p->want & ~known;
}
