/* The gate and the document, compared with an independent reader.
 *
 * The reader in this file is as plain as possible: it recurses, compares member names pairwise, and writes a canonical
 * dump of what it reads. For 150,000 seeded mutations of valid documents both must agree whether the text is valid, and
 * if it is, the document (tree and integer arrays) must hold the same values. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nash/buf.h>
#include <nash/json.h>

#include "test.h"

/* ---- the reader ---- */

struct reader {
    const unsigned char *at, *end;
    struct nash_buf *dump;
};

static void spaces(struct reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
        r->at++;
}

static bool eat(struct reader *r, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(r->end - r->at) < len || memcmp(r->at, word, len) != 0)
        return false;
    r->at += len;
    return true;
}

static bool hex(struct reader *r, unsigned *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        if (r->at >= r->end || !isxdigit(*r->at))
            return false;
        *code = *code * 16 + (unsigned)(isdigit(*r->at) ? *r->at - '0' : tolower(*r->at) - 'a' + 10);
    }
    return true;
}

static void encode(struct nash_buf *out, unsigned code)
{
    unsigned size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (unsigned i = 0; i < size; i++) {
        unsigned bits = code >> (6 * (size - 1 - i));
        nash_buf_putc(out, (char)(i ? 0x80 | (bits & 0x3F) : lead[size] | bits));
    }
}

