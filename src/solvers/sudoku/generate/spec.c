/* Checks the request for a puzzle, and reports why there can be no such puzzle. */
#include "spec.h"

#include <stdio.h>

#include <solvers/sudoku/explain/explain.h>

const char *const sudoku_spec_level_names[] = {
    [SUDOKU_ANY_LEVEL] = "any", [SUDOKU_EASY] = "easy",       [SUDOKU_MEDIUM] = "medium", [SUDOKU_HARD] = "hard",
    [SUDOKU_EXPERT] = "expert", [SUDOKU_EXTREME] = "extreme", [SUDOKU_LEVELS] = NULL,
};

/* Returns a lower bound of the clues of a unique puzzle. In general it is N - 1, since two values without a clue could
 * be exchanged; for plain grids up to 9x9 the least numbers are known (9x9: McGuire, Tugemann, Civario, "There is no
 * 16-clue Sudoku", 2012). */
static unsigned fewest_clues(const struct sudoku_problem *p)
{
    bool plain = !p->diagonal && !p->disjoint && !p->region && !p->cages;
    if (plain && p->size == 9)
        return 17;
    if (plain && p->size == 6)
        return 8;
    if (plain && p->size == 4)
        return 4;
    return p->size - 1;
}

/* Writes the nearest clue numbers that the symmetry allows: "24 or 26". */
static void neighbours(char *out, size_t size, const struct sudoku_orbit_sizes *sizes, unsigned clues, unsigned cells)
{
    unsigned below = clues, above = clues;
    while (below > 0 && !sudoku_orbits_sum(sizes, below))
        below--;
    while (above < cells && !sudoku_orbits_sum(sizes, above))
        above++;
    snprintf(out, size, "%u or %u", below, above);
}

static bool validate_clues(const struct sudoku_problem *p, const struct sudoku_spec *spec, const char *pointer,
                           const struct reader *r)
{
    unsigned cells = p->size * p->size, fewest = fewest_clues(p);
    struct sudoku_orbit_sizes sizes = sudoku_orbit_sizes(p->size, spec->symmetry);
    char near[32];
    if (spec->clues > cells) {
        reader_fail_pointer(r, NASH_UNPROCESSABLE, pointer, "a grid of size %u has only %u cells", p->size, cells);
    } else if (spec->unique && spec->clues < fewest) {
        reader_fail_pointer(r, NASH_UNPROCESSABLE, pointer,
                            "no puzzle of size %u with one solution has fewer than %u clues: ask for more of them, or "
                            "for \"unique\": false",
                            p->size, fewest);
    } else if (!sudoku_orbits_sum(&sizes, spec->clues)) {
        neighbours(near, sizeof near, &sizes, spec->clues, cells);
        reader_fail_pointer(r, NASH_UNPROCESSABLE, pointer,
                            "no pattern of %u clues in a grid of size %u has the symmetry \"%s\": ask for %s",
                            spec->clues, p->size, sudoku_symmetry_names[spec->symmetry], near);
    }
    return reader_ok(r);
}

bool sudoku_spec_validate(const struct sudoku_problem *p, const struct sudoku_spec *spec, const char *pointer,
                          const struct reader *r)
{
    char path[64];
    if (!spec->unique && spec->minimal)
        reader_fail_pointer(r, NASH_UNPROCESSABLE, nash_pointer(path, sizeof path, pointer, "clues"),
                            "\"minimal\" means that one solution needs every clue: leave \"unique\" out, or give a "
                            "number");
    if (!spec->unique && spec->level)
        reader_fail_pointer(r, NASH_UNPROCESSABLE, nash_pointer(path, sizeof path, pointer, "difficulty"),
                            "only a puzzle with one solution has a difficulty: leave \"unique\" or \"difficulty\" out");
    if (spec->level && p->size > SUDOKU_EXPLAIN_MAX)
        reader_fail_pointer(r, NASH_UNPROCESSABLE, nash_pointer(path, sizeof path, pointer, "difficulty"),
                            "puzzles up to size %d have a rating: leave \"difficulty\" out", SUDOKU_EXPLAIN_MAX);
    if (!reader_ok(r) || !spec->clues)
        return reader_ok(r);
    return validate_clues(p, spec, nash_pointer(path, sizeof path, pointer, "clues"), r);
}

/* The usual number is 36 % of a 9x9 grid, more of a larger one, where uniqueness needs a larger share of the cells. */
unsigned sudoku_spec_target(const struct sudoku_problem *p, const struct sudoku_spec *spec)
{
    struct sudoku_orbit_sizes sizes = sudoku_orbit_sizes(p->size, spec->symmetry);
    unsigned cells = p->size * p->size;
    unsigned permille = p->size < 9 ? 440 : 360 + (p->size - 9) * 85 / 10;
    unsigned target = cells * permille / 1000;
    if (spec->minimal || spec->clues)
        return spec->clues;
    while (!sudoku_orbits_sum(&sizes, target))
        target++;
    return target;
}

void sudoku_spec_canon(const struct sudoku_spec *spec, struct nash_sha256 *sha)
{
    nash_sha256_u64(sha, spec->clues);
    nash_sha256_u64(sha, spec->minimal);
    nash_sha256_u64(sha, spec->unique);
    nash_sha256_u64(sha, spec->symmetry);
    nash_sha256_u64(sha, spec->level);
}
