/* A deal solved: its value first, then the value of each lead, then a line along the best cards.
 *
 * The value is found between bounds by null windows; the table serves all that follows. A lead is worth no more than
 * the deal, so most are settled by one question; the worse ones by a few more. The line asks of each card whether it
 * keeps the value, the leader's from below, the other's from above. */
#include "bounds.h"
#include "move.h"
#include "search.h"

/* The deal and the state of the same cards side by side. */
struct root {
    struct suits_search search;
    struct suits_deal deal; /* what is left of it, masks from the side of who leads now */
    struct suits_state state;
    uint8_t suit_of[WHIST_SUITS];
    unsigned order;
};

/* The k-th lowest card of the suit. */
static unsigned rank_of(const struct suits_suit *suit, unsigned k)
{
    uint64_t all = suit->leader | suit->other;
    while (k--)
        all &= all - 1;
    return suits_lowest(all);
}

static struct suits_card card_of(const struct root *root, unsigned suit, unsigned bit)
{
    unsigned s = root->suit_of[suit];
    return (struct suits_card){(uint8_t)s, (uint8_t)rank_of(&root->deal.suit[s], bit)};
}

/* The ranks of the run of the leader's cards below and with that bit. */
static uint64_t equals_of(const struct root *root, unsigned suit, unsigned bit)
{
    uint64_t ranks = 0, own = suits_own(root->state.word[suit]);
    do
        ranks |= 1ull << card_of(root, suit, bit).rank;
    while (bit-- && own >> bit & 1);
    return ranks;
}

/* Does a trick, and what follows it, make the leader at least `want`? */
static bool trick_reaches(struct root *root, const struct suits_move *lead, const struct suits_move *reply, int want)
{
    bool won = suits_wins(root->search.trump, lead->suit, lead->bit, reply->suit, reply->bit);
    struct suits_state next = suits_played(&root->state, lead->suit, lead->bit, reply->suit, reply->bit, won);
    if (won)
        return suits_reach(&root->search, &next, root->order - 1, want - 1);
    return !suits_reach(&root->search, &next, root->order - 1, (int)root->order - want);
}

static bool lead_reaches(struct root *root, const struct suits_move *lead, int want)
{
    struct suits_move reply[SUITS_MOVES];
    unsigned replies = suits_replies(&root->state, root->search.trump, lead->suit, lead->bit, reply);
    bool all = true;
    for (unsigned k = 0; k < replies && all; k++)
        all = trick_reaches(root, lead, &reply[k], want);
    return all;
}

static bool stopped(const struct root *root)
{
    return root->search.run->stopped != NASH_STOP_NONE;
}

/* From the top suit to the last, from the highest card to the lowest. */
static unsigned leads_in_order(const struct root *root, struct suits_move move[SUITS_MOVES])
{
    unsigned count = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        for (unsigned i = 0; i < WHIST_SUITS; i++)
            if (root->suit_of[i] == s)
                for (uint64_t left = suits_tops(suits_own(root->state.word[i])); left;
                     left &= ~(1ull << suits_highest(left)))
                    move[count++] = (struct suits_move){(uint8_t)i, (uint8_t)suits_highest(left), 0};
    return count;
}

/* The value of each lead; false when stopped. */
static bool value_leads(struct root *root, unsigned tricks, struct suits_value *value, uint32_t *count)
{
    struct suits_move lead[SUITS_MOVES];
    *count = leads_in_order(root, lead);
    for (unsigned i = 0; i < *count; i++) {
        unsigned worth = tricks;
        if (nash_stop(root->search.run, SUITS_CHECK_LEADS))
            return false;
        while (worth && !lead_reaches(root, &lead[i], (int)worth) && !stopped(root))
            worth--;
        value[i] = (struct suits_value){.card = card_of(root, lead[i].suit, lead[i].bit),
                                        .equals = equals_of(root, lead[i].suit, lead[i].bit),
                                        .tricks = worth};
    }
    return !stopped(root);
}

