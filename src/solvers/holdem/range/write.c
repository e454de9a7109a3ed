/* Writes a range as text. Classes whose combos have one weight are written as classes, and those that follow each other
 * as "QQ+" or "A5s-A2s"; the combos of all other classes one by one. */
#include <stdio.h>
#include <string.h>

#include "range.h"

enum { WEIGHT_TEXT = 32 };

/* The weight of each class; -1: its combos differ. */
struct class_weights {
    float of[HOLDEM_CLASSES];
};

static void find_class_weights(const struct holdem_range *range, struct class_weights *weights)
{
    bool met[HOLDEM_CLASSES] = {false};
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        const unsigned class = combo_class(i);
        if (!met[class])
            weights->of[class] = range->weight[i];
        else if (weights->of[class] != range->weight[i])
            weights->of[class] = -1;
        met[class] = true;
    }
}

/* Writes ":0.5", or nothing for 1: the shortest decimal that reads as the same weight. */
static void write_weight(float weight, struct nash_buf *out)
{
    char text[WEIGHT_TEXT];
    double back = 0;
    if (weight == 1)
        return;
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)weight);
        if (sscanf(text, "%lf", &back) == 1 && (float)back == weight)
            break;
    }
    nash_buf_putc(out, ':');
    nash_buf_puts(out, text);
}

static void write_separator(struct nash_buf *out, size_t begin)
{
    if (out->len > begin)
        nash_buf_putc(out, ',');
}

/* Writes the classes that follow each other from `first` in steps, count of them. top: the first one is the highest of
 * its kind. */
static void write_run(unsigned first, unsigned step, unsigned count, bool top, struct nash_buf *out)
{
    char text[HOLDEM_CLASS_TEXT];
    const unsigned last = first + (count - 1) * step;
    if (count > 1 && !top) {
        nash_buf_puts(out, class_write(first, text));
        nash_buf_putc(out, '-');
    }
    nash_buf_puts(out, class_write(last, text));
    if (count > 1 && top)
        nash_buf_putc(out, '+');
}

/* Writes all classes first, first + step, ... (count of them) that have one weight above 0. */
static void write_line(const struct class_weights *weights, unsigned first, unsigned step, unsigned count,
                       struct nash_buf *out, size_t begin)
{
    for (unsigned i = 0, next; i < count; i = next) {
        const float weight = weights->of[first + i * step];
        next = i + 1;
        if (weight <= 0)
            continue;
        while (next < count && weights->of[first + next * step] == weight)
            next++;
        write_separator(out, begin);
        write_run(first + i * step, step, next - i, i == 0, out);
        write_weight(weight, out);
    }
}

static void write_mixed(const struct holdem_range *range, const struct class_weights *weights, struct nash_buf *out,
                        size_t begin)
{
    char text[HOLDEM_COMBO_TEXT];
    for (unsigned i = HOLDEM_COMBOS; i-- > 0;) {
        if (range->weight[i] <= 0 || weights->of[combo_class(i)] >= 0)
            continue;
        write_separator(out, begin);
        nash_buf_puts(out, combo_write(i, text));
        write_weight(range->weight[i], out);
    }
}

void range_write(const struct holdem_range *range, struct nash_buf *out)
{
    struct class_weights weights;
    const size_t begin = out->len;
    bool all = true;
    find_class_weights(range, &weights);
    for (unsigned class = 0; class < HOLDEM_CLASSES; class ++)
        all = all && weights.of[class] == weights.of[0] && weights.of[class] > 0;
    if (all) {
        nash_buf_puts(out, "random");
        write_weight(weights.of[0], out);
        return;
    }
    write_line(&weights, 0, CARD_RANKS + 1, CARD_RANKS, out, begin); /* the diagonal */
    for (unsigned high = 0; high + 1 < CARD_RANKS; high++)
        write_line(&weights, CARD_RANKS * high + high + 1, 1, CARD_RANKS - 1 - high, out, begin);
    for (unsigned high = 0; high + 1 < CARD_RANKS; high++)
        write_line(&weights, CARD_RANKS * (high + 1) + high, CARD_RANKS, CARD_RANKS - 1 - high, out, begin);
    write_mixed(range, &weights, out, begin);
}
