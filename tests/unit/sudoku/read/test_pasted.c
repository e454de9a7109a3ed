/* Random boards written in every form of pasted text, with every sign for empty cells, are read back; a text that lost
 * one cell is refused with the numbers that were found. The writer here knows nothing of the reader. */
#include <stdarg.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 8 << 20, NONE = SUDOKU_CELLS_MAX };

/* How a grid is written: each text stands where its name says. */
struct style {
    const char *name, *begin, *row, *cell, *box, *row_end, *between_rows, *band, *end;
    const char *signs; /* what may stand for an empty cell, in turn; ' ': a blank, '~': nothing, '1': -1, 'N': None */
    enum { SYMBOLS, NUMBERS, QUOTED, PADDED } cells;
    unsigned largest; /* size; 0: any */
};

static const char all_signs[] = ".0_-*x?";

static const struct style styles[] = {
    {"a line", "", "", "", "", "", "", "", "", all_signs, SYMBOLS, 0},
    {"rows", "", "", "", "", "", "\n", "", "\n", all_signs, SYMBOLS, 0},
    {"rows with CRLF", "\xef\xbb\xbf", "", "", "", "", "\r\n", "", "\r\n\r\n", all_signs, SYMBOLS, 0},
    {"rows with CR", "", "", "", "", "", "\r", "", "", all_signs, SYMBOLS, 0},
    {"spaced", "", "", " ", "  ", "", "\n", "\n", "\n", all_signs, SYMBOLS, 0},
    {"no-break spaces", "", "", "\xc2\xa0", "\xc2\xa0\xe3\x80\x80", "", "\n", "", "\n", all_signs, SYMBOLS, 0},
    {"a drawing", "+-------+-------+\n", "| ", " ", " | ", " |", "\n", "+-------+-------+\n", "\n+-------+-------+\n",
     ".0_*x?-", SYMBOLS, 0},
    {"a tight drawing", "*-----------*\n", "|", "", "|", "|", "\n", "|---+---+---|\n", "\n*-----------*\n", all_signs,
     SYMBOLS, 0},
    {"dots in the frame", ".-------.-------.\n", "| ", " ", " | ", " |", "\n", ":-------+-------:\n",
     "\n'-------'-------'\n", ".0_*x?", SYMBOLS, 0},
    {"bars without a frame", "", "", " ", " | ", "", "\n", "------+-------\n", "\n", ".0_*x?-", SYMBOLS, 0},
    {"box-drawing characters", "┌───────┬───────┐\n", "│ ", " ", " │ ", " │", "\n", "├───────┼───────┤\n",
     "\n└───────┴───────┘\n", ".0_*x?", SYMBOLS, 0},
    {"double lines", "╔═══════╦═══════╗\n", "║ ", " ", " ║ ", " ║", "\n", "╠═══════╬═══════╣\n",
     "\n╚═══════╩═══════╝\n", "·0_?", SYMBOLS, 0},
    {"a box for each cell", "┏━┯━┯━┓\n", "┃ ", " │ ", " ┃ ", " ┃", "\n┠─┼─┼─┨\n", "", "\n┗━┷━┷━┛\n", ".0_*? ", SYMBOLS,
     0},
    {"exclamation marks", "", "", "", "!", "", "\n", "---!---\n", "\n", ".0*x?", SYMBOLS, 0},
    {"slashes", "", "", "", "", "", "/", "", "", all_signs, SYMBOLS, 0},
    {"slashes and blanks", "", "", " ", " ", "", " / ", "", "", all_signs, SYMBOLS, 0},
    {"commas between rows", "", "", "", "", "", ",", "", "", all_signs, SYMBOLS, 0},
    {"quotes", "", "\"", "", "", "\"", "\n", "", "", all_signs, SYMBOLS, 0},
    {"a quoted line", "\"", "", "", "", "", "", "", "\"\n", all_signs, SYMBOLS, 0},
    {"strings of C", "const char *grid =\n", "    \"", "", "", "\"", "\n", "", ";\n", all_signs, SYMBOLS, 0},
    {"a list of strings", "board = [", "\"", "", "", "\"", ",\n", "", "]\n", all_signs, SYMBOLS, 0},
    {"a list of numbers", "grid = [", "[", ", ", ", ", "]", ",\n", "", "]\n", "0N", NUMBERS, 0},
    {"a list of characters", "[", "[", ",", ",", "]", ",", "", "]", "._0?", QUOTED, 0},
    {"an array of C", "int grid[9][9] = {\n", "  {", ", ", ", ", "}", ",\n", "", "\n};\n", "0", NUMBERS, 0},
    {"tuples", "(", "(", ",", ",", ")", ",", "", ")", "0N", NUMBERS, 0},
    {"numpy", "[", "[", " ", " ", "]", "\n ", "", "]\n", "0", PADDED, 0},
    {"numpy with its name", "array([", "[", ", ", ", ", "]", ",\n       ", "", "], dtype=int64)\n", "0", NUMBERS, 0},
    {"Matlab", "A = [", "", " ", " ", "", "; ", "", "]", "0", NUMBERS, 0},
    {"CSV", "", "", ",", ",", "", "\n", "", "\n", "0~.", NUMBERS, 0},
    {"CSV with commas at the end", "", "", ",", ",", ",", "\n", "", "\n", "0~.", NUMBERS, 0},
    {"CSV with quotes", "", "", ",", ",", "", "\r\n", "", "\r\n", "0~.", QUOTED, 9},
    {"CSV with semicolons", "", "", ";", ";", "", "\n", "", "\n", "0~.", NUMBERS, 0},
    {"a sheet", "", "", "\t", "\t", "", "\n", "", "\n", "0~.", NUMBERS, 0},
    {"a Markdown table", "| | | | |\n|---|---|---|---|\n", "| ", " | ", " | ", " |", "\n", "", "\n", "0~.", NUMBERS, 0},
    {"numbers", "", "", " ", "  ", "", "\n", "", "\n", "0.1", PADDED, 0},
    {"numbers in a frame", "+----+\n", "|", " ", " |", " |", "\n", "+----+\n", "\n+----+\n", "0.1", PADDED, 0},
    {"an ACS file", "3 17\n", "", " ", " ", "", "\n", "", "\n", "1", NUMBERS, 0},
    {"blanks in a frame", "+-------+\n", "| ", " ", " | ", " |", "\n", "+-------+\n", "\n+-------+\n", " ", SYMBOLS, 0},
    {"blanks in a tight frame", "+---+\n", "|", "", "|", "|", "\n", "+---+\n", "\n+---+\n", " ", SYMBOLS, 0},
    {"blanks in lines", "┌───┐\n", "│", " ", "│", "│", "\n", "├───┤\n", "\n└───┘\n", " ", SYMBOLS, 0},
    {"a name before", "Easter Monster: ", "", "", "", "", "", "", "", ".0*?", SYMBOLS, 0},
    {"a rating behind", "", "", "", "", "", "", "", "  ED=10.8/1.2/1.2  coloin", ".0*?", SYMBOLS, 0},
    {"ratings between semicolons", "", "", "", "", "", "", "", ";11.9;11.9;11.3;coloin;", ".0*?", SYMBOLS, 0},
    {"a header", "Grid 01\n", "", "", "", "", "\n", "", "\n", all_signs, SYMBOLS, 0},
    {"a forum post", "Hi all, can anybody help me with this one?\n\n```\n", "", " ", " ", "", "\n", "\n",
     "\n```\nThanks in advance!\n", all_signs, SYMBOLS, 0},
    {"tags of a forum", "Who can solve this?\n[code]\n", "", "", "", "", "\n", "", "\n[/code]\n", all_signs, SYMBOLS,
     0},
    {"tags in a line", "[quote=Bob][size=10]", "", "", "", "", "\n", "", "[/size][/quote]", all_signs, SYMBOLS, 0},
    {"line separators", "", "", "", "", "", "\xe2\x80\xa8", "", "\xe2\x80\xa9", all_signs, SYMBOLS, 0},
    {"next lines", "", "", " ", "  ", "", "\xc2\x85", "", "", all_signs, SYMBOLS, 0},
    {"Arabic digits", "", "", "", "", "", "\n", "", "\n", "A", SYMBOLS, 9},
    {"dark squares", "", "", "", "", "", "\n", "", "\n", "B", SYMBOLS, 0},
    {"numpy with a mask", "[", "[", " ", " ", "]", "\n ", "", "]\n", "M", PADDED, 0},
    {"quoted mail", "Bob wrote:\n> ", "", " ", " | ", "", "\n> ", "", "\n\nCheers, Alice\n", ".0_*x?", SYMBOLS, 0},
    {"Chinese words", "数独题目\n", "", "", "", "", "\n", "", "\n谢谢大家\n", all_signs, SYMBOLS, 0},
    {".sdk", "#AAuthor\n#DA puzzle\n#B01-01-2026\n#LHard\n", "", "", "", "", "\n", "", "\n", all_signs, SYMBOLS, 0},
    {".sdk with sections", "#A A. Uthor\n[Puzzle]\n", "", "", "", "", "\n", "", "\n[State]\n123\n", all_signs, SYMBOLS,
     0},
    {"full width", "", "", "", "", "", "\n", "", "", "W", SYMBOLS, 9},
    {"an e-mail with ellipses", "", "", "", "", "", "\n", "", "", "E", SYMBOLS, 0},
};

