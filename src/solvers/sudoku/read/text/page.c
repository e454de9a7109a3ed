/* The lines of a cleaned text. */
#include "page.h"

bool text_page_word(struct text_span *line, struct text_span *word)
{
    return text_word(line, " \t,;|:=&\"'`<>()[]{}/", word);
}

struct text_span text_page_trimmed(struct text_span span)
{
    while (span.at < span.end && text_page_is_one_of(*span.at, " \t\n\"'`"))
        span.at++;
    while (span.end > span.at && text_page_is_one_of(span.end[-1], " \t\n\"'`"))
        span.end--;
    return span;
}

/* Returns the line without a remark and without the '>' of quoted mail before it. */
static struct text_span without_remark(struct text_span line)
{
    struct text_span mail = line;
    while (mail.at < mail.end && text_page_is_one_of(*mail.at, " >"))
        if (*mail.at++ == '>')
            line.at = mail.at;
    for (const char *c = line.at; c < line.end; c++) {
        bool begins = c == line.at || c[-1] == ' ' || c[-1] == '\t';
        if (begins && (*c == '#' || (*c == '/' && c + 1 < line.end && c[1] == '/')))
            line.end = c;
    }
    while (line.end > line.at && line.end[-1] == ' ')
        line.end--;
    return line;
}

static enum page_kind kind_of(struct text_span line)
{
    bool hollow = true, drawn = false;
    char soft = 0; /* the only sign that can be a cell */
    for (const char *c = line.at; c < line.end; c++) {
        if (text_page_is_one_of(*c, " \t\n|!,;\""))
            continue;
        hollow = false;
        if (text_page_is_letter(*c) || text_is_digit(*c) || !text_page_is_one_of(*c, "-_*.+=~^:'`"))
            return PAGE_TEXT;
        if (text_page_is_one_of(*c, "-_*.") && (!soft || soft == *c))
            soft = *c;
        else
            drawn = true;
    }
    return hollow ? PAGE_HOLLOW : drawn ? PAGE_FRAME : soft == '.' ? PAGE_TEXT : PAGE_SOFT;
}

bool text_page_begin(const struct reader *r, size_t lines, struct page *page)
{
    *page = (struct page){.line = READER_NEW(r, struct page_line, lines + 1)};
    return page->line;
}

void text_page_add(struct page *page, struct text_span span, size_t number)
{
    enum page_kind kind = kind_of(span);
    page->line[page->lines++] = (struct page_line){span, number, kind};
    page->texts += kind == PAGE_TEXT;
}

/* True for a line that only has blanks, or backticks and a word (a code fence). */
static bool is_nothing(struct text_span line)
{
    const char *c = line.at;
    while (c < line.end && *c == ' ')
        c++;
    if (line.end - c < 3 || memcmp(c, "```", 3) != 0)
        return c == line.end;
    while (c < line.end && !text_is_digit(*c) && *c != '.')
        c++;
    return c == line.end;
}

/* Returns true for [Section], and sets *puzzle when it is [Puzzle]. */
static bool is_section(struct text_span line, bool *puzzle)
{
    struct text_span word = text_page_trimmed(line);
    if (text_length(word) < 3 || *word.at != '[' || word.end[-1] != ']')
        return false;
    for (const char *c = word.at + 1; c < word.end - 1; c++)
        if (!text_page_is_letter(*c) && *c != ' ')
            return false;
    *puzzle = text_is_nocase(word, "[puzzle]");
    return true;
}

bool text_page_read(const struct reader *r, struct text_span text, struct page *page)
{
    size_t lines = 1, number = 0;
    bool inside = false;
    for (const char *c = text.at; c < text.end; c++)
        lines += *c == '\n';
    if (!text_page_begin(r, lines, page))
        return false;
    for (const char *at = text.at; at < text.end;) {
        const char *end = memchr(at, '\n', (size_t)(text.end - at));
        struct text_span line = without_remark((struct text_span){at, end ? end : text.end});
        at = end ? end + 1 : text.end;
        number++;
        if (is_section(line, &inside)) {
            if (!page->sections) /* what stands before the first section is no puzzle */
                page->lines = page->texts = 0;
            page->sections = true;
        } else if (!is_nothing(line) && (!page->sections || inside)) {
            text_page_add(page, line, number);
        }
    }
    return true;
}

/* x is often an empty cell. */
static bool is_word_letter(char c)
{
    return text_page_is_letter(c) && (c | 0x20) != 'x';
}

bool text_page_is_prose(struct text_span line)
{
    size_t cells = 0, others = 0;
    bool word = false;
    for (const char *c = line.at; c < line.end; c++) {
        bool letter = is_word_letter(*c);
        word = word || *c == CLEAN_UNKNOWN || (letter && c + 1 < line.end && is_word_letter(c[1]));
        cells += text_is_digit(*c) || *c == '.';
        others += letter;
    }
    return word && others > cells;
}
