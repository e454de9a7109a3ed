/* Checks the constraints and converts them to rules for dealing.
 *
 * Every constraint becomes one of three: the cards that a hand may get, the number of cards of each suit, the
 * points. A card in a `has` constraint can go to no other hand. Limits describe the hand as dealt, so the cards it
 * has played are subtracted. Single faults are reported at once. If each constraint could be met alone but not all
 * together, the error names the first one without which (all others kept) a deal exists. */
#include "constrain.h"

#include <stdio.h>
#include <string.h>

enum { POINTER = 64 };

static const char *const seat_name[] = {"North", "East", "South", "West"};
static const char *const suit_name[] = {"spades", "hearts", "diamonds", "clubs"};

static bool is_seen(const struct bridge_problem *p, unsigned seat)
{
    return p->sampling->seen >> seat & 1;
}

static unsigned count_of(bridge_ranks ranks)
{
    return (unsigned)__builtin_popcount(ranks);
}

/* ---- cards ---- */

/* Writes the cards that the seat has played, in the trick and before. */
static void played_by(const struct bridge_problem *p, unsigned seat, bridge_ranks out[BRIDGE_SUITS])
{
    const struct bridge_position *at = &p->position;
    memcpy(out, p->sampling->played[seat], sizeof p->sampling->played[seat]);
    for (unsigned i = 0; i < at->played; i++)
        if ((at->leader + i) % BRIDGE_SEATS == seat)
            out[at->trick[i].suit] |= (bridge_ranks)(1u << at->trick[i].rank);
}

/* Returns the number of cards that the seat must hold: as many as the seat to play, less one if it has played to the
 * trick. */
static unsigned due_size(const struct bridge_problem *p, unsigned seat)
{
    unsigned full = bridge_hand_size(&p->position.deal, bridge_to_play(&p->position));
    unsigned turn = (seat + BRIDGE_SEATS - p->position.leader) % BRIDGE_SEATS;
    return full - (turn < p->position.played);
}

/* Writes the cards to be dealt. */
static void make_pool(const struct bridge_problem *p, bridge_ranks pool[BRIDGE_SUITS])
{
    bool listed = false;
    unsigned due = 0;
    memset(pool, 0, BRIDGE_SUITS * sizeof *pool);
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        for (unsigned s = 0; s < BRIDGE_SUITS && !is_seen(p, seat); s++) {
            pool[s] |= p->position.deal.hand[seat][s];
            listed |= pool[s] != 0;
        }
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        due += is_seen(p, seat) ? 0 : due_size(p, seat);
    if (listed || due == 0)
        return;
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        pool[s] = (1u << BRIDGE_RANKS) - 1;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        bridge_ranks gone[BRIDGE_SUITS];
        played_by(p, seat, gone);
        for (unsigned s = 0; s < BRIDGE_SUITS; s++)
            pool[s] &= (bridge_ranks) ~(gone[s] | p->position.deal.hand[seat][s]);
    }
}

static enum nash_status fail_duplicate(unsigned suit, bridge_ranks ranks, struct nash_error *error)
{
    return nash_fail(error, NASH_UNPROCESSABLE, "/deal",
                     "%c%c is there twice, in the hands, on the table or among the cards played; a deck has it once.",
                     bridge_strain_letter(suit), card_rank_letter((unsigned)__builtin_ctz(ranks)));
}

static enum nash_status check_cards(const struct bridge_problem *p, struct nash_error *error)
{
    bridge_ranks all[BRIDGE_SUITS] = {0};
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
            bridge_ranks holds[2] = {p->position.deal.hand[seat][s], p->sampling->played[seat][s]};
            for (unsigned i = 0; i < 2; i++) {
                if (all[s] & holds[i])
                    return fail_duplicate(s, all[s] & holds[i], error);
                all[s] |= holds[i];
            }
        }
    for (unsigned i = 0; i < p->position.played; i++) {
        struct bridge_card card = p->position.trick[i];
        bridge_ranks rank = (bridge_ranks)(1u << card.rank);
        if (all[card.suit] & rank)
            return fail_duplicate(card.suit, rank, error);
        all[card.suit] |= rank;
    }
    return NASH_OK;
}

