/* Reads the JSON form of a problem, as schema/kinds/matrix.request.json defines it.
 *
 * A violation of the schema is NASH_INVALID. Faults that involve several members (ragged rows, different shapes,
 * probabilities whose sum is not 1) are NASH_UNPROCESSABLE. */
#include <solvers/kit/reader_rational.h>

#include "input.h"

const char *const matrix_want_names[MATRIX_WANTS + 1] = {[MATRIX_PURE] = "pure",
                                                         [MATRIX_CLASSIFICATION] = "classification",
                                                         [MATRIX_PARETO] = "pareto",
                                                         [MATRIX_SECURITY] = "security",
                                                         [MATRIX_DOMINANCE] = "dominance",
                                                         [MATRIX_ONE] = "one",
                                                         [MATRIX_EQUILIBRIA] = "equilibria"};

static const char *read_player(struct reader *r, const char *name)
{
    struct reader member;
    return reader_member(&member, r, name) ? matrix_read_name(&member) : NULL;
}

static void read_want(struct reader *r, struct matrix_input *in)
{
    struct reader array, item = {0};
    if (!reader_member(&array, r, "want"))
        return;
    if (cJSON_IsString(array.value)) {
        in->want = 1U << reader_as_enum(&array, matrix_want_names, 0);
        in->has_want = true;
        return;
    }
    if (!reader_count(&array) || reader_is_flat(&array))
        reader_fail(&array, NASH_INVALID, NULL, "must be what to find, as \"pure\" or [\"pure\", \"dominance\"]");
    while (reader_item(&item, &array)) {
        unsigned what = reader_as_enum(&item, matrix_want_names, 0);
        if (in->want >> what & 1)
            reader_fail(&item, NASH_INVALID, NULL, "is there twice");
        in->want |= 1U << what;
    }
    in->has_want = true;
}

static void read_example(struct reader *r, struct matrix_input *in)
{
    if (reader_has(r, "example"))
        in->example = (int)reader_enum(r, "example", matrix_example_names, 0);
}

static void read_alpha(struct reader *r, struct matrix_input *in)
{
    struct reader alpha;
    in->has_alpha = reader_member(&alpha, r, "alpha");
    if (in->has_alpha)
        reader_as_share(&alpha, &in->alpha);
}

static void read_options(struct reader *r, struct matrix_input *in)
{
    static const char *const timings[] = {"static", "dynamic", NULL};
    in->has_timing = reader_has(r, "timing");
    in->has_cooperative = reader_has(r, "cooperative");
    in->has_limit = reader_has(r, "limit");
    in->dynamic = reader_enum(r, "timing", timings, 0) == 1;
    in->cooperative = reader_bool(r, "cooperative", false);
    in->limit = (uint32_t)reader_int(r, "limit", 1, MATRIX_LIMIT_MAX, MATRIX_LIMIT);
    read_alpha(r, in);
}

void matrix_read_beside_text(struct reader *r, struct matrix_input *in)
{
    static const char *const members[] = {"want", "limit", "cooperative", "timing", NULL};
    reader_only(r, members);
    read_want(r, in);
    read_options(r, in);
}

/* Requires the payoffs of both players, one matrix, or an example. */
static void check_payoffs_present(const struct reader *r, const struct matrix_input *in)
{
    bool row = in->row_payoff.row, col = in->col_payoff.row;
    if (row != col)
        reader_fail(r, NASH_INVALID, NULL,
                    "the member \"%s\" is missing: a game of two players has both payoffs; for a zero-sum game give "
                    "\"payoff\" alone",
                    row ? "col_payoff" : "row_payoff");
    if (!row && !in->payoff.row && in->example < 0)
        reader_fail(r, NASH_INVALID, NULL,
                    "payoffs are missing: give \"row_payoff\" and \"col_payoff\", or \"payoff\", for example "
                    "{\"payoff\": [[1, -1], [-1, 1]]}; or {\"example\": \"prisoners_dilemma\"}");
}

enum nash_status matrix_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const members[] = {"row_payoff", "col_payoff", "payoff", "rows",        "cols",  "row_player",
                                          "col_player", "acts",       "states", "probability", "alpha", "cooperative",
                                          "timing",     "example",    "want",   "limit",       NULL};
    struct matrix_input in = matrix_input_new();
    struct reader r;
    reader_root(&r, doc, arena, error);
    reader_only(&r, members);
    read_example(&r, &in);
    matrix_read_payoffs(&r, "row_payoff", &in.row_payoff);
    matrix_read_payoffs(&r, "col_payoff", &in.col_payoff);
    matrix_read_payoffs(&r, "payoff", &in.payoff);
    matrix_read_names(&r, "rows", &in.rows);
    matrix_read_names(&r, "cols", &in.cols);
    matrix_read_names(&r, "acts", &in.acts);
    matrix_read_names(&r, "states", &in.states);
    matrix_read_probability(&r, &in);
    in.row_player = read_player(&r, "row_player");
    in.col_player = read_player(&r, "col_player");
    read_want(&r, &in);
    read_options(&r, &in);
    check_payoffs_present(&r, &in);
    if (reader_ok(&r))
        *problem = matrix_validate(&r, &in);
    return reader_status(&r);
}
