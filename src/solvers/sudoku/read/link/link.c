/* Links of other programs. The puzzle stands in the link itself, except for short links, which name a puzzle on a
 * server: nothing is ever fetched. */
#include "link.h"

#include <stdio.h>
#include <string.h>

#include <nash/json.h>
#include <solvers/kit/text_reader.h>

#include "lzstring.h"
#include "puzzle.h"
#include "unpack.h"

enum { SLASHES_MAX = 64 /* places of a lost slash that are tried */, SIDE = 9, CELLS = SIDE * SIDE };

struct link {
    const struct reader *r;
    struct sudoku_input *input;
};

static bool starts_with(struct text_span span, const char *word)
{
    return text_length(span) >= strlen(word) && memcmp(span.at, word, strlen(word)) == 0;
}

/* ---- JSON ---- */

/* True for SudokuPad's JSON. */
static bool is_pad(const cJSON *value)
{
    return cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(value, "cells")) ||
           cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(value, "ce"));
}

bool link_is_puzzle(const cJSON *value)
{
    const cJSON *grid = cJSON_GetObjectItemCaseSensitive(value, "grid");
    const cJSON *row = cJSON_IsArray(grid) ? grid->child : NULL;
    return cJSON_IsObject(value) && (is_pad(value) || (cJSON_IsArray(row) && cJSON_IsObject(row->child)));
}

/* Returns the name of the program whose JSON this is. */
static const char *program_of(const cJSON *value)
{
    return is_pad(value) ? "SudokuPad" : "f-puzzles";
}

/* Reads the puzzle of a document. Returns false with *error, whose pointer begins at the puzzle. */
static bool read_document(const struct link *l, const struct nash_json *doc, struct nash_error *error)
{
    struct reader root;
    *error = (struct nash_error){.status = NASH_OK};
    reader_root(&root, doc, l->r->root->arena, error);
    struct puzzle puzzle = {.root = &root, .input = l->input};
    (is_pad(doc->root) ? sudokupad_read : fpuzzles_read)(&puzzle);
    if (reader_status(&root) == NASH_NOMEM)
        reader_nomem(l->r);
    return reader_ok(&root);
}

bool link_read_json(const struct reader *r, struct sudoku_input *input, const struct nash_json *doc, cJSON *value)
{
    struct nash_json inner = *doc;
    struct nash_error error;
    inner.root = value;
    if (read_document(&(struct link){r, input}, &inner, &error))
        return true;
    char pointer[2 * sizeof error.pointer];
    snprintf(pointer, sizeof pointer, "%s%s", input->at, error.pointer);
    return SUDOKU_REFUSE(r, pointer, "%s puzzle: %s", program_of(value), error.detail);
}

/* Reads JSON, or SudokuPad's short form. *found is false when it is no puzzle of these programs. */
static bool read_json(const struct link *l, struct text_span text, bool *found)
{
    struct nash_error error;
    struct nash_json doc;
    *found = false;
    if (nash_json_parse(&doc, text.at, text_length(text), l->r->root->arena, &error) != NASH_OK) {
        text = sudokupad_unpack(l->r, text);
        if (!text.at)
            return false;
        if (nash_json_parse(&doc, text.at, text_length(text), l->r->root->arena, &error) != NASH_OK)
            return true;
    }
    *found = link_is_puzzle(doc.root);
    bool read = !*found || read_document(l, &doc, &error) ||
                SUDOKU_REFUSE(l->r, l->input->at, "%s puzzle%s%s: %s", program_of(doc.root), *error.pointer ? ", " : "",
                              error.pointer, error.detail);
    nash_json_free(&doc);
    return read;
}

/* ---- lz-string ---- */

/* Returns the code with the damage of mail programs and browsers undone: %2B and such, blanks for '+', line breaks. */
static struct text_span mended(const struct reader *r, struct text_span code)
{
    char *text = reader_alloc(r, 2 * text_length(code) + 1, 1), *to = text;
    for (const char *c = code.at; text && c < code.end; c++) {
        unsigned value = 0;
        if (*c == '%' && code.end - c > 2) {
            for (unsigned i = 1; i <= 2; i++) {
                char digit = c[i];
                value = value * 16 + (unsigned)(text_is_digit(digit) ? digit - '0' : (digit | 0x20) - 'a' + 10);
            }
            c += 2;
            *to++ = (char)(value & 0x7f);
        } else if (*c == ' ') {
            *to++ = '+';
        } else if (!text_is_space(*c)) {
            *to++ = *c;
        }
    }
    return (struct text_span){text, to};
}

