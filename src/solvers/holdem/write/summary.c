#include <solvers/kit/summary.h>

#include "write.h"

const char *const holdem_street_names[HOLDEM_BOARD + 1] = {"preflop", NULL, NULL, "flop", "turn", "river"};

static unsigned cards_in(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

void holdem_equity_describe(const void *problem, struct nash_buf *out)
{
    const struct holdem_problem *p = problem;
    nash_buf_printf(out, "%u players, %s", p->table.players, holdem_street_names[cards_in(p->table.spot.board)]);
}

void holdem_write_summary(const struct holdem_problem *p, const struct holdem_answer *a, struct nash_jsonw *out)
{
    struct summary summary = {0};
    summary_add(&summary, "%u players, %s%s: ", p->table.players, holdem_street_names[cards_in(p->table.spot.board)],
                a->outcome.method == HOLDEM_MONTE_CARLO ? ", sampled" : "");
    for (unsigned player = 0; player < p->table.players; player++)
        summary_add(&summary, "%s%.2f%%", player ? ", " : "", 100 * a->outcome.seat[player].equity);
    summary_write(&summary, out);
}
