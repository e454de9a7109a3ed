/* The two inner loops of the chain (heat.h), compiled once for each instruction set. Without vectors they are plain
 * loops over the values of A_i and over the ticks. With vectors the costs of all values are one addition of three
 * vectors, and the sum of weights counts the values of each cost that has a weight. */
#include "heat.h"

#include "heat_lanes.h"

#if !defined(HEAT_PATH)
#define HEAT_PATH heat_plain
#define HEAT_NAME "plain"
#endif
extern const struct heat_path HEAT_PATH;

/* ---- active ticks ---- */

#if defined(__AVX512F__)
enum { WORDS = 16 };
#elif defined(__AVX2__)
enum { WORDS = 8 };
#elif defined(__SSE2__) || defined(__wasm_simd128__) || defined(__ARM_NEON)
enum { WORDS = 4 };
#else
enum { WORDS = 1 };
#endif
typedef uint32_t words __attribute__((vector_size(WORDS * 4)));

/* Computes chance_at() for a block's ticks, but only player and draw. */
static void fill(struct heat_block *block, uint64_t seed, uint64_t tick, uint32_t players)
{
    const uint32_t x0 = (uint32_t)seed * 1664525U + 1013904223U, y0 = (uint32_t)(seed >> 32) * 1664525U + 1013904223U;
    const uint32_t w0 = ((uint32_t)(tick >> 32 & 0xffffffU) | (uint32_t)CHANCE_TICK << 24) * 1664525U + 1013904223U;
    const uint32_t x1 = x0 + y0 * w0; /* the same for all ticks of the block */
    words step;
    block->tick = tick;
    for (uint32_t i = 0; i < WORDS; i++)
        step[i] = i * 1664525U;
    for (uint32_t i = 0; i < HEAT_BLOCK; i += WORDS) {
        words z = step + (((uint32_t)tick + i) * 1664525U + 1013904223U), y = z * x1 + y0;
        z += x1 * y;
        words w = w0 + y * z, x = (words){0} + (x1 ^ x1 >> 16);
        y ^= y >> 16;
        z ^= z >> 16;
        w ^= w >> 16;
        x += y * w;
        y += z * x;
        /* chance_below(x, players) in 32 bits: players < 2^12 */
        words player = ((x >> 16) * players + ((x & 0xffffU) * players >> 16)) >> 16;
        __builtin_memcpy(&block->player[i], &player, sizeof player);
        __builtin_memcpy(&block->draw[i], &y, sizeof y);
    }
}

/* Returns a mask: bit i is set when the player of the block's i-th tick is in [first, last) and the draw is at most its
 * bound. */
static uint32_t active_ticks(const struct heat_block *block, uint32_t first, uint32_t last, const uint32_t *bound)
{
    uint32_t mask = 0;
#if defined(__AVX512F__)
    __m512i player = _mm512_loadu_si512(block->player), draw = _mm512_loadu_si512(block->draw);
    __m512i number = _mm512_sub_epi32(player, _mm512_set1_epi32((int)first));
    __mmask16 within = _mm512_cmplt_epu32_mask(number, _mm512_set1_epi32((int)(last - first)));
    mask = _mm512_mask_cmple_epu32_mask(within, draw, _mm512_i32gather_epi32(player, bound, 4));
#elif defined(__AVX2__)
    for (uint32_t i = 0; i < HEAT_BLOCK; i += WORDS) {
        __m256i player = _mm256_loadu_si256((const __m256i *)(const void *)&block->player[i]);
        __m256i draw = _mm256_loadu_si256((const __m256i *)(const void *)&block->draw[i]);
        __m256i low = _mm256_i32gather_epi32((const int *)(const void *)bound, player, 4);
        __m256i within = _mm256_and_si256(_mm256_cmpgt_epi32(player, _mm256_set1_epi32((int)first - 1)),
                                          _mm256_cmpgt_epi32(_mm256_set1_epi32((int)last), player));
        __m256i hit = _mm256_and_si256(within, _mm256_cmpeq_epi32(_mm256_max_epu32(draw, low), low));
        mask |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(hit)) << i;
    }
#elif defined(__wasm_simd128__)
    for (uint32_t i = 0; i < HEAT_BLOCK; i += WORDS) {
        const uint32_t *player = &block->player[i];
        v128_t number = wasm_v128_load(player), draw = wasm_v128_load(&block->draw[i]);
        v128_t low = wasm_u32x4_make(bound[player[0]], bound[player[1]], bound[player[2]], bound[player[3]]);
        v128_t within = wasm_u32x4_lt(wasm_i32x4_sub(number, wasm_u32x4_splat(first)), wasm_u32x4_splat(last - first));
        mask |= (uint32_t)wasm_i32x4_bitmask(wasm_v128_and(within, wasm_u32x4_le(draw, low))) << i;
    }
#else
    for (uint32_t i = 0; i < HEAT_BLOCK; i++)
        if (block->draw[i] <= bound[block->player[i]] && block->player[i] - first < last - first)
            mask |= 1U << i;
