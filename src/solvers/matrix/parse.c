/* The JSON form of a problem: exactly what schema/kinds/matrix.request.json allows, and nothing more.
 *
 * What the schema forbids is NASH_INVALID and is looked for in the whole body first; what only the whole can show
 * (ragged rows, shapes that differ, probabilities that do not sum up to 1) is NASH_UNPROCESSABLE. */
#include <string.h>

#include "draft.h"

const char *const matrix_want_names[MATRIX_WANTS + 1] = {[MATRIX_PURE] = "pure",
                                                         [MATRIX_CLASSIFICATION] = "classification",
                                                         [MATRIX_PARETO] = "pareto",
                                                         [MATRIX_SECURITY] = "security",
                                                         [MATRIX_DOMINANCE] = "dominance",
                                                         [MATRIX_ONE] = "one",
                                                         [MATRIX_EQUILIBRIA] = "equilibria"};

/* The index of a word, or an error that lists all. */
static enum nash_status find_word(const struct matrix_reader *r, const cJSON *item, const char *at,
                                  const char *const names[], int *index)
{
    char words[224] = "", *end = words;
    for (int i = 0; names[i]; i++) {
        if (cJSON_IsString(item) && strcmp(item->valuestring, names[i]) == 0) {
            *index = i;
            return NASH_OK;
        }
        end = stpcpy(stpcpy(end, i ? ", " : ""), names[i]);
    }
    return nash_fail(r->error, NASH_INVALID, at, "must be one of %s", words);
}

static enum nash_status read_word(const struct matrix_reader *r, const char *member, const char *const names[],
                                  int *index)
{
    char at[32];
    const cJSON *item = nash_json_get(r->doc->root, member);
    return item ? find_word(r, item, nash_pointer(at, sizeof at, "", member), names, index) : NASH_OK;
}

static enum nash_status read_player(const struct matrix_reader *r, const char *member, const char **player)
{
    char at[32];
    const cJSON *item = nash_json_get(r->doc->root, member);
    size_t count = 0;
    if (!item)
        return NASH_OK;
    for (const char *c = cJSON_IsString(item) ? item->valuestring : ""; *c; c++)
        count += ((unsigned char)*c & 0xc0) != 0x80;
    if (!count || count > MATRIX_NAME)
        return nash_fail(r->error, NASH_INVALID, nash_pointer(at, sizeof at, "", member),
                         "a name is a string of 1 to %d characters", MATRIX_NAME);
    *player = nash_arena_strndup(r->arena, item->valuestring, strlen(item->valuestring));
    return *player ? NASH_OK : matrix_full(r->error);
}

static enum nash_status read_want(const struct matrix_reader *r)
{
    struct matrix_draft *d = r->draft;
    struct nash_json_ints ints;
    const cJSON *item = nash_json_get(r->doc->root, "want"), *child;
    enum nash_status status = NASH_OK;
    uint32_t count = 0;
    if (!item)
        return NASH_OK;
    struct nash_error ordinary;
    bool integers = cJSON_IsArray(item) && nash_json_ints(r->doc, item, "", r->arena, &ints, &ordinary) == NASH_OK;
    if (!cJSON_IsArray(item) || integers || !item->child)
        return nash_fail(r->error, NASH_INVALID, "/want",
                         "must be a list of what to find, as [\"pure\", \"dominance\"]");
    cJSON_ArrayForEach(child, item)
    {
        char at[32];
        int index = 0;
        status = find_word(r, child, nash_pointer_index(at, sizeof at, "/want", count++), matrix_want_names, &index);
        if (status != NASH_OK)
            return status;
        if (d->want >> index & 1)
            return nash_fail(r->error, NASH_INVALID, at, "is there twice");
        d->want |= 1U << index;
    }
    d->want_said = true;
    return NASH_OK;
}

