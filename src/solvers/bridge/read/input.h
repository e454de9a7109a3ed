/* The members of a request as read from JSON or text, before validate.c checks them together, and the functions that
 * read them. A reader keeps the first error that is reported to it (kit/reader.h). */
#ifndef BRIDGE_INPUT_H
#define BRIDGE_INPUT_H

#include <nash/buf.h>
#include <solvers/bridge/problem.h>
#include <solvers/kit/text_reader.h>

struct bridge_input {
    const struct reader *r;        /* takes the errors of the text that is being read */
    struct bridge_problem problem; /* read so far: position.deal, position.trick, contract, play, tags */
    unsigned want;                 /* bits of bridge_want; 0: absent */
    bool has_deal;
    int strain, leader, declarer, dealer, vulnerable; /* -1: absent */
    int tricks;                                       /* tricks made, as in the request; -1: absent */
    uint8_t known;                                    /* seats whose hands are seen, a bit each; 0: absent */
    struct bridge_sampling *sampling;                 /* constraints and samples, or NULL */

    int result;             /* tricks made, as in a record; -1: absent */
    bool by_record;         /* no member beside the record describes the play; `want` is table and par by default */
    bool play_by_record;    /* the play stands in the record */
    const char *play_fault; /* why the play of a record cannot be read; ignored unless the play is wanted */

    /* JSON pointers of the members, for errors found later; "" of a text. */
    const char *at_deal, *at_play, *at_contract;
    bool is_text; /* a text without members beside it: all pointers are "" */
};

/* Begins the input of a JSON request, with all members absent. */
void bridge_input_init(struct bridge_input *in, const struct reader *r);

/* ---- JSON ---- */

/* Reads the members that may stand beside a text: all but "deal" and "record". */
void bridge_read_beside_text(struct reader *r, struct bridge_input *in);
/* Returns whether no member read so far describes the play: see by_record. */
bool bridge_play_is_open(const struct bridge_input *in);
/* Reads a seat letter. Returns -1 after an error. */
int bridge_read_seat(const struct reader *r);
/* Reads a string or an array of 0 to max cards. Returns them, in the arena, or NULL without memory. */
const struct bridge_card *bridge_read_cards(struct reader *r, unsigned max, uint32_t *count);
/* Reads "samples", "known" and "constraints". */
void bridge_read_sampling(struct reader *r, struct bridge_input *in);
/* Returns a bridge_vulnerable for "None", "NS", "All", "Love", ..., or -1. */
int bridge_vulnerable_of(struct text_span word);

/* ---- text ---- */

/* Reads one deal, "N:..." or the hands of LIN; reports errors at `r`. */
void bridge_read_deal(struct bridge_input *in, const struct reader *r, struct text_span text);
/* Reads the hands of LIN. */
void bridge_read_lin_deal(struct bridge_input *in, const struct reader *r, struct text_span text);
/* Reads a PBN record, a board of LIN, a link or one deal. Members that are present in the input are kept. */
void bridge_read_record(struct bridge_input *in, const char *text, size_t len);

/* ---- the whole ---- */

/* Checks the members together, completes absent ones and checks the deal (NASH_UNPROCESSABLE). Returns the problem, or
 * NULL after an error. */
struct bridge_problem *bridge_validate(struct bridge_input *in);

#endif
