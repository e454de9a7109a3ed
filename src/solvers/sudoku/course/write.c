/* The course of a finished game as JSON, for programs that play it again but do not propagate: the strategies of each
 * cell, the regions, and the parameters of the chain. */
#include <stdio.h>

#include <solvers/sudoku/kind.h>

#include "course.h"

static void write_regions(const struct game_rules *rules, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "box");
    for (uint32_t cell = 0; cell < rules->cells; cell++)
        nash_jsonw_uint(out, rules->box[cell]);
    nash_jsonw_array_end(out);
}

/* A mask is a string of hex digits, because it may exceed 2^53. */
static void write_strategies(const struct game_rules *rules, struct nash_jsonw *out)
{
    char mask[17];
    nash_jsonw_karray(out, "allowed");
    for (uint32_t cell = 0; cell < rules->cells; cell++) {
        snprintf(mask, sizeof mask, "%llx", (unsigned long long)rules->allowed[cell]);
        nash_jsonw_string(out, mask);
    }
    nash_jsonw_array_end(out);
}

bool sudoku_write_course(const void *problem, uint64_t seed, const cJSON *result, struct nash_arena *arena,
                         struct nash_jsonw *out)
{
    const cJSON *game = nash_json_get(result, "game");
    struct sudoku_course course;
    struct nash_error error;
    if (!cJSON_IsString(nash_json_get(game, "trajectory")) ||
        sudoku_course_begin(&course, problem, seed, arena, &error) != NASH_OK)
        return false;
    const struct game_rules *rules = course.game.rules;
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "side", rules->side);
    nash_jsonw_kstring(out, "symbols", course.game.problem->symbols);
    nash_jsonw_kuint(out, "players", rules->players);
    nash_jsonw_kuint(out, "beta", course.game.weights.beta);
    nash_jsonw_kuint(out, "updates", course.game.options.updates);
    write_regions(rules, out);
    write_strategies(rules, out);
    nash_jsonw_object_end(out);
    return true;
}
