/* Links of other programs: puzzles are written in the JSON of f-puzzles and SudokuPad, compressed by a plain encoder,
 * and read back; what is not supported is refused by name. Codes made by the JavaScript library lz-string are read too.
 */
#include <stdlib.h>

#include <solvers/sudoku/read/link/lzstring.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 16 << 20, WORDS = 8192, WORD_UNITS = 64 };

/* ---- a plain encoder of lz-string: the dictionary is a list of words ---- */

struct encoder {
    struct nash_buf *out;
    unsigned bits, count; /* bits of the character that is being written */
    struct {
        uint16_t unit[WORD_UNITS];
        unsigned length;
        bool written; /* a code for it was written */
    } word[WORDS];
    unsigned words, width, grow;
};

static void put_bits(struct encoder *e, unsigned value, unsigned count)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (unsigned i = 0; i < count; i++) {
        e->bits = e->bits << 1 | (value >> i & 1);
        if (++e->count == 6) {
            nash_buf_putc(e->out, alphabet[e->bits]);
            e->bits = e->count = 0;
        }
    }
}

static unsigned find_word(const struct encoder *e, const uint16_t *unit, unsigned length)
{
    for (unsigned i = 0; i < e->words; i++)
        if (e->word[i].length == length && memcmp(e->word[i].unit, unit, length * sizeof *unit) == 0)
            return i;
    return WORDS;
}

static void add_word(struct encoder *e, const uint16_t *unit, unsigned length)
{
    assert_true(e->words < WORDS && length <= WORD_UNITS);
    memcpy(e->word[e->words].unit, unit, length * sizeof *unit);
    e->word[e->words].written = false;
    e->word[e->words++].length = length;
}

static void grow(struct encoder *e)
{
    if (--e->grow == 0)
        e->grow = 1U << e->width++;
}

/* Writes the longest word so far: by its number (entries count from 3), or as a new unit. */
static void put_word(struct encoder *e, const uint16_t *unit, unsigned length)
{
    unsigned index = find_word(e, unit, length);
    if (length == 1 && !e->word[index].written) {
        put_bits(e, *unit > 255, e->width);
        put_bits(e, *unit, *unit > 255 ? 16 : 8);
        e->word[index].written = true;
        grow(e);
    } else {
        put_bits(e, index + 3, e->width);
    }
    grow(e);
}

static void encode(struct nash_buf *out, const uint16_t *unit, size_t units)
{
    static struct encoder e;
    e = (struct encoder){.out = out, .width = 2, .grow = 2};
    const uint16_t *word = unit;
    unsigned length = 0;
    for (size_t i = 0; i < units; i++) {
        if (find_word(&e, &unit[i], 1) == WORDS)
            add_word(&e, &unit[i], 1);
        if (length && (length == WORD_UNITS || find_word(&e, word, length + 1) == WORDS)) {
            put_word(&e, word, length);
            if (length < WORD_UNITS)
                add_word(&e, word, length + 1);
            word = &unit[i];
            length = 0;
        }
        length++;
    }
    if (length)
        put_word(&e, word, length);
    put_bits(&e, 2, e.width);
    do
        put_bits(&e, 0, 1);
    while (e.count);
}

static void encode_text(struct nash_buf *out, const char *text)
{
    static uint16_t unit[1 << 16];
    size_t units = strlen(text);
    for (size_t i = 0; i < units; i++)
        unit[i] = (uint8_t)text[i];
    encode(out, unit, units);
}

/* ---- lz-string ---- */

static struct text_span decode(struct nash_arena *arena, const char *code)
{
    struct nash_error error = {0};
    struct reader r;
    struct lzstring memory;
    struct text_span text;
    reader_root(&r, NULL, arena, &error);
    assert_true(lzstring_begin(&r, strlen(code), &memory));
    assert_true(lzstring_decode(&r, &memory, (struct text_span){code, code + strlen(code)}, &text));
    return text;
}

