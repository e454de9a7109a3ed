/* Default alphabets, and the lookup table of an alphabet. */
#include "alphabet.h"

#include <string.h>

static const char digits_first[] = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn";
_Static_assert(sizeof digits_first == SUDOKU_MAX + 1, "one symbol for each value");

void sudoku_default_symbols(char out[SUDOKU_MAX + 1], unsigned size, bool digits)
{
    bool letters = size == 25 && !digits;
    memcpy(out, digits_first + (letters ? 9 : 0), size);
    out[size] = '\0';
}

/* True when the text has the symbol, in upper case or, up to 35 symbols, in lower case. */
static bool is_used(const bool used[256], unsigned size, char symbol)
{
    bool letter = symbol >= 'A' && symbol <= 'Z' && size <= 35;
    return used[(unsigned char)symbol] || (letter && used[symbol | 0x20]);
}

void sudoku_find_symbols(char out[SUDOKU_MAX + 1], unsigned size, const bool used[256])
{
    bool digit = false, beyond = false;
    unsigned letters = 0; /* number of different ones */
    for (char c = '1'; c <= '9'; c++)
        digit = digit || used[(unsigned char)c];
    for (unsigned i = 9; i < 9 + size && i < 35; i++) {
        letters += is_used(used, size, digits_first[i]);
        beyond = beyond || (i >= size && is_used(used, size, digits_first[i]));
    }
    bool zero = used['0'] && (used['.'] || used['_']) && digit && !is_used(used, size, digits_first[size - 1]);
    sudoku_default_symbols(out, size, digit);
    if (!digit && beyond && 2 * letters >= size && size <= 26)
        memcpy(out, &digits_first[9], size);
    if (zero && size >= 10) {
        out[0] = '0';
        memcpy(out + 1, digits_first, size - 1);
    }
}

void sudoku_symbol_values(uint8_t value[256], const char *symbols, bool fold)
{
    memset(value, SUDOKU_NO_SYMBOL, 256);
    value['.'] = value['_'] = value['0'] = 0;
    for (unsigned i = 0; symbols[i]; i++)
        value[(unsigned char)symbols[i]] = (uint8_t)(i + 1);
    for (int c = 'a'; fold && c <= 'z'; c++)
        if (value[c] == SUDOKU_NO_SYMBOL)
            value[c] = value[c - 'a' + 'A'];
}
