/* Chooses among the compiled paths. */
#include "nine.h"

#include <stddef.h>

#if NINE_X86
#include "../cpu.h"
#endif

const struct sudoku_nine_path *sudoku_nine_path(unsigned k)
{
#if NINE_X86
    static const struct sudoku_nine_path avx512 = {"avx512", sudoku_nine_avx512}, avx2 = {"avx2", sudoku_nine_avx2};
    if (cpu_has_avx512() && k-- == 0)
        return &avx512;
    if (cpu_has_avx2() && k-- == 0)
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
