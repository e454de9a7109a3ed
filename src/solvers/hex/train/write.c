/* Writes the progress and the result of a training. */
#include "write.h"

#include <stdio.h>

#include <solvers/hex/write/numbers.h>
#include <solvers/kit/summary.h>

#include "form.h"

const char *const hex_phase_names[] = {[HEX_PHASE_MENTOR_GAMES] = "mentor_games",
                                       [HEX_PHASE_MENTOR_STEPS] = "mentor_steps",
                                       [HEX_PHASE_LEARNING] = "learning",
                                       NULL};

static const char *const recipe_titles[] = {[HEX_RECIPE_SEED] = "one-step Q-learning",
                                            [HEX_RECIPE_N_STEP] = "n-step Q-learning",
                                            [HEX_RECIPE_SELF_PLAY] = "self-play"};

/* References in the order of hex_train_point.win_rate. */
static const char *const reference_names[] = {"resistance", "uct"};

enum { RATE_DECIMALS = 4, LOSS_DECIMALS = 5, SECONDS_DECIMALS = 3, US_PER_S = 1000000 };

/* ---- the curve ---- */

const struct hex_train_point *hex_train_point_at(const struct hex_train_progress *progress, uint64_t step)
{
    for (unsigned i = progress->points; i-- > 0;)
        if (progress->point[i].step == step)
            return &progress->point[i];
    return NULL;
}

static void write_point(const struct hex_train_point *point, bool counts, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "step", point->step);
    if (counts) {
        nash_jsonw_kuint(out, "games", point->games);
        nash_jsonw_kuint(out, "positions", point->positions);
    }
    hex_write_decimal(out, "loss", (double)point->loss, LOSS_DECIMALS);
    for (unsigned i = 0; i < 2; i++)
        hex_write_decimal(out, reference_names[i], (double)point->win_rate[i], RATE_DECIMALS);
    if (point->best >= 0)
        hex_write_decimal(out, "best", (double)point->best, RATE_DECIMALS);
    nash_jsonw_kuint(out, "of", point->of);
    nash_jsonw_kuint(out, "seconds", point->seconds);
    nash_jsonw_object_end(out);
}

void hex_train_write_curve(const struct hex_train_progress *progress, bool counts, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "curve");
    for (unsigned i = 0; i < progress->points; i++)
        write_point(&progress->point[i], counts, out);
    nash_jsonw_array_end(out);
}

void hex_train_write_counts(const struct hex_train_progress *progress, struct nash_jsonw *out)
{
    nash_jsonw_kuint(out, "step", progress->step);
    nash_jsonw_kuint(out, "games", progress->games);
    nash_jsonw_kuint(out, "positions", progress->positions);
    hex_write_decimal(out, "cpu_s", (double)progress->cpu_us / US_PER_S, SECONDS_DECIMALS);
    if (progress->best_step)
        nash_jsonw_kuint(out, "best_step", progress->best_step);
}

void hex_train_write_progress(const struct hex_train_config *config, const struct hex_train_progress *progress,
                              uint64_t memory, struct nash_jsonw *out)
{
    hex_train_write_counts(progress, out);
    nash_jsonw_kuint(out, "steps", config->steps);
    nash_jsonw_kuint(out, "seconds", config->seconds);
    nash_jsonw_kstring(out, "phase", hex_phase_names[progress->phase]);
    hex_write_decimal(out, "loss", (double)progress->loss, LOSS_DECIMALS);
    nash_jsonw_key(out, "rate");
    hex_train_write_float(out, progress->rate);
    nash_jsonw_kuint(out, "memory", memory);
    hex_train_write_curve(progress, false, out);
}

/* ---- the result ---- */

static void add_title(const struct hex_train_config *c, struct summary *summary)
{
    for (unsigned i = 0; i < c->sizes; i++)
        summary_add(summary, "%s%ux%u", i ? ", " : "", c->size[i], c->size[i]);
    summary_add(summary, ", training by %s", recipe_titles[c->recipe]);
}

void hex_train_describe(const void *problem, struct nash_buf *out)
{
    const struct hex_training *training = problem;
    struct summary summary = {0};
    add_title(&training->config, &summary);
    nash_buf_add(out, summary.text, summary.len);
}

static void write_summary(const struct hex_train_answer *a, const struct hex_train_progress *progress,
                          struct nash_jsonw *out)
{
    struct summary summary = {0};
    const struct hex_train_point *best = hex_train_point_at(progress, progress->best_step);
    add_title(&a->config, &summary);
    summary_add(&summary, ": ");
    summary_add_count(&summary, progress->step, "step", "steps");
    if (best)
        summary_add(&summary, ", %d %% against uct", (int)(best->win_rate[1] * 100 + 0.5F));
    summary_write(&summary, out);
}

void hex_train_write_hash(struct nash_hash hash, struct nash_jsonw *out)
{
    char text[2 * NASH_HASH_BYTES + 1];
    for (unsigned i = 0; i < NASH_HASH_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", hash.byte[i]);
    nash_jsonw_kstring(out, "sha256", text);
}

static void write_file(const char *key, const struct hex_train_file *file, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, key);
    nash_jsonw_kuint(out, "step", file->step);
    nash_jsonw_kuint(out, "bytes", file->len);
    hex_train_write_hash(file->hash, out);
}

/* Writes the best checkpoint with what it won, where its point is still part of the curve. */
static void write_best(const struct hex_train_answer *a, const struct hex_train_progress *progress,
                       struct nash_jsonw *out)
{
    const struct hex_train_point *point = hex_train_point_at(progress, a->best.step);
    write_file("best", &a->best, out);
    for (unsigned i = 0; point && i < 2; i++) {
        nash_jsonw_kobject(out, reference_names[i]);
        hex_write_wins(out, (unsigned)(point->win_rate[i] * (float)point->of + 0.5F), point->of);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_object_end(out);
}

static void write_size(const struct hex_train_config *c, struct nash_jsonw *out)
{
    nash_jsonw_kuint(out, "weights", hex_net_weights(&c->shape));
    nash_jsonw_karray(out, "products");
    for (unsigned i = 0; i < c->sizes; i++)
        nash_jsonw_uint(out, hex_net_products(&c->shape, c->size[i], c->size[i]));
    nash_jsonw_array_end(out);
}

void hex_train_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct hex_train_answer *a = result->answer;
    const struct hex_train_progress *progress = hex_trainer_progress(a->trainer);
    (void)problem;
    nash_jsonw_object(out);
    write_summary(a, progress, out);
    hex_train_write_config(&a->config, out);
    hex_train_write_counts(progress, out);
    nash_jsonw_kstring(out, "phase", hex_phase_names[progress->phase]);
    hex_write_decimal(out, "loss", (double)progress->loss, LOSS_DECIMALS);
    write_size(&a->config, out);
    nash_jsonw_kbool(out, "finished", a->finished);
    if (a->best.len)
        write_best(a, progress, out);
    if (a->latest.len) {
        write_file("latest", &a->latest, out);
        nash_jsonw_object_end(out);
    }
    hex_train_write_curve(progress, true, out);
    if (a->diverged)
        nash_jsonw_kbool(out, "diverged", true);
    if (a->stopped)
        nash_jsonw_kbool(out, "timeout", true);
    if (a->farm)
        hex_members_write(a->farm, a->farm_units, out);
    nash_jsonw_kobject(out, "statistics");
    nash_jsonw_kuint(out, "memory", a->memory);
    nash_jsonw_kuint(out, "solve_us", a->solve_us);
    nash_jsonw_object_end(out);
    nash_jsonw_object_end(out);
}
