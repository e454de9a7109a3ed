/* A checkpoint: a network and, unless it was stripped, all that a training needs to go on from it, as one file.
 *
 *   "nashckp1"  u32 length of the header  the header, JSON  the parts, each aligned to 64 bytes  SHA-256 of all before
 *
 * The header has the format, the shape of the network, a list of the parts (name, offset from the first part, length in
 * bytes), and the training, an object that only src/solvers/hex/train reads:
 *
 *   {"format":1,"net":{"layers":2,"channels":16,"wide":[16,0],"residual":false,"head":"board"},
 *    "parts":[{"name":"weights","offset":0,"length":5248}],"training":{}}
 *
 * A full head also has "rows" and "cols". There is no white space before the training, and bytes between parts are 0:
 * each checkpoint has one form, and what read() accepts, write() writes again. All numbers are little-endian.
 *
 * The part "weights" is required: hex_net_weights() floats. So many have "target" and "best"; "optimiser" has a
 * multiple of them. All these floats are finite. Other parts are known to the training alone. Nothing is used before
 * sizes, offsets and the hash have been checked. */
#ifndef HEX_CHECKPOINT_CHECKPOINT_H
#define HEX_CHECKPOINT_CHECKPOINT_H

#include <nash/arena.h>
#include <nash/buf.h>
#include <nash/status.h>
#include <solvers/hex/net/shape.h>

enum {
    HEX_CHECKPOINT_PARTS_MAX = 8,
    HEX_PART_NAME_MAX = 24,              /* with the NUL */
    HEX_CHECKPOINT_HEADER_MAX = 1 << 20, /* bytes of the header */
    HEX_CHECKPOINT_MAX = 192 << 20       /* bytes of the file */
};

struct hex_checkpoint_part {
    char name[HEX_PART_NAME_MAX]; /* "weights", "optimiser", "target", "best", "replay", "state"; a-z, 0-9, '-' */
    const uint8_t *bytes;         /* [len]; of read(): in the file's bytes, aligned as they are */
    size_t len;
};

struct hex_checkpoint {
    struct hex_net_shape shape;
    const char *training; /* a JSON object, [training_len] */
    size_t training_len;
    struct hex_checkpoint_part part[HEX_CHECKPOINT_PARTS_MAX];
    unsigned parts;
};

/* Appends the file. A failed allocation marks the buffer; so does a file that is too large. */
void hex_checkpoint_write(const struct hex_checkpoint *checkpoint, struct nash_buf *out);
/* Reads a file; the checkpoint points into its bytes and, for the training, into the arena. NASH_UNPROCESSABLE with
 * *error: it is none, is cut off or changed, or has sizes that do not fit. */
enum nash_status hex_checkpoint_read(const uint8_t *bytes, size_t len, struct nash_arena *arena,
                                     struct hex_checkpoint *checkpoint, struct nash_error *error);
/* Returns the part of this name, or NULL. */
const struct hex_checkpoint_part *hex_checkpoint_part(const struct hex_checkpoint *checkpoint, const char *name);
/* Copies a part of len / 4 floats, whatever its alignment and the byte order of the machine. */
void hex_checkpoint_floats(const struct hex_checkpoint_part *part, float *out);

#endif
