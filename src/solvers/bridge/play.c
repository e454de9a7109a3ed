/* A played hand: what it was worth before each card and after it, and what would have been better.
 *
 * All values come from one call, which fills them in as it goes: a stop leaves those before it. Then each card that
 * cost something is asked about again: which one makes what was still to be made? */
#include "engine.h"
#include "problem.h"

struct course {
    struct bridge_position position;
    unsigned left; /* tricks to be decided */
    unsigned made; /* by the declaring side since the first card */
    unsigned side; /* the declaring one: seat % 2 */
};

static void step(struct course *course, struct bridge_card card)
{
    int winner = bridge_play(&course->position, card);
    if (winner < 0)
        return;
    course->left--;
    course->made += (unsigned)winner % 2 == course->side;
}

/* Of the player's side: a card that costs nothing. */
static enum nash_status find_best(const struct course *course, struct bridge_move *move, struct nash_run *run,
                                  struct nash_error *error)
{
    unsigned declaring = move->before - course->made; /* still to come */
    unsigned target = move->seat % 2 == course->side ? declaring : course->left - declaring;
    int makes;
    enum nash_status status = bridge_solve_makes(&course->position, target, run, &move->best, &makes, error);
    if (status == NASH_OK && makes == 0)
        return nash_fail(error, NASH_INTERNAL, "", "the engine finds no card for the %u tricks it had promised",
                         target);
    move->has_best = status == NASH_OK && makes > 0;
    return status;
}

static void judge(const struct course *course, const uint8_t tricks[2], struct bridge_card card,
                  struct bridge_move *move)
{
    unsigned seat = bridge_to_play(&course->position);
    int change = tricks[1] - tricks[0], cost = seat % 2 == course->side ? -change : change;
    *move = (struct bridge_move){.card = card,
                                 .seat = (uint8_t)seat,
                                 .before = tricks[0],
                                 .after = tricks[1],
                                 .cost = (uint8_t)(cost > 0 ? cost : 0),
                                 .best = card,
                                 .known = true,
                                 .has_best = cost <= 0};
}

static enum nash_status judge_all(const struct bridge_problem *problem, struct course *course, const uint8_t *tricks,
                                  unsigned known, struct nash_run *run, struct bridge_move *move,
                                  struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    for (unsigned i = 0; i < problem->play_count && status == NASH_OK; i++) {
        if (i + 1 < known)
            judge(course, tricks + i, problem->play[i], &move[i]);
        else
            move[i] =
                (struct bridge_move){.card = problem->play[i], .seat = (uint8_t)bridge_to_play(&course->position)};
        if (move[i].cost > 0)
            status = find_best(course, &move[i], run, error);
        step(course, problem->play[i]);
    }
    return status;
}

enum nash_status bridge_find_play(const struct bridge_problem *problem, struct nash_run *run,
                                  struct bridge_answer *answer, struct nash_error *error)
{
    const struct bridge_position *start = &problem->position;
    struct course course = {.position = *start,
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
    if (start->leader % 2 == course.side) /* they are those of the leader's opponents */
        for (unsigned i = 0; i < known; i++)
            tricks[i] = (uint8_t)(course.left - tricks[i]);
    answer->move = move;
    answer->before_play = known > 0 ? tricks[0] : -1;
    return judge_all(problem, &course, tricks, known, run, move, error);
}
