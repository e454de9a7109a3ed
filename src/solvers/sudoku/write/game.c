/* Writes a game as JSON, for progress reports and results. */
#include "game.h"

#include <math.h>

#include <solvers/sudoku/game/report.h>
#include <solvers/sudoku/loglinear/weights.h>
#include <solvers/sudoku/progress.h>

static void write_beta(const struct sudoku_game_report *c, struct nash_jsonw *out)
{
    static const double digits = 1e4; /* beta is stored in 65536ths: further digits are noise */
    if (c->method == SUDOKU_METHOD_SAP)
        nash_jsonw_kdouble(out, "beta", round((double)c->beta / BETA_ONE * digits) / digits);
}

static void write_counts(const struct sudoku_game_report *c, struct nash_jsonw *out)
{
    nash_jsonw_kuint(out, "updates", c->updates);
    nash_jsonw_kuint(out, "changes", c->changes);
    nash_jsonw_kdouble(out, "acceptance", c->updates ? (double)c->changes / (double)c->updates : 0);
    nash_jsonw_kuint(out, "runs", c->runs);
    nash_jsonw_kint(out, "potential", c->potential);
}

static void write_curve(const struct sudoku_game_report *c, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "curve");
    for (unsigned i = 0; i < c->points; i++) {
        nash_jsonw_array(out);
        nash_jsonw_uint(out, c->curve[i].updates);
        nash_jsonw_int(out, c->curve[i].potential);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_shard(const struct sudoku_shard_report *s, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    nash_jsonw_karray(out, "rows");
    nash_jsonw_uint(out, s->row + 1);
    nash_jsonw_uint(out, s->row_end);
    nash_jsonw_array_end(out);
    nash_jsonw_kstring(out, "member", s->member);
    nash_jsonw_kstring(out, "kind", s->kind);
    nash_jsonw_kstring(out, "state", s->state);
    nash_jsonw_kuint(out, "updates", s->updates);
    nash_jsonw_kuint(out, "changes", s->changes);
    nash_jsonw_kdouble(out, "updates_per_s", s->updates_per_s);
    nash_jsonw_kdouble(out, "round_trip_ms", s->round_trip_ms);
    nash_jsonw_kuint(out, "rounds", s->rounds);
    nash_jsonw_kuint(out, "replayed", s->replayed);
    nash_jsonw_kuint(out, "hedged", s->hedged);
    nash_jsonw_kuint(out, "faults", s->faults);
    nash_jsonw_kuint(out, "leases", s->leases);
    nash_jsonw_kuint(out, "messages", s->messages);
    nash_jsonw_kuint(out, "bytes", s->bytes_in + s->bytes_out);
    nash_jsonw_object_end(out);
}

static void write_shards(const struct sudoku_game_report *c, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "shards");
    for (unsigned i = 0; i < c->shards; i++)
        write_shard(&c->shard[i], out);
    nash_jsonw_array_end(out);
}

static void write_credit(const struct sudoku_credit *of, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "member", of->member);
    nash_jsonw_kstring(out, "kind", of->kind);
    nash_jsonw_kstring(out, "state", of->state);
    nash_jsonw_kuint(out, "computed", of->computed);
    nash_jsonw_kuint(out, "used", of->used);
    nash_jsonw_kuint(out, "verified", of->verified);
    nash_jsonw_kuint(out, "wasted", of->wasted);
    nash_jsonw_kuint(out, "late", of->late);
    nash_jsonw_kuint(out, "wrong", of->wrong);
    nash_jsonw_kdouble(out, "round_trip_ms", of->round_trip_ms);
    nash_jsonw_kuint(out, "faults", of->faults);
    nash_jsonw_object_end(out);
}

