/* The readers and writers of the three forms, and what they share. See record.h for the interface. */
#ifndef HEX_RECORDS_FORMS_H
#define HEX_RECORDS_FORMS_H

#include "record.h"

/* Returns whether text[len] is this word, which is in lower case, in either case. */
bool hex_text_is(const char *text, size_t len, const char *word);
/* Reads a size from text[*at] on and advances *at. Returns false if it is not in 1..HEX_SIZE_MAX. */
bool hex_form_size(const char *text, size_t len, size_t *at, unsigned *size);
enum nash_status hex_form_fail_size(struct nash_error *error);
/* Reports that the text of a move cannot be read. */
enum nash_status hex_form_fail_move(const struct hex_board *board, unsigned number, const char *text, size_t len,
                                    struct nash_error *error);

enum nash_status hex_sgf_read(const char *text, size_t len, struct hex_record *record, struct nash_error *error);
void hex_sgf_write(const struct hex_record *record, struct nash_buf *out);
bool hex_sgf_is(const char *text, size_t len);

enum nash_status hex_hexworld_read(const char *text, size_t len, struct hex_record *record, struct nash_error *error);
enum nash_status hex_hexworld_write(const struct hex_record *record, struct nash_buf *out, struct nash_error *error);
bool hex_hexworld_is(const char *text, size_t len);

enum nash_status hex_htp_read(const char *text, size_t len, struct hex_record *record, struct nash_error *error);
void hex_htp_write(const struct hex_record *record, struct nash_buf *out);

#endif
