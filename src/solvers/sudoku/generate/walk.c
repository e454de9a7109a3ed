/* From a full grid to the puzzle ordered, by small changes.
 *
 * A puzzle from which nothing more can be taken is seldom one with few clues: random ones of 9x9 have 24 to 25, and 22
 * comes once in fifty. So a few clues are put back and others are taken away in their place, which is kept unless it
 * ends with more of them: a walk over neighbouring irreducible puzzles, which falls to 21 and 20 within a second.
 *
 * For a level the same walk climbs by the rating where the puzzle is too easy, and sinks where it is too hard. When no
 * clue number is to be kept there is a shorter way down: every clue put back can only help, so that the right number of
 * them is found by halving. A puzzle that is too easy with a usual number of clues is first dug to the end. */
#include <string.h>

#include "course.h"
#include "level.h"

enum {
    PUT_BACK_MIN = 1, /* orbits put back at each step of the walk */
    PUT_BACK_SPREAD = 4,
    PATIENCE = 300,      /* steps without a gain for a clue number */
    PATIENCE_LEVEL = 12, /* and for a level */
    STEPS_LEVEL = 48     /* in all, on one grid */
};

bool sudoku_course_on_target(const struct sudoku_course *c)
{
    return c->forge.easy_going || c->forge.order->minimal || c->dig.clues == c->forge.target;
}

bool sudoku_course_fits(const struct sudoku_course *c)
{
    return sudoku_course_on_target(c) && (!c->forge.order->level || (c->now.rated && c->now.off == 0));
}

/* ---- steps ---- */

static void keep(struct sudoku_course *c)
{
    uint8_t *clue = c->kept.clue;
    c->kept = c->now;
    c->kept.clue = clue;
    c->kept.clues = c->dig.clues;
    memcpy(clue, c->dig.clue, c->forge.geometry->cells);
}

static void take_back(struct sudoku_course *c)
{
    c->now = c->kept;
    c->dig.clues = c->kept.clues;
    memcpy(c->dig.clue, c->kept.clue, c->forge.geometry->cells);
}

static enum sudoku_forging dig(struct sudoku_course *c, unsigned orbits)
{
    c->now.rated = false;
    c->passes++;
    return sudoku_dig_pass(&c->dig, orbits);
}

/* Some clues back, as many or more others away. */
static enum sudoku_forging vary(struct sudoku_course *c)
{
    unsigned back = PUT_BACK_MIN + (unsigned)nash_rng_below(&c->forge.rng, PUT_BACK_SPREAD);
    return dig(c, sudoku_dig_restore(&c->dig, back));
}

enum sudoku_forging sudoku_course_rate(struct sudoku_course *c)
{
    enum sudoku_forging step = sudoku_level_rate(&c->dig, &c->now.rating);
    c->now.rated = step == SUDOKU_FORGED;
    if (c->now.rated && c->forge.order->level)
        c->now.off = sudoku_level_off(&c->now.rating, c->forge.order->level);
    return step;
}

/* ---- towards the clue number ---- */

static enum sudoku_forging walk_clues(struct sudoku_course *c)
{
    enum sudoku_forging step = SUDOKU_FORGED;
    for (unsigned stale = 0; step == SUDOKU_FORGED && !sudoku_course_on_target(c) && stale < PATIENCE; stale++) {
        keep(c);
        step = vary(c);
        stale = c->dig.clues < c->kept.clues ? 0 : stale;
        if (c->dig.clues > c->kept.clues)
            take_back(c);
    }
    return step;
}

/* ---- towards the level ---- */

/* Too easy: all that can go goes. */
static enum sudoku_forging harden(struct sudoku_course *c)
{
    c->forge.target = 0;
    enum sudoku_forging step = dig(c, sudoku_dig_shuffle(&c->dig));
    return step == SUDOKU_FORGED ? sudoku_course_rate(c) : step;
}

/* The kept puzzle with the first `count` orbits of order put back, rated. */
static enum sudoku_forging with_orbits(struct sudoku_course *c, const uint16_t *order, unsigned count)
{
    take_back(c);
    c->now.rated = false;
    for (unsigned i = 0; i < count; i++)
        sudoku_dig_put_back(&c->dig, order[i]);
    return sudoku_course_rate(c);
}

/* Too hard: the fewest of its clues in some random order that make it fit when they are put back, by halving. */
static enum sudoku_forging ease(struct sudoku_course *c)
{
    enum sudoku_forging step = SUDOKU_FORGED;
    unsigned held = sudoku_dig_shuffle(&c->dig), few = 0; /* too hard with few, not with many */
    bool fits = false;                                    /* with many */
    keep(c);
    unsigned many = sudoku_dig_restore(&c->dig, c->dig.orbits.count) - held;
    const uint16_t *order = &c->dig.order[held];
    while (step == SUDOKU_FORGED && many - few > 1) {
        unsigned middle = few + (many - few) / 2;
        step = with_orbits(c, order, middle);
        bool too_few = c->now.off > 0 || (c->now.off < 0 && fits);
        fits |= c->now.off == 0;
        *(too_few ? &few : &many) = middle;
    }
    return step == SUDOKU_FORGED ? with_orbits(c, order, many) : step;
}

/* One step of the walk: kept if it leads no further off. */
static enum sudoku_forging vary_level(struct sudoku_course *c)
{
    keep(c);
    enum sudoku_forging step = vary(c);
    if (step == SUDOKU_FORGED && sudoku_course_on_target(c))
        step = sudoku_course_rate(c);
    unsigned before = c->kept.rating.score, after = c->now.rating.score;
    bool nearer = c->kept.off < 0 ? after >= before && c->now.off <= 0 : after <= before;
    if (!c->now.rated || (c->now.off != 0 && !nearer))
        take_back(c);
    return step;
}

static enum sudoku_forging walk_level(struct sudoku_course *c)
{
    enum sudoku_forging step = sudoku_course_rate(c);
    if (step == SUDOKU_FORGED && c->forge.easy_going && c->now.off < 0)
        step = harden(c);
    for (unsigned stale = 0, steps = 0;
         step == SUDOKU_FORGED && c->now.off != 0 && stale < PATIENCE_LEVEL && steps < STEPS_LEVEL; stale++, steps++) {
        unsigned score = c->now.rating.score;
        step = c->forge.easy_going && c->now.off > 0 ? ease(c) : vary_level(c);
        stale = c->now.rating.score != score ? 0 : stale;
    }
    return step;
}

enum sudoku_forging sudoku_course_run(struct sudoku_course *c)
{
    c->forge.target = sudoku_order_target(c->forge.problem, c->forge.order);
    sudoku_dig_fill(&c->dig);
    enum sudoku_forging step = dig(c, sudoku_dig_shuffle(&c->dig));
    if (step == SUDOKU_FORGED)
        step = walk_clues(c);
    if (step == SUDOKU_FORGED && sudoku_course_on_target(c) && c->forge.order->level)
        step = walk_level(c);
    return step;
}
