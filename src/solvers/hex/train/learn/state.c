/* Saves and loads a training. Parts of a checkpoint beside "weights":
 *
 *   "optimiser"  the running means        "target"  weights of the target network, if there is one
 *   "best"       weights                  "play"    wire bytes of the net of the iteration, then of the best one
 *   "replay"     the records of all sizes "state"   numbers, little-endian, in the order of state_fields()
 *
 * Weights and running means are stored as they lie in memory. */
#include <math.h>
#include <string.h>

#include <base/little_endian.h>
#include <nash/jsonw.h>
#include <solvers/hex/train/form.h>

#include "internal.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "floats of checkpoints are little-endian");

enum { VERSION = 4 };

/* Numbers of a state, written or read: one list of fields serves both. */
struct fields {
    struct nash_buf *out; /* NULL: reads */
    struct bytes_reader in;
};

static void field(struct fields *f, uint64_t *value)
{
    uint8_t bytes[8];
    if (!f->out) {
        *value = bytes_next(&f->in, 8);
        return;
    }
    bytes_put(bytes, 8, *value);
    nash_buf_add(f->out, bytes, 8);
}

#define FIELD(f, at)                                                                                                   \
    do {                                                                                                               \
        uint64_t field_value = (uint64_t)(at);                                                                         \
        field(f, &field_value);                                                                                        \
        (at) = (__typeof__(at))field_value;                                                                            \
    } while (0)

static void field_double(struct fields *f, double *at)
{
    uint64_t bits;
    memcpy(&bits, at, sizeof bits);
    field(f, &bits);
    memcpy(at, &bits, sizeof bits);
}

static void field_float(struct fields *f, float *at)
{
    uint32_t bits;
    memcpy(&bits, at, sizeof bits);
    FIELD(f, bits);
    memcpy(at, &bits, sizeof bits);
}

static void point_fields(struct fields *f, struct hex_train_point *point)
{
    FIELD(f, point->step);
    FIELD(f, point->games);
    FIELD(f, point->positions);
    FIELD(f, point->of);
    FIELD(f, point->seconds);
    field_float(f, &point->loss);
    field_float(f, &point->win_rate[0]);
    field_float(f, &point->win_rate[1]);
    field_float(f, &point->best);
}

static void progress_fields(struct fields *f, struct hex_train_progress *progress)
{
    FIELD(f, progress->step);
    FIELD(f, progress->games);
    FIELD(f, progress->positions);
    FIELD(f, progress->best_step);
    FIELD(f, progress->best_won);
    FIELD(f, progress->cpu_us);
    field_float(f, &progress->loss);
    FIELD(f, progress->points);
    if (progress->points > HEX_CURVE_MAX) {
        f->in.failed = 1;
        progress->points = 0;
    }
    for (unsigned i = 0; i < progress->points; i++)
        point_fields(f, &progress->point[i]);
}

static void evaluation_fields(struct fields *f, struct train_evaluation *evaluation)
{
    FIELD(f, evaluation->active);
    FIELD(f, evaluation->reference);
    FIELD(f, evaluation->game);
    FIELD(f, evaluation->games);
    FIELD(f, evaluation->iterations);
    for (unsigned i = 0; i < TRAIN_REFERENCES; i++)
        FIELD(f, evaluation->wins[i]);
    FIELD(f, evaluation->won);
}

/* The moves of the game of Q-learning, or size 0. */
static void game_fields(struct fields *f, struct hex_train_game *game)
{
    FIELD(f, game->size);
    FIELD(f, game->opening);
    FIELD(f, game->plies);
    if (game->size > HEX_SIZE_MAX || game->plies > (unsigned)game->size * game->size) {
        f->in.failed = 1;
        game->plies = 0;
    }
    for (unsigned i = 0; i < game->plies; i++)
        FIELD(f, game->move[i]);
}

