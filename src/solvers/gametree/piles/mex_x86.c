/* The loops of mex.h with AVX2 and AVX-512. A lane of 64 bits holds half a set; 1 << code is 0 if the code belongs to
 * the other half (bit 6) or to none (bit 7), because these shifts give 0 past 63. */
#include "mex.h"

#if defined __x86_64__

#include <immintrin.h>
#include <string.h>

/* ---- AVX-512: eight lanes ---- */

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl")))

struct wide {
    __m512i low, high;
};

AVX512 static inline void wide_add(struct wide *set, __m512i code)
{
    const __m512i one = _mm512_set1_epi64(1), half = _mm512_set1_epi64(64);
    set->low = _mm512_or_si512(set->low, _mm512_sllv_epi64(one, code));
    set->high = _mm512_or_si512(set->high, _mm512_sllv_epi64(one, _mm512_xor_si512(code, half)));
}

AVX512 static inline __m512i wide_load(const uint8_t *at)
{
    return _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(const void *)at));
}

AVX512 static void avx512_rares(const uint8_t *at, const uint32_t *rare, const uint8_t *code, size_t count,
                                struct mex_set *set)
{
    enum { GROUPS = MEX_LANES / 8 };
    struct wide all[GROUPS];
    for (size_t g = 0; g < GROUPS; g++)
        all[g].low = all[g].high = _mm512_setzero_si512();
    for (size_t i = 0; i < count; i++) {
        const uint8_t *from = at - rare[i];
        const __m512i with = _mm512_set1_epi64(code[i]);
#pragma GCC unroll 4
        for (size_t g = 0; g < GROUPS; g++)
            wide_add(&all[g], _mm512_xor_si512(wide_load(from + 8 * g), with));
    }
    for (size_t g = 0; g < GROUPS; g++) {
        uint64_t low[8], high[8];
        _mm512_storeu_si512(low, all[g].low);
        _mm512_storeu_si512(high, all[g].high);
        for (size_t i = 0; i < 8; i++)
            set[8 * g + i] = (struct mex_set){{low[i], high[i]}};
    }
}

AVX512 static void avx512_pairs(const uint8_t *left, const uint8_t *right, size_t count, struct mex_set *set)
{
    struct wide all[2];
    for (size_t g = 0; g < 2; g++)
        all[g].low = all[g].high = _mm512_setzero_si512();
    for (size_t i = 0; i < count; i += 16)
#pragma GCC unroll 2
        for (size_t g = 0; g < 2; g++)
            wide_add(&all[g], _mm512_xor_si512(wide_load(left + i + 8 * g), wide_load(right + i + 8 * g)));
    set->word[0] |= (uint64_t)_mm512_reduce_or_epi64(_mm512_or_si512(all[0].low, all[1].low));
    set->word[1] |= (uint64_t)_mm512_reduce_or_epi64(_mm512_or_si512(all[0].high, all[1].high));
}

const struct mex_loops mex_avx512 = {"avx512", avx512_rares, avx512_pairs};

/* ---- AVX2: four lanes ---- */

#define AVX2 __attribute__((target("avx2")))

struct half {
    __m256i low, high;
};

AVX2 static inline void half_add(struct half *set, __m256i code)
{
    const __m256i one = _mm256_set1_epi64x(1), half = _mm256_set1_epi64x(64);
    set->low = _mm256_or_si256(set->low, _mm256_sllv_epi64(one, code));
    set->high = _mm256_or_si256(set->high, _mm256_sllv_epi64(one, _mm256_xor_si256(code, half)));
}

AVX2 static inline __m256i half_load(const uint8_t *at)
{
    int32_t four;
    memcpy(&four, at, sizeof four);
    return _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
}

/* Computes sixteen lanes in a pass, which need eight registers. */
AVX2 static void avx2_rares(const uint8_t *at, const uint32_t *rare, const uint8_t *code, size_t count,
                            struct mex_set *set)
{
    enum { GROUPS = 4, LANES = 4 * GROUPS };
    for (size_t lane = 0; lane < MEX_LANES; lane += LANES) {
        struct half all[GROUPS];
        for (size_t g = 0; g < GROUPS; g++)
            all[g].low = all[g].high = _mm256_setzero_si256();
        for (size_t i = 0; i < count; i++) {
            const uint8_t *from = at + lane - rare[i];
            const __m256i with = _mm256_set1_epi64x(code[i]);
#pragma GCC unroll 4
            for (size_t g = 0; g < GROUPS; g++)
                half_add(&all[g], _mm256_xor_si256(half_load(from + 4 * g), with));
        }
        for (size_t g = 0; g < GROUPS; g++) {
            uint64_t low[4], high[4];
            memcpy(low, &all[g].low, sizeof low);
            memcpy(high, &all[g].high, sizeof high);
            for (size_t i = 0; i < 4; i++)
                set[lane + 4 * g + i] = (struct mex_set){{low[i], high[i]}};
        }
    }
}

AVX2 static void avx2_pairs(const uint8_t *left, const uint8_t *right, size_t count, struct mex_set *set)
{
    enum { GROUPS = 4 };
    struct half all[GROUPS];
    for (size_t g = 0; g < GROUPS; g++)
        all[g].low = all[g].high = _mm256_setzero_si256();
    for (size_t i = 0; i < count; i += 4 * GROUPS)
#pragma GCC unroll 4
        for (size_t g = 0; g < GROUPS; g++)
            half_add(&all[g], _mm256_xor_si256(half_load(left + i + 4 * g), half_load(right + i + 4 * g)));
    for (size_t g = 0; g < GROUPS; g++)
        for (size_t i = 0; i < 4; i++) {
            set->word[0] |= (uint64_t)all[g].low[i];
            set->word[1] |= (uint64_t)all[g].high[i];
        }
}

const struct mex_loops mex_avx2 = {"avx2", avx2_rares, avx2_pairs};

#endif
