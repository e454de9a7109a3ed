/* Analyses a played hand: the value before and after each card, and a better card for each mistake.
 *
 * One call finds the values in the order of the cards, so after a stop the first ones are known. Then for each card
 * that lost a trick, a yes-or-no search finds a card that keeps the value. */
#include <solvers/bridge/problem.h>

#include "engine.h"

struct replay {
    struct bridge_position position;
    unsigned left; /* tricks that are not decided yet */
    unsigned won;  /* tricks of the declaring side since the first card */
    unsigned side; /* the declaring side: seat % 2 */
};

static void replay_card(struct replay *replay, struct bridge_card card)
{
    int winner = bridge_play(&replay->position, card);
    if (winner < 0)
        return;
    replay->left--;
    replay->won += (unsigned)winner % 2 == replay->side;
}

/* Finds a card with which the side to play keeps its tricks, and writes it to move->best. */
static enum nash_status find_best(const struct replay *replay, struct bridge_move *move, struct nash_run *run,
                                  struct nash_error *error)
{
    unsigned declaring = move->before - replay->won; /* tricks of the declaring side that are still to come */
    unsigned target = move->seat % 2 == replay->side ? declaring : replay->left - declaring;
    int makes;
    enum nash_status status = bridge_solve_makes(&replay->position, target, run, &move->best, &makes, error);
    if (status == NASH_OK && makes == 0)
        return nash_fail(error, NASH_INTERNAL, "",
                         "the library finds no card that wins the %u tricks of its own result", target);
    move->has_best = status == NASH_OK && makes > 0;
    return status;
}

static void analyse_card(const struct replay *replay, const uint8_t tricks[2], struct bridge_card card,
                         struct bridge_move *move)
{
    unsigned seat = bridge_to_play(&replay->position);
    int change = tricks[1] - tricks[0], cost = seat % 2 == replay->side ? -change : change;
    *move = (struct bridge_move){.card = card,
                                 .seat = (uint8_t)seat,
                                 .before = tricks[0],
                                 .after = tricks[1],
                                 .cost = (uint8_t)(cost > 0 ? cost : 0),
                                 .best = card,
                                 .known = true,
                                 .has_best = cost <= 0};
}

static enum nash_status analyse_cards(const struct bridge_problem *problem, struct replay *replay,
                                      const uint8_t *tricks, unsigned known, struct nash_run *run,
                                      struct bridge_move *move, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    for (unsigned i = 0; i < problem->play_count && status == NASH_OK; i++) {
        if (i + 1 < known)
            analyse_card(replay, tricks + i, problem->play[i], &move[i]);
        else
            move[i] =
                (struct bridge_move){.card = problem->play[i], .seat = (uint8_t)bridge_to_play(&replay->position)};
        if (move[i].cost > 0)
            status = find_best(replay, &move[i], run, error);
        replay_card(replay, problem->play[i]);
    }
    return status;
}

enum nash_status bridge_find_play(const struct bridge_problem *problem, struct nash_run *run,
                                  struct bridge_answer *answer, struct nash_error *error)
{
    const struct bridge_position *start = &problem->position;
    struct replay replay = {.position = *start,
                            .left = bridge_hand_size(&start->deal, (start->leader + BRIDGE_SEATS - 1u) % BRIDGE_SEATS),
                            .side = bridge_declaring_side(problem)};
    uint8_t tricks[BRIDGE_CARDS + 1];
    unsigned known;
    struct bridge_move *move = NASH_NEW(run->arena, struct bridge_move, problem->play_count);
    if (move == NULL)
        return nash_fail(error, NASH_NOMEM, "", "no memory for the analysis");
    enum nash_status status = bridge_solve_trace(start, problem->play, problem->play_count, run, tricks, &known, error);
    if (status != NASH_OK)
        return status;
    if (start->leader % 2 == replay.side) /* the trace counts tricks of the leader's opponents */
        for (unsigned i = 0; i < known; i++)
            tricks[i] = (uint8_t)(replay.left - tricks[i]);
    answer->move = move;
    answer->before_play = known > 0 ? tricks[0] : -1;
    return analyse_cards(problem, &replay, tricks, known, run, move, error);
}
