/* nashd match hex: a match between engines of ours and programs that speak HTP.
 *
 * Games are played one after the other. A program that hangs, dies or lies loses the game that it plays, and is started
 * again for the next one. A program that does not start before the first game is a mistake of the command line, and
 * ends the command. SIGINT and SIGTERM end the match; the games up to there are counted. */
#include <cli/commands.h>
#include <cli/interrupt.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <solvers/hex/match/unit.h>

#include "report.h"

struct command {
    struct match_arguments *arguments;
    struct hex_match_answer *answer;
    void *block;           /* memory of the engines */
    FILE *lines;           /* where games are printed */
    FILE *records;         /* SGF, or NULL */
    struct nash_buf games; /* JSON: the elements of the array of records */
    struct nash_jsonw json;
};

/* Starts the programs. Returns false after a message. */
static bool open_seats(struct match_arguments *arguments)
{
    struct nash_buf why = NASH_BUF_INIT(0);
    bool opened = true;
    for (unsigned i = 0; i < 2 && opened; i++) {
        struct seat *seat = &arguments->seat[i];
        opened = seat_open(seat, &why);
        if (!opened && !interrupted)
            fprintf(stderr, "nashd match: --%s: %s: %s\n", seat->label, seat->text, nash_buf_cstr(&why));
    }
    nash_buf_free(&why);
    return opened;
}

/* Writes a finished game to all places. Returns false if one of them cannot be written. */
static bool write_game(struct command *command, const struct match_game *game)
{
    struct nash_buf sgf = NASH_BUF_INIT(0);
    struct nash_error error;
    report_game(command->lines, game, command->answer->games);
    report_record(&command->json, game);
    if (command->records != NULL) {
        hex_record_write(&game->record, HEX_FORM_SGF, &sgf, &error);
        fwrite(sgf.data, 1, sgf.len, command->records);
        fflush(command->records);
    }
    bool written = !sgf.failed && !command->games.failed && !ferror(command->lines) &&
                   (command->records == NULL || !ferror(command->records));
    nash_buf_free(&sgf);
    if (!written)
        fprintf(stderr, "nashd match: cannot write the games: %s\n", strerror(errno));
    return written;
}

static int play_games(struct command *command)
{
    const struct hex_match *match = command->arguments->match;
    struct match_game *game = NASH_NEW(command->arguments->arena, struct match_game, 1);
    bool more = game != NULL, written = game != NULL;
    while (more && written) {
        bool finished = match_play(command->arguments, command->answer->games, command->block, game);
        if (finished) {
            more = hex_match_add(match, command->answer, &game->game);
            written = write_game(command, game);
        }
        nash_buf_free(&game->why);
        if (!finished)
            break;
    }
    command->answer->stopped = !hex_match_is_complete(match, command->answer);
    return written ? COMMAND_DONE : COMMAND_FAILED;
}

static void close_seats(struct match_arguments *arguments)
{
    for (unsigned i = 0; i < 2; i++)
        seat_close(&arguments->seat[i]);
}

static int play_match(struct command *command)
{
    struct match_arguments *arguments = command->arguments;
    int code = COMMAND_FAILED;
    if (open_seats(arguments)) {
        report_begin(command->lines, arguments);
        code = play_games(command);
        close_seats(arguments); /* the processor time of a program is known after its end */
        report_table(command->lines, arguments, command->answer);
        if (arguments->json)
            report_json(stdout, arguments, command->answer, &command->games);
        if (fflush(stdout) != 0 || ferror(stdout))
            code = COMMAND_FAILED;
    }
    close_seats(arguments);
    return interrupted ? COMMAND_SIGNAL + interrupted : code;
}

static int run(struct match_arguments *arguments)
{
    struct command command = {.arguments = arguments,
                              .answer = hex_match_answer_new(arguments->match, arguments->arena),
                              .block = hex_unit_block_new(HEX_GAME_MEMORY),
                              .lines = arguments->json ? stderr : stdout,
                              .games = NASH_BUF_INIT(0)};
    int code = COMMAND_FAILED;
    command.json = NASH_JSONW(&command.games);
    if (arguments->records != NULL)
        command.records = fopen(arguments->records, "we");
    if (command.answer == NULL || command.block == NULL)
        fprintf(stderr, "nashd match: out of memory\n");
    else if (arguments->records != NULL && command.records == NULL)
        fprintf(stderr, "nashd match: %s: %s\n", arguments->records, strerror(errno));
    else
        code = play_match(&command);
    if (command.records != NULL && fclose(command.records) != 0 && code == COMMAND_DONE) {
        fprintf(stderr, "nashd match: %s: %s\n", arguments->records, strerror(errno));
        code = COMMAND_FAILED;
    }
    hex_unit_block_free(command.block);
    nash_buf_free(&command.games);
    return code;
}

int command_match(int argc, char **argv)
{
    static struct match_arguments arguments;
    int code = COMMAND_USAGE;
    if (match_arguments_read(&arguments, argc, argv)) {
        signal(SIGPIPE, SIG_IGN); /* a program may close its input at any time */
        interrupt_catch();
        code = arguments.help ? COMMAND_DONE : run(&arguments);
    }
    match_arguments_free(&arguments);
    return code;
}
