/* Deals of several suits, and the cards of a played game in either form.
 *
 * Suits are S, H, D and C, and stand in that order however the request has them; the ranks of a suit are any distinct
 * integers and become the bits of its masks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "suits_game.h"

const char whist_suit_names[WHIST_SUITS + 1] = "SHDC";
static const char *const suit_words[] = {"S", "H", "D", "C", NULL};

enum nash_status whist_reader_full(const struct whist_reader *r, const char *at)
{
    return nash_fail(r->error, NASH_NOMEM, at, "the deal does not fit into the memory of this job");
}

/* ---- members ---- */

static enum nash_status read_suit(const struct whist_reader *r, const cJSON *item, unsigned suit,
                                  struct whist_draft *draft)
{
    static const char *const names[] = {"a", "b", NULL};
    char at[16], place[24];
    nash_pointer(at, sizeof at, "/suits", suit_words[suit]);
    draft->suit_said[suit] = true;
    enum nash_status status = nash_json_only(item, at, names, r->error);
    for (unsigned hand = 0; hand < 2 && status == NASH_OK; hand++) {
        const cJSON *cards = nash_json_get(item, names[hand]);
        if (!cards)
            return nash_fail(r->error, NASH_INVALID, at,
                             "the member \"%s\" is missing: both hands, [] for one without a card of this suit",
                             names[hand]);
        nash_pointer(place, sizeof place, at, names[hand]);
        status = whist_read_cards(r, cards, place, &draft->hand[suit][hand]);
    }
    return status;
}

static enum nash_status read_trump(const struct whist_reader *r, struct whist_draft *draft)
{
    const cJSON *item = nash_json_get(r->doc->root, "trump");
    unsigned suit = 0;
    if (!item || cJSON_IsNull(item))
        return NASH_OK;
    if (whist_read_word(r, "trump", suit_words, &suit) != NASH_OK)
        return nash_fail(r->error, NASH_INVALID, "/trump", "must be S, H, D, C, or null for no trump");
    draft->trump = true;
    draft->trump_suit = (uint8_t)suit;
    return NASH_OK;
}

enum nash_status whist_read_suits(const struct whist_reader *r, struct whist_draft *draft)
{
    const cJSON *item = nash_json_get(r->doc->root, "suits"), *suit;
    enum nash_status status = read_trump(r, draft);
    if (status != NASH_OK || !item)
        return status;
    draft->suits = true;
    if ((status = nash_json_only(item, "/suits", suit_words, r->error)) != NASH_OK) {
        if (cJSON_IsObject(item))
            strcpy(r->error->detail, "suits are S, H, D and C");
        return status;
    }
    if (!item->child)
        return nash_fail(r->error, NASH_INVALID, "/suits",
                         "must name at least one suit, as {\"S\": {\"a\": [14], \"b\": [13]}}");
    for (unsigned s = 0; s < WHIST_SUITS && status == NASH_OK; s++)
        if ((suit = nash_json_get(item, suit_words[s])))
            status = read_suit(r, suit, s, draft);
    return status;
}

/* {"suit": "S", "card": 14} */
static enum nash_status read_card(const struct whist_reader *r, const cJSON *item, size_t index,
                                  struct whist_card_draft *card)
{
    static const char *const names[] = {"suit", "card", NULL};
    char at[32], place[40];
    const char *suit = NULL;
    nash_pointer_index(at, sizeof at, "/play", index);
    enum nash_status status = nash_json_only(item, at, names, r->error);
    if (status == NASH_OK)
        status = nash_json_string(item, at, "suit", 1, &suit, r->error);
    if (status == NASH_OK)
        status = nash_json_int(item, at, "card", -WHIST_LABEL_MAX, WHIST_LABEL_MAX, &card->label, r->error);
    if (status != NASH_OK)
        return status;
    if (!suit || !nash_json_get(item, "card"))
        return nash_fail(r->error, NASH_INVALID, at,
                         "the member \"%s\" is missing: a card of several suits is {\"suit\": \"S\", \"card\": 14}",
                         suit ? "card" : "suit");
    const char *found = *suit ? strchr(whist_suit_names, *suit) : NULL;
    if (!found)
        return nash_fail(r->error, NASH_INVALID, nash_pointer(place, sizeof place, at, "suit"),
                         "must be one of S, H, D, C");
    card->suit = (uint8_t)(found - whist_suit_names);
    return NASH_OK;
}

