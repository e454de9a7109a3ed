/* A position has a number, its place, which is computed from the shape (the lengths of the suits) and the rank of the
 * set of the leader's cards among all sets of this size. The rank is a sum: upper[] of the upper half of the set's bits
 * gives the beginning of a block, lower[] of the lower half the place in the block. */
#include "suits_levels.h"

#include <stdlib.h>

enum { SUITS = 4, ORDER_MOST = 13, CARDS = 2 * ORDER_MOST };

struct level {
    bool trump, every_reply;
    unsigned order, shapes;
    uint32_t sets;                                           /* number of sets of the leader's cards: C(2n, n) */
    uint32_t upper[1 << ORDER_MOST], lower[1 << ORDER_MOST]; /* see above */
    uint16_t shape_of[CARDS + 1][CARDS + 1][CARDS + 1];      /* number of the shape with these first three lengths */
    uint8_t length[4096][SUITS];                             /* lengths of the suits of each shape */
    uint8_t *value;                                          /* of each place, the tricks of the player on lead */
};

/* The cards of a suit: one bit for each, set if the leader owns it, and above them a 1 bit that marks the length. */
typedef uint64_t word;

static unsigned cards_of(word w)
{
    return 63u - (unsigned)__builtin_clzll(w);
}

static word without(word w, unsigned bit)
{
    word below = (1ull << bit) - 1;
    return (w & below) | (w >> 1 & ~below);
}

static void sort_two(word *a, word *b)
{
    word larger = *a > *b ? *a : *b;
    *b = *a > *b ? *b : *a;
    *a = larger;
}

static uint32_t rank_of(const struct level *level, uint64_t set)
{
    return level->upper[set >> level->order] + level->lower[set & ((1u << level->order) - 1)];
}

static unsigned look_up(const struct level *level, word w[SUITS])
{
    if (!level->trump) {
        sort_two(&w[0], &w[1]);
        sort_two(&w[2], &w[3]);
        sort_two(&w[0], &w[2]);
        sort_two(&w[1], &w[3]);
        sort_two(&w[1], &w[2]);
    } else {
        sort_two(&w[1], &w[2]);
        sort_two(&w[2], &w[3]);
        sort_two(&w[1], &w[2]);
    }
    uint64_t set = 0;
    for (unsigned i = 0; i < SUITS; i++)
        set = set << cards_of(w[i]) | (w[i] ^ 1ull << cards_of(w[i]));
    unsigned shape = level->shape_of[cards_of(w[0])][cards_of(w[1])][cards_of(w[2])];
    return level->value[(uint64_t)shape * level->sets + rank_of(level, set)];
}

/* Returns the leader's tricks after the lead of card i of suit s and the reply of card k of suit t. won: the leader
 * wins this trick; below: the level with one card a hand less, NULL after the last trick. */
static unsigned after(const struct level *below, const word w[SUITS], unsigned s, unsigned i, unsigned t, unsigned k,
                      bool won)
{
    if (!below)
        return won;
    word next[SUITS] = {w[0], w[1], w[2], w[3]};
    next[s] = without(next[s], i);
    next[t] = without(next[t], s == t && k > i ? k - 1 : k);
    if (won)
        return 1 + look_up(below, next);
    for (unsigned j = 0; j < SUITS; j++)
        next[j] ^= (1ull << cards_of(next[j])) - 1;
    return below->order - look_up(below, next);
}

/* Returns the cards of a set that are tried as replies: all, or the lowest. */
static uint64_t tried(const struct level *level, uint64_t cards)
{
    return level->every_reply ? cards : cards & -cards;
}

static unsigned value_of_lead(const struct level *level, const struct level *below, const word w[SUITS], unsigned s,
                              unsigned i)
{
    uint64_t others = ~w[s] & ((1ull << cards_of(w[s])) - 1), above = others >> i << i;
    unsigned least = level->order;
    if (others) {
        for (uint64_t k = tried(level, above) | tried(level, others ^ above); k; k &= k - 1) {
            unsigned reply = (unsigned)__builtin_ctzll(k), v = after(below, w, s, i, s, reply, reply < i);
            least = v < least ? v : least;
        }
        return least;
    }
    for (unsigned t = 0; t < SUITS; t++)
        for (uint64_t k = tried(level, ~w[t] & ((1ull << cards_of(w[t])) - 1)); k; k &= k - 1) {
            bool trumped = level->trump && t == 0;
            unsigned v = after(below, w, s, i, t, (unsigned)__builtin_ctzll(k), !trumped);
            least = v < least ? v : least;
        }
    return least;
}

