/* Records: round trips of random games in all three forms, and what is refused, with the number of the move. */
#include <dirent.h>
#include <string.h>

#include <solvers/hex/records/record.h>

#include "../base/test.h"

/* Appends a random legal move of the side to move; returns false when the game is over. */
static bool random_move(struct nash_rng *rng, struct hex_record *record, struct hex_play *play, bool swaps)
{
    struct nash_error error = {0};
    const struct hex_board *board = &play->position.board;
    struct hex_move move = {.color = (uint8_t)play->position.to_move};
    uint64_t dice = nash_rng_below(rng, 60);
    if (play->over || record->moves == HEX_MOVES_MAX)
        return false;
    if (swaps && hex_play_can_swap(play, play->position.to_move) && dice < 30)
        move.action = board->rows == board->cols && dice < 20 ? HEX_SWAP_PIECES : HEX_SWAP_SIDES;
    else if (dice == 0)
        move.action = nash_rng_below(rng, 5) ? HEX_PASS : dice % 2 ? HEX_RESIGN : HEX_FORFEIT;
    else
        do
            move.cell = (uint16_t)nash_rng_below(rng, hex_cells(board));
        while (board->cell[move.cell] != HEX_EMPTY);
    if (hex_play_move(play, move, &error) != NASH_OK || hex_record_add(record, move, &error) != NASH_OK)
        fail_msg("a legal move of %ux%u is refused: %s", board->cols, board->rows, error.detail);
    return true;
}

static void random_record(struct nash_rng *rng, struct hex_record *record, bool setup, bool swaps)
{
    struct hex_play play = {0};
    hex_record_init(record, 1 + (unsigned)nash_rng_below(rng, HEX_SIZE_MAX),
                    1 + (unsigned)nash_rng_below(rng, HEX_SIZE_MAX));
    if (nash_rng_below(rng, 2))
        record->cols = record->rows;
    if (setup && nash_rng_below(rng, 2)) {
        record->first = nash_rng_below(rng, 2) ? HEX_BLACK : HEX_WHITE;
        for (unsigned i = 0; i < (unsigned)record->rows * record->cols; i++)
            record->setup[i] = nash_rng_below(rng, 6) ? HEX_EMPTY : (uint8_t)(1 + nash_rng_below(rng, 2));
    }
    hex_play_begin(&play, record);
    for (uint64_t most = nash_rng_below(rng, 300); most > 0 && random_move(rng, record, &play, swaps); most--)
        ;
    struct hex_move last = record->moves ? record->move[record->moves - 1] : (struct hex_move){0};
    if (last.action == HEX_RESIGN || last.action == HEX_FORFEIT) {
        record->winner = play.winner;
        record->how = last.action == HEX_RESIGN ? 'R' : 'F';
    }
}

static void assert_same(const struct hex_record *a, const struct hex_record *b, const char *text)
{
    bool same = a->rows == b->rows && a->cols == b->cols && a->first == b->first && a->moves == b->moves &&
                a->winner == b->winner && a->how == b->how && strcmp(a->black, b->black) == 0 &&
                strcmp(a->white, b->white) == 0 && memcmp(a->setup, b->setup, sizeof a->setup) == 0;
    for (unsigned i = 0; same && i < a->moves; i++)
        same = a->move[i].action == b->move[i].action && a->move[i].color == b->move[i].color &&
               a->move[i].cell == b->move[i].cell;
    if (!same)
        fail_msg("another record comes back from:\n%s", text);
}

static void round_trips(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_error error;
    static struct hex_record record, again;
    for (unsigned n = 0, cases = test_length(3000, 30000); n < cases; n++) {
        enum hex_form form = (enum hex_form)(n % 3);
        random_record(&rng, &record, form == HEX_FORM_SGF, form != HEX_FORM_HEXWORLD);
        if (form == HEX_FORM_SGF && nash_rng_below(&rng, 2)) {
            strcpy(record.black, "A]b\\c: d");
            strcpy(record.white, "\xc3\xa9[");
        }
        nash_buf_reset(&out);
        assert_int_equal(hex_record_write(&record, form, &out, &error), NASH_OK);
        const char *text = nash_buf_cstr(&out);
        char *copy = malloc(out.len); /* of exactly this size, so that a sanitizer sees reads behind it */
        memcpy(copy, text, out.len);
        assert_int_equal(hex_record_form(copy, out.len), form);
        if (hex_record_read(copy, out.len, &again, &error) != NASH_OK)
            fail_msg("%s\nis refused: %s", text, error.detail);
        assert_same(&record, &again, text);
        for (size_t cut = 0; cut < out.len; cut += 1 + out.len / 7) {
            char *part = malloc(cut);
            memcpy(part, copy, cut);
            hex_record_read(part, cut, &again, &error);
            free(part);
        }
        free(copy);
    }
    nash_buf_free(&out);
}

