/* Reads the JSON form of a position, as schema/kinds/hex.request.json defines it. */
#include <string.h>

#include "input.h"

/* In the order of enum hex_color, from HEX_BLACK. */
static const char *const side_words[] = {"black", "white", NULL};

void hex_read_options(struct reader *r, struct hex_input *in)
{
    struct hex_player player;
    hex_player_read(r, hex_engines, in->engine, &player);
    in->engine = player.engine;
    in->settings = player.settings;
    in->settings.win_lines = reader_bool(r, "all", false);
}

static void read_size(struct reader *r, struct hex_input *in)
{
    in->rows = (unsigned)reader_int(r, "rows", 1, HEX_SIZE_MAX, 0);
    in->cols = (unsigned)reader_int(r, "cols", 1, HEX_SIZE_MAX, 0);
    if (!in->rows != !in->cols)
        reader_fail(r, NASH_INVALID, NULL, "the member \"%s\" is missing: give both, or \"size\"",
                    in->rows ? "cols" : "rows");
    unsigned size = (unsigned)reader_int(r, "size", 1, HEX_SIZE_MAX, 0);
    if (size && in->rows && (size != in->rows || size != in->cols))
        reader_fail(r, NASH_UNPROCESSABLE, "size", "says %ux%u, \"rows\" and \"cols\" %ux%u: give one of them", size,
                    size, in->rows, in->cols);
    if (size)
        in->rows = in->cols = size;
}

static void read_moves(struct reader *r, struct hex_input *in)
{
    struct reader array, item = {0};
    if (!reader_member(&array, r, "moves"))
        return;
    if (cJSON_IsString(array.value)) {
        const char *text = reader_as_string(&array, 4000);
        if (text)
            hex_read_words(&array, (struct text_span){text, text + strlen(text)}, in);
        return;
    }
    if (reader_is_flat(&array) || !cJSON_IsArray(array.value)) {
        reader_fail(&array, NASH_INVALID, NULL, "must be moves, as [\"a2\", \"f6\"] or \"a2 f6\"");
        return;
    }
    if (reader_count(&array) > HEX_WORDS_MAX) {
        reader_fail(&array, NASH_INVALID, NULL, "has more than %d words: a game is shorter", HEX_WORDS_MAX);
        return;
    }
    in->words_are_array = true;
    in->word = READER_NEW(r, struct text_span, HEX_WORDS_MAX);
    while (in->word && reader_item(&item, &array)) {
        const char *text = reader_as_string(&item, HEX_WORD_MAX);
        if (text && !*text)
            reader_fail(&item, NASH_INVALID, NULL, "must be a move, as \"a2\"");
        if (text)
            in->word[in->words++] = (struct text_span){text, text + strlen(text)};
    }
}

static void read_board(struct reader *r, struct hex_input *in)
{
    struct reader array, item = {0};
    if (!reader_member(&array, r, "board"))
        return;
    if (cJSON_IsString(array.value)) {
        in->board = reader_as_string(&array, 1000);
        return;
    }
    size_t used = 0;
    char *text = READER_NEW(r, char, HEX_BOARD_TEXT_MAX);
    if (reader_is_flat(&array) || !reader_count(&array) || reader_count(&array) > HEX_SIZE_MAX)
        reader_fail(&array, NASH_INVALID, NULL, "must be the rows of a board, 1 to %d strings, or one string",
                    HEX_SIZE_MAX);
    while (text && reader_ok(r) && reader_item(&item, &array)) {
        const char *row = reader_as_string(&item, 100);
        size_t len = row ? strlen(row) : 0;
        if (row) {
            memcpy(text + used, row, len);
            text[used + len] = '\n';
            used += len + 1;
        }
    }
    in->board = text;
}

void hex_read_game(struct reader *r, struct hex_input *in, struct hex_play *play)
{
    if (!reader_has(r, "size") && !reader_has(r, "rows") && !reader_has(r, "moves") && !reader_has(r, "board"))
        reader_fail(r, NASH_INVALID, NULL,
                    "a position is missing: give \"size\", \"moves\" or \"board\", for example "
                    "{\"size\": 11, \"moves\": [\"a2\", \"f6\"]}");
    read_size(r, in);
    read_board(r, in);
    read_moves(r, in);
    if (reader_has(r, "to_move"))
        in->first = (enum hex_color)(HEX_BLACK + reader_enum(r, "to_move", side_words, 0));
    in->swap = reader_bool(r, "swap", in->swap);
    if (reader_ok(r))
        hex_play_words(r, in, play);
}

void hex_read(struct reader *r, void **problem)
{
    static const char *const members[] = {HEX_GAME_MEMBERS, HEX_PLAYER_MEMBERS, "all", NULL};
    struct hex_input in = hex_input_new();
    struct hex_play play = {0};
    reader_only(r, members);
    hex_read_options(r, &in);
    hex_read_game(r, &in, &play);
    if (reader_ok(r))
        *problem = hex_make_problem(r, &in, &play);
}
