/* Writes and reads checkpoints. The one form of a checkpoint makes reading simple: what the header says of the network
 * and the parts is read as JSON, written again, and must be the same bytes; the rest of the header is the training. */
#include "checkpoint.h"

#include <string.h>

#include <base/little_endian.h>
#include <nash/hash.h>
#include <nash/jsonw.h>
#include <solvers/kit/reader.h>

static const char magic[8] = {'n', 'a', 's', 'h', 'c', 'k', 'p', '1'};
enum { FORMAT = 1, HEAD_BYTES = sizeof magic + 4, PART_ALIGN = 64, FLOAT_BYTES = 4 };

/* In the order of enum hex_net_head. */
static const char *const head_words[] = {"board", "full", NULL};

static size_t aligned(size_t size)
{
    return (size + PART_ALIGN - 1) / PART_ALIGN * PART_ALIGN;
}

/* ---- writing ---- */

static void write_net(const struct hex_net_shape *shape, struct nash_jsonw *w)
{
    nash_jsonw_kobject(w, "net");
    nash_jsonw_kuint(w, "layers", shape->layers);
    nash_jsonw_kuint(w, "channels", shape->channels);
    nash_jsonw_karray(w, "wide");
    for (unsigned i = 0; i < shape->layers && i < HEX_NET_LAYERS_MAX; i++)
        nash_jsonw_uint(w, shape->wide[i]);
    nash_jsonw_array_end(w);
    nash_jsonw_kbool(w, "residual", shape->residual);
    nash_jsonw_kstring(w, "head", head_words[shape->head]);
    if (shape->head == HEX_HEAD_FULL) {
        nash_jsonw_kuint(w, "rows", shape->rows);
        nash_jsonw_kuint(w, "cols", shape->cols);
    }
    nash_jsonw_object_end(w);
}

/* Writes the header up to the training. */
static void write_front(const struct hex_checkpoint *checkpoint, struct nash_buf *out)
{
    struct nash_jsonw w = NASH_JSONW(out);
    size_t offset = 0;
    nash_jsonw_object(&w);
    nash_jsonw_kuint(&w, "format", FORMAT);
    write_net(&checkpoint->shape, &w);
    nash_jsonw_karray(&w, "parts");
    for (unsigned i = 0; i < checkpoint->parts; i++) {
        nash_jsonw_object(&w);
        nash_jsonw_kstring(&w, "name", checkpoint->part[i].name);
        nash_jsonw_kuint(&w, "offset", offset);
        nash_jsonw_kuint(&w, "length", checkpoint->part[i].len);
        nash_jsonw_object_end(&w);
        offset = aligned(offset + checkpoint->part[i].len);
    }
    nash_jsonw_array_end(&w);
    nash_jsonw_key(&w, "training");
}

/* Appends zeroes until the length from `start` on is aligned. */
static void write_padding(struct nash_buf *out, size_t start)
{
    static const uint8_t zeroes[PART_ALIGN];
    size_t len = out->len - start;
    nash_buf_add(out, zeroes, aligned(len) - len);
}

/* Returns an upper bound of the file's length; SIZE_MAX: it is too large. */
static size_t length_bound(const struct hex_checkpoint *checkpoint)
{
    enum { FRONT_MAX = 4096 };
    size_t len = HEAD_BYTES + FRONT_MAX + NASH_HASH_BYTES + PART_ALIGN;
    if (checkpoint->training_len > HEX_CHECKPOINT_HEADER_MAX - FRONT_MAX)
        return SIZE_MAX;
    len += checkpoint->training_len;
    for (unsigned i = 0; i < checkpoint->parts; i++) {
        if (checkpoint->part[i].len > HEX_CHECKPOINT_MAX)
            return SIZE_MAX;
        len += aligned(checkpoint->part[i].len);
    }
    return len <= HEX_CHECKPOINT_MAX ? len : SIZE_MAX;
}

