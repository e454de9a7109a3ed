/* The loops of play nets, built once for each instruction set: see lanes.h. A tile of results is held in registers:
 * some cells of a row by one or two blocks of channels. */
#include "kernel.h"

#include "lanes.h"

#ifndef PLAY_VARIANT
#define PLAY_VARIANT play_kernel_plain
#define PLAY_NAME    "plain"
#endif

/* Writes `cells` cells of a row, of one block: 16 sums each, `step` apart. Floats are clamped before they are rounded;
 * 2^23 more leaves the integer in the low bits, rounded to even. */
INLINE void cells_finish(const struct play_results *results, const struct lanes *sums, unsigned step, unsigned row,
                         unsigned col, unsigned block, unsigned cells)
{
    if (!results->out) {
        int32_t *to = results->sums + ((size_t)(row * results->cols + col) * results->blocks + block) * PLAY_BLOCK;
        for (unsigned i = 0; i < cells; i++)
            memcpy(to + (size_t)i * results->blocks * PLAY_BLOCK, &sums[i * step], sizeof *sums);
        return;
    }
    const size_t at = row * results->width + col * PLAY_BLOCK + block * results->plane;
    const uint8_t *skip = results->skip ? results->skip + at : NULL;
    const float skip_scale = results->skip_scale;
    uint8_t *out = results->out + at;
    float_part scale[PARTS], bias[PARTS];
    memcpy(scale, results->scale + block * PLAY_BLOCK, sizeof scale);
    memcpy(bias, results->bias + block * PLAY_BLOCK, sizeof bias);
#pragma GCC unroll 1
    for (unsigned i = 0; i < cells; i++, out += PLAY_BLOCK) {
        int_part rounded[PARTS];
        for (unsigned p = 0; p < PARTS; p++) {
            float_part value = __builtin_convertvector(sums[i * step].part[p], float_part) * scale[p] + bias[p];
            if (skip)
                value += part_widen(skip + i * PLAY_BLOCK + p * PART_LANES) * skip_scale;
            rounded[p] = (int_part)(part_clamp(value) + 8388608.0f) & 0xff;
        }
        parts_narrow(rounded, out);
    }
}

/* Does this for each cell i of a tile. Written out, because compilers keep an array in registers only if all of its
 * indices are constants from the beginning. */
#define EACH_CELL(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
_Static_assert(TILE_CELLS <= 12 && TILE_BLOCKS <= 2, "");

/* Sums up `blocks` blocks of results from `block` on, of `cells` cells of a row; both are constants of the caller. */
INLINE void tile_convolve(const struct play_convolution *c, unsigned row, unsigned col, unsigned block, unsigned cells,
                          unsigned blocks)
{
    struct sums sums[12][2];
    const uint8_t *weights = (const uint8_t *)c->weights + (size_t)block * c->taps * c->blocks * (4 * QUAD_BYTES);
    const uint8_t *from = c->in + row * c->width + col * PLAY_BLOCK;
#define SUMS_CLEAR(i)                                                                                                  \
    if (i < cells)                                                                                                     \
        sums_clear(&sums[i][0]);                                                                                       \
    if (i < cells && blocks > 1)                                                                                       \
        sums_clear(&sums[i][1]);
    EACH_CELL(SUMS_CLEAR)
    for (unsigned t = 0; t < c->taps; t++) {
        const uint8_t *in = from + c->tap[t];
        for (unsigned b = 0; b < c->blocks; b++, in += c->plane)
#pragma GCC unroll 1
            for (unsigned q = 0; q < PLAY_BLOCK; q += 4, weights += blocks * QUAD_BYTES) {
                struct weights w0 = weights_load(weights), w1 = w0;
                if (blocks > 1)
                    w1 = weights_load(weights + QUAD_BYTES);
#define SUMS_ADD(i)                                                                                                    \
    if (i < cells) {                                                                                                   \
        struct quad quad = quad_load(in + i * PLAY_BLOCK + q);                                                         \
        sums_add(&sums[i][0], quad, w0);                                                                               \
        if (blocks > 1)                                                                                                \
            sums_add(&sums[i][1], quad, w1);                                                                           \
    }
                EACH_CELL(SUMS_ADD)
            }
    }
    struct lanes result[12][2];
#define RESULT(i)                                                                                                      \
    if (i < cells)                                                                                                     \
        result[i][0] = sums_lanes(&sums[i][0]);                                                                        \
    if (i < cells && blocks > 1)                                                                                       \
        result[i][1] = sums_lanes(&sums[i][1]);
    EACH_CELL(RESULT)
    for (unsigned k = 0; k < blocks; k++)
        cells_finish(&c->results, &result[0][k], 2, row, col, block + k, cells);
}