enum { STYLES = sizeof styles / sizeof *styles };

struct board {
    unsigned n, rows, columns;
    uint8_t cell[SUDOKU_CELLS_MAX];
    const char *symbols;
};

/* Writes one cell. width: of a padded number. */
static void put_cell(struct nash_buf *out, const struct board *b, unsigned cell, const struct style *style, char sign)
{
    unsigned value = b->cell[cell];
    const char *quote = style->cells == QUOTED ? "\"" : "";
    bool number = style->cells == NUMBERS || style->cells == PADDED;
    nash_buf_puts(out, quote);
    if (value && sign == 'W')
        nash_buf_printf(out, "\xef\xbc%c", 0x90 + (int)value);
    else if (value && sign == 'A')
        nash_buf_printf(out, "\xd9%c", 0xa0 + (int)value);
    else if (value && number)
        nash_buf_printf(out, style->cells == PADDED ? "%2u" : "%u", value);
    else if (value)
        nash_buf_putc(out, b->symbols[value - 1]);
    else if (sign == 'B' || sign == 'M')
        nash_buf_puts(out, sign == 'B' ? cell % 2 ? "\xf0\x9f\x9f\xa6" : "\xe2\xac\x9b" : "--");
    else if (sign == '1' || sign == 'N')
        nash_buf_puts(out, sign == '1' ? "-1" : "None");
    else if (sign == 'W' || strncmp(style->signs, "·", 2) == 0)
        nash_buf_puts(out, sign == 'W'                                 ? "\xef\xbc\x8e"
                           : sign == '0' || sign == '_' || sign == '?' ? (char[]){sign, 0}
                                                                       : "·");
    else if (sign != '~' && sign != 'E' && sign != 'A')
        nash_buf_printf(out, style->cells == PADDED ? "%2c" : "%c", sign);
    else if (sign == 'E' || sign == 'A')
        nash_buf_putc(out, '.');
    nash_buf_puts(out, quote);
}

