/* Prints a match. */
#include "report.h"

#include <math.h>
#include <string.h>

static const char *const color_names[] = {"", "black", "white"}, *const seat_names[] = {"a", "b"};

/* ---- lines ---- */

/* Writes the moves of the opening, or all moves of a record. */
static void write_moves(const struct match_game *game, unsigned count, struct nash_buf *out)
{
    struct hex_board board;
    char name[HEX_MOVE_NAME_MAX];
    hex_board_init(&board, game->record.rows, game->record.cols);
    for (unsigned i = 0; i < count; i++)
        nash_buf_printf(out, "%s%s", i ? " " : "", hex_move_name(&board, game->record.move[i], name));
}

void report_begin(FILE *out, const struct match_arguments *arguments)
{
    const struct hex_match *match = arguments->match;
    fprintf(out, "%ux%u, %u games\n", match->rules.cols, match->rules.rows, match->games);
    for (unsigned i = 0; i < 2; i++)
        fprintf(out, "%s: %s\n", arguments->seat[i].label, arguments->seat[i].name);
    fprintf(out, "\n%5s  %-5s  %-12s  %5s  %s\n", "game", "black", "opening", "moves", "winner");
    fflush(out);
}

/* Says how a game ended, where the edges were not joined. */
static void print_ending(FILE *out, const struct match_game *game, const char *loser)
{
    if (game->ending == MATCH_ADJUDICATED)
        fputs(", proved", out);
    if (game->ending == MATCH_RESIGNED)
        fprintf(out, ", %s resigned", loser);
    if (game->why.len > 0)
        fprintf(out, ", %s failed: %.*s", loser, (int)game->why.len, game->why.data);
    if (game->proved != HEX_EMPTY)
        fprintf(out, "; by proof %s %s", color_names[game->proved],
                game->proved == game->game.winner ? "wins" : "had won");
}

void report_game(FILE *out, const struct match_game *game, unsigned number)
{
    struct nash_buf opening = NASH_BUF_INIT(0);
    const char *winner = seat_names[hex_game_won_by(&game->game)],
               *loser = seat_names[1 - hex_game_won_by(&game->game)];
    write_moves(game, game->game.opening, &opening);
    fprintf(out, "%5u  %-5s  %-12s  %5u  %s, %s", number, seat_names[game->game.black], nash_buf_cstr(&opening),
            game->record.moves, winner, color_names[game->game.winner]);
    print_ending(out, game, loser);
    fputc('\n', out);
    fflush(out);
    nash_buf_free(&opening);
}

/* ---- table ---- */

static void print_wins(FILE *out, const char *name, unsigned wins, unsigned games)
{
    fprintf(out, "%-10s  %5u  %5u", name, games, wins);
    if (games > 0) {
        struct hex_interval interval = hex_wilson(wins, games);
        fprintf(out, "  %5.1f %%  %.1f to %.1f %%", 100.0 * wins / games, 100 * interval.low, 100 * interval.high);
    }
    fputc('\n', out);
}

static void print_elo(FILE *out, const char *before, double elo)
{
    fputs(before, out);
    if (isinf(elo))
        fputs(elo > 0 ? "infinite" : "-infinite", out);
    else
        fprintf(out, "%+.0f", elo);
}

/* Returns the processor time of a move, of a seat that is closed. */
static double move_cpu_s(const struct seat *seat)
{
    return seat->moves > 0 ? (seat->cpu_s + seat->program.cpu_s) / (double)seat->moves : 0;
}

