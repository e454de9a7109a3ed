/* The compiled paths that this machine can run. */
#include "heat.h"

#if defined(HEAT_X86)
#include <solvers/sudoku/cpu.h>
#endif

extern const struct heat_path heat_plain;
#if defined(HEAT_X86)
extern const struct heat_path heat_avx2, heat_avx512;
#endif

const struct heat_path *heat_path(unsigned k)
{
#if defined(HEAT_X86)
    if (cpu_has_avx512() && k-- == 0)
        return &heat_avx512;
    if (cpu_has_avx2() && k-- == 0)
        return &heat_avx2;
#endif
    return k == 0 ? &heat_plain : NULL;
}