/* Replaces "..." by an ellipsis, as word processors do. */
static void join_dots(struct nash_buf *text)
{
    struct nash_buf out = NASH_BUF_INIT(0);
    for (const char *c = nash_buf_cstr(text); *c; c++)
        if (strncmp(c, "...", 3) == 0) {
            nash_buf_puts(&out, "…");
            c += 2;
        } else {
            nash_buf_putc(&out, *c);
        }
    nash_buf_reset(text);
    nash_buf_puts(text, nash_buf_cstr(&out));
    nash_buf_free(&out);
}

/* Writes a board. lost: a cell that is left out with what stands before it; NONE: none. */
static void write_board(struct nash_buf *out, const struct board *b, const struct style *style, char sign,
                        unsigned lost)
{
    nash_buf_reset(out);
    nash_buf_puts(out, style->begin);
    for (unsigned cell = 0; cell < b->n * b->n; cell++) {
        unsigned row = cell / b->n, column = cell % b->n, skipped = lost == cell && column > 0;
        if (column == 0 && row)
            nash_buf_puts(out, style->between_rows);
        if (column == 0 && row && row % b->rows == 0)
            nash_buf_puts(out, style->band);
        if (column == 0)
            nash_buf_puts(out, style->row);
        else if (!skipped && !(lost == cell - 1 && lost % b->n == 0))
            nash_buf_puts(out, column % b->columns ? style->cell : style->box);
        if (lost != cell)
            put_cell(out, b, cell, style, sign);
        if (column == b->n - 1)
            nash_buf_puts(out, style->row_end);
    }
    nash_buf_puts(out, style->end);
    if (sign == 'E')
        join_dots(out);
}

