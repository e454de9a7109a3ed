/* What a request says, from whichever form, before its parts are held against each other. */
#ifndef BRIDGE_DRAFT_H
#define BRIDGE_DRAFT_H

#include "problem.h"

struct bridge_draft {
    struct nash_arena *arena;
    struct nash_error *error;
    struct bridge_problem problem; /* position.deal, position.trick, contract, play, tags */
    unsigned want;                 /* 0: not said */
    bool has_deal;
    int strain, leader, declarer, dealer, vulnerable; /* -1: not said */
    int tricks;                                       /* made, as told; -1 */
    uint8_t known;                                    /* seats said to be seen, bit per seat; 0: not said */
    struct bridge_sampling *sampling;                 /* constraints and samples, or NULL */
    struct nash_error sampling_wrong;                 /* what is well written there and makes no sense */

    int result;                   /* tricks made, as a record tells; -1 */
    bool by_record;               /* nothing but a record is said of the play: it is asked for its table then */
    bool play_by_record;          /* the play stands in the record */
    struct nash_error play_wrong; /* why it cannot be read: only who asks for it hears */

    /* Pointers for errors; "" in a text. */
    const char *at_deal, *at_play, *at_contract;
    bool is_text;
};

/* Nothing said yet, in JSON: settle.c. */
void bridge_draft_begin(struct bridge_draft *draft, struct nash_arena *arena, struct nash_error *error);

/* A PBN record, a LIN line or one deal: record.c. What is already said in the draft stays. NASH_INVALID for what is no
 * such text. */
enum nash_status bridge_record_read(struct bridge_draft *draft, const char *text, size_t len);
enum nash_status bridge_record_pbn(struct bridge_draft *draft, const char *text, size_t len); /* record_pbn.c */
enum nash_status bridge_record_lin(struct bridge_draft *draft, const char *text, size_t len); /* record_lin.c */

/* Appends text to what is kept of a record. PBN is Latin-1, and today mostly UTF-8: what is not the one is taken for
 * the other. Control characters become blanks. */
void bridge_keep_text(struct nash_buf *out, const char *at, const char *end);
/* Moves it to the arena and frees it; NULL without memory. */
const char *bridge_keep(struct nash_arena *arena, struct nash_buf *buf);

/* One deal: "N:...", or the hands of LIN: parse.c. */
enum nash_status bridge_deal_read(struct bridge_draft *draft, const char *text, size_t len);
enum nash_status bridge_deal_read_lin(struct bridge_draft *draft, const char *text, size_t len);
/* "None", "NS", "All", "Love", …; -1: none of them. */
int bridge_vulnerable_of(const char *text, size_t len);

/* Samples, known hands and their constraints: parse_sample.c. */
enum nash_status bridge_parse_sample(struct bridge_draft *draft, const struct nash_json *doc);
/* A string of cards or an array of them, at most `most`; *count and *card (in the arena): parse_cards.c. */
enum nash_status bridge_parse_cards(struct bridge_draft *draft, const cJSON *item, const char *at, unsigned most,
                                    const struct bridge_card **card, uint32_t *count);

/* Holds the parts against each other, fills in what is not said, and checks the deal: settle.c. NASH_UNPROCESSABLE.
 * *problem lies in the arena. */
enum nash_status bridge_settle(struct bridge_draft *draft, void **problem);

#endif
