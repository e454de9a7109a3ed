/* The algorithm of Lemke and Howson (1964) on the best-response polyhedra.
 *
 * Let x and y be the strategies of the row and the column player, and label k, the one to drop, a row. At the start x
 * plays only row k, and y only the best response to it. All labels but k are present, and the label of the best
 * response to y is present twice (if it is k, this is an equilibrium). The duplicate label is dropped on the side that
 * did not just get it, which leads along an edge to a new label; if that is k, all labels are present. In the perturbed
 * polyhedra every vertex has one next edge, so no vertex is visited twice and the path ends. The usual start, where
 * both strategies are 0, is the far end of the ray on which v grows from this start. */
#include "lemke.h"

enum { STOP_LEMKE = 2 };

struct lemke_start lemke_start(const struct polyhedron polyhedra[2], uint32_t label)
{
    uint32_t rows = polyhedra[0].own, first = label >= rows, choice = first ? label - rows : label;
    struct lemke_start start = {.first = first};
    start.choice[first] = choice;
    start.choice[!first] = polyhedron_best_response(&polyhedra[first], choice);
    return start;
}

enum nash_status lemke_exact(struct tableau side[2], uint32_t label, struct nash_run *run)
{
    const struct polyhedron polyhedra[2] = {side[0].polyhedron, side[1].polyhedron};
    struct lemke_start start = lemke_start(polyhedra, label);
    tableau_start(&side[0], start.choice[0]);
    tableau_start(&side[1], start.choice[1]);
    uint32_t at = start.first, answer = polyhedron_best_response(&polyhedra[!at], start.choice[!at]);
    uint32_t twice = polyhedron_label(&polyhedra[0], !at, polyhedra[!at].own + answer);
    while (twice != label) {
        if (nash_stop(run, STOP_LEMKE))
            return NASH_STOPPED;
        uint32_t column = tableau_column(&side[at], polyhedron_variable(&polyhedra[0], at, twice));
        uint32_t row = tableau_ratio_lex(&side[at], column);
        twice = polyhedron_label(&polyhedra[0], at, side[at].basic[row]);
        tableau_pivot(&side[at], row, column);
        at = !at;
    }
    return NASH_OK;
}
