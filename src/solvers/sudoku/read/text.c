/* Reads pasted text, for text/plain and for a JSON string without "symbols".
 *
 * A text is scanned at most three times: to find its form, to count, to copy. All forms ignore blank lines, remarks
 * ('#' to the end of the line) and, in a file with [Sections], all but [Puzzle] (.sdk). */
#include "text.h"

#include <string.h>

#include <solvers/sudoku/kind.h>

#include "alphabet.h"
#include "line.h"
#include "lines.h"

/* The forms:
 *
 *   cells        one symbol a cell: a line (.sdm, one puzzle), a line a row, or a drawing with | + - between the
 *                boxes
 *   numbers      integers with blanks or commas between; 0, -1 or nothing between two commas for an empty cell; also
 *                after a line of two numbers (the ACS instances: order, then a number)
 *   sheet        numbers as spreadsheets copy them: tabs between as many columns as there are rows, nothing for empty
 *   marks        candidates as solvers draw them: groups of rising digits, one for each cell, up to 9x9
 *   table        CSV: the puzzle is the first field of 16 symbols or more, quoted or not; a first line without one is
 *                the header
 *   .opensudoku  XML: the attribute data of its only <game>
 *
 * A token of two characters distinguishes numbers from cells: cells written in pairs never have as many tokens as a
 * square grid has cells, since half of a square is no square. A text of many puzzles is refused with a hint to the
 * batch. The line of 81 cells, the usual form in a batch, is read by line.c. */

enum { PUZZLE_MIN = SUDOKU_MIN * SUDOKU_MIN };

static const char forms[] =
    "a line of symbols, a line for each row, a drawing with | + -, numbers, a sheet, CSV, .sdk, .sdm or "
    ".opensudoku with one puzzle";

/* ---- the form ---- */

static size_t cells_in(struct text_span line)
{
    size_t cells = 0;
    if (span_is_frame(line))
        return 0;
    for (; line.at < line.end; line.at++)
        cells += !sudoku_is_space(*line.at) && !is_drawing(*line.at);
    return cells;
}

struct survey {
    size_t lines;     /* number of lines with cells */
    size_t width;     /* number of cells in the first of these lines */
    bool same_width;  /* all these lines have that number of cells */
    bool sections;    /* has [Section] lines; then the counts cover [Puzzle] alone */
    bool fields;      /* there is a comma or a semicolon */
    bool has_puzzle;  /* a field is long enough to be a puzzle */
    size_t tokens;    /* number of tokens between white space, and of empty fields */
    bool wide;        /* one token has more than one character */
    bool minus;       /* one token is -1 */
    bool numbers;     /* all tokens are numbers or empty cells */
    bool marks;       /* all tokens are the candidates of a cell */
    unsigned largest; /* the largest candidate, if marks */
};

static void survey_field(struct survey *s, struct text_span field)
{
    struct text_span token;
    s->has_puzzle = s->has_puzzle || field.end - field.at >= PUZZLE_MIN;
    s->tokens += field.at == field.end; /* two adjacent commas */
    for (; field_next_token(&field, &token); s->tokens++) {
        s->wide = s->wide || token.end - token.at > 1;
        s->minus = s->minus || (*token.at == '-' && token_is_empty_cell(token));
        s->numbers = s->numbers && (token_is_empty_cell(token) || token_is_number(token));
        s->marks = s->marks && token_is_marks(token);
        s->largest = s->marks && token.end[-1] - '0' > (int)s->largest ? (unsigned)(token.end[-1] - '0') : s->largest;
    }
}