void hex_checkpoint_write(const struct hex_checkpoint *checkpoint, struct nash_buf *out)
{
    size_t start = out->len, bound = length_bound(checkpoint);
    if (bound == SIZE_MAX || !nash_buf_reserve(out, bound)) {
        out->failed = true;
        return;
    }
    uint8_t len[4] = {0};
    nash_buf_add(out, magic, sizeof magic);
    nash_buf_add(out, len, sizeof len);
    write_front(checkpoint, out);
    nash_buf_add(out, checkpoint->training, checkpoint->training_len);
    nash_buf_putc(out, '}');
    if (out->failed)
        return;
    bytes_put(len, 4, out->len - start - HEAD_BYTES);
    memcpy(out->data + start + sizeof magic, len, sizeof len);
    for (unsigned i = 0; i < checkpoint->parts; i++) {
        write_padding(out, start);
        nash_buf_add(out, checkpoint->part[i].bytes, checkpoint->part[i].len);
    }
    if (out->failed)
        return;
    struct nash_hash hash = nash_sha256_of(out->data + start, out->len - start);
    nash_buf_add(out, hash.byte, sizeof hash.byte);
}

/* ---- reading the header ---- */

static void read_net(struct reader *root, struct hex_net_shape *shape)
{
    static const char *const members[] = {"layers", "channels", "wide", "residual", "head", "rows", "cols", NULL};
    struct reader net;
    if (!reader_object(&net, root, "net"))
        return;
    reader_only_listed(&net, members);
    shape->layers = (uint16_t)reader_int(&net, "layers", 1, HEX_NET_LAYERS_MAX, 0);
    shape->channels = (uint16_t)reader_int(&net, "channels", 1, HEX_NET_CHANNELS_MAX, 0);
    struct nash_json_ints wide = reader_ints(&net, "wide");
    if (wide.count != shape->layers)
        reader_fail(&net, NASH_UNPROCESSABLE, "wide", "has %zu numbers for %u layers", wide.count, shape->layers);
    for (size_t i = 0; i < wide.count && i < HEX_NET_LAYERS_MAX; i++) {
        if (wide.value[i] < 0 || wide.value[i] > shape->channels)
            reader_fail_at(&net, NASH_UNPROCESSABLE, "wide", i, "must be from 0 to %u", shape->channels);
        else
            shape->wide[i] = (uint16_t)wide.value[i];
    }
    shape->residual = reader_bool(&net, "residual", false);
    shape->head = (uint8_t)reader_enum(&net, "head", head_words, HEX_HEAD_BOARD);
    shape->rows = (uint8_t)reader_int(&net, "rows", 0, UINT8_MAX, 0);
    shape->cols = (uint8_t)reader_int(&net, "cols", 0, UINT8_MAX, 0);
    const char *wrong = reader_ok(&net) ? hex_net_shape_wrong(shape) : NULL;
    if (wrong != NULL)
        reader_fail(&net, NASH_UNPROCESSABLE, NULL, "no network has this shape: %s", wrong);
}

static bool is_part_name(const char *name)
{
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return len > 0 && len < HEX_PART_NAME_MAX && name[len] == '\0';
}

/* Reads a part's name and length; its bytes begin `offset` after the first part, of which `room` bytes exist. */
static void read_part(struct reader *item, const uint8_t *first, size_t room, size_t *offset,
                      struct hex_checkpoint *checkpoint)
{
    static const char *const members[] = {"name", "offset", "length", NULL};
    reader_only_listed(item, members);
    reader_require(item, members);
    const char *name = reader_string(item, "name", HEX_PART_NAME_MAX - 1);
    size_t at = (size_t)reader_int(item, "offset", 0, HEX_CHECKPOINT_MAX, 0);
    size_t len = (size_t)reader_int(item, "length", 0, HEX_CHECKPOINT_MAX, 0);
    if (!reader_ok(item))
        return;
    if (!is_part_name(name) || hex_checkpoint_part(checkpoint, name) != NULL)
        reader_fail(item, NASH_UNPROCESSABLE, "name", "must be a-z, 0-9 and '-', and no part's before it");
    else if (at != *offset || at > room || len > room - at)
        reader_fail(item, NASH_UNPROCESSABLE, NULL, "does not fit: %zu bytes at %zu of %zu, after %zu", len, at, room,
                    *offset);
    else {
        struct hex_checkpoint_part *part = &checkpoint->part[checkpoint->parts++];
        strcpy(part->name, name);
        part->bytes = first + at;
        part->len = len;
        *offset = aligned(at + len);
    }
}

