/* Text as people paste it, for text/plain and for a JSON string without "symbols".
 *
 * Lines are looked at three times at most: to see which form it is, to count, to copy. What is passed over everywhere:
 * blank lines, '#' to the end of the line (at its start or after white space), and of a file with [Sections] all but
 * [Puzzle] (.sdk).
 *
 *   cells    one symbol a cell: a line (.sdm, one puzzle), a line a row, or a drawing with | + - between the boxes
 *   numbers  integers with blanks or commas between, 0 or -1 or nothing between two commas for an empty cell; behind a
 *            line of two numbers too (the ACS instances: order, then a number)
 *   sheet    numbers as spreadsheets give them: tabs between as many columns as there are rows, nothing for an empty
 * cell marks    candidates, as solvers draw them: groups of rising digits, one for each cell, up to 9x9 table    CSV:
 * the puzzle is the first field of 16 symbols or more, quoted or not; a first line without one is the header
 *   .opensudoku  XML: the attribute data of its only <game>
 *
 * Numbers and cells are told apart by a number of two characters: pairs of cells are never as many as a square grid
 * has, since 2 is no square. A text of many puzzles is refused with the way to the batch. The plain line of 81 cells,
 * as batches have it by the million, never comes here: line.c. */
#include "text.h"

#include <string.h>

#include "alphabet.h"
#include "line.h"

enum { PUZZLE_MIN = SUDOKU_MIN * SUDOKU_MIN, NUMBER_MAX = 2 /* characters */ };

static const char forms[] =
    "a line of symbols, a line for each row, a drawing with | + -, numbers, a sheet, CSV, .sdk, .sdm or "
    ".opensudoku with one puzzle";

/* ---- lines ---- */

struct span {
    const char *at, *end;
};

struct lines {
    const char *at, *end;
    bool sections, inside; /* are there [Sections]; is this the one named Puzzle */
};

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static struct span trimmed(const char *at, const char *end)
{
    while (at < end && sudoku_is_space(*at))
        at++;
    for (const char *c = at; c < end; c++)
        if (*c == '#' && (c == at || sudoku_is_space(c[-1])))
            end = c;
    while (end > at && sudoku_is_space(end[-1]))
        end--;
    return (struct span){at, end};
}

static bool is_section(struct span line)
{
    return line.end - line.at > 2 && *line.at == '[' && is_letter(line.at[1]) && line.end[-1] == ']';
}

/* The next line that counts, without white space around it. */
static bool next_line(struct lines *lines, struct span *line)
{
    while (lines->at < lines->end) {
        const char *end = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
        *line = trimmed(lines->at, end ? end : lines->end);
        lines->at = end ? end + 1 : lines->end;
        if (is_section(*line)) {
            lines->sections = true;
            lines->inside = strncasecmp(line->at, "[puzzle]", sizeof "[puzzle]" - 1) == 0;
        } else if (line->at < line->end && (!lines->sections || lines->inside)) {
            return true;
        }
    }
    return false;
}

/* A field of a line: up to the next comma or semicolon, without quotes and white space. */
static bool next_field(struct span *line, struct span *field)
{
    const char *end = line->at;
    if (!line->at)
        return false;
    while (end < line->end && *end != ',' && *end != ';')
        end++;
    *field = trimmed(line->at, end);
    line->at = end < line->end ? end + 1 : NULL;
    if (field->end - field->at >= 2 && *field->at == '"' && field->end[-1] == '"')
        *field = trimmed(field->at + 1, field->end - 1);
    return true;
}

/* ---- what form is it ---- */

static bool is_drawing(char c)
{
    return c == '|' || c == '+' || c == '-';
}

/* A line of dashes between the rows, or a bar between the columns. */
static bool is_frame(struct span part)
{
    bool drawn = false;
    for (const char *c = part.at; c < part.end; c++) {
        if (!is_drawing(*c) && !memchr(" .:'*=", *c, 6))
            return false;
        drawn = drawn || (*c == '-' && c + 1 < part.end && c[1] == '-');
    }
    return drawn || (part.end - part.at == 1 && is_drawing(*part.at));
}

static size_t cells_in(struct span line)
{
    size_t cells = 0;
    if (is_frame(line))
        return 0;
    for (; line.at < line.end; line.at++)
        cells += !sudoku_is_space(*line.at) && !is_drawing(*line.at);
    return cells;
}

