/* From draft to problem: what does not go together is NASH_UNPROCESSABLE, and payoffs become integers over one common
 * denominator. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "draft.h"

struct matrix_draft matrix_draft_new(void)
{
    return (struct matrix_draft){.example = -1, .limit = MATRIX_LIMIT, .alpha = {1, 2}};
}

enum nash_status matrix_full(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the game does not fit into the memory of this job");
}

struct matrix_table matrix_table_new(struct nash_arena *arena, uint32_t rows, uint32_t cols, const char *at)
{
    struct matrix_table table = {.rows = rows, .at = at, .len = NASH_NEW(arena, uint32_t, rows)};
    struct rational *entry = NASH_NEW(arena, struct rational, (size_t)rows * cols);
    table.row = table.len && entry ? NASH_NEW(arena, struct rational *, rows) : NULL;
    for (uint32_t i = 0; table.row && i < rows; i++) {
        table.row[i] = entry + (size_t)i * cols;
        table.len[i] = cols;
    }
    return table;
}

/* ---- what goes together ---- */

static enum nash_status check_form(const struct matrix_draft *d, bool decision, struct nash_error *error)
{
    const struct {
        const char *at;
        bool said, allowed;
    } members[] = {{"/payoff", d->payoff.row != NULL, !d->row_payoff.row},
                   {"/acts", d->acts.name != NULL, decision},
                   {"/states", d->states.name != NULL, decision},
                   {"/probability", d->probability != NULL, decision},
                   {"/alpha", d->alpha_said, decision},
                   {"/rows", d->rows.name != NULL, !decision},
                   {"/cols", d->cols.name != NULL, !decision},
                   {"/row_player", d->row_player != NULL, !decision},
                   {"/col_player", d->col_player != NULL, !decision},
                   {"/cooperative", d->cooperative_said, !decision},
                   {"/timing", d->timing_said, !decision},
                   {"/want", d->want_said, !decision},
                   {"/limit", d->limit_said, !decision}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (!members[i].said || members[i].allowed)
            continue;
        if (i == 0)
            return nash_fail(
                error, NASH_UNPROCESSABLE, "/payoff",
                "is of a zero-sum game or a decision: leave it out beside \"row_payoff\" and \"col_payoff\"");
        return nash_fail(error, NASH_UNPROCESSABLE, members[i].at,
                         decision ? "is of a game, but \"acts\" or \"states\" make this a decision: leave it out"
                                  : "is of a decision: leave it out, or give \"acts\" or \"states\" with \"payoff\"");
    }
    return NASH_OK;
}

