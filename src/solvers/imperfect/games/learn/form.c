/* The form "learn": {"learn": {"game" or "efg", "hands": text with a hand a line}, "model"?}, or {"learn": {"models":
 * [...]}}. The game may also be that of a model. */
#include <math.h>
#include <string.h>

#include <solvers/imperfect/equilibrium/hand_text.h>
#include <solvers/imperfect/games/form.h>
#include <solvers/imperfect/games/read/names.h>
#include <solvers/imperfect/write/write.h>
#include <solvers/kit/summary.h>
#include <solvers/kit/text_reader.h>

#include "model.h"

enum { REFUSED_LISTED = 20, INFOSETS_LISTED = 1000, HANDS_BYTES = 16 << 20 };

struct refusal {
    size_t line;
    char why[HAND_TEXT_WHY];
};

struct learn_problem {
    struct game_model model; /* with the hands added */
    uint32_t learnt, repeated, refused;
    struct refusal refusal[REFUSED_LISTED];
};

/* ---- reading ---- */

static void read_lines(const struct reader *r, struct learn_problem *p, const char *text)
{
    struct text_reader t;
    struct text_span line;
    text_begin(&t, r, text, strlen(text));
    for (size_t number = 1; text_raw_line(&t.rest, &line) && reader_ok(r); number++) {
        char why[HAND_TEXT_WHY] = "";
        line = text_trim(line);
        if (line.at == line.end)
            continue;
        enum game_hand hand = game_model_hand(&p->model, line.at, text_length(line), why);
        p->learnt += hand == GAME_HAND_LEARNT;
        p->repeated += hand == GAME_HAND_REPEATED;
        if (hand == GAME_HAND_NOMEM)
            reader_nomem(r);
        if (hand == GAME_HAND_REFUSED && p->refused++ < REFUSED_LISTED) {
            p->refusal[p->refused - 1].line = number;
            memcpy(p->refusal[p->refused - 1].why, why, sizeof why);
        }
    }
}

/* Reads the request, whose schema leaves "learn" and "model" open. */
static void read_learn(struct reader *r, struct learn_problem *p)
{
    static const char *const members[] = {"game", "efg", "hands", "models", NULL};
    struct reader learn, model, models;
    if (!reader_object(&learn, r, "learn"))
        return;
    reader_only(&learn, members);
    bool begun = game_model_game(&learn, &p->model);
    const char *hands = reader_string(&learn, "hands", HANDS_BYTES);
    if (reader_ok(r) && reader_object(&model, r, "model")) {
        begun = begun || game_model_game(&model, &p->model);
        if (begun)
            game_model_add(&model, &p->model);
    }
    if (reader_ok(r) && reader_array(&models, &learn, "models"))
        for (struct reader item = {0}; reader_ok(r) && reader_item(&item, &models);) {
            begun = begun || game_model_game(&item, &p->model);
            if (begun)
                game_model_add(&item, &p->model);
        }
    if (!begun && reader_ok(r))
        reader_fail(&learn, NASH_UNPROCESSABLE, "game",
                    "a game is needed, and none is given: expected \"game\", \"efg\" or a model");
    if (reader_ok(r) && hands)
        read_lines(&learn, p, hands);
}

static void learn_read(struct reader *r, void **problem)
{
    static const char *const members[] = {"learn", "model", NULL};
    struct nash_error error = {0};
    struct learn_problem *p = READER_NEW(r, struct learn_problem, 1);
    struct reader inner, learn, model;
    reader_only(r, members);
    reader_object(&learn, r, "learn");
    reader_object(&model, r, "model");
    if (!p || !reader_ok(r))
        return;
    reader_root(&inner, r->doc, r->root->arena, &error);
    read_learn(&inner, p);
    game_adopt_open(r, &inner);
    *problem = p;
}

static void learn_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct learn_problem *p = problem;
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&text);
    game_model_write(&p->model, &json);
    nash_sha256_string(sha, nash_buf_cstr(&text));
    nash_buf_free(&text);
    nash_sha256_u64(sha, p->learnt);
    nash_sha256_u64(sha, p->repeated);
    nash_sha256_u64(sha, p->refused);
    for (uint32_t i = 0; i < p->refused && i < REFUSED_LISTED; i++) {
        nash_sha256_u64(sha, p->refusal[i].line);
        nash_sha256_string(sha, p->refusal[i].why);
    }
}

/* ---- answering ---- */