static unsigned failures;

/* Reports a failure; the first ones are printed. */
static void __attribute__((format(printf, 1, 2))) report(const char *format, ...)
{
    char detail[2048];
    va_list args;
    va_start(args, format);
    if (failures++ < 12) {
        vsnprintf(detail, sizeof detail, format, args);
        print_error("%s", detail);
        print_error("\n");
    }
    va_end(args);
}

static void check_read(const struct nash_buf *text, const struct board *b, const char *name)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_problem *p;
    struct nash_error error;
    bool read = read_exactly(text->data, text->len, arena, &p, &error) == NASH_OK;
    if (!read)
        report("%s, size %u: %s\n%.*s", name, b->n, error.detail, (int)text->len, text->data);
    else if (p->size != b->n || memcmp(p->clue, b->cell, (size_t)b->n * b->n) != 0 || p->allowed)
        report("%s, size %u is misread as size %u:\n%.*s", name, b->n, p->size, (int)text->len, text->data);
    nash_arena_free(arena);
}

static void check_refused(const struct nash_buf *text, const struct board *b, const char *name, unsigned lost)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_problem *p;
    struct nash_error error;
    if (read_exactly(text->data, text->len, arena, &p, &error) == NASH_OK)
        report("%s, size %u, without cell %u is read as size %u:\n%.*s", name, b->n, lost, p->size, (int)text->len,
               text->data);
    else if (!strpbrk(error.detail, "0123456789") || strstr(error.detail, "make no square"))
        report("%s, size %u, without cell %u: %s", name, b->n, lost, error.detail);
    nash_arena_free(arena);
}

static void random_board(struct nash_rng *rng, struct board *b, unsigned rows, unsigned columns)
{
    static const char digits[] = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn", *letters = digits + 9;
    *b = (struct board){.n = rows * columns, .rows = rows, .columns = columns, .symbols = digits};
    board_full(rng, rows, columns, b->cell);
    board_uniform(rng, b->n, b->n * b->n / 2 + (unsigned)nash_rng_below(rng, b->n), b->cell);
    if (b->n == 25 && nash_rng_below(rng, 2))
        b->symbols = letters;
    else if (b->n == 9 && nash_rng_below(rng, 2)) /* an empty row, which looks like a frame in some styles */
        memset(b->cell + 9 * nash_rng_below(rng, 9), 0, 9);
}

