/* nashd htp: the Hex Text Protocol on stdin and stdout, GTP's shape for Hex.
 *
 * A command is a line: [NUMBER] NAME ARGUMENT... The reply is "=NUMBER TEXT" or "?NUMBER MESSAGE" and an empty line.
 * The commands are functions in the tables of game.c, think.c and analysis.c; each appends its text to htp->reply, or
 * calls htp_fail(). */
#ifndef CLI_HTP_HTP_H
#define CLI_HTP_HTP_H

#include <nash/arena.h>
#include <nash/buf.h>
#include <solvers/hex/engines/engine.h>
#include <solvers/hex/records/record.h>

enum { HTP_WORDS_MAX = 16, HTP_ARENA_BYTES = 1 << 30 };

struct htp {
    struct hex_record record; /* the game: its size, setup stones and moves */
    struct hex_play play;     /* its position; sides may move in any order */
    bool allow_swap;          /* genmove may answer swap-pieces */
    const struct hex_engine *engine;
    struct hex_settings settings;
    struct nash_buf net;       /* of the settings, if they have one */
    uint64_t seed, timeout_ms; /* of a command that runs an engine; timeout 0: no limit */
    struct nash_arena *arena;  /* reset for each run of an engine */

    char *word[HTP_WORDS_MAX]; /* the command's name and its arguments */
    unsigned words;
    struct nash_buf reply;
    bool failed; /* reply is a message */
    bool quit;
};

struct htp_command {
    const char *name;
    unsigned arguments_min, arguments_max;
    void (*run)(struct htp *htp);
    const char *menu; /* HexGui's menu entry, "TYPE/LABEL/COMMAND"; NULL: none */
};

/* Tables that end with a command without a name. */
extern const struct htp_command htp_game_commands[], htp_think_commands[], htp_analysis_commands[];

/* Makes the reply a failure with this message. */
void htp_fail(struct htp *htp, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Executes one line, without its end. Returns whether it holds a command; if so, htp->reply is what is to be written.
 */
bool htp_execute(struct htp *htp, char *line);

/* Returns argument `i`, from 1, as a side or a number. After a failure the reply says so. */
bool htp_color(struct htp *htp, unsigned i, enum hex_color *color);
bool htp_number(struct htp *htp, unsigned i, uint64_t most, uint64_t *number);
/* Appends a cell's name after a space if the reply has text. */
void htp_add_cell(struct htp *htp, unsigned cell);

/* Begins a game on an empty board. */
void htp_new_game(struct htp *htp, unsigned rows, unsigned cols);
/* Makes a move and appends it to the record. Returns false after a failure. */
bool htp_play(struct htp *htp, struct hex_move move);

/* Runs an engine on the position with `color` to move. The game is not over. Returns false after a failure. */
bool htp_think(struct htp *htp, const struct hex_engine *engine, const struct hex_settings *settings,
               enum hex_color color, struct hex_opinion *opinion);
/* Marks the empty cells where a move of `color` is inferior: without effect, or no better than another one. */
void htp_inferior(const struct htp *htp, enum hex_color color, bool out[HEX_CELLS_MAX]);
/* Returns the engine of this name, or NULL. */
const struct hex_engine *htp_engine(const char *name);
/* Sets "engine", "iterations", "nodes", "plain", "simulations", "net", "seed" or "timeout". Returns false after a
 * failure. */
bool htp_set(struct htp *htp, const char *name, const char *value);

#endif
