/* Checks an answer by other ways than those that found it.
 *
 * One suit: the line is replayed by the rules of the game. The value lies within the matching bounds, equals the
 * value of the best lead, and each lead that of its best reply. An independent computation agrees: a plain recursion
 * over cards for the smallest orders; else for the closed rule the table of instances, where it is filled, and for
 * the other methods the closed rule. Several suits: the same replay, and a plain recursion for small hands. */
#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/kind.h>
#include <solvers/whist/methods/table.h>
#include <solvers/whist/suits/rules.h>

enum { MINIMAX_ORDER_MAX = 5, MINIMAX_SUITS_ORDER_MAX = 3 };

/* ---- one suit ---- */

/* Returns the tricks of the player on lead, whose cards are the set bits, by trying every card against every card;
 * known[mask of 2n bits + (1 << 2n)] caches value + 1 (0: not computed). */
static uint8_t minimax_value(uint32_t mask, unsigned cards, uint8_t *known)
{
    uint8_t *slot = &known[mask + (1U << cards)], best = 0;
    if (!cards || *slot)
        return cards ? (uint8_t)(*slot - 1) : 0;
    for (unsigned lead = 0; lead < cards; lead++) {
        uint8_t worst = UINT8_MAX;
        for (unsigned reply = 0; reply < cards && mask >> lead & 1; reply++) {
            if (mask >> reply & 1)
                continue;
            unsigned high = lead > reply ? lead : reply, low = lead + reply - high;
            uint32_t rest = (mask & ((1U << low) - 1)) | (mask >> (low + 1) & ((1U << (high - low - 1)) - 1)) << low |
                            mask >> (high + 1) << (high - 1);
            uint8_t value;
            if (lead > reply)
                value = (uint8_t)(1 + minimax_value(rest, cards - 2, known));
            else
                value = (uint8_t)(cards / 2 - 1 - minimax_value(~rest & ((1U << (cards - 2)) - 1), cards - 2, known));
            worst = value < worst ? value : worst;
        }
        if (worst != UINT8_MAX && worst > best)
            best = worst;
    }
    *slot = (uint8_t)(best + 1);
    return best;
}

/* Compares the value, or its bounds, with an independent computation: the plain recursion for small orders; for the
 * closed rule the table of instances, if filled; for any other method the closed rule. */
static bool value_is_confirmed(const struct whist_deal *deal, const struct whist_answer *a)
{
    uint32_t order = deal->order, value = a->low;
    if (order <= MINIMAX_ORDER_MAX) {
        uint8_t known[2U << 2 * MINIMAX_ORDER_MAX] = {0};
        value = minimax_value((uint32_t)whist_mask_of(deal->word, order), 2 * order, known);
    } else if (a->engine == WHIST_FORMULA) {
        if (order <= WHIST_TABLE_ORDER && whist_table_verified(order) == order)
            value = whist_table_at((uint32_t)whist_mask_of(deal->word, order), order);
    } else {
        struct nash_arena_mark mark = nash_arena_mark(a->arena);
        int32_t *room = nash_arena_alloc_raw(a->arena, whist_rule_room(order) * sizeof *room, _Alignof(int32_t));
        value = room ? whist_rule_tricks(deal->word, order, true, room) : UINT32_MAX;
        nash_arena_release(a->arena, mark);
    }
    return a->low <= value && value <= a->high;
}

/* Returns whether the value lies within the bounds of greedy matching. */
static bool value_within_matching_bounds(const struct whist_deal *deal, uint32_t tricks)
{
    int64_t height = 0;
    for (size_t i = 2 * (size_t)deal->order; i-- > 0;) {
        height += deal->word[i];
        if (-height > (int64_t)tricks || height > (int64_t)(deal->order - tricks))
            return false;
    }
    return true;
}

static bool leads_are_consistent(const struct whist_values *values, uint32_t tricks)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < values->leads; i++) {
        const struct whist_lead *lead = &values->lead[i];
        uint32_t worst = UINT32_MAX;
        for (uint32_t k = 0; lead->reply && k < lead->replies; k++) {
            worst = lead->reply[k].tricks < worst ? lead->reply[k].tricks : worst;
            if (lead->reply[k].optimal != (lead->reply[k].tricks == lead->tricks))
                return false;
        }
        if ((lead->reply && worst != lead->tricks) || lead->optimal != (lead->tricks == tricks))
            return false;
        best = lead->tricks > best ? lead->tricks : best;
    }
    return best == tricks;
}

/* Checks that each value follows from the one before, and that the first and the last are those of the game. */
static bool moves_are_consistent(const struct whist_problem *p, const struct whist_answer *a)
{
    uint32_t value = a->tricks, won = 0;
    for (uint32_t i = 0; i < p->played; i++) {
        const struct whist_move *move = &a->move[i];
        bool by_first = p->deal.word[p->play[i]] > 0;
        uint32_t gain = move->before > move->after ? move->before - move->after : move->after - move->before;
        if (move->place != p->play[i] || move->by_first != by_first || ((i || a->known) && move->before != value) ||
            move->cost != gain || (gain && by_first != (move->before > move->after)) ||
            (p->deal.word[move->best] > 0) != by_first)
            return false;
        value = move->after;
        if (i % 2)
            won += by_first == (p->play[i] < p->play[i - 1]);
    }
    return p->played < 2 * p->deal.order || value == won;
}

