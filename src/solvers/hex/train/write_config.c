/* Writes the configuration of a training as its request, and the header of its checkpoints. */
#include <stdio.h>
#include <stdlib.h>

#include <solvers/hex/write/numbers.h>

#include "form.h"
#include "write.h"

void hex_train_write_float(struct nash_jsonw *out, float value)
{
    char text[32];
    int len = 0;
    for (int digits = 1; digits <= 9; digits++) {
        len = snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if ((float)strtod(text, NULL) == value)
            break;
    }
    nash_jsonw_raw(out, text, (size_t)len);
}

static void write_key_float(struct nash_jsonw *out, const char *key, float value)
{
    nash_jsonw_key(out, key);
    hex_train_write_float(out, value);
}

static void write_sizes(const struct hex_train_config *c, struct nash_jsonw *out)
{
    if (c->sizes == 1) {
        nash_jsonw_kuint(out, "size", c->size[0]);
        return;
    }
    nash_jsonw_karray(out, "sizes");
    for (unsigned i = 0; i < c->sizes; i++)
        nash_jsonw_uint(out, c->size[i]);
    nash_jsonw_array_end(out);
}

void hex_train_write_net(const struct hex_net_shape *shape, struct nash_jsonw *out)
{
    bool any = false;
    nash_jsonw_kobject(out, "net");
    nash_jsonw_kuint(out, "layers", shape->layers);
    nash_jsonw_kuint(out, "channels", shape->channels);
    for (unsigned i = 0; i < shape->layers; i++)
        any |= shape->wide[i] > 0;
    if (any) {
        nash_jsonw_karray(out, "wide");
        for (unsigned i = 0; i < shape->layers; i++)
            nash_jsonw_uint(out, shape->wide[i]);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_kbool(out, "residual", shape->residual);
    nash_jsonw_kstring(out, "head", shape->head == HEX_HEAD_FULL ? "full" : "board");
    nash_jsonw_object_end(out);
}

static void write_rates(const struct hex_train_config *c, struct nash_jsonw *out)
{
    if (c->rates == 1) {
        write_key_float(out, "learning_rate", c->rate[0].rate);
        return;
    }
    nash_jsonw_karray(out, "learning_rate");
    for (unsigned i = 0; i < c->rates; i++) {
        nash_jsonw_array(out);
        nash_jsonw_uint(out, c->rate[i].step);
        hex_train_write_float(out, c->rate[i].rate);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_mentor(const struct hex_train_config *c, struct nash_jsonw *out)
{
    nash_jsonw_kstring(out, "mentor", hex_mentor_names[c->mentor]);
    if (c->mentor == HEX_MENTOR_NONE)
        return;
    nash_jsonw_kuint(out, "mentor_games", c->mentor_games);
    if (c->mentor == HEX_MENTOR_UCT)
        nash_jsonw_kuint(out, "mentor_iterations", c->mentor_iterations);
    nash_jsonw_kuint(out, "mentor_steps", c->mentor_steps);
}

/* Writes the settings of the recipe alone. */
static void write_recipe(const struct hex_train_config *c, struct nash_jsonw *out)
{
    if (c->recipe == HEX_RECIPE_SELF_PLAY) {
        nash_jsonw_kuint(out, "simulations", c->simulations);
        nash_jsonw_kuint(out, "games", c->games);
        write_key_float(out, "reuse", c->reuse);
        write_key_float(out, "noise", c->noise);
        write_key_float(out, "exploration", c->exploration);
        nash_jsonw_kuint(out, "hot_plies", c->hot_plies);
        return;
    }
    write_key_float(out, "epsilon", c->epsilon);
    nash_jsonw_kuint(out, "target_sync", c->target_sync);
    if (c->recipe == HEX_RECIPE_N_STEP)
        nash_jsonw_kuint(out, "n", c->n);
    nash_jsonw_kuint(out, "moves", c->moves);
}

void hex_train_write_config(const struct hex_train_config *c, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "train");
    write_sizes(c, out);
    nash_jsonw_kstring(out, "recipe", hex_recipe_names[c->recipe]);
    hex_train_write_net(&c->shape, out);
    write_mentor(c, out);
    nash_jsonw_kuint(out, "steps", c->steps);
    nash_jsonw_kuint(out, "seconds", c->seconds);
    nash_jsonw_kuint(out, "batch", c->batch);
    nash_jsonw_kstring(out, "optimizer", hex_optimizer_names[c->optimizer]);
    write_rates(c, out);
    write_key_float(out, "weight_decay", c->weight_decay);
    write_key_float(out, "clip", c->clip);
    nash_jsonw_kuint(out, "replay", c->replay);
    write_recipe(c, out);
    nash_jsonw_kuint(out, "evaluate", c->evaluate);
    nash_jsonw_kuint(out, "evaluate_games", c->evaluate_games);
    nash_jsonw_kuint(out, "reference_iterations", c->reference_iterations);
    nash_jsonw_object_end(out);
}

void hex_train_write_header(const struct hex_train_config *c, const struct hex_train_progress *progress,
                            struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    hex_train_write_config(c, out);
    nash_jsonw_key(out, "seed");
    nash_jsonw_uint_string(out, c->seed);
    hex_train_write_counts(progress, out);
    hex_train_write_curve(progress, true, out);
    nash_jsonw_object_end(out);
}