static unsigned value_of(const struct level *level, const struct level *below, const word w[SUITS])
{
    unsigned most = 0;
    for (unsigned s = 0; s < SUITS; s++) {
        uint64_t own = w[s] & ((1ull << cards_of(w[s])) - 1);
        for (own &= ~(own >> 1); own; own &= own - 1) { /* only the highest of adjacent cards */
            unsigned v = value_of_lead(level, below, w, s, (unsigned)__builtin_ctzll(own));
            most = v > most ? v : most;
        }
    }
    return most;
}

static void divide(struct level *level)
{
    unsigned n = 2 * level->order;
    for (unsigned a = 0; a <= n; a++)
        for (unsigned b = 0; a + b <= n; b++)
            for (unsigned c = 0; a + b + c <= n; c++) {
                unsigned d = n - a - b - c;
                if (d > c || c > b || (!level->trump && b > a))
                    continue;
                uint8_t *length = level->length[level->shapes];
                level->shape_of[a][b][c] = (uint16_t)level->shapes++;
                length[0] = (uint8_t)a;
                length[1] = (uint8_t)b;
                length[2] = (uint8_t)c;
                length[3] = (uint8_t)d;
            }
}

static void rank_sets(struct level *level)
{
    uint32_t halves = 1u << level->order, count[ORDER_MOST + 1] = {0};
    for (uint32_t x = 0; x < halves; x++)
        level->lower[x] = count[__builtin_popcount(x)]++;
    for (uint32_t x = 0; x < halves; x++) {
        level->upper[x] = level->sets;
        level->sets += count[level->order - (unsigned)__builtin_popcount(x)];
    }
}

/* Returns the next larger number with the same number of bits. */
static uint64_t next_set(uint64_t x)
{
    uint64_t low = x & -x, ripple = x + low;
    return ((ripple ^ x) >> 2) / low | ripple;
}

struct level *level_above(struct level *below, bool trump, bool every_reply)
{
    struct level *level = calloc(1, sizeof *level);
    level->trump = trump;
    level->every_reply = every_reply;
    level->order = below ? below->order + 1 : 1;
    divide(level);
    rank_sets(level);
    level->value = malloc(level_positions(level));
    for (unsigned k = 0; k < level->shapes; k++)
        for (uint64_t set = (1ull << level->order) - 1; set < 1ull << 2 * level->order; set = next_set(set)) {
            word w[SUITS];
            uint64_t left = set;
            for (unsigned i = SUITS; i--; left >>= level->length[k][i])
                w[i] = (left & ((1ull << level->length[k][i]) - 1)) | 1ull << level->length[k][i];
            level->value[(uint64_t)k * level->sets + rank_of(level, set)] = (uint8_t)value_of(level, below, w);
        }
    level_free(below);
    return level;
}

void level_free(struct level *level)
{
    if (level)
        free(level->value);
    free(level);
}

uint64_t level_positions(const struct level *level)
{
    return (uint64_t)level->shapes * level->sets;
}

const uint8_t *level_values(const struct level *level)
{
    return level->value;
}

void level_lead(const struct level *level, uint64_t *one_less, uint64_t *fewer)
{
    *one_less = *fewer = 0;
    for (unsigned k = 0; k < level->shapes; k++) {
        const uint8_t *value = level->value + (uint64_t)k * level->sets;
        for (uint64_t set = (1ull << level->order) - 1; set < 1ull << (2 * level->order - 1); set = next_set(set)) {
            unsigned sum = value[rank_of(level, set)] + value[rank_of(level, ~set & ((1ull << 2 * level->order) - 1))];
            *one_less += sum + 1 == level->order;
            *fewer += sum + 1 < level->order;
        }
    }
}

void level_position(const struct level *level, uint64_t place, unsigned length[4], uint64_t *leader)
{
    unsigned shape = (unsigned)(place / level->sets);
    uint32_t rank = (uint32_t)(place % level->sets), half = 0, lower = 0;
    for (unsigned i = 0; i < SUITS; i++)
        length[i] = level->length[shape][i];
    while (half + 1 < 1u << level->order && level->upper[half + 1] <= rank)
        half++;
    while (level->lower[lower] != rank - level->upper[half] ||
           (unsigned)__builtin_popcount(lower) != level->order - (unsigned)__builtin_popcount(half))
        lower++;
    *leader = (uint64_t)half << level->order | lower;
}
