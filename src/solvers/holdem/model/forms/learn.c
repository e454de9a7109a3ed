/* The form "learn": {"learn": {"hands": text, "format"?, "player"?}, "model"?}, or {"learn": {"models": [...]},
 * "model"?}.
 */
#include <stdio.h>
#include <string.h>

#include <solvers/holdem/history/history.h>
#include <solvers/holdem/model/learn.h>
#include <solvers/kit/summary.h>

#include "forms.h"

enum { HANDS_BYTES = 16 << 20, MODELS_MAX = 64, REFUSED_LISTED = 20 };

struct learn_problem {
    const char *hands; /* NULL: models are added */
    size_t len;
    unsigned format; /* enum history_format */
    const char *player;
    unsigned models;
    const struct holdem_model *model[MODELS_MAX + 1]; /* the one to add to comes first */
};

struct learn_answer {
    struct holdem_model *model;
    struct model_report report;
    struct nash_arena *arena;
    uint32_t learnt, repeated, skipped, refused, twice;
    struct history_refusal *refusal; /* [REFUSED_LISTED] */
    bool stopped;
};

/* ---- reading ---- */

/* Refuses a model that may not be added to the first one: the sum would be that of no player. What all players did may
 * take in what one player did. */
static void check_player(const struct reader *item, const struct holdem_model *first, const struct holdem_model *other)
{
    if (!first->player[0] || strcmp(first->player, other->player) == 0)
        return;
    if (other->player[0])
        reader_fail(item, NASH_UNPROCESSABLE, NULL,
                    "this is a model of \"%s\", and the one to add it to is of \"%s\": expected models of one player",
                    other->player, first->player);
    else
        reader_fail(
            item, NASH_UNPROCESSABLE, NULL,
            "this is a model of all players, and the one to add it to is of \"%s\": expected models of one player",
            first->player);
}

static void read_models(struct reader *learn, struct learn_problem *p)
{
    struct reader models;
    if (!reader_array(&models, learn, "models"))
        return;
    const size_t count = reader_count(&models);
    if (count < 1 || count > MODELS_MAX) {
        reader_fail(&models, NASH_INVALID, NULL, "expected 1 to %d models", MODELS_MAX);
        return;
    }
    for (struct reader item = {0}; p->models <= MODELS_MAX && reader_item(&item, &models);) {
        const struct holdem_model *model = p->model[p->models++] = model_read(&item);
        if (reader_ok(&item))
            check_player(&item, p->model[0], model);
    }
}

static void read_hands(struct reader *learn, struct learn_problem *p)
{
    const char *hands = reader_string(learn, "hands", HANDS_BYTES), *player;
    p->format = reader_enum(learn, "format", history_format_names, HISTORY_FORMAT_AUTO);
    player = reader_string(learn, "player", LINE_NAME_BYTES);
    if (player && strlen(player) >= HISTORY_NAME)
        reader_fail(learn, NASH_UNPROCESSABLE, "player", "expected a name of at most %d bytes", HISTORY_NAME - 1);
    p->hands = hands ? reader_copy(learn, hands) : NULL;
    p->len = p->hands ? strlen(p->hands) : 0;
    p->player = player ? reader_copy(learn, player) : NULL;
}

static void learn_read(struct reader *r, void **problem)
{
    static const char *const members[] = {"learn", "model", NULL};
    static const char *const learn_members[] = {"hands", "format", "player", "models", NULL};
    struct learn_problem *p = READER_NEW(r, struct learn_problem, 1);
    struct reader learn, model;
    *problem = p;
    reader_only(r, members);
    if (!p || !reader_object(&learn, r, "learn"))
        return;
    reader_only(&learn, learn_members);
    if (reader_has(&learn, "hands") == reader_has(&learn, "models"))
        reader_fail(&learn, NASH_INVALID, NULL, "expected either \"hands\" or \"models\"");
    if (reader_has(&learn, "models") && (reader_has(&learn, "format") || reader_has(&learn, "player")))
        reader_fail(&learn, NASH_INVALID, NULL, "\"format\" and \"player\" belong to \"hands\"");
    if (reader_object(&model, r, "model"))
        p->model[p->models++] = model_read(&model);
    if (reader_has(&learn, "hands"))
        read_hands(&learn, p);
    else
        read_models(&learn, p);
    if (reader_ok(r) && p->hands && p->models && p->player && strcmp(p->player, p->model[0]->player) != 0) {
        const char *of = p->model[0]->player, *quote = of[0] ? "\"" : "";
        reader_fail(&learn, NASH_UNPROCESSABLE, "player", "the model is that of %s%s%s: expected one of \"%s\"", quote,
                    of[0] ? of : "all players", quote, p->player);
    }
}

