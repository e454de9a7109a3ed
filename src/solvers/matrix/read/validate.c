/* Validates the members of an input against each other and makes the problem: payoffs become integers over a common
 * denominator. Every fault is NASH_UNPROCESSABLE; if there are several, the first is reported. */
#include <stdio.h>

#include "input.h"

struct matrix_input matrix_input_new(void)
{
    return (struct matrix_input){.example = -1, .limit = MATRIX_LIMIT, .alpha = {1, 2}};
}

bool matrix_payoffs_init(struct matrix_payoffs *payoffs, const struct reader *r, uint32_t rows, uint32_t cols,
                         const char *member)
{
    struct rational *entry = READER_NEW(r, struct rational, (size_t)rows * cols);
    *payoffs = (struct matrix_payoffs){.rows = rows, .member = member, .len = READER_NEW(r, uint32_t, rows)};
    payoffs->row = payoffs->len && entry ? READER_NEW(r, struct rational *, rows) : NULL;
    for (uint32_t i = 0; payoffs->row && i < rows; i++) {
        payoffs->row[i] = entry + (size_t)i * cols;
        payoffs->len[i] = cols;
    }
    return payoffs->row != NULL;
}

/* ---- members ---- */

/* Refuses members of another form of problem. */
static void check_members(const struct reader *r, const struct matrix_input *in, bool decision)
{
    const struct {
        const char *name;
        bool present, allowed;
    } members[] = {{"acts", in->acts.name != NULL, decision},
                   {"states", in->states.name != NULL, decision},
                   {"probability", in->probability != NULL, decision},
                   {"alpha", in->has_alpha, decision},
                   {"rows", in->rows.name != NULL, !decision},
                   {"cols", in->cols.name != NULL, !decision},
                   {"row_player", in->row_player != NULL, !decision},
                   {"col_player", in->col_player != NULL, !decision},
                   {"cooperative", in->has_cooperative, !decision},
                   {"timing", in->has_timing, !decision},
                   {"want", in->has_want, !decision},
                   {"limit", in->has_limit, !decision}};
    if (in->payoff.row && in->row_payoff.row)
        reader_fail(r, NASH_UNPROCESSABLE, "payoff",
                    "is of a zero-sum game or a decision: leave it out beside \"row_payoff\" and \"col_payoff\"");
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].present && !members[i].allowed)
            reader_fail(r, NASH_UNPROCESSABLE, members[i].name,
                        decision ? "is of a game, but \"acts\" or \"states\" make this a decision: leave it out"
                                 : "is of a decision: leave it out, or give \"acts\" or \"states\" with \"payoff\"");
}

