/* Reads deals of several suits, and the cards of a played game of one suit or of several. */
#include <string.h>

#include "input.h"

const char whist_suit_names[WHIST_SUITS + 1] = "SHDC";
static const char *const suit_members[] = {"S", "H", "D", "C", NULL};

struct nash_json_ints whist_read_cards(const struct reader *r)
{
    struct nash_json_ints cards = reader_as_ints(r);
    if (cJSON_IsArray(r->value))
        reader_explain(r,
                       "a card is an integer from -9007199254740991 to 9007199254740991, in any scale you like: only "
                       "the order of the cards counts");
    for (size_t i = 0; i < cards.count; i++)
        if (cards.value[i] > WHIST_LABEL_MAX || cards.value[i] < -WHIST_LABEL_MAX) {
            reader_fail_at(r, NASH_INVALID, NULL, i,
                           "a card lies between -9007199254740991 and 9007199254740991, which JSON carries exactly: "
                           "only the order of the cards counts, so number them anew");
            break;
        }
    return cards;
}

/* ---- suits ---- */

static void read_suit(struct reader *suit, struct nash_json_ints hands[2])
{
    static const char *const members[] = {"a", "b", NULL};
    reader_only(suit, members);
    for (unsigned hand = 0; hand < 2; hand++) {
        struct reader cards;
        if (reader_member(&cards, suit, members[hand]))
            hands[hand] = whist_read_cards(&cards);
        else
            reader_fail(suit, NASH_INVALID, NULL,
                        "the member \"%s\" is missing: both hands, [] for one without a card of this suit",
                        members[hand]);
    }
}

static void read_trump(struct reader *r, struct whist_input *in)
{
    struct reader trump;
    if (!reader_member(&trump, r, "trump") || cJSON_IsNull(trump.value))
        return;
    in->has_trump = true;
    in->trump = (uint8_t)reader_as_enum(&trump, suit_members, 0);
    reader_explain(&trump, "must be S, H, D, C, or null for no trump");
}

void whist_read_suits(struct reader *r, struct whist_input *in)
{
    struct reader suits, suit;
    read_trump(r, in);
    if (!reader_object(&suits, r, "suits"))
        return;
    in->has_suits = true;
    reader_only(&suits, suit_members);
    reader_explain(&suits, "suits are S, H, D and C");
    if (!suits.value->child)
        reader_fail(&suits, NASH_INVALID, NULL, "must name at least one suit, as {\"S\": {\"a\": [14], \"b\": [13]}}");
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        if ((in->has_suit[s] = reader_object(&suit, &suits, suit_members[s])))
            read_suit(&suit, in->hand[s]);
}

/* ---- a played game ---- */

/* Reads {"suit": "S", "card": 14}. */
static void read_suit_card(struct reader *item, struct whist_card_input *card)
{
    static const char *const members[] = {"suit", "card", NULL};
    reader_only(item, members);
    const char *suit = reader_string(item, "suit", 1);
    card->label = reader_int(item, "card", -WHIST_LABEL_MAX, WHIST_LABEL_MAX, 0);
    for (unsigned i = 0; i < 2; i++)
        if (!reader_has(item, members[i]))
            reader_fail(item, NASH_INVALID, NULL,
                        "the member \"%s\" is missing: a card of several suits is {\"suit\": \"S\", \"card\": 14}",
                        members[i]);
    const char *found = suit && *suit ? strchr(whist_suit_names, *suit) : NULL;
    if (!found)
        reader_fail(item, NASH_INVALID, "suit", "must be one of S, H, D, C");
    card->suit = found ? (uint8_t)(found - whist_suit_names) : 0;
}

void whist_read_play(struct reader *r, struct whist_input *in)
{
    struct reader play, item = {0};
    if (!reader_member(&play, r, "play"))
        return;
    if (!cJSON_IsArray(play.value)) {
        reader_fail(&play, NASH_INVALID, NULL, "must be an array of cards in the order played");
        return;
    }
    in->play_count = reader_count(&play);
    if (!cJSON_IsObject(play.value->child)) {
        in->play = whist_read_cards(&play);
        return;
    }
    struct whist_card_input *card = READER_NEW(r, struct whist_card_input, in->play_count);
    for (in->play_suits = card; card && reader_item(&item, &play); card++)
        read_suit_card(&item, card);
}
