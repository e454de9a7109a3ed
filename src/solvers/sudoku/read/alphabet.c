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
