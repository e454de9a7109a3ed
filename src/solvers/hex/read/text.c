/* Reads the text form of a position: the size, then the moves, "11 a2 f6" or "hex 9x9 a2 swap"; or a record of a game,
 * of which the last position counts. Without the word "hex" there is at least one move, since a number alone is no
 * position of Hex. */
#include <string.h>

#include <solvers/hex/history.h>
#include <solvers/kit/beside_text.h>

#include "input.h"

/* Reads "11" or "3x4", columns first as in SGF. */
static bool read_size(struct text_span word, struct hex_input *in)
{
    int64_t cols, rows;
    struct text_span first;
    if (!text_is_digit(*word.at) || !text_word(&word, "xX", &first) || !text_int(first, &cols))
        return false;
    rows = cols;
    if (word.at < word.end) {
        word.at++;
        if (!text_int(word, &rows))
            return false;
    }
    if (rows < 1 || rows > HEX_SIZE_MAX || cols < 1 || cols > HEX_SIZE_MAX)
        return false;
    in->rows = (unsigned)rows;
    in->cols = (unsigned)cols;
    return true;
}

static void read_game(struct reader *r, const char *text, size_t len, struct hex_input *in)
{
    unsigned from = 0;
    if (!hex_read_words(r, (struct text_span){text, text + len}, in))
        return;
    bool named = in->words && text_is_nocase(in->word[0], "hex");
    from += named;
    if (from >= in->words || !read_size(in->word[from], in) || (!named && in->words < 2)) {
        reader_fail(r, NASH_INVALID, NULL,
                    "no position of Hex: write the size, 1 to %d, and the moves, as \"11 a2 f6\", or \"hex 11\"",
                    HEX_SIZE_MAX);
        return;
    }
    in->word += from + 1;
    in->words -= from + 1;
}

/* Returns whether the moves have a swap: then the game has the swap rule. */
static bool has_swap(const struct hex_input *in)
{
    for (unsigned i = 0; i < in->words; i++)
        if (text_is_nocase(in->word[i], "swap") || text_is_nocase(in->word[i], "swap-pieces") ||
            text_is_nocase(in->word[i], "swap-sides"))
            return true;
    return false;
}

/* Returns whether the text is a record: SGF, a HexWorld link, or commands of HTP. */
static bool is_record(const char *text, size_t len)
{
    struct text_span rest = {text, text + len}, word;
    enum hex_form form = hex_record_form(text, len);
    if (form == HEX_FORM_SGF || (form == HEX_FORM_HEXWORLD && memchr(text, '#', len))) /* "11" alone reads as a link */
        return true;
    return text_word(&rest, " \t\r\n", &word) &&
           (text_is(word, "boardsize") || text_is(word, "clear_board") || text_is(word, "play"));
}

/* Plays a record to its end. In HTP a side may move twice in a row. */
static void play_record(struct reader *r, const char *text, size_t len, struct hex_input *in, struct hex_play *play)
{
    struct nash_error error;
    struct hex_record *record = in->record = READER_NEW(r, struct hex_record, 1);
    if (!record)
        return;
    play->any_order = hex_record_form(text, len) == HEX_FORM_HTP;
    enum nash_status status = hex_record_parse(text, len, record, &error);
    if (status == NASH_OK)
        status = hex_replay(record, record->moves, play, &error);
    if (status != NASH_OK)
        reader_fail(r, status, NULL, "%s", error.detail);
}

static void play_text(struct reader *r, const char *text, size_t len, struct hex_input *in, struct hex_play *play)
{
    if (is_record(text, len)) {
        play_record(r, text, len, in, play);
        return;
    }
    read_game(r, text, len, in);
    in->swap = in->swap || (!reader_has(r, "swap") && has_swap(in));
    if (reader_ok(r))
        hex_play_words(r, in, play);
}

/* The forms of the kind that have a text, and how they are read. */
struct text_form {
    const struct form *form;
    const char *const *members; /* beside the text */
    void (*options)(struct reader *r, struct hex_input *in);
    void *(*make)(struct reader *r, const struct hex_input *in, const struct hex_play *play);
};

static void *make_position(struct reader *r, const struct hex_input *in, const struct hex_play *play)
{
    return hex_make_problem(r, in, play);
}

static void *make_history(struct reader *r, const struct hex_input *in, const struct hex_play *play)
{
    (void)play;
    return hex_make_history(r, in);
}

static const struct text_form *text_form_of(const struct reader *r)
{
    static const char *const position[] = {HEX_PLAYER_MEMBERS, "all", "swap", NULL},
                             *const review[] = {"review", "nodes", "swap", NULL},
                             *const notation[] = {"record", "swap", NULL};
    static const struct text_form forms[] = {{&hex_form_review, review, hex_review_options, make_history},
                                             {&hex_form_notation, notation, hex_notation_options, make_history},
                                             {&hex_form_position, position, hex_read_options, make_position}};
    const struct text_form *form = forms;
    while (form->form->member && !reader_has(r, form->form->member))
        form++;
    return form;
}

enum nash_status hex_parse_text(const char *text, size_t len, const struct nash_json *members, struct nash_arena *arena,
                                void **problem, struct nash_error *error)
{
    struct hex_input in = hex_input_new();
    struct hex_play play = {0};
    struct reader r;
    reader_beside_text(&r, members, arena, error);
    const struct text_form *chosen = text_form_of(&r);
    reader_only(&r, chosen->members);
    in.swap = reader_bool(&r, "swap", false);
    chosen->options(&r, &in);
    if (!text)
        return reader_status(&r);
    if (reader_ok(&r))
        play_text(&r, text, len, &in, &play);
    void *p = reader_ok(&r) ? chosen->make(&r, &in, &play) : NULL;
    if (p && !(*problem = form_problem_new(chosen->form, p, arena)))
        reader_nomem(&r);
    return reader_status(&r);
}