static enum nash_status learn_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                    struct nash_error *error)
{
    const struct learn_problem *p = problem;
    struct learn_fit *fit = result->answer = NASH_NEW(run->arena, struct learn_fit, 1);
    struct learn_options options = {.detect_change = true};
    if (!fit || learn_fit(&p->model.views, &p->model.table, &options, run, fit) != NASH_OK)
        return nash_fail(error, NASH_NOMEM, "", "the hands do not fit into memory");
    result->final = run->stopped == NASH_STOP_NONE;
    return NASH_OK;
}

/* Checks that the hands of the table add up and that the fitted strategy has probabilities. */
static enum nash_status learn_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct learn_problem *p = problem;
    const struct learn_fit *fit = result->answer;
    double sum = 0;
    for (uint32_t i = 0; i < p->model.table.count; i++)
        sum += p->model.table.list[i].count;
    if (fabs(sum - p->model.hands) > 1e-9 * (1 + sum))
        return nash_fail(error, NASH_INTERNAL, "", "the hands do not add up");
    for (uint32_t i = 0; i < p->model.tree->infosets; i++) {
        const struct game_infoset *set = &p->model.tree->infoset_of[i];
        double whole = 0;
        for (uint32_t k = 0; k < set->action_count; k++)
            whole += fit->strategy[set->first_action + k] >= 0 ? fit->strategy[set->first_action + k] : NAN;
        if (!(fabs(whole - 1) <= 1e-9))
            return nash_fail(error, NASH_INTERNAL, "", "a fitted strategy does not sum to 1");
    }
    return NASH_OK;
}

static void learn_describe(const void *problem, struct nash_buf *out)
{
    const struct learn_problem *p = problem;
    nash_buf_printf(out, "opponent, %.0f hands", p->model.hands);
}

static void write_infosets(const struct learn_problem *p, const struct learn_fit *fit, struct nash_jsonw *out)
{
    const struct game_tree *tree = p->model.tree;
    int listed = 0;
    nash_jsonw_karray(out, "strategy");
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        if (!(fit->count[i] > 0) || listed++ >= INFOSETS_LISTED)
            continue;
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "player", tree->player_name[set->player]);
        nash_jsonw_kstring(out, "infoset", set->name);
        nash_jsonw_kobject(out, "actions");
        for (uint32_t k = 0; k < set->action_count; k++)
            nash_jsonw_kdouble(out, tree->action_name[set->first_action + k],
                               tables_round(fit->strategy[set->first_action + k]));
        nash_jsonw_object_end(out);
        nash_jsonw_kdouble(out, "observations", tables_round(fit->count[i]));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_report(const struct learn_problem *p, const struct learn_fit *fit, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "report");
    nash_jsonw_kdouble(out, "hands", fit->hands);
    nash_jsonw_kdouble(out, "log_likelihood", tables_round(fit->log_likelihood));
    nash_jsonw_kdouble(out, "generic_log_likelihood", tables_round(fit->generic_log_likelihood));
    if (fit->changed_at) {
        nash_jsonw_kuint(out, "changed_at", (uint64_t)fit->changed_at * MODEL_PERIOD);
        nash_jsonw_kdouble(out, "changed_by", tables_round(fit->changed_by));
    }
    write_infosets(p, fit, out);
    nash_jsonw_object_end(out);
}

static void learn_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct learn_problem *p = problem;
    struct summary summary = {0};
    summary_add(&summary, "opponent, %.0f hands: %u learnt, %u repeated, %u refused", p->model.hands, p->learnt,
                p->repeated, p->refused);
    nash_jsonw_object(out);
    summary_write(&summary, out);
    nash_jsonw_key(out, "model");
    game_model_write(&p->model, out);
    nash_jsonw_kobject(out, "learnt");
    nash_jsonw_kuint(out, "hands", p->learnt);
    nash_jsonw_kuint(out, "repeated", p->repeated);
    nash_jsonw_kuint(out, "skipped", 0);
    nash_jsonw_kuint(out, "refused_count", p->refused);
    nash_jsonw_karray(out, "refused");
    for (uint32_t i = 0; i < p->refused && i < REFUSED_LISTED; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "where", p->refusal[i].line);
        nash_jsonw_kstring(out, "why", p->refusal[i].why);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
    write_report(p, result->answer, out);
    if (!result->final)
        nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_object_end(out);
}

const struct form imperfect_learn = {.name = "learn",
                                     .member = "learn",
                                     .read = learn_read,
                                     .canon = learn_canon,
                                     .solve = learn_solve,
                                     .verify = learn_verify,
                                     .describe = learn_describe,
                                     .write = learn_write};
