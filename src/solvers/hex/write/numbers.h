/* Numbers of results. Those that are not whole have fixed decimals, so that they are the same on every machine. */
#ifndef HEX_WRITE_NUMBERS_H
#define HEX_WRITE_NUMBERS_H

#include <nash/jsonw.h>

/* Writes a member with so many decimals; null if it is infinite. */
void hex_write_decimal(struct nash_jsonw *out, const char *key, double value, int decimals);
/* Writes the member "interval", an array. */
void hex_write_interval(struct nash_jsonw *out, double low, double high, int decimals);
/* Writes the members "games" and "wins", and if there are games "rate" and "interval", Wilson's. */
void hex_write_wins(struct nash_jsonw *out, unsigned wins, unsigned games);

#endif
