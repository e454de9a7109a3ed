/* Expectiminimax in exact arithmetic: a sweep from the last node to the first, as minimax. The values of leaves and of
 * chance nodes are numbers of GMP; a node of MAX or MIN points to that of its best child. At the end all numbers are
 * sorted, and a rank stands for each, so that everything else compares integers as in any stored tree. */
#include <gmp.h>
#include <stdlib.h>

#include <solvers/gametree/tree/chance.h>

struct expectation {
    const struct stored_tree *tree;
    struct nash_run *run;
    mpq_t *number;  /* [2 * nodes]: the values of nodes, then the evaluations */
    bool *made;     /* [2 * nodes]: the number is initialised */
    uint32_t *of;   /* [nodes]: the number that is the node's value */
    uint32_t count; /* initialised numbers */
};

_Static_assert(sizeof(long) == sizeof(int64_t), "rationals are read as GMP takes them");

static void set_rational(mpq_t number, struct rational r)
{
    mpq_set_si(number, r.num, (unsigned long)r.den);
}

static mpq_t *make_number(struct expectation *e, uint32_t at)
{
    mpq_init(e->number[at]);
    e->made[at] = true;
    e->count++;
    return &e->number[at];
}

/* Makes the number of a score of the tree as it was read. */
static void make_score(struct expectation *e, uint32_t at, int32_t score)
{
    struct rational r = {0, 1};
    rational_of_double(stored_value(e->tree, score), &r); /* chance_complete() has read them all */
    set_rational(*make_number(e, at), r);
}

static bool is_wide(const mpq_t number)
{
    return mpz_sizeinbase(mpq_numref(number), 2) > CHANCE_BITS_MAX ||
           mpz_sizeinbase(mpq_denref(number), 2) > CHANCE_BITS_MAX;
}

/* Sums up the mean of a chance node. */
static enum nash_status sum_chance(struct expectation *e, uint32_t v)
{
    mpq_t *sum = make_number(e, v), part;
    enum nash_status status = NASH_OK;
    mpq_init(part);
    for (uint32_t c = e->tree->first[v]; c < e->tree->first[v + 1] && status == NASH_OK; c++) {
        set_rational(part, e->tree->p[c]);
        mpq_mul(part, part, e->number[e->of[c]]);
        mpq_add(*sum, *sum, part);
        if (is_wide(*sum))
            status = NASH_TOO_LARGE;
        else if (nash_stop(e->run, CHANCE_CHECK))
            status = NASH_STOPPED;
    }
    mpq_clear(part);
    return status;
}

static void choose_best(struct expectation *e, uint32_t v)
{
    bool min = stored_min(e->tree, v);
    e->of[v] = e->of[e->tree->first[v]];
    for (uint32_t c = e->tree->first[v] + 1; c < e->tree->first[v + 1]; c++) {
        int order = mpq_cmp(e->number[e->of[c]], e->number[e->of[v]]);
        if (min ? order < 0 : order > 0)
            e->of[v] = e->of[c];
    }
}

static enum nash_status sweep(struct expectation *e)
{
    const struct stored_tree *tree = e->tree;
    enum nash_status status = NASH_OK;
    for (uint32_t v = tree->nodes; v-- > 0 && status == NASH_OK;) {
        e->of[v] = v;
        if (stored_leaf(tree, v))
            make_score(e, v, tree->score[v]);
        else if (stored_chance(tree, v))
            status = sum_chance(e, v);
        else
            choose_best(e, v);
        if (tree->evaluated && !stored_leaf(tree, v))
            make_score(e, tree->nodes + v, tree->score[v]);
        e->run->nodes++;
        if (status == NASH_OK && nash_stop(e->run, CHANCE_CHECK))
            status = NASH_STOPPED;
    }
    return status;
}

/* ---- ranks ---- */

static int compare_numbers(const void *a, const void *b)
{
    const mpq_t *const *left = a, *const *right = b;
    return mpq_cmp(**left, **right);
}

static const char *text_of(const mpq_t number, struct nash_arena *arena)
{
    size_t room = mpz_sizeinbase(mpq_numref(number), 10) + mpz_sizeinbase(mpq_denref(number), 10) + 3;
    char *text = nash_arena_alloc_raw(arena, room, 1);
    return text ? mpq_get_str(text, 10, number) : NULL;
}