static enum nash_status read_flags(const struct matrix_reader *r)
{
    static const char *const timings[] = {"static", "dynamic", NULL};
    const cJSON *root = r->doc->root, *alpha = nash_json_get(root, "alpha");
    struct matrix_draft *d = r->draft;
    int64_t limit = MATRIX_LIMIT;
    int timing = 0;
    enum nash_status status = read_word(r, "timing", timings, &timing);
    if (status == NASH_OK)
        status = nash_json_bool(root, "", "cooperative", &d->cooperative, r->error);
    if (status == NASH_OK)
        status = nash_json_int(root, "", "limit", 1, MATRIX_LIMIT_MAX, &limit, r->error);
    if (status == NASH_OK && alpha)
        status = matrix_read_share(r, alpha, "/alpha", &d->alpha);
    d->dynamic = timing == 1;
    d->limit = (uint32_t)limit;
    d->alpha_said = alpha != NULL;
    d->timing_said = nash_json_get(root, "timing");
    d->cooperative_said = nash_json_get(root, "cooperative");
    d->limit_said = nash_json_get(root, "limit");
    return status;
}

static enum nash_status read_members(const struct matrix_reader *r)
{
    struct matrix_draft *d = r->draft;
    enum nash_status status = read_word(r, "example", matrix_example_names, &d->example);
    if (status == NASH_OK)
        status = matrix_read_table(r, "row_payoff", &d->row_payoff);
    if (status == NASH_OK)
        status = matrix_read_table(r, "col_payoff", &d->col_payoff);
    if (status == NASH_OK)
        status = matrix_read_table(r, "payoff", &d->payoff);
    if (status == NASH_OK)
        status = matrix_read_names(r, "rows", &d->rows);
    if (status == NASH_OK)
        status = matrix_read_names(r, "cols", &d->cols);
    if (status == NASH_OK)
        status = matrix_read_names(r, "acts", &d->acts);
    if (status == NASH_OK)
        status = matrix_read_names(r, "states", &d->states);
    if (status == NASH_OK)
        status = matrix_read_chances(r);
    if (status == NASH_OK)
        status = read_player(r, "row_player", &d->row_player);
    if (status == NASH_OK)
        status = read_player(r, "col_player", &d->col_player);
    if (status == NASH_OK)
        status = read_want(r);
    return status == NASH_OK ? read_flags(r) : status;
}

/* Payoffs must be there: of both players, of one, or an example's. */
static enum nash_status check_subject(const struct matrix_draft *d, struct nash_error *error)
{
    bool row = d->row_payoff.row, col = d->col_payoff.row;
    if (row != col)
        return nash_fail(error, NASH_INVALID, "",
                         "the member \"%s\" is missing: a game of two players has both payoffs; for a zero-sum game "
                         "give \"payoff\" alone",
                         row ? "col_payoff" : "row_payoff");
    if (!row && !d->payoff.row && d->example < 0)
        return nash_fail(error, NASH_INVALID, "",
                         "payoffs are missing: give \"row_payoff\" and \"col_payoff\", or \"payoff\", for example "
                         "{\"payoff\": [[1, -1], [-1, 1]]}; or {\"example\": \"prisoners_dilemma\"}");
    return NASH_OK;
}

enum nash_status matrix_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const members[] = {"row_payoff", "col_payoff", "payoff", "rows",        "cols",  "row_player",
                                          "col_player", "acts",       "states", "probability", "alpha", "cooperative",
                                          "timing",     "example",    "want",   "limit",       NULL};
    struct matrix_draft draft = matrix_draft_new();
    struct matrix_reader r = {doc, arena, error, &draft};
    enum nash_status status = nash_json_only(doc->root, "", members, error);
    if (status == NASH_OK)
        status = read_members(&r);
    if (status == NASH_OK)
        status = check_subject(&draft, error);
    if (status == NASH_OK && draft.late.status != NASH_OK) {
        *error = draft.late;
        return error->status;
    }
    return status == NASH_OK ? matrix_finish(&draft, arena, problem, error) : status;
}
