/* Vectors of floats, in the width of the variant. Each operation is that of IEEE 754 on every lane. */
#ifndef HEX_NET_F32_VECTOR_H
#define HEX_NET_F32_VECTOR_H

#define NET_PASTE(name, variant)   name##_##variant
#define NET_NAME_OF(name, variant) NET_PASTE(name, variant)
#define NET_NAME(name)             NET_NAME_OF(name, NET_VARIANT) /* a function of this variant */

#if NET_VECTOR
#include <immintrin.h>
#if NET_VECTOR == 512
typedef __m512 vec;
enum { VEC_LANES = 16, VEC_PIXELS = 14, VEC_INS = 8 }; /* of a tile: pixels at most, inputs */
#define VEC_DO(operation) _mm512_##operation
#else
typedef __m256 vec;
enum { VEC_LANES = 8, VEC_PIXELS = 6, VEC_INS = 4 };
#define VEC_DO(operation) _mm256_##operation
#endif
static inline vec vec_load(const float *from)
{
    return VEC_DO(loadu_ps)(from);
}
static inline void vec_store(float *to, vec a)
{
    VEC_DO(storeu_ps)(to, a);
}
static inline vec vec_all(float a)
{
    return VEC_DO(set1_ps)(a);
}
static inline vec vec_fma(vec a, vec b, vec c)
{
    return VEC_DO(fmadd_ps)(a, b, c);
}
static inline vec vec_add(vec a, vec b)
{
    return VEC_DO(add_ps)(a, b);
}
static inline vec vec_positive(vec a) /* the larger one of a and 0 */
{
    return VEC_DO(max_ps)(a, VEC_DO(setzero_ps)());
}
static inline vec vec_where_positive(vec a, vec b) /* b where a > 0, else 0 */
{
#if NET_VECTOR == 512
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(a, _mm512_setzero_ps(), _CMP_GT_OQ), b);
#else
    return _mm256_and_ps(_mm256_cmp_ps(a, _mm256_setzero_ps(), _CMP_GT_OQ), b);
#endif
}
#else
#include <math.h>
#include <string.h>
enum { VEC_LANES = 8, VEC_PIXELS = 4, VEC_INS = 4 };
typedef struct {
    float lane[VEC_LANES];
} vec;
static inline vec vec_load(const float *from)
{
    vec a;
    memcpy(&a, from, sizeof a);
    return a;
}
static inline void vec_store(float *to, vec a)
{
    memcpy(to, &a, sizeof a);
}
static inline vec vec_all(float a)
{
    vec all;
    for (unsigned i = 0; i < VEC_LANES; i++)
        all.lane[i] = a;
    return all;
}
static inline vec vec_fma(vec a, vec b, vec c)
{
    for (unsigned i = 0; i < VEC_LANES; i++)
        c.lane[i] = fmaf(a.lane[i], b.lane[i], c.lane[i]);
    return c;
}
static inline vec vec_add(vec a, vec b)
{
    for (unsigned i = 0; i < VEC_LANES; i++)
        a.lane[i] += b.lane[i];
    return a;
}
static inline vec vec_positive(vec a)
{
    for (unsigned i = 0; i < VEC_LANES; i++)
        a.lane[i] = a.lane[i] > 0 ? a.lane[i] : 0;
    return a;
}
static inline vec vec_where_positive(vec a, vec b)
{
    for (unsigned i = 0; i < VEC_LANES; i++)
        b.lane[i] = a.lane[i] > 0 ? b.lane[i] : 0;
    return b;
}
#endif

#endif
