/* The form "train" of the kind, and its key: each setting that changes what is learnt, and the checkpoint it goes on
 * from. */
#include "form.h"

#include <string.h>

static void add_float(struct nash_sha256 *sha, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    nash_sha256_u64(sha, bits);
}

static void add_shape(struct nash_sha256 *sha, const struct hex_net_shape *shape)
{
    nash_sha256_u64(sha, shape->layers);
    nash_sha256_u64(sha, shape->channels);
    for (unsigned i = 0; i < shape->layers; i++)
        nash_sha256_u64(sha, shape->wide[i]);
    nash_sha256_u64(sha, shape->residual);
    nash_sha256_u64(sha, shape->head);
    nash_sha256_u64(sha, (uint64_t)shape->rows << 8 | shape->cols);
}

static void train_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct hex_training *training = problem;
    const struct hex_train_config *c = &training->config;
    const uint64_t numbers[] = {c->recipe,      c->mentor,   c->mentor_games,   c->mentor_iterations,   c->mentor_steps,
                                c->steps,       c->seconds,  c->batch,          c->optimizer,           c->replay,
                                c->target_sync, c->n,        c->moves,          c->simulations,         c->games,
                                c->hot_plies,   c->evaluate, c->evaluate_games, c->reference_iterations};
    const float floats[] = {c->weight_decay, c->clip, c->epsilon, c->reuse, c->noise, c->exploration};
    nash_sha256_u64(sha, c->sizes);
    for (unsigned i = 0; i < c->sizes; i++)
        nash_sha256_u64(sha, c->size[i]);
    add_shape(sha, &c->shape);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        nash_sha256_u64(sha, numbers[i]);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        add_float(sha, floats[i]);
    nash_sha256_u64(sha, c->rates);
    for (unsigned i = 0; i < c->rates; i++) {
        nash_sha256_u64(sha, c->rate[i].step);
        add_float(sha, c->rate[i].rate);
    }
    nash_sha256_u64(sha, training->from_len);
    nash_sha256_add(sha, training->from_hash.byte, sizeof training->from_hash.byte);
}

static bool is_seeded(const void *problem)
{
    (void)problem;
    return true;
}

const struct form hex_form_train = {
    .name = "train",
    .member = "train",
    .read = hex_train_read,
    .seeded = is_seeded,
    .canon = train_canon,
    .solve = hex_train_solve,
    .verify = hex_train_verify,
    .describe = hex_train_describe,
    .write = hex_train_write,
};
