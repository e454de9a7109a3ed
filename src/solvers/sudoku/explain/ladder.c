/* The techniques in the order of their ratings. Each step starts at the lowest rung, as in Sudoku Explainer, so that
 * ratings are comparable: singles cost almost nothing, and the expensive techniques run only where the easy ones
 * fail. */
#include "finders.h"

static bool singles(struct sudoku_logic *l, unsigned rung)
{
    switch (rung) {
    case 0:
        return explain_last_value(l);
    case 1:
        return explain_hidden_single(l, true);
    case 2:
        return explain_hidden_single(l, false);
    case 3:
        return explain_locked(l, true, true);
    case 4:
        return explain_locked(l, false, true);
    case 5:
        return explain_hidden_set(l, 2, true);
    case 6:
        return explain_cage(l);
    case 7:
        return explain_naked_single(l);
    default:
        return explain_hidden_set(l, 3, true);
    }
}

static bool patterns(struct sudoku_logic *l, unsigned rung)
{
    switch (rung) {
    case 9:
        return explain_locked(l, true, false);
    case 10:
        return explain_locked(l, false, false);
    case 11:
        return explain_naked_set(l, 2);
    case 12:
        return explain_fish(l, 2);
    case 13:
        return explain_hidden_set(l, 2, false);
    case 14:
        return explain_naked_set(l, 3);
    case 15:
        return explain_fish(l, 3);
    case 16:
        return explain_hidden_set(l, 3, false);
    case 17:
        return explain_wing(l, false);
    case 18:
        return explain_wing(l, true);
    case 19:
        return explain_unique_loop(l);
    case 20:
        return explain_naked_set(l, 4);
    case 21:
        return explain_fish(l, 4);
    case 22:
        return explain_hidden_set(l, 4, false);
    case 23:
        return explain_bug(l);
    default:
        return explain_aligned_pair(l);
    }
}

static bool chains(struct sudoku_logic *l, unsigned rung)
{
    switch (rung) {
    case 25:
        return explain_chain(l);
    case 26:
        return explain_nishio(l);
    case 27:
        return explain_multiple(l);
    case 28:
        return explain_dynamic(l);
    case 29:
        return explain_dynamic_plus(l);
    case 30:
    case 31:
    case 32:
        return explain_nested(l, rung - 30);
    case 33:
        return explain_nested_trial(l);
    default:
        return explain_trial(l);
    }
}

bool explain_rung(struct sudoku_logic *l, unsigned rung)
{
    return rung < 9 ? singles(l, rung) : rung < 25 ? patterns(l, rung) : chains(l, rung);
}

bool explain_find(struct sudoku_logic *l)
{
    for (unsigned rung = 0; rung < EXPLAIN_RUNGS && l->run->stopped == NASH_STOP_NONE && !l->spent; rung++)
        if (explain_rung(l, rung))
            return true;
    return false;
}
