/* Makes the problem: the board, the moves played on it, the engine. Faults are NASH_UNPROCESSABLE; that of a move says
 * the number of the move. */
#include <solvers/hex/engines/settings.h>

#include "input.h"

struct hex_input hex_input_new(void)
{
    return (struct hex_input){.settings = hex_settings_default()};
}

/* Returns the engine of a request that names none. */
static const struct hex_engine *usual_engine(const struct hex_board *board)
{
    return hex_cells(board) <= HEX_EXACT_CELLS ? &hex_engine_exact : &hex_engine_uct;
}

bool hex_read_words(struct reader *r, struct text_span text, struct hex_input *in)
{
    struct text_span word;
    if (!in->word)
        in->word = READER_NEW(r, struct text_span, HEX_WORDS_MAX);
    while (in->word && text_word(&text, " \t\r\n,;", &word)) {
        if (in->words == HEX_WORDS_MAX) {
            reader_fail(r, NASH_UNPROCESSABLE, NULL, "has more than %d words: a game is shorter", HEX_WORDS_MAX);
            return false;
        }
        in->word[in->words++] = word;
    }
    return in->word != NULL;
}

/* Begins a game with the stones of the request. */
static void begin_play(struct reader *r, struct hex_input *in, struct hex_play *play)
{
    struct hex_record *record = in->record = READER_NEW(r, struct hex_record, 1);
    struct hex_board board;
    unsigned black = 0;
    if (!record)
        return;
    hex_board_init(&board, in->rows ? in->rows : HEX_SIZE_DEFAULT, in->rows ? in->cols : HEX_SIZE_DEFAULT);
    if (in->board)
        hex_read_stones(r, in, &board);
    hex_record_init(record, board.rows, board.cols);
    for (unsigned i = 0; i < hex_cells(&board); i++) {
        record->setup[i] = board.cell[i];
        black += board.cell[i] == HEX_BLACK;
    }
    record->first = in->first ? in->first : 2 * black > board.stones ? HEX_WHITE : HEX_BLACK;
    hex_play_begin(play, record);
}

/* Returns false, with the reason, if the word is no move of this game. */
static bool play_word(const struct hex_input *in, struct hex_play *play, struct text_span word,
                      struct nash_error *error)
{
    const struct hex_board *board = &play->position.board;
    struct hex_move move = {.color = (uint8_t)play->position.to_move};
    size_t len = text_length(word);
    unsigned number = play->made + 1;
    if (!hex_move_read(board, word.at, len, &move)) {
        nash_fail(error, NASH_UNPROCESSABLE, "",
                  "move %u: \"%.*s\" is no cell of a board of %u column%s (a to %c) and %u row%s", number,
                  (int)(len < HEX_WORD_MAX ? len : HEX_WORD_MAX), word.at, board->cols, &"s"[board->cols == 1],
                  'a' + board->cols - 1, board->rows, &"s"[board->rows == 1]);
        return false;
    }
    if (!in->swap && (move.action == HEX_SWAP_PIECES || move.action == HEX_SWAP_SIDES)) {
        nash_fail(error, NASH_UNPROCESSABLE, "", "move %u: a swap needs the swap rule: give \"swap\": true", number);
        return false;
    }
    return hex_play_move(play, move, error) == NASH_OK && hex_record_add(in->record, move, error) == NASH_OK;
}

void hex_play_words(struct reader *r, struct hex_input *in, struct hex_play *play)
{
    struct nash_error error;
    begin_play(r, in, play);
    for (unsigned i = 0; i < in->words && reader_ok(r); i++) {
        if (play_word(in, play, in->word[i], &error))
            continue;
        if (in->words_are_array)
            reader_fail_at(r, NASH_UNPROCESSABLE, "moves", i, "%s", error.detail);
        else
            reader_fail(r, NASH_UNPROCESSABLE, r->doc && !r->beside_text ? "moves" : NULL, "%s", error.detail);
    }
}

struct hex_problem *hex_make_problem(struct reader *r, const struct hex_input *in, const struct hex_play *play)
{
    struct hex_problem *p = reader_ok(r) ? READER_NEW(r, struct hex_problem, 1) : NULL;
    const struct hex_board *board = &play->position.board;
    if (!p)
        return NULL;
    *p = (struct hex_problem){.position = play->position,
                              .winner = play->winner,
                              .resigned = play->over && hex_winner(board) == HEX_EMPTY,
                              .may_swap = in->swap && board->rows == board->cols &&
                                          hex_play_can_swap(play, play->position.to_move),
                              .engine = in->engine ? in->engine : usual_engine(board),
                              .settings = in->settings};
    if (p->winner != HEX_EMPTY)
        p->position.to_move = HEX_EMPTY;
    const struct hex_player player = {p->engine, p->settings};
    hex_player_check_net(r, &player, board->rows, board->cols);
    return p;
}