/* What stands between white space, without frames. */
static bool next_token(struct span *field, struct span *token)
{
    do {
        while (field->at < field->end && sudoku_is_space(*field->at))
            field->at++;
        token->at = field->at;
        while (field->at < field->end && !sudoku_is_space(*field->at))
            field->at++;
        token->end = field->at;
    } while (is_frame(*token));
    return token->at < token->end;
}

static bool is_empty_cell(struct span token)
{
    return token.at == token.end || (token.end - token.at == 1 && (*token.at == '.' || *token.at == '_')) ||
           (token.end - token.at == NUMBER_MAX && memcmp(token.at, "-1", NUMBER_MAX) == 0);
}

/* 1 or 2 digits. */
static bool is_number(struct span token)
{
    return token.end - token.at >= 1 && token.end - token.at <= NUMBER_MAX && is_digit(*token.at) &&
           is_digit(token.end[-1]);
}

/* Rising digits from 1 up. */
static bool is_marks(struct span token)
{
    for (const char *c = token.at; c < token.end; c++)
        if (!is_digit(*c) || *c == '0' || (c > token.at && *c <= c[-1]))
            return false;
    return true;
}

struct survey {
    size_t lines;    /* that hold cells */
    size_t width;    /* cells of the first of them */
    bool same_width; /* all of them have as many */
    bool sections;   /* there are some; then all this is of [Puzzle] alone */
    bool fields;     /* there is a comma or a semicolon */
    bool has_puzzle; /* a field is long enough to be a puzzle */
    size_t tokens;   /* between white space, and where there are fields the empty ones too */
    bool wide;       /* one of them has more than one character */
    bool minus;      /* one is -1 */
    bool numbers;    /* all are numbers, or an empty cell */
    bool marks;      /* all are candidates of a cell, up to this one: */
    unsigned largest;
};

static void survey_field(struct survey *s, struct span field)
{
    struct span token;
    s->has_puzzle = s->has_puzzle || field.end - field.at >= PUZZLE_MIN;
    s->tokens += field.at == field.end; /* two commas side by side */
    for (; next_token(&field, &token); s->tokens++) {
        s->wide = s->wide || token.end - token.at > 1;
        s->minus = s->minus || (*token.at == '-' && is_empty_cell(token));
        s->numbers = s->numbers && (is_empty_cell(token) || is_number(token));
        s->marks = s->marks && is_marks(token);
        s->largest = s->marks && token.end[-1] - '0' > (int)s->largest ? (unsigned)(token.end[-1] - '0') : s->largest;
    }
}

static struct survey look(const char *text, size_t len)
{
    struct lines lines = {text, text + len, false, false};
    struct survey s = {.same_width = true, .numbers = true, .marks = true};
    struct span line, field;
    while (next_line(&lines, &line)) {
        size_t width = cells_in(line);
        if (!width)
            continue;
        s.same_width = s.same_width && (!s.lines++ || width == s.width);
        s.width = s.lines == 1 ? width : s.width;
        while (next_field(&line, &field)) {
            s.fields = s.fields || line.at;
            survey_field(&s, field);
        }
    }
    s.sections = lines.sections;
    return s;
}

static bool are_numbers(const struct survey *s)
{
    if (s->fields)
        return true;
    return s->numbers && s->wide && (sudoku_root(s->tokens, 2) || (s->minus && sudoku_root(s->tokens - 2, 2)));
}

static bool are_marks(const struct survey *s)
{
    return s->marks && s->wide && !s->fields && s->largest <= sudoku_root(s->tokens, 2) &&
           sudoku_root(s->tokens, 2) <= 9;
}

/* Lines that are a puzzle each. As many lines as a line has cells are the rows of a grid; as many as a puzzle has rows
 * may be its pencilmarks (not those of 4x4, which as text alone are a grid of 8x8). */
static bool are_many(const struct survey *s)
{
    unsigned side = sudoku_root(s->width, 2);
    return s->lines > 1 && s->same_width && side && s->lines != s->width && (s->lines != side || side == SUDOKU_MIN);
}

/* ---- reading ---- */