enum nash_status whist_read_play(const struct whist_reader *r, struct whist_draft *draft)
{
    const cJSON *item = nash_json_get(r->doc->root, "play");
    enum nash_status status = NASH_OK;
    if (!item)
        return NASH_OK;
    if (!cJSON_IsArray(item))
        return nash_fail(r->error, NASH_INVALID, "/play", "must be an array of cards in the order played");
    if (!cJSON_IsObject(item->child)) {
        status = whist_read_cards(r, item, "/play", &draft->play);
        draft->played = draft->play.count > 0;
        draft->play_count = draft->play.count;
        return status;
    }
    size_t count = (size_t)cJSON_GetArraySize(item), i = 0;
    struct whist_card_draft *card = NASH_NEW(r->arena, struct whist_card_draft, count);
    if (!card)
        return whist_reader_full(r, "/play");
    for (const cJSON *child = item->child; child && status == NASH_OK; child = child->next, i++)
        status = read_card(r, child, i, &card[i]);
    draft->played = draft->played_suits = true;
    draft->play_suits = card;
    draft->play_count = count;
    return status;
}

/* ---- the whole ---- */

struct holding {
    int64_t label;
    uint32_t hand, index; /* where it stands in the request */
};

static int by_label(const void *one, const void *two)
{
    const struct holding *a = one, *b = two;
    return a->label < b->label ? -1 : a->label > b->label ? 1 : (int)a->hand - (int)b->hand;
}

/* One suit into masks, a's and b's in this order. */
static enum nash_status finish_suit(const struct whist_reader *r, const struct whist_draft *draft, unsigned suit,
                                    uint64_t mask[2], struct whist_suits *suits)
{
    char at[24], place[40];
    struct holding held[2 * WHIST_SUITS_CARDS];
    uint32_t count = 0;
    for (uint32_t hand = 0; hand < 2; hand++)
        for (uint32_t i = 0; i < draft->hand[suit][hand].count; i++)
            held[count++] = (struct holding){draft->hand[suit][hand].value[i], hand, i};
    qsort(held, count, sizeof *held, by_label);
    int64_t *label = NASH_NEW(r->arena, int64_t, count);
    if (!label)
        return whist_reader_full(r, "/suits");
    mask[0] = mask[1] = 0;
    for (uint32_t i = 0; i < count; i++) {
        snprintf(at, sizeof at, "/suits/%s/%s", suit_words[suit], held[i].hand ? "b" : "a");
        if (i && held[i].label == held[i - 1].label)
            return nash_fail(r->error, NASH_UNPROCESSABLE, nash_pointer_index(place, sizeof place, at, held[i].index),
                             "card %lld of this suit is there twice%s: each card once, in one hand",
                             (long long)held[i].label, held[i].hand != held[i - 1].hand ? ", in both hands" : "");
        label[i] = held[i].label;
        mask[held[i].hand] |= UINT64_C(1) << i;
    }
    suits->label[suit] = label;
    suits->cards[suit] = count;
    return NASH_OK;
}

/* Hands of equal size, and not too large. */
static enum nash_status count_hands(const struct whist_reader *r, const struct whist_draft *draft,
                                    struct whist_suits *suits)
{
    size_t count[2] = {0};
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        for (unsigned hand = 0; hand < 2; hand++)
            count[hand] += draft->hand[s][hand].count;
    if (count[0] != count[1])
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/suits",
                         "a holds %zu card%s and b %zu: both hold equally many, all suits together", count[0],
                         &"s"[count[0] == 1], count[1]);
    if (!count[0])
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/suits",
                         "holds no card: deal each hand at least one, as {\"S\": {\"a\": [14], \"b\": [13]}}");
    if (count[0] > WHIST_SUITS_CARDS)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/suits",
                         "several suits are searched up to %d cards a hand, not %zu", WHIST_SUITS_CARDS, count[0]);
    suits->order = (uint32_t)count[0];
    return NASH_OK;
}