/* Reads a compressed puzzle. Servers make one slash of two: each slash is doubled in turn when the code is damaged. */
static bool read_compressed(const struct link *l, struct text_span code, bool *found)
{
    struct lzstring memory;
    struct text_span text;
    size_t slashes = 0;
    *found = false;
    code = mended(l->r, code);
    if (!code.at || !lzstring_begin(l->r, text_length(code) + 1, &memory))
        return false;
    char *doubled = reader_alloc(l->r, text_length(code) + 2, 1);
    const char *slash = code.at;
    struct text_span attempt = code;
    do {
        if (!doubled || !lzstring_decode(l->r, &memory, attempt, &text))
            return false;
        if (text.at < text.end && *text.at == '{' && text.end[-1] == '}' && (!read_json(l, text, found) || *found))
            return reader_ok(l->r);
        slash = memchr(slash, '/', (size_t)(code.end - slash));
        if (slash) {
            size_t before = (size_t)(++slash - code.at);
            memcpy(doubled, code.at, before);
            doubled[before] = '/';
            memcpy(doubled + before + 1, slash, (size_t)(code.end - slash));
            attempt = (struct text_span){doubled, doubled + text_length(code) + 1};
        }
    } while (slash && slashes++ < SLASHES_MAX);
    return true;
}

/* ---- classic grids ---- */

/* Reads 81 cells in SudokuPad's code: each character is a digit and up to five empty cells after it. Letters behind the
 * cells are rules: x for both diagonals. */
static bool read_classic(const struct link *l, struct text_span code, struct text_span *line)
{
    char *text = reader_alloc(l->r, CELLS + 8, 1);
    size_t cells = 0;
    if (!text)
        return false;
    for (; code.at < code.end && cells < CELLS; code.at++) {
        char c = *code.at;
        int value = text_is_digit(c)       ? c - '0'
                    : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                    : c >= 'a' && c <= 'x' ? c - 'a' + 36
                                           : -1;
        if (value < 0 || cells + 1 + (size_t)value / 10 > CELLS)
            break;
        text[cells++] = (char)('0' + value % 10);
        for (int i = 0; i < value / 10; i++)
            text[cells++] = '0';
    }
    if (code.at < code.end && *code.at == 'x' && cells == CELLS) {
        l->input->diagonal = true;
        code.at++;
    }
    if (cells != CELLS || (code.at < code.end && !strchr("?&#", *code.at)))
        return SUDOKU_REFUSE(
            l->r, l->input->at,
            "the SudokuPad link holds a classic grid, and %zu of its 81 cells were read; \"%.*s\" follows", cells,
            (int)(code.end - code.at > 16 ? 16 : code.end - code.at), code.at);
    *line = (struct text_span){text, text + cells};
    return true;
}

/* Returns the value of a parameter of the address; NULL: it has none. */
static struct text_span parameter(struct text_span link, const char *name)
{
    size_t length = strlen(name);
    for (const char *c = link.at; c && c < link.end; c++)
        if ((*c == '?' || *c == '&' || *c == '#') && (size_t)(link.end - c) > length + 1 &&
            memcmp(c + 1, name, length) == 0 && c[length + 1] == '=') {
            struct text_span value = {c + length + 2, c + length + 2};
            while (value.end < link.end && *value.end != '&' && *value.end != '#')
                value.end++;
            return value;
        }
    return (struct text_span){NULL, NULL};
}

/* ---- addresses ---- */

static bool refuse_code(const struct link *l, const char *program)
{
    return SUDOKU_REFUSE(l->r, l->input->at,
                         "the %s link is damaged: its puzzle could not be decompressed; copy the whole link again",
                         program);
}

static bool refuse_short(const struct link *l, const char *program)
{
    return SUDOKU_REFUSE(
        l->r, l->input->at,
        "the %s link only names a puzzle on a server, and this program fetches nothing: open it, export the "
        "puzzle to f-puzzles or as text, and paste that",
        program);
}

