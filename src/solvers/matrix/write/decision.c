/* Writes the criteria of a decision. */
#include "write.h"

/* Writes "values" and "best" into an open object. */
static void write_values(const struct matrix_problem *p, const struct matrix_criterion *c, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "values");
    for (uint32_t act = 0; act < p->game.rows; act++)
        matrix_write_rational(out, c->num[act], c->den);
    nash_jsonw_array_end(out);
    matrix_write_marked(out, "best", p->row_name, c->best, p->game.rows);
}

static void write_criterion(const struct matrix_problem *p, const char *key, const struct matrix_criterion *c,
                            struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, key);
    write_values(p, c, out);
    nash_jsonw_object_end(out);
}

static void write_hurwicz(const struct matrix_problem *p, const struct matrix_criterion *c, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "hurwicz");
    nash_jsonw_key(out, "alpha");
    matrix_write_rational(out, p->alpha.num, p->alpha.den);
    write_values(p, c, out);
    nash_jsonw_object_end(out);
}

static void write_regret(const struct matrix_problem *p, const struct matrix_decision *d, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "regret");
    matrix_write_table(out, "matrix", d->regret_of, p->game.rows, p->game.cols, p->scale);
    write_values(p, &d->regret, out);
    nash_jsonw_object_end(out);
}

/* Writes the expected payoffs, and the value of perfect information: the expected payoff if the state is known before
 * the choice, minus the best expected payoff. */
static void write_expected(const struct matrix_problem *p, const struct matrix_decision *d, struct nash_jsonw *out)
{
    __int128 best = d->expected.num[0];
    for (uint32_t act = 1; act < p->game.rows; act++)
        best = d->expected.num[act] > best ? d->expected.num[act] : best;
    nash_jsonw_kobject(out, "expected");
    nash_jsonw_karray(out, "probability");
    for (uint32_t state = 0; state < p->game.cols; state++)
        matrix_write_rational(out, p->probability[state], p->probability_scale);
    nash_jsonw_array_end(out);
    write_values(p, &d->expected, out);
    nash_jsonw_key(out, "with_perfect_information");
    matrix_write_rational(out, d->foresight, d->expected.den);
    nash_jsonw_key(out, "value_of_perfect_information");
    matrix_write_rational(out, d->foresight - best, d->expected.den);
    nash_jsonw_object_end(out);
}

void matrix_write_decision(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    const struct matrix_decision *d = &a->decision;
    nash_jsonw_kobject(out, "decision");
    nash_jsonw_kobject(out, "criteria");
    write_criterion(p, "maximin", &d->maximin, out);
    write_criterion(p, "maximax", &d->maximax, out);
    write_hurwicz(p, &d->hurwicz, out);
    write_regret(p, d, out);
    write_criterion(p, "laplace", &d->laplace, out);
    if (p->probability)
        write_expected(p, d, out);
    nash_jsonw_object_end(out);
    nash_jsonw_karray(out, "dominance");
    for (uint32_t i = 0; i < d->dominated_count; i++) {
        nash_jsonw_object(out);
        matrix_write_dominator(out, "act", p->row_name, &d->dominated[i]);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}
