/* Words around numbers and names. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "write.h"

double tables_round(double value)
{
    int digits = value != 0 && isfinite(value) ? 12 - (int)ceil(log10(fabs(value))) : -1;
    if (digits < 0 || digits > 22) /* 10^22 is the largest power of ten that a double holds */
        return value;
    double scale = pow(10, digits);
    return rint(value * scale) / scale;
}

char *tables_number(double value, char out[static TABLES_NUMBER])
{
    double size = fabs(value);
    if (size != 0 && size < 0.095) {
        snprintf(out, TABLES_NUMBER, "%.2g", value);
        return out;
    }
    snprintf(out, TABLES_NUMBER, size < 1e15 ? "%.2f" : "%.6g", value);
    if (size < 1e15 && strchr(out, '.')) {
        char *end = out + strlen(out);
        while (end[-1] == '0')
            *--end = '\0';
        if (end[-1] == '.')
            end[-1] = '\0';
    }
    return out;
}

void tables_phrase(struct nash_buf *out, const char *format, const double *number, const char *const *name)
{
    char text[TABLES_NUMBER];
    for (; *format; format++) {
        if (*format == '#')
            nash_buf_puts(out, tables_number(*number++, text));
        else if (*format == '@')
            nash_buf_puts(out, *name++);
        else
            nash_buf_putc(out, *format);
    }
}