/* Reads what follows the host of a SudokuPad link: a tag of the format and the puzzle. */
static bool read_pad(const struct link *l, struct text_span id, bool *found, struct text_span *line)
{
    static const char *const tags[] = {"fpuzzles", "fpuz", "scl", "ctc"};
    if (starts_with(id, "scf") || starts_with(id, "classic")) {
        id.at += *id.at == 's' ? 3 : 7;
        return read_classic(l, id, line);
    }
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        if (!starts_with(id, tags[i]))
            continue;
        id.at += strlen(tags[i]);
        const char *end = memchr(id.at, '?', text_length(id)); /* settings follow */
        id.end = end ? end : id.end;
        return read_compressed(l, id, found) && (*found || refuse_code(l, "SudokuPad"));
    }
    return refuse_short(l, "SudokuPad");
}

/* Returns the text behind a word; NULL: it does not occur. */
static const char *behind(struct text_span text, const char *word)
{
    const char *at = memmem(text.at, text_length(text), word, strlen(word));
    return at ? at + strlen(word) : NULL;
}

/* Reads a link. Its code ends at a blank, unless the text is the link alone, where a blank is a lost '+'. */
static bool read_address(const struct link *l, struct text_span text, bool *found, struct text_span *line)
{
    static const char *const pads[] = {"sudokupad.app/", "crackingthecryptic.com/", "sudokupad.svencodes.com/"};
    const char *at = behind(text, "f-puzzles.com/");
    *found = true;
    if (at) {
        struct text_span load = parameter((struct text_span){at, text.end}, "load");
        if (!load.at)
            return refuse_short(l, "f-puzzles");
        return read_compressed(l, load, found) && (*found || refuse_code(l, "f-puzzles"));
    }
    for (size_t i = 0; i < sizeof pads / sizeof *pads; i++) {
        if (!(at = behind(text, pads[i])))
            continue;
        struct text_span id = {at, text.end}, given = parameter(id, "puzzleid");
        id = given.at ? given : id;
        id.at += starts_with(id, "sudoku/") ? strlen("sudoku/") : 0;
        return read_pad(l, id, found, line);
    }
    struct text_span board = parameter(text, "bd");
    *found = board.at;
    if (!board.at)
        return true;
    for (const char *c = board.at; c < board.end; c++)
        if (!text_is_digit(*c) && *c != '.')
            return SUDOKU_REFUSE(l->r, l->input->at,
                                 "the link has its grid in another form than digits: ?bd= needs a digit for "
                                 "each cell, 0 for an empty one");
    *line = board;
    return true;
}

/* Returns the link in the text: all of it when it begins with the address, else up to a blank. */
static struct text_span find_address(struct text_span text)
{
    for (const char *c = text.at; text.end - c > 8; c++)
        if (memcmp(c, "http", 4) == 0 && (c[4] == ':' || (c[4] == 's' && c[5] == ':'))) {
            struct text_span link = {c, c};
            while (link.end < text.end && !strchr(" \t\n\r\"'<>)", *link.end))
                link.end++;
            return c == text.at && !memchr(link.end, '\n', (size_t)(text.end - link.end)) ? text : link;
        }
    return text;
}

bool link_read(const struct reader *r, struct sudoku_input *input, const char *text, size_t len, bool *found,
               struct text_span *line)
{
    const struct link l = {r, input};
    struct text_span all = text_trim((struct text_span){text, text + len});
    *found = false;
    *line = (struct text_span){NULL, NULL};
    if (all.at < all.end && *all.at == '{')
        return read_json(&l, all, found);
    bool alone = !memchr(all.at, ' ', text_length(all)) && !memchr(all.at, '\n', text_length(all));
    if (alone &&
        (starts_with(all, "fpuz") || starts_with(all, "scl") || starts_with(all, "ctc") || starts_with(all, "scf")))
        return (*found = true) && read_pad(&l, all, found, line);
    if (alone && starts_with(all, "N4I")) /* lz-string of '{"' */
        return read_compressed(&l, all, found);
    if (behind(all, "f-puzzles.com/") || behind(all, "sudokupad") || behind(all, "crackingthecryptic.com/") ||
        behind(all, "bd="))
        return read_address(&l, find_address(all), found, line);
    return true;
}
