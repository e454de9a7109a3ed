/* Computes a block of values at a time (mex.h gives the reason why few pairs suffice).
 *
 * The splits of n into x and n - x are tried in three parts. First, x < MEX_LANES one by one, because n - x may be in
 * the same block. Second, rare x from MEX_LANES on for all values of the block together, because the codes at distance
 * x from the block are contiguous. These two parts give all odd values of splits. Third, all x from MEX_LANES upward,
 * STRETCH at a time, until every even number below the smallest missing odd one has a split; the codes of small piles
 * are also kept in descending order, so that a stretch reads two runs of bytes.
 *
 * A split with one large part has a large value, which does not exclude a value below 256; a split with two needs a
 * pile of twice the first large one, which is refused. The code of a large pile has bit 7, so the loop over rare piles
 * skips it; the other loops exclude it explicitly. */
#include "mex.h"

#include <string.h>

enum { STRETCH = 512 }; /* splits tried between two checks whether more are needed */

static inline void set_add(struct mex_set *set, uint32_t code)
{
    set->word[code >> 6 & 1] |= UINT64_C(1) << (code & 63);
}

static inline bool set_has(const struct mex_set *set, uint32_t code)
{
    return set->word[code >> 6 & 1] >> (code & 63) & 1;
}

static inline bool set_covers(const struct mex_set *set, const struct mex_set *needed)
{
    return ((needed->word[0] & ~set->word[0]) | (needed->word[1] & ~set->word[1])) == 0;
}

/* ---- the loops without special instructions ---- */

static void set_add_seen(struct mex_set *set, const uint8_t seen[256])
{
    for (uint32_t code = 0; code < 128; code++)
        set->word[code >> 6] |= (uint64_t)seen[code] << (code & 63);
}

static void plain_rares(const uint8_t *at, const uint32_t *rare, const uint8_t *code, size_t count, struct mex_set *set)
{
    for (size_t lane = 0; lane < MEX_LANES; lane++) {
        uint8_t seen[256] = {0};
        for (size_t i = 0; i < count; i++)
            seen[*(at + lane - rare[i]) ^ code[i]] = 1;
        set[lane] = (struct mex_set){{0, 0}};
        set_add_seen(&set[lane], seen);
    }
}

static void plain_pairs(const uint8_t *left, const uint8_t *right, size_t count, struct mex_set *set)
{
    uint8_t seen[256] = {0};
    for (size_t i = 0; i < count; i++)
        seen[left[i] ^ right[i]] = 1;
    set_add_seen(set, seen);
}

const struct mex_loops mex_plain = {"plain", plain_rares, plain_pairs};

const struct mex_loops *mex_loops_best(void)
{
#if defined __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        return &mex_avx512;
    if (__builtin_cpu_supports("avx2"))
        return &mex_avx2;
#endif
    return &mex_plain;
}

/* ---- rare and large piles ---- */

static enum nash_status add_rare(struct mex *mex, uint32_t pile, struct nash_error *error)
{
    if (mex->rares == MEX_RARES)
        return nash_fail(error, NASH_INTERNAL, "", "Grundy's game has more than %d rare piles", MEX_RARES);
    mex->rare[mex->rares] = pile;
    mex->rare_code[mex->rares++] = mex->values.code[pile] & 127;
    return NASH_OK;
}

static enum nash_status add_large(struct mex *mex, uint32_t pile, struct nash_error *error)
{
    if (mex->larges == MEX_LARGES || pile <= MEX_BACK)
        return nash_fail(error, NASH_INTERNAL, "", "no room for the Grundy value past 255 of %u", pile);
    mex->large[mex->larges++] = pile;
    return NASH_OK;
}

/* Returns whether one of the piles first .. last is large. */
static bool any_large(const struct mex *mex, uint32_t first, uint32_t last)
{
    for (size_t i = mex->larges; i-- > 0;)
        if (mex->large[i] >= first && mex->large[i] <= last)
            return true;
    return false;
}

static enum nash_status store_value(struct mex *mex, uint32_t pile, uint32_t value, struct nash_error *error)
{
    uint8_t bit = (uint8_t)(1 << (pile & 7)), *large = &mex->values.large[pile >> 3];
    if (value >= 256) {
        if (value >= MEX_LARGE_END)
            return nash_fail(error, NASH_INTERNAL, "", "the Grundy value %u of %u has no code", value, pile);
        mex->values.code[pile] = (uint8_t)(MEX_RARE | (value & 127));
        *large |= bit;
        return add_large(mex, pile, error);
    }
    mex->values.code[pile] = mex_code(value);
    *large &= (uint8_t)~bit;
    if (pile <= MEX_BACK)
        mex->back[MEX_BACK - pile] = mex->values.code[pile];
    return mex_is_even(value) ? add_rare(mex, pile, error) : NASH_OK;
}

/* ---- one value ---- */

/* Adds the values of the splits with a part below MEX_LANES to *odd and *even. */
static void add_small_splits(const struct mex *mex, uint32_t n, struct mex_set *odd, struct mex_set *even)
{
    const uint8_t *code = mex->values.code;
    bool large = any_large(mex, n > MEX_LANES ? n - MEX_LANES : 0, n);
    for (uint32_t x = 1; x < MEX_LANES && 2 * x < n; x++) {
        uint32_t both = code[x] ^ code[n - x];
        if (!large || !mex_is_large(&mex->values, n - x))
            set_add(both & MEX_RARE ? odd : even, both & 127);
    }
}

