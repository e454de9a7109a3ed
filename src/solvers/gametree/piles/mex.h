/* The Grundy value of a pile n: the smallest number that is not G(a) ^ G(b) for any split n = a + b, a != b.
 *
 * The class of a value, even or odd, is the parity of the number of its one bits without the lowest. The exclusive or
 * of two values of one class is even, of different classes odd. In Grundy's game even values are rare (1,273 piles to
 * 10^7, the last is 82,860), which makes it fast: the rare piles give all odd values of splits of n; the smallest odd
 * number not among them is the answer, provided every even number below it has a split, and a few thousand pairs show
 * these. An even number without a split is the answer instead, and n becomes a rare pile, too. If even values stopped
 * being rare, the results would stay correct and the work would grow. (Berlekamp, Conway, Guy: Winning Ways, "sparse
 * space"; Flammenkamp.)
 *
 * A code is a value below 256 with its bits rearranged: the low seven bits, and in the highest the class (1: even,
 * rare). The exclusive or of two codes shows whether the classes differ, and its seven low bits identify the value. The
 * few larger values (the first is 256, at pile 7,250,049) are marked by a bit in the map `large`; their code is their
 * low seven bits with the highest bit set. */
#ifndef GAMETREE_PILES_MEX_H
#define GAMETREE_PILES_MEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/status.h>

enum {
    MEX_LANES = 32,      /* values computed together; a block begins at a multiple */
    MEX_BACK = 8192,     /* piles whose codes are also kept in descending order */
    MEX_RARES = 4096,    /* capacity of the list of rare piles */
    MEX_LARGES = 64,     /* capacity of the list of piles with large values */
    MEX_LARGE_END = 384, /* one more than the largest value that can be stored */
    MEX_RARE = 0x80      /* the bit of a code that shows the even class */
};

/* Codes of one class, by their low seven bits. */
struct mex_set {
    uint64_t word[2];
};

/* The two inner loops, for one instruction set. Both ignore exclusive ors with bit 7 set. */
struct mex_loops {
    const char *name;
    /* for each lane l < MEX_LANES: sets set[l] to the codes at[l - rare[i]] ^ code[i], i < count */
    void (*rares)(const uint8_t *at, const uint32_t *rare, const uint8_t *code, size_t count, struct mex_set *set);
    /* adds to *set the codes left[i] ^ right[i], i < count, which is a multiple of 16 */
    void (*pairs)(const uint8_t *left, const uint8_t *right, size_t count, struct mex_set *set);
};

extern const struct mex_loops mex_plain;
#if defined __x86_64__
extern const struct mex_loops mex_avx2, mex_avx512;
#endif
const struct mex_loops *mex_loops_best(void); /* the fastest that this machine can run */

/* The values of piles 0, 1, ... The caller owns the memory. */
struct mex_values {
    uint8_t *code;  /* one byte per pile */
    uint8_t *large; /* one bit per pile: the value is 256 or more */
};

/* The state from which the next values are computed. */
struct mex {
    const struct mex_loops *loops;
    struct mex_values values;
    size_t rares, larges;           /* lengths of rare and of large */
    uint32_t rare[MEX_RARES];       /* rare piles, ascending */
    uint8_t rare_code[MEX_RARES];   /* the low seven bits of their codes */
    uint32_t large[MEX_LARGES];     /* piles with large values, ascending */
    uint8_t back[MEX_BACK + 1];     /* back[MEX_BACK - x]: the code of x */
    struct mex_set even_below[256]; /* even numbers below each value */
    uint8_t even[128], odd[128];    /* the values below 256 of each class, ascending */
};

/* Prepares to continue after the values 0 .. known - 1; known is a multiple of MEX_LANES. */
enum nash_status mex_begin(struct mex *mex, struct mex_values values, uint32_t known, struct nash_error *error);

/* Computes the values of piles from .. from + MEX_LANES - 1 from those of smaller piles. Returns NASH_INTERNAL without
 * room for rare or large piles, or for a value past MEX_LARGE_END, which Grundy's game does not have. */
enum nash_status mex_block(struct mex *mex, uint32_t from, struct nash_error *error);

/* Returns 1 if the class of a value is even. */
static inline uint32_t mex_is_even(uint32_t value)
{
    return ~(uint32_t)__builtin_popcount(value & ~1U) & 1;
}

static inline uint8_t mex_code(uint32_t value)
{
    return (uint8_t)((value & 127) | mex_is_even(value) << 7);
}

static inline bool mex_is_large(const struct mex_values *values, uint32_t pile)
{
    return values->large[pile >> 3] >> (pile & 7) & 1;
}

static inline uint32_t mex_value(const struct mex_values *values, uint32_t pile)
{
    uint32_t code = values->code[pile], low = code & 127;
    return mex_is_large(values, pile) ? 256 | low : low | ((code >> 7) ^ mex_is_even(low)) << 7;
}

#endif