/* Texts with few and many different units, longer than any width of a code needs. */
static void codes_are_read_back(void **state)
{
    struct nash_buf code = NASH_BUF_INIT(0);
    struct nash_rng rng;
    static uint16_t unit[3000];
    nash_rng_seed(&rng, 3);
    for (unsigned k = 0; k < 60; k++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        size_t units = (size_t)nash_rng_below(&rng, k % 3 ? 60 : 1500);
        uint32_t kinds = (uint32_t[]){1, 2, 90, 3000}[k % 4];
        for (size_t i = 0; i < units; i++)
            unit[i] = (uint16_t)(' ' + nash_rng_below(&rng, kinds));
        nash_buf_reset(&code);
        encode(&code, unit, units);
        struct text_span text = decode(arena, nash_buf_cstr(&code));
        assert_non_null(text.at);
        const char *c = text.at;
        for (size_t i = 0; i < units; i++) {
            assert_true(c < text.end);
            uint32_t read = (uint8_t)*c < 0x80 ? (uint32_t)*c
                            : (uint8_t)*c < 0xe0
                                ? (uint32_t)(c[0] & 31) << 6 | (c[1] & 63)
                                : (uint32_t)(c[0] & 15) << 12 | (uint32_t)(c[1] & 63) << 6 | (c[2] & 63);
            assert_int_equal(read, unit[i]);
            c += (uint8_t)*c < 0x80 ? 1 : (uint8_t)*c < 0xe0 ? 2 : 3;
        }
        assert_ptr_equal(c, text.end);
        nash_arena_free(arena);
    }
    nash_buf_free(&code);
}

static void codes_of_the_library_are_read(void **state)
{
    static const struct {
        const char *code, *text;
    } known[] = {{"Q===", ""}, {"IY18ZVA=", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"g6mIl0==", "数数数é"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct text_span text = decode(arena, known[i].code);
        assert_non_null(text.at);
        assert_string_equal(text.at, known[i].text);
        nash_arena_free(arena);
    }
}

/* Writes the code of a text of one letter, in which each part is longer by one unit than the part before it: 500 codes
 * stand for 125,000 units. */
static void encode_bomb(struct nash_buf *out)
{
    static struct encoder e;
    e = (struct encoder){.out = out, .width = 3, .grow = 4};
    put_bits(&e, 0, 2);
    put_bits(&e, 'a', 8);
    for (unsigned entry = 4; entry < 504; entry++) {
        put_bits(&e, entry, e.width);
        grow(&e);
    }
    put_bits(&e, 2, e.width);
    put_bits(&e, 0, 6 - e.count);
}

static void long_and_truncated_texts_are_refused(void **state)
{
    struct nash_buf code = NASH_BUF_INIT(0);
    static const uint16_t unit[3] = {'a', 'b', 'a'};
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    encode_bomb(&code);
    assert_null(decode(arena, nash_buf_cstr(&code)).at);
    nash_buf_reset(&code);
    encode(&code, unit, 3);
    assert_non_null(decode(arena, nash_buf_cstr(&code)).at);
    code.len -= 2;
    assert_null(decode(arena, nash_buf_cstr(&code)).at);
    nash_arena_free(arena);
    nash_buf_free(&code);
}

/* ---- puzzles ---- */

static enum nash_status read_text(const char *text, struct nash_arena *arena, struct sudoku_problem **problem,
                                  struct nash_error *error)
{
    return read_exactly(text, strlen(text), arena, problem, error);
}

/* Reads a JSON problem whose grid is the JSON of another program, with a question beside it. */
static enum nash_status read_beside(const char *name, const char *puzzle, struct nash_arena *arena,
                                    struct sudoku_problem **problem, struct nash_error *error)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_json doc;
    nash_buf_printf(&text, "{\"%s\":%s,\"solutions\":7}", name, puzzle);
    *error = (struct nash_error){0};
    enum nash_status status = nash_json_parse(&doc, text.data, text.len, arena, error);
    if (status == NASH_OK)
        status = nash_solver_sudoku.parse(&doc, arena, (void **)problem, error);
    nash_json_free(&doc);
    nash_buf_free(&text);
    return status;
}

struct drawn {
    unsigned n, height;
    uint8_t grid[625], region[625];
    bool irregular, diagonal, disjoint;
    struct sudoku_cage cage[625];
    uint16_t cell[625];
    size_t cages;
};

static void random_puzzle(struct nash_rng *rng, struct drawn *d, unsigned k)
{
    static const unsigned box[][2] = {{2, 2}, {2, 3}, {3, 3}, {3, 3}, {4, 4}};
    unsigned rows = box[k % 5][0], columns = box[k % 5][1];
    *d = (struct drawn){.n = rows * columns, .height = rows, .irregular = k % 3 == 1, .diagonal = k % 4 == 1};
    d->disjoint = !d->irregular && k % 7 == 3;
    board_full(rng, rows, columns, d->grid);
    board_regions(rng, d->n, rows, columns, d->irregular ? 3 : 0, d->region);
    if (k % 2)
        d->cages = board_cages(rng, d->n, d->grid, 4, 40, d->cage, d->cell);
    board_uniform(rng, d->n, d->n * d->n / 3, d->grid);
}

