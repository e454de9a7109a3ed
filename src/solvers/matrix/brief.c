/* The brief of a result (nash/solver.h): what a list of jobs says of it, "2x2 bimatrix: 3 equilibria, 2 pure".
 *
 * Phrases between ", ": the game, then ": ", then what came of it. A page in another language puts them together anew,
 * phrase by phrase, so each is either fixed or numbers and fixed words. Names of strategies may be in any script, so
 * acts go by their numbers. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "write.h"

enum { VALUE_MOST = 24 }; /* characters of a value that is told */

struct brief {
    char text[NASH_BRIEF_MAX + 1];
    size_t len;
};

__attribute__((format(printf, 2, 3))) static void put(struct brief *brief, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int len = vsnprintf(brief->text + brief->len, sizeof brief->text - brief->len, format, list);
    va_end(list);
    brief->len += len > 0 ? (size_t)len : 0;
    if (brief->len > NASH_BRIEF_MAX)
        brief->len = NASH_BRIEF_MAX;
}

/* The act a criterion names, when it names one. */
static void put_act(struct brief *brief, const char *criterion, const struct matrix_criterion *c, uint32_t acts)
{
    uint32_t named = 0, count = 0;
    for (uint32_t act = 0; act < acts; act++)
        if (c->best[act]) {
            named = act + 1;
            count++;
        }
    if (count == 1)
        put(brief, "%s %u", criterion, named);
    else
        put(brief, "%s tied", criterion);
}

static void put_decision(struct brief *brief, const struct matrix_problem *p, const struct matrix_decision *d)
{
    put(brief, "%ux%u decision: ", p->game.rows, p->game.cols);
    put_act(brief, "maximin", &d->maximin, p->game.rows);
    put(brief, ", ");
    put_act(brief, "regret", &d->regret, p->game.rows);
    if (p->probability) {
        put(brief, ", ");
        put_act(brief, "expected", &d->expected, p->game.rows);
    }
}

/* The value of a game, when it is short: its text in units of 1 / scale is one of integers then, or nothing is said. */
static void put_value(struct brief *brief, const struct matrix_problem *p, const char *value)
{
    struct rational number;
    char text[RATIONAL_TEXT];
    if (rational_read(value, strlen(value), &number) != RATIONAL_READ)
        return;
    rational_text(text, number.num, (__int128)number.den * p->scale);
    if (strlen(text) <= VALUE_MOST)
        put(brief, "value %s, ", text);
}

static void put_game(struct brief *brief, const struct matrix_problem *p, const struct matrix_answer *a)
{
    const struct matrix_equilibria *e = &a->equilibria;
    put(brief, "%ux%u %s: ", p->game.rows, p->game.cols, p->form == MATRIX_ZERO_SUM ? "zero-sum" : "bimatrix");
    if (a->value.value)
        put_value(brief, p, a->value.value);
    if (matrix_has(p, a, MATRIX_EQUILIBRIA))
        put(brief, "%s%u %s, ", e->complete ? "" : "at least ", e->count,
            e->count == 1 && e->complete ? "equilibrium" : "equilibria");
    else if (matrix_has(p, a, MATRIX_ONE))
        put(brief, "an equilibrium, ");
    if (a->found >> MATRIX_PURE & 1)
        put(brief, "%u pure", a->pure.count);
    else
        put(brief, "unfinished");
    if (matrix_has(p, a, MATRIX_EQUILIBRIA) && e->degenerate)
        put(brief, ", degenerate");
}

void matrix_write_brief(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    struct brief brief = {.len = 0};
    if (p->form == MATRIX_DECISION)
        put_decision(&brief, p, &a->decision);
    else
        put_game(&brief, p, a);
    if (a->unfinished)
        put(&brief, ", timeout");
    nash_jsonw_key(out, "brief");
    nash_jsonw_string_n(out, brief.text, brief.len);
}
