/* The games of the lecture by name. Its prisoner's dilemma has numbers; of the rational pigs, their three variations,
 * the quarrel and the farmer it tells the story and the outcome, and the numbers here are chosen so that they give it.
 */
#include <string.h>

#include "draft.h"

struct example {
    const char *row_payoff, *col_payoff; /* rows between ";"; col_payoff NULL: zero-sum or a decision */
    const char *rows, *cols;             /* names between ";" */
    const char *row_player, *col_player; /* NULL: a decision */
    const char *probability;             /* of a decision */
};

const char *const matrix_example_names[] = {"prisoners_dilemma",
                                            "rational_pigs",
                                            "rational_pigs_half",
                                            "rational_pigs_double",
                                            "rational_pigs_half_moved",
                                            "quarrel",
                                            "matching_pennies",
                                            "farmer",
                                            NULL};

/* Years in prison, negative; food eaten less what the way to the pedal costs; pence. */
static const struct example examples[] = {
    {"-0.5 -10; 0 -2", "-0.5 0; -10 -2", "silent;betray", "silent;betray", "prisoner A", "prisoner B", NULL},
    {"5 4; 9 0", "1 4; -1 0", "press;wait", "press;wait", "big pig", "small pig", NULL},
    {"1.5 -1; 5 0", "-0.5 4; -2 0", "press;wait", "press;wait", "big pig", "small pig", NULL},
    {"8 8; 10 0", "8 10; 8 0", "press;wait", "press;wait", "big pig", "small pig", NULL},
    {"2.5 5; 0 0", "2.5 0; 5 0", "press;wait", "press;wait", "big pig", "small pig", NULL},
    {"-5 2; -1 1", "-5 -1; 2 1", "hard;soft", "hard;soft", "husband", "wife", NULL},
    {"1 -1; -1 1", NULL, "H;T", "H;T", "matcher", "mismatcher", NULL},
    {"8 -3 2; -4 7 1; -6 -5 10", NULL, "drought-proof;flood-proof;rest", "drought;flood;good", NULL, NULL,
     "0.5 0.2 0.3"},
};

/* Parts of `list` between `separator`. */
static uint32_t count_parts(const char *list, char separator)
{
    uint32_t count = 1;
    for (; *list; list++)
        count += *list == separator;
    return count;
}

/* Rationals between blanks in text[len]; at most `most`. */
static uint32_t read_numbers(const char *text, size_t len, struct rational *number, uint32_t most)
{
    uint32_t count = 0;
    for (const char *end = text + len; text < end && count < most;) {
        size_t word = strspn(text, "-0123456789./");
        if (word)
            rational_read(text, word, &number[count++]);
        text += word + 1;
    }
    return count;
}

static enum nash_status read_table(const char *text, uint32_t cols, const char *at, struct nash_arena *arena,
                                   struct matrix_table *table, struct nash_error *error)
{
    *table = matrix_table_new(arena, count_parts(text, ';'), cols, at);
    if (!table->row)
        return matrix_full(error);
    for (uint32_t i = 0; i < table->rows; i++) {
        size_t len = strcspn(text, ";");
        read_numbers(text, len, table->row[i], cols);
        text += len + (text[len] == ';');
    }
    return NASH_OK;
}

static enum nash_status read_names(const char *text, struct nash_arena *arena, struct matrix_names *names,
                                   struct nash_error *error)
{
    names->count = count_parts(text, ';');
    names->name = NASH_NEW(arena, const char *, names->count);
    if (!names->name)
        return matrix_full(error);
    for (uint32_t i = 0; i < names->count; i++) {
        size_t len = strcspn(text, ";");
        names->name[i] = nash_arena_strndup(arena, text, len);
        if (!names->name[i])
            return matrix_full(error);
        text += len + (text[len] == ';');
    }
    return NASH_OK;
}

enum nash_status matrix_example(int index, struct nash_arena *arena, struct matrix_draft *draft,
                                struct nash_error *error)
{
    const struct example *e = &examples[index];
    uint32_t cols = count_parts(e->cols, ';');
    bool decision = !e->row_player, bimatrix = e->col_payoff != NULL;
    draft->row_player = e->row_player;
    draft->col_player = e->col_player;
    enum nash_status status = read_table(e->row_payoff, cols, bimatrix ? "/row_payoff" : "/payoff", arena,
                                         bimatrix ? &draft->row_payoff : &draft->payoff, error);
    if (status == NASH_OK && bimatrix)
        status = read_table(e->col_payoff, cols, "/col_payoff", arena, &draft->col_payoff, error);
    if (status == NASH_OK)
        status = read_names(e->rows, arena, decision ? &draft->acts : &draft->rows, error);
    if (status == NASH_OK)
        status = read_names(e->cols, arena, decision ? &draft->states : &draft->cols, error);
    if (status != NASH_OK || !e->probability)
        return status;
    draft->probability = NASH_NEW(arena, struct rational, cols);
    if (!draft->probability)
        return matrix_full(error);
    draft->probabilities = read_numbers(e->probability, strlen(e->probability), draft->probability, cols);
    return NASH_OK;
}