static void learn_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct learn_problem *p = problem;
    nash_sha256_string(sha, p->hands ? p->hands : "");
    nash_sha256_u64(sha, p->hands ? 1 + p->format : 0);
    nash_sha256_string(sha, p->player ? p->player : "");
    nash_sha256_u64(sha, p->models);
    for (unsigned m = 0; m < p->models; m++)
        model_canon(p->model[m], sha);
}

/* ---- solving ---- */

static void report_progress(struct nash_run *run, const struct learn_answer *a, const struct holdem_history *h,
                            const struct learn_problem *p)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kuint(&out, "hands", a->learnt);
    nash_jsonw_kuint(&out, "refused", a->refused);
    nash_jsonw_kdouble(&out, "read", (double)(h->rest.at - p->hands) / (double)(p->len ? p->len : 1));
    nash_jsonw_object_end(&out);
    nash_progress_send(run, &buf);
}

static void learn_refuse(struct learn_answer *a, const struct history_refusal *refusal)
{
    if (a->refused < REFUSED_LISTED)
        a->refusal[a->refused] = *refusal;
    a->refused++;
}

static enum nash_status learn_hands(const struct learn_problem *p, struct nash_run *run, struct learn_answer *a)
{
    struct holdem_history *h = NASH_NEW(run->arena, struct holdem_history, 1);
    struct learner *l = NASH_NEW(run->arena, struct learner, 1);
    if (!h || !l || !learner_begin(l, a->model, run->arena))
        return NASH_NOMEM;
    if (p->len == 0) /* no hands: nothing is wrong with them */
        return learner_end(l) ? NASH_OK : NASH_NOMEM;
    if (!holdem_history_open(h, p->format, p->hands, p->len)) {
        learn_refuse(a, &h->refusal);
        return learner_end(l) ? NASH_OK : NASH_NOMEM;
    }
    for (enum history_step step; (step = holdem_history_next(h)) != HISTORY_END;) {
        if (nash_stop(run, HOLDEM_STOP_LEARN)) {
            a->stopped = true;
            break;
        }
        if (nash_progress_due(run))
            report_progress(run, a, h, p);
        if (step == HISTORY_REFUSED) {
            learn_refuse(a, &h->refusal);
            continue;
        }
        const enum learner_result result = learner_hand(l, &h->hand);
        if (result == LEARNER_NOMEM)
            return NASH_NOMEM;
        a->learnt += result == LEARNER_LEARNT;
        a->repeated += result == LEARNER_REPEATED;
        a->skipped += result == LEARNER_SKIPPED;
    }
    return learner_end(l) ? NASH_OK : NASH_NOMEM;
}

static enum nash_status learn_models(const struct learn_problem *p, struct learn_answer *a)
{
    for (unsigned m = 1; m < p->models; m++) {
        uint32_t twice;
        if (!model_merge(a->model, p->model[m], a->arena, &twice))
            return NASH_NOMEM;
        a->twice += twice;
    }
    return NASH_OK;
}

static enum nash_status learn_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                    struct nash_error *error)
{
    const struct learn_problem *p = problem;
    struct learn_answer *a = NASH_NEW(run->arena, struct learn_answer, 1);
    enum nash_status status = NASH_NOMEM;
    if (a) {
        a->arena = run->arena;
        a->model = NASH_NEW(run->arena, struct holdem_model, 1);
        a->refusal = NASH_NEW(run->arena, struct history_refusal, REFUSED_LISTED);
    }
    if (a && a->model && a->refusal) {
        if (p->models)
            *a->model = *p->model[0];
        if (p->player)
            strncpy(a->model->player, p->player, HISTORY_NAME - 1);
        status = p->hands ? learn_hands(p, run, a) : learn_models(p, a);
    }
    if (status != NASH_OK)
        return nash_fail(error, NASH_NOMEM, "", "the model does not fit into the memory of this job");
    model_report_make(a->model, run->arena, &a->report);
    result->answer = a;
    result->final = !a->stopped;
    return NASH_OK;
}