static void write_fpuzzles(struct nash_buf *out, const struct drawn *d)
{
    nash_buf_printf(out, "{\"size\":%u,\"title\":\"A: \\\"b\\\" 'c'\",\"grid\":[", d->n);
    for (unsigned cell = 0; cell < d->n * d->n; cell++) {
        nash_buf_puts(out, cell % d->n ? "," : cell ? "],[" : "[");
        nash_buf_puts(out, "{");
        if (d->irregular)
            nash_buf_printf(out, "\"region\":%u", d->region[cell]);
        if (d->grid[cell])
            nash_buf_printf(out, "%s\"value\":%u,\"given\":true", d->irregular ? "," : "", d->grid[cell]);
        else if (cell % 5 == 0) /* an entry of a solver, which is no clue */
            nash_buf_printf(out, "%s\"value\":%u", d->irregular ? "," : "", 1 + cell % d->n);
        nash_buf_puts(out, "}");
    }
    nash_buf_puts(out, "]],\"killercage\":[");
    for (size_t i = 0; i < d->cages; i++) {
        nash_buf_printf(out, "%s{\"value\":\"%u\",\"cells\":[", i ? "," : "", d->cage[i].sum);
        for (unsigned k = 0; k < d->cage[i].count; k++)
            nash_buf_printf(out, "%s\"R%uC%u\"", k ? "," : "", d->cage[i].cell[k] / d->n + 1,
                            d->cage[i].cell[k] % d->n + 1);
        nash_buf_puts(out, "]}");
    }
    nash_buf_printf(out, "],\"diagonal+\":%s,\"diagonal-\":%s,\"antiknight\":false,\"disjointgroups\":%s,\"arrow\":[]}",
                    d->diagonal ? "true" : "false", d->diagonal ? "true" : "null", d->disjoint ? "true" : "false");
}

/* SudokuPad's form; short: with its short names, single quotes and holes. */
static void write_pad(struct nash_buf *out, const struct drawn *d, bool small)
{
    nash_buf_puts(out, small ? "{id:'x',ce:[" : "{\"id\":\"x\",\"cells\":[");
    for (unsigned cell = 0; cell < d->n * d->n; cell++) {
        nash_buf_puts(out, cell % d->n ? "," : cell ? "],[" : "[");
        if (d->grid[cell])
            nash_buf_printf(out, small ? "{v:%u}" : "{\"value\":\"%u\"}", d->grid[cell]);
        else if (!small)
            nash_buf_puts(out, "{}");
    }
    nash_buf_puts(out, small ? "]],re:[" : "]],\"lines\":[],\"regions\":[");
    for (unsigned region = 0; region < d->n; region++) {
        bool first = true;
        nash_buf_puts(out, region ? ",[" : "[");
        for (unsigned cell = 0; cell < d->n * d->n; cell++)
            if (d->region[cell] == region) {
                nash_buf_printf(out, "%s[%u,%u]", first ? "" : ",", cell / d->n, cell % d->n);
                first = false;
            }
        nash_buf_puts(out, "]");
    }
    nash_buf_puts(out,
                  small ? "],metadata:{title:'It\\'s'},ca:[{v:'title: x'}" : "],\"cages\":[{\"value\":\"title: x\"}");
    for (size_t i = 0; i < d->cages; i++) {
        nash_buf_printf(out, small ? ",{v:%u,unique:t,c1:1a2b3c,ce:[" : ",{\"value\":%u,\"unique\":true,\"cells\":[",
                        d->cage[i].sum);
        for (unsigned k = 0; k < d->cage[i].count; k++)
            nash_buf_printf(out, "%s[%u,%u]", k ? "," : "", d->cage[i].cell[k] / d->n, d->cage[i].cell[k] % d->n);
        nash_buf_puts(out, "]}");
    }
    nash_buf_puts(out, "]}");
}

