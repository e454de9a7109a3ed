/* Looks at checkpoints. */
#include <cli/commands.h>
#include <stdio.h>
#include <string.h>

#include <nash/hash.h>
#include <solvers/hex/checkpoint/model.h>
#include <solvers/hex/net/play_net.h>
#include <solvers/hex/train/form.h>
#include <solvers/hex/train/write.h>

#include "files.h"

enum { ARENA_BYTES = 512 << 20, PATH_BYTES = 4096 };

struct shown {
    struct nash_buf bytes;
    struct nash_arena *arena;
    struct hex_checkpoint checkpoint;
};

/* Returns false after a message. shown_free() is needed in any case. */
static bool shown_read(struct shown *shown, const char *path)
{
    struct nash_error error = {.detail = "out of memory"};
    *shown = (struct shown){.bytes = NASH_BUF_INIT(0), .arena = nash_arena_new(ARENA_BYTES)};
    if (!train_file_read(path, HEX_CHECKPOINT_MAX, &shown->bytes))
        return false;
    if (shown->arena != NULL && hex_checkpoint_read((const uint8_t *)shown->bytes.data, shown->bytes.len, shown->arena,
                                                    &shown->checkpoint, &error) == NASH_OK)
        return true;
    fprintf(stderr, "nashd train: %s: %s\n", path, error.detail);
    return false;
}

static void shown_free(struct shown *shown)
{
    nash_buf_free(&shown->bytes);
    nash_arena_free(shown->arena);
}

static void write_parts(const struct hex_checkpoint *checkpoint, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "parts");
    for (unsigned i = 0; i < checkpoint->parts; i++)
        nash_jsonw_kuint(out, checkpoint->part[i].name, checkpoint->part[i].len);
    nash_jsonw_object_end(out);
}

int train_show(const char *path)
{
    struct shown shown;
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    bool read = shown_read(&shown, path);
    if (read) {
        const struct hex_checkpoint *checkpoint = &shown.checkpoint;
        nash_jsonw_object(&out);
        nash_jsonw_kuint(&out, "bytes", shown.bytes.len);
        hex_train_write_hash(nash_sha256_of(shown.bytes.data, shown.bytes.len), &out);
        hex_train_write_net(&checkpoint->shape, &out);
        nash_jsonw_kuint(&out, "weights", hex_net_weights(&checkpoint->shape));
        write_parts(checkpoint, &out);
        if (checkpoint->training_len > 0)
            nash_jsonw_kraw(&out, "training", checkpoint->training, checkpoint->training_len);
        nash_jsonw_object_end(&out);
        puts(nash_buf_cstr(&json));
    }
    nash_buf_free(&json);
    shown_free(&shown);
    return read ? COMMAND_DONE : COMMAND_FAILED;
}

int train_export_net(const char *path, const char *out)
{
    struct shown shown;
    char beside[PATH_BYTES];
    bool written = false;
    if (out == NULL) {
        snprintf(beside, sizeof beside, "%s.net", path);
        out = beside;
    }
    if (shown_read(&shown, path)) {
        size_t len = hex_play_net_bytes(&shown.checkpoint.shape);
        uint8_t *net = nash_arena_alloc_raw(shown.arena, len, 1);
        if (net != NULL && hex_model_play_net(&shown.checkpoint, shown.arena, net))
            written = train_file_write(out, net, len);
        else
            fprintf(stderr, "nashd train: %s: out of memory\n", path);
        if (written)
            printf("%s: %zu bytes\n", out, len);
    }
    shown_free(&shown);
    return written ? COMMAND_DONE : COMMAND_FAILED;
}
