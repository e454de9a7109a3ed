/* Makes the problem: the board, the moves played on it, the engine. Faults are NASH_UNPROCESSABLE; that of a move says
 * the number of the move. */
#include <solvers/hex/uct/uct.h>

#include "input.h"

struct hex_input hex_input_new(void)
{
    return (struct hex_input){
        .settings = {.iterations = HEX_ITERATIONS_DEFAULT, .exploration = HEX_UCT_EXPLORATION, .rave = true}};
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

static void set_board(struct reader *r, const struct hex_input *in, struct hex_play *play)
{
    struct hex_board *board = &play->position.board;
    unsigned black = 0;
    if (in->board)
        hex_read_stones(r, in, board);
    else
        hex_board_init(board, in->rows ? in->rows : HEX_SIZE_DEFAULT, in->rows ? in->cols : HEX_SIZE_DEFAULT);
    for (unsigned i = 0; i < hex_cells(board); i++)
        black += board->cell[i] == HEX_BLACK;
    play->winner = hex_winner(board);
    play->position.to_move = in->first ? in->first : 2 * black > board->stones ? HEX_WHITE : HEX_BLACK;
    play->standard = board->stones == 0 && play->position.to_move == HEX_BLACK;
}

static void play_moves(struct reader *r, const struct hex_input *in, struct hex_play *play)
{
    char why[HEX_WHY_MAX];
    for (unsigned i = 0; i < in->words && reader_ok(r); i++) {
        if (hex_play_word(play, in->word[i], why))
            continue;
        if (in->words_are_array)
            reader_fail_at(r, NASH_UNPROCESSABLE, "moves", i, "move %u: %s", i + 1, why);
        else
            reader_fail(r, NASH_UNPROCESSABLE, r->doc && !r->beside_text ? "moves" : NULL, "move %u: %s", i + 1, why);
    }
}

struct hex_problem *hex_make_problem(struct reader *r, const struct hex_input *in)
{
    struct hex_play play = {.swap = in->swap};
    set_board(r, in, &play);
    if (reader_ok(r))
        play_moves(r, in, &play);
    struct hex_problem *p = reader_ok(r) ? READER_NEW(r, struct hex_problem, 1) : NULL;
    if (!p)
        return NULL;
    *p = (struct hex_problem){.position = play.position,
                              .winner = play.winner,
                              .resigned = play.resigned,
                              .may_swap = hex_play_may_swap(&play),
                              .engine = in->engine ? in->engine : usual_engine(&play.position.board),
                              .settings = in->settings};
    if (p->winner != HEX_EMPTY)
        p->position.to_move = HEX_EMPTY;
    return p;
}
