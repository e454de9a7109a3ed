/* Sets of cells as bits. Freestanding.
 *
 * HEX_WORDS is 2 for boards of up to 128 cells (11x11), else 6. The exact solver is compiled for both, since most of
 * its time goes into sets: -DHEX_WORDS=N, with names that HEX_SIZED() gives a suffix. */
#ifndef HEX_BOARD_SET_H
#define HEX_BOARD_SET_H

#include <stdbool.h>
#include <stdint.h>

#ifndef HEX_WORDS
#define HEX_WORDS 6
#endif
#define HEX_JOIN(name, words)   name##_##words
#define HEX_JOINED(name, words) HEX_JOIN(name, words)
#define HEX_SIZED(name)         HEX_JOINED(name, HEX_WORDS) /* hex_build_2, hex_build_6 */

struct hex_set {
    uint64_t word[HEX_WORDS];
};

static inline void hex_set_add(struct hex_set *set, unsigned cell)
{
    set->word[cell / 64] |= UINT64_C(1) << cell % 64;
}

static inline void hex_set_remove(struct hex_set *set, unsigned cell)
{
    set->word[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

static inline bool hex_set_has(const struct hex_set *set, unsigned cell)
{
    return set->word[cell / 64] >> cell % 64 & 1;
}

static inline bool hex_set_is_empty(const struct hex_set *set)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < HEX_WORDS; i++)
        any |= set->word[i];
    return any == 0;
}

static inline bool hex_set_meets(const struct hex_set *a, const struct hex_set *b)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < HEX_WORDS; i++)
        any |= a->word[i] & b->word[i];
    return any != 0;
}

/* Returns whether all cells of a are in b. */
static inline bool hex_set_within(const struct hex_set *a, const struct hex_set *b)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < HEX_WORDS; i++)
        any |= a->word[i] & ~b->word[i];
    return any == 0;
}

static inline bool hex_set_equal(const struct hex_set *a, const struct hex_set *b)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < HEX_WORDS; i++)
        any |= a->word[i] ^ b->word[i];
    return any == 0;
}

static inline struct hex_set hex_set_and(struct hex_set a, const struct hex_set *b)
{
    for (unsigned i = 0; i < HEX_WORDS; i++)
        a.word[i] &= b->word[i];
    return a;
}

static inline struct hex_set hex_set_or(struct hex_set a, const struct hex_set *b)
{
    for (unsigned i = 0; i < HEX_WORDS; i++)
        a.word[i] |= b->word[i];
    return a;
}

static inline struct hex_set hex_set_minus(struct hex_set a, const struct hex_set *b)
{
    for (unsigned i = 0; i < HEX_WORDS; i++)
        a.word[i] &= ~b->word[i];
    return a;
}

static inline unsigned hex_set_count(const struct hex_set *set)
{
    unsigned n = 0;
    for (unsigned i = 0; i < HEX_WORDS; i++)
        n += (unsigned)__builtin_popcountll(set->word[i]);
    return n;
}

/* Returns the first cell from `cell` on; 64 * HEX_WORDS if there is none. For loops:
 * for (unsigned c = hex_set_next(&s, 0); c < 64 * HEX_WORDS; c = hex_set_next(&s, c + 1)) */
static inline unsigned hex_set_next(const struct hex_set *set, unsigned cell)
{
    for (unsigned i = cell / 64; i < HEX_WORDS; i++) {
        uint64_t rest = set->word[i] & (i == cell / 64 ? ~UINT64_C(0) << cell % 64 : ~UINT64_C(0));
        if (rest)
            return i * 64 + (unsigned)__builtin_ctzll(rest);
    }
    return 64 * HEX_WORDS;
}

#endif