static bool trials_are_consistent(const struct whist_answer *a)
{
    for (unsigned i = 0; i < WHIST_METHODS - 1; i++)
        if (a->trial[i].finished && (!a->known || a->trial[i].tricks != a->tricks))
            return false;
    return true;
}

static const char *find_deal_fault(const struct whist_problem *p, const struct whist_answer *a)
{
    const struct whist_deal *deal = &p->deal;
    if (a->low > a->high || a->high > deal->order || (a->known && (a->low != a->high || a->tricks != a->low)))
        return "the bounds contradict the value";
    if ((a->known && !value_within_matching_bounds(deal, a->tricks)) || !value_is_confirmed(deal, a))
        return "the value is not that of the deal";
    if (a->known && a->values.lead && !leads_are_consistent(&a->values, a->tricks))
        return "the leads contradict the value";
    if (a->known && a->line &&
        whist_principal_line_replay(a->line, deal->word, deal->order, a->arena) != (int)a->tricks)
        return "the line replayed gives another number of tricks";
    if (a->move && !moves_are_consistent(p, a))
        return "the values of the played game contradict each other";
    return a->trial && !trials_are_consistent(a) ? "the methods disagree" : NULL;
}

/* ---- several suits ---- */

/* Returns the tricks of player 0 in the whole game, by trying every card. */
static uint32_t minimax_suits_value(const struct suits_game *game)
{
    uint32_t best = 0;
    bool any = false;
    for (unsigned card = 0; card < WHIST_SUITS * 64; card++) {
        struct suits_card played = {(uint8_t)(card / 64), (uint8_t)(card % 64)};
        struct suits_game next = *game;
        if (suits_game_fault(game, played) != SUITS_LEGAL)
            continue;
        suits_game_play(&next, played);
        uint32_t value = minimax_suits_value(&next);
        if (!any || (game->turn == 0 ? value > best : value < best))
            best = value;
        any = true;
    }
    return any ? best : game->won[0];
}

static bool suits_moves_are_consistent(const struct whist_suits *suits, const struct whist_answer *a)
{
    struct suits_game game;
    uint32_t value = a->tricks;
    suits_game_init(&game, &suits->deal);
    for (uint32_t i = 0; i < a->suits->moves; i++) {
        const struct whist_suits_move *move = &a->suits->move[i];
        bool first = game.turn == 0;
        uint32_t gain = first ? move->before - move->after : move->after - move->before;
        if (move->by_first != first || move->before != value || move->cost != gain || gain > suits->order ||
            suits_game_fault(&game, move->best) != SUITS_LEGAL)
            return false;
        suits_game_play(&game, suits->play[i]);
        value = move->after;
    }
    bool over = !suits_game_hand_size(&game, 0) && !suits_game_hand_size(&game, 1);
    return !over || value == game.won[0];
}

static const char *find_suits_fault(const struct whist_suits *suits, const struct whist_answer *a)
{
    const struct suits_answer *found = &a->suits->found;
    struct suits_game game;
    uint32_t best = 0;
    if (a->low > a->high || a->high > suits->order)
        return "the bounds contradict each other";
    if (!found->lead)
        return NULL;
    for (uint32_t i = 0; i < found->leads; i++)
        best = found->lead[i].tricks > best ? found->lead[i].tricks : best;
    if (best != a->tricks)
        return "the leads contradict the value";
    if (suits_game_replay(&suits->deal, found->line, found->line_count) != (int)a->tricks)
        return "the line replayed gives another number of tricks";
    suits_game_init(&game, &suits->deal);
    if (suits->order <= MINIMAX_SUITS_ORDER_MAX && minimax_suits_value(&game) != a->tricks)
        return "the value is not that of the deal";
    return suits_moves_are_consistent(suits, a) ? NULL : "the values of the played game contradict each other";
}

static const char *find_distribution_fault(uint32_t order)
{
    const uint32_t *count = whist_distribution(order);
    uint64_t sum = 0, deals = 1;
    for (uint32_t t = 0; t <= order; t++)
        sum += count[t];
    for (uint32_t i = 1; i <= order; i++)
        deals = deals * (order + i) / i;
    return sum == deals ? NULL : "the counts do not add up to all deals";
}

/* Returns whether the arena has room for the checks of a deal. */
static bool arena_has_room(struct nash_arena *arena, uint32_t order)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    bool enough = nash_arena_alloc_raw(arena, 2 * (size_t)order, 16) &&
                  nash_arena_alloc_raw(arena, whist_rule_room(order) * sizeof(int32_t), _Alignof(int32_t));
    nash_arena_release(arena, mark);
    return enough;
}

enum nash_status whist_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct whist_problem *p = problem;
    const struct whist_answer *a = result->answer;
    if (p->has_deal && !arena_has_room(a->arena, p->deal.order))
        return nash_fail(error, NASH_NOMEM, "", "the memory of this job does not suffice to check the answer");
    const char *what = p->suits ? find_suits_fault(p->suits, a) : p->has_deal ? find_deal_fault(p, a) : NULL;
    if (!what && p->distribution)
        what = find_distribution_fault(p->distribution);
    return what ? nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", what) : NASH_OK;
}
