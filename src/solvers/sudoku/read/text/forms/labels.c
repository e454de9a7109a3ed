/* Names of rows and columns. */
#include "labels.h"

struct label {
    char series;    /* 'A', 'a' or '1'; '-' or '*': a mark of a list */
    unsigned value; /* place in the series */
};

/* Returns the text after the word, in any case, or c. */
static const char *skip_word(const char *c, const char *end, const char *word)
{
    const char *at = c;
    for (; *word; word++, at++)
        if (at == end || (*at | 0x20) != *word)
            return c;
    return at;
}

/* Reads a name: a letter, or a number of up to two digits with one of `prefixes` before it. Returns its end; NULL: it
 * is none. */
static const char *read_label(const char *c, const char *end, const char *const prefixes[2], struct label *label)
{
    const char *number = skip_word(c, end, prefixes[0]);
    number = number == c ? skip_word(c, end, prefixes[1]) : number;
    while (number > c && number < end && *number == ' ')
        number++;
    if (number < end && text_is_digit(*number)) {
        const char *first = number;
        *label = (struct label){.series = '1'};
        for (; number < end && text_is_digit(*number); number++)
            label->value = label->value * 10 + (unsigned)(*number - '0');
        return number - first <= 2 ? number : NULL;
    }
    if (c == end || !text_page_is_letter(*c) || *c == CLEAN_UNKNOWN)
        return NULL;
    *label = (struct label){*c & 0x20 ? 'a' : 'A', (unsigned)((*c | 0x20) - 'a')};
    return c + 1;
}

static bool is_first(struct label label)
{
    return label.series == '1' ? label.value <= 1 : label.value == 0;
}

static bool is_next(struct label label, struct label before)
{
    bool mark = label.series == '-' || label.series == '*';
    return label.series == before.series && label.value == before.value + !mark;
}

/* Takes the name off a row, and what separates it from the cells. A bar stays, since it is part of a drawing. */
static bool take_label(struct text_span *line, struct label *label)
{
    static const char *const prefixes[2] = {"row", "r"};
    const char *c = line->at, *end = line->end;
    while (c < end && text_page_is_one_of(*c, " |\""))
        c++;
    bool mark = c < end && text_page_is_one_of(*c, "-*");
    if (mark)
        *label = (struct label){.series = *c};
    c = mark ? c + 1 : read_label(c, end, prefixes, label);
    if (!c || c == end)
        return false;
    c += !mark && text_page_is_one_of(*c, ":.)\"") && c + 1 < end && (c[1] == ' ' || c[1] == '\t' || *c != '.');
    bool apart = c[-1] == ':' || c[-1] == ')' || text_page_is_one_of(*c, mark ? " " : " \t,;|");
    while (c < end && *c == ' ')
        c++;
    c += c < end && text_page_is_one_of(*c, "\t,;");
    line->at = c;
    return apart && c < end;
}

/* True for a line that counts at least four columns. */
static bool is_heading(struct text_span line)
{
    static const char *const prefixes[2] = {"col", "c"};
    struct text_span word;
    struct label label, last = {0};
    size_t count = 0;
    while (text_word(&line, " \t,;|\"+", &word)) {
        if (read_label(word.at, word.end, prefixes, &label) != word.end)
            return false;
        if (count++ ? !is_next(label, last) : !is_first(label))
            return false;
        last = label;
    }
    return count >= 4;
}

/* Returns the number of named rows from line `first` on, with drawing among them. *end: the line after the last one. */
static size_t count_named(const struct page *page, size_t first, size_t *end)
{
    struct label label, last = {0};
    size_t count = 0;
    for (size_t i = first; i < page->lines; i++) {
        struct text_span line = page->line[i].span;
        if (page->line[i].kind != PAGE_TEXT)
            continue;
        if (!take_label(&line, &label) || (count ? !is_next(label, last) : !is_first(label)))
            break;
        last = label;
        count++;
        *end = i + 1;
    }
    return count;
}

bool labels_find(const struct reader *r, const struct page *page, struct labels *labels)
{
    size_t first = 0, end = 0, heading = 0;
    *labels = (struct labels){0};
    while (first < page->lines && count_named(page, first, &end) < 4)
        first++;
    while (heading < first && !is_heading(page->line[heading].span))
        heading++;
    bool rows = first < page->lines, columns = heading < first;
    if (!rows && !columns)
        return true;
    if (!text_page_begin(r, page->lines, &labels->rows))
        return false;
    labels->columns_and_rows = rows && columns;
    for (size_t i = 0; i < page->lines; i++) {
        struct text_span line = page->line[i].span;
        struct label label;
        if (columns && i == heading)
            continue;
        if (rows && i >= first && i < end && page->line[i].kind == PAGE_TEXT)
            take_label(&line, &label);
        text_page_add(&labels->rows, line, page->line[i].number);
    }
    return true;
}
