/* Reads the request of a training. */
#include <string.h>

#include <base/base64.h>

#include "form.h"
#include "games/unit.h"

enum { CHECKPOINT_ALIGN = 64, FILE_COPIES = 2 /* of a checkpoint, while it is written */ };

uint64_t hex_train_bytes(const struct hex_train_config *config, size_t from_len)
{
    uint64_t trainer = hex_trainer_memory(config), file = hex_train_checkpoint_bytes(config);
    return !trainer || trainer > UINT64_MAX / 2 ? UINT64_MAX : trainer + FILE_COPIES * file + from_len;
}

/* Decodes base64 into the arena. Returns NULL after reporting an error. */
static uint8_t *decode(const struct reader *r, const char *text, size_t *len)
{
    size_t text_len = strlen(text);
    uint8_t *bytes = nash_arena_alloc_raw(r->root->arena, base64_room(text_len), CHECKPOINT_ALIGN);
    if (!bytes) {
        reader_nomem(r);
        return NULL;
    }
    if (base64_read(text, text_len, bytes, len))
        return bytes;
    reader_fail(r, NASH_UNPROCESSABLE, NULL, "is not base64 (RFC 4648, with padding and without line breaks)");
    return NULL;
}

/* Reads the bytes of a checkpoint. Returns false with *error. */
static bool read_checkpoint(const struct reader *r, const uint8_t *bytes, size_t len, struct hex_training *training,
                            struct nash_error *error)
{
    struct hex_checkpoint *checkpoint = READER_NEW(r, struct hex_checkpoint, 1);
    if (!checkpoint || hex_checkpoint_read(bytes, len, r->root->arena, checkpoint, error) != NASH_OK)
        return false;
    training->from = checkpoint;
    training->from_len = len;
    training->from_hash = nash_sha256_of(bytes, len);
    return true;
}

static void read_from(struct reader *r, struct hex_training *training)
{
    struct reader from;
    struct nash_error error = {0};
    size_t len = 0;
    if (!reader_member(&from, r, "from"))
        return;
    const char *text = reader_as_string(&from, base64_length(HEX_CHECKPOINT_MAX));
    const uint8_t *bytes = text ? decode(&from, text, &len) : NULL;
    if (bytes && !read_checkpoint(&from, bytes, len, training, &error) && error.status != NASH_OK)
        reader_adopt(&from, &error);
}

static void check_from(const struct reader *r, const struct hex_training *training)
{
    if (training->from && !hex_net_shape_equal(&training->from->shape, &training->config.shape))
        reader_fail(r, NASH_UNPROCESSABLE, "net",
                    "is not the net of the checkpoint: leave \"net\" out, or begin from nothing");
}

static void check_memory(const struct reader *r, const struct hex_training *training)
{
    uint64_t bytes = hex_train_bytes(&training->config, training->from_len);
    uint64_t file = hex_train_checkpoint_bytes(&training->config);
    if (bytes > HEX_MEMORY_BYTES)
        reader_fail(r, NASH_UNPROCESSABLE, NULL,
                    "this training needs %llu bytes of memory, and has %u: choose a smaller net, batch or replay",
                    (unsigned long long)bytes, (unsigned)HEX_MEMORY_BYTES);
    else if (file > HEX_CHECKPOINT_MAX)
        reader_fail(r, NASH_UNPROCESSABLE, NULL,
                    "a checkpoint of this training needs %llu bytes, and may have %u: choose a smaller net or replay",
                    (unsigned long long)file, (unsigned)HEX_CHECKPOINT_MAX);
}

/* Answers of members have a limit, and so have tasks, which hold the net. */
static void check_members(const struct reader *r, const struct hex_training *training)
{
    const struct hex_train_config *c = &training->config;
    size_t task = hex_train_task_bytes(c);
    if (c->recipe != HEX_RECIPE_SELF_PLAY)
        reader_fail(
            r, NASH_UNPROCESSABLE, "shards",
            "needs the recipe self_play: Q-learning makes a move between two steps, so its games cannot be shared");
    for (unsigned i = 0; i < c->sizes; i++)
        if (c->size[i] > HEX_TRAIN_SHARED_SIZE_MAX)
            reader_fail(r, NASH_UNPROCESSABLE, "shards",
                        "shares games on boards of up to %dx%d: the answer with a game on %ux%u is too long",
                        HEX_TRAIN_SHARED_SIZE_MAX, HEX_TRAIN_SHARED_SIZE_MAX, c->size[i], c->size[i]);
    if (task > HEX_TRAIN_TASK_MAX)
        reader_fail(r, NASH_UNPROCESSABLE, "shards",
                    "cannot send this net: a member is sent at most %d bytes, and it has %zu", HEX_TRAIN_TASK_MAX,
                    task);
}

/* Reads the member "train". Returns NULL after reporting an error. */
static struct hex_training *read_training(struct reader *r, struct hex_training *training)
{
    struct reader train;
    if (!reader_object(&train, r, "train"))
        return NULL;
    hex_train_read_config(&train, training->from, &training->config);
    hex_members_read(&train, &training->members);
    if (reader_ok(r))
        check_from(&train, training);
    if (reader_ok(r))
        check_memory(&train, training);
    if (reader_ok(r) && training->members.count)
        check_members(&train, training);
    return reader_ok(r) ? training : NULL;
}

void hex_train_read(struct reader *r, void **problem)
{
    static const char *const members[] = {"train", "from", NULL};
    struct hex_training *training = READER_NEW(r, struct hex_training, 1);
    reader_only(r, members);
    if (!training)
        return;
    read_from(r, training);
    *problem = read_training(r, training);
}

struct hex_training *hex_train_read_beside(struct reader *r, const uint8_t *from, size_t from_len,
                                           struct nash_error *error)
{
    static const char *const members[] = {"train", NULL}, *const required[] = {"train", NULL};
    struct hex_training *training = READER_NEW(r, struct hex_training, 1);
    reader_only(r, members);
    reader_require(r, required);
    if (!training || (from && !read_checkpoint(r, from, from_len, training, error)))
        return NULL;
    return read_training(r, training);
}
