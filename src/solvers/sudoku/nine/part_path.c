/* Chooses among the compiled paths of part.c. */
#include <stddef.h>

#include "part.h"

#if NINE_X86
#include "../cpu.h"
#endif

sudoku_nine_part_fn *sudoku_nine_part_path(unsigned k)
{
#if NINE_X86
    if (cpu_has_avx512() && k-- == 0)
        return sudoku_nine_part_avx512;
    if (cpu_has_avx2() && k-- == 0)
        return sudoku_nine_part_avx2;
#endif
    return k == 0 ? sudoku_nine_part_plain : NULL;
}
