/* Reads play nets. */
#include "net_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/hex/net/play_net.h>

enum { NET_FILE_MAX = 64 << 20 };

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

bool net_file_read(const char *path, struct nash_buf *net, char *why, size_t size)
{
    int error = add_file(path, net);
    const char *wrong = error == 0 ? net_fault(net) : strerror(error);
    if (wrong != NULL)
        snprintf(why, size, "%s: %s", path, wrong);
    return wrong == NULL;
}
