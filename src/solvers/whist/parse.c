/* The JSON form of a problem: exactly what schema/kinds/whist.request.json allows, and nothing more. Deals of several
 * suits are read in parse_suits.c.
 *
 * What the schema forbids is NASH_INVALID and is looked for in the whole body first; what only the whole can show
 * (a card in both hands, an order beyond a method) is NASH_UNPROCESSABLE. */
#include <string.h>

#include "reader.h"

/* ---- members ---- */

enum nash_status whist_read_word(const struct whist_reader *r, const char *member, const char *const name[],
                                 unsigned *index)
{
    char at[32], words[96], *end = words;
    const cJSON *item = nash_json_get(r->doc->root, member);
    if (!item)
        return NASH_OK;
    for (unsigned i = 0; name[i]; i++) {
        if (cJSON_IsString(item) && strcmp(item->valuestring, name[i]) == 0) {
            *index = i;
            return NASH_OK;
        }
        end = stpcpy(stpcpy(end, i ? ", " : ""), name[i]);
    }
    return nash_fail(r->error, NASH_INVALID, nash_pointer(at, sizeof at, "", member), "must be one of %s", words);
}

enum nash_status whist_read_cards(const struct whist_reader *r, const cJSON *item, const char *at,
                                  struct nash_json_ints *cards)
{
    char pointer[sizeof r->error->pointer];
    enum nash_status status = nash_json_ints(r->doc, item, at, r->arena, cards, r->error);
    if (status == NASH_INVALID && cJSON_IsArray(item))
        strcpy(r->error->detail, "a card is an integer from -9007199254740991 to 9007199254740991, in any scale you "
                                 "like: only the order of the cards counts");
    if (status != NASH_OK)
        return status;
    for (size_t i = 0; i < cards->count; i++)
        if (cards->value[i] > WHIST_LABEL_MAX || cards->value[i] < -WHIST_LABEL_MAX)
            return nash_fail(r->error, NASH_INVALID, nash_pointer_index(pointer, sizeof pointer, at, i),
                             "a card lies between -9007199254740991 and 9007199254740991, which JSON carries exactly: "
                             "only the order of the cards counts, so number them anew");
    return NASH_OK;
}

/* A hand of one suit: at least a card. */
static enum nash_status read_hand(const struct whist_reader *r, const char *member, const char *at,
                                  struct nash_json_ints *cards, bool *said)
{
    const cJSON *item = nash_json_get(r->doc->root, member);
    if (!item)
        return NASH_OK;
    *said = true;
    enum nash_status status = whist_read_cards(r, item, at, cards);
    if (status == NASH_OK && !cards->count)
        return nash_fail(r->error, NASH_INVALID, at, "must hold at least one card, for example [4, 1]");
    return status;
}

/* {"order": n}, or {} beside a deal. */
static enum nash_status read_distribution(const struct whist_reader *r, struct whist_draft *draft)
{
    static const char *const names[] = {"order", NULL};
    const cJSON *item = nash_json_get(r->doc->root, "distribution");
    int64_t order = 0;
    if (!item)
        return NASH_OK;
    draft->distribution = true;
    enum nash_status status = nash_json_only(item, "/distribution", names, r->error);
    if (status == NASH_OK)
        status = nash_json_int(item, "/distribution", "order", 1, WHIST_ORDER_MAX, &order, r->error);
    draft->distribution_order = (uint32_t)order;
    return status;
}

static enum nash_status read_flags(const struct whist_reader *r, struct whist_problem *p)
{
    const struct {
        const char *name;
        bool *value;
    } flags[] = {{"compare", &p->compare}, {"confirm", &p->confirm}, {"leads", &p->leads}, {"line", &p->line}};
    enum nash_status status = NASH_OK;
    for (size_t i = 0; i < sizeof flags / sizeof *flags && status == NASH_OK; i++)
        status = nash_json_bool(r->doc->root, "", flags[i].name, flags[i].value, r->error);
    return status;
}

