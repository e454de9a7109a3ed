/* The path of lemke.c in floating point. Ties go to the larger pivot, so a degenerate game may cycle; the pivot limit
 * ends that, and exact arithmetic follows. */
#include "lemke.h"

enum lemke_end lemke_float(struct float_tableau side[2], const struct polyhedron polyhedra[2], uint32_t label,
                           uint64_t limit, struct nash_run *run)
{
    struct lemke_start start = lemke_start(polyhedra, label);
    float_tableau_start(&side[0], &polyhedra[0], start.choice[0]);
    float_tableau_start(&side[1], &polyhedra[1], start.choice[1]);
    uint32_t at = start.first, answer = polyhedron_best_response(&polyhedra[!at], start.choice[!at]);
    uint32_t twice = polyhedron_label(&polyhedra[0], !at, polyhedra[!at].own + answer);
    for (; twice != label; at = !at) {
        if (run->stopped != NASH_STOP_NONE)
            return LEMKE_STOPPED;
        if (limit-- == 0)
            return LEMKE_LIMIT;
        struct float_tableau *approx = &side[at];
        uint32_t column = approx->place[polyhedron_variable(&polyhedra[0], at, twice)] - approx->rows;
        uint32_t row = column < approx->cols ? float_tableau_ratio(approx, column) : TABLEAU_NONE;
        if (row == TABLEAU_NONE)
            return LEMKE_LOST;
        twice = polyhedron_label(&polyhedra[0], at, approx->basic[row]);
        float_tableau_pivot(approx, row, column);
    }
    return LEMKE_FOUND;
}