/* Refuses members that an example defines. */
static void check_example(const struct reader *r, const struct matrix_input *in)
{
    const struct {
        const char *name;
        bool present;
    } own[] = {{"row_payoff", in->row_payoff.row != NULL},
               {"col_payoff", in->col_payoff.row != NULL},
               {"payoff", in->payoff.row != NULL},
               {"rows", in->rows.name != NULL},
               {"cols", in->cols.name != NULL},
               {"acts", in->acts.name != NULL},
               {"states", in->states.name != NULL},
               {"probability", in->probability != NULL},
               {"row_player", in->row_player != NULL},
               {"col_player", in->col_player != NULL}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (own[i].present)
            reader_fail(r, NASH_UNPROCESSABLE, own[i].name,
                        "the example brings its own: leave this out, or \"example\"");
}

/* ---- shapes ---- */

static void check_rows_equal(const struct reader *r, const struct matrix_payoffs *payoffs)
{
    for (uint32_t i = 1; i < payoffs->rows && reader_ok(r); i++)
        if (payoffs->len[i] != payoffs->len[0])
            reader_fail_at(r, NASH_UNPROCESSABLE, payoffs->member, i,
                           "ragged matrix: row %u has %u entr%s, row 1 has %u; give all rows equally many", i + 1,
                           payoffs->len[i], payoffs->len[i] == 1 ? "y" : "ies", payoffs->len[0]);
}

static void check_shapes_equal(const struct reader *r, const struct matrix_payoffs *first,
                               const struct matrix_payoffs *second)
{
    check_rows_equal(r, second);
    if (first->rows != second->rows || first->len[0] != second->len[0])
        reader_fail(r, NASH_UNPROCESSABLE, second->member,
                    "shapes differ: \"row_payoff\" is %u x %u, \"col_payoff\" %u x %u; both list the row player's "
                    "strategies as rows, the column player's as columns",
                    first->rows, first->len[0], second->rows, second->len[0]);
}

static void check_count(const struct reader *r, const char *name, uint32_t given, uint32_t needed, const char *what)
{
    if (given != needed)
        reader_fail(r, NASH_UNPROCESSABLE, name, "has %u entr%s: give %u, one for each %s of the payoffs", given,
                    given == 1 ? "y" : "ies", needed, what);
}

static void check_names(const struct reader *r, const char *name, const struct matrix_names *names, uint32_t needed,
                        const char *what)
{
    if (names->name)
        check_count(r, name, names->count, needed, what);
}

static void check_shapes(const struct reader *r, const struct matrix_input *in, const struct matrix_payoffs *first)
{
    uint32_t rows = first->rows, cols = first->len[0];
    check_rows_equal(r, first);
    if (in->row_payoff.row)
        check_shapes_equal(r, first, &in->col_payoff);
    check_names(r, "rows", &in->rows, rows, "row");
    check_names(r, "cols", &in->cols, cols, "column");
    check_names(r, "acts", &in->acts, rows, "row");
    check_names(r, "states", &in->states, cols, "column");
    if (in->probability)
        check_count(r, "probability", in->probabilities, cols, "column");
}

/* ---- names ---- */

/* Returns the names of the input, or `letter` with a number: r1, r2, ... */
static const char *const *names_or_default(const struct reader *r, const struct matrix_names *names, char letter,
                                           uint32_t count)
{
    if (names->name)
        return names->name;
    const char **name = READER_NEW(r, const char *, count);
    for (uint32_t i = 0; name && i < count; i++) {
        char text[16];
        snprintf(text, sizeof text, "%c%u", letter, i + 1);
        name[i] = reader_copy(r, text);
    }
    return name;
}

/* ---- numbers ---- */

static void fail_entry(const struct reader *r, const struct matrix_payoffs *payoffs, uint32_t i, uint32_t j)
{
    struct reader member = {.root = r->root, .parent = r, .name = payoffs->member};
    struct reader row = {.root = r->root, .parent = payoffs->member ? &member : r, .index = i};
    reader_fail_at(&row, NASH_UNPROCESSABLE, NULL, j,
                   "with this entry the payoffs over their common denominator pass 2^62: round them, or choose a unit "
                   "in which they are smaller");
}

/* Extends *scale to a multiple of all denominators. */
static void extend_scale(const struct reader *r, const struct matrix_payoffs *payoffs, int64_t *scale)
{
    for (uint32_t i = 0; i < payoffs->rows; i++)
        for (uint32_t j = 0; j < payoffs->len[i]; j++) {
            int64_t den = payoffs->row[i][j].den, common = *scale % den ? rational_common(*scale, den) : *scale;
            if (!common) {
                fail_entry(r, payoffs, i, j);
                return;
            }
            *scale = common;
        }
}

/* Returns the payoffs times scale, row by row. */
static const int64_t *scale_payoffs(const struct reader *r, const struct matrix_payoffs *payoffs, int64_t scale)
{
    uint32_t cols = payoffs->len[0];
    int64_t *entry = READER_NEW(r, int64_t, (size_t)payoffs->rows * cols);
    for (uint32_t i = 0; entry && i < payoffs->rows; i++)
        for (uint32_t j = 0; j < cols; j++) {
            const struct rational *number = &payoffs->row[i][j];
            __int128 scaled = (__int128)number->num * (scale / number->den);
            if (scaled >= (__int128)1 << 62 || scaled <= -((__int128)1 << 62)) {
                fail_entry(r, payoffs, i, j);
                return entry;
            }
            entry[(size_t)i * cols + j] = (int64_t)scaled;
        }
    return entry;
}

/* Returns the payoffs of the opponent in a zero-sum game. */
static const int64_t *negate_payoffs(const struct reader *r, const int64_t *a, size_t count)
{
    int64_t *b = READER_NEW(r, int64_t, count);
    for (size_t i = 0; b && i < count; i++)
        b[i] = -a[i];
    return b;
}

static void set_payoffs(const struct reader *r, const struct matrix_input *in, struct matrix_problem *p)
{
    bool bimatrix = p->form == MATRIX_BIMATRIX;
    const struct matrix_payoffs *first = bimatrix ? &in->row_payoff : &in->payoff;
    p->scale = 1;
    extend_scale(r, first, &p->scale);
    if (bimatrix && reader_ok(r))
        extend_scale(r, &in->col_payoff, &p->scale);
    if (!reader_ok(r))
        return;
    p->game.a = scale_payoffs(r, first, p->scale);
    if (bimatrix && reader_ok(r))
        p->game.b = scale_payoffs(r, &in->col_payoff, p->scale);
    if (p->form == MATRIX_ZERO_SUM && reader_ok(r))
        p->game.b = negate_payoffs(r, p->game.a, (size_t)p->game.rows * p->game.cols);
}

static void set_probability(const struct reader *r, const struct matrix_input *in, struct matrix_problem *p)
{
    int64_t scale = 1;
    __int128 sum = 0;
    char text[RATIONAL_TEXT];
    for (uint32_t j = 0; j < in->probabilities; j++) {
        scale = rational_common(scale, in->probability[j].den);
        if (!scale) {
            reader_fail(r, NASH_UNPROCESSABLE, "probability",
                        "the common denominator of the probabilities passes 2^62: round them");
            return;
        }
    }
    int64_t *chance = READER_NEW(r, int64_t, in->probabilities);
    for (uint32_t j = 0; chance && j < in->probabilities; j++) {
        chance[j] = in->probability[j].num * (scale / in->probability[j].den);
        sum += chance[j];
    }
    if (sum != scale)
        reader_fail(r, NASH_UNPROCESSABLE, "probability",
                    "the probabilities sum up to %s: they must sum up to 1; thirds are written \"1/3\"",
                    rational_text(text, sum, scale));
    p->probability = chance;
    p->probability_scale = scale;
}

/* ---- the problem ---- */

uint32_t matrix_usual_want(uint32_t rows, uint32_t cols)
{
    uint32_t all = (1U << MATRIX_WANTS) - 1;
    bool small = rows + cols <= MATRIX_ALL_MAX;
    return all & ~(1U << (small ? MATRIX_ONE : MATRIX_EQUILIBRIA));
}

struct matrix_problem *matrix_validate(struct reader *r, const struct matrix_input *input)
{
    struct matrix_input in = *input;
    if (in.example >= 0) {
        check_example(r, &in);
        if (reader_ok(r))
            matrix_example(in.example, r, &in);
        if (!reader_ok(r))
            return NULL;
    }
    bool bimatrix = in.row_payoff.row, decision = !bimatrix && (in.acts.name || in.states.name);
    const struct matrix_payoffs *first = bimatrix ? &in.row_payoff : &in.payoff;
    check_members(r, &in, decision);
    check_shapes(r, &in, first);
    struct matrix_problem *p = reader_ok(r) ? READER_NEW(r, struct matrix_problem, 1) : NULL;
    if (!p)
        return NULL;
    uint32_t rows = first->rows, cols = first->len[0];
    *p = (struct matrix_problem){
        .form = decision   ? MATRIX_DECISION
                : bimatrix ? MATRIX_BIMATRIX
                           : MATRIX_ZERO_SUM,
        .game = {.rows = rows, .cols = cols},
        .row_name = names_or_default(r, decision ? &in.acts : &in.rows, decision ? 'a' : 'r', rows),
        .col_name = names_or_default(r, decision ? &in.states : &in.cols, decision ? 's' : 'c', cols),
        .row_player = in.row_player,
        .col_player = in.col_player,
        .cooperative = in.cooperative,
        .dynamic = in.dynamic,
        .limit = in.limit,
        .alpha = in.alpha};
    p->want = decision ? 0 : in.has_want ? in.want : matrix_usual_want(p->game.rows, p->game.cols);
    set_payoffs(r, &in, p);
    if (reader_ok(r) && in.probability)
        set_probability(r, &in, p);
    return p;
}
