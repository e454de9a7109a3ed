/* What the files that read the JSON form share. */
#ifndef WHIST_READER_H
#define WHIST_READER_H

#include "methods.h"

static const int64_t WHIST_LABEL_MAX = (INT64_C(1) << 53) - 1; /* what JSON carries exactly */

struct whist_reader {
    const struct nash_json *doc;
    struct nash_arena *arena;
    struct nash_error *error;
};

/* A card of several suits as it was written. */
struct whist_card_draft {
    uint8_t suit;
    int64_t label;
};

/* What was read, before it is held together. */
struct whist_draft {
    bool hands, suits, trump; /* said; trump: not null */
    bool b_leads;
    struct nash_json_ints a, b;                 /* one suit */
    struct nash_json_ints hand[WHIST_SUITS][2]; /* several: of a and of b */
    bool suit_said[WHIST_SUITS];                /* named in the request */
    uint8_t trump_suit;                         /* where trump */
    bool distribution;                          /* asked for, of this order or (0) that of the deal */
    uint32_t distribution_order;
    bool played, played_suits;                 /* there is a game; its cards have suits */
    struct nash_json_ints play;                /* of one suit */
    const struct whist_card_draft *play_suits; /* of several */
    size_t play_count;
};

/* Always NASH_NOMEM. */
enum nash_status whist_reader_full(const struct whist_reader *r, const char *at);

/* One of the few words in `name` (NULL-terminated), or absent: *index is left as it is then. */
enum nash_status whist_read_word(const struct whist_reader *r, const char *member, const char *const name[],
                                 unsigned *index);

/* An array of cards, each an integer that JSON carries exactly. */
enum nash_status whist_read_cards(const struct whist_reader *r, const cJSON *item, const char *at,
                                  struct nash_json_ints *cards);

/* parse_suits.c: suits and trump, the game of either form, and what comes of the whole. */
enum nash_status whist_read_suits(const struct whist_reader *r, struct whist_draft *draft);
enum nash_status whist_read_play(const struct whist_reader *r, struct whist_draft *draft);
enum nash_status whist_finish_suits(const struct whist_reader *r, const struct whist_draft *draft,
                                    struct whist_problem *problem);

#endif