/* An example brings its own payoffs and names. */
static enum nash_status check_example(const struct matrix_draft *d, struct nash_error *error)
{
    const struct {
        const char *at;
        bool said;
    } own[] = {{"/row_payoff", d->row_payoff.row != NULL},
               {"/col_payoff", d->col_payoff.row != NULL},
               {"/payoff", d->payoff.row != NULL},
               {"/rows", d->rows.name != NULL},
               {"/cols", d->cols.name != NULL},
               {"/acts", d->acts.name != NULL},
               {"/states", d->states.name != NULL},
               {"/probability", d->probability != NULL},
               {"/row_player", d->row_player != NULL},
               {"/col_player", d->col_player != NULL}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (own[i].said)
            return nash_fail(error, NASH_UNPROCESSABLE, own[i].at,
                             "the example brings its own: leave this out, or \"example\"");
    return NASH_OK;
}

static enum nash_status check_shape(const struct matrix_table *table, struct nash_error *error)
{
    char pointer[sizeof error->pointer];
    for (uint32_t i = 1; i < table->rows; i++)
        if (table->len[i] != table->len[0])
            return nash_fail(error, NASH_UNPROCESSABLE, nash_pointer_index(pointer, sizeof pointer, table->at, i),
                             "ragged matrix: row %u has %u entr%s, the first has %u; give all rows equally many", i,
                             table->len[i], table->len[i] == 1 ? "y" : "ies", table->len[0]);
    return NASH_OK;
}

static enum nash_status check_pair(const struct matrix_table *first, const struct matrix_table *second,
                                   struct nash_error *error)
{
    enum nash_status status = check_shape(second, error);
    if (status == NASH_OK && (first->rows != second->rows || first->len[0] != second->len[0]))
        return nash_fail(error, NASH_UNPROCESSABLE, second->at,
                         "shapes differ: \"row_payoff\" is %u x %u, \"col_payoff\" %u x %u; both list the row player's "
                         "strategies as rows, the column player's as columns",
                         first->rows, first->len[0], second->rows, second->len[0]);
    return status;
}

static enum nash_status check_count(uint32_t given, uint32_t needed, const char *at, const char *what,
                                    struct nash_error *error)
{
    if (given == needed)
        return NASH_OK;
    return nash_fail(error, NASH_UNPROCESSABLE, at, "has %u entr%s: give %u, one for each %s of the payoffs", given,
                     given == 1 ? "y" : "ies", needed, what);
}

/* ---- names ---- */

/* Those given, or r1, r2, ... */
static const char *const *name_all(const struct matrix_names *names, char letter, uint32_t count,
                                   struct nash_arena *arena)
{
    if (names->name)
        return names->name;
    const char **name = NASH_NEW(arena, const char *, count);
    for (uint32_t i = 0; name && i < count; i++) {
        char text[16];
        int len = snprintf(text, sizeof text, "%c%u", letter, i + 1);
        name[i] = nash_arena_strndup(arena, text, (size_t)len);
        if (!name[i])
            return NULL;
    }
    return name;
}

/* ---- numbers ---- */

static enum nash_status too_wide(const struct matrix_table *table, uint32_t i, uint32_t j, struct nash_error *error)
{
    char row[sizeof error->pointer], pointer[sizeof error->pointer];
    nash_pointer_index(row, sizeof row, table->at, i);
    return nash_fail(
        error, NASH_UNPROCESSABLE, nash_pointer_index(pointer, sizeof pointer, row, j),
        "with this entry the payoffs over their common denominator pass 2^62: round them, or choose a unit "
        "in which they are smaller");
}

static enum nash_status add_scale(const struct matrix_table *table, int64_t *scale, struct nash_error *error)
{
    for (uint32_t i = 0; i < table->rows; i++)
        for (uint32_t j = 0; j < table->len[i]; j++) {
            int64_t den = table->row[i][j].den, common = *scale % den ? rational_common(*scale, den) : *scale;
            if (!common)
                return too_wide(table, i, j, error);
            *scale = common;
        }
    return NASH_OK;
}

static enum nash_status bring(const struct matrix_table *table, int64_t scale, struct nash_arena *arena,
                              const int64_t **entries, struct nash_error *error)
{
    uint32_t cols = table->len[0];
    int64_t *entry = NASH_NEW(arena, int64_t, (size_t)table->rows * cols);
    if (!entry)
        return matrix_full(error);
    *entries = entry;
    for (uint32_t i = 0; i < table->rows; i++)
        for (uint32_t j = 0; j < cols; j++) {
            const struct rational *number = &table->row[i][j];
            __int128 wide = (__int128)number->num * (scale / number->den);
            if (wide >= (__int128)1 << 62 || wide <= -((__int128)1 << 62))
                return too_wide(table, i, j, error);
            *entry++ = (int64_t)wide;
        }
    return NASH_OK;
}

static enum nash_status bring_chances(const struct matrix_draft *d, struct nash_arena *arena, struct matrix_problem *p,
                                      struct nash_error *error)
{
    int64_t scale = 1;
    __int128 sum = 0;
    char text[RATIONAL_TEXT];
    for (uint32_t j = 0; j < d->probabilities; j++) {
        scale = rational_common(scale, d->probability[j].den);
        if (!scale)
            return nash_fail(error, NASH_UNPROCESSABLE, "/probability",
                             "the common denominator of the probabilities passes 2^62: round them");
    }
    int64_t *chance = NASH_NEW(arena, int64_t, d->probabilities);
    if (!chance)
        return matrix_full(error);
    for (uint32_t j = 0; j < d->probabilities; j++) {
        chance[j] = d->probability[j].num * (scale / d->probability[j].den);
        sum += chance[j];
    }
    if (sum != scale)
        return nash_fail(error, NASH_UNPROCESSABLE, "/probability",
                         "the probabilities sum up to %s: they must sum up to 1; thirds are written \"1/3\"",
                         rational_text(text, sum, scale));
    p->probability = chance;
    p->probability_scale = scale;
    return NASH_OK;
}

static enum nash_status bring_payoffs(const struct matrix_draft *d, struct nash_arena *arena, struct matrix_problem *p,
                                      struct nash_error *error)
{
    const struct matrix_table *first = p->form == MATRIX_BIMATRIX ? &d->row_payoff : &d->payoff;
    p->scale = 1;
    enum nash_status status = add_scale(first, &p->scale, error);
    if (status == NASH_OK && p->form == MATRIX_BIMATRIX)
        status = add_scale(&d->col_payoff, &p->scale, error);
    if (status == NASH_OK)
        status = bring(first, p->scale, arena, &p->game.a, error);
    if (status == NASH_OK && p->form == MATRIX_BIMATRIX)
        status = bring(&d->col_payoff, p->scale, arena, &p->game.b, error);
    if (status != NASH_OK || p->form != MATRIX_ZERO_SUM)
        return status;
    size_t count = (size_t)p->game.rows * p->game.cols;
    int64_t *b = NASH_NEW(arena, int64_t, count);
    if (!b)
        return matrix_full(error);
    for (size_t i = 0; i < count; i++)
        b[i] = -p->game.a[i];
    p->game.b = b;
    return NASH_OK;
}

/* ---- the whole ---- */

/* What is wanted when the request does not say: everything, of a large game one equilibrium in place of all. */
static uint32_t default_want(const struct matrix_problem *p)
{
    uint32_t all = (1U << MATRIX_WANTS) - 1;
    bool small = p->game.rows + p->game.cols <= MATRIX_ALL_SIDES;
    return all & ~(1U << (small ? MATRIX_ONE : MATRIX_EQUILIBRIA));
}

static enum nash_status check_all(const struct matrix_draft *d, const struct matrix_table *first, bool decision,
                                  struct nash_error *error)
{
    enum nash_status status = check_form(d, decision, error);
    if (status == NASH_OK)
        status = check_shape(first, error);
    if (status == NASH_OK && d->row_payoff.row)
        status = check_pair(first, &d->col_payoff, error);
    if (status != NASH_OK)
        return status;
    uint32_t rows = first->rows, cols = first->len[0];
    const struct {
        const struct matrix_names *names;
        uint32_t needed;
        const char *at, *what;
    } lists[] = {{&d->rows, rows, "/rows", "row"},
                 {&d->cols, cols, "/cols", "column"},
                 {&d->acts, rows, "/acts", "row"},
                 {&d->states, cols, "/states", "column"}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists && status == NASH_OK; i++)
        if (lists[i].names->name)
            status = check_count(lists[i].names->count, lists[i].needed, lists[i].at, lists[i].what, error);
    if (status == NASH_OK && d->probability)
        status = check_count(d->probabilities, cols, "/probability", "column", error);
    return status;
}

enum nash_status matrix_finish(const struct matrix_draft *draft, struct nash_arena *arena, void **problem,
                               struct nash_error *error)
{
    struct matrix_draft d = *draft;
    enum nash_status status = NASH_OK;
    if (d.example >= 0) {
        status = check_example(&d, error);
        if (status == NASH_OK)
            status = matrix_example(d.example, arena, &d, error);
        if (status != NASH_OK)
            return status;
    }
    bool bimatrix = d.row_payoff.row, decision = !bimatrix && (d.acts.name || d.states.name);
    const struct matrix_table *first = bimatrix ? &d.row_payoff : &d.payoff;
    status = check_all(&d, first, decision, error);
    if (status != NASH_OK)
        return status;
    struct matrix_problem *p = NASH_NEW(arena, struct matrix_problem, 1);
    if (!p)
        return matrix_full(error);
    *p = (struct matrix_problem){
        .form = decision   ? MATRIX_DECISION
                : bimatrix ? MATRIX_BIMATRIX
                           : MATRIX_ZERO_SUM,
        .game = {.rows = first->rows, .cols = first->len[0]},
        .row_name = name_all(decision ? &d.acts : &d.rows, decision ? 'a' : 'r', first->rows, arena),
        .col_name = name_all(decision ? &d.states : &d.cols, decision ? 's' : 'c', first->len[0], arena),
        .row_player = d.row_player,
        .col_player = d.col_player,
        .cooperative = d.cooperative,
        .dynamic = d.dynamic,
        .limit = d.limit,
        .alpha = d.alpha};
    if (!p->row_name || !p->col_name)
        return matrix_full(error);
    p->want = decision ? 0 : d.want_said ? d.want : default_want(p);
    status = bring_payoffs(&d, arena, p, error);
    if (status == NASH_OK && d.probability)
        status = bring_chances(&d, arena, p, error);
    *problem = p;
    return status;
}
