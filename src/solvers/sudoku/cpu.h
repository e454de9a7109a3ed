/* The instruction sets of this machine, for engines that are compiled once for each (nine/, loglinear/). x86-64
 * only. */
#ifndef SUDOKU_CPU_H
#define SUDOKU_CPU_H

#include <stdbool.h>

static inline bool cpu_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

static inline bool cpu_has_avx512(void)
{
    return cpu_has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}

#endif
