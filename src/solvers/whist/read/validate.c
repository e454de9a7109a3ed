/* Checks the members of a request together, and builds the problem. Every fault here is NASH_UNPROCESSABLE. */
#include "input.h"

/* Reports members that exclude or need each other. */
static void check_combinations(const struct reader *r, const struct whist_input *in)
{
    if (in->has_suits && in->has_hands)
        reader_fail(r, NASH_UNPROCESSABLE, "suits", "is another deal than \"a\" and \"b\": give one of the two");
    if (in->has_suits && in->has_distribution)
        reader_fail(r, NASH_UNPROCESSABLE, "distribution",
                    "is of deals of one suit: leave it out, or give \"a\" and \"b\" in place of \"suits\"");
    if (in->has_trump && !in->has_suits)
        reader_fail(r, NASH_UNPROCESSABLE, "trump", "needs \"suits\": a deal of \"a\" and \"b\" has one suit only");
    if (in->has_hands || in->has_suits)
        return;
    const struct {
        const char *name;
        bool present;
    } needs_deal[] = {{"play", in->play_count > 0},
                      {"compare", in->compare},
                      {"confirm", in->confirm},
                      {"method", in->method != WHIST_AUTO}};
    for (size_t i = 0; i < sizeof needs_deal / sizeof *needs_deal; i++)
        if (needs_deal[i].present)
            reader_fail(r, NASH_UNPROCESSABLE, needs_deal[i].name,
                        "needs a deal: give \"a\" and \"b\", or leave it out");
}

static void validate_distribution(const struct reader *r, const struct whist_input *in, struct whist_problem *p)
{
    uint32_t order = in->distribution_order ? in->distribution_order : p->deal.order;
    const char *at = in->distribution_order ? "/distribution/order" : "/distribution";
    if (!in->has_distribution)
        return;
    if (!order)
        reader_fail(r, NASH_UNPROCESSABLE, "distribution", "the member \"order\" is missing: cards of a hand, 1 to %d",
                    WHIST_DISTRIBUTION_ORDER);
    else if (order > WHIST_DISTRIBUTION_ORDER)
        reader_fail_pointer(r, NASH_UNPROCESSABLE, at, "deals are counted up to order %d, not %u",
                            WHIST_DISTRIBUTION_ORDER, order);
    else if (in->has_hands && order != p->deal.order)
        reader_fail_pointer(r, NASH_UNPROCESSABLE, at,
                            "is %u, but the hands hold %u card%s each: leave it out beside a deal", order,
                            p->deal.order, &"s"[p->deal.order == 1]);
    p->distribution = order;
}

/* ---- a played game ---- */

/* Returns the place of a card in the descending labels; 2n if it is none of them. */
static uint32_t place_of_card(const struct whist_deal *deal, int64_t card)
{
    uint32_t low = 0, high = 2 * deal->order;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (deal->label[middle] > card)
            low = middle + 1;
        else
            high = middle;
    }
    return low < 2 * deal->order && deal->label[low] == card ? low : 2 * deal->order;
}

/* Reports why card i cannot be played: it was played before, or the other player holds it. */
static void refuse_card(const struct reader *r, const struct whist_deal *deal, const uint32_t *place, uint32_t i)
{
    int64_t card = deal->label[place[i]];
    bool of_b = (deal->word[place[i]] > 0) == deal->b_leads;
    for (uint32_t k = 0; k < i; k++)
        if (place[k] == place[i])
            reader_fail_at(r, NASH_UNPROCESSABLE, "play", i, "card %lld was played before, as /play/%u",
                           (long long)card, k);
    reader_fail_at(r, NASH_UNPROCESSABLE, "play", i,
                   "card %lld is held by %s, and it is the turn of %s: cards stand in the order played, and who wins a "
                   "trick leads the next",
                   (long long)card, of_b ? "b" : "a", of_b ? "a" : "b");
}

static void validate_play(const struct reader *r, const struct whist_input *in, struct whist_problem *p)
{
    const struct whist_deal *deal = &p->deal;
    size_t count = in->play.count;
    if (!count || !reader_ok(r))
        return;
    if (deal->order > WHIST_PLAY_ORDER_MAX)
        reader_fail(r, NASH_UNPROCESSABLE, "play", "a game can be analysed up to %d cards a hand, not %u",
                    WHIST_PLAY_ORDER_MAX, deal->order);
    else if (count > 2 * deal->order)
        reader_fail(r, NASH_UNPROCESSABLE, "play", "holds %zu cards, and the deal only %u", count, 2 * deal->order);
    uint32_t *place = reader_ok(r) ? READER_NEW(r, uint32_t, count) : NULL;
    if (!place)
        return;
    for (size_t i = 0; i < count; i++)
        if ((place[i] = place_of_card(deal, in->play.value[i])) == 2 * deal->order)
            reader_fail_at(r, NASH_UNPROCESSABLE, "play", i, "card %lld is in neither hand",
                           (long long)in->play.value[i]);
    p->play = place;
    p->played = (uint32_t)count;
    uint32_t legal =
        reader_ok(r) ? whist_play_legal_prefix(deal->word, deal->order, place, p->played, r->root->arena) : p->played;
    if (legal < p->played)
        refuse_card(r, deal, place, legal);
}

/* ---- the problem ---- */

static void validate_hands(const struct reader *r, const struct whist_input *in, struct whist_problem *p)
{
    if (in->deal)
        p->deal = *in->deal;
    else if (!whist_deal_make(&p->deal, r, &in->a, &in->b, in->b_leads))
        return;
    p->has_deal = true;
    uint32_t max = in->method == WHIST_AUTO ? WHIST_ORDER_MAX : whist_method_engine(in->method)->order_max;
    if (p->deal.order > max)
        reader_fail(r, NASH_UNPROCESSABLE, "method",
                    "%s takes at most %u cards a hand, not %u: leave it out, formula takes any",
                    whist_method_names[in->method], max, p->deal.order);
    validate_play(r, in, p);
}

struct whist_problem *whist_validate(const struct reader *r, const struct whist_input *in)
{
    if (reader_ok(r))
        check_combinations(r, in);
    struct whist_problem *p = reader_ok(r) ? READER_NEW(r, struct whist_problem, 1) : NULL;
    if (!p)
        return NULL;
    *p = (struct whist_problem){.method = in->method,
                                .compare = in->compare,
                                .confirm = in->confirm,
                                .graph = in->graph,
                                .leads = in->leads,
                                .line = in->line};
    if (in->has_suits) {
        p->suits = whist_validate_suits(r, in);
    } else {
        if (in->play_suits)
            reader_fail_at(r, NASH_UNPROCESSABLE, "play", 0, "a card of one suit is an integer, as 7");
        if (in->has_hands && reader_ok(r))
            validate_hands(r, in, p);
        if (reader_ok(r))
            validate_distribution(r, in, p);
    }
    return reader_ok(r) ? p : NULL;
}