/* Sorts the numbers and gives each its rank: rank[i] is that of number i. Returns false if the arena is full. */
static bool rank_numbers(const struct expectation *e, struct stored_tree *exact, int32_t *rank)
{
    struct nash_arena *arena = e->run->arena;
    const mpq_t **sorted = NASH_NEW(arena, const mpq_t *, e->count);
    exact->ratio = NASH_NEW(arena, const char *, e->count);
    exact->scores = 0;
    if (!sorted || !exact->ratio)
        return false;
    for (uint32_t i = 0, count = 0; i < 2 * exact->nodes; i++)
        if (e->made[i])
            sorted[count++] = (const mpq_t *)&e->number[i];
    qsort(sorted, e->count, sizeof *sorted, compare_numbers);
    for (uint32_t i = 0; i < e->count; i++) {
        if ((i == 0 || mpq_cmp(*sorted[i], *sorted[i - 1]) != 0) &&
            !(exact->ratio[exact->scores++] = text_of(*sorted[i], arena)))
            return false;
        rank[sorted[i] - (const mpq_t *)e->number] = (int32_t)exact->scores - 1;
    }
    return true;
}

static enum nash_status make_view(const struct expectation *e, struct stored_tree **exact, int32_t **value)
{
    const struct stored_tree *tree = e->tree;
    struct nash_arena *arena = e->run->arena;
    struct stored_tree *view = *exact = NASH_NEW(arena, struct stored_tree, 1);
    int32_t *rank = NASH_NEW(arena, int32_t, 2 * (size_t)tree->nodes), *score = NASH_NEW(arena, int32_t, tree->nodes);
    *value = NASH_NEW(arena, int32_t, tree->nodes);
    if (!view || !rank || !score || !*value)
        return NASH_NOMEM;
    *view = *tree;
    if (!rank_numbers(e, view, rank))
        return NASH_NOMEM;
    for (uint32_t v = 0; v < tree->nodes; v++) {
        (*value)[v] = rank[e->of[v]];
        score[v] = stored_leaf(tree, v) ? rank[v] : tree->evaluated ? rank[tree->nodes + v] : 0;
    }
    view->score = score;
    view->scale = NULL;
    return NASH_OK;
}

/* ---- the whole ---- */

enum nash_status chance_values(const struct stored_tree *tree, struct nash_run *run, struct stored_tree **exact,
                               int32_t **value, struct nash_error *error)
{
    size_t room = 2 * (size_t)tree->nodes;
    struct expectation e = {.tree = tree,
                            .run = run,
                            .number = NASH_NEW(run->arena, mpq_t, room),
                            .made = NASH_NEW(run->arena, bool, room),
                            .of = NASH_NEW(run->arena, uint32_t, tree->nodes)};
    if (!e.number || !e.made || !e.of)
        return NASH_NOMEM;
    enum nash_status status = sweep(&e);
    if (status == NASH_OK)
        status = make_view(&e, exact, value);
    for (size_t i = 0; i < room; i++)
        if (e.made[i])
            mpq_clear(e.number[i]);
    if (status == NASH_TOO_LARGE)
        nash_fail(error, status, "",
                  "a value has more than %d bits above or below its fraction bar: give probabilities with smaller "
                  "denominators",
                  CHANCE_BITS_MAX);
    return status;
}

bool chance_holds(const struct stored_tree *tree, const int32_t *value, uint32_t node)
{
    mpq_t sum, part, p;
    mpq_inits(sum, part, p, NULL);
    mpq_set_str(sum, tree->ratio[value[node]], 10);
    for (uint32_t c = tree->first[node + 1]; c-- > tree->first[node];) {
        set_rational(p, tree->p[c]);
        mpq_set_str(part, tree->ratio[value[c]], 10);
        mpq_mul(part, part, p);
        mpq_sub(sum, sum, part);
    }
    bool holds = mpq_sgn(sum) == 0;
    mpq_clears(sum, part, p, NULL);
    return holds;
}