/* Reads the list of the parts, which lie one after the other in first[room] up to its end. */
static void read_parts(struct reader *root, const uint8_t *first, size_t room, struct hex_checkpoint *checkpoint)
{
    struct reader array, item = {0};
    size_t offset = 0;
    if (!reader_array(&array, root, "parts"))
        return;
    if (reader_count(&array) < 1 || reader_count(&array) > HEX_CHECKPOINT_PARTS_MAX) {
        reader_fail(&array, NASH_UNPROCESSABLE, NULL, "must have 1 to %d parts", HEX_CHECKPOINT_PARTS_MAX);
        return;
    }
    while (reader_ok(root) && reader_item(&item, &array))
        read_part(&item, first, room, &offset, checkpoint);
    if (!reader_ok(root))
        return;
    const struct hex_checkpoint_part *last = &checkpoint->part[checkpoint->parts - 1];
    if (last->bytes + last->len != first + room)
        reader_fail(&array, NASH_UNPROCESSABLE, NULL, "the file has bytes after its last part");
}

/* Checks that the header has the one form of what was read, and sets the training to its rest. */
static void read_training(struct reader *root, const char *header, size_t len, struct hex_checkpoint *checkpoint)
{
    struct nash_buf front = NASH_BUF_INIT(0);
    write_front(checkpoint, &front);
    bool same = !front.failed && len > front.len && memcmp(header, front.data, front.len) == 0;
    if (front.failed)
        reader_nomem(root);
    else if (!same || header[front.len] != '{' || header[len - 1] != '}')
        reader_fail(root, NASH_UNPROCESSABLE, NULL, "the header has not the form of a checkpoint's");
    else
        checkpoint->training = nash_arena_strndup(root->arena, header + front.len, len - 1 - front.len);
    if (same && reader_ok(root) && checkpoint->training == NULL)
        reader_nomem(root);
    checkpoint->training_len = len - 1 - front.len;
    nash_buf_free(&front);
}

static enum nash_status read_header(const char *header, size_t len, const uint8_t *first, size_t room,
                                    struct nash_arena *arena, struct hex_checkpoint *checkpoint,
                                    struct nash_error *error)
{
    static const char *const members[] = {"format", "net", "parts", "training", NULL};
    struct nash_json doc;
    struct reader r;
    enum nash_status status = nash_json_parse(&doc, header, len, arena, error);
    if (status != NASH_OK)
        return status;
    reader_root(&r, &doc, arena, error);
    reader_only_listed(&r, members);
    reader_require(&r, members);
    reader_int(&r, "format", FORMAT, FORMAT, FORMAT);
    read_net(&r, &checkpoint->shape);
    read_parts(&r, first, room, checkpoint);
    if (reader_ok(&r))
        read_training(&r, header, len, checkpoint);
    nash_json_free(&doc);
    return reader_status(&r);
}

/* ---- reading the file ---- */

static enum nash_status refuse(struct nash_error *error, const char *why)
{
    return nash_fail(error, NASH_UNPROCESSABLE, "", "%s", why);
}

/* Returns false when a float is infinite or not a number: all bits of its exponent are 1. */
static bool are_finite(const uint8_t *bytes, size_t len)
{
    unsigned wrong = 0;
    for (size_t i = 0; i + FLOAT_BYTES <= len; i += FLOAT_BYTES)
        wrong |= (unsigned)((bytes[i + 3] & 0x7f) == 0x7f) & (unsigned)(bytes[i + 2] >> 7);
    return wrong == 0;
}

static bool is_padding_zero(const uint8_t *from, const uint8_t *to)
{
    while (from < to && *from == 0)
        from++;
    return from == to;
}