/* Reads a text and shows it as moves: "5x5 b:a1 w:b2". */
static const char *shown(const char *text)
{
    static char out[512];
    static struct hex_record record;
    struct nash_error error;
    struct hex_board board;
    char name[HEX_MOVE_NAME_MAX];
    if (hex_record_read(text, strlen(text), &record, &error) != NASH_OK)
        return strcpy(out, error.detail);
    hex_board_init(&board, record.rows, record.cols);
    size_t n =
        (size_t)snprintf(out, sizeof out, "%ux%u %c", record.cols, record.rows, record.first == HEX_BLACK ? 'b' : 'w');
    for (unsigned i = 0; i < hex_cells(&board); i++)
        if (record.setup[i])
            n += (size_t)snprintf(out + n, sizeof out - n, " %c%s", record.setup[i] == HEX_BLACK ? '+' : '-',
                                  hex_cell_name(&board, i, name));
    for (unsigned i = 0; i < record.moves; i++)
        n += (size_t)snprintf(out + n, sizeof out - n, " %c:%s", record.move[i].color == HEX_BLACK ? 'b' : 'w',
                              hex_move_name(&board, record.move[i], name));
    if (record.winner)
        snprintf(out + n, sizeof out - n, " %c+%.1s", record.winner == HEX_BLACK ? 'B' : 'W', &record.how);
    return out;
}

