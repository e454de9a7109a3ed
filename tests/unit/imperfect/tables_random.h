/* Random problems of the form "tables", their JSON, and naive reference values. */
#ifndef TEST_TABLES_RANDOM_H
#define TEST_TABLES_RANDOM_H

#include <math.h>

#include <nash/rng.h>

#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_imperfect;

enum { STATES = 6, ROWS = 4, SEEN = 12, ACTIONS = 4 };

struct random_tables {
    unsigned states, rows, seen, actions;
    double prior[STATES], likelihood[ROWS][STATES], win[STATES], tie[STATES];
    unsigned observation[SEEN];
    double pays[ACTIONS][3]; /* win, tie, lose */
    bool responds[ACTIONS];
    double fold[ACTIONS][STATES], pays_fold[ACTIONS];
    const char *method;
    unsigned samples;
};

/* Returns a number from 0 to 1 with two digits; 0 and 1 are frequent. */
static inline double random_share(struct nash_rng *rng)
{
    uint64_t n = nash_rng_below(rng, 140);
    return n >= 120 ? (double)(n & 1) : (double)(n % 101) / 100;
}

static inline double random_payoff(struct nash_rng *rng)
{
    return (double)nash_rng_below(rng, 401) / 4 - 50;
}

static inline struct random_tables random_tables(struct nash_rng *rng)
{
    struct random_tables t = {.states = 1 + (unsigned)nash_rng_below(rng, STATES),
                              .rows = 1 + (unsigned)nash_rng_below(rng, ROWS),
                              .seen = (unsigned)nash_rng_below(rng, SEEN + 1),
                              .actions = 1 + (unsigned)nash_rng_below(rng, ACTIONS),
                              .method = "exact",
                              .samples = 1000};
    for (unsigned h = 0; h < t.states; h++) {
        t.prior[h] = h == 0 ? 3 : (double)nash_rng_below(rng, 5);
        t.win[h] = random_share(rng);
        t.tie[h] = (1 - t.win[h]) * (double)nash_rng_below(rng, 5) / 4;
        for (unsigned r = 0; r < t.rows; r++)
            t.likelihood[r][h] = h == 0 ? 0.25 : random_share(rng); /* never contradicted */
        for (unsigned i = 0; i < ACTIONS; i++)
            t.fold[i][h] = random_share(rng);
    }
    for (unsigned i = 0; i < t.seen; i++)
        t.observation[i] = (unsigned)nash_rng_below(rng, t.rows);
    for (unsigned i = 0; i < t.actions; i++) {
        t.responds[i] = nash_rng_below(rng, 3) == 0;
        t.pays_fold[i] = random_payoff(rng);
        for (unsigned o = 0; o < 3; o++)
            t.pays[i][o] = random_payoff(rng);
    }
    return t;
}

static inline void json_numbers(struct nash_jsonw *out, const char *key, const double *number, unsigned count)
{
    nash_jsonw_karray(out, key);
    for (unsigned i = 0; i < count; i++)
        nash_jsonw_double(out, number[i]);
    nash_jsonw_array_end(out);
}

static inline void json_action(struct nash_jsonw *out, const struct random_tables *t, unsigned i)
{
    const char id[] = {(char)('A' + i), '\0'};
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "id", id);
    nash_jsonw_kdouble(out, "payoff_win", t->pays[i][0]);
    nash_jsonw_kdouble(out, "payoff_tie", t->pays[i][1]);
    nash_jsonw_kdouble(out, "payoff_lose", t->pays[i][2]);
    if (t->responds[i]) {
        nash_jsonw_kobject(out, "response");
        json_numbers(out, "fold", t->fold[i], t->states);
        nash_jsonw_kdouble(out, "payoff_fold", t->pays_fold[i]);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_object_end(out);
}

/* Solves the problem; kind_free() frees the case. */
static inline void solve_tables(struct kind_case *c, const struct random_tables *t)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&text), *out = &json;
    nash_jsonw_object(out);
    nash_jsonw_karray(out, "hidden");
    for (unsigned h = 0; h < t->states; h++) {
        const char id[] = {(char)('s' + h), '\0'};
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "id", id);
        nash_jsonw_kdouble(out, "prior", t->prior[h]);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "observations");
    for (unsigned i = 0; i < t->seen; i++)
        nash_jsonw_string(out, (const char[]){(char)('a' + t->observation[i]), '\0'});
    nash_jsonw_array_end(out);
    nash_jsonw_kobject(out, "model");
    nash_jsonw_kobject(out, "likelihood");
    for (unsigned r = 0; r < t->rows; r++)
        json_numbers(out, (const char[]){(char)('a' + r), '\0'}, t->likelihood[r], t->states);
    nash_jsonw_object_end(out);
    nash_jsonw_object_end(out);
    nash_jsonw_kobject(out, "outcome");
    json_numbers(out, "win", t->win, t->states);
    json_numbers(out, "tie", t->tie, t->states);
    nash_jsonw_object_end(out);
    nash_jsonw_karray(out, "actions");
    for (unsigned i = 0; i < t->actions; i++)
        json_action(out, t, i);
    nash_jsonw_array_end(out);
    nash_jsonw_kstring(out, "method", t->method);
    nash_jsonw_kuint(out, "samples", t->samples);
    nash_jsonw_object_end(out);
    kind_solve(c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
    nash_buf_free(&text);
}

/* Fills the posterior as a plain product in long doubles. */
static inline void naive_posterior(const struct random_tables *t, long double posterior[STATES])
{
    long double sum = 0;
    for (unsigned h = 0; h < t->states; h++) {
        posterior[h] = t->prior[h];
        for (unsigned i = 0; i < t->seen; i++)
            posterior[h] *= t->likelihood[t->observation[i]][h];
        sum += posterior[h];
    }
    for (unsigned h = 0; h < t->states; h++)
        posterior[h] /= sum;
}

/* Returns the value of action i against the hidden state h. */
static inline double naive_payoff(const struct random_tables *t, unsigned i, unsigned h)
{
    double stays = t->win[h] * t->pays[i][0] + t->tie[h] * t->pays[i][1] + (1 - t->win[h] - t->tie[h]) * t->pays[i][2];
    return t->responds[i] ? t->fold[i][h] * t->pays_fold[i] + (1 - t->fold[i][h]) * stays : stays;
}

/* Returns the member `name` of element i of a list. */
static inline double number_at(const struct kind_case *c, const char *list, unsigned i, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%u/%s", list, i, name);
    return kind_number(c, path);
}

static inline void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g", value, expected);
}

#endif
