/* Checkpoints: what is written is read again; what is cut off, changed or does not fit is refused. */
#include <string.h>

#include <base/little_endian.h>
#include <nash/hash.h>
#include <solvers/hex/checkpoint/checkpoint.h>

#include "../base/test.h"

static const struct hex_net_shape small = {.layers = 3, .channels = 16, .wide = {16, 0, 0}, .residual = true};
static const struct hex_net_shape full = {
    .layers = 1, .channels = 32, .wide = {16}, .head = HEX_HEAD_FULL, .rows = 5, .cols = 4};
static const char training[] = "{\"recipe\":\"self_play\",\"step\":\"12345678901234567890\",\"rate\":[0.001,1e-4]}";

static struct nash_arena *arena;

static int setup(void **state)
{
    (void)state;
    arena = nash_arena_new(16 << 20);
    return arena == NULL;
}

static int teardown(void **state)
{
    (void)state;
    nash_arena_free(arena);
    return 0;
}

/* Returns bytes of `floats` finite floats. */
static uint8_t *random_floats(struct nash_rng *rng, size_t floats)
{
    uint8_t *bytes = nash_arena_alloc(arena, floats * 4);
    for (size_t i = 0; i < floats; i++) {
        float value = (float)nash_rng_below(rng, 2000001) / 1000 - 1000;
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        bytes_put(bytes + 4 * i, 4, bits);
    }
    return bytes;
}

static void add_part(struct hex_checkpoint *checkpoint, const char *name, const uint8_t *bytes, size_t len)
{
    struct hex_checkpoint_part *part = &checkpoint->part[checkpoint->parts++];
    strcpy(part->name, name);
    part->bytes = bytes;
    part->len = len;
}

/* A checkpoint with all parts; the replay has an odd length. */
static struct hex_checkpoint sample(const struct hex_net_shape *shape)
{
    struct nash_rng rng = test_rng();
    struct hex_checkpoint checkpoint = {.shape = *shape, .training = training, .training_len = sizeof training - 1};
    size_t floats = hex_net_weights(shape);
    add_part(&checkpoint, "weights", random_floats(&rng, floats), 4 * floats);
    add_part(&checkpoint, "optimiser", random_floats(&rng, 2 * floats), 8 * floats);
    add_part(&checkpoint, "target", random_floats(&rng, floats), 4 * floats);
    add_part(&checkpoint, "replay", random_floats(&rng, 100), 399);
    add_part(&checkpoint, "state", NULL, 0);
    return checkpoint;
}

static struct nash_buf written(const struct hex_checkpoint *checkpoint)
{
    struct nash_buf out = NASH_BUF_INIT(0);
    hex_checkpoint_write(checkpoint, &out);
    assert_false(out.failed);
    return out;
}

/* Replaces the hash by that of the changed bytes. */
static void sign(struct nash_buf *file)
{
    struct nash_hash hash = nash_sha256_of(file->data, file->len - NASH_HASH_BYTES);
    memcpy(file->data + file->len - NASH_HASH_BYTES, hash.byte, NASH_HASH_BYTES);
}

static void assert_refused(const void *bytes, size_t len, const char *why)
{
    struct hex_checkpoint checkpoint;
    struct nash_error error = {0};
    enum nash_status status = hex_checkpoint_read(bytes, len, arena, &checkpoint, &error);
    if (status != NASH_UNPROCESSABLE || strstr(error.detail, why) == NULL)
        fail_msg("%s: status %d, %s", why, status, error.detail);
}