/* Writes what each member contributed, and how the game went on. */
static void write_credits(const struct sudoku_game_report *c, struct nash_jsonw *out)
{
    nash_jsonw_kstring(out, "credit_unit", "updates");
    nash_jsonw_karray(out, "credit");
    for (unsigned i = 0; i < c->credits; i++)
        write_credit(&c->credit[i], out);
    nash_jsonw_array_end(out);
    if (c->settled != NULL)
        nash_jsonw_kstring(out, "settled", c->settled);
    if (c->pace == NULL)
        return;
    nash_jsonw_kobject(out, "pace");
    nash_jsonw_kuint(out, "shared", c->pace->shared);
    nash_jsonw_kuint(out, "led", c->pace->led);
    nash_jsonw_kuint(out, "waits", c->pace->waits);
    nash_jsonw_kdouble(out, "shared_per_s", round(c->pace->shared_per_s));
    nash_jsonw_kdouble(out, "led_per_s", round(c->pace->led_per_s));
    nash_jsonw_kdouble(out, "round_trip_ms", c->pace->round_trip_ms);
    nash_jsonw_kstring(out, "reason", c->pace->reason);
    nash_jsonw_object_end(out);
}

static void write_quarantined(const struct sudoku_game_report *c, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "quarantined");
    for (unsigned i = 0; i < c->quarantines; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "member", c->quarantine[i].member);
        nash_jsonw_kstring(out, "why", c->quarantine[i].why);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* Writes the mode, and why. Returns whether the shards play one game, which has more to report; independent runs are
 * reported by units.c. */
static bool write_mode(const struct sudoku_game_report *c, struct nash_jsonw *out)
{
    if (!c->sharded)
        return false;
    nash_jsonw_kstring(out, "mode", sudoku_mode_names[c->mode]);
    if (c->mode_reason != NULL)
        nash_jsonw_kstring(out, "mode_reason", c->mode_reason);
    return c->mode != SUDOKU_MODE_REPLICAS;
}

void sudoku_game_progress_board(const struct sudoku_problem *p, const uint8_t *values, struct nash_jsonw *out)
{
    uint8_t grid[SUDOKU_CELLS_MAX];
    char text[SUDOKU_CELLS_MAX + 1];
    unsigned cells = p->size * p->size;
    for (unsigned cell = 0; cell < cells; cell++)
        grid[cell] = (uint8_t)(values[cell] + 1);
    nash_jsonw_kuint(out, "cells_set", cells);
    nash_jsonw_kstring(out, "best", sudoku_grid_text(text, p, grid));
}

void sudoku_game_progress(const struct sudoku_problem *p, const struct sudoku_game_report *c, const uint8_t *values,
                          uint64_t round, struct nash_jsonw *out)
{
    nash_jsonw_kstring(out, "engine", sudoku_method_names[c->method]);
    write_counts(c, out);
    write_beta(c, out);
    sudoku_game_progress_board(p, values, out);
    write_curve(c, out);
    if (!write_mode(c, out))
        return;
    nash_jsonw_kuint(out, "round", round);
    write_shards(c, out);
    write_credits(c, out);
}

static void write_trajectory(const struct sudoku_game_report *c, struct nash_jsonw *out)
{
    nash_jsonw_kstring(out, "trajectory", c->trajectory);
    nash_jsonw_kuint(out, "ticks", c->ticks);
    nash_jsonw_kuint(out, "exchanges", c->exchanges);
    nash_jsonw_kuint(out, "messages", c->messages);
    nash_jsonw_kuint(out, "bytes", c->bytes);
    write_shards(c, out);
    write_quarantined(c, out);
    write_credits(c, out);
}

void sudoku_game_write(const struct sudoku_problem *p, const struct sudoku_game_report *c, struct nash_jsonw *out)
{
    char text[SUDOKU_CELLS_MAX + 1];
    nash_jsonw_kobject(out, "game");
    nash_jsonw_kstring(out, "method", sudoku_method_names[c->method]);
    nash_jsonw_kbool(out, "propagate", c->propagate);
    write_beta(c, out);
    nash_jsonw_kuint(out, "players", c->players);
    write_counts(c, out);
    nash_jsonw_kbool(out, "nash", c->nash);
    write_curve(c, out);
    if (c->potential)
        nash_jsonw_kstring(out, "state", sudoku_grid_text(text, p, c->grid));
    if (write_mode(c, out))
        write_trajectory(c, out);
    nash_jsonw_object_end(out);
}
