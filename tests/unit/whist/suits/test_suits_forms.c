/* The names of ranks and suits do not matter: equal deals have the same normal form, value and leads. */
#include <string.h>

#include "../../base/test.h"
#include "../harness/suits_cards.h"

enum { MEMORY = 64 << 20 };

/* The new number of each suit and rank of a deal. */
struct names {
    uint8_t suit[WHIST_SUITS];
    uint8_t rank[WHIST_SUITS][64];
};

/* Renames a deal: suits in any order, ranks spread over all 64 in their order. */
static struct suits_deal renamed(const struct suits_deal *deal, struct nash_rng *rng, struct names *names)
{
    struct suits_deal out = {.trump = -1};
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        unsigned k = (unsigned)nash_rng_below(rng, s + 1);
        names->suit[s] = names->suit[k];
        names->suit[k] = (uint8_t)s;
    }
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        const struct suits_suit *suit = &deal->suit[s];
        struct suits_suit *to = &out.suit[names->suit[s]];
        unsigned left = (unsigned)__builtin_popcountll(suit->leader | suit->other), next = 0;
        for (unsigned r = 0; r < 64; r++)
            if ((suit->leader | suit->other) >> r & 1) {
                next += (unsigned)nash_rng_below(rng, 64 - next - --left);
                names->rank[s][r] = (uint8_t)next;
                *(suit->leader >> r & 1 ? &to->leader : &to->other) |= 1ull << next++;
            }
    }
    if (deal->trump >= 0)
        out.trump = names->suit[deal->trump];
    return out;
}

static struct suits_deal any_deal(struct nash_rng *rng, unsigned order)
{
    unsigned suits = 1 + (unsigned)nash_rng_below(rng, 4), ranks = (2 * order + suits - 1) / suits + 3;
    return deal_random(rng, order, suits, ranks, (int)nash_rng_below(rng, suits + 1) - 1);
}

static const struct suits_value *value_of(const struct solved *s, unsigned suit, unsigned rank)
{
    for (unsigned i = 0; i < s->answer.leads; i++)
        if (s->lead[i].card.suit == suit && s->lead[i].equals >> rank & 1)
            return &s->lead[i];
    return NULL;
}

static void test_renamed(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 1000; i++) {
        struct names names;
        struct suits_deal deal = any_deal(&rng, 1 + i % 12), other = renamed(&deal, &rng, &names), a, b, again;
        suits_normal(&deal, &a);
        suits_normal(&other, &b);
        suits_normal(&a, &again);
        if (memcmp(&a, &b, sizeof a))
            fail_msg("%s: not the normal form of the same deal renamed", deal_text(&deal));
        assert_memory_equal(&a, &again, sizeof a);
        struct solved s = deal_solve(&deal, 0, MEMORY), t = deal_solve(&other, 0, MEMORY);
        assert_int_equal(s.answer.leads, t.answer.leads);
        for (unsigned k = 0; k < s.answer.leads; k++) {
            struct suits_card card = s.lead[k].card;
            const struct suits_value *v = value_of(&t, names.suit[card.suit], names.rank[card.suit][card.rank]);
            if (!v || v->tricks != s.lead[k].tricks)
                fail_msg("%s: lead %u of suit %u changed its worth", deal_text(&deal), card.rank, card.suit);
        }
    }
}

/* The normal form of a deal keeps the owners, so it keeps lengths and value. */
static void test_normal(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 500; i++) {
        struct suits_deal deal = any_deal(&rng, 1 + i % 10), normal;
        suits_normal(&deal, &normal);
        assert_int_equal(deal_order(&deal), deal_order(&normal));
        for (unsigned s = 0; s < WHIST_SUITS; s++) {
            uint64_t all = normal.suit[s].leader | normal.suit[s].other;
            assert_true((all & (all + 1)) == 0 && !(normal.suit[s].leader & normal.suit[s].other));
        }
        assert_int_equal(deal_solve(&deal, 0, MEMORY).answer.tricks, deal_solve(&normal, 0, MEMORY).answer.tricks);
    }
    struct suits_deal void_trump = {.suit = {{2, 1}}, .trump = 3}, plain = {.suit = {{2, 1}}, .trump = -1}, a, b;
    suits_normal(&void_trump, &a);
    suits_normal(&plain, &b);
    assert_memory_equal(&a, &b, sizeof a);
}

/* Being on lead costs at most one trick. The search uses this to try fewer replies. */
static void test_lead_costs_one(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 500; i++) {
        unsigned order = 1 + i % 17;
        struct suits_deal deal = any_deal(&rng, order), turned = deal;
        for (unsigned s = 0; s < WHIST_SUITS; s++)
            turned.suit[s] = (struct suits_suit){.leader = deal.suit[s].other, .other = deal.suit[s].leader};
        unsigned sum = deal_solve(&deal, 0, MEMORY).answer.tricks + deal_solve(&turned, 0, MEMORY).answer.tricks;
        if (sum + 1 < order)
            fail_msg("%s: the lead costs more than a trick", deal_text(&deal));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_renamed), cmocka_unit_test(test_normal),
                                       cmocka_unit_test(test_lead_costs_one)};
    return cmocka_run_group_tests_name("whist suits forms", tests, NULL, NULL);
}
