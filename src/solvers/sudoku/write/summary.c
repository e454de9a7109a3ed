/* The summary of a result (nash/solver.h), for lists of jobs: "9x9, 30 clues: unique".
 *
 * A summary is the puzzle, ": ", and the outcome, both as phrases separated by ", ". A page in another language
 * translates phrase by phrase, so a phrase is fixed, or a number and fixed words.
 *
 * Every line of a batch has a summary, so writing one must be cheap: each function writes at `at` and returns the
 * end. The longest, an explained 25x25 with every rule and "contradiction forcing chains", has 118 characters. */
#include "summary.h"

#include <string.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/explain/explain.h>
#include <solvers/sudoku/game/report.h>
#include <solvers/sudoku/generate/generate.h>
#include <solvers/sudoku/kind.h>

#include "tally.h"

static char *put_number(char *at, unsigned number)
{
    char digit[10];
    unsigned count = 0;
    do
        digit[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *at++ = digit[--count];
    return at;
}

static char *put_puzzle(char *at, const struct sudoku_problem *p)
{
    at = put_number(at, p->size);
    *at++ = 'x';
    at = put_number(at, p->size);
    if (p->region)
        at = stpcpy(at, ", irregular");
    if (p->diagonal)
        at = stpcpy(at, ", diagonal");
    if (p->disjoint)
        at = stpcpy(at, ", disjoint groups");
    if (p->cages)
        at = stpcpy(at, ", killer");
    return at;
}

static char *put_clues(char *at, unsigned clues)
{
    at = put_number(stpcpy(at, ", "), clues);
    return stpcpy(at, clues == 1 ? " clue" : " clues");
}

static char *put_solutions(char *at, const struct sudoku_answer *a)
{
    if (a->count == 1 && a->game_report && a->unique == SUDOKU_UNIQUE_UNKNOWN)
        return stpcpy(stpcpy(at, "solved by "), sudoku_method_names[a->game_report->method]);
    if (a->count <= 1)
        return stpcpy(at, a->unique == SUDOKU_UNIQUE_YES ? "unique" : "solved");
    at = stpcpy(at, sudoku_count_text((char[SUDOKU_COUNT_TEXT]){0}, sudoku_count_of(a)));
    return stpcpy(at, a->complete ? " solutions" : " or more solutions");
}

static char *put_outcome(char *at, const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    switch (a->verdict) {
    case SUDOKU_CONTRADICTION:
        return stpcpy(at, "conflicts");
    case SUDOKU_UNSATISFIABLE:
        return stpcpy(at, "no solution");
    case SUDOKU_TIMEOUT:
        return stpcpy(at, "timeout");
    case SUDOKU_COMPLETABLE:
        return stpcpy(at, "completable");
    case SUDOKU_UNSOLVED:
        return put_number(stpcpy(at, "unsolved, potential -"), (unsigned)-a->game_report->potential);
    default:
        return p->task == SUDOKU_CHECK ? stpcpy(at, "finished") : put_solutions(at, a);
    }
}

static char *put_explained(char *at, const struct sudoku_explanation *e)
{
    at = stpcpy(at, e->complete ? "explained, " : e->stuck ? "stuck, " : "explained in part, ");
    at = stpcpy(put_number(at, (unsigned)e->count), e->count == 1 ? " step" : " steps");
    if (!e->complete || !e->count)
        return at;
    struct sudoku_rating rating = sudoku_rating_of(e);
    at = put_number(stpcpy(at, ", rating "), rating.score / 10);
    *at++ = '.';
    at = put_number(at, rating.score % 10);
    return stpcpy(stpcpy(at, ", "), sudoku_technique_name(rating.hardest));
}

static char *put_hint(char *at, const struct sudoku_explanation *e)
{
    if (!e->count)
        return stpcpy(at, "no hint");
    return stpcpy(stpcpy(at, "hint, "), sudoku_technique_name(e->step[0].technique));
}

static char *put_made(char *at, const struct sudoku_answer *a)
{
    const struct sudoku_generation *generation = a->generation;
    if (!a->generated)
        return stpcpy(at, a->verdict == SUDOKU_UNSATISFIABLE ? "no such puzzle" : "none made, timeout");
    at = put_clues(stpcpy(at, "made"), a->generated->clues);
    if (generation->rated)
        at = stpcpy(stpcpy(at, ", "), sudoku_level_name(generation->rating.score));
    return generation->reached ? at : stpcpy(at, ", not as ordered");
}

void sudoku_describe(const void *problem, struct nash_buf *out)
{
    const struct sudoku_problem *p = problem;
    char text[NASH_SUMMARY_MAX + 1], *end = put_clues(put_puzzle(text, p), p->clues);
    nash_buf_add(out, text, (size_t)(end - text));
}

void sudoku_summary_write(const struct sudoku_problem *p, const struct sudoku_answer *a, struct nash_jsonw *out)
{
    bool hint = a->explanation && p->task == SUDOKU_HINT && a->solution;
    bool explained = a->explanation && p->task == SUDOKU_EXPLAIN && a->unique == SUDOKU_UNIQUE_YES;
    char text[2 + NASH_SUMMARY_MAX + 1], *at = text;
    *at++ = '"'; /* no character of a summary needs an escape */
    at = put_puzzle(at, p);
    if (!a->generation && !hint && !explained)
        at = put_clues(at, p->clues);
    at = stpcpy(at, ": ");
    at = a->generation ? put_made(at, a)
         : hint        ? put_hint(at, a->explanation)
         : explained   ? put_explained(at, a->explanation)
                       : put_outcome(at, p, a);
    *at++ = '"';
    nash_jsonw_kraw(out, "summary", text, (size_t)(at - text));
}