static void state_fields(struct fields *f, struct hex_trainer *t)
{
    for (unsigned i = 0; i < 4; i++)
        FIELD(f, t->rng.state[i]);
    progress_fields(f, &t->progress);
    field_double(f, &t->loss_sum);
    FIELD(f, t->loss_steps);
    field_double(f, &t->learner.moments.mean_decay);
    field_double(f, &t->learner.moments.square_decay);
    FIELD(f, t->mentor_games);
    FIELD(f, t->games_left);
    FIELD(f, t->iteration_positions);
    FIELD(f, t->steps_left);
    FIELD(f, t->samples_left);
    FIELD(f, t->playing.made);
    FIELD(f, t->best_wire.made);
    evaluation_fields(f, &t->evaluation);
    game_fields(f, &t->q_game);
    for (unsigned i = 0; i < t->config.sizes; i++) {
        FIELD(f, t->replay[i].count);
        FIELD(f, t->replay[i].next);
        FIELD(f, t->replay[i].total);
    }
}

/* Returns the hash of the settings that must not change when a training goes on. */
static struct nash_hash config_hash(const struct hex_train_config *c)
{
    struct nash_sha256 sha;
    const float numbers[] = {c->weight_decay, c->clip, c->epsilon, c->reuse, c->noise, c->exploration};
    const uint64_t whole[] = {VERSION,
                              c->recipe,
                              c->mentor,
                              c->mentor_games,
                              c->mentor_iterations,
                              c->mentor_steps,
                              c->batch,
                              c->optimizer,
                              c->replay,
                              c->target_sync,
                              c->n,
                              c->moves,
                              c->simulations,
                              c->games,
                              c->hot_plies,
                              c->seed,
                              c->shape.residual,
                              c->shape.head,
                              c->sizes,
                              c->shape.layers,
                              c->shape.channels};
    nash_sha256_init(&sha);
    for (unsigned i = 0; i < sizeof whole / sizeof *whole; i++)
        nash_sha256_u64(&sha, whole[i]);
    for (unsigned i = 0; i < c->sizes; i++)
        nash_sha256_u64(&sha, c->size[i]);
    for (unsigned i = 0; i < c->shape.layers; i++)
        nash_sha256_u64(&sha, c->shape.wide[i]);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        nash_sha256_u64(&sha, bits);
    }
    return nash_sha256_end(&sha);
}

/* ---- save ---- */

static void add_part(struct hex_checkpoint *checkpoint, const char *name, const void *bytes, size_t len)
{
    struct hex_checkpoint_part *part = &checkpoint->part[checkpoint->parts++];
    *part = (struct hex_checkpoint_part){.bytes = bytes, .len = len};
    strcpy(part->name, name);
}

static void write_state(const struct hex_trainer *trainer, struct nash_buf *out)
{
    struct hex_trainer copy = *trainer; /* the list of fields serves reading too */
    struct fields fields = {.out = out};
    struct nash_hash hash = config_hash(&trainer->config);
    nash_buf_add(out, hash.byte, sizeof hash.byte);
    state_fields(&fields, &copy);
}

static void write_replay(const struct hex_trainer *trainer, struct nash_buf *out)
{
    for (unsigned i = 0; i < trainer->config.sizes; i++) {
        const struct hex_replay *replay = &trainer->replay[i];
        nash_buf_add(out, replay->record, replay->count * hex_replay_record(replay->size, replay->targets));
    }
}

static void save_all(const struct hex_trainer *trainer, struct hex_checkpoint *checkpoint, struct nash_buf *state,
                     struct nash_buf *replay, struct nash_buf *play)
{
    const struct hex_moments *moments = &trainer->learner.moments;
    size_t weights = hex_net_weights(&trainer->config.shape) * sizeof(float);
    size_t wire = hex_play_net_bytes(&trainer->config.shape);
    write_state(trainer, state);
    write_replay(trainer, replay);
    if (trainer->playing.made)
        nash_buf_add(play, trainer->playing.bytes, wire);
    if (trainer->best_wire.made)
        nash_buf_add(play, trainer->best_wire.bytes, wire);
    add_part(checkpoint, "optimiser", moments->square, weights * hex_moments_of(trainer->config.optimizer));
    if (trainer->target.weight)
        add_part(checkpoint, "target", trainer->target.weight, weights);
    if (trainer->best_wire.made)
        add_part(checkpoint, "best", trainer->best.weight, weights);
    add_part(checkpoint, "play", play->data, play->len);
    add_part(checkpoint, "replay", replay->data, replay->len);
    add_part(checkpoint, "state", state->data, state->len);
}

