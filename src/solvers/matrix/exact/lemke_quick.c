/* The path of lemke.c in floating point. Ties go by the size of the pivot, so a degenerate game may go in circles: the
 * limit of pivots ends that, and exact arithmetic decides. */
#include "lemke.h"

enum lemke_end lemke_quick(struct guess side[2], const struct answers answers[2], uint32_t label, uint64_t limit,
                           struct nash_run *run)
{
    struct lemke_start start = lemke_start(answers, label);
    guess_start(&side[0], &answers[0], start.choice[0]);
    guess_start(&side[1], &answers[1], start.choice[1]);
    uint32_t at = start.first, answer = answers_best(&answers[!at], start.choice[!at]);
    uint32_t twice = answers_label(&answers[0], !at, answers[!at].own + answer);
    for (; twice != label; at = !at) {
        if (run->stopped != NASH_STOP_NONE)
            return LEMKE_STOPPED;
        if (limit-- == 0)
            return LEMKE_LIMIT;
        struct guess *guess = &side[at];
        uint32_t column = guess->place[answers_variable(&answers[0], at, twice)] - guess->rows;
        uint32_t row = column < guess->cols ? guess_ratio(guess, column) : TABLE_NONE;
        if (row == TABLE_NONE)
            return LEMKE_LOST;
        twice = answers_label(&answers[0], at, guess->basic[row]);
        guess_pivot(guess, row, column);
    }
    return LEMKE_FOUND;
}
