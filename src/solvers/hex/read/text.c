/* Reads the text form of a position: the size, then the moves, "11 a2 f6" or "hex 9x9 a2 swap". Without the word "hex"
 * there is at least one move, since a number alone is no position of Hex. */
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

enum nash_status hex_parse_text(const char *text, size_t len, const struct nash_json *members, struct nash_arena *arena,
                                void **problem, struct nash_error *error)
{
    static const char *const names[] = {"engine", "iterations", "nodes", "exploration", "rave", "all", "swap", NULL};
    struct hex_input in = hex_input_new();
    struct reader r;
    reader_beside_text(&r, members, arena, error);
    reader_only(&r, names);
    hex_read_options(&r, &in);
    if (!text)
        return reader_status(&r);
    if (reader_ok(&r))
        read_game(&r, text, len, &in);
    in.swap = in.swap || (!reader_has(&r, "swap") && has_swap(&in));
    struct hex_problem *p = reader_ok(&r) ? hex_make_problem(&r, &in) : NULL;
    if (p && !(*problem = form_problem_new(&hex_form_position, p, arena)))
        reader_nomem(&r);
    return reader_status(&r);
}