void hex_trainer_save(const struct hex_trainer *trainer, bool best, struct nash_buf *out)
{
    struct hex_checkpoint checkpoint = {.shape = trainer->config.shape};
    struct nash_buf state = NASH_BUF_INIT(0), replay = NASH_BUF_INIT(0), play = NASH_BUF_INIT(0),
                    training = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&training);
    hex_train_write_header(&trainer->config, &trainer->progress, &json);
    checkpoint.training = training.data;
    checkpoint.training_len = training.len;
    const float *weight = best && trainer->best_wire.made ? trainer->best.weight : trainer->learner.net.weight;
    add_part(&checkpoint, "weights", weight, hex_net_weights(&trainer->config.shape) * sizeof(float));
    if (!best)
        save_all(trainer, &checkpoint, &state, &replay, &play);
    if (state.failed || replay.failed || play.failed || training.failed)
        out->failed = true;
    else
        hex_checkpoint_write(&checkpoint, out);
    nash_buf_free(&state);
    nash_buf_free(&replay);
    nash_buf_free(&play);
    nash_buf_free(&training);
}

/* ---- load ---- */

static bool copy_part(const struct hex_checkpoint *from, const char *name, void *to, size_t len)
{
    const struct hex_checkpoint_part *part = hex_checkpoint_part(from, name);
    if (!part || part->len != len)
        return false;
    memcpy(to, part->bytes, len);
    return true;
}

static bool copy_floats(const struct hex_checkpoint *from, const char *name, float *to, size_t count)
{
    if (!copy_part(from, name, to, count * sizeof *to))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(to[i]))
            return false;
    return true;
}

/* Steps need positions. */
static bool replay_is_missing(const struct hex_trainer *trainer)
{
    for (unsigned i = 0; i < trainer->config.sizes; i++)
        if (trainer->replay[i].count)
            return false;
    return trainer->mentor_games || trainer->steps_left || trainer->progress.step;
}

static bool load_replay(struct hex_trainer *trainer, const struct hex_checkpoint *from)
{
    const struct hex_checkpoint_part *part = hex_checkpoint_part(from, "replay");
    if (!part || replay_is_missing(trainer))
        return false;
    struct bytes_reader reader = {.at = part->bytes, .left = part->len};
    for (unsigned i = 0; i < trainer->config.sizes; i++) {
        struct hex_replay *replay = &trainer->replay[i];
        size_t record = hex_replay_record(replay->size, replay->targets);
        if (replay->count > replay->room || replay->next >= replay->room ||
            (replay->count < replay->room && replay->next != replay->count))
            return false;
        const uint8_t *bytes = bytes_skip(&reader, replay->count * record);
        if (bytes)
            memcpy(replay->record, bytes, replay->count * record);
        for (uint32_t r = 0; bytes && r < replay->count; r++)
            if (!hex_replay_is_valid(replay, r))
                return false;
    }
    return !reader.failed && reader.left == 0;
}

static bool load_play(struct hex_trainer *trainer, const struct hex_checkpoint *from)
{
    const struct hex_checkpoint_part *part = hex_checkpoint_part(from, "play");
    size_t wire = hex_play_net_bytes(&trainer->config.shape);
    struct train_wire *wires[] = {&trainer->playing, &trainer->best_wire};
    if (!part)
        return false;
    struct bytes_reader reader = {.at = part->bytes, .left = part->len};
    for (unsigned i = 0; i < 2; i++) {
        const uint8_t *bytes = wires[i]->made ? bytes_skip(&reader, wire) : NULL;
        if (bytes && hex_play_net_read(bytes, wire, trainer->play_net) != NULL)
            return false;
        if (bytes)
            memcpy(wires[i]->bytes, bytes, wire);
    }
    return !reader.failed && reader.left == 0;
}