/* Checks the lengths and values of the parts that hold weights. */
static enum nash_status check_weights(const struct hex_checkpoint *checkpoint, struct nash_error *error)
{
    static const char *const names[] = {"weights", "target", "best", "optimiser"};
    uint64_t len = (uint64_t)hex_net_weights(&checkpoint->shape) * FLOAT_BYTES;
    if (hex_checkpoint_part(checkpoint, "weights") == NULL)
        return refuse(error, "the checkpoint has no weights");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct hex_checkpoint_part *part = hex_checkpoint_part(checkpoint, names[i]);
        if (part == NULL)
            continue;
        bool fits = strcmp(names[i], "optimiser") == 0 ? part->len > 0 && part->len % len == 0 : part->len == len;
        if (!fits)
            return nash_fail(error, NASH_UNPROCESSABLE, "",
                             "the part \"%s\" has %zu bytes, the weights of this network %llu", names[i], part->len,
                             (unsigned long long)len);
        if (!are_finite(part->bytes, part->len))
            return nash_fail(error, NASH_UNPROCESSABLE, "", "the part \"%s\" has numbers that are not finite",
                             names[i]);
    }
    return NASH_OK;
}

/* Checks that no byte between header and parts, and between parts, has a value. */
static bool are_gaps_zero(const uint8_t *header_end, const struct hex_checkpoint *checkpoint)
{
    const uint8_t *end = header_end;
    bool zero = true;
    for (unsigned i = 0; i < checkpoint->parts; i++) {
        zero &= is_padding_zero(end, checkpoint->part[i].bytes);
        end = checkpoint->part[i].bytes + checkpoint->part[i].len;
    }
    return zero;
}

enum nash_status hex_checkpoint_read(const uint8_t *bytes, size_t len, struct nash_arena *arena,
                                     struct hex_checkpoint *checkpoint, struct nash_error *error)
{
    *checkpoint = (struct hex_checkpoint){0};
    if (len < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return refuse(error, "this is no checkpoint: it does not begin with \"nashckp1\"");
    if (len > HEX_CHECKPOINT_MAX)
        return refuse(error, "a checkpoint has at most 192 MiB");
    if (len < HEAD_BYTES + NASH_HASH_BYTES)
        return refuse(error, "the checkpoint is cut off");
    struct bytes_reader reader = {.at = bytes + sizeof magic, .left = 4};
    size_t body = len - NASH_HASH_BYTES, header_len = (size_t)bytes_next(&reader, 4);
    if (header_len > HEX_CHECKPOINT_HEADER_MAX || aligned(HEAD_BYTES + header_len) > body)
        return refuse(error, "the checkpoint is cut off: its header does not fit");
    struct nash_hash hash = nash_sha256_of(bytes, body);
    if (memcmp(hash.byte, bytes + body, sizeof hash.byte) != 0)
        return refuse(error, "the checkpoint was changed or cut off: its SHA-256 does not fit");
    size_t first = aligned(HEAD_BYTES + header_len);
    enum nash_status status = read_header((const char *)bytes + HEAD_BYTES, header_len, bytes + first, body - first,
                                          arena, checkpoint, error);
    if (status == NASH_NOMEM)
        return status;
    if (status != NASH_OK) { /* the place is one in the header, not in a request */
        char detail[sizeof error->detail], pointer[sizeof error->pointer];
        memcpy(detail, error->detail, sizeof detail);
        memcpy(pointer, error->pointer, sizeof pointer);
        return nash_fail(error, NASH_UNPROCESSABLE, "", "the header of the checkpoint, at \"%s\": %s", pointer, detail);
    }
    if (!are_gaps_zero(bytes + HEAD_BYTES + header_len, checkpoint))
        return refuse(error, "the checkpoint has bytes between its parts");
    return check_weights(checkpoint, error);
}

const struct hex_checkpoint_part *hex_checkpoint_part(const struct hex_checkpoint *checkpoint, const char *name)
{
    for (unsigned i = 0; i < checkpoint->parts; i++)
        if (strcmp(checkpoint->part[i].name, name) == 0)
            return &checkpoint->part[i];
    return NULL;
}

void hex_checkpoint_floats(const struct hex_checkpoint_part *part, float *out)
{
    struct bytes_reader reader = {.at = part->bytes, .left = part->len};
    for (size_t i = 0; i < part->len / FLOAT_BYTES; i++) {
        uint32_t bits = (uint32_t)bytes_next(&reader, FLOAT_BYTES);
        memcpy(&out[i], &bits, sizeof bits);
    }
}
