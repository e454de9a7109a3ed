/* Which of the compiled paths this machine can run. */
#include "nine.h"

#include <stddef.h>

#if NINE_X86
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

const struct sudoku_nine_path *sudoku_nine_path(unsigned k)
{
#if NINE_X86
    static const struct sudoku_nine_path avx512 = {"avx512", sudoku_nine_avx512}, avx2 = {"avx2", sudoku_nine_avx2};
    if (has_avx512() && k-- == 0)
        return &avx512;
    if (has_avx2() && k-- == 0)
        return &avx2;
#endif
    static const struct sudoku_nine_path plain = {"plain", sudoku_nine_plain};
    return k == 0 ? &plain : NULL;
}

void sudoku_nine(const uint8_t clue[NINE_CELLS], const uint16_t *marks, uint32_t limit, struct nash_run *run,
                 struct sudoku_nine *out)
{
    sudoku_nine_path(0)->count(clue, marks, limit, run, out);
}
