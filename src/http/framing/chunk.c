/* Chunk sizes and extensions (RFC 9112 section 7.1.1), by a state machine over single bytes:
 *
 *     chunk-ext = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )
 *
 * Extensions mean nothing here, but must be well formed, since a size in a quoted string or after a bare LF is what two
 * servers could read differently. */
#include "chunk.h"

#include "line.h"

/* BWS: white space before the colon, equals sign or word that may follow */
enum chunk_state { SIZE, SIZE_BWS, NAME_BWS, NAME, NAME_END_BWS, VALUE_BWS, VALUE, QUOTED, ESCAPED, QUOTED_END, END };

static bool is_text(unsigned char c)
{
    return c >= ' ' ? c != 0x7f : c == '\t';
}

static int hex_digit(unsigned char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Returns the state after the byte c of an extension; SIZE: the byte is wrong. */
static enum chunk_state extension_step(enum chunk_state state, unsigned char c)
{
    bool ends = state == NAME || state == VALUE || state == QUOTED_END; /* the line may end here */
    switch (state) {
    case QUOTED:
        return c == '"' ? QUOTED_END : c == '\\' ? ESCAPED : is_text(c) ? QUOTED : SIZE;
    case ESCAPED:
        return is_text(c) ? QUOTED : SIZE;
    case NAME_BWS:
        return http_is_space(c) ? NAME_BWS : http_is_tchar[c] ? NAME : SIZE;
    case VALUE_BWS:
        return http_is_space(c) ? VALUE_BWS : c == '"' ? QUOTED : http_is_tchar[c] ? VALUE : SIZE;
    case NAME:
    case VALUE:
        if (http_is_tchar[c])
            return state;
        break;
    default:
        break;
    }
    if (c == ';')
        return NAME_BWS;
    if (c == '=' && (state == NAME || state == NAME_END_BWS))
        return VALUE_BWS;
    if (http_is_space(c))
        return state == NAME || state == NAME_END_BWS ? NAME_END_BWS : SIZE_BWS;
    return c == '\r' && ends ? END : SIZE;
}

enum http_fault http_chunk_read(struct http_chunk *chunk, const char *text, size_t len)
{
    enum chunk_state state = SIZE;
    *chunk = (struct http_chunk){0};
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        int digit = hex_digit(c);
        if (i == HTTP_HEAD_MAX)
            return HTTP_FAULT_CHUNK_LONG;
        if (state == END) {
            chunk->len = i + 1;
            return c == '\n' ? HTTP_FAULT_NONE : HTTP_FAULT_CHUNK_SIZE;
        }
        if (state != SIZE) {
            state = extension_step(state, c);
            if (state == SIZE)
                return HTTP_FAULT_CHUNK_EXTENSION;
        } else if (digit >= 0) {
            if (chunk->size > (uint64_t)INT64_MAX >> 4)
                return HTTP_FAULT_CHUNK_LARGE;
            chunk->size = chunk->size << 4 | (unsigned)digit;
            chunk->digits++;
        } else {
            state = chunk->digits == 0 ? SIZE
                    : c == '\r'        ? END
                    : c == ';'         ? NAME_BWS
                    : http_is_space(c) ? SIZE_BWS
                                       : SIZE;
            if (state == SIZE)
                return HTTP_FAULT_CHUNK_SIZE;
        }
    }
    return HTTP_FAULT_NONE;
}