static void check_round_trip(const struct hex_net_shape *shape)
{
    struct nash_error error = {0};
    struct hex_checkpoint first = sample(shape), again;
    struct nash_buf file = NASH_BUF_INIT(0), copy = NASH_BUF_INIT(0);
    nash_buf_puts(&file, "before"); /* alignment counts from the beginning of the file */
    hex_checkpoint_write(&first, &file);
    assert_false(file.failed);
    if (hex_checkpoint_read((uint8_t *)file.data + 6, file.len - 6, arena, &again, &error) != NASH_OK)
        fail_msg("refused: %s", error.detail);
    assert_true(hex_net_shape_equal(&again.shape, shape));
    assert_int_equal(again.training_len, first.training_len);
    assert_memory_equal(again.training, training, sizeof training - 1);
    assert_int_equal(again.parts, first.parts);
    for (unsigned i = 0; i < first.parts; i++) {
        const struct hex_checkpoint_part *part = hex_checkpoint_part(&again, first.part[i].name);
        assert_non_null(part);
        assert_int_equal(part->len, first.part[i].len);
        assert_int_equal((part->bytes - (uint8_t *)file.data - 6) % 64, 0);
        if (part->len > 0)
            assert_memory_equal(part->bytes, first.part[i].bytes, part->len);
    }
    assert_null(hex_checkpoint_part(&again, "nothing"));
    hex_checkpoint_write(&again, &copy);
    assert_int_equal(copy.len, file.len - 6);
    assert_memory_equal(copy.data, file.data + 6, copy.len);
    nash_buf_free(&file);
    nash_buf_free(&copy);
}

static void test_round_trip(void **state)
{
    (void)state;
    check_round_trip(&small);
    check_round_trip(&full);
}

static void test_floats(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc1};
    const struct hex_checkpoint_part part = {.bytes = bytes, .len = sizeof bytes};
    float out[2];
    hex_checkpoint_floats(&part, out);
    assert_true(out[0] == 1.0f && out[1] == -10.0f);
}

/* Every prefix of a file, and every file with one changed byte, is refused. */
static void test_damage(void **state)
{
    (void)state;
    struct hex_checkpoint checkpoint = sample(&small);
    struct nash_buf file = written(&checkpoint);
    struct nash_rng rng = test_rng();
    for (size_t len = 0; len < file.len; len += len < 600 ? 1 : 1 + nash_rng_below(&rng, 997))
        assert_refused(file.data, len, "checkpoint");
    for (size_t at = 0; at < file.len; at += at < 600 ? 1 : 1 + nash_rng_below(&rng, 997)) {
        file.data[at] = (char)(file.data[at] ^ 1 << nash_rng_below(&rng, 8));
        struct hex_checkpoint read;
        struct nash_error error = {0};
        assert_int_equal(hex_checkpoint_read((uint8_t *)file.data, file.len, arena, &read, &error), NASH_UNPROCESSABLE);
        nash_buf_free(&file);
        file = written(&checkpoint);
    }
    nash_buf_putc(&file, 0);
    assert_refused(file.data, file.len, "SHA-256");
    nash_buf_free(&file);
}