static void check_problem(const struct sudoku_problem *p, const struct drawn *d, bool pad)
{
    assert_int_equal(p->size, d->n);
    assert_memory_equal(p->clue, d->grid, d->n * d->n);
    assert_int_equal(p->diagonal, d->diagonal && !pad);
    assert_int_equal(p->disjoint, d->disjoint && !pad);
    assert_int_equal(p->cages, d->cages);
    for (size_t i = 0; i < d->cages; i++) {
        assert_int_equal(p->cage[i].sum, d->cage[i].sum);
        assert_int_equal(p->cage[i].count, d->cage[i].count);
        for (unsigned k = 0; k < d->cage[i].count; k++) /* the order inside a cage does not count */
            assert_non_null(memmem(d->cage[i].cell, d->cage[i].count * 2, &p->cage[i].cell[k], 2));
    }
    for (unsigned i = 0; p->region && i < d->n * d->n; i++)
        for (unsigned k = 0; k < i; k++)
            assert_int_equal(p->region[i] == p->region[k], d->region[i] == d->region[k]);
    if (!p->region) {
        assert_int_equal(p->box_rows, d->height);
        for (unsigned i = 0; i < d->n * d->n; i++)
            assert_int_equal(d->region[i] == d->region[0],
                             i / d->n < p->box_rows && i % d->n < p->box_cols); /* the boxes, where regions are such */
    }
}

static void check_puzzle(const char *text, const struct drawn *d, bool pad)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_problem *p;
    struct nash_error error;
    if (read_text(text, arena, &p, &error) != NASH_OK)
        fail_msg("%s\n%s", error.detail, text);
    check_problem(p, d, pad);
    nash_arena_free(arena);
}

static void check_beside(const char *puzzle, const struct drawn *d, bool pad)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_problem *p;
    struct nash_error error;
    if (read_beside(d->n % 2 ? "grid" : "puzzle", puzzle, arena, &p, &error) != NASH_OK)
        fail_msg("%s: %s\n%s", error.pointer, error.detail, puzzle);
    check_problem(p, d, pad);
    assert_int_equal(p->limit, 7);
    nash_arena_free(arena);
}

static void puzzles_are_read(void **state)
{
    static const char *const before[] = {"https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuz",
                                         "https://app.crackingthecryptic.com/sudoku/fpuzzles",
                                         "Try this: https://f-puzzles.com/?load=", "fpuzzles"};
    struct nash_buf json = NASH_BUF_INIT(0), link = NASH_BUF_INIT(0);
    struct nash_rng rng;
    static struct drawn d;
    for (unsigned k = 0; k < 60; k++) {
        nash_rng_seed(&rng, k + 1);
        random_puzzle(&rng, &d, k);
        nash_buf_reset(&json);
        write_fpuzzles(&json, &d);
        check_puzzle(nash_buf_cstr(&json), &d, false);
        check_beside(nash_buf_cstr(&json), &d, false);
        nash_buf_reset(&link);
        nash_buf_puts(&link, before[k % 5]);
        encode_text(&link, nash_buf_cstr(&json));
        nash_buf_puts(&link, k % 5 == 3 ? " by me" : k % 2 ? "==" : "");
        check_puzzle(nash_buf_cstr(&link), &d, false);
        for (char *c = link.data; k % 5 == 0 && c < link.data + link.len; c++)
            *c = *c == '+' ? ' ' : *c; /* what a browser does */
        check_puzzle(nash_buf_cstr(&link), &d, false);
        for (unsigned small = 0; small < 2; small++) {
            nash_buf_reset(&json);
            write_pad(&json, &d, small);
            check_puzzle(nash_buf_cstr(&json), &d, true);
            if (!small)
                check_beside(nash_buf_cstr(&json), &d, true);
            nash_buf_reset(&link);
            nash_buf_puts(&link, "https://sudokupad.app/scl");
            encode_text(&link, nash_buf_cstr(&json));
            check_puzzle(nash_buf_cstr(&link), &d, true);
        }
    }
    nash_buf_free(&json);
    nash_buf_free(&link);
}

#define GRID4 "[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]"
#define FPUZ4                                                                                                          \
    "N4IgzglgXgpiBcAWANCALhNAbO8QEvAHU0BYNwPF2RUBzAJwgBMEBtR0ANwEMsBXXARioisYAOwRpqPAL7Jg02TMkBdZCzlyQHbrkRrlqmRs48EA" \
    "JgFDR8cVIUK98h+s3H4AZnMixEmEuUgA1hBYONQAxuyUuCwgoTDBYEwgAEq8AMImFMlpriB+zrggAGwgSpJAA==="
#define PAD4                                                                                                           \
    "N4YwpgXA2lwG4QIwF8A06C6qrtVn8EATGntroQMzIZYBOkMUADKs/q4vom96l/haoiHVJT4jsPcYKK9scrtkryoKgdihzJWsfhU6VMjMiA=="
