/* Writes the result of a match. */
#include <stdio.h>
#include <string.h>

#include <solvers/hex/write/numbers.h>
#include <solvers/hex/write/write.h>
#include <solvers/kit/summary.h>

#include "match.h"

static const char *const engine_names[] = {"a", "b"}, *const color_names[] = {"", "black", "white"};

static void write_engine(const struct hex_match *match, const struct hex_match_answer *a, unsigned engine,
                         struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, engine_names[engine]);
    hex_write_player(out, &match->rules.player[engine]);
    hex_write_wins(out, hex_match_wins(a, engine), a->games);
    nash_jsonw_kobject(out, "as_black");
    hex_write_wins(out, a->wins[engine][0], a->black[engine]);
    nash_jsonw_object_end(out);
    nash_jsonw_kobject(out, "as_white");
    hex_write_wins(out, a->wins[engine][1], a->games - a->black[engine]);
    nash_jsonw_object_end(out);
    nash_jsonw_kuint(out, "failures", a->failures[engine]);
    nash_jsonw_object_end(out);
}

/* The difference is that of engine a against b. Its interval is that of the win rate, as Elo. */
static void write_elo(const struct hex_match_answer *a, struct nash_jsonw *out)
{
    if (!a->games)
        return;
    unsigned wins = hex_match_wins(a, 0);
    struct hex_interval interval = hex_wilson(wins, a->games);
    nash_jsonw_kobject(out, "elo");
    hex_write_decimal(out, "difference", hex_elo((double)wins / a->games), 1);
    hex_write_interval(out, hex_elo(interval.low), hex_elo(interval.high), 1);
    nash_jsonw_object_end(out);
}

static void write_sprt(const struct hex_match *match, const struct hex_match_answer *a, struct nash_jsonw *out)
{
    if (!match->has_sprt)
        return;
    nash_jsonw_kobject(out, "sprt");
    nash_jsonw_kdouble(out, "elo0", match->sprt.elo0);
    nash_jsonw_kdouble(out, "elo1", match->sprt.elo1);
    nash_jsonw_kdouble(out, "alpha", match->sprt.alpha);
    nash_jsonw_kdouble(out, "beta", match->sprt.beta);
    hex_write_decimal(out, "llr", a->sprt.llr, 4);
    hex_write_decimal(out, "lower", a->sprt.lower, 4);
    hex_write_decimal(out, "upper", a->sprt.upper, 4);
    nash_jsonw_kstring(out, "decision", hex_sprt_names[a->sprt.decision]);
    nash_jsonw_object_end(out);
}

void hex_match_write_counts(const struct hex_match *match, const struct hex_match_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_kuint(out, "rows", match->rules.rows);
    nash_jsonw_kuint(out, "cols", match->rules.cols);
    nash_jsonw_kuint(out, "games", a->games);
    nash_jsonw_kuint(out, "planned", match->games);
    write_engine(match, a, 0, out);
    write_engine(match, a, 1, out);
    write_elo(a, out);
    write_sprt(match, a, out);
}

static void write_moves(const struct hex_board *board, const struct hex_game *game, struct nash_jsonw *out)
{
    char text[5 * HEX_PLIES_MAX + 1], name[HEX_NAME_MAX];
    size_t len = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < game->plies; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", i ? " " : "",
                                game->move[i] == HEX_SWAP ? "swap" : hex_cell_name(board, game->move[i], name));
    nash_jsonw_kstring(out, "moves", text);
}

static void write_record(const struct hex_match *match, const struct hex_game *game, struct nash_jsonw *out)
{
    struct hex_board board;
    hex_board_init(&board, match->rules.rows, match->rules.cols);
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "black", engine_names[game->black]);
    nash_jsonw_kstring(out, "winner", color_names[game->winner]);
    nash_jsonw_kstring(out, "won_by", engine_names[hex_game_won_by(game)]);
    if (game->ending != HEX_CONNECTED)
        nash_jsonw_kstring(out, "failure", hex_ending_names[game->ending]);
    nash_jsonw_kuint(out, "opening", game->opening);
    nash_jsonw_kuint(out, "plies", game->plies);
    if (hex_match_seeded(match)) {
        nash_jsonw_key(out, "seed");
        nash_jsonw_uint_string(out, game->seed);
    }
    write_moves(&board, game, out);
    nash_jsonw_object_end(out);
}

/* Writes what differs from run to run. Members of a farm do not say how much time their games took. */
static void write_statistics(const struct hex_match_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "statistics");
    nash_jsonw_kuint(out, "solve_us", a->solve_us);
    for (unsigned engine = 0; engine < 2 && !a->farm; engine++) {
        nash_jsonw_kobject(out, engine_names[engine]);
        nash_jsonw_kuint(out, "moves", a->moves[engine]);
        nash_jsonw_kuint(out, "cpu_us", (uint64_t)a->cpu_ns[engine] / 1000);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_object_end(out);
}

static void add_title(const struct hex_match *match, struct summary *summary)
{
    summary_add(summary, "%ux%u, ", match->rules.cols, match->rules.rows);
    summary_add(summary, "%s against %s", match->rules.player[0].engine->name, match->rules.player[1].engine->name);
}

void hex_match_describe(const void *problem, struct nash_buf *out)
{
    struct summary summary = {0};
    add_title(problem, &summary);
    nash_buf_add(out, summary.text, summary.len);
}

void hex_match_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct hex_match *match = problem;
    const struct hex_match_answer *a = result->answer;
    struct summary summary = {0};
    add_title(match, &summary);
    summary_add(&summary, ": %u to %u", hex_match_wins(a, 0), hex_match_wins(a, 1));
    if (a->games < match->games)
        summary_add(&summary, ", %u of %u games", a->games, match->games);
    nash_jsonw_object(out);
    summary_write(&summary, out);
    hex_match_write_counts(match, a, out);
    nash_jsonw_karray(out, "records");
    for (unsigned i = 0; i < a->games; i++)
        write_record(match, &a->game[i], out);
    nash_jsonw_array_end(out);
    if (a->stopped)
        nash_jsonw_kbool(out, "timeout", true);
    if (a->farm)
        hex_members_write(a->farm, a->games, out);
    write_statistics(a, out);
    nash_jsonw_object_end(out);
}