static enum nash_status refuse_card(const struct whist_reader *r, const struct whist_suits_game *game, bool b_leads,
                                    const struct whist_card_draft *card, size_t index, enum whist_suits_fault fault)
{
    char at[32];
    const char *turn = (game->turn == 0) == b_leads ? "b" : "a";
    nash_pointer_index(at, sizeof at, "/play", index);
    switch (fault) {
    case WHIST_SUITS_OTHERS:
        return nash_fail(r->error, NASH_UNPROCESSABLE, at,
                         "it is the turn of %s, and the other holds %s %lld: cards stand in the order played, and who "
                         "wins a trick leads the next",
                         turn, suit_words[card->suit], (long long)card->label);
    case WHIST_SUITS_REVOKE:
        return nash_fail(r->error, NASH_UNPROCESSABLE, at, "a revoke: %s holds %s and must follow suit", turn,
                         suit_words[game->lead.suit]);
    default:
        return nash_fail(r->error, NASH_UNPROCESSABLE, at, "%s %lld is not held: it was never dealt, or played before",
                         suit_words[card->suit], (long long)card->label);
    }
}

static bool rank_of(const struct whist_suits *suits, const struct whist_card_draft *draft, struct suits_card *card)
{
    for (uint32_t rank = 0; rank < suits->cards[draft->suit]; rank++)
        if (suits->label[draft->suit][rank] == draft->label) {
            *card = (struct suits_card){draft->suit, (uint8_t)rank};
            return true;
        }
    return false;
}

static enum nash_status finish_play(const struct whist_reader *r, const struct whist_draft *draft,
                                    struct whist_suits *suits)
{
    struct whist_suits_game game;
    struct suits_card *play = NASH_NEW(r->arena, struct suits_card, draft->play_count);
    if (!play)
        return whist_reader_full(r, "/play");
    whist_suits_game_begin(&game, &suits->deal);
    for (size_t i = 0; i < draft->play_count; i++) {
        enum whist_suits_fault fault = WHIST_SUITS_GONE;
        if (rank_of(suits, &draft->play_suits[i], &play[i]))
            fault = whist_suits_game_fault(&game, play[i]);
        if (fault != WHIST_SUITS_FINE)
            return refuse_card(r, &game, suits->b_leads, &draft->play_suits[i], i, fault);
        whist_suits_game_play(&game, play[i]);
    }
    suits->play = play;
    suits->played = (uint32_t)draft->play_count;
    return NASH_OK;
}

/* What is not asked of several suits. */
static enum nash_status check_company(const struct whist_reader *r, const struct whist_draft *draft,
                                      const struct whist_problem *p)
{
    if (p->method != WHIST_AUTO && p->method != WHIST_SEARCH)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/method",
                         "%s is for deals of one suit: several are solved by search; leave it out",
                         whist_method_names[p->method]);
    if (p->compare || p->confirm)
        return nash_fail(r->error, NASH_UNPROCESSABLE, p->compare ? "/compare" : "/confirm",
                         "is for deals of one suit, which more than one method solves: leave it out");
    if (draft->trump && !draft->suit_said[draft->trump_suit])
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/trump",
                         "%s is none of the suits given: name one of them, or "
                         "null for no trump",
                         suit_words[draft->trump_suit]);
    if (draft->played && !draft->played_suits)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/play/0",
                         "a card of several suits is {\"suit\": \"S\", \"card\": 14}");
    return NASH_OK;
}

enum nash_status whist_finish_suits(const struct whist_reader *r, const struct whist_draft *draft,
                                    struct whist_problem *p)
{
    struct whist_suits *suits = NASH_NEW(r->arena, struct whist_suits, 1);
    if (!suits)
        return whist_reader_full(r, "/suits");
    suits->b_leads = draft->b_leads;
    suits->deal.trump = draft->trump ? draft->trump_suit : -1;
    enum nash_status status = check_company(r, draft, p);
    if (status == NASH_OK)
        status = count_hands(r, draft, suits);
    for (unsigned s = 0; s < WHIST_SUITS && status == NASH_OK; s++) {
        uint64_t mask[2];
        status = finish_suit(r, draft, s, mask, suits);
        if (status == NASH_OK)
            suits->deal.suit[s] = (struct suits_suit){.leader = mask[draft->b_leads], .other = mask[!draft->b_leads]};
    }
    if (status == NASH_OK && draft->played)
        status = finish_play(r, draft, suits);
    p->suits = suits;
    return status;
}
