/* Reads exact numbers from JSON: a number, or a string such as "1/3" or "-2.5". */
#ifndef KIT_READER_RATIONAL_H
#define KIT_READER_RATIONAL_H

#include "rational.h"
#include "reader.h"

/* Reads the value without reporting an error. *number is unchanged unless RATIONAL_READ is returned. */
enum rational_reading rational_of_json(const cJSON *value, struct rational *number);

/* Reads the value of r. Reports NASH_INVALID for anything but a number or such a string, and NASH_UNPROCESSABLE for one
 * whose numerator or denominator exceeds 2^62; *number is unchanged then. */
void reader_as_rational(const struct reader *r, struct rational *number);

/* The same for a probability or a weight, which is from 0 to 1. Others are NASH_UNPROCESSABLE, numbers and strings
 * alike, because a schema cannot bound a string. *share is unchanged after an error. */
void reader_as_share(const struct reader *r, struct rational *share);

/* Returns the value of r, a number or such a string, as the nearest double, or the fallback after an error. Reports
 * NASH_INVALID for anything else, and NASH_UNPROCESSABLE for a value that is not from lo to hi. */
double reader_as_real(const struct reader *r, double lo, double hi, double fallback);

#endif
