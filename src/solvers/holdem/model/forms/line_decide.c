/* The decision at the end of a line: the equity against the posterior, and for each raise the hands that fold to it by
 * the model, one step ahead. The form "equity" does the rest. */
#include <math.h>

#include "line.h"

/* Lists the raises to compare: those of the request, else half the pot, the pot and all-in. Each is at most what the
 * opponent can call. */
static unsigned list_raises(const struct line_problem *p, int64_t to[static LINE_RAISES])
{
    const struct history_play *play = &p->play;
    const int64_t bet = play->bet[p->hero], call = play->high - bet;
    const int64_t own = bet + play->stack[p->hero], other = play->bet[p->of] + play->stack[p->of];
    const int64_t most = own < other ? own : other, pot = play->pot + call;
    const int64_t usual[] = {play->high + pot / 2, play->high + pot, most};
    unsigned count = 0;
    for (unsigned k = 0; k < (p->raises ? p->raises : 3); k++) {
        int64_t amount = p->raises ? p->raise_to[k] : usual[k];
        if (p->hand.betting == HISTORY_FIXED_LIMIT && !p->raises)
            amount = play->min_to;
        amount = amount < most ? amount : most;
        if (amount < play->min_to && amount != own && amount != most)
            amount = play->min_to < most ? play->min_to : most;
        if (amount > play->high && (count == 0 || amount != to[count - 1]))
            to[count++] = amount;
    }
    return count;
}

/* Sets the probability of a fold of each combo after the hero raises to `to`. Returns false if the rules forbid it. */
static bool raise_answer(const struct line_problem *p, const struct holdem_policy *policy, int64_t to,
                         struct nash_arena *arena, struct holdem_range *fold)
{
    struct holdem_history_hand *hand = NASH_NEW(arena, struct holdem_history_hand, 1);
    struct decision *decision = NASH_NEW(arena, struct decision, HISTORY_ACTIONS);
    uint8_t cell[HOLDEM_COMBOS];
    if (!hand || !decision)
        return false;
    struct history_play play = p->play;
    *hand = p->hand;
    play.hand = hand;
    if (!history_play_act(&play, p->hero, history_play_active(&play), to) || play.phase != HISTORY_PHASE_ACT ||
        play.next != p->of || !history_play_act(&play, p->of, HISTORY_FOLD, 0))
        return false;
    const size_t count = situation_list(hand, decision);
    const float *log_fold = holdem_policy_deed(policy, decision[count - 1].situation, HOLDEM_DEED_FOLD);
    if (play.street == HISTORY_PREFLOP)
        cells_preflop(cell);
    else
        cells_of_board(hand->board, history_street_board(play.street), policy->class_weight, cell);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        fold->weight[i] = cell[i] == CELL_DEAD ? 0 : fminf(expf(log_fold[cell[i]]), 1);
    return true;
}

/* Returns why there is nothing to decide; NULL: the hero acts against `of` alone. */
static const char *undecided(const struct line_problem *p, const struct line_answer *a)
{
    const struct history_play *play = &p->play;
    uint32_t others = ((UINT32_C(1) << p->hand.players) - 1) & ~play->folded & ~(UINT32_C(1) << p->hero);
    if (p->cards[0] == CARD_NONE)
        return "the hero's cards are not known";
    if (a->contradicted)
        return "the range has no hand left";
    if (play->phase != HISTORY_PHASE_ACT || play->next != p->hero)
        return "it is not the hero's turn at the end of the line";
    if (others != UINT32_C(1) << p->of)
        return "more than two players are left: decisions are for two";
    return NULL;
}

static double chips(int64_t amount)
{
    return (double)amount / (double)HISTORY_CHIP;
}

/* Makes the problem of the form "equity" that the decision is. Returns false if the arena is full. */
static bool decision_spot(const struct line_problem *p, const struct holdem_policy *policy, struct nash_arena *arena,
                          struct line_answer *a)
{
    struct holdem_problem *spot = NASH_NEW(arena, struct holdem_problem, 1);
    if (spot) {
        spot->asked = NASH_NEW(arena, struct holdem_range, 2);
        spot->name = NASH_NEW(arena, const char *, 2);
    }
    if (!spot || !spot->asked || !spot->name)
        return false;
    double most = 0, steps;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        most = fmax(most, a->probability[i]);
    spot->table.players = 2;
    spot->table.range[0].weight[combo_of(p->cards[0], p->cards[1])] = 1;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        spot->table.range[1].weight[i] = (float)(a->probability[i] / most);
    for (unsigned k = 0; k < history_street_board(p->play.street); k++)
        spot->table.spot.board |= card_bit(p->hand.board[k]);
    spot->asked[0] = spot->table.range[0];
    spot->asked[1] = spot->table.range[1];
    spot->method = holdem_table_method(&spot->table, &steps);
    spot->samples = spot->method == HOLDEM_MONTE_CARLO ? HOLDEM_SAMPLES : 0;
    struct holdem_stakes *stakes = &spot->stakes;
    const struct history_play *play = &p->play;
    const int64_t bet = play->bet[p->hero], due = play->high - bet;
    const int64_t call = due < play->stack[p->hero] ? due : play->stack[p->hero];
    stakes->asked = true;
    stakes->pot = chips(play->pot - (due - call)); /* less what the opponent gets back */
    stakes->to_call = chips(call);
    stakes->invested = chips(bet);
    int64_t to[LINE_RAISES];
    const unsigned raises = list_raises(p, to);
    for (unsigned k = 0; k < raises; k++) {
        struct holdem_range *fold = NASH_NEW(arena, struct holdem_range, 1);
        if (!fold)
            return false;
        if (raise_answer(p, policy, to[k], arena, fold))
            stakes->bet[stakes->bets++] = (struct holdem_bet){.amount = chips(to[k] - bet), .range = fold};
    }
    a->spot = spot;
    return true;
}

enum nash_status line_decide(const struct line_problem *p, const struct holdem_policy *policy, struct nash_run *run,
                             struct line_answer *a, struct nash_error *error)
{
    struct nash_result worth = {0};
    a->why = undecided(p, a);
    if (a->why)
        return NASH_OK;
    if (!decision_spot(p, policy, run->arena, a))
        return nash_fail(error, NASH_NOMEM, "", "the decision does not fit into the memory of this job");
    const enum nash_status status = holdem_equity_solve(a->spot, run, &worth, error);
    a->worth = worth.answer;
    a->decided = status == NASH_OK;
    return status;
}