/* Files that some program could have written: the hash fits, the contents do not. */
static void test_contents(void **state)
{
    (void)state;
    struct hex_checkpoint checkpoint = sample(&small);
    size_t len = checkpoint.part[0].len;
    struct {
        unsigned part;
        size_t len;
        const char *why;
    } cases[] = {{0, len - 4, "\"weights\" has"},
                 {0, 0, "\"weights\" has"},
                 {1, len + 4, "\"optimiser\" has"},
                 {1, 0, "\"optimiser\" has"},
                 {2, len - 1, "\"target\" has"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hex_checkpoint wrong = checkpoint;
        wrong.part[cases[i].part].len = cases[i].len;
        struct nash_buf file = written(&wrong);
        assert_refused(file.data, file.len, cases[i].why);
        nash_buf_free(&file);
    }
    static const uint32_t not_finite[] = {0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff};
    for (unsigned part = 0; part < 3; part++)
        for (size_t i = 0; i < sizeof not_finite / sizeof *not_finite; i++) {
            struct hex_checkpoint wrong = sample(&small);
            bytes_put((uint8_t *)(uintptr_t)wrong.part[part].bytes + wrong.part[part].len - 4, 4, not_finite[i]);
            struct nash_buf file = written(&wrong);
            assert_refused(file.data, file.len, "not finite");
            nash_buf_free(&file);
        }
    struct hex_checkpoint none = sample(&small);
    strcpy(none.part[0].name, "other");
    struct nash_buf file = written(&none);
    assert_refused(file.data, file.len, "no weights");
    nash_buf_free(&file);
}

/* Replaces the first `from` in the header by `to`, which is as long, and signs the file. */
static void assert_header_refused(const char *from, const char *to, const char *why)
{
    struct hex_checkpoint checkpoint = sample(&small);
    struct nash_buf file = written(&checkpoint);
    char *at = memmem(file.data, 2000, from, strlen(from));
    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
    sign(&file);
    assert_refused(file.data, file.len, why);
    nash_buf_free(&file);
}

static void test_header(void **state)
{
    (void)state;
    assert_header_refused("\"format\":1", "\"format\":2", "/format");
    assert_header_refused("\"layers\":3", "\"layers\":2", "/net/wide");
    assert_header_refused("\"layers\":3", "\"layers\":0", "/net/layers");
    assert_header_refused("\"channels\":16", "\"channels\":17", "/net");
    assert_header_refused("[16,0,0]", "[17,0,0]", "/net/wide/0");
    assert_header_refused("[16,0,0]", "[-1,0,0]", "/net/wide/0");
    assert_header_refused("[16,0,0]", "[\"\",0,0]", "/net/wide");
    assert_header_refused("[16,0,0]", "[16,0, ]", "header");
    assert_header_refused("true", "null", "/net/residual");
    assert_header_refused("\"board\"", "\"bored\"", "/net/head");
    assert_header_refused("\"residual\"", "\"Residual\"", "Residual");
    assert_header_refused("\"offset\":0", "\"offset\":1", "/parts/0");
    assert_header_refused("\"optimiser\"", "\"optimiseR\"", "/parts/1/name");
    assert_header_refused("\"target\"", "\"replay\"", "/parts/3/name");
    assert_header_refused("\"length\":399", "\"length\":398", "between its parts");
    assert_header_refused("\"length\":399", "\"length\":999", "/parts");
    assert_header_refused("\"length\":399", "\"length\":-39", "/parts/3/length");
    assert_header_refused("\"training\":{", "\"training\":[", "header");
    assert_header_refused("\"step\"", "\"rate\"", "header");
    assert_header_refused("{\"format\":1,", "{\"format\":1 ", "header");
    assert_header_refused("{\"format\":1,\"", "{ \"format\":1\"", "header");
}

/* The length of the header, and bytes where none may be. */
static void test_layout(void **state)
{
    (void)state;
    static const uint32_t lens[] = {
        0, 1, 63, HEX_CHECKPOINT_HEADER_MAX, HEX_CHECKPOINT_HEADER_MAX + 1, 0x7fffffff, 0xffffffc0, 0xffffffff};
    struct hex_checkpoint checkpoint = sample(&small);
    struct nash_buf file = written(&checkpoint);
    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++) {
        bytes_put((uint8_t *)file.data + 8, 4, lens[i]);
        sign(&file);
        assert_refused(file.data, file.len, "header");
    }
    nash_buf_free(&file);
    file = written(&checkpoint);
    file.data[file.len - NASH_HASH_BYTES - (64 - 399 % 64) - 1] ^= 1; /* the last byte of the replay may be any */
    sign(&file);
    struct hex_checkpoint read;
    struct nash_error error = {0};
    assert_int_equal(hex_checkpoint_read((uint8_t *)file.data, file.len, arena, &read, &error), NASH_OK);
    file.data[file.len - NASH_HASH_BYTES - 1] ^= 1; /* before the empty part at the end */
    sign(&file);
    assert_refused(file.data, file.len, "between its parts");
    nash_buf_free(&file);
}

/* What cannot be a file is not written. */
static void test_too_large(void **state)
{
    (void)state;
    struct hex_checkpoint checkpoint = sample(&small);
    struct nash_buf out = NASH_BUF_INIT(0);
    checkpoint.part[3].len = HEX_CHECKPOINT_MAX;
    hex_checkpoint_write(&checkpoint, &out);
    assert_true(out.failed);
    nash_buf_reset(&out);
    checkpoint.part[3].len = SIZE_MAX - 10;
    hex_checkpoint_write(&checkpoint, &out);
    assert_true(out.failed);
    nash_buf_reset(&out);
    checkpoint.part[3].len = 0;
    checkpoint.training_len = HEX_CHECKPOINT_HEADER_MAX;
    hex_checkpoint_write(&checkpoint, &out);
    assert_true(out.failed);
    nash_buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_floats), cmocka_unit_test(test_damage),
        cmocka_unit_test(test_contents),   cmocka_unit_test(test_header), cmocka_unit_test(test_layout),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