/* Checks that the counts are those of the actions: each adds MODEL_UNIT, and none is lost when models are added. */
static enum nash_status learn_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct learn_problem *p = problem;
    const struct learn_answer *a = result->answer;
    uint64_t hands = a->learnt, given = 0;
    for (unsigned m = 0; m < p->models; m++)
        hands += p->model[m]->hands;
    for (uint32_t b = 0; b < a->model->blocks; b++) {
        const struct model_block *block = &a->model->block[b];
        uint64_t sum = 0;
        for (uint32_t e = 0; e < block->entries; e++)
            sum += block->count[e];
        if (sum != (uint64_t)block->actions * MODEL_UNIT)
            return nash_fail(error, NASH_INTERNAL, "", "block %u counts %llu for %u actions", b,
                             (unsigned long long)sum, block->actions);
        given += block->hands;
    }
    if (given != hands || a->model->hands != hands || a->model->ids > hands)
        return nash_fail(error, NASH_INTERNAL, "", "the model has %llu hands, expected %llu", (unsigned long long)given,
                         (unsigned long long)hands);
    for (uint32_t k = 1; k < a->model->ids; k++)
        if (a->model->id[k] <= a->model->id[k - 1])
            return nash_fail(error, NASH_INTERNAL, "", "the list of hands is not ascending at %u", k);
    return NASH_OK;
}

/* ---- writing ---- */

static void learn_describe(const void *problem, struct nash_buf *out)
{
    const struct learn_problem *p = problem;
    if (p->hands)
        nash_buf_printf(out, "%zu bytes of hands", p->len);
    else
        nash_buf_printf(out, "%u models", p->models);
}

static void write_refused(const struct learn_answer *a, struct nash_jsonw *out)
{
    char where[48];
    nash_jsonw_karray(out, "refused");
    for (uint32_t k = 0; k < a->refused && k < REFUSED_LISTED; k++) {
        const struct history_refusal *r = &a->refusal[k];
        nash_jsonw_object(out);
        snprintf(where, sizeof where, "hand %u, line %u", r->hand, r->line);
        nash_jsonw_kstring(out, "where", where);
        if (r->id[0])
            nash_jsonw_kstring(out, "id", r->id);
        nash_jsonw_kstring(out, "why", r->why);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void learn_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct learn_problem *p = problem;
    const struct learn_answer *a = result->answer;
    const struct model_losses *shown = &a->model->quality.group[MODEL_SHOWDOWN];
    struct summary summary = {0};
    summary_add_count(&summary, a->model->hands, "hand", "hands");
    if (p->hands)
        summary_add(&summary, ", %u new", a->learnt);
    if (shown->count)
        summary_add(&summary, ": %.2f nats on revealed cards, uniform %.2f",
                    (double)shown->loss * 1e-6 / (double)shown->count,
                    (double)shown->uniform * 1e-6 / (double)shown->count);
    nash_jsonw_object(out);
    summary_write(&summary, out);
    nash_jsonw_kstring(out, "form", "learn");
    nash_jsonw_kobject(out, "learnt");
    nash_jsonw_kuint(out, "hands", a->learnt);
    nash_jsonw_kuint(out, "repeated", p->hands ? a->repeated : a->twice);
    nash_jsonw_kuint(out, "skipped", a->skipped);
    nash_jsonw_kuint(out, "refused_count", a->refused);
    write_refused(a, out);
    nash_jsonw_object_end(out);
    model_report_write(a->model, &a->report, out);
    nash_jsonw_key(out, "model");
    model_write(a->model, out);
    if (a->stopped)
        nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_object_end(out);
}

const struct form holdem_form_learn = {
    .name = "learn",
    .member = "learn",
    .read = learn_read,
    .canon = learn_canon,
    .solve = learn_solve,
    .verify = learn_verify,
    .describe = learn_describe,
    .write = learn_write,
};
