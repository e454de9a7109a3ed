/* Plays a match in one process, game after game. */
#include <string.h>

#include <base/clock.h>
#include <nash/hash.h>
#include <solvers/hex/problem.h>

#include "match.h"

struct hex_match_answer *hex_match_answer_new(const struct hex_match *match, struct nash_arena *arena)
{
    struct hex_match_answer *answer = NASH_NEW(arena, struct hex_match_answer, 1);
    if (answer && !(answer->game = NASH_NEW(arena, struct hex_game, match->games)))
        return NULL;
    if (answer && match->has_sprt)
        answer->sprt = hex_sprt(&match->sprt, 0, 0);
    return answer;
}

bool hex_match_is_complete(const struct hex_match *match, const struct hex_match_answer *answer)
{
    return answer->games == match->games || answer->sprt.decision != HEX_SPRT_CONTINUE;
}

bool hex_match_add(const struct hex_match *match, struct hex_match_answer *answer, const struct hex_game *game)
{
    unsigned winner = hex_game_won_by(game);
    if (hex_match_is_complete(match, answer))
        return false;
    answer->game[answer->games++] = *game;
    answer->black[game->black]++;
    answer->wins[winner][game->winner == HEX_WHITE]++;
    answer->failures[1 - winner] += game->ending != HEX_CONNECTED;
    for (unsigned engine = 0; engine < 2; engine++) {
        unsigned black = engine == game->black;
        answer->moves[engine] += (game->plies + black) / 2 - (game->opening + black) / 2;
        answer->cpu_ns[engine] += game->cpu_ns[engine];
    }
    if (match->has_sprt)
        answer->sprt = hex_sprt(&match->sprt, hex_match_wins(answer, 0), hex_match_wins(answer, 1));
    return !hex_match_is_complete(match, answer);
}

void hex_match_prepare(const struct hex_match *match, uint64_t seed, unsigned number, struct hex_game *game)
{
    hex_game_prepare(game, match->opening, match->openings, match->games, match->first, seed, number);
}

bool hex_match_seeded(const void *problem)
{
    const struct hex_match *match = problem;
    return match->rules.player[0].engine->seeded || match->rules.player[1].engine->seeded;
}

void hex_match_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct hex_match *match = problem;
    struct hex_rules rules = match->rules;
    uint8_t task[1024]; /* without nets */
    for (unsigned i = 0; i < 2; i++) {
        if (rules.player[i].engine->plays_net)
            hex_net_canon(&rules.player[i], sha);
        rules.player[i].settings.net = NULL;
    }
    nash_sha256_add(sha, task, hex_task_write(&rules, task));
    nash_sha256_u64(sha, (uint64_t)match->games << 32 | match->first);
    nash_sha256_u64(sha, match->openings);
    for (unsigned i = 0; i < match->openings; i++) {
        nash_sha256_u64(sha, match->opening[i].plies);
        for (unsigned ply = 0; ply < match->opening[i].plies; ply++)
            nash_sha256_u64(sha, match->opening[i].move[ply]);
    }
    nash_sha256_u64(sha, match->has_sprt);
    const double sprt[] = {match->sprt.elo0, match->sprt.elo1, match->sprt.alpha, match->sprt.beta};
    for (unsigned i = 0; match->has_sprt && i < 4; i++) {
        uint64_t bits;
        memcpy(&bits, &sprt[i], sizeof bits);
        nash_sha256_u64(sha, bits);
    }
}

static void report_progress(const struct hex_match *match, const struct hex_match_answer *answer, struct nash_run *run)
{
    if (!nash_progress_due(run))
        return;
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    nash_jsonw_object(&out);
    nash_jsonw_kuint(&out, "games", answer->games);
    nash_jsonw_kuint(&out, "of", match->games);
    nash_jsonw_kuint(&out, "a", hex_match_wins(answer, 0));
    nash_jsonw_kuint(&out, "b", hex_match_wins(answer, 1));
    nash_jsonw_object_end(&out);
    nash_progress_send(run, &json);
}

enum nash_status hex_match_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                 struct nash_error *error)
{
    const struct hex_match *match = problem;
    struct hex_match_answer *answer = hex_match_answer_new(match, run->arena);
    void *block = nash_arena_alloc_raw(run->arena, hex_game_memory(&match->rules), 64);
    struct hex_game *game = NASH_NEW(run->arena, struct hex_game, 1);
    struct hex_rules rules = match->rules;
    int64_t begun = clock_mono_ns();
    rules.cpu_ns = clock_cpu_ns;
    if (!answer || !block || !game)
        return nash_fail(error, NASH_NOMEM, "", "a match of %u games does not fit into the memory of this job",
                         match->games);
    for (bool more = match->games > 0; more;) {
        hex_match_prepare(match, run->seed, answer->games, game);
        if (!hex_game_play(&rules, game, block, run, HEX_CHECK_MATCH))
            break;
        more = hex_match_add(match, answer, game);
        report_progress(match, answer, run);
    }
    answer->stopped = !hex_match_is_complete(match, answer);
    answer->solve_us = (uint64_t)(clock_mono_ns() - begun) / 1000;
    result->answer = answer;
    result->final = !answer->stopped;
    return NASH_OK;
}