/* Plays the trick: the deal and the state of those left, from the side of who leads next. Returns whether the lead
 * won. */
static bool play(struct root *root, const struct suits_move *lead, const struct suits_move *reply,
                 struct suits_card line[2])
{
    bool won = suits_wins(root->search.trump, lead->suit, lead->bit, reply->suit, reply->bit);
    line[0] = card_of(root, lead->suit, lead->bit);
    line[1] = card_of(root, reply->suit, reply->bit);
    root->deal.suit[line[0].suit].leader &= ~(1ull << line[0].rank);
    root->deal.suit[line[1].suit].other &= ~(1ull << line[1].rank);
    for (unsigned s = 0; s < WHIST_SUITS && !won; s++) {
        struct suits_suit *suit = &root->deal.suit[s];
        *suit = (struct suits_suit){.leader = suit->other, .other = suit->leader};
    }
    root->state = suits_played(&root->state, lead->suit, lead->bit, reply->suit, reply->bit, won);
    root->order--;
    return won;
}

/* A lead that keeps the value, then a reply that gives no more; false when stopped. */
static bool best_trick(struct root *root, unsigned tricks, struct suits_move *lead, struct suits_move *reply)
{
    struct suits_move move[SUITS_MOVES];
    unsigned count = suits_leads(&root->state, root->search.trump, move), i = 0;
    while (i + 1 < count && !lead_reaches(root, &move[i], (int)tricks) && !stopped(root))
        i++;
    *lead = move[i];
    count = suits_replies(&root->state, root->search.trump, lead->suit, lead->bit, move);
    for (i = 0; i + 1 < count && trick_reaches(root, lead, &move[i], (int)tricks + 1) && !stopped(root);)
        i++;
    *reply = move[i];
    return !stopped(root);
}

/* Spends the root. */
static bool find_line(struct root *root, unsigned tricks, struct suits_card *line)
{
    for (; root->order; line += 2) {
        struct suits_move lead, reply;
        if (nash_stop(root->search.run, SUITS_CHECK_LINE) || !best_trick(root, tricks, &lead, &reply))
            return false;
        if (play(root, &lead, &reply, line))
            tricks--;
        else
            tricks = root->order - tricks;
    }
    return true;
}

static unsigned order_of(const struct suits_deal *deal)
{
    unsigned order = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        order += (unsigned)__builtin_popcountll(deal->suit[s].leader);
    return order;
}

enum nash_status suits_solve(const struct suits_deal *deal, struct nash_run *run, struct suits_answer *answer,
                             uint32_t *low, uint32_t *high)
{
    struct root root = {.search = {.run = run, .trump = deal->trump >= 0}, .deal = *deal, .order = order_of(deal)};
    suits_state_of(deal, &root.state, root.suit_of);
    unsigned order = root.order;
    struct suits_value *value = NASH_NEW(run->arena, struct suits_value, SUITS_MOVES);
    struct suits_card *line = NASH_NEW(run->arena, struct suits_card, 2 * (size_t)order);
    if (!value || !line || !suits_table_make(&root.search.table, order, run->arena))
        return NASH_NOMEM;
    *answer = (struct suits_answer){0};
    *low = suits_sure(&root.state, root.search.trump);
    *high = order;
    suits_narrow(&root.search, &root.state, order, low, high);
    if (*low == *high && !nash_stop(run, SUITS_CHECK_VALUE) && value_leads(&root, *low, value, &answer->leads) &&
        find_line(&root, *low, line)) {
        answer->lead = value;
        answer->line = line;
        answer->line_count = 2 * order;
    }
    if (!answer->lead)
        answer->leads = 0;
    answer->tricks = *low;
    answer->nodes = root.search.nodes;
    answer->stored = root.search.table.stored;
    answer->hits = root.search.table.hits;
    return NASH_OK;
}