static enum nash_status check_seen(const struct bridge_problem *p, struct nash_error *error)
{
    const struct bridge_position *at = &p->position;
    unsigned to_play = bridge_to_play(at), hidden = 0;
    if (!is_seen(p, to_play) || bridge_hand_size(&at->deal, to_play) == 0)
        return nash_fail(error, NASH_UNPROCESSABLE, "/known",
                         "%s is to play, so that hand has to be given and known: its cards are what is compared.",
                         seat_name[to_play]);
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        hidden += !is_seen(p, seat);
        unsigned has = bridge_hand_size(&at->deal, seat), due = due_size(p, seat);
        if (is_seen(p, seat) && has != due)
            return nash_fail(
                error, NASH_UNPROCESSABLE, "/deal",
                "%s has %u cards where %s to play has %u and %u lie on the table: it must have %u. If only "
                "these of its cards are known, leave the hand out and name them in its constraint `has`.",
                seat_name[seat], has, seat_name[to_play], bridge_hand_size(&at->deal, to_play), at->played, due);
    }
    if (hidden == 0)
        return nash_fail(error, NASH_UNPROCESSABLE, "/known",
                         "All four hands are known, nothing is left to deal: leave `samples` out.");
    for (unsigned i = 1; i < at->played; i++) {
        unsigned seat = (at->leader + i) % BRIDGE_SEATS, led = at->trick[0].suit;
        if (is_seen(p, seat) && at->trick[i].suit != led && at->deal.hand[seat][led])
            return nash_fail(error, NASH_UNPROCESSABLE, "/trick", "%s has not followed suit but still has %s.",
                             seat_name[seat], suit_name[led]);
    }
    return NASH_OK;
}

static enum nash_status check_pool(const struct bridge_problem *p, struct nash_error *error)
{
    bridge_ranks pool[BRIDGE_SUITS];
    unsigned left = 0, due = 0;
    make_pool(p, pool);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        left += count_of(pool[s]);
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        due += is_seen(p, seat) ? 0 : due_size(p, seat);
    if (left != due)
        return nash_fail(
            error, NASH_UNPROCESSABLE, "/deal",
            "%u cards are left for the hidden hands, which need %u: say in `play` what has been played, or "
            "give the hidden hands too and name in `known` those that are seen.",
            left, due);
    return NASH_OK;
}

/* ---- rules ---- */

static void make_hidden_rules(const struct bridge_problem *p, unsigned seat, const bridge_ranks pool[BRIDGE_SUITS],
                              struct bridge_hidden *hand)
{
    const struct bridge_constraint *known = &p->sampling->constraint[seat];
    bridge_ranks gone[BRIDGE_SUITS];
    unsigned points = 0;
    uint8_t voids = p->sampling->voids[seat];
    unsigned turn = (seat + BRIDGE_SEATS - p->position.leader) % BRIDGE_SEATS;
    if (turn > 0 && turn < p->position.played && p->position.trick[turn].suit != p->position.trick[0].suit)
        voids |= (uint8_t)(1u << p->position.trick[0].suit);
    played_by(p, seat, gone);
    hand->cards = (uint8_t)due_size(p, seat);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        unsigned out = count_of(gone[s]);
        points += bridge_hcp(gone[s]);
        hand->may[s] = voids >> s & 1 ? 0 : pool[s] & (bridge_ranks)~known->lacks[s];
        hand->length[s][0] = (uint8_t)(known->shape[s][0] > out ? known->shape[s][0] - out : 0);
        hand->length[s][1] = (uint8_t)(known->shape[s][1] > out ? known->shape[s][1] - out : 0);
        for (unsigned other = 0; other < BRIDGE_SEATS; other++)
            if (other != seat)
                hand->may[s] &= (bridge_ranks)~p->sampling->constraint[other].has[s];
    }
    hand->hcp[0] = (uint8_t)(known->hcp[0] > points ? known->hcp[0] - points : 0);
    hand->hcp[1] = (uint8_t)(known->hcp[1] > points ? known->hcp[1] - points : 0);
}