/* Something to do must be there: a deal of one suit, of several, or a distribution. */
static enum nash_status read_subject(const struct whist_reader *r, struct whist_draft *draft)
{
    bool a = false, b = false;
    enum nash_status status = read_hand(r, "a", "/a", &draft->a, &a);
    if (status == NASH_OK)
        status = read_hand(r, "b", "/b", &draft->b, &b);
    if (status == NASH_OK)
        status = whist_read_suits(r, draft);
    if (status == NASH_OK)
        status = read_distribution(r, draft);
    if (status != NASH_OK)
        return status;
    if (a != b)
        return nash_fail(r->error, NASH_INVALID, "", "the member \"%s\" is missing: a deal has two hands",
                         a ? "b" : "a");
    if (!a && !draft->suits && !draft->distribution)
        return nash_fail(
            r->error, NASH_INVALID, "",
            "the member \"a\" is missing: give two hands, for example {\"leader\": \"a\", \"a\": [8, 5, 4, "
            "2], \"b\": [7, 6, 3, 1]}; or \"suits\", or \"distribution\"");
    draft->hands = a;
    return NASH_OK;
}

/* ---- the whole ---- */

static enum nash_status finish_play(const struct whist_reader *r, const struct whist_draft *draft,
                                    struct whist_problem *p);

/* What does not go together. */
static enum nash_status check_company(const struct whist_reader *r, const struct whist_draft *draft,
                                      const struct whist_problem *p)
{
    if (draft->suits && draft->hands)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/suits",
                         "is another deal than \"a\" and \"b\": give one of the two");
    if (draft->suits && draft->distribution)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/distribution",
                         "is of deals of one suit: leave it out, or give \"a\" and \"b\" in place of \"suits\"");
    if (draft->trump && !draft->suits)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/trump",
                         "one suit has no trump: leave it out, or give \"suits\"");
    if (!draft->hands && !draft->suits) {
        const struct {
            const char *at;
            bool said;
        } needs[] = {{"/play", draft->played},
                     {"/compare", p->compare},
                     {"/confirm", p->confirm},
                     {"/method", p->method != WHIST_AUTO}};
        for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
            if (needs[i].said)
                return nash_fail(r->error, NASH_UNPROCESSABLE, needs[i].at,
                                 "needs a deal: give \"a\" and \"b\", or leave it out");
    }
    return NASH_OK;
}

static enum nash_status finish_distribution(const struct whist_reader *r, const struct whist_draft *draft,
                                            struct whist_problem *p)
{
    uint32_t order = draft->distribution_order ? draft->distribution_order : p->deal.order;
    if (!draft->distribution)
        return NASH_OK;
    if (!order)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/distribution",
                         "the member \"order\" is missing: cards of a hand, 1 to %d", WHIST_DISTRIBUTION_ORDER);
    if (order > WHIST_DISTRIBUTION_ORDER)
        return nash_fail(r->error, NASH_UNPROCESSABLE,
                         draft->distribution_order ? "/distribution/order" : "/distribution",
                         "deals are counted up to order %d, not %u", WHIST_DISTRIBUTION_ORDER, order);
    if (draft->hands && order != p->deal.order)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/distribution/order",
                         "is %u, but the hands hold %u card%s each: leave it out beside a deal", order, p->deal.order,
                         &"s"[p->deal.order == 1]);
    p->distribution = order;
    return NASH_OK;
}

static enum nash_status finish_method(const struct whist_reader *r, const struct whist_draft *draft,
                                      const struct whist_problem *p)
{
    uint32_t most = p->method == WHIST_AUTO ? WHIST_ORDER_MAX : whist_method_engine(p->method)->order_max;
    if (draft->hands && p->deal.order > most)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/method",
                         "%s takes at most %u cards a hand, not %u: leave it out, formula takes any",
                         whist_method_names[p->method], most, p->deal.order);
    return NASH_OK;
}

static enum nash_status finish_hands(const struct whist_reader *r, const struct whist_draft *draft,
                                     struct whist_problem *p)
{
    const struct nash_json_ints *a = &draft->a, *b = &draft->b;
    if (!draft->hands)
        return NASH_OK;
    if (a->count > WHIST_ORDER_MAX || b->count > WHIST_ORDER_MAX)
        return nash_fail(r->error, NASH_UNPROCESSABLE, a->count > WHIST_ORDER_MAX ? "/a" : "/b",
                         "a hand holds at most %d cards", WHIST_ORDER_MAX);
    p->has_deal = true;
    enum nash_status status = whist_deal_make(&p->deal, a->value, (uint32_t)a->count, b->value, (uint32_t)b->count,
                                              draft->b_leads, r->arena, r->error);
    if (status == NASH_OK)
        status = finish_method(r, draft, p);
    return status == NASH_OK ? finish_play(r, draft, p) : status;
}

