/* Lemke and Howson 1964, on the polyhedra of answers.h.
 *
 * With label k missing, say a row: x = row k alone, y = its best answer alone. All labels are there but k, and the best
 * answer to y is there twice (or is k: an equilibrium). The label that is there twice is dropped on the side that did
 * not just get it, which leads along an edge to a label that comes instead; when that is k all are there. In the
 * perturbed polyhedra every edge but the first one's back has one next, so no vertex comes again and the path ends. The
 * usual start, where both strategies are 0, is the far end of the ray on which v grows from here. */
#include "lemke.h"

enum { STOP_LEMKE = 2 };

struct lemke_start lemke_start(const struct answers answers[2], uint32_t label)
{
    uint32_t rows = answers[0].own, first = label >= rows, choice = first ? label - rows : label;
    struct lemke_start start = {.first = first};
    start.choice[first] = choice;
    start.choice[!first] = answers_best(&answers[first], choice);
    return start;
}

enum nash_status lemke_exact(struct table side[2], uint32_t label, struct nash_run *run)
{
    const struct answers answers[2] = {side[0].answers, side[1].answers};
    struct lemke_start start = lemke_start(answers, label);
    table_start(&side[0], start.choice[0]);
    table_start(&side[1], start.choice[1]);
    uint32_t at = start.first, answer = answers_best(&answers[!at], start.choice[!at]);
    uint32_t twice = answers_label(&answers[0], !at, answers[!at].own + answer);
    while (twice != label) {
        if (nash_stop(run, STOP_LEMKE))
            return NASH_STOPPED;
        uint32_t column = table_column(&side[at], answers_variable(&answers[0], at, twice));
        uint32_t row = table_ratio_lex(&side[at], column);
        twice = answers_label(&answers[0], at, side[at].basic[row]);
        table_pivot(&side[at], row, column);
        at = !at;
    }
    return NASH_OK;
}