/* Deletes a random character. A text that is still read must be read as the same board: the character was no cell. */
static void check_deletion(struct nash_rng *rng, struct nash_buf *text, const struct board *b, const char *name)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_problem *p;
    struct nash_error error;
    size_t at = (size_t)nash_rng_below(rng, text->len);
    memmove(text->data + at, text->data + at + 1, text->len - at - 1);
    text->len--;
    if (read_exactly(text->data, text->len, arena, &p, &error) == NASH_OK &&
        (p->size != b->n || memcmp(p->clue, b->cell, (size_t)b->n * b->n) != 0 || p->allowed))
        report("%s, size %u, without character %zu is read as another grid of size %u:\n%.*s", name, b->n, at, p->size,
               (int)text->len, text->data);
    nash_arena_free(arena);
}

static bool fits(const struct board *b, const struct style *style, char sign)
{
    bool letters = b->symbols[0] == 'A';
    return (!style->largest || b->n <= style->largest) && (b->n <= 9 || (sign != 'W' && sign != 'A')) &&
           !((sign == 'x') && (letters || b->n > 32)) && !(b->n > 9 && style->cells == QUOTED);
}

static void every_style_is_read(void **state)
{
    static const unsigned box[][2] = {{2, 2}, {2, 3}, {2, 4}, {3, 3}, {3, 3}, {3, 3}, {3, 4}, {4, 4}, {5, 5}, {6, 6}};
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_rng rng;
    static struct board b;
    char name[128];
    for (unsigned seed = 1; seed <= 3; seed++) {
        nash_rng_seed(&rng, seed);
        for (size_t i = 0; i < sizeof box / sizeof *box; i++) {
            random_board(&rng, &b, box[i][0], box[i][1]);
            for (const struct style *style = styles; style < styles + STYLES; style++)
                for (const char *sign = style->signs; *sign; sign++) {
                    if (!fits(&b, style, *sign) || (unsigned char)*sign == 0xc2)
                        continue;
                    snprintf(name, sizeof name, "seed %u, %s with '%c'", seed, style->name, *sign);
                    write_board(&text, &b, style, *sign, NONE);
                    check_read(&text, &b, name);
                    if (style->cells == SYMBOLS && *sign != ' ')
                        check_deletion(&rng, &text, &b, name);
                    unsigned lost = (unsigned)nash_rng_below(&rng, b.n * b.n);
                    write_board(&text, &b, style, *sign, lost);
                    check_refused(&text, &b, name, lost);
                }
        }
    }
    nash_buf_free(&text);
    assert_int_equal(failures, 0);
}

/* ---- candidates ---- */

/* Writes candidates of every cell, at least one, with a text before, between and after those of a cell. */
static void write_candidates(struct nash_buf *out, const uint64_t *allowed, unsigned n, const char *open,
                             const char *between, const char *close, bool framed, unsigned lost)
{
    nash_buf_reset(out);
    for (unsigned cell = 0; cell < n * n; cell++) {
        bool one = __builtin_popcountll(allowed[cell]) == 1, first = true;
        if (framed && cell % n == 0)
            nash_buf_puts(out, cell % (3 * n) == 0 ? ".-------------.---------.\n| " : "| ");
        for (unsigned v = 0; v < n && cell != lost; v++) {
            if (!(allowed[cell] >> v & 1))
                continue;
            nash_buf_puts(out, one ? "" : first ? open : between);
            nash_buf_printf(out, *between == ',' ? "%u" : "%c",
                            *between == ',' ? v + 1
                            : v < 9         ? '1' + v
                                            : 'A' + v - 9);
            first = false;
        }
        nash_buf_puts(out, one || cell == lost ? "" : close);
        nash_buf_puts(out, cell % n == n - 1         ? framed ? " |\n" : "\n"
                           : framed && cell % 3 == 2 ? " | "
                           : *open                   ? ""
                                                     : "  ");
    }
}