static void forms_are_read(void **state)
{
    static const char *const cases[][2] = {
        {"(;GM[11]SZ[5]AB[a1:b2][c3]AW[e5]PL[W])", "5x5 w +a1 +b1 +a2 +b2 +c3 -e5"},
        {"(;AB[b1]AW[a1]SZ[3]GM[11])", "3x3 b -a1 +b1"}, /* the size behind the stones */
        {"(;GM[11]SZ[3]AB[b1])", "3x3 w +b1"},           /* no PL: the side with fewer stones */
        {"(;SZ[3:5];B[C5];W[b1])", "3x5 b b:c5 w:b1"},
        {"(;AP[HexGui:0.2]FF[4]GM[11]SZ[5];W[a1];B[b2];W[d2])", "5x5 w w:a1 b:b2 w:d2"},
        {"junk ( \n ;GaMe[11]SiZe[5]Comment[a\\]b];Black[a1]C[(;B[b2\\])](;W[b2]PB[x];B[c3])(;W[d4]))",
         "5x5 b b:a1 w:b2 b:c3"},
        {"(;SZ[5];B[a2];W[swap-pieces];B[b2];W[resign])", "5x5 b b:a2 w:swap-pieces b:b2 w:resign"},
        {"(;SZ[5];B[a2];W[swap-sides];W[b2]RE[W+R])", "5x5 b b:a2 w:swap-sides w:b2 W+R"},
        {"(;AP[HexGui:0.9.0]SZ[5];B[a2];W[swap-pieces];W[b2])", "5x5 b b:a2 w:swap-sides w:b2"},
        {"(;SZ[5];W[bc];B[swap];W[ca])", "5x5 w w:b3 b:swap-pieces w:c1"},
        {"(;SZ[5];W[bc];B[swap];B[ca])", "5x5 w w:b3 b:swap-sides b:c1"},
        {"(;B[];W[k11];B[pass])", "11x11 b b:pass w:k11 b:pass"},
        {"https://hexworld.org/board/#13c1,a3j4:pb12", "13x13 b b:a3 w:j4 b:pass w:b12"},
        {"#11r9nc1,b3:sc6i9:rw", "11x11 b b:b3 w:swap-pieces b:c6 w:i9 w:resign B+R"},
        {"19x13c1,S13,a1", "19x13 b b:s13 w:a1"},
        {"11c1,b3c11:fb", "11x11 b b:b3 w:c11 b:forfeit W+F"},
        {"https://hexworld.org/board/#7c1,", "7x7 b"},
        {"#9", "9x9 b"},
        {"a1 b2, C3\n\n d4", "11x11 b b:a1 w:b2 b:c3 w:d4"},
        {"1. a1 swap-pieces 2.b2 3) c3", "11x11 b b:a1 w:swap-pieces b:b2 w:c3"},
        {"10 boardsize 5 7\r\n= \r\n\r\n11 play w e7 # last\r\nshowboard\nplay BLACK a1\nundo\nplay b swap-sides\n",
         "5x7 w w:e7 b:swap-sides"},
        {"boardsize 5\na2 swap-sides b1", "5x5 b b:a2 w:swap-sides w:b1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *seen = shown(cases[i][0]);
        if (strstr(seen, cases[i][1]) == NULL)
            fail_msg("%s\ngives %s\nnot   %s", cases[i][0], seen, cases[i][1]);
    }
}

static void faults_are_named(void **state)
{
    static const char *const cases[][2] = {
        {"", "a record is SGF"},
        {"hello", "a record is SGF"},
        {"a1 b2 a1", "move 3 (black a1): the cell is occupied"},
        {"a1 l1", "move 2: \"l1\" is neither"},
        {"a1 swap-pieces swap-pieces", "move 3 (black swap-pieces): there was a swap before"},
        {"a1 b2 swap-sides", "move 3 (black swap-sides): a swap can only answer the first stone"},
        {"swap-pieces", "move 1 (black swap-pieces): a swap can only answer"},
        {"a1 resign b2", "move 3 (black b2): the game is over"},
        {"boardsize 1\na1 a1", "move 2 (white a1): the game is over"},
        {"boardsize 3 2\na1 swap-pieces", "move 2 (white swap-pieces): swap-pieces needs a square board"},
        {"play b a1\nplay b a2", "move 2 (black a2): it is white's turn"},
        {"play b", "move 1: \"play\" needs"},
        {"play r a1", "move 1: the side is"},
        {"play b a1\ngenmove w", "move 2: \"genmove\""},
        {"undo", "no move that \"undo\""},
        {"boardsize 20", "1 to 19"},
        {"boardsize 0 3", "1 to 19"},
        {"(;SZ[5];B[a1];W[a1])", "move 2 (white a1): the cell is occupied"},
        {"(;SZ[5];B[a1];B[a2])", "move 2 (black a2): it is white's turn"},
        {"(;SZ[5];B[a1];W[f1])", "move 2: \"f1\" is neither"},
        {"(;SZ[5]\n;B[a1]\n;AB[a2])", "line 3: setup stones"},
        {"(;SZ[5]AB[a1:f2])", "a setup stone is not on the board"},
        {"(;SZ[5]AB[a1:])", "a setup stone is not on the board"},
        {"(;SZ[20])", "1 to 19"},
        {"(;SZ[5:])", "1 to 19"},
        {"(;GM[1])", "not a game of Hex"},
        {"(;SZ[5];B[a1]", "the text ends before"},
        {"(;SZ[5];B[a1", "the text ends in the value"},
        {"(;SZ[5];B)", "a property has no value"},
        {"(;SZ[5];b[a1])", "no capital letter"},
        {"(;SZ[5];4[a1])", "a property, \";\""},
        {"#11c1,a1a1", "move 2 (white a1): the cell is occupied"},
        {"#11c1,a1:x", "move 2: \":x\" is neither"},
        {"#11c1,a1:r", "move 2: \":r\" is neither"},
        {"#11c1,a12", "move 1: \"a12\" is neither"},
        {"#111c1,a1", "1 to 19"},
        {"https://hexworld.org/board/#", "a HexWorld link has"},
        {"#3x2c1,a1:s", "move 2 (white swap-pieces): swap-pieces needs a square board"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *seen = shown(cases[i][0]);
        if (strstr(seen, cases[i][1]) == NULL)
            fail_msg("%s\ngives %s\nnot   %s", cases[i][0], seen, cases[i][1]);
    }
}

static void forms_have_limits(void **state)
{
    static struct hex_record record;
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_error error;
    hex_record_init(&record, 5, 5);
    record.setup[0] = HEX_BLACK;
    assert_int_equal(hex_record_write(&record, HEX_FORM_HTP, &out, &error), NASH_UNPROCESSABLE);
    assert_int_equal(hex_record_write(&record, HEX_FORM_HEXWORLD, &out, &error), NASH_UNPROCESSABLE);
    record.setup[0] = HEX_EMPTY;
    record.first = HEX_WHITE;
    hex_record_add(&record, (struct hex_move){.color = HEX_WHITE}, &error);
    assert_int_equal(hex_record_write(&record, HEX_FORM_HEXWORLD, &out, &error), NASH_UNPROCESSABLE);
    nash_buf_free(&out);
}

/* Swaps: what is on the board, and which side moves next. */
static void swaps_change_the_position(void **state)
{
    static struct hex_record record;
    struct hex_play play = {0};
    struct nash_error error;
    hex_record_init(&record, 5, 5);
    hex_record_add(&record, (struct hex_move){.color = HEX_BLACK, .cell = 1}, &error); /* b1 */
    hex_record_add(&record, (struct hex_move){.color = HEX_WHITE, .action = HEX_SWAP_PIECES}, &error);
    assert_int_equal(hex_replay(&record, 2, &play, &error), NASH_OK);
    assert_int_equal(play.position.board.stones, 1);
    assert_int_equal(play.position.board.cell[5], HEX_WHITE); /* a2 */
    assert_int_equal(play.position.to_move, HEX_BLACK);
    record.move[1].action = HEX_SWAP_SIDES;
    assert_int_equal(hex_replay(&record, 2, &play, &error), NASH_OK);
    assert_int_equal(play.position.board.cell[1], HEX_BLACK);
    assert_int_equal(play.position.to_move, HEX_WHITE);
    assert_int_equal(hex_replay(&record, 1, &play, &error), NASH_OK);
    assert_true(hex_play_can_swap(&play, HEX_WHITE));
    assert_false(hex_play_can_swap(&play, HEX_BLACK));
}

/* Inputs of a megabyte: deep nesting, long values, no end. */
static void large_texts_end(void **state)
{
    enum { BYTES = 1 << 20 };
    static const char *const parts[] = {"(;",    "(",   ";", "[",  "\\",          "(;C[",
                                        "B[a1]", "a1 ", "1", ":p", "play b a1\n", "# "};
    static struct hex_record record;
    struct nash_error error;
    char *text = malloc(BYTES);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (size_t k = 0; k < 3; k++) {
            static const char *const begin[] = {"", "(;", "#11c1,"};
            size_t n = strlen(begin[k]), part = strlen(parts[i]);
            memcpy(text, begin[k], n);
            for (size_t at = n; at < BYTES; at++)
                text[at] = parts[i][(at - n) % part];
            hex_record_read(text, BYTES, &record, &error);
        }
    free(text);
}

/* The reference puzzles: each is read, written and read again; names begin with the size ("5x5-..."). */
static void puzzles_round_trip(void **state)
{
    DIR *folder = opendir(SHARED_DIR "/data/hex/sgf/puzzles");
    if (folder == NULL) {
        print_message("skipped: no reference puzzles at %s\n", SHARED_DIR "/data/hex/sgf/puzzles");
        skip();
    }
    static struct hex_record record, again;
    struct nash_error error;
    struct nash_buf out = NASH_BUF_INIT(0);
    unsigned files = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512], text[8192];
        if (strstr(entry->d_name, ".sgf") == NULL)
            continue;
        snprintf(path, sizeof path, "%s/%s", SHARED_DIR "/data/hex/sgf/puzzles", entry->d_name);
        FILE *file = open_test_data(path);
        size_t len = fread(text, 1, sizeof text, file);
        fclose(file);
        if (hex_record_read(text, len, &record, &error) != NASH_OK)
            fail_msg("%s: %s", entry->d_name, error.detail);
        if (record.rows != strtoul(entry->d_name, NULL, 10) || (record.moves == 0 && !hex_record_has_setup(&record)))
            fail_msg("%s: %u rows, %u moves", entry->d_name, record.rows, record.moves);
        nash_buf_reset(&out);
        hex_record_write(&record, HEX_FORM_SGF, &out, &error);
        assert_int_equal(hex_record_read(out.data, out.len, &again, &error), NASH_OK);
        assert_same(&record, &again, entry->d_name);
        files++;
    }
    closedir(folder);
    nash_buf_free(&out);
    print_message("%u puzzles\n", files);
    assert_true(files > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(forms_are_read),
        cmocka_unit_test(faults_are_named),
        cmocka_unit_test(forms_have_limits),
        cmocka_unit_test(swaps_change_the_position),
        cmocka_unit_test(large_texts_end),
        cmocka_unit_test(puzzles_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
