/* The members of a request as read, before validate.c checks them together, and the functions that read them. */
#ifndef WHIST_INPUT_H
#define WHIST_INPUT_H

#include <solvers/kit/reader.h>
#include <solvers/whist/kind.h>

static const int64_t WHIST_LABEL_MAX = (INT64_C(1) << 53) - 1; /* largest integer that JSON carries exactly */

/* A card of several suits as it was written. */
struct whist_card_input {
    uint8_t suit;
    int64_t label;
};

struct whist_input {
    enum whist_method method;
    bool b_leads, compare, confirm, graph, leads, line;

    bool has_hands; /* one suit */
    struct nash_json_ints a, b;
    const struct whist_deal *deal; /* of a text, in place of a and b; or NULL */

    bool has_suits; /* several suits; hand[suit]: of a, of b */
    bool has_suit[WHIST_SUITS];
    struct nash_json_ints hand[WHIST_SUITS][2];
    bool has_trump; /* "trump" is present and not null */
    uint8_t trump;

    bool has_distribution;
    uint32_t distribution_order; /* 0: the order of the deal */

    struct nash_json_ints play;                /* cards of a played game of one suit */
    const struct whist_card_input *play_suits; /* cards of a played game of several suits, or NULL */
    size_t play_count;                         /* cards of the game */
};

/* Reads the members that may stand beside a text: all but the hands and suits. Reports members that contradict each
 * other. */
void whist_read_beside_text(struct reader *r, struct whist_input *in);
/* Reads the members of a deal of several suits: "suits" and "trump". */
void whist_read_suits(struct reader *r, struct whist_input *in);
/* Reads "play", of one suit or of several. */
void whist_read_play(struct reader *r, struct whist_input *in);
/* Reads the cards of a value: an array of integers that JSON carries exactly. */
struct nash_json_ints whist_read_cards(const struct reader *r);

/* Builds the normal form of two hands of one suit, each in any order. Reports a card that occurs twice and hands of
 * different sizes; returns false then. Expected time O(n log n). */
bool whist_deal_make(struct whist_deal *deal, const struct reader *r, const struct nash_json_ints *a,
                     const struct nash_json_ints *b, bool b_leads);

/* Checks the members together, and returns the problem, or NULL after an error. */
struct whist_problem *whist_validate(const struct reader *r, const struct whist_input *in);
/* The same for a deal of several suits. */
const struct whist_suits *whist_validate_suits(const struct reader *r, const struct whist_input *in);

#endif
