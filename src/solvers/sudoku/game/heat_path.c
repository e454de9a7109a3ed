/* Which of the compiled paths this machine can run. */
#include "heat.h"

extern const struct heat_path heat_plain;
#if defined(HEAT_X86)
extern const struct heat_path heat_avx2, heat_avx512;

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

const struct heat_path *heat_path(unsigned k)
{
#if defined(HEAT_X86)
    if (has_avx512() && k-- == 0)
        return &heat_avx512;
    if (has_avx2() && k-- == 0)
        return &heat_avx2;
#endif
    return k == 0 ? &heat_plain : NULL;
}
