/* The request of a position, before it is a problem: read/json.c and read/text.c fill a struct hex_input,
 * read/position.c plays its moves and makes the problem. */
#ifndef HEX_READ_INPUT_H
#define HEX_READ_INPUT_H

#include <solvers/hex/problem.h>
#include <solvers/kit/text_reader.h>

enum { HEX_WORD_MAX = 16, HEX_WORDS_MAX = 400, HEX_BOARD_TEXT_MAX = 2000, HEX_WHY_MAX = 200 };

struct hex_input {
    unsigned rows, cols;    /* 0: not given */
    const char *board;      /* NULL: none; with a line end behind each row that the request has */
    bool board_is_array;    /* for JSON pointers */
    enum hex_color first;   /* HEX_EMPTY: not given */
    struct text_span *word; /* [words] */
    unsigned words;
    bool words_are_array;
    bool swap;
    const struct hex_engine *engine; /* NULL: not given */
    struct hex_settings settings;
};

struct hex_input hex_input_new(void);
/* Reads the members that may stand beside a text; the names are in hex_beside_text. */
void hex_read_options(struct reader *r, struct hex_input *in);
/* Splits a text into words; reports too many. */
bool hex_read_words(struct reader *r, struct text_span text, struct hex_input *in);
/* Returns NULL after reporting an error. */
struct hex_problem *hex_make_problem(struct reader *r, const struct hex_input *in);

/* ---- read/board.c ---- */

/* Reads the stones of in->board, and its size if none is given. */
void hex_read_stones(struct reader *r, const struct hex_input *in, struct hex_board *board);

/* ---- read/play.c ---- */

/* A game while its moves are played. */
struct hex_play {
    struct hex_position position; /* to_move stays the side whose turn it would be after the end */
    enum hex_color winner;
    unsigned moves; /* words played */
    bool swap;      /* the swap rule holds */
    bool standard;  /* the board was empty and Black began: White may have a swap */
    bool swapped, resigned;
};

/* Returns whether White may swap now. */
bool hex_play_may_swap(const struct hex_play *play);
/* Plays a word: a cell, swap, swap-pieces, swap-sides, pass, resign. Returns false with the reason in why. */
bool hex_play_word(struct hex_play *play, struct text_span word, char why[HEX_WHY_MAX]);

#endif