struct reading {
    const char *at; /* JSON pointer */
    struct nash_arena *arena;
    struct sudoku_row *row;
    struct nash_error *error;
};

static enum nash_status no_memory(const struct reading *r)
{
    return nash_fail(r->error, NASH_NOMEM, r->at, "the grid does not fit into the memory of this job");
}

static enum nash_status many(const struct reading *r, size_t puzzles)
{
    return nash_fail(r->error, NASH_UNPROCESSABLE, r->at,
                     "%zu puzzles, and one problem holds one: send the lines to POST /v1/sudoku/batch as text/plain, "
                     "which answers each",
                     puzzles);
}

static enum nash_status take_cells(const struct reading *r, const char *text, size_t len)
{
    struct lines lines = {text, text + len, false, false};
    char *cells = nash_arena_alloc(r->arena, len + 1);
    struct span line;
    size_t count = 0;
    if (!cells)
        return no_memory(r);
    while (next_line(&lines, &line)) {
        for (const char *c = is_frame(line) ? line.end : line.at; c < line.end; c++) {
            if (sudoku_is_space(*c) || is_drawing(*c))
                continue;
            if (*c < '!' || *c > '~')
                return nash_fail(r->error, NASH_INVALID, r->at,
                                 "byte %td is not printable ASCII: write a cell as one symbol, an empty one as '.'",
                                 c - text + 1);
            cells[count++] = *c;
        }
    }
    *r->row = (struct sudoku_row){.text = cells, .len = count, .count = count};
    return NASH_OK;
}

static bool read_number(struct span token, uint8_t *value)
{
    if (is_empty_cell(token))
        return true;
    if (!is_number(token))
        return false;
    for (const char *c = token.at; c < token.end; c++)
        *value = (uint8_t)(*value * 10 + (*c - '0'));
    return *value <= SUDOKU_MAX;
}

static enum nash_status bad_number(const struct reading *r, struct span token)
{
    return nash_fail(
        r->error, NASH_UNPROCESSABLE, r->at,
        "\"%.*s\" is no cell: between commas stands a number from 1 to %d, or 0, -1 or nothing for an empty "
        "cell; or, in a table, a whole puzzle (its header alone is none)",
        (int)(token.end - token.at > 16 ? 16 : token.end - token.at), token.at, SUDOKU_MAX);
}

static enum nash_status take_numbers(const struct reading *r, const char *text, size_t len, const struct survey *s)
{
    struct lines lines = {text, text + len, false, false};
    struct span line, field, token;
    size_t seen = 0, head = s->minus && !sudoku_root(s->tokens, 2) && sudoku_root(s->tokens - 2, 2) ? 2 : 0;
    uint8_t *value = NASH_NEW(r->arena, uint8_t, s->tokens);
    if (!value)
        return no_memory(r);
    while (next_line(&lines, &line)) {
        if (is_frame(line))
            continue;
        while (next_field(&line, &field)) {
            seen += field.at == field.end;
            for (; next_token(&field, &token); seen++)
                if (!read_number(token, &value[seen]))
                    return bad_number(r, token);
        }
    }
    *r->row = (struct sudoku_row){.value = value + head, .count = seen - head};
    return NASH_OK;
}

/* One line of a sheet. false: it has not `columns` fields, or one is no cell. */
static bool take_sheet_line(const char *at, const char *end, unsigned columns, uint8_t *value)
{
    unsigned column = 0;
    for (;; at++) {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        if (column == columns || !read_number(trimmed(at, tab ? tab : end), &value[column++]))
            return false;
        if (!tab)
            return column == columns;
        at = tab;
    }
}

/* false: it is no sheet, or memory is short, which whoever reads it as another form will find too. */
static bool take_sheet(const struct reading *r, const char *text, size_t len)
{
    const char *end = text + len, *first = memchr(text, '\n', len);
    unsigned columns = 1, rows = 0;
    while (end > text && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    for (const char *c = text; c < (first ? first : end); c++)
        columns += *c == '\t';
    if (columns < SUDOKU_MIN || columns > SUDOKU_MAX)
        return false;
    uint8_t *value = NASH_NEW(r->arena, uint8_t, (size_t)columns * columns);
    for (const char *at = text; value && at < end; rows++) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        if (rows == columns || !take_sheet_line(at, next ? next : end, columns, &value[(size_t)rows * columns]))
            return false;
        at = next ? next + 1 : end;
    }
    *r->row = (struct sudoku_row){.value = value, .count = (size_t)columns * columns};
    return value && rows == columns;
}

