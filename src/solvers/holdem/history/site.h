/* The text that PokerStars writes for a hand: its header, seats and posts (site_table.c), its play (site.c). */
#ifndef HOLDEM_HISTORY_SITE_H
#define HOLDEM_HISTORY_SITE_H

#include "source.h"

struct site_seat {
    struct text_span name;
    uint32_t number; /* the seat at the table, from 1 */
    uint8_t player;  /* the player of the hand; HISTORY_SEATS if not dealt in */
    bool out;        /* the seat line says that the player sits out */
    bool listed;     /* the summary lists the player */
    int64_t stack, ante, blind, won;
};

struct site_hand {
    struct text_span rest; /* the lines of the hand that have not been read */
    uint32_t line;         /* the number of the last line that was read */
    uint32_t button;       /* number of a seat, which may be empty */
    uint32_t seats;
    int64_t stake[2]; /* the two amounts of the header: blinds, or bets of fixed limit */
    struct site_seat seat[HISTORY_SEATS];
};

/* Reads the next line of the hand without white space around it. */
bool site_line(struct site_hand *site, struct text_span *line);
bool site_starts(struct text_span line, const char *with);
/* Returns the text after `word`, or an empty span with at NULL. */
struct text_span site_after(struct text_span text, const char *word);
/* Reads the first amount of a text, "$1,250.50 in chips". Moves *text behind it. */
bool site_amount(struct text_span *text, int64_t *amount);
/* Finds whose "name: " or "name " the line begins with. Returns NULL if nobody's; *rest is what follows. */
struct site_seat *site_find_name(struct site_hand *site, struct text_span line, const char *separator,
                                 struct text_span *rest);

/* Reads the hand up to its hole cards and sets the table of h->hand. Returns false after a refusal. */
bool site_read_table(struct holdem_history *h, struct site_hand *site);

#endif