/* Reads a string, after its opening quote, and appends the decoded text to out. Returns false if it is invalid. */
static bool read_string(struct reader *r, struct nash_buf *out)
{
    while (r->at < r->end && *r->at != '"') {
        unsigned c = *r->at++, low;
        if (c < 0x20)
            return false;
        if (c == '\\') {
            static const char name[] = "\"\\/bfnrt", byte[] = "\"\\/\b\f\n\r\t";
            if (r->at == r->end)
                return false;
            c = *r->at++;
            if (c != 'u') {
                const char *found = c ? strchr(name, (int)c) : NULL;
                if (!found)
                    return false;
                c = (unsigned char)byte[found - name];
            } else if (!hex(r, &c) || c == 0 || (c >= 0xDC00 && c <= 0xDFFF)) {
                return false;
            } else if (c >= 0xD800 && c <= 0xDBFF) {
                if (!eat(r, "\\u") || !hex(r, &low) || low < 0xDC00 || low > 0xDFFF)
                    return false;
                c = 0x10000 + (c - 0xD800) * 0x400 + (low - 0xDC00);
            }
        } else if (c >= 0x80) {
            unsigned more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
            static const unsigned least[] = {0, 0x80, 0x800, 0x10000};
            if (c < 0xC0 || c >= 0xF8)
                return false;
            c &= 0x3Fu >> more;
            for (unsigned i = 0; i < more; i++) {
                if (r->at == r->end || *r->at < 0x80 || *r->at > 0xBF)
                    return false;
                c = c * 64 + (*r->at++ & 0x3Fu);
            }
            if (c < least[more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
                return false;
        }
        encode(out, c);
    }
    return eat(r, "\"");
}

static void dump_number(struct nash_buf *dump, double d)
{
    nash_buf_printf(dump, "#%a", d + 0.0 == 0 ? 0.0 : d);
}

static void dump_string(struct nash_buf *dump, const char *text, size_t len)
{
    nash_buf_printf(dump, "$%zu:", len);
    nash_buf_add(dump, text, len);
}

static bool read_number(struct reader *r)
{
    char text[64];
    size_t len = 0;
    const unsigned char *start = r->at;
    bool integer = true;
    while (r->at < r->end && *r->at && strchr("0123456789+-.eE", *r->at))
        r->at++;
    if (r->at - start > 63)
        return false;
    for (const unsigned char *c = start; c < r->at; c++)
        text[len++] = (char)*c;
    text[len] = '\0';
    const char *c = text + (*text == '-');
    if (!isdigit((unsigned char)*c) || (*c == '0' && isdigit((unsigned char)c[1])))
        return false;
    c += strspn(c, "0123456789");
    if (*c == '.') {
        integer = false;
        size_t digits = strspn(++c, "0123456789");
        if (digits == 0)
            return false;
        c += digits;
    }
    if (*c == 'e' || *c == 'E') {
        integer = false;
        c++;
        c += *c == '+' || *c == '-';
        size_t digits = strspn(c, "0123456789");
        if (digits == 0)
            return false;
        c += digits;
    }
    double d = strtod(text, NULL);
    long double exact = strtold(text, NULL);
    if (*c || isinf(d) || (integer && fabsl(exact) > 0x1p53L))
        return false;
    dump_number(r->dump, d);
    return true;
}

static bool read_value(struct reader *r, int depth);

static bool read_object(struct reader *r, int depth)
{
    enum { MOST = 64 };
    char *name[MOST];
    size_t size[MOST], count = 0;
    bool ok = true, first = true;
    nash_buf_putc(r->dump, '{');
    for (;; first = false) {
        spaces(r);
        if (first && eat(r, "}"))
            break;
        struct nash_buf text = NASH_BUF_INIT(0);
        ok = count < MOST && eat(r, "\"") && read_string(r, &text);
        for (size_t i = 0; ok && i < count; i++)
            ok = size[i] != text.len || memcmp(name[i], text.len ? text.data : "", text.len) != 0;
        if (ok)
            dump_string(r->dump, text.data, text.len);
        if (ok) {
            name[count] = nash_buf_steal(&text, &size[count]);
            count++;
        }
        nash_buf_free(&text);
        if (!ok)
            break;
        spaces(r);
        ok = eat(r, ":") && read_value(r, depth);
        spaces(r);
        if (!ok || eat(r, "}"))
            break;
        if (!(ok = eat(r, ",")))
            break;
    }
    while (count > 0)
        free(name[--count]);
    nash_buf_putc(r->dump, '}');
    return ok;
}

static bool read_array(struct reader *r, int depth)
{
    nash_buf_putc(r->dump, '[');
    spaces(r);
    if (!eat(r, "]"))
        for (;;) {
            if (!read_value(r, depth))
                return false;
            spaces(r);
            if (eat(r, "]"))
                break;
            if (!eat(r, ","))
                return false;
        }
    nash_buf_putc(r->dump, ']');
    return true;
}

static bool read_value(struct reader *r, int depth)
{
    spaces(r);
    if (depth >= NASH_JSON_DEPTH && r->at < r->end && (*r->at == '[' || *r->at == '{'))
        return false;
    if (eat(r, "{"))
        return read_object(r, depth + 1);
    if (eat(r, "["))
        return read_array(r, depth + 1);
    if (eat(r, "\"")) {
        struct nash_buf text = NASH_BUF_INIT(0);
        bool ok = read_string(r, &text);
        dump_string(r->dump, text.data, text.len);
        nash_buf_free(&text);
        return ok;
    }
    static const char *const word[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++)
        if (eat(r, word[i])) {
            nash_buf_puts(r->dump, word[i]);
            return true;
        }
    return r->at < r->end && (isdigit(*r->at) || *r->at == '-') && read_number(r);
}

static bool read_document(const char *text, size_t len, struct nash_buf *dump)
{
    struct reader r = {(const unsigned char *)text, (const unsigned char *)text + len, dump};
    if (!read_value(&r, 0))
        return false;
    spaces(&r);
    return r.at == r.end;
}

/* ---- the same dump from the document ---- */

static void dump_item(struct nash_buf *dump, const struct nash_json *doc, const cJSON *item, struct nash_arena *arena)
{
    struct nash_json_ints ints;
    if (cJSON_IsNumber(item))
        dump_number(dump, item->valuedouble);
    else if (cJSON_IsString(item))
        dump_string(dump, item->valuestring, strlen(item->valuestring));
    else if (cJSON_IsTrue(item) || cJSON_IsFalse(item) || cJSON_IsNull(item))
        nash_buf_puts(dump, cJSON_IsTrue(item) ? "true" : cJSON_IsFalse(item) ? "false" : "null");
    else if (cJSON_IsArray(item) && nash_json_ints(doc, item, "", arena, &ints, NULL) == NASH_OK) {
        nash_buf_putc(dump, '[');
        for (size_t i = 0; i < ints.count; i++)
            dump_number(dump, (double)ints.value[i]);
        nash_buf_putc(dump, ']');
    } else {
        nash_buf_putc(dump, cJSON_IsArray(item) ? '[' : '{');
        for (const cJSON *child = item->child; child; child = child->next) {
            if (cJSON_IsObject(item))
                dump_string(dump, child->string, strlen(child->string));
            dump_item(dump, doc, child, arena);
        }
        nash_buf_putc(dump, cJSON_IsArray(item) ? ']' : '}');
    }
}

/* ---- mutations ---- */

static const char *const seeds[] = {
    "{\"puzzle\":\"1..4..\\u00e43..\",\"solutions\":2,\"job\":{\"timeout_ms\":5000,\"seed\":7}}",
    "{\"grid\":[[1,0,0,4],[0,0,3,0],[0,3,0,0],[4,0,0,1]],\"size\":4,\"box\":[2,2]}",
    "[1,2,3,-4,0,-0,9007199254740992,9007199254740993,12345678901234567890]",
    "[1.5,1e3,-2.5E-3,1e308,1e309,0.1,100,5e-324,1.0]",
    "{\"a\":1,\"b\":[true,false,null],\"c\":{\"a\":{},\"b\":[]},\"\\u0061b\":\"\\ud83d\\ude42\",\"ab\\n\":\"\\\\\"}",
    "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x99\x82 plain text, more than eight bytes of it\\t\\/\"",
    "{\"nodes\":{\"x\":[1,[2,3],[[4]]],\"y\":[\"s\",5,6]},\"x\":[7],\"y\":[]} ",
    ("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
     "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"),
    ("{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,\"h\":0,\"i\":0,\"j\":0,\"k\":0,\"l\":0,\"m"
     "\":0,\"n\":0,\"o\":0}"),
    " null ",
};

static const char *const tokens[] = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "\\ude42",
    "\\u0000",
    "\\u0061",
    "true",
    "null",
    "-",
    "0",
    "00",
    "1",
    "9",
    ".",
    "e",
    "E+",
    "1e999",
    "[1,2]",
    "[1e999,0]",
    "\xC3",
    "\xA4",
    "\xED\xA0\x80",
    " ",
    "\n",
    "\t",
    "\"a\":1,",
    "9007199254740993",
    "-1",
    "[]",
};

static size_t insert(char *text, size_t len, size_t room, size_t at, const char *piece, size_t size)
{
    if (len + size > room)
        return len;
    memmove(text + at + size, text + at, len - at);
    memcpy(text + at, piece, size);
    return len + size;
}

static size_t mutate(struct nash_rng *rng, char *text, size_t len, size_t room)
{
    size_t at = nash_rng_below(rng, len + 1), size;
    char byte, copy[64];
    const char *token;
    switch (nash_rng_below(rng, 6)) {
    case 0: /* changes a byte */
        if (at < len)
            text[at] = (char)nash_rng_next(rng);
        return len;
    case 1: /* removes bytes */
        size = nash_rng_below(rng, 4);
        if (at + size > len)
            return len;
        memmove(text + at, text + at + size, len - at - size);
        return len - size;
    case 2: /* inserts a byte that JSON uses */
        byte = "{}[]:,\"\\0123456789-+.eE tfn\n\x80\xff"[nash_rng_below(rng, 31)];
        return insert(text, len, room, at, &byte, 1);
    case 3:
    case 4:
        token = tokens[nash_rng_below(rng, sizeof tokens / sizeof *tokens)];
        return insert(text, len, room, at, token, strlen(token));
    default: /* copies a piece elsewhere */
        size = nash_rng_below(rng, sizeof copy);
        if (at + size > len)
            return len;
        memcpy(copy, text + at, size);
        return insert(text, len, room, nash_rng_below(rng, len + 1), copy, size);
    }
}

static void print_text(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        print_error(isprint((unsigned char)text[i]) ? "%c" : "\\x%02x", (unsigned char)text[i]);
    print_error("\n");
}

/* Checks that the parser and the plain reader agree on a text; returns whether both accept it. */
static bool compare(const char *text, size_t len, struct nash_arena *arena)
{
    struct nash_buf want = NASH_BUF_INIT(0), got = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    struct nash_json doc;
    bool accept = read_document(text, len, &want);
    bool checked = nash_json_check(text, len, &error) == NASH_OK;
    bool parsed = nash_json_parse(&doc, text, len, arena, &error) == NASH_OK;
    if (parsed)
        dump_item(&got, &doc, doc.root, arena);
    bool same = accept == checked && accept == parsed;
    if (accept && same)
        same = want.len == got.len && memcmp(want.data, got.data, want.len) == 0;
    if (!same) {
        print_text(text, len);
        print_text(want.data, want.len);
        print_text(got.data, got.len);
        fail_msg("reader says %s, check %s, parse %s (%s)", accept ? "yes" : "no", checked ? "yes" : "no",
                 parsed ? "yes" : "no", error.detail);
    }
    nash_json_free(&doc);
    nash_buf_free(&want);
    nash_buf_free(&got);
    return accept;
}

static void test_mutations(void **state)
{
    enum { ROUNDS = 150000 };
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(1 << 20);
    unsigned accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char text[1024];
        const char *seed = seeds[nash_rng_below(&rng, sizeof seeds / sizeof *seeds)];
        size_t len = strlen(seed);
        memcpy(text, seed, len);
        for (uint64_t times = nash_rng_below(&rng, 4); times-- > 0;)
            len = mutate(&rng, text, len, sizeof text);
        char *exact = malloc(len + !len); /* a sanitizer detects a read past the end */
        memcpy(exact, text, len);
        accepted += compare(exact, len, arena);
        free(exact);
        nash_arena_reset(arena, 1 << 20);
    }
    nash_arena_free(arena);
    /* both outcomes must be frequent */
    assert_in_range(accepted, ROUNDS / 10, ROUNDS * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutations)};
    return cmocka_run_group_tests_name("json_diff", tests, NULL, NULL);
}
