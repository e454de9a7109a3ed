/* A symmetry is a group of at most eight maps of the square onto itself; applying all maps to each cell gives its
 * orbits. The maps act on the pattern alone, so they hold for boxes of any shape. */
#include "symmetry.h"

/* The eight maps: bit 0 exchanges row and column, then bit 1 reverses the rows and bit 2 the columns. */
enum { FLIP = 1, ROWS = 2, COLUMNS = 4, MAPS = 8 };

const char *const sudoku_symmetry_names[] = {
    [SUDOKU_SYMMETRY_NONE] = "none",
    [SUDOKU_ROTATIONAL] = "rotational",
    [SUDOKU_QUARTER] = "quarter",
    [SUDOKU_HORIZONTAL] = "horizontal",
    [SUDOKU_VERTICAL] = "vertical",
    [SUDOKU_MIRRORED] = "diagonal",
    [SUDOKU_ANTIMIRRORED] = "antidiagonal",
    [SUDOKU_FULL] = "full",
    NULL,
};

/* The maps of each symmetry besides the identity, as a set of bits 1 << map. */
static const uint8_t symmetry_maps[SUDOKU_SYMMETRIES] = {
    [SUDOKU_ROTATIONAL] = 1U << (ROWS | COLUMNS),
    [SUDOKU_QUARTER] = 1U << (ROWS | COLUMNS) | 1U << (FLIP | ROWS) | 1U << (FLIP | COLUMNS),
    [SUDOKU_HORIZONTAL] = 1U << ROWS,
    [SUDOKU_VERTICAL] = 1U << COLUMNS,
    [SUDOKU_MIRRORED] = 1U << FLIP,
    [SUDOKU_ANTIMIRRORED] = 1U << (FLIP | ROWS | COLUMNS),
    [SUDOKU_FULL] = 0xfe,
};

static unsigned map_cell(unsigned n, unsigned cell, unsigned map)
{
    unsigned row = cell / n, column = cell % n;
    if (map & FLIP) {
        unsigned kept = row;
        row = column;
        column = kept;
    }
    row = map & ROWS ? n - 1 - row : row;
    column = map & COLUMNS ? n - 1 - column : column;
    return row * n + column;
}

static void orbit_add_cell(struct sudoku_orbit *orbit, unsigned cell)
{
    for (unsigned i = 0; i < orbit->count; i++)
        if (orbit->cell[i] == cell)
            return;
    orbit->cell[orbit->count++] = (uint16_t)cell;
}

/* Returns the orbit of cell, with the cell first. */
static struct sudoku_orbit orbit_of(unsigned n, unsigned cell, enum sudoku_symmetry symmetry)
{
    struct sudoku_orbit orbit = {.cell = {(uint16_t)cell}, .count = 1};
    for (unsigned map = 1; map < MAPS; map++)
        if (symmetry_maps[symmetry] >> map & 1)
            orbit_add_cell(&orbit, map_cell(n, cell, map));
    return orbit;
}

static bool is_first(const struct sudoku_orbit *orbit)
{
    for (unsigned i = 1; i < orbit->count; i++)
        if (orbit->cell[i] < orbit->cell[0])
            return false;
    return true;
}

bool sudoku_orbits_init(struct sudoku_orbits *orbits, struct nash_arena *arena, unsigned n,
                        enum sudoku_symmetry symmetry)
{
    *orbits = (struct sudoku_orbits){.orbit = NASH_NEW(arena, struct sudoku_orbit, (size_t)n * n)};
    if (!orbits->orbit)
        return false;
    for (unsigned cell = 0; cell < n * n; cell++) {
        struct sudoku_orbit orbit = orbit_of(n, cell, symmetry);
        if (is_first(&orbit))
            orbits->orbit[orbits->count++] = orbit;
    }
    return true;
}

struct sudoku_orbit_sizes sudoku_orbit_sizes(unsigned n, enum sudoku_symmetry symmetry)
{
    struct sudoku_orbit_sizes sizes = {0};
    for (unsigned cell = 0; cell < n * n; cell++) {
        struct sudoku_orbit orbit = orbit_of(n, cell, symmetry);
        sizes.of[sudoku_orbit_class(orbit.count)] += is_first(&orbit);
    }
    return sizes;
}

/* Each size divides the next, so taking the largest first misses nothing: smaller orbits that together reach a larger
 * size contain a subset of exactly that size. */
bool sudoku_orbits_sum(const struct sudoku_orbit_sizes *sizes, unsigned cells)
{
    for (unsigned i = 4; i-- > 0;) {
        unsigned used = cells >> i;
        cells -= (used < sizes->of[i] ? used : sizes->of[i]) << i;
    }
    return cells == 0;
}
