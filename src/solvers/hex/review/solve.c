/* Reviews a game from its end: late positions are easy, and their proofs in the table help with those before. */
#include <base/clock.h>

#include "review.h"

/* A review in progress. */
struct review {
    const struct hex_history *history;
    struct hex_review_answer *answer;
    struct hex_prover *prover;
    struct nash_run *run;
    unsigned misses; /* positions in a row without a proof */
};

static struct hex_review_answer *answer_new(const struct hex_history *history, struct nash_arena *arena)
{
    unsigned moves = history->record->moves;
    struct hex_review_answer *answer = NASH_NEW(arena, struct hex_review_answer, 1);
    if (!answer)
        return NULL;
    answer->arena = arena;
    answer->play = NASH_NEW(arena, struct hex_play, moves + 1);
    answer->position = NASH_NEW(arena, struct hex_reviewed, moves + 1);
    if (!answer->play || !answer->position)
        return NULL;
    hex_play_begin(answer->play, history->record);
    for (unsigned i = 0; i < moves; i++) {
        answer->play[i + 1] = answer->play[i];
        hex_play_move(&answer->play[i + 1], history->record->move[i], NULL); /* legal: hex_make_history() checked it */
    }
    for (unsigned i = 0; i <= moves; i++)
        answer->position[i].better = HEX_BETTER_NONE;
    return answer;
}

static struct hex_proved prove(struct review *review, unsigned i)
{
    if (nash_stop(review->run, HEX_STOP_REVIEW))
        return (struct hex_proved){.move = -1};
    return hex_prover_solve(review->prover, &review->answer->play[i].position, review->history->nodes);
}

/* Finds the move that the player of a mistake should have made where a swap was possible: a swap, or to play on. */
static void find_better_answer(struct review *review, unsigned i)
{
    struct hex_reviewed *position = &review->answer->position[i];
    enum hex_color mover = review->answer->play[i].position.to_move;
    struct hex_proved proof = prove(review, i);
    if (proof.winner == hex_other(mover))
        position->better = HEX_BETTER_SWAP;
    else if (proof.winner == mover)
        position->better = (uint16_t)proof.move;
}

static void review_position(struct review *review, unsigned i)
{
    struct hex_review_answer *answer = review->answer;
    struct hex_reviewed *position = &answer->position[i];
    const struct hex_move *next = i < review->history->record->moves ? &review->history->record->move[i] : NULL;
    bool plain = next && hex_review_is_plain(next);
    position->winner = (uint8_t)hex_review_rules(review->history, answer, i);
    if (position->winner == HEX_EMPTY && plain && position[1].winner == next->color)
        position->winner = next->color;
    if (position->winner == HEX_EMPTY && review->misses < HEX_REVIEW_GIVE_UP) {
        struct hex_proved proof = prove(review, i);
        position->winner = (uint8_t)proof.winner;
        if (next && next->action == HEX_PLACE && proof.any && position[1].winner == HEX_EMPTY)
            position[1].winner = next->color;
        if (next && hex_review_is_mistake(review->history, answer, i))
            position->better = proof.move < 0 ? HEX_BETTER_NONE : (uint16_t)proof.move; /* resigned out of turn */
    } else if (next && hex_review_is_mistake(review->history, answer, i)) {
        find_better_answer(review, i);
    }
    review->misses = position->winner == HEX_EMPTY ? review->misses + 1 : 0;
}

/* Where a side has lost, it has lost after each of its moves. */
static void follow_losses(const struct hex_history *history, struct hex_review_answer *answer)
{
    for (unsigned i = 0; i < history->record->moves; i++) {
        const struct hex_move *move = &history->record->move[i];
        struct hex_reviewed *position = &answer->position[i];
        if (hex_review_is_plain(move) && position[1].winner == HEX_EMPTY &&
            position->winner == hex_other((enum hex_color)move->color))
            position[1].winner = position->winner;
    }
}

static void report_progress(struct review *review, unsigned done)
{
    if (!nash_progress_due(review->run))
        return;
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    nash_jsonw_object(&out);
    nash_jsonw_kuint(&out, "positions", done);
    nash_jsonw_kuint(&out, "of", review->history->record->moves + 1);
    nash_jsonw_kuint(&out, "nodes", hex_prover_nodes(review->prover));
    nash_jsonw_object_end(&out);
    nash_progress_send(review->run, &json);
}

enum nash_status hex_review_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                  struct nash_error *error)
{
    const struct hex_history *history = problem;
    struct review review = {.history = history, .run = run, .answer = answer_new(history, run->arena)};
    int64_t begun = clock_mono_ns();
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    if (review.answer)
        review.prover = hex_prover_new(&review.answer->play->position.board, run);
    if (!review.prover)
        return nash_fail(error, NASH_NOMEM, "", "a review of this board does not fit into the memory of this job");
    for (unsigned left = history->record->moves + 1; left-- > 0;) {
        review_position(&review, left);
        report_progress(&review, history->record->moves + 1 - left);
    }
    follow_losses(history, review.answer);
    review.answer->nodes = hex_prover_nodes(review.prover);
    nash_arena_release(run->arena, mark); /* the table takes what it can get; the check needs memory too */
    review.answer->stopped = run->stopped != NASH_STOP_NONE;
    review.answer->solve_us = (uint64_t)(clock_mono_ns() - begun) / 1000;
    result->answer = review.answer;
    result->final = !review.answer->stopped;
    return NASH_OK;
}
