/* Reads play nets. */
#include "net_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/hex/checkpoint/model.h>
#include <solvers/hex/net/play_net.h>

enum { NET_FILE_MAX = HEX_CHECKPOINT_MAX, ARENA_BYTES = 1 << 30 };

static const char checkpoint_magic[] = "nashckp1";

/* Appends a file. Returns 0 or an errno. */
static int add_file(const char *path, struct nash_buf *out)
{
    char part[16384];
    size_t len;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return errno;
    while ((len = fread(part, 1, sizeof part, file)) > 0 && out->len <= NET_FILE_MAX)
        nash_buf_add(out, part, len);
    int error = ferror(file) ? EIO : out->len > NET_FILE_MAX ? EFBIG : out->failed ? ENOMEM : 0;
    fclose(file);
    return error;
}

/* Returns why the bytes are no play net, or NULL. */
static const char *net_fault(const struct nash_buf *bytes)
{
    enum { ALIGNED = 64 };
    struct hex_net_shape shape;
    const char *wrong = hex_play_net_peek((const uint8_t *)bytes->data, bytes->len, &shape);
    if (wrong != NULL)
        return wrong;
    size_t memory = (hex_play_net_memory(&shape) + ALIGNED - 1) / ALIGNED * ALIGNED;
    struct hex_play_net *net = aligned_alloc(ALIGNED, memory);
    wrong = net != NULL ? hex_play_net_read((const uint8_t *)bytes->data, bytes->len, net) : "out of memory";
    free(net);
    return wrong;
}

/* Replaces the bytes of a checkpoint by its play net. */
static bool net_of_checkpoint(struct nash_buf *bytes, struct nash_arena *arena, struct nash_error *error)
{
    struct hex_checkpoint checkpoint;
    if (hex_checkpoint_read((const uint8_t *)bytes->data, bytes->len, arena, &checkpoint, error) != NASH_OK)
        return false;
    size_t len = hex_play_net_bytes(&checkpoint.shape);
    uint8_t *net = nash_arena_alloc(arena, len);
    if (net == NULL || !hex_model_play_net(&checkpoint, arena, net)) {
        nash_fail(error, NASH_NOMEM, "", "out of memory");
        return false;
    }
    nash_buf_reset(bytes);
    nash_buf_add(bytes, net, len);
    return true;
}

bool net_file_read(const char *path, struct nash_buf *net, char *why, size_t size)
{
    struct nash_error error = {.detail = "out of memory"};
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    int number = add_file(path, net);
    const char *wrong = arena == NULL ? error.detail : number != 0 ? strerror(number) : NULL;
    if (wrong == NULL && net->len >= sizeof checkpoint_magic - 1 &&
        memcmp(net->data, checkpoint_magic, sizeof checkpoint_magic - 1) == 0 && !net_of_checkpoint(net, arena, &error))
        wrong = error.detail;
    if (wrong == NULL)
        wrong = net_fault(net);
    if (wrong != NULL)
        snprintf(why, size, "%s: %s", path, wrong);
    nash_arena_free(arena);
    return wrong == NULL;
}
