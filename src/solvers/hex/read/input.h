/* The request of a position or a game, before it is a problem: read/json.c and read/text.c fill a struct hex_input and
 * a game (records/record.h); read/position.c plays its moves and makes the problem of a position. */
#ifndef HEX_READ_INPUT_H
#define HEX_READ_INPUT_H

#include <solvers/hex/problem.h>
#include <solvers/hex/records/record.h>
#include <solvers/kit/text_reader.h>

enum { HEX_WORD_MAX = 16, HEX_WORDS_MAX = 400, HEX_BOARD_TEXT_MAX = 2000 };

/* of a game, in a request */
#define HEX_GAME_MEMBERS "size", "rows", "cols", "moves", "board", "to_move", "swap"

struct hex_input {
    unsigned rows, cols;    /* 0: not given */
    const char *board;      /* NULL: none; with a line end behind each row that the request has */
    enum hex_color first;   /* HEX_EMPTY: not given */
    struct text_span *word; /* [words] */
    unsigned words;
    bool words_are_array; /* for JSON pointers */
    bool swap;
    const struct hex_engine *engine; /* NULL: not given */
    struct hex_settings settings;
    struct hex_record *record; /* the game; set when it is played */
};

struct hex_input hex_input_new(void);
/* Reads the engine and its settings. */
void hex_read_options(struct reader *r, struct hex_input *in);
/* Splits a text into words; reports too many. */
bool hex_read_words(struct reader *r, struct text_span text, struct hex_input *in);

/* Plays the words on the board. Reports the first that is no legal move. */
void hex_play_words(struct reader *r, struct hex_input *in, struct hex_play *play);
/* read/json.c: reads the members of a game, and plays it. */
void hex_read_game(struct reader *r, struct hex_input *in, struct hex_play *play);
/* Makes the problem of a game. Returns NULL after reporting an error. */
struct hex_problem *hex_make_problem(struct reader *r, const struct hex_input *in, const struct hex_play *play);

/* read/board.c: reads the stones of in->board, and its size if none is given. */
void hex_read_stones(struct reader *r, const struct hex_input *in, struct hex_board *board);

#endif
