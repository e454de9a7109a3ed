#include "base64.h"

#include <nettle/base64.h>
#include <string.h>

size_t base64_length(size_t len)
{
    return (len + 2) / 3 * 4;
}

void base64_add(struct nash_buf *out, const void *bytes, size_t len)
{
    if (!nash_buf_reserve(out, base64_length(len)))
        return;
    base64_encode_raw(out->data + out->len, len, bytes);
    out->len += base64_length(len);
}

size_t base64_room(size_t len)
{
    return len / 4 * 3;
}

/* Nettle skips white space and accepts any unused bits, so the end is checked here. */
static bool is_strict(const char *text, size_t len)
{
    static const char *const last[] = {"AQgw", "AEIMQUYcgkosw048"}; /* of 1 and of 2 bytes */
    unsigned padding = 0;
    if (len % 4 != 0)
        return false;
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] <= ' ' || (text[i] == '=' && i + 2 < len))
            return false;
    while (padding < 2 && padding < len && text[len - 1 - padding] == '=')
        padding++;
    return padding == 0 || strchr(last[2 - padding], text[len - 1 - padding]) != NULL;
}

bool base64_read(const char *text, size_t len, void *out, size_t *count)
{
    struct base64_decode_ctx decode;
    base64_decode_init(&decode);
    *count = base64_room(len);
    return is_strict(text, len) && base64_decode_update(&decode, count, out, len, text) &&
           base64_decode_final(&decode) != 0;
}