static void candidates_are_read(void **state)
{
    static const struct {
        const char *open, *between, *close;
        bool framed;
        unsigned largest;
    } styles_of[] = {{"", "", "", true, 9},
                     {"", "", "", false, 9},
                     {"{", "", "}", false, 16},
                     {"(", "", ")", true, 16},
                     {"{", ",", "}", false, 9}};
    static const unsigned sizes[] = {4, 6, 8, 9, 16};
    static uint64_t allowed[256];
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_rng rng;
    nash_rng_seed(&rng, 5);
    for (unsigned i = 0; i < 10 * 25; i++) {
        unsigned n = sizes[i % 5], style = i / 5 % 5, lost = (unsigned)nash_rng_below(&rng, n * n);
        if (n > styles_of[style].largest)
            continue;
        for (unsigned cell = 0; cell < n * n; cell++)
            do
                allowed[cell] = nash_rng_next(&rng) & nash_rng_next(&rng) & ((UINT64_C(1) << n) - 1);
            while (!allowed[cell]);
        for (unsigned damaged = 0; damaged < 2; damaged++) {
            struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
            struct sudoku_problem *p;
            struct nash_error error;
            write_candidates(&text, allowed, n, styles_of[style].open, styles_of[style].between, styles_of[style].close,
                             styles_of[style].framed, damaged ? lost : NONE);
            bool read = read_exactly(text.data, text.len, arena, &p, &error) == NASH_OK;
            if (read == damaged)
                report("candidates in style %u, size %u%s: %s\n%.*s", style, n, damaged ? ", one cell lost" : "",
                       read ? "read" : error.detail, (int)text.len, text.data);
            for (unsigned cell = 0; read && !damaged && cell < n * n; cell++)
                if (p->size != n || !p->allowed || p->allowed[cell] != allowed[cell])
                    report("candidates in style %u, size %u are misread at cell %u:\n%.*s", style, n, cell,
                           (int)text.len, text.data);
            nash_arena_free(arena);
        }
    }
    nash_buf_free(&text);
    assert_int_equal(failures, 0);
}

/* A line of HoDoKu: cells that were set have a plus, deleted candidates are removed. */
static void library_lines_are_read(void **state)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_rng rng;
    static struct board b;
    for (unsigned seed = 1; seed <= 40; seed++) {
        uint64_t allowed[81];
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_problem *p;
        struct nash_error error;
        nash_rng_seed(&rng, seed);
        random_board(&rng, &b, 3, 3);
        nash_buf_reset(&text);
        nash_buf_puts(&text, seed % 2 ? ":0000:x:" : ":0702-1:9:");
        for (unsigned cell = 0; cell < 81; cell++) {
            allowed[cell] = b.cell[cell] ? UINT64_C(1) << (b.cell[cell] - 1) : 511;
            nash_buf_printf(&text, "%s%c", b.cell[cell] && nash_rng_below(&rng, 3) == 0 ? "+" : "",
                            b.cell[cell] ? '0' + b.cell[cell] : '.');
        }
        nash_buf_putc(&text, ':');
        for (unsigned k = 0; k < seed % 9; k++) {
            unsigned cell = (unsigned)nash_rng_below(&rng, 81), v = 1 + (unsigned)nash_rng_below(&rng, 9);
            if (b.cell[cell] || (allowed[cell] & (allowed[cell] - 1)) == 0)
                continue;
            allowed[cell] &= ~(UINT64_C(1) << (v - 1));
            nash_buf_printf(&text, "%s%u%u%u", k ? " " : "", v, cell / 9 + 1, cell % 9 + 1);
        }
        nash_buf_puts(&text, seed % 3 ? "::" : ":412 413:511:a remark");
        if (read_exactly(text.data, text.len, arena, &p, &error) != NASH_OK)
            fail_msg("seed %u: %s\n%s", seed, error.detail, nash_buf_cstr(&text));
        for (unsigned cell = 0; cell < 81; cell++)
            assert_true((p->allowed ? p->allowed[cell] : b.cell[cell] ? allowed[cell] : 511) == allowed[cell]);
        nash_arena_free(arena);
    }
    nash_buf_free(&text);
}