void report_table(FILE *out, const struct match_arguments *arguments, const struct hex_match_answer *answer)
{
    fprintf(out, "\n%-10s  %5s  %5s  %7s  %s\n", "", "games", "wins", "rate", "95 %");
    for (unsigned i = 0; i < 2; i++) {
        print_wins(out, seat_names[i], hex_match_wins(answer, i), answer->games);
        print_wins(out, "  as black", answer->wins[i][0], answer->black[i]);
        print_wins(out, "  as white", answer->wins[i][1], answer->games - answer->black[i]);
    }
    if (answer->games > 0) {
        struct hex_interval interval = hex_wilson(hex_match_wins(answer, 0), answer->games);
        print_elo(out, "Elo of a against b: ", hex_elo((double)hex_match_wins(answer, 0) / answer->games));
        print_elo(out, ", ", hex_elo(interval.low));
        print_elo(out, " to ", hex_elo(interval.high));
        fputc('\n', out);
    }
    if (arguments->match->has_sprt)
        fprintf(out, "SPRT of %g against %g: %s, log-likelihood ratio %.2f of %.2f to %.2f\n",
                arguments->match->sprt.elo0, arguments->match->sprt.elo1, hex_sprt_names[answer->sprt.decision],
                answer->sprt.llr, answer->sprt.lower, answer->sprt.upper);
    if (answer->failures[0] + answer->failures[1] > 0)
        fprintf(out, "games lost by a failure: a %u, b %u\n", answer->failures[0], answer->failures[1]);
    if (arguments->times)
        fprintf(out, "processor time of a move: a %.3f s, b %.3f s\n", move_cpu_s(&arguments->seat[0]),
                move_cpu_s(&arguments->seat[1]));
    if (answer->stopped)
        fprintf(out, "stopped after %u of %u games\n", answer->games, arguments->match->games);
}

/* ---- JSON ---- */

void report_record(struct nash_jsonw *records, const struct match_game *game)
{
    struct nash_buf moves = NASH_BUF_INIT(0);
    write_moves(game, game->record.moves, &moves);
    nash_jsonw_object(records);
    nash_jsonw_kstring(records, "black", seat_names[game->game.black]);
    nash_jsonw_kstring(records, "winner", color_names[game->game.winner]);
    nash_jsonw_kstring(records, "won_by", seat_names[hex_game_won_by(&game->game)]);
    nash_jsonw_kstring(records, "ending", match_ending_names[game->ending]);
    if (game->why.len > 0) {
        nash_jsonw_key(records, "failure");
        nash_jsonw_string_n(records, game->why.data, game->why.len);
    }
    if (game->proved != HEX_EMPTY)
        nash_jsonw_kstring(records, "proved", color_names[game->proved]);
    nash_jsonw_kuint(records, "opening", game->game.opening);
    nash_jsonw_kuint(records, "plies", game->record.moves);
    nash_jsonw_key(records, "seed");
    nash_jsonw_uint_string(records, game->game.seed);
    nash_jsonw_kstring(records, "moves", nash_buf_cstr(&moves));
    nash_jsonw_object_end(records);
    nash_buf_free(&moves);
}

void report_json(FILE *out, const struct match_arguments *arguments, const struct hex_match_answer *answer,
                 const struct nash_buf *records)
{
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw w = NASH_JSONW(&json);
    nash_jsonw_object(&w);
    hex_match_write_counts(arguments->match, answer, &w);
    nash_jsonw_kobject(&w, "programs");
    for (unsigned i = 0; i < 2; i++) {
        const struct seat *seat = &arguments->seat[i];
        if (seat->command == NULL)
            continue;
        nash_jsonw_kobject(&w, seat->label);
        nash_jsonw_kstring(&w, "name", seat->name);
        nash_jsonw_kstring(&w, "command", seat->command);
        nash_jsonw_object_end(&w);
    }
    nash_jsonw_object_end(&w);
    if (arguments->times) {
        nash_jsonw_kobject(&w, "move_cpu_s");
        for (unsigned i = 0; i < 2; i++)
            nash_jsonw_kdouble(&w, seat_names[i], move_cpu_s(&arguments->seat[i]));
        nash_jsonw_object_end(&w);
    }
    nash_jsonw_karray(&w, "records");
    if (records->len > 0)
        nash_jsonw_raw(&w, records->data, records->len);
    nash_jsonw_array_end(&w);
    if (answer->stopped)
        nash_jsonw_kbool(&w, "stopped", true);
    nash_jsonw_object_end(&w);
    fprintf(out, "%s\n", nash_buf_cstr(&json));
    nash_buf_free(&json);
}
