/* Walks from a full grid to the requested puzzle by small changes.
 *
 * An irreducible puzzle seldom has few clues: random ones of 9x9 have 24 to 25, and 22 once in fifty. So a few clues
 * are restored and others are removed in their place; the result is kept unless it has more clues. This walk over
 * neighbouring irreducible puzzles reaches 21 and 20 within a second.
 *
 * For a level the same walk raises the rating where the puzzle is too easy, and lowers it where it is too hard. Without
 * a requested number of clues, a shorter way lowers the rating: a restored clue can only make the puzzle easier, so
 * bisection finds how many to restore. A puzzle that is too easy with a usual number of clues is first made
 * irreducible. */
#include "walk.h"

#include <string.h>

#include "level.h"

enum {
    PUT_BACK_MIN = 1,    /* orbits that a step of the walk restores, at least */
    PUT_BACK_SPREAD = 4, /* it restores 0 to 3 orbits more, at random */
    PATIENCE = 300,      /* steps without a gain in the number of clues */
    PATIENCE_LEVEL = 12, /* steps without a change of the rating, in the walk to a level */
    STEPS_LEVEL = 48     /* steps to a level in all, on one grid */
};

bool sudoku_walk_on_target(const struct sudoku_walk *c)
{
    return c->generator.easy_going || c->generator.spec->minimal || c->dig.clues == c->generator.target;
}

bool sudoku_walk_fits(const struct sudoku_walk *c)
{
    return sudoku_walk_on_target(c) && (!c->generator.spec->level || (c->now.rated && c->now.off == 0));
}

/* ---- steps ---- */

static void save_state(struct sudoku_walk *c)
{
    uint8_t *clue = c->kept.clue;
    c->kept = c->now;
    c->kept.clue = clue;
    c->kept.clues = c->dig.clues;
    memcpy(clue, c->dig.clue, c->generator.geometry->cells);
}

static void restore_state(struct sudoku_walk *c)
{
    c->now = c->kept;
    c->dig.clues = c->kept.clues;
    memcpy(c->dig.clue, c->kept.clue, c->generator.geometry->cells);
}

static enum sudoku_generate_status dig_pass(struct sudoku_walk *c, unsigned orbits)
{
    c->now.rated = false;
    c->passes++;
    return sudoku_dig_pass(&c->dig, orbits);
}

/* Restores some random clues, and removes others. */
static enum sudoku_generate_status exchange_clues(struct sudoku_walk *c)
{
    unsigned back = PUT_BACK_MIN + (unsigned)nash_rng_below(&c->generator.rng, PUT_BACK_SPREAD);
    return dig_pass(c, sudoku_dig_restore(&c->dig, back));
}

enum sudoku_generate_status sudoku_walk_rate(struct sudoku_walk *c)
{
    enum sudoku_generate_status step = sudoku_level_rate(&c->dig, &c->now.rating);
    c->now.rated = step == SUDOKU_GENERATE_OK;
    if (c->now.rated && c->generator.spec->level)
        c->now.off = sudoku_level_difference(&c->now.rating, c->generator.spec->level);
    return step;
}

/* ---- walk to the clue number ---- */

static enum sudoku_generate_status walk_clues(struct sudoku_walk *c)
{
    enum sudoku_generate_status step = SUDOKU_GENERATE_OK;
    for (unsigned stale = 0; step == SUDOKU_GENERATE_OK && !sudoku_walk_on_target(c) && stale < PATIENCE; stale++) {
        save_state(c);
        step = exchange_clues(c);
        stale = c->dig.clues < c->kept.clues ? 0 : stale;
        if (c->dig.clues > c->kept.clues)
            restore_state(c);
    }
    return step;
}

/* ---- walk to the level ---- */

/* Makes a puzzle harder that is too easy: removes every clue that is not needed. */
static enum sudoku_generate_status make_harder(struct sudoku_walk *c)
{
    c->generator.target = 0;
    enum sudoku_generate_status step = dig_pass(c, sudoku_dig_shuffle(&c->dig));
    return step == SUDOKU_GENERATE_OK ? sudoku_walk_rate(c) : step;
}

/* Rates the kept puzzle with the first `count` orbits of sequence restored. */
static enum sudoku_generate_status rate_with_orbits(struct sudoku_walk *c, const uint16_t *sequence, unsigned count)
{
    restore_state(c);
    c->now.rated = false;
    for (unsigned i = 0; i < count; i++)
        sudoku_dig_put_back(&c->dig, sequence[i]);
    return sudoku_walk_rate(c);
}

/* Makes a puzzle easier that is too hard: restores orbits in a random order, as few as fit the level, which bisection
 * finds. */
static enum sudoku_generate_status make_easier(struct sudoku_walk *c)
{
    enum sudoku_generate_status step = SUDOKU_GENERATE_OK;
    unsigned held = sudoku_dig_shuffle(&c->dig), few = 0; /* too hard with `few` orbits restored, not with `many` */
    bool fits = false;                                    /* fits with `many` */
    save_state(c);
    unsigned many = sudoku_dig_restore(&c->dig, c->dig.orbits.count) - held;
    const uint16_t *sequence = &c->dig.sequence[held];
    while (step == SUDOKU_GENERATE_OK && many - few > 1) {
        unsigned middle = few + (many - few) / 2;
        step = rate_with_orbits(c, sequence, middle);
        bool too_few = c->now.off > 0 || (c->now.off < 0 && fits);
        fits |= c->now.off == 0;
        *(too_few ? &few : &many) = middle;
    }
    return step == SUDOKU_GENERATE_OK ? rate_with_orbits(c, sequence, many) : step;
}

/* Makes one step of the walk, and undoes it if it leads away from the level. */
static enum sudoku_generate_status exchange_for_level(struct sudoku_walk *c)
{
    save_state(c);
    enum sudoku_generate_status step = exchange_clues(c);
    if (step == SUDOKU_GENERATE_OK && sudoku_walk_on_target(c))
        step = sudoku_walk_rate(c);
    unsigned before = c->kept.rating.score, after = c->now.rating.score;
    bool nearer = c->kept.off < 0 ? after >= before && c->now.off <= 0 : after <= before;
    if (!c->now.rated || (c->now.off != 0 && !nearer))
        restore_state(c);
    return step;
}

static enum sudoku_generate_status walk_level(struct sudoku_walk *c)
{
    enum sudoku_generate_status step = sudoku_walk_rate(c);
    if (step == SUDOKU_GENERATE_OK && c->generator.easy_going && c->now.off < 0)
        step = make_harder(c);
    for (unsigned stale = 0, steps = 0;
         step == SUDOKU_GENERATE_OK && c->now.off != 0 && stale < PATIENCE_LEVEL && steps < STEPS_LEVEL;
         stale++, steps++) {
        unsigned score = c->now.rating.score;
        step = c->generator.easy_going && c->now.off > 0 ? make_easier(c) : exchange_for_level(c);
        stale = c->now.rating.score != score ? 0 : stale;
    }
    return step;
}

enum sudoku_generate_status sudoku_walk_run(struct sudoku_walk *c)
{
    c->generator.target = sudoku_spec_target(c->generator.problem, c->generator.spec);
    sudoku_dig_fill(&c->dig);
    enum sudoku_generate_status step = dig_pass(c, sudoku_dig_shuffle(&c->dig));
    if (step == SUDOKU_GENERATE_OK)
        step = walk_clues(c);
    if (step == SUDOKU_GENERATE_OK && sudoku_walk_on_target(c) && c->generator.spec->level)
        step = walk_level(c);
    return step;
}