/* ---- several puzzles, other alphabets ---- */

/* Returns the clues that are read, in the alphabet of the problem, or the reason of a refusal. */
static const char *meaning(const char *text, char out[SUDOKU_CELLS_MAX + 1])
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_problem *p;
    struct nash_error error;
    if (read_exactly(text, strlen(text), arena, &p, &error) == NASH_OK)
        sudoku_grid_text(out, p, p->clue);
    else
        snprintf(out, 512, "%s", error.detail);
    nash_arena_free(arena);
    return out;
}

static void alphabets_are_found(void **state)
{
    static const struct {
        const char *first, *last;
    } alphabets[] = {
        {"0123456789ABCDEF", "0"}, {"ABCDEFGHIJKLMNOP", "A"}, {"123456789ABCDEFG", "1"}, {"abcdefghijklmnop", "A"}};
    char text[300], read[SUDOKU_CELLS_MAX + 1];
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned cell = 0; cell < 256; cell++)
            text[cell] = cell % 3 ? '.' : alphabets[i].first[cell / 3 % 16];
        text[256] = '\0';
        meaning(text, read);
        assert_int_equal(strlen(read), 256);
        assert_int_equal(read[0], *alphabets[i].last);
        for (unsigned cell = 0; cell < 256; cell++)
            assert_int_equal(read[cell], text[cell] >= 'a' ? text[cell] & ~0x20 : text[cell]);
    }
}

/* Few clues in a frame: a part of a row is two cells, not a field. */
static void sparse_frames_are_read(void **state)
{
    char read[SUDOKU_CELLS_MAX + 1];
    assert_string_equal(meaning("┌───┬───┐\n│1  │  2│\n│   │   │\n├───┼───┤\n│   │   │\n│3  │  4│\n└───┴───┘\n", read),
                        "1..2........3..4");
    assert_string_equal(meaning("> | 1 |   |   | 2 |\n> |||||\n> | | | | |\n> | 3 |   |   |   |", read),
                        "1..2........3...");
}

static void several_puzzles_are_counted(void **state)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    char read[SUDOKU_CELLS_MAX + 1];
    for (unsigned grid = 1; grid <= 50; grid++) {
        nash_buf_printf(&text, "Grid %02u\n", grid);
        for (unsigned row = 0; row < 9; row++)
            nash_buf_puts(&text, row % 2 ? "003020600\n" : "900305001\n");
    }
    assert_non_null(strstr(meaning(nash_buf_cstr(&text), read), "50 puzzles"));
    nash_buf_free(&text);
}

/* A solution behind the puzzle is not taken for the puzzle, whatever stands between them. */
static void solutions_are_told_apart(void **state)
{
    char read[SUDOKU_CELLS_MAX + 1];
    assert_string_equal(meaning("puzzle=1...............&solution=1234341221434321", read), "1...............");
    assert_string_equal(meaning("?solution=1234341221434321&puzzle=1...............&id=17", read), "1...............");
    assert_string_equal(meaning("No.1~2 1...............", read), "1...............");
    assert_non_null(strstr(meaning("p=1...............~s=1234341221434321", read), "2 puzzles"));
    assert_non_null(strstr(meaning("1...............#easy 1234341221434321", read), "2 puzzles"));
}