#define NINE "530070000600195000098000060800060003400803001700020006060000280000419005000080079"

static void known_links_are_read(void **state)
{
    static const struct {
        const char *text, *grid;
    } known[] = {
        {"https://www.f-puzzles.com/?load=" FPUZ4, "1........2.....3"},
        {"https://sudokupad.app/sudoku/?puzzleid=fpuzzles" FPUZ4, "1........2.....3"},
        {FPUZ4, "1........2.....3"},
        {"https://sudokupad.app/scl" PAD4 "?setting-nogrid=1", "1........2.....3"},
        {"ctc" PAD4, "1........2.....3"},
        {"https://www.sudokuwiki.org/sudoku.htm?bd=" NINE, NINE},
        {"https://www.sudokuwiki.org/sudoku.htm?bd=" NINE "&x=1#top", NINE},
        {"https://sudokupad.app/scf5DKl7E86N9cF68cB1i8M3lC6kS3i1j2m6f8C5v", NULL},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_problem *p;
        struct nash_error error;
        char grid[SUDOKU_CELLS_MAX + 1], wanted[128] = "";
        enum nash_status status = read_text(known[i].text, arena, &p, &error);
        if ((status == NASH_OK) != (known[i].grid != NULL))
            fail_msg("%s: %s", known[i].text, error.detail);
        if (known[i].grid) {
            for (size_t k = 0; known[i].grid[k]; k++)
                wanted[k] = known[i].grid[k] == '0' ? '.' : known[i].grid[k];
            assert_string_equal(sudoku_grid_text(grid, p, p->clue), wanted);
        }
        nash_arena_free(arena);
    }
}

