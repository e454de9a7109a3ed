/* The lines of a cleaned text, without remarks. */
#ifndef SUDOKU_TEXT_PAGE_H
#define SUDOKU_TEXT_PAGE_H

#include <string.h>

#include <solvers/kit/text_reader.h>

#include "clean.h"

enum page_kind {
    PAGE_TEXT,   /* has something that can be a cell */
    PAGE_SOFT,   /* only '-', '_' or '*', with blanks and bars: empty cells, or a line of a frame */
    PAGE_HOLLOW, /* only separators (bars, commas, semicolons, tabs, quotes): empty fields, or nothing */
    PAGE_FRAME   /* a line of a frame */
};

struct page_line {
    struct text_span span; /* without a remark; blanks at the start are kept */
    size_t number;         /* in the text, from 1 */
    enum page_kind kind;
};

struct page {
    struct page_line *line;
    size_t lines;
    size_t texts;  /* number of lines of kind PAGE_TEXT */
    bool list;     /* the lines are parts of a list: none of them is words */
    bool sections; /* the text has [Sections]; then only the lines of [Puzzle] are here */
};

/* Reads the lines. Blank lines, remarks ('#' or "//", at the start or after white space, to the end of the line), marks
 * of quoted mail ('>') and code fences are left out. False after reporting NASH_NOMEM. */
bool text_page_read(const struct reader *r, struct text_span text, struct page *page);

/* Begins a page of at most `lines` lines, and adds a line to it. */
bool text_page_begin(const struct reader *r, size_t lines, struct page *page);
void text_page_add(struct page *page, struct text_span span, size_t number);

/* True for a letter, and for a character that is not in the grammar. */
static inline bool text_page_is_letter(char c)
{
    return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == CLEAN_UNKNOWN;
}

static inline bool text_page_is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

/* True for a sign of an empty cell that is neither a digit nor a letter. */
static inline bool text_page_is_sign(char c)
{
    return text_page_is_one_of(c, "._?*-");
}

/* True for a character that can be a cell in a grid of some size. */
static inline bool text_page_is_cell(char c)
{
    return text_is_digit(c) || (text_page_is_letter(c) && c != CLEAN_UNKNOWN) || text_page_is_sign(c);
}

/* True for a line of words, such as a title: two letters stand side by side, and most characters are no cells. */
bool text_page_is_prose(struct text_span line);

/* Takes the next word off a line: words stand between blanks, punctuation and brackets. False: none is left. */
bool text_page_word(struct text_span *line, struct text_span *word);

/* Returns the part without blanks, tabs and quotation marks around it. */
struct text_span text_page_trimmed(struct text_span span);

#endif
