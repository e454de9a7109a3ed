/* Converts rationals to text and back, exactly. */
#include "ratio.h"

#include <string.h>

const char *ratio_text(const mpz_t num, const mpz_t den, struct nash_arena *arena)
{
    mpz_t common, top, bottom;
    mpz_inits(common, top, bottom, NULL);
    mpz_gcd(common, num, den);
    mpz_divexact(top, num, common);
    mpz_divexact(bottom, den, common);
    size_t room = mpz_sizeinbase(top, 10) + mpz_sizeinbase(bottom, 10) + 4;
    char *text = nash_arena_alloc_raw(arena, room, 1);
    if (text) {
        mpz_get_str(text, 10, top);
        if (mpz_cmp_ui(bottom, 1) != 0) {
            size_t length = strlen(text);
            text[length] = '/';
            mpz_get_str(text + length + 1, 10, bottom);
        }
    }
    mpz_clears(common, top, bottom, NULL);
    return text;
}

bool ratio_read(mpq_t value, const char *text)
{
    if (mpq_set_str(value, text, 10) != 0 || mpz_sgn(mpq_denref(value)) <= 0)
        return false;
    mpq_canonicalize(value);
    return true;
}