void bridge_hiding_make(const struct bridge_problem *problem, struct bridge_hiding *hiding)
{
    *hiding = (struct bridge_hiding){.rules = {0}};
    make_pool(problem, hiding->rules.pool);
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        if (!is_seen(problem, seat)) {
            hiding->seat[hiding->rules.hands] = seat;
            make_hidden_rules(problem, seat, hiding->rules.pool, &hiding->rules.hand[hiding->rules.hands++]);
        }
}

/* ---- constraints, one by one ---- */

static const char *constraint_pointer(char out[POINTER], unsigned seat, const char *what)
{
    snprintf(out, POINTER, "/constraints/%c/%s", bridge_seat_letter(seat), what);
    return out;
}

static enum nash_status check_has_and_lacks(const struct bridge_problem *p, unsigned seat, unsigned s,
                                            const bridge_ranks pool[BRIDGE_SUITS], struct nash_error *error)
{
    const struct bridge_constraint *known = &p->sampling->constraint[seat];
    bridge_ranks gone[BRIDGE_SUITS];
    char at[POINTER];
    played_by(p, seat, gone);
    bridge_ranks own = gone[s] | p->position.deal.hand[seat][s];
    bridge_ranks elsewhere = (bridge_ranks)(known->has[s] & ~(is_seen(p, seat) ? own : gone[s] | pool[s]));
    if (elsewhere)
        return nash_fail(error, NASH_UNPROCESSABLE, constraint_pointer(at, seat, "has"),
                         "%s cannot have %c%c: the card is seen elsewhere, or was played by another.", seat_name[seat],
                         bridge_strain_letter(s), card_rank_letter((unsigned)__builtin_ctz(elsewhere)));
    bridge_ranks shown = known->lacks[s] & (is_seen(p, seat) ? own : gone[s] | known->has[s]);
    if (shown)
        return nash_fail(error, NASH_UNPROCESSABLE, constraint_pointer(at, seat, "lacks"),
                         "%s has or has played %c%c, so that it does not lack it.", seat_name[seat],
                         bridge_strain_letter(s), card_rank_letter((unsigned)__builtin_ctz(shown)));
    for (unsigned other = 0; other < seat; other++) {
        bridge_ranks both = known->has[s] & p->sampling->constraint[other].has[s];
        if (both)
            return nash_fail(error, NASH_UNPROCESSABLE, constraint_pointer(at, seat, "has"),
                             "%s and %s cannot both have %c%c.", seat_name[other], seat_name[seat],
                             bridge_strain_letter(s), card_rank_letter((unsigned)__builtin_ctz(both)));
    }
    return NASH_OK;
}

/* Checks the ranges against the known cards: all cards of a seen hand, the played cards of a hidden one. */
static enum nash_status check_ranges(const struct bridge_problem *p, unsigned seat, struct nash_error *error)
{
    const struct bridge_constraint *known = &p->sampling->constraint[seat];
    const char *has = is_seen(p, seat) ? "has" : "has already played";
    bridge_ranks gone[BRIDGE_SUITS];
    unsigned points = 0;
    char at[POINTER], what[16];
    played_by(p, seat, gone);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        bridge_ranks own = gone[s] | (is_seen(p, seat) ? p->position.deal.hand[seat][s] : 0);
        unsigned len = count_of(own);
        points += bridge_hcp(own);
        snprintf(what, sizeof what, "shape/%c", bridge_strain_letter(s));
        if (known->shape[s][0] > known->shape[s][1])
            return nash_fail(error, NASH_UNPROCESSABLE, constraint_pointer(at, seat, what),
                             "from %u to %u %s leaves no length: give the smaller number first.", known->shape[s][0],
                             known->shape[s][1], suit_name[s]);
        if (len > known->shape[s][1] || (is_seen(p, seat) && len < known->shape[s][0]))
            return nash_fail(error, NASH_UNPROCESSABLE, constraint_pointer(at, seat, what),
                             "%s %s %u %s, not %u to %u.", seat_name[seat], has, len, suit_name[s], known->shape[s][0],
                             known->shape[s][1]);
    }
    if (known->hcp[0] > known->hcp[1])
        return nash_fail(error, NASH_UNPROCESSABLE, constraint_pointer(at, seat, "hcp"),
                         "from %u to %u points leaves no number: give the smaller one first.", known->hcp[0],
                         known->hcp[1]);
    if (points > known->hcp[1] || (is_seen(p, seat) && points < known->hcp[0]))
        return nash_fail(error, NASH_UNPROCESSABLE, constraint_pointer(at, seat, "hcp"),
                         "%s %s %u points, not %u to %u.", seat_name[seat], has, points, known->hcp[0], known->hcp[1]);
    return NASH_OK;
}

