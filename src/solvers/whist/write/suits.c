/* Writes the result of several suits as JSON. */
#include "result.h"

static void write_suit_card(struct nash_jsonw *out, const struct whist_suits *suits, struct suits_card card)
{
    char name[2] = {whist_suit_names[card.suit], '\0'};
    nash_jsonw_kstring(out, "suit", name);
    nash_jsonw_kint(out, "card", suits->label[card.suit][card.rank]);
}

static void write_card(struct nash_jsonw *out, const char *key, const struct whist_suits *suits, struct suits_card card)
{
    nash_jsonw_kobject(out, key);
    write_suit_card(out, suits, card);
    nash_jsonw_object_end(out);
}

/* Writes ranks of one suit from the highest, as the integers of the request. */
static void write_ranks(struct nash_jsonw *out, const char *key, const struct whist_suits *suits, unsigned suit,
                        uint64_t ranks)
{
    nash_jsonw_karray(out, key);
    for (uint32_t rank = suits->cards[suit]; rank-- > 0;)
        if (ranks >> rank & 1)
            nash_jsonw_int(out, suits->label[suit][rank]);
    nash_jsonw_array_end(out);
}

static void write_hands(struct nash_jsonw *out, const struct whist_suits *suits)
{
    nash_jsonw_kobject(out, "suits");
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        char name[2] = {whist_suit_names[s], '\0'};
        const struct suits_suit *suit = &suits->deal.suit[s];
        if (!suits->cards[s] && suits->deal.trump != (int)s) /* trumps stay, since a request names its trump suit */
            continue;
        nash_jsonw_kobject(out, name);
        write_ranks(out, "a", suits, s, suits->b_leads ? suit->other : suit->leader);
        write_ranks(out, "b", suits, s, suits->b_leads ? suit->leader : suit->other);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_object_end(out);
}

static void write_leads(struct nash_jsonw *out, const struct whist_suits *suits, const struct whist_answer *a)
{
    const struct suits_answer *found = &a->suits->found;
    nash_jsonw_karray(out, "leads");
    for (uint32_t i = 0; i < found->leads; i++) {
        const struct suits_value *lead = &found->lead[i];
        nash_jsonw_object(out);
        write_suit_card(out, suits, lead->card);
        write_ranks(out, "equals", suits, lead->card.suit, lead->equals & ~(UINT64_C(1) << lead->card.rank));
        nash_jsonw_kuint(out, "tricks", lead->tricks);
        nash_jsonw_kint(out, "otd", 2 * (int64_t)lead->tricks - suits->order);
        nash_jsonw_kbool(out, "optimal", lead->tricks == a->tricks);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static bool reply_wins(const struct whist_suits *suits, struct suits_card lead, struct suits_card reply)
{
    return reply.suit == lead.suit ? reply.rank > lead.rank : reply.suit == suits->deal.trump;
}

static void write_line(struct nash_jsonw *out, const struct whist_suits *suits, const struct suits_answer *found)
{
    bool first = true; /* the deal's leader is on lead */
    nash_jsonw_karray(out, "line");
    for (uint32_t i = 0; i + 1 < found->line_count; i += 2) {
        bool by = first;
        first = reply_wins(suits, found->line[i], found->line[i + 1]) != first;
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "by", whist_player_name(by, suits->b_leads));
        write_card(out, "lead", suits, found->line[i]);
        write_card(out, "reply", suits, found->line[i + 1]);
        nash_jsonw_kstring(out, "winner", whist_player_name(first, suits->b_leads));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_play(struct nash_jsonw *out, const struct whist_suits *suits, const struct whist_suits_answer *answer)
{
    nash_jsonw_karray(out, "play");
    for (uint32_t i = 0; i < answer->moves; i++) {
        const struct whist_suits_move *move = &answer->move[i];
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "by", whist_player_name(move->by_first, suits->b_leads));
        write_suit_card(out, suits, suits->play[i]);
        nash_jsonw_kobject(out, "tricks");
        whist_write_tricks(out, "before", move->before, suits->order, suits->b_leads);
        whist_write_tricks(out, "after", move->after, suits->order, suits->b_leads);
        nash_jsonw_object_end(out);
        nash_jsonw_kuint(out, "cost", move->cost);
        write_card(out, "best", suits, move->best);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

void whist_write_suits(struct nash_jsonw *out, const struct whist_problem *p, const struct whist_answer *a)
{
    const struct whist_suits *suits = p->suits;
    const struct suits_answer *found = &a->suits->found;
    char trump[2] = {suits->deal.trump < 0 ? '\0' : whist_suit_names[suits->deal.trump], '\0'};
    nash_jsonw_kuint(out, "order", suits->order);
    nash_jsonw_kstring(out, "leader", suits->b_leads ? "b" : "a");
    write_hands(out, suits);
    nash_jsonw_key(out, "trump");
    nash_jsonw_string(out, *trump ? trump : NULL);
    whist_write_value(out, a, suits->order, suits->b_leads);
    nash_jsonw_kstring(out, "engine", whist_method_names[WHIST_SEARCH]);
    if (a->known)
        nash_jsonw_kstring(out, "proof", "exhaustive");
    if (found->lead && p->leads)
        write_leads(out, suits, a);
    if (found->lead && p->line)
        write_line(out, suits, found);
    if (a->suits->move)
        write_play(out, suits, a->suits);
}
