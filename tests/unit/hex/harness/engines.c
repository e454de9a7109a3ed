#include "engines.h"

#include <nash/rng.h>

static enum nash_status think_first(const struct hex_position *p, const struct hex_settings *s, struct nash_run *run,
                                    struct hex_opinion *o, struct nash_error *error)
{
    (void)s, (void)run, (void)error;
    for (unsigned cell = 0; cell < hex_cells(&p->board) && o->move < 0; cell++)
        if (p->board.cell[cell] == HEX_EMPTY)
            o->move = (int)cell;
    o->nodes = 1;
    return NASH_OK;
}

static enum nash_status think_last(const struct hex_position *p, const struct hex_settings *s, struct nash_run *run,
                                   struct hex_opinion *o, struct nash_error *error)
{
    (void)s, (void)run, (void)error;
    for (unsigned cell = 0; cell < hex_cells(&p->board); cell++)
        if (p->board.cell[cell] == HEX_EMPTY)
            o->move = (int)cell;
    o->nodes = 2;
    return NASH_OK;
}

/* Uses the memory of the run, so that a test of memory errors sees a fault. */
static enum nash_status think_dice(const struct hex_position *p, const struct hex_settings *s, struct nash_run *run,
                                   struct hex_opinion *o, struct nash_error *error)
{
    unsigned cells = hex_cells(&p->board), skip;
    uint16_t *empty = NASH_NEW(run->arena, uint16_t, cells);
    struct nash_rng rng;
    unsigned count = 0;
    if (!empty)
        return nash_fail(error, NASH_NOMEM, "", "no memory");
    for (unsigned cell = 0; cell < cells; cell++)
        if (p->board.cell[cell] == HEX_EMPTY)
            empty[count++] = (uint16_t)cell;
    nash_rng_seed(&rng, run->seed);
    skip = (unsigned)nash_rng_below(&rng, count);
    o->move = empty[skip];
    o->nodes = s->iterations;
    return NASH_OK;
}

static enum nash_status think_pessimist(const struct hex_position *p, const struct hex_settings *s,
                                        struct nash_run *run, struct hex_opinion *o, struct nash_error *error)
{
    o->win_rate = 0.25F;
    return think_dice(p, s, run, o, error);
}

static enum nash_status think_mute(const struct hex_position *p, const struct hex_settings *s, struct nash_run *run,
                                   struct hex_opinion *o, struct nash_error *error)
{
    return p->board.stones >= s->nodes ? NASH_OK : think_first(p, s, run, o, error);
}

static enum nash_status think_cheat(const struct hex_position *p, const struct hex_settings *s, struct nash_run *run,
                                    struct hex_opinion *o, struct nash_error *error)
{
    enum nash_status status = think_first(p, s, run, o, error);
    for (unsigned cell = 0; p->board.stones >= s->nodes && cell < hex_cells(&p->board); cell++)
        if (p->board.cell[cell] != HEX_EMPTY)
            o->move = (int)cell;
    return status;
}

static enum nash_status think_poor(const struct hex_position *p, const struct hex_settings *s, struct nash_run *run,
                                   struct hex_opinion *o, struct nash_error *error)
{
    return p->board.stones >= s->nodes ? nash_fail(error, NASH_NOMEM, "", "no memory")
                                       : think_first(p, s, run, o, error);
}

static enum nash_status think_large(const struct hex_position *p, const struct hex_settings *s, struct nash_run *run,
                                    struct hex_opinion *o, struct nash_error *error)
{
    (void)p, (void)s, (void)run, (void)o;
    return nash_fail(error, NASH_TOO_LARGE, "", "too large");
}

const struct hex_engine test_engine_first = {.name = "first", .think = think_first},
                        test_engine_last = {.name = "last", .think = think_last},
                        test_engine_dice = {.name = "dice", .seeded = true, .think = think_dice},
                        test_engine_pessimist = {.name = "pessimist", .seeded = true, .think = think_pessimist},
                        test_engine_mute = {.name = "mute", .think = think_mute},
                        test_engine_cheat = {.name = "cheat", .think = think_cheat},
                        test_engine_poor = {.name = "poor", .think = think_poor},
                        test_engine_large = {.name = "large", .think = think_large};
const struct hex_engine *const test_engines[] = {&test_engine_first,     &test_engine_last,  &test_engine_dice,
                                                 &test_engine_pessimist, &test_engine_mute,  &test_engine_cheat,
                                                 &test_engine_poor,      &test_engine_large, NULL};