#endif
    return mask;
}

static uint64_t scan(struct heat_block *block, uint64_t seed, uint64_t tick, uint64_t end, uint32_t players,
                     uint32_t first, uint32_t last, const uint32_t *bound)
{
    while (tick < end) {
        uint32_t in_block = tick % HEAT_BLOCK;
        if (tick - in_block != block->tick)
            fill(block, seed, tick - in_block, players);
        uint32_t mask = active_ticks(block, first, last, bound) >> in_block;
        if (mask) {
            tick += (uint32_t)__builtin_ctz(mask);
            return tick < end ? tick : end;
        }
        tick += HEAT_BLOCK - in_block;
    }
    return end;
}

/* ---- the heat bath ---- */

#if defined(LANES_LOAD)
/* Computes sum_of_weights() by vectors, one cost after the other. parts: the number of vectors that hold a row of
 * counts, a compile-time constant. */
static inline __attribute__((always_inline)) uint32_t sum_of_levels(const struct game_state *state,
                                                                    const struct game_rules *rules,
                                                                    const uint32_t *weight, uint32_t cell, uint32_t own,
                                                                    uint32_t *least, unsigned parts)
{
    struct costs costs = costs_of(state->in_row[rules->row[cell]], state->in_column[rules->column[cell]],
                                  state->in_box[rules->box[cell]], parts);
    uint64_t others = rules->allowed[cell] & ~(UINT64_C(1) << state->value[cell]), same;
    uint32_t k = 0, sum;
    while (!(same = costs_same(&costs, k, parts) & others) && k < own)
        k++;
    *least = k;
    sum = weight[own - k];
    for (uint32_t d = 0; weight[d]; same = costs_same(&costs, k + ++d, parts) & others) {
        sum += (uint32_t)__builtin_popcountll(same) * weight[d];
        others ^= same;
        if (!others)
            break;
    }
    return sum;
}
#endif

/* Returns the sum of the weights of all values of A_i. own: the cost of the player's value; *least: the cost of the
 * cheapest one, from which the weights count. */
static uint32_t sum_of_weights(const struct game_state *state, const struct game_rules *rules, const uint32_t *weight,
                               uint32_t cell, uint32_t own, uint32_t *least)
{
#if defined(LANES_LOAD)
    enum { ALL = GAME_LANES / HEAT_LANES };
    if (rules->side <= HEAT_LANES)
        return sum_of_levels(state, rules, weight, cell, own, least, 1);
    if (ALL > 2 && rules->side <= 2 * HEAT_LANES)
        return sum_of_levels(state, rules, weight, cell, own, least, 2);
    return sum_of_levels(state, rules, weight, cell, own, least, ALL);
#else
    const uint8_t *row = state->in_row[rules->row[cell]], *column = state->in_column[rules->column[cell]],
                  *box = state->in_box[rules->box[cell]];
    uint64_t others = rules->allowed[cell] & ~(UINT64_C(1) << state->value[cell]);
    uint32_t cost[GAME_SIDE_MAX], k = own;
    for (uint64_t left = others; left; left &= left - 1) {
        uint32_t value = (uint32_t)__builtin_ctzll(left);
        cost[value] = (uint32_t)row[value] + column[value] + box[value];
        k = cost[value] < k ? cost[value] : k;
    }
    uint32_t sum = weight[own - k];
    for (uint64_t left = others; left; left &= left - 1)
        sum += weight[cost[__builtin_ctzll(left)] - k];
    *least = k;
    return sum;
#endif
}

/* Returns an upper bound of the draws that change the value: those below ceil((others << 32) / total), plus HEAT_SLACK.
 * others: the sum of the weights of all other values; total: of all values. */
static uint32_t bound_of(uint32_t others, uint32_t total)
{
    uint64_t last = ((uint64_t)others << 32) / total + HEAT_SLACK;
    return last < UINT32_MAX ? (uint32_t)last : UINT32_MAX;
}

static uint32_t play(const struct game_state *state, const struct game_rules *rules, const struct game_weights *weights,
                     uint32_t cell, uint32_t draw, uint32_t *bound)
{
    uint32_t value = state->value[cell], own = game_cost(state, rules, cell, value), least;
    uint32_t total = sum_of_weights(state, rules, weights->of, cell, own, &least);
    uint32_t others = total - weights->of[own - least], weight, x = chance_below(draw, total);
    if (x >= others) {
        *bound = bound_of(others, total);
        return value;
    }
    for (uint64_t left = rules->allowed[cell] & ~(UINT64_C(1) << value);; left &= left - 1) {
        value = (uint32_t)__builtin_ctzll(left);
        weight = weights->of[game_cost(state, rules, cell, value) - least];
        if (x < weight)
            break;
        x -= weight;
    }
    *bound = bound_of(total - weight, total);
    return value;
}

const struct heat_path HEAT_PATH = {HEAT_NAME, fill, scan, play};
