/* The names of units in answers. */
#include <stdio.h>

#include "geometry.h"

char *sudoku_unit_name(char *out, size_t size, const struct sudoku_problem *p, unsigned unit)
{
    static const char *const kinds[] = {"row", "column", "box"};
    unsigned n = p->size, extra = unit - 3 * n;
    if (unit < 3 * n)
        snprintf(out, size, "%s %u", kinds[unit / n], unit % n + 1);
    else if (unit >= sudoku_unit_count(p))
        snprintf(out, size, "cage %u", unit - sudoku_unit_count(p) + 1);
    else if (p->diagonal && extra < 2)
        snprintf(out, size, "diagonal %u", extra + 1);
    else
        snprintf(out, size, "group %u", extra - (p->diagonal ? 2 : 0) + 1);
    return out;
}