static enum nash_status take_marks(const struct reading *r, const char *text, size_t len, const struct survey *s)
{
    struct lines lines = {text, text + len, false, false};
    struct span line, token;
    size_t seen = 0;
    uint64_t *mask = NASH_NEW(r->arena, uint64_t, s->tokens);
    if (!mask)
        return no_memory(r);
    while (next_line(&lines, &line))
        for (; next_token(&line, &token); seen++)
            for (const char *c = token.at; c < token.end; c++)
                mask[seen] |= UINT64_C(1) << (*c - '1');
    *r->row = (struct sudoku_row){.mask = mask, .count = seen};
    return NASH_OK;
}

/* The puzzle of a table: one line has it, or two with the header. */
static enum nash_status take_table(const struct reading *r, const char *text, size_t len)
{
    struct lines lines = {text, text + len, false, false};
    struct span line, field, puzzle = {NULL, NULL};
    size_t puzzles = 0;
    while (next_line(&lines, &line)) {
        bool has = false;
        while (!has && next_field(&line, &field))
            has = field.end - field.at >= PUZZLE_MIN;
        puzzle = has ? field : puzzle;
        puzzles += has;
    }
    return puzzles > 1 ? many(r, puzzles) : take_cells(r, puzzle.at, (size_t)(puzzle.end - puzzle.at));
}

/* The attribute data of the only game. */
static enum nash_status take_xml(const struct reading *r, const char *text, size_t len)
{
    static const char mark[] = "data=\"";
    const char *end = text + len, *puzzle = NULL;
    size_t puzzles = 0;
    for (const char *c = text; (c = memmem(c, (size_t)(end - c), mark, sizeof mark - 1)); puzzles++)
        puzzle = c += sizeof mark - 1;
    const char *close = puzzle ? memchr(puzzle, '"', (size_t)(end - puzzle)) : NULL;
    if (puzzles > 1)
        return nash_fail(
            r->error, NASH_UNPROCESSABLE, r->at,
            "%zu puzzles, and one problem holds one: send what stands in data=\"...\", a line each, to POST "
            "/v1/sudoku/batch as text/plain",
            puzzles);
    if (!close)
        return nash_fail(r->error, NASH_UNPROCESSABLE, r->at, "XML without a <game data=\"...\">; known forms: %s",
                         forms);
    return take_cells(r, puzzle, (size_t)(close - puzzle));
}

enum nash_status sudoku_text_read(const char *text, size_t len, const char *at, struct nash_arena *arena,
                                  struct sudoku_row *row, struct nash_error *error)
{
    const struct reading r = {at, arena, row, error};
    size_t blank = 0;
    while (blank < len && sudoku_is_space(text[blank]))
        blank++;
    if (blank < len && text[blank] == '<')
        return take_xml(&r, text, len);
    if (take_sheet(&r, text, len))
        return NASH_OK;
    struct survey s = look(text, len);
    if (!s.lines)
        return nash_fail(error, NASH_UNPROCESSABLE, at,
                         "no cells%s; known forms: %s (a file goes whole with curl --data-binary @FILE)",
                         s.sections ? " in a section [Puzzle]" : "", forms);
    if (s.fields && s.has_puzzle)
        return take_table(&r, text, len);
    if (are_marks(&s))
        return take_marks(&r, text, len, &s);
    if (are_numbers(&s))
        return take_numbers(&r, text, len, &s);
    if (are_many(&s))
        return many(&r, s.lines);
    return take_cells(&r, text, len);
}

enum nash_status sudoku_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                   struct nash_error *error)
{
    static const char mark[] = "\xef\xbb\xbf"; /* byte order mark of an editor */
    if (sudoku_line_read(text, len, arena, problem))
        return NASH_OK;
    size_t skip = len >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
    struct sudoku_row row = {.text = text + skip, .len = len - skip};
    struct sudoku_draft draft = {.at = "", .rows = 1, .row = &row, .limit = SUDOKU_SOLUTIONS_DEFAULT};
    return sudoku_draft_finish(&draft, arena, problem, error);
}