/* Adds the even values of the splits x = from .. to until *even covers `needed`. */
static void try_splits(const struct mex *mex, uint32_t n, uint32_t from, uint32_t to, const struct mex_set *needed,
                       struct mex_set *even)
{
    const struct mex_values *values = &mex->values;
    for (uint32_t x = from; x <= to && !set_covers(even, needed); x++) {
        uint32_t both = values->code[x] ^ values->code[n - x];
        if (!(both & MEX_RARE) && !mex_is_large(values, x) && !mex_is_large(values, n - x))
            set_add(even, both);
    }
}

/* Adds the even values of the splits from MEX_LANES on until *even covers `needed`. */
static void find_even_splits(const struct mex *mex, uint32_t n, const struct mex_set *needed, struct mex_set *even)
{
    uint32_t half = (n - 1) / 2, x = MEX_LANES;
    for (; x + STRETCH <= half + 1 && x + STRETCH <= MEX_BACK && !set_covers(even, needed); x += STRETCH) {
        uint32_t to = x + STRETCH - 1;
        if (any_large(mex, n - to, n - x))
            try_splits(mex, n, x, to, needed, even);
        else
            mex->loops->pairs(mex->back + MEX_BACK - to, mex->values.code + n - to, STRETCH, even);
    }
    try_splits(mex, n, x, half, needed, even);
}

/* Returns the value of n by trying all splits, for the few values past 255. */
static uint32_t find_large_value(const struct mex *mex, uint32_t n)
{
    uint8_t seen[512] = {0};
    uint32_t value = 0;
    for (uint32_t x = 1; 2 * x < n; x++)
        seen[mex_value(&mex->values, x) ^ mex_value(&mex->values, n - x)] = 1;
    while (value < MEX_LARGE_END && seen[value])
        value++;
    return value;
}

/* Returns the value of n. odd: the odd values of splits with a rare part from MEX_LANES on; the others are added. */
static uint32_t find_value(struct mex *mex, uint32_t n, struct mex_set *odd)
{
    struct mex_set even = {{0, 0}};
    uint32_t free = 0, least = 0;
    add_small_splits(mex, n, odd, &even);
    while (free < 128 && set_has(odd, mex->odd[free] & 127))
        free++;
    if (free == 128)
        return find_large_value(mex, n);
    uint32_t value = mex->odd[free];
    find_even_splits(mex, n, &mex->even_below[value], &even);
    while (least < 128 && mex->even[least] < value && set_has(&even, mex->even[least] & 127))
        least++;
    return least < 128 && mex->even[least] < value ? mex->even[least] : value;
}

enum nash_status mex_block(struct mex *mex, uint32_t from, struct nash_error *error)
{
    struct mex_set odd[MEX_LANES];
    size_t first = 0;
    if (mex->larges > 0 && from + MEX_LANES > 2 * mex->large[0])
        return nash_fail(error, NASH_INTERNAL, "", "a pile of %u may be split into two of large values", from);
    while (first < mex->rares && mex->rare[first] < MEX_LANES)
        first++;
    mex->loops->rares(mex->values.code + from, mex->rare + first, mex->rare_code + first, mex->rares - first, odd);
    for (uint32_t pile = from; pile < from + MEX_LANES; pile++) {
        enum nash_status status =
            store_value(mex, pile, pile == 0 ? 0 : find_value(mex, pile, &odd[pile - from]), error);
        if (status != NASH_OK)
            return status;
    }
    return NASH_OK;
}

/* ---- the beginning ---- */

static void make_classes(struct mex *mex)
{
    size_t evens = 0, odds = 0;
    struct mex_set below = {{0, 0}};
    for (uint32_t value = 0; value < 256; value++) {
        mex->even_below[value] = below;
        if (mex_is_even(value)) {
            mex->even[evens++] = (uint8_t)value;
            set_add(&below, value & 127);
        } else {
            mex->odd[odds++] = (uint8_t)value;
        }
    }
}

/* Lists rare and large piles, whose codes all have bit 7: eight piles are skipped at a time. */
static enum nash_status find_rare(struct mex *mex, uint32_t known, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    for (uint32_t pile = 0; pile < known; pile += 8) {
        uint64_t word;
        memcpy(&word, mex->values.code + pile, sizeof word);
        if (!(word & UINT64_C(0x8080808080808080)))
            continue;
        for (uint32_t i = pile; i < pile + 8 && status == NASH_OK; i++)
            if (mex->values.code[i] & MEX_RARE)
                status = mex_is_large(&mex->values, i) ? add_large(mex, i, error) : add_rare(mex, i, error);
    }
    return status;
}

enum nash_status mex_begin(struct mex *mex, struct mex_values values, uint32_t known, struct nash_error *error)
{
    mex->loops = mex_loops_best();
    mex->values = values;
    mex->rares = mex->larges = 0;
    memset(mex->back, MEX_RARE, sizeof mex->back);
    make_classes(mex);
    for (uint32_t pile = 0; pile < known && pile <= MEX_BACK; pile++)
        mex->back[MEX_BACK - pile] = values.code[pile];
    return find_rare(mex, known, error);
}
