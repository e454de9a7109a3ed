/* Checkpoints as the models of the kind. */
#include <solvers/hex/net/play_net.h>
#include <solvers/hex/write/write.h>

#include "model.h"

static void write_shape(const struct hex_net_shape *shape, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "shape");
    nash_jsonw_kuint(out, "layers", shape->layers);
    nash_jsonw_kuint(out, "channels", shape->channels);
    nash_jsonw_karray(out, "wide");
    for (unsigned i = 0; i < shape->layers; i++)
        nash_jsonw_uint(out, shape->wide[i]);
    nash_jsonw_array_end(out);
    nash_jsonw_kbool(out, "residual", shape->residual);
    nash_jsonw_kstring(out, "head", shape->head == HEX_HEAD_FULL ? "full" : "board");
    if (shape->head == HEX_HEAD_FULL) {
        nash_jsonw_kuint(out, "rows", shape->rows);
        nash_jsonw_kuint(out, "cols", shape->cols);
    }
    nash_jsonw_object_end(out);
    nash_jsonw_kuint(out, "weights", hex_net_weights(shape));
}

static void write_parts(const struct hex_checkpoint *checkpoint, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "parts");
    for (unsigned i = 0; i < checkpoint->parts; i++)
        nash_jsonw_kuint(out, checkpoint->part[i].name, checkpoint->part[i].len);
    nash_jsonw_object_end(out);
}

static enum nash_status models_read(const void *bytes, size_t len, struct nash_arena *arena, struct nash_jsonw *about,
                                    struct nash_buf *net, struct nash_error *error)
{
    struct hex_checkpoint checkpoint;
    enum nash_status status = hex_checkpoint_read(bytes, len, arena, &checkpoint, error);
    if (status != NASH_OK)
        return status;
    size_t size = hex_play_net_bytes(&checkpoint.shape);
    if (!nash_buf_reserve(net, size) || !hex_model_play_net(&checkpoint, arena, (uint8_t *)net->data + net->len))
        return nash_fail(error, NASH_NOMEM, "", "no memory for the play net");
    net->len += size;
    write_shape(&checkpoint.shape, about);
    hex_write_net(about, (const uint8_t *)net->data, net->len);
    write_parts(&checkpoint, about);
    nash_jsonw_kraw(about, "training", checkpoint.training, checkpoint.training_len);
    return NASH_OK;
}

static enum nash_status models_standard(struct nash_jsonw *about, struct nash_buf *net, struct nash_error *error)
{
    struct hex_net_shape shape;
    const char *wrong = hex_play_net_peek(hex_default_net, hex_default_net_len, &shape);
    if (wrong)
        return nash_fail(error, NASH_INTERNAL, "", "the default net of this program cannot be read: %s", wrong);
    write_shape(&shape, about);
    hex_write_net(about, hex_default_net, hex_default_net_len);
    nash_buf_add(net, hex_default_net, hex_default_net_len);
    return NASH_OK;
}

static void write_engine(struct nash_jsonw *out)
{
    nash_jsonw_kstring(out, "engine", "dqn+search");
}

static const struct nash_model_place places[] = {
    {{NULL}, "train", "from", true}, {{"match", "a"}, NULL, "net", false}, {{"match", "b"}, NULL, "net", false},
    {{NULL}, NULL, "net", false},    {{NULL}, NULL, NULL, false},
};

/* read() copies the weights, and takes at most 43 MB besides for the largest networks, which have 191 MB. */
enum { MODELS_MEMORY = HEX_CHECKPOINT_MAX + (64 << 20) };

const struct nash_models hex_models = {.file_bytes = HEX_CHECKPOINT_MAX,
                                       .memory_bytes = MODELS_MEMORY,
                                       .places = places,
                                       .training = "train",
                                       .read = models_read,
                                       .standard = models_standard,
                                       .write_engine = write_engine};