static struct survey survey_text(const char *text, size_t len)
{
    struct lines lines = {text, text + len, false, false};
    struct survey s = {.same_width = true, .numbers = true, .marks = true};
    struct text_span line, field;
    while (lines_next(&lines, &line)) {
        size_t width = cells_in(line);
        if (!width)
            continue;
        s.same_width = s.same_width && (!s.lines++ || width == s.width);
        s.width = s.lines == 1 ? width : s.width;
        while (line_next_field(&line, &field)) {
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

/* True when each line is a puzzle: all lines have the same square number of cells. As many lines as a line has cells
 * are the rows of one grid instead; as many lines as the square has rows can be the pencilmarks of one grid (but not of
 * 4x4, whose pencilmarks as text are a grid of 8x8). */
static bool are_many(const struct survey *s)
{
    unsigned side = sudoku_root(s->width, 2);
    return s->lines > 1 && s->same_width && side && s->lines != s->width && (s->lines != side || side == SUDOKU_MIN);
}

/* ---- reading ---- */

struct reading {
    const struct reader *r;
    const char *at; /* JSON pointer of the text */
    struct sudoku_row *row;
};

static bool refuse_many(const struct reading *s, size_t puzzles)
{
    return SUDOKU_REFUSE(s->r, s->at,
                         "%zu puzzles, and one problem holds one: send the lines to POST /v1/sudoku/batch as "
                         "text/plain, which answers each",
                         puzzles);
}

static bool read_cells(const struct reading *s, const char *text, size_t len)
{
    struct lines lines = {text, text + len, false, false};
    char *cells = reader_alloc(s->r, len + 1, 1);
    struct text_span line;
    size_t count = 0;
    if (!cells)
        return false;
    while (lines_next(&lines, &line)) {
        for (const char *c = span_is_frame(line) ? line.end : line.at; c < line.end; c++) {
            if (sudoku_is_space(*c) || is_drawing(*c))
                continue;
            if (*c < '!' || *c > '~') {
                reader_fail_pointer(s->r, NASH_INVALID, s->at,
                                    "byte %td is not printable ASCII: write a cell as one symbol, an empty one as '.'",
                                    c - text + 1);
                return false;
            }
            cells[count++] = *c;
        }
    }
    *s->row = (struct sudoku_row){.text = cells, .len = count, .count = count};
    return true;
}

static bool refuse_token(const struct reading *s, struct text_span token)
{
    return SUDOKU_REFUSE(
        s->r, s->at,
        "\"%.*s\" is no cell: between commas stands a number from 1 to %d, or 0, -1 or nothing for an empty "
        "cell; or, in a table, a whole puzzle (its header alone is none)",
        (int)(token.end - token.at > 16 ? 16 : token.end - token.at), token.at, SUDOKU_MAX);
}

static bool read_numbers(const struct reading *s, const char *text, size_t len, const struct survey *survey)
{
    struct lines lines = {text, text + len, false, false};
    struct text_span line, field, token;
    size_t seen = 0,
           head = survey->minus && !sudoku_root(survey->tokens, 2) && sudoku_root(survey->tokens - 2, 2) ? 2 : 0;
    uint8_t *value = READER_NEW(s->r, uint8_t, survey->tokens);
    if (!value)
        return false;
    while (lines_next(&lines, &line)) {
        if (span_is_frame(line))
            continue;
        while (line_next_field(&line, &field)) {
            seen += field.at == field.end;
            for (; field_next_token(&field, &token); seen++)
                if (!token_number(token, &value[seen]))
                    return refuse_token(s, token);
        }
    }
    *s->row = (struct sudoku_row){.value = value + head, .count = seen - head};
    return true;
}

/* Reads one line of a sheet. False: it does not have `columns` fields, or one is not a cell. */
static bool read_sheet_line(const char *at, const char *end, unsigned columns, uint8_t *value)
{
    unsigned column = 0;
    for (;; at++) {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        if (column == columns || !token_number(span_trimmed(at, tab ? tab : end), &value[column++]))
            return false;
        if (!tab)
            return column == columns;
        at = tab;
    }
}

/* Reads a sheet. False: the text is not one, or memory is exhausted (reported). */
static bool read_sheet(const struct reading *s, const char *text, size_t len)
{
    const char *end = text + len, *first = memchr(text, '\n', len);
    unsigned columns = 1, rows = 0;
    while (end > text && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    for (const char *c = text; c < (first ? first : end); c++)
        columns += *c == '\t';
    if (columns < SUDOKU_MIN || columns > SUDOKU_MAX)
        return false;
    uint8_t *value = READER_NEW(s->r, uint8_t, (size_t)columns * columns);
    for (const char *at = text; value && at < end; rows++) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        if (rows == columns || !read_sheet_line(at, next ? next : end, columns, &value[(size_t)rows * columns]))
            return false;
        at = next ? next + 1 : end;
    }
    *s->row = (struct sudoku_row){.value = value, .count = (size_t)columns * columns};
    return value && rows == columns;
}

static bool read_marks(const struct reading *s, const char *text, size_t len, const struct survey *survey)
{
    struct lines lines = {text, text + len, false, false};
    struct text_span line, token;
    size_t seen = 0;
    uint64_t *mask = READER_NEW(s->r, uint64_t, survey->tokens);
    if (!mask)
        return false;
    while (lines_next(&lines, &line))
        for (; field_next_token(&line, &token); seen++)
            for (const char *c = token.at; c < token.end; c++)
                mask[seen] |= UINT64_C(1) << (*c - '1');
    *s->row = (struct sudoku_row){.mask = mask, .count = seen};
    return true;
}

/* Reads the puzzle of a table. Only one line of the table can have a puzzle. */
static bool read_table(const struct reading *s, const char *text, size_t len)
{
    struct lines lines = {text, text + len, false, false};
    struct text_span line, field, puzzle = {NULL, NULL};
    size_t puzzles = 0;
    while (lines_next(&lines, &line)) {
        bool has = false;
        while (!has && line_next_field(&line, &field))
            has = field.end - field.at >= PUZZLE_MIN;
        puzzle = has ? field : puzzle;
        puzzles += has;
    }
    return puzzles > 1 ? refuse_many(s, puzzles) : read_cells(s, puzzle.at, (size_t)(puzzle.end - puzzle.at));
}

/* Reads the attribute `data` of the only <game> of an .opensudoku file. */
static bool read_xml(const struct reading *s, const char *text, size_t len)
{
    static const char mark[] = "data=\"";
    const char *end = text + len, *puzzle = NULL;
    size_t puzzles = 0;
    for (const char *c = text; (c = memmem(c, (size_t)(end - c), mark, sizeof mark - 1)); puzzles++)
        puzzle = c += sizeof mark - 1;
    const char *close = puzzle ? memchr(puzzle, '"', (size_t)(end - puzzle)) : NULL;
    if (puzzles > 1)
        return SUDOKU_REFUSE(
            s->r, s->at,
            "%zu puzzles, and one problem holds one: send what stands in data=\"...\", a line each, to POST "
            "/v1/sudoku/batch as text/plain",
            puzzles);
    if (!close)
        return SUDOKU_REFUSE(s->r, s->at, "XML without a <game data=\"...\">; known forms: %s", forms);
    return read_cells(s, puzzle, (size_t)(close - puzzle));
}

bool sudoku_read_text_form(const struct reader *r, const char *at, const char *text, size_t len, struct sudoku_row *row)
{
    const struct reading s = {r, at, row};
    size_t blank = 0;
    while (blank < len && sudoku_is_space(text[blank]))
        blank++;
    if (blank < len && text[blank] == '<')
        return read_xml(&s, text, len);
    if (read_sheet(&s, text, len))
        return true;
    struct survey survey = survey_text(text, len);
    if (!survey.lines)
        return SUDOKU_REFUSE(r, at, "no cells%s; known forms: %s (a file goes whole with curl --data-binary @FILE)",
                             survey.sections ? " in a section [Puzzle]" : "", forms);
    if (survey.fields && survey.has_puzzle)
        return read_table(&s, text, len);
    if (are_marks(&survey))
        return read_marks(&s, text, len, &survey);
    if (are_numbers(&survey))
        return read_numbers(&s, text, len, &survey);
    if (are_many(&survey))
        return refuse_many(&s, survey.lines);
    return read_cells(&s, text, len);
}

enum nash_status sudoku_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                   struct nash_error *error)
{
    static const char mark[] = "\xef\xbb\xbf"; /* byte order mark of an editor */
    if (sudoku_line_read(text, len, arena, problem))
        return NASH_OK;
    size_t skip = len >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
    struct sudoku_row row = {.text = text + skip, .len = len - skip};
    const struct sudoku_input input = {.at = "", .rows = 1, .row = &row, .limit = SUDOKU_SOLUTIONS_DEFAULT};
    struct reader r;
    reader_root(&r, NULL, arena, error);
    return sudoku_input_validate(&input, &r, problem);
}