/* ---- constraints together ---- */

/* Counts the deals that satisfy the constraints; *full is set if the arena is full. The arena is left unchanged. */
static uint64_t count_deals(const struct bridge_problem *p, struct nash_arena *arena, bool *full)
{
    struct bridge_hiding hiding;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    bridge_hiding_make(p, &hiding);
    struct bridge_dealing *dealing = bridge_dealing_new(&hiding.rules, arena);
    uint64_t count = dealing ? bridge_dealing_count(dealing) : 0;
    *full = !dealing;
    nash_arena_release(arena, mark);
    return count;
}

/* Removes the n-th constraint of the seat: points, lengths by suit, cards it has, cards it lacks. Returns false if
 * there is no such constraint. */
static bool remove_constraint(struct bridge_constraint *known, unsigned n, char what[16])
{
    const struct bridge_constraint old = *known, none = BRIDGE_CONSTRAINT_NONE;
    if (n == 0) {
        strcpy(what, "hcp");
        memcpy(known->hcp, none.hcp, sizeof none.hcp);
    } else if (n <= BRIDGE_SUITS) {
        snprintf(what, 16, "shape/%c", bridge_strain_letter(n - 1));
        memcpy(known->shape[n - 1], none.shape[n - 1], sizeof none.shape[n - 1]);
    } else if (n == 1 + BRIDGE_SUITS) {
        strcpy(what, "has");
        memset(known->has, 0, sizeof known->has);
    } else {
        strcpy(what, "lacks");
        memset(known->lacks, 0, sizeof known->lacks);
    }
    return memcmp(&old, known, sizeof old) != 0;
}

static enum nash_status fail_unsatisfiable(const struct bridge_problem *p, struct nash_arena *arena,
                                           struct nash_error *error)
{
    char at[POINTER], what[16];
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        for (unsigned n = 0; n < 3 + BRIDGE_SUITS; n++) {
            struct bridge_sampling less = *p->sampling;
            struct bridge_problem without = *p;
            bool full;
            without.sampling = &less;
            if (!is_seen(p, seat) && remove_constraint(&less.constraint[seat], n, what) &&
                count_deals(&without, arena, &full) > 0)
                return nash_fail(error, NASH_UNPROCESSABLE, constraint_pointer(at, seat, what),
                                 "No deal of the cards left agrees with all that is known; without this constraint "
                                 "there are some. Widen it, or another that stands against it.");
        }
    return nash_fail(error, NASH_UNPROCESSABLE, "/constraints",
                     "No deal of the cards left agrees with what is known, nor would one if any single constraint were "
                     "taken away. Widen several.");
}

enum nash_status bridge_sampling_check(const struct bridge_problem *problem, struct nash_arena *arena,
                                       struct nash_error *error)
{
    bridge_ranks pool[BRIDGE_SUITS];
    enum nash_status status = check_cards(problem, error);
    if (status == NASH_OK)
        status = check_seen(problem, error);
    if (status == NASH_OK)
        status = check_pool(problem, error);
    make_pool(problem, pool);
    for (unsigned seat = 0; seat < BRIDGE_SEATS && status == NASH_OK; seat++) {
        for (unsigned s = 0; s < BRIDGE_SUITS && status == NASH_OK; s++)
            status = check_has_and_lacks(problem, seat, s, pool, error);
        if (status == NASH_OK)
            status = check_ranges(problem, seat, error);
    }
    if (status != NASH_OK)
        return status;
    bool full;
    if (count_deals(problem, arena, &full) > 0)
        return NASH_OK;
    return full ? nash_fail(error, NASH_NOMEM, "/constraints",
                            "The possible deals do not fit into the memory of this job.")
                : fail_unsatisfiable(problem, arena, error);
}