/* ---- a played game ---- */

/* The place of a card in the descending labels; 2n when it is none of them. */
static uint32_t place_of(const struct whist_deal *deal, int64_t card)
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

/* Why card i cannot be played: by what came before, it is another's turn, or it has gone. */
static enum nash_status refuse_card(const struct whist_reader *r, const struct whist_problem *p, const uint32_t *place,
                                    uint32_t i)
{
    char at[32];
    int64_t card = p->deal.label[place[i]];
    nash_pointer_index(at, sizeof at, "/play", i);
    for (uint32_t k = 0; k < i; k++)
        if (place[k] == place[i])
            return nash_fail(r->error, NASH_UNPROCESSABLE, at, "card %lld was played before, as /play/%u",
                             (long long)card, k);
    bool of_b = (p->deal.word[place[i]] > 0) == p->deal.b_leads;
    return nash_fail(r->error, NASH_UNPROCESSABLE, at,
                     "card %lld is held by %s, and it is the turn of %s: cards stand in the order played, and who wins "
                     "a trick leads the next",
                     (long long)card, of_b ? "b" : "a", of_b ? "a" : "b");
}

static enum nash_status finish_play(const struct whist_reader *r, const struct whist_draft *draft,
                                    struct whist_problem *p)
{
    char at[32];
    size_t count = draft->play.count;
    if (!draft->played)
        return NASH_OK;
    if (p->deal.order > WHIST_PLAY_ORDER)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/play", "a game is looked at up to %d cards a hand, not %u",
                         WHIST_PLAY_ORDER, p->deal.order);
    if (count > 2 * p->deal.order)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/play", "holds %zu cards, and the deal only %u", count,
                         2 * p->deal.order);
    uint32_t *place = NASH_NEW(r->arena, uint32_t, count);
    if (!place)
        return whist_reader_full(r, "/play");
    for (size_t i = 0; i < count; i++)
        if ((place[i] = place_of(&p->deal, draft->play.value[i])) == 2 * p->deal.order)
            return nash_fail(r->error, NASH_UNPROCESSABLE, nash_pointer_index(at, sizeof at, "/play", i),
                             "card %lld is in neither hand", (long long)draft->play.value[i]);
    p->play = place;
    p->played = (uint32_t)count;
    uint32_t wrong = whist_play_check(p->deal.word, p->deal.order, place, p->played, r->arena);
    return wrong < p->played ? refuse_card(r, p, place, wrong) : NASH_OK;
}

static enum nash_status finish(const struct whist_reader *r, const struct whist_draft *draft, struct whist_problem *p)
{
    enum nash_status status = check_company(r, draft, p);
    if (status == NASH_OK && draft->suits)
        return whist_finish_suits(r, draft, p);
    if (status == NASH_OK && draft->played_suits)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/play/0", "a card of one suit is an integer, as 7");
    if (status == NASH_OK)
        status = finish_hands(r, draft, p);
    return status == NASH_OK ? finish_distribution(r, draft, p) : status;
}

enum nash_status whist_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                             struct nash_error *error)
{
    static const char *const names[] = {"leader",       "a",      "b",       "suits",   "trump",
                                        "distribution", "method", "compare", "confirm", "play",
                                        "leads",        "line",   NULL};
    static const char *const players[] = {"a", "b", NULL};
    struct nash_error unasked;
    const struct whist_reader r = {doc, arena, error ? error : &unasked};
    struct whist_problem *p = NASH_NEW(arena, struct whist_problem, 1);
    struct whist_draft draft = {0};
    unsigned leader = 0, method = 0;
    if (!p)
        return whist_reader_full(&r, "");
    *p = (struct whist_problem){.leads = true, .line = true};
    enum nash_status status = nash_json_only(doc->root, "", names, r.error);
    if (status != NASH_OK || (status = whist_read_word(&r, "leader", players, &leader)) != NASH_OK ||
        (status = whist_read_word(&r, "method", whist_method_names, &method)) != NASH_OK ||
        (status = read_flags(&r, p)) != NASH_OK || (status = read_subject(&r, &draft)) != NASH_OK ||
        (status = whist_read_play(&r, &draft)) != NASH_OK)
        return status;
    draft.b_leads = leader == 1;
    p->method = (enum whist_method)method;
    *problem = p;
    return finish(&r, &draft, p);
}
