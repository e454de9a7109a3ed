/* The brief of a result (nash/solver.h): what a list of jobs says of it, "9x9, 30 clues: unique".
 *
 * Phrases between ", ": the puzzle, then ": ", then what came of it. A page in another language puts them together
 * anew, phrase by phrase, so each is either fixed or a number and fixed words. It is written straight into the result:
 * there is one for each line of a batch, and nothing in it needs an escape. */
#include "brief.h"

#include "explain/explain.h"
#include "generate/generate.h"

/* "13 clues", ", 13 clues" */
static void put_count(struct nash_buf *out, const char *before, uint64_t count, const char *words)
{
    nash_buf_puts(out, before);
    nash_buf_u64(out, count);
    nash_buf_puts(out, words);
}

static void put_puzzle(struct nash_buf *out, const struct sudoku_problem *p)
{
    nash_buf_u64(out, p->size);
    put_count(out, "x", p->size, p->region ? ", irregular" : "");
    if (p->diagonal)
        nash_buf_puts(out, ", diagonal");
    if (p->disjoint)
        nash_buf_puts(out, ", disjoint groups");
    if (p->cages)
        nash_buf_puts(out, ", killer");
}

static void put_solutions(struct nash_buf *out, const struct sudoku_answer *a)
{
    if (a->count > 1)
        put_count(out, "", a->count, a->complete ? " solutions" : " or more solutions");
    else
        nash_buf_puts(out, a->unique == SUDOKU_UNIQUE_YES ? "unique" : "solved");
}

static void put_outcome(struct nash_buf *out, const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    switch (a->verdict) {
    case SUDOKU_SOLVED:
        if (p->task == SUDOKU_CHECK)
            nash_buf_puts(out, "finished");
        else
            put_solutions(out, a);
        break;
    case SUDOKU_CONTRADICTION:
        nash_buf_puts(out, "conflicts");
        break;
    case SUDOKU_UNSATISFIABLE:
        nash_buf_puts(out, "no solution");
        break;
    case SUDOKU_TIMEOUT:
        nash_buf_puts(out, "timeout");
        break;
    case SUDOKU_COMPLETABLE:
        nash_buf_puts(out, "completable");
        break;
    }
}

static void put_rating(struct nash_buf *out, const struct sudoku_rating *rating)
{
    put_count(out, ", rating ", rating->score / 10, ".");
    put_count(out, "", rating->score % 10, ", ");
    nash_buf_puts(out, sudoku_technique_name(rating->hardest));
}

static void put_explained(struct nash_buf *out, const struct sudoku_explanation *e)
{
    struct sudoku_rating rating = sudoku_rating_of(e);
    nash_buf_puts(out, e->complete ? "explained" : e->stuck ? "stuck" : "explained in part");
    put_count(out, ", ", e->count, e->count == 1 ? " step" : " steps");
    if (e->complete && e->count)
        put_rating(out, &rating);
}

static void put_hint(struct nash_buf *out, const struct sudoku_explanation *e)
{
    nash_buf_puts(out, e->count ? "hint, " : "no hint");
    if (e->count)
        nash_buf_puts(out, sudoku_technique_name(e->step[0].technique));
}

static void put_made(struct nash_buf *out, const struct sudoku_answer *a)
{
    const struct sudoku_making *making = a->making;
    if (!a->made) {
        nash_buf_puts(out, a->verdict == SUDOKU_UNSATISFIABLE ? "no such puzzle" : "none made, timeout");
        return;
    }
    put_count(out, "made, ", a->made->clues, " clues");
    if (making->rated) {
        nash_buf_puts(out, ", ");
        nash_buf_puts(out, sudoku_level_name(making->rating.score));
    }
    if (!making->reached)
        nash_buf_puts(out, ", not as ordered");
}

void sudoku_brief_write(const struct sudoku_problem *p, const struct sudoku_answer *a, struct nash_jsonw *json)
{
    struct nash_buf *out = json->out;
    bool hint = a->explanation && p->task == SUDOKU_HINT && a->solution;
    bool explained = a->explanation && p->task == SUDOKU_EXPLAIN && a->unique == SUDOKU_UNIQUE_YES;
    nash_jsonw_key(json, "brief");
    nash_jsonw_raw(json, "\"", 1);
    put_puzzle(out, p);
    if (!a->making && !hint && !explained)
        put_count(out, ", ", p->clues, p->clues == 1 ? " clue" : " clues");
    nash_buf_puts(out, ": ");
    if (a->making)
        put_made(out, a);
    else if (hint)
        put_hint(out, a->explanation);
    else if (explained)
        put_explained(out, a->explanation);
    else
        put_outcome(out, p, a);
    nash_buf_putc(out, '"');
}