/* A refusal names what was found, and the size that the text comes closest to. */
static void refusals_are_true(void **state)
{
    static const struct {
        const char *text, *reason;
    } refused[] = {
        {"53oo7oooo6oo195oooo98oooo6o8ooo6ooo34oo8o3oo17ooo2ooo6o6oooo28oooo419oo5oooo8oo79",
         "as many as a 9x9 grid has cells, but 51 of them can be no cell: the first is character 3, 'o'; a value is "
         "one "
         "of 1-9, an empty cell one of . 0 _ - * x ?"},
        {"1\u2460..............", "character 2, a sign without a meaning"},
        {"53  7\n6  195\n 98    6\n8   6   3\n4  8 3  1\n7   2   6\n 6    28\n   419  5\n    8  79\n",
         "9 rows of cells were found, and row 1 (line 1) has 3 cells; a 9x9 grid has 9 rows of 9 cells"},
        {"1...\n....\n....\n...4\n2...\n", "5 rows of 4 cells were found; a 4x4 grid has 4 rows: 1 too many"},
        {"1...\n....\nsee here\n....\n...4\n", "line 3 stands among the rows of a grid and is no row: \"see here\""},
        {"Please solve my sudoku", "no cells; known forms"},
        {"[[1,2,3,4],[3,4,1,2],[2,1,&4,3],[4,3,2,1]]", "row 3, column 3: \"&4\" is no cell of a 4x4 grid"},
        {"53..7....6.5....98....6.8...7...2...6.6....28....419..5....8..79 1.2",
         "64 cells were found in 1 line; a 9x9 grid has 81: 17 missing"},
        {"1...\n....4..\n.....\n", "16 cells were found in 3 lines, as many as a 4x4 grid has, but neither as rows"},
        {"I have 5 apples and 3 pears", "no cells; known forms"},
        {"https://tinyurl.com/abc", "a link that is not known to carry a puzzle"},
        {"5", "1 cell was found in 1 line"},
        {"[1][ ][ ][ ]\n[ ][ ][ ][ ]\n[2][ ][ ][ ]\n[3][ ][ ][ ]\n", "line 1 is no row of cells: '['"},
        {"53,,7,,,,6,,195,,,,98,,,,6,8,,,6,,,34,,8,3,,17,,,2,,,6,6,,,,28,,,,419,,5,,,,8,,79",
         "line 1 is neither a row of cells nor words"},
        {"1...\n....\n....\n....\n\n2...\n....\n....\n....\n", "each in a line of its own"},
    };
    char read[SUDOKU_CELLS_MAX + 1];
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (!strstr(meaning(refused[i].text, read), refused[i].reason))
            fail_msg("\"%s\": %s", refused[i].text, read);
    struct nash_buf text = NASH_BUF_INIT(0);
    for (unsigned i = 0; i < 5000; i++)
        nash_buf_putc(&text, 'a');
    assert_non_null(strstr(meaning(nash_buf_cstr(&text), read), "more than 2401 cells were found in 1 line"));
    nash_buf_free(&text);
}

static void utf16_is_named(void **state)
{
    static const char *const begins[] = {"\xff\xfe", "\xfe\xff", ""};
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    for (unsigned i = 0; i < 3; i++) {
        struct nash_buf text = NASH_BUF_INIT(0);
        struct sudoku_problem *p;
        struct nash_error error;
        nash_buf_puts(&text, begins[i]);
        for (unsigned cell = 0; cell < 16; cell++) {
            nash_buf_putc(&text, i == 1 ? '\0' : '.');
            nash_buf_putc(&text, i == 1 ? '.' : '\0');
        }
        assert_int_not_equal(read_exactly(text.data, text.len, arena, &p, &error), NASH_OK);
        assert_non_null(strstr(error.detail, "UTF-16"));
        nash_buf_free(&text);
    }
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_read),         cmocka_unit_test(library_lines_are_read),
        cmocka_unit_test(alphabets_are_found),         cmocka_unit_test(sparse_frames_are_read),
        cmocka_unit_test(several_puzzles_are_counted), cmocka_unit_test(utf16_is_named),
        cmocka_unit_test(refusals_are_true),           cmocka_unit_test(solutions_are_told_apart),
        cmocka_unit_test(every_style_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
