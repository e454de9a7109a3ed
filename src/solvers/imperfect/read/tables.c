/* Reads hidden states, model and observations. */
#include <string.h>

#include "read.h"

const char *const tables_method_names[] = {"auto", "exact", "monte_carlo", "seed", NULL};

/* Returns whether a list has from 1 to `most` entries; `what` names them. */
static bool check_count(const struct reader *r, size_t count, size_t least, size_t most, const char *what)
{
    if (count >= least && count <= most)
        return true;
    reader_fail(r, NASH_INVALID, NULL, "expected %zu to %zu %s, found %zu", least, most, what, count);
    return false;
}

/* Adds a name to a set. Reports it if it is there already. */
static void add_name(const struct reader *r, struct symbols *set, const char *name, const char *what)
{
    bool is_new = true;
    if (!name)
        return;
    if (symbols_add(set, name, strlen(name), &is_new) == SYMBOL_NONE)
        reader_nomem(r);
    else if (!is_new)
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "%s must differ: \"%.200s\" is there twice", what, name);
}

/* Reads one hidden state, a name or {"id", "prior"}, and returns its prior weight. */
static double read_hidden_state(struct reader *item, struct symbols *names)
{
    static const char *const members[] = {"id", "prior", NULL}, *const required[] = {"id", NULL};
    struct reader id;
    if (!cJSON_IsObject(item->value)) {
        add_name(item, names, tables_read_name(item), "hidden states");
        return 1;
    }
    reader_only(item, members);
    reader_require(item, required);
    if (reader_member(&id, item, "id"))
        add_name(&id, names, tables_read_name(&id), "hidden states");
    return reader_number(item, "prior", 0, TABLES_PAYOFF_MAX, 1);
}

static void read_hidden(struct reader *r, struct symbols *names, struct tables_problem *p)
{
    struct reader array;
    if (!reader_array(&array, r, "hidden") ||
        !check_count(&array, reader_count(&array), 1, TABLES_HIDDEN_MAX, "hidden states"))
        return;
    uint32_t count = (uint32_t)reader_count(&array);
    double *prior = READER_NEW(r, double, count), sum = 0;
    if (!prior || !symbols_init(names, r->root->arena, count)) {
        reader_nomem(r);
        return;
    }
    for (struct reader item = {0}; reader_item(&item, &array);)
        sum += prior[item.index] = read_hidden_state(&item, names);
    if (!(sum > 0))
        reader_fail(&array, NASH_UNPROCESSABLE, NULL,
                    "all priors are 0: expected a positive prior for at least one state");
    p->uniform = true;
    for (uint32_t h = 0; h < count; h++)
        p->uniform = p->uniform && prior[h] == prior[0];
    for (uint32_t h = 0; h < count; h++)
        prior[h] /= sum;
    p->hidden = count;
    p->prior = prior;
    p->hidden_name = names->name;
}

/* Reads the rows of likelihoods, {"raise": [numbers]}. */
static void read_likelihood(struct reader *model, struct symbols *rows, struct tables_problem *p)
{
    struct reader table;
    size_t count = 0;
    if (!reader_object(&table, model, "likelihood"))
        return;
    for (const cJSON *row = table.value->child; row; row = row->next)
        count++;
    if (!check_count(&table, count, 0, TABLES_ROWS_MAX, "rows"))
        return;
    double *likelihood = READER_NEW(model, double, count * p->hidden + 1);
    for (const cJSON *row = table.value->child; row && likelihood; row = row->next) {
        struct reader vector;
        if (!reader_member(&vector, &table, row->string))
            return;
        tables_check_name(&vector, row->string);
        add_name(&vector, rows, row->string, "rows");
        double *numbers = tables_read_vector(&vector, p->hidden, 0, 1);
        if (numbers)
            memcpy(likelihood + (size_t)p->rows * p->hidden, numbers, p->hidden * sizeof *numbers);
        p->rows++;
    }
    p->likelihood = likelihood;
    p->row_name = rows->name;
}

static void read_observations(struct reader *r, const struct symbols *rows, struct tables_problem *p)
{
    struct reader array;
    if (!reader_array(&array, r, "observations") ||
        !check_count(&array, reader_count(&array), 0, TABLES_OBSERVATIONS_MAX, "observations"))
        return;
    uint32_t *observation = READER_NEW(r, uint32_t, reader_count(&array) + 1);
    for (struct reader item = {0}; observation && reader_item(&item, &array);) {
        const char *name = tables_read_name(&item);
        uint32_t row = name ? symbols_find(rows, name, strlen(name)) : SYMBOL_NONE;
        if (name && row == SYMBOL_NONE)
            reader_fail(&item, NASH_UNPROCESSABLE, NULL, "the model has no likelihoods of \"%.200s\"", name);
        observation[item.index] = row;
        p->observations++;
    }
    p->observation = observation;
}

/* The method of the seed has one win probability, and two payoffs of each action. */
static void check_seed(const struct reader *r, const struct tables_problem *p)
{
    bool fits = p->win != NULL;
    for (uint32_t i = 0; i < p->actions; i++)
        fits = fits && !p->action[i].payoff;
    if (!fits)
        reader_fail(r, NASH_UNPROCESSABLE, "method",
                    "\"seed\" needs \"outcome\", and for each action \"payoff_win\" and \"payoff_lose\" or one number");
}

void tables_read(struct reader *r, void **problem)
{
    static const char *const members[] = {"hidden", "observations", "model",     "outcome", "actions",
                                          "method", "samples",      "smoothing", NULL};
    static const char *const required[] = {"hidden", "actions", NULL};
    static const char *const model_members[] = {"likelihood", "response", NULL};
    struct symbols hidden = {0}, rows = {0};
    struct reader model;
    struct tables_problem *p = READER_NEW(r, struct tables_problem, 1);
    reader_only(r, members);
    reader_require(r, required);
    if (!p || !symbols_init(&rows, r->root->arena, 16))
        return (void)reader_nomem(r);
    p->method = reader_enum(r, "method", tables_method_names, TABLES_AUTO);
    p->samples = (uint32_t)reader_int(r, "samples", 1, TABLES_SAMPLES_MAX, TABLES_SAMPLES);
    p->smoothing = reader_number(r, "smoothing", 0, 1, 0);
    read_hidden(r, &hidden, p);
    if (!p->hidden)
        return;
    if (reader_object(&model, r, "model")) {
        reader_only(&model, model_members);
        read_likelihood(&model, &rows, p);
    }
    read_observations(r, &rows, p);
    tables_read_actions(r, &hidden, p);
    if (p->method == TABLES_SEED && reader_ok(r))
        check_seed(r, p);
    if (p->method == TABLES_AUTO)
        p->method = TABLES_EXACT; /* hidden states are always few enough to enumerate */
    *problem = p;
}
