/* Looks at checkpoints. */
#include <cli/commands.h>
#include <cli/net_file.h>
#include <stdio.h>
#include <string.h>

#include <nash/hash.h>
#include <solvers/hex/train/form.h>
#include <solvers/hex/train/write.h>

#include "files.h"

enum { ARENA_BYTES = 64 << 20, PATH_BYTES = 4096, WHY_BYTES = 600 };

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
    struct nash_buf net = NASH_BUF_INIT(0);
    char beside[PATH_BYTES], why[WHY_BYTES];
    bool written = net_file_read(path, &net, why, sizeof why);
    snprintf(beside, sizeof beside, "%s.net", path);
    out = out != NULL ? out : beside;
    if (!written)
        fprintf(stderr, "nashd train: %s\n", why);
    else if ((written = train_file_write(out, net.data, net.len)))
        printf("%s: %zu bytes\n", out, net.len);
    nash_buf_free(&net);
    return written ? COMMAND_DONE : COMMAND_FAILED;
}
