/* Solves a deal: its value, then the value of each lead, then a line of optimal play.
 *
 * Null windows find the value between its bounds, and all later searches reuse the table. A lead is worth at most
 * the value of the deal, so one search decides most leads, and a few more the worse ones. The line searches for a
 * card that keeps the value, the leader's cards from the lowest up, the other player's from the highest down. */
#include "search.h"

/* The deal, and the state of the same cards. */
struct root {
    struct suits_search search;
    struct suits_deal deal; /* the remaining cards, from the side of the player on lead */
    struct suits_state state;
    uint8_t suit_of[WHIST_SUITS];
    unsigned order;
};

/* Returns the rank of the k-th lowest card of the suit. */
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

/* Returns the ranks of a run. */
static uint64_t equals_of(const struct root *root, const struct suits_move *move)
{
    uint64_t ranks = 0;
    for (unsigned bit = move->low; bit <= move->high; bit++)
        ranks |= 1ull << card_of(root, move->suit, bit).rank;
    return ranks;
}

static bool lead_reaches(struct root *root, const struct suits_move *lead, unsigned want)
{
    return suits_lead_reaches(&root->search, &root->state, root->order, (int)want, lead);
}

/* Orders leads from the deal's first suit to its last, from the highest card to the lowest. */
static int compare_leads(const struct root *root, const struct suits_move *a, const struct suits_move *b)
{
    int suit = root->suit_of[a->suit] - root->suit_of[b->suit];
    return suit ? suit : b->low - a->low;
}

static unsigned sort_leads(const struct root *root, struct suits_move lead[SUITS_MOVES])
{
    struct suits_move move[SUITS_MOVES];
    unsigned count = suits_leads(&root->state, move);
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        for (; at && compare_leads(root, &lead[at - 1], &move[i]) > 0; at--)
            lead[at] = lead[at - 1];
        lead[at] = move[i];
    }
    return count;
}

/* Narrows *low and *high to the value of the root, unless stopped. Starts in the middle and moves by one trick,
 * because the table holds most of what the neighbouring search needs. */
static void find_value(struct root *root, uint32_t *low, uint32_t *high)
{
    struct suits_search *search = &root->search;
    unsigned want = (root->order + 1) / 2;
    while (*low < *high && !nash_stop(search->run, SUITS_CHECK_VALUE)) {
        bool reached = suits_reach(search, &root->state, root->order, (int)want);
        if (suits_stopped(search))
            return;
        if (reached)
            *low = want++;
        else
            *high = --want;
        search->low = *low;
        search->high = *high;
    }
}

/* Computes the value of each lead. Returns false when stopped. */
static bool value_leads(struct root *root, unsigned tricks, struct suits_value *value, uint32_t *count)
{
    struct suits_move lead[SUITS_MOVES];
    *count = sort_leads(root, lead);
    for (unsigned i = 0; i < *count; i++) {
        unsigned worth = tricks;
        if (nash_stop(root->search.run, SUITS_CHECK_LEADS))
            return false;
        while (worth && !lead_reaches(root, &lead[i], worth) && !suits_stopped(&root->search))
            worth--;
        value[i] = (struct suits_value){
            .card = card_of(root, lead[i].suit, lead[i].high), .equals = equals_of(root, &lead[i]), .tricks = worth};
    }
    return !suits_stopped(&root->search);
}

/* Plays a trick: the deal and the state become those of the remaining cards, from the side of the next leader.
 * Returns whether the lead won. */
static bool play_trick(struct root *root, const struct suits_move *lead, const struct suits_move *reply,
                       struct suits_card line[2])
{
    bool won = suits_wins(root->search.trump, lead, reply);
    line[0] = card_of(root, lead->suit, lead->low);
    line[1] = card_of(root, reply->suit, reply->low);
    root->deal.suit[line[0].suit].leader &= ~(1ull << line[0].rank);
    root->deal.suit[line[1].suit].other &= ~(1ull << line[1].rank);
    for (unsigned s = 0; s < WHIST_SUITS && !won; s++) {
        struct suits_suit *suit = &root->deal.suit[s];
        *suit = (struct suits_suit){.leader = suit->other, .other = suit->leader};
    }
    root->state = suits_played(&root->state, lead, reply, won);
    root->order--;
    return won;
}

/* Finds a lead that keeps the value, and a reply that allows no more. Returns false when stopped. */
static bool find_best_trick(struct root *root, unsigned tricks, struct suits_move *lead, struct suits_move *reply)
{
    struct suits_move move[SUITS_MOVES];
    unsigned count = suits_leads(&root->state, move), i = 0;
    while (i + 1 < count && !lead_reaches(root, &move[i], tricks) && !suits_stopped(&root->search))
        i++;
    *lead = move[i];
    count = suits_replies(&root->state, root->search.trump, root->order, lead, move);
    for (i = 0; i + 1 < count && !suits_stopped(&root->search); i++)
        if (!suits_trick_reaches(&root->search, &root->state, root->order, (int)tricks + 1, lead, &move[i]))
            break;
    *reply = move[i];
    return !suits_stopped(&root->search);
}

/* Plays the root out and writes its line. Returns false when stopped. */
static bool find_line(struct root *root, unsigned tricks, struct suits_card *line)
{
    for (; root->order; line += 2) {
        struct suits_move lead, reply;
        if (nash_stop(root->search.run, SUITS_CHECK_LINE) || !find_best_trick(root, tricks, &lead, &reply))
            return false;
        if (play_trick(root, &lead, &reply, line))
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
        order += suits_count(deal->suit[s].leader);
    return order;
}

/* Fills the answer; leads and line are set only if all of them were computed. */
static void solve_root(struct root *root, struct suits_answer *answer, struct suits_value *value,
                       struct suits_card *line, uint32_t *low, uint32_t *high)
{
    uint32_t leads, cards = 2 * root->order;
    find_value(root, low, high);
    if (*low == *high && value_leads(root, *low, value, &leads) && find_line(root, *low, line))
        *answer = (struct suits_answer){.leads = leads, .lead = value, .line_count = cards, .line = line};
    answer->tricks = *low;
    answer->nodes = root->search.nodes;
    answer->stored = root->search.table.stored;
    answer->hits = root->search.table.hits;
}

/* Releases the table at the end: only the data of the answer stays in the arena. */
enum nash_status suits_solve(const struct suits_deal *deal, struct nash_run *run, struct suits_answer *answer,
                             uint32_t *low, uint32_t *high)
{
    struct root root = {.search = {.run = run, .trump = deal->trump >= 0}, .deal = *deal, .order = order_of(deal)};
    struct suits_value *value = NASH_NEW(run->arena, struct suits_value, SUITS_MOVES);
    struct suits_card *line = NASH_NEW(run->arena, struct suits_card, 2 * (size_t)root.order);
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    *answer = (struct suits_answer){0};
    *low = 0;
    *high = root.search.high = root.order;
    if (!value || !line || !suits_table_make(&root.search.table, root.order, run->arena))
        return NASH_NOMEM;
    suits_state_of(deal, &root.state, root.suit_of);
    solve_root(&root, answer, value, line, low, high);
    nash_arena_release(run->arena, mark);
    return NASH_OK;
}