/* Plays the moves of the game of Q-learning again. */
static bool load_game(struct hex_trainer *trainer)
{
    struct hex_train_game game = trainer->q_game;
    if (game.size == 0)
        return true;
    hex_train_game_begin(&trainer->q_game, game.size, &trainer->q_position);
    for (unsigned i = 0; i < game.plies; i++) {
        if (trainer->q_game.winner != HEX_EMPTY || game.move[i] >= hex_cells(&trainer->q_position.board) ||
            trainer->q_position.board.cell[game.move[i]] != HEX_EMPTY)
            return false;
        hex_train_game_play(&trainer->q_game, &trainer->q_position, game.move[i]);
    }
    trainer->q_game.opening = game.opening;
    for (unsigned i = 0; i < trainer->config.sizes; i++)
        if (trainer->config.size[i] == game.size)
            return game.opening <= game.plies;
    return false;
}

static bool is_rate(float rate)
{
    return rate >= 0 && rate <= 1;
}

static bool curve_is_wrong(const struct hex_train_progress *progress)
{
    for (unsigned i = 0; i < progress->points; i++) {
        const struct hex_train_point *point = &progress->point[i];
        if (!is_rate(point->win_rate[0]) || !is_rate(point->win_rate[1]) ||
            !(is_rate(point->best) || point->best < 0) || !isfinite(point->loss) || point->step > progress->step ||
            (i > 0 && point->step <= point[-1].step))
            return true;
    }
    return !isfinite(progress->loss);
}

/* A state that no training can have. */
static bool counts_are_wrong(const struct hex_trainer *t)
{
    const struct train_evaluation *e = &t->evaluation;
    const struct hex_moments *moments = &t->learner.moments;
    return curve_is_wrong(&t->progress) || !isfinite(t->loss_sum) ||
           !(moments->mean_decay >= 0 && moments->mean_decay <= 1) ||
           !(moments->square_decay >= 0 && moments->square_decay <= 1) || t->games_left > t->config.games ||
           (t->games_left && !t->playing.made) || t->progress.step > HEX_TRAIN_STEPS_MAX ||
           e->reference >= TRAIN_REFERENCES || t->mentor_games > t->config.mentor_games ||
           t->iteration_positions > t->progress.positions ||
           !(t->rng.state[0] | t->rng.state[1] | t->rng.state[2] | t->rng.state[3]);
}

static bool load_all(struct hex_trainer *t, const struct hex_checkpoint *from, const struct hex_checkpoint_part *state)
{
    size_t weights = hex_net_weights(&t->config.shape);
    struct fields fields = {.in = {.at = state->bytes, .left = state->len}};
    struct hex_moments *moments = &t->learner.moments;
    bytes_skip(&fields.in, sizeof(struct nash_hash));
    state_fields(&fields, t);
    if (fields.in.failed || fields.in.left || counts_are_wrong(t) || !load_replay(t, from) || !load_play(t, from) ||
        !load_game(t) ||
        !copy_floats(from, "optimiser", moments->square, weights * hex_moments_of(t->config.optimizer)))
        return false;
    if ((t->target.weight && !copy_floats(from, "target", t->target.weight, weights)) ||
        (t->best_wire.made && !copy_floats(from, "best", t->best.weight, weights)))
        return false;
    if (!t->evaluation.active)
        return true;
    bool same = t->evaluation.games == t->config.evaluate_games &&
                t->evaluation.iterations == t->config.reference_iterations &&
                t->evaluation.game < t->config.evaluate_games;
    return same ? hex_train_quantize(t, &t->evaluated) : hex_evaluation_begin(t);
}

bool hex_train_load(struct hex_trainer *trainer, const struct hex_checkpoint *from, bool *loaded,
                    struct nash_error *error)
{
    const struct hex_checkpoint_part *state = hex_checkpoint_part(from, "state");
    struct nash_hash hash = config_hash(&trainer->config);
    size_t weights = hex_net_weights(&trainer->config.shape) * sizeof(float);
    if (!hex_net_shape_equal(&from->shape, &trainer->config.shape) ||
        !copy_part(from, "weights", trainer->learner.net.weight, weights)) {
        nash_fail(error, NASH_UNPROCESSABLE, "/from", "the checkpoint has a net of another shape");
        return false;
    }
    if (!state || state->len < sizeof hash.byte || memcmp(state->bytes, hash.byte, sizeof hash.byte) != 0)
        return true;
    *loaded = load_all(trainer, from, state);
    if (!*loaded)
        nash_fail(error, NASH_UNPROCESSABLE, "/from", "the state of the training in the checkpoint is damaged");
    return *loaded;
}