/* SudokuPad's code of a classic grid: a character is a digit and the number of empty cells after it. */
static void classic_links_are_read(void **state)
{
    static const char codes[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
    struct nash_rng rng;
    for (unsigned seed = 1; seed <= 30; seed++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct nash_buf link = NASH_BUF_INIT(0);
        struct sudoku_problem *p;
        struct nash_error error;
        uint8_t grid[81];
        nash_rng_seed(&rng, seed);
        board_full(&rng, 3, 3, grid);
        board_uniform(&rng, 9, 27, grid);
        nash_buf_puts(&link, "https://sudokupad.app/scf");
        for (unsigned cell = 0; cell < 81;) {
            unsigned digit = grid[cell++], empty = 0;
            while (cell < 81 && !grid[cell] && empty < 5) {
                empty++;
                cell++;
            }
            nash_buf_putc(&link, codes[digit + 10 * empty]);
        }
        nash_buf_puts(&link, seed % 2 ? "x" : "");
        assert_int_equal(read_text(nash_buf_cstr(&link), arena, &p, &error), NASH_OK);
        assert_memory_equal(p->clue, grid, 81);
        assert_int_equal(p->diagonal, seed % 2);
        nash_buf_free(&link);
        nash_arena_free(arena);
    }
}

static void others_are_refused_by_name(void **state)
{
    static const struct {
        const char *text, *says[3];
    } refused[] = {
        {"{\"grid\":" GRID4 ",\"thermometer\":[{\"lines\":[]},{\"lines\":[]}],\"antiknight\":true}",
         {"/thermometer", "thermometer (2)", "antiknight"}},
        {"{\"grid\":" GRID4 ",\"diagonal+\":true}", {"/diagonal+", "both diagonals"}},
        {"{\"grid\":" GRID4 ",\"negative\":[\"xv\"]}", {"/negative"}},
        {"{\"grid\":" GRID4 ",\"newrule\":[1]}", {"/newrule"}},
        {"{\"grid\":" GRID4 ",\"line\":[{\"lines\":[[\"R1C1\"]]}]}", {"/line"}},
        {"{\"grid\":" GRID4 ",\"killercage\":[{\"cells\":[\"R1C1\"]}]}", {"/killercage/0", "sum"}},
        {"{\"grid\":" GRID4 ",\"killercage\":[{\"value\":3,\"cells\":[]}]}", {"/killercage/0/cells", "needs cells"}},
        {"{\"grid\":" GRID4 ",\"killercage\":[{\"value\":3}]}", {"/killercage/0/cells", "needs cells"}},
        {"{\"grid\":" GRID4 ",\"killercage\":[{\"value\":3,\"cells\":[\"R1C5\"]}]}", {"/killercage/0/cells/0", "R4C4"}},
        {"{\"grid\":" GRID4 ",\"size\":9}", {"4 rows", "9"}},
        {"{\"grid\":[[{},{},{},{}],[{},{},{}],[{},{},{},{}],[{},{},{},{}]]}", {"/grid/1", "3 cells"}},
        {"{\"grid\":[[{\"value\":5,\"given\":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}",
         {"/grid/0/0/value"}},
        {"{\"grid\":[[{\"region\":null},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}", {"/grid/0/0/region"}},
        {"{\"grid\":[[{\"region\":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}", {"region 1 has 3 cells"}},
        {"{\"cells\":" GRID4 "}", {"4 regions"}},
        {"{\"cells\":" GRID4 ",\"arrows\":[{}],\"global\":[\"antiking\"]}", {"arrows", "global"}},
        {"https://sudokupad.app/dmax9sth7b", {"only names a puzzle on a server"}},
        {"https://www.f-puzzles.com/?id=yhkyz63b", {"only names a puzzle on a server"}},
        {"https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCALhNAbO8Q", {"damaged"}},
        {"https://sudokupad.app/scf5D", {"classic grid"}},
        {"https://www.sudokuwiki.org/sudoku.htm?bd=S9B01a", {"?bd="}},
        {"https://www.sudokuwiki.org/sudoku.htm?bd=5300", {"4 cells"}},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_problem *p;
        struct nash_error error;
        enum nash_status status = read_text(refused[i].text, arena, &p, &error);
        for (unsigned k = 0; k < 3 && refused[i].says[k]; k++)
            if (status != NASH_UNPROCESSABLE || !strstr(error.detail, refused[i].says[k]))
                fail_msg("%s: %s, not %s", refused[i].text, error.detail, refused[i].says[k]);
        nash_arena_free(arena);
    }
}

/* The same JSON inside of a problem: the pointer leads into it. What is no such JSON breaks the schema. */
static void others_are_refused_at_their_place(void **state)
{
    static const struct {
        const char *puzzle;
        enum nash_status status;
        const char *pointer, *says;
    } refused[] = {
        {"{\"grid\":" GRID4 ",\"thermometer\":[{\"lines\":[]},{\"lines\":[]}],\"antiknight\":true}", NASH_UNPROCESSABLE,
         "/puzzle/thermometer", "not supported: thermometer (2), antiknight; supported"},
        {"{\"grid\":" GRID4 ",\"killercage\":[{\"value\":3,\"cells\":[\"R1C5\"]}]}", NASH_UNPROCESSABLE,
         "/puzzle/killercage/0/cells/0", "R4C4"},
        {"{\"grid\":" GRID4 ",\"killercage\":7}", NASH_UNPROCESSABLE, "/puzzle/killercage", "array"},
        {"{\"grid\":" GRID4 ",\"job\":{}}", NASH_UNPROCESSABLE, "/puzzle/job", "not supported: job"},
        {"{\"cells\":[1,2]}", NASH_UNPROCESSABLE, "/puzzle", "size 2"},
        {"{\"cells\":" GRID4 "}", NASH_UNPROCESSABLE, "/puzzle", "4 regions"},
        {"{}", NASH_INVALID, "/puzzle", "f-puzzles or SudokuPad"},
        {"{\"cells\":\"1...............\"}", NASH_INVALID, "/puzzle", "f-puzzles or SudokuPad"},
        {"{\"grid\":[[1,0,0,0]]}", NASH_INVALID, "/puzzle", "f-puzzles or SudokuPad"},
        {"{\"grid\":[[1,0,0,0]],\"cells\":[]}", NASH_UNPROCESSABLE, "/puzzle", "no cells"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct sudoku_problem *p;
        struct nash_error error;
        enum nash_status status = read_beside("puzzle", refused[i].puzzle, arena, &p, &error);
        if (status != refused[i].status || strcmp(error.pointer, refused[i].pointer) != 0 ||
            !strstr(error.detail, refused[i].says))
            fail_msg("%s: %d at %s: %s", refused[i].puzzle, status, error.pointer, error.detail);
        nash_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_read_back),
        cmocka_unit_test(codes_of_the_library_are_read),
        cmocka_unit_test(long_and_truncated_texts_are_refused),
        cmocka_unit_test(puzzles_are_read),
        cmocka_unit_test(known_links_are_read),
        cmocka_unit_test(classic_links_are_read),
        cmocka_unit_test(others_are_refused_by_name),
        cmocka_unit_test(others_are_refused_at_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