#define TILE_CASE(n)                                                                                                   \
    case n:                                                                                                            \
        if (n <= TILE_CELLS && blocks == TILE_BLOCKS)                                                                  \
            tile_convolve(c, row, col, block, n, TILE_BLOCKS);                                                         \
        else if (n <= TILE_CELLS)                                                                                      \
            tile_convolve(c, row, col, block, n, 1);                                                                   \
        break;

static void tile_of(const struct play_convolution *c, unsigned row, unsigned col, unsigned block, unsigned cells,
                    unsigned blocks)
{
    switch (cells) {
        TILE_CASE(1)
        TILE_CASE(2)
        TILE_CASE(3)
        TILE_CASE(4)
        TILE_CASE(5)
        TILE_CASE(6)
        TILE_CASE(7)
        TILE_CASE(8)
        TILE_CASE(9)
        TILE_CASE(10)
        TILE_CASE(11)
        TILE_CASE(12)
    }
}

/* Divides each row evenly into tiles. */
static void convolve(const struct play_convolution *c)
{
    const struct play_results *results = &c->results;
    unsigned tiles = (results->cols + TILE_CELLS - 1) / TILE_CELLS;
    for (unsigned block = 0; block < results->blocks; block += TILE_BLOCKS) {
        unsigned left = results->blocks - block, blocks = left < TILE_BLOCKS ? left : TILE_BLOCKS;
        for (unsigned row = 0; row < results->rows; row++)
            for (unsigned i = 0, col = 0; i < tiles; i++) {
                unsigned end = (i + 1) * results->cols / tiles;
                tile_of(c, row, col, block, end - col, blocks);
                col = end;
            }
    }
}

typedef int16_t short_lanes __attribute__((vector_size(32)));

static void first(const struct play_first *f)
{
    const struct play_results *results = &f->results;
    size_t kind_size = (size_t)results->blocks * PLAY_BLOCK, tap_size = kind_size * PLAY_KINDS;
    for (unsigned row = 0; row < results->rows; row++)
        for (unsigned col = 0; col < results->cols; col++) {
            const uint8_t *kinds = f->kinds + row * f->kinds_width + col;
            for (unsigned block = 0; block < results->blocks; block++) {
                const int16_t *table = f->table + block * PLAY_BLOCK;
                short_lanes sums = {0};
                struct lanes wide;
                for (unsigned t = 0; t < f->taps; t++, table += tap_size) {
                    short_lanes part;
                    memcpy(&part, table + kinds[f->tap[t]] * kind_size, sizeof part);
                    sums += part;
                }
                for (unsigned i = 0; i < PLAY_BLOCK; i++)
                    wide.part[i / PART_LANES][i % PART_LANES] = sums[i];
                cells_finish(results, &wide, 1, row, col, block, 1);
            }
        }
}

/* Writes the weights of a quad and a block: `from` is those of the quad's first channel for the block's first one. */
static uint8_t *pack_quad(const int8_t *from, unsigned outs, uint8_t *to)
{
    for (unsigned part = 0; part < 4; part += WEIGHT_INS)
        for (unsigned o = 0; o < PLAY_BLOCK; o++)
            for (unsigned i = 0; i < WEIGHT_INS; i++, to += WEIGHT_BYTES) {
                int16_t weight = from[(size_t)(part + i) * outs + o];
                if (WEIGHT_BYTES == 1)
                    *to = (uint8_t)weight;
                else
                    memcpy(to, &weight, sizeof weight);
            }
    return to;
}

static void pack(const int8_t *weights, unsigned taps, unsigned ins, unsigned outs, void *packed)
{
    uint8_t *to = packed;
    for (unsigned o = 0; o < outs; o += TILE_BLOCKS * PLAY_BLOCK)
        for (size_t i = 0; i < (size_t)taps * ins; i += 4)
            for (unsigned k = o; k < outs && k < o + TILE_BLOCKS * PLAY_BLOCK; k += PLAY_BLOCK)
                to = pack_quad(weights + i * outs + k, outs, to);
}

static bool runs(void)
{
#if !PLAY_SCALAR && defined(__AVX512VNNI__)
    return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#elif !PLAY_SCALAR && defined(__AVX2__)
    return __builtin_cpu_supports("avx2");
#else
    return true;
#endif
}

extern const struct play_kernel PLAY_VARIANT;
const struct play_kernel PLAY_VARIANT = {PLAY_NAME, runs, pack, convolve, first};
