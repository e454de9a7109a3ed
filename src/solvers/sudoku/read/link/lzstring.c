/* Decodes lz-string.
 *
 * The code is a stream of bits: six for each character of base64, the highest first. A number is written from its
 * lowest bit. The text is made of UTF-16 units. Entries of the dictionary are numbered from 3; each is a unit that
 * occurred for the first time, or an earlier part of the text and the unit behind it. So every entry is a part of the
 * text that was written already, and is kept as its place and length.
 *
 *   first         2 bits: 0 or 1, then a unit of 8 or 16 bits; 2: the text is empty
 *   each code     as wide as the dictionary requires, 3 bits at first: 0 or 1, then a unit of 8 or 16 bits; 2: the end;
 * or an entry; or the next free number: the part before, and its own first unit */
#include "lzstring.h"

#include <base/utf8.h>

enum { UNIT_8, UNIT_16, END, FIRST_ENTRY };

struct decoder {
    struct text_span code;
    unsigned bits, left; /* the present character, and how many of its bits are left */
    const struct lzstring *memory;
    uint32_t units, entries;
    unsigned width; /* bits of a code */
    uint32_t grow;  /* entries until the width grows */
};

static int value_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' || c == '-' ? 63 : c == '=' || c == '$' ? 64 : -1;
}

/* Reads a number of `count` bits. False: the code has ended, or a character is not in the alphabet. */
static bool read_bits(struct decoder *d, unsigned count, uint32_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!d->left) {
            int next = d->code.at < d->code.end ? value_of(*d->code.at++) : -1;
            if (next < 0)
                return false;
            d->bits = (unsigned)next & 63;
            d->left = 6;
        }
        *value |= (uint32_t)(d->bits >> --d->left & 1) << i;
    }
    return true;
}

static void grow_width(struct decoder *d)
{
    if (--d->grow == 0)
        d->grow = UINT32_C(1) << d->width++;
}

/* Adds an entry of the dictionary. False: there are more than codes can name. */
static bool add_entry(struct decoder *d, uint32_t at, uint32_t length)
{
    if (d->entries == d->memory->entries_max)
        return false;
    d->memory->entry[d->entries++] = (struct lzstring_entry){at, length};
    return true;
}

/* Appends a part of the text that was written before, perhaps up to its own end. False: the text is too long. */
static bool copy_part(struct decoder *d, struct lzstring_entry part)
{
    if (part.length > d->memory->units_max - d->units)
        return false;
    for (uint32_t i = 0; i < part.length; i++)
        d->memory->unit[d->units + i] = d->memory->unit[part.at + i];
    d->units += part.length;
    return true;
}

/* Reads a unit that occurs for the first time, and appends it. */
static bool read_unit(struct decoder *d, uint32_t kind)
{
    uint32_t unit;
    if (d->units == d->memory->units_max || !read_bits(d, kind == UNIT_8 ? 8 : 16, &unit))
        return false;
    d->memory->unit[d->units++] = (uint16_t)unit;
    return add_entry(d, d->units - 1, 1);
}

/* Reads one code after the first; *end is set at the end. before: the part that the code before it appended. */
static bool read_code(struct decoder *d, struct lzstring_entry *before, bool *end)
{
    uint32_t code;
    struct lzstring_entry part;
    if (!read_bits(d, d->width, &code))
        return false;
    *end = code == END;
    if (*end)
        return true;
    if (code < END) {
        if (!read_unit(d, code))
            return false;
        part = (struct lzstring_entry){d->units - 1, 1};
        grow_width(d);
    } else {
        if (code > d->entries)
            return false;
        part = code < d->entries ? d->memory->entry[code] : (struct lzstring_entry){before->at, before->length + 1};
        uint32_t at = d->units;
        if (!copy_part(d, part))
            return false;
        part.at = at;
    }
    if (!add_entry(d, before->at, before->length + 1)) /* the unit behind `before` is the first one of `part` */
        return false;
    grow_width(d);
    *before = part;
    return true;
}

static bool decode(struct decoder *d)
{
    uint32_t kind;
    bool end = false;
    struct lzstring_entry before = {0, 1};
    d->entries = FIRST_ENTRY;
    d->width = 3;
    d->grow = 4;
    if (!read_bits(d, 2, &kind) || kind > END)
        return false;
    if (kind == END)
        return true;
    if (!read_unit(d, kind))
        return false;
    while (!end)
        if (!read_code(d, &before, &end))
            return false;
    return true;
}

/* ---- UTF-16 to UTF-8 ---- */

/* Writes the text. A unit of a pair without the other one becomes U+FFFD. */
static struct text_span write_text(const struct reader *r, const struct decoder *d)
{
    char *text = reader_alloc(r, (size_t)d->units * 3 + 1, 1), *to = text;
    for (uint32_t i = 0; text && i < d->units; i++) {
        uint32_t code = d->memory->unit[i];
        bool high = code >= 0xd800 && code < 0xdc00;
        bool pair = high && i + 1 < d->units && d->memory->unit[i + 1] >= 0xdc00 && d->memory->unit[i + 1] < 0xe000;
        if (pair)
            code = 0x10000 + ((code - 0xd800) << 10) + (d->memory->unit[++i] - 0xdc00U);
        else if (code >= 0xd800 && code < 0xe000)
            code = 0xfffd;
        to += utf8_encode(to, code);
    }
    if (text)
        *to = '\0';
    return (struct text_span){text, to};
}

bool lzstring_begin(const struct reader *r, size_t length, struct lzstring *memory)
{
    enum { GROWTH_MAX = 64, ENTRIES_MAX = 4 /* for a character, which has the bits of two codes */ };
    length = length < LZSTRING_UNITS_MAX ? length : LZSTRING_UNITS_MAX;
    memory->units_max = (uint32_t)(length < LZSTRING_UNITS_MAX / GROWTH_MAX ? length * GROWTH_MAX : LZSTRING_UNITS_MAX);
    memory->entries_max = (uint32_t)(FIRST_ENTRY + 2 + ENTRIES_MAX * length);
    memory->unit = READER_NEW(r, uint16_t, memory->units_max + 1);
    memory->entry = READER_NEW(r, struct lzstring_entry, memory->entries_max);
    return memory->unit && memory->entry;
}

bool lzstring_decode(const struct reader *r, const struct lzstring *memory, struct text_span code,
                     struct text_span *text)
{
    struct decoder d = {.code = code, .memory = memory};
    *text = (struct text_span){NULL, NULL};
    if (!decode(&d))
        return true;
    *text = write_text(r, &d);
    return text->at;
}
