/* The games of the lecture notes by name. The notes have numbers for the prisoner's dilemma only; for the rational
 * pigs, their three variations, the quarrel and the farmer they have the outcome, which the numbers below produce. */
#include <string.h>

#include "input.h"

struct example {
    const char *row_payoff, *col_payoff; /* rows, separated by ";"; col_payoff NULL: zero-sum or a decision */
    const char *rows, *cols;             /* names, separated by ";" */
    const char *row_player, *col_player; /* NULL: a decision */
    const char *probability;             /* probabilities of the states of a decision; NULL: absent */
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

/* Payoffs: years in prison, negative; food eaten less the cost of the way to the pedal; pence. */
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

/* Returns the number of parts that the separator divides the list into. */
static uint32_t count_parts(const char *list, char separator)
{
    uint32_t count = 1;
    for (; *list; list++)
        count += *list == separator;
    return count;
}

/* Reads at most max rationals, separated by blanks, from text[len]. Returns their number. */
static uint32_t read_numbers(const char *text, size_t len, struct rational *number, uint32_t max)
{
    uint32_t count = 0;
    for (const char *end = text + len; text < end && count < max;) {
        size_t word = strspn(text, "-0123456789./");
        if (word)
            rational_read(text, word, &number[count++]);
        text += word + 1;
    }
    return count;
}

static void example_payoffs(const char *text, uint32_t cols, const char *member, const struct reader *r,
                            struct matrix_payoffs *payoffs)
{
    if (!matrix_payoffs_init(payoffs, r, count_parts(text, ';'), cols, member))
        return;
    for (uint32_t i = 0; i < payoffs->rows; i++) {
        size_t len = strcspn(text, ";");
        read_numbers(text, len, payoffs->row[i], cols);
        text += len + (text[len] == ';');
    }
}

static void example_names(const char *text, const struct reader *r, struct matrix_names *names)
{
    names->count = count_parts(text, ';');
    names->name = READER_NEW(r, const char *, names->count);
    for (uint32_t i = 0; names->name && i < names->count; i++) {
        size_t len = strcspn(text, ";");
        names->name[i] = nash_arena_strndup(r->arena, text, len);
        if (!names->name[i])
            reader_nomem(r);
        text += len + (text[len] == ';');
    }
}

void matrix_example(int index, const struct reader *r, struct matrix_input *input)
{
    const struct example *e = &examples[index];
    uint32_t cols = count_parts(e->cols, ';');
    bool decision = !e->row_player, bimatrix = e->col_payoff != NULL;
    input->row_player = e->row_player;
    input->col_player = e->col_player;
    example_payoffs(e->row_payoff, cols, bimatrix ? "row_payoff" : "payoff", r,
                    bimatrix ? &input->row_payoff : &input->payoff);
    if (bimatrix)
        example_payoffs(e->col_payoff, cols, "col_payoff", r, &input->col_payoff);
    example_names(e->rows, r, decision ? &input->acts : &input->rows);
    example_names(e->cols, r, decision ? &input->states : &input->cols);
    input->probability = e->probability ? READER_NEW(r, struct rational, cols) : NULL;
    if (input->probability)
        input->probabilities = read_numbers(e->probability, strlen(e->probability), input->probability, cols);
}
