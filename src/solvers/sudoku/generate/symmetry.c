/* A symmetry is a group of at most eight maps of the square onto itself; its orbits are found by applying all maps to
 * each cell. They look at the pattern only, so that they hold for boxes of any shape. */
#include "symmetry.h"

/* The eight maps: bit 0 exchanges row and column, then bit 1 turns the rows over and bit 2 the columns. */
enum { FLIP = 1, ROWS = 2, COLUMNS = 4, MAPS = 8 };

/* The maps of each symmetry besides the identity, as a set of bits 1 << map. */
static const struct {
    const char *name;
    uint8_t maps;
} symmetries[SUDOKU_SYMMETRIES] = {
    [SUDOKU_SYMMETRY_NONE] = {"none", 0},
    [SUDOKU_ROTATIONAL] = {"rotational", 1U << (ROWS | COLUMNS)},
    [SUDOKU_QUARTER] = {"quarter", 1U << (ROWS | COLUMNS) | 1U << (FLIP | ROWS) | 1U << (FLIP | COLUMNS)},
    [SUDOKU_HORIZONTAL] = {"horizontal", 1U << ROWS},
    [SUDOKU_VERTICAL] = {"vertical", 1U << COLUMNS},
    [SUDOKU_MIRRORED] = {"diagonal", 1U << FLIP},
    [SUDOKU_ANTIMIRRORED] = {"antidiagonal", 1U << (FLIP | ROWS | COLUMNS)},
    [SUDOKU_FULL] = {"full", 0xfe},
};

const char *sudoku_symmetry_name(enum sudoku_symmetry symmetry)
{
    return symmetries[symmetry].name;
}

static unsigned image(unsigned n, unsigned cell, unsigned map)
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

static void add(struct sudoku_orbit *orbit, unsigned cell)
{
    for (unsigned i = 0; i < orbit->count; i++)
        if (orbit->cell[i] == cell)
            return;
    orbit->cell[orbit->count++] = (uint16_t)cell;
}

/* The orbit of cell, which stands first in it. */
static struct sudoku_orbit orbit_of(unsigned n, unsigned cell, enum sudoku_symmetry symmetry)
{
    struct sudoku_orbit orbit = {.cell = {(uint16_t)cell}, .count = 1};
    for (unsigned map = 1; map < MAPS; map++)
        if (symmetries[symmetry].maps >> map & 1)
            add(&orbit, image(n, cell, map));
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

/* Each size divides the next, so that taking the largest first misses nothing: whatever smaller ones add up to at least
 * a larger one, some of them add up to it exactly. */
bool sudoku_orbits_sum(const struct sudoku_orbit_sizes *sizes, unsigned cells)
{
    for (unsigned i = 4; i-- > 0;) {
        unsigned used = cells >> i;
        cells -= (used < sizes->of[i] ? used : sizes->of[i]) << i;
    }
    return cells == 0;
}
