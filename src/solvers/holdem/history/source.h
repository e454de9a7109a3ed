/* What the readers of hand histories share: the lines of the text and the report of a bad hand. */
#ifndef HOLDEM_HISTORY_SOURCE_H
#define HOLDEM_HISTORY_SOURCE_H

#include "history.h"

/* The readers: each reads the next hand or refuses it, and then stands behind it. */
enum history_step history_phh_next(struct holdem_history *h);
enum history_step history_acpc_next(struct holdem_history *h);
enum history_step history_site_next(struct holdem_history *h);

/* Reads the next line without the white space around it; it may be empty. Returns false at the end of the text. */
bool history_source_line(struct holdem_history *h, struct text_span *line);
/* Resets the hand, whose first line is `line`, and counts it. */
void history_source_begin(struct holdem_history *h, uint32_t line);
/* Refuses the hand because of this line. Returns HISTORY_REFUSED. */
enum history_step history_source_refuse(struct holdem_history *h, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the name of a player or hand. Returns false, with out unchanged, if it is too long or not UTF-8. */
bool history_name_set(char out[static HISTORY_NAME], struct text_span name);

/* Reads exactly `count` cards without separators or with white space between; "??" is CARD_NONE. */
bool history_cards_read(struct text_span text, uint8_t *cards, unsigned count);
/* Reads up to `most` cards. Returns their number, or -1 for other text. */
int history_cards_scan(struct text_span text, uint8_t *cards, unsigned most);

/* Plays one action in PHH's notation, without its commentary. Returns false with play->why set. */
bool history_notation_play(struct history_play *play, struct text_span action);

/* Prints a span: "%.*s", HISTORY_SPAN(span). At most 40 bytes. */
#define HISTORY_SPAN(span) (int)(text_length(span) < 40 ? text_length(span) : 40), (span).at

#endif
