/* Checks an answer by other ways than those that found it: lines and plays are replayed card by card, related
 * numbers are compared, scores are counted trick by trick, and endgames of a few cards are solved by plain search.
 * No independent value of a whole deal is available in time, so for whole deals the parts of the answer are only
 * compared with each other. */

#include <solvers/bridge/kind.h>
#include <solvers/bridge/notation/notation.h>

#include "minimax.h"

#define WRONG(error, ...) nash_fail((error), NASH_INTERNAL, "", __VA_ARGS__)

/* Returns the number of tricks that are not decided yet. */
static unsigned tricks_left(const struct bridge_position *position)
{
    return bridge_hand_size(&position->deal, (position->leader + 3u) % BRIDGE_SEATS);
}

static bool is_legal(const struct bridge_position *position, struct bridge_card card)
{
    bridge_ranks legal[BRIDGE_SUITS];
    bridge_legal(position, legal);
    return card.suit < BRIDGE_SUITS && card.rank < BRIDGE_RANKS && legal[card.suit] >> card.rank & 1;
}

/* Returns the tricks of the side to play at `position`. */
static int minimax_tricks(const struct bridge_position *position)
{
    int north = bridge_minimax(position);
    return bridge_to_play(position) % 2 ? (int)tricks_left(position) - north : north;
}

/* ---- table and par ---- */

static enum nash_status verify_table(const struct bridge_problem *p, const struct bridge_answer *a,
                                     struct nash_error *error)
{
    unsigned cards = bridge_hand_size(&p->position.deal, BRIDGE_NORTH);
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
        for (unsigned seat = 0; seat < BRIDGE_SEATS && a->table.known >> strain & 1; seat++) {
            unsigned tricks = a->table.tricks[strain][seat];
            struct bridge_position position = {
                .deal = p->position.deal, .strain = (uint8_t)strain, .leader = (uint8_t)((seat + 1) % BRIDGE_SEATS)};
            if (tricks > cards)
                return WRONG(error, "%s makes %u of %u tricks", bridge_seat_name(seat), tricks, cards);
            if (cards <= BRIDGE_MINIMAX_CARDS && (int)cards - minimax_tricks(&position) != (int)tricks)
                return WRONG(error, "%s does not make %u tricks in %s", bridge_seat_name(seat), tricks,
                             bridge_strain_name(strain));
        }
    return NASH_OK;
}

/* Returns the score for North-South of a contract that is doubled if it fails. */
static int score_of(const struct bridge_problem *p, const struct bridge_answer *a, struct bridge_contract contract)
{
    unsigned tricks = a->table.tricks[contract.strain][contract.declarer];
    contract.doubled = tricks < contract.level + 6u;
    int score = bridge_score(&contract, bridge_is_vulnerable(p->vulnerable, contract.declarer), tricks);
    return contract.declarer % 2 ? -score : score;
}

/* Returns whether this side prefers a contract above `below` to par. */
static bool wants_more(const struct bridge_problem *p, const struct bridge_answer *a, unsigned side,
                       const struct bridge_contract *below)
{
    static const uint8_t order[BRIDGE_STRAINS] = {3, 2, 1, 0, 4};
    for (uint8_t level = 1; level <= 7; level++)
        for (uint8_t strain = 0; strain < BRIDGE_STRAINS; strain++)
            for (uint8_t seat = (uint8_t)side; seat < BRIDGE_SEATS; seat = (uint8_t)(seat + 2)) {
                struct bridge_contract c = {.level = level, .strain = strain, .declarer = seat};
                int gain = score_of(p, a, c) - a->par.score;
                bool higher = level != below->level ? level > below->level : order[strain] > order[below->strain];
                if (higher && (side ? gain < 0 : gain > 0))
                    return true;
            }
    return false;
}

static enum nash_status verify_par(const struct bridge_problem *p, const struct bridge_answer *a,
                                   struct nash_error *error)
{
    char text[BRIDGE_CONTRACT_LEN];
    if (a->par.count == 0)
        return WRONG(error, "par has no contract");
    for (unsigned i = 0; i < a->par.count; i++) {
        struct bridge_par_contract c = a->par.contract[i];
        bridge_contract_write(&c.contract, text);
        if (!c.contract.level) {
            if (a->par.score != 0)
                return WRONG(error, "par is %d, and yet all pass", a->par.score);
            continue;
        }
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
            if (!(c.declarers >> seat & 1))
                continue;
            c.contract.declarer = (uint8_t)seat;
            if (score_of(p, a, c.contract) != a->par.score)
                return WRONG(error, "%s by %s does not score par", text, bridge_seat_name(seat));
            if (wants_more(p, a, (seat + 1) % 2, &c.contract))
                return WRONG(error, "%s by %s would be outbid", text, bridge_seat_name(seat));
        }
    }
    return NASH_OK;
}

/* ---- cards and line ---- */

static enum nash_status verify_options(const struct bridge_problem *p, const struct bridge_answer *a,
                                       struct nash_error *error)
{
    const struct bridge_position *position = &p->position;
    bridge_ranks legal[BRIDGE_SUITS];
    unsigned left = tricks_left(position);
    bridge_legal(position, legal);
    for (unsigned i = 0; i < a->options.count; i++) {
        struct bridge_option option = a->options.option[i];
        unsigned cards = option.equals | 1u << option.card.rank;
        if (option.card.suit >= BRIDGE_SUITS || cards & ~(unsigned)legal[option.card.suit])
            return WRONG(error, "card %u is not one that may be played, or stands twice", i + 1);
        if (option.tricks > left || (i > 0 && option.tricks > a->options.option[i - 1].tricks))
            return WRONG(error, "card %u makes %u tricks of %u", i + 1, option.tricks, left);
        legal[option.card.suit] = (bridge_ranks)(legal[option.card.suit] & ~cards);
        for (uint8_t rank = 0; rank < BRIDGE_RANKS && left <= BRIDGE_MINIMAX_CARDS; rank++) {
            struct bridge_position next = *position;
            if (!(cards >> rank & 1))
                continue;
            bool ours = bridge_to_play(position) % 2 == 0;
            int winner = bridge_play(&next, (struct bridge_card){.suit = option.card.suit, .rank = rank});
            int north = bridge_minimax(&next) + (winner >= 0 && winner % 2 == 0);
            if ((ours ? north : (int)left - north) != option.tricks)
                return WRONG(error, "card %u does not make %u tricks", i + 1, option.tricks);
        }
    }
    if (legal[0] | legal[1] | legal[2] | legal[3])
        return WRONG(error, "a card that may be played is missing");
    return NASH_OK;
}

static enum nash_status verify_line(const struct bridge_problem *p, const struct bridge_answer *a,
                                    struct nash_error *error)
{
    struct bridge_position position = p->position;
    unsigned side = bridge_to_play(&position) % 2;
    int made = 0;
    for (uint32_t i = 0; i < a->line_count; i++) {
        if (!is_legal(&position, a->line[i]))
            return WRONG(error, "card %u of the line is not legal", i + 1);
        int winner = bridge_play(&position, a->line[i]);
        made += winner >= 0 && (unsigned)winner % 2 == side;
    }
    if (position.played || tricks_left(&position))
        return WRONG(error, "the line does not go on to the end");
    if (made != a->line_tricks)
        return WRONG(error, "the line makes %d tricks, not %d", made, a->line_tricks);
    if (a->options.count && a->options.option[0].tricks != made)
        return WRONG(error, "the line makes %d tricks and the best card %u", made, a->options.option[0].tricks);
    if (tricks_left(&p->position) <= BRIDGE_MINIMAX_CARDS && minimax_tricks(&p->position) != made)
        return WRONG(error, "the line makes %d tricks, and best play other", made);
    return NASH_OK;
}

/* Checks that the table and the cards or the line give the same number of tricks. */
static enum nash_status verify_agreement(const struct bridge_problem *p, const struct bridge_answer *a,
                                         struct nash_error *error)
{
    const struct bridge_position *position = &p->position;
    int best = a->options.count ? a->options.option[0].tricks : a->line_tricks;
    if (best < 0 || position->played || !(a->table.known >> position->strain & 1))
        return NASH_OK;
    int declared = a->table.tricks[position->strain][(position->leader + 3u) % BRIDGE_SEATS];
    if (declared + best != (int)tricks_left(position))
        return WRONG(error, "%d tricks of the table and %d of the lead do not go together", declared, best);
    return NASH_OK;
}

/* ---- play ---- */

/* Checks the tricks of the declaring side in the whole hand by plain search; `made`: its tricks so far. */
static bool play_value_agrees(const struct bridge_position *position, unsigned side, int made, unsigned claimed)
{
    if (tricks_left(position) > BRIDGE_MINIMAX_CARDS)
        return true;
    int north = bridge_minimax(position);
    return made + (side ? (int)tricks_left(position) - north : north) == (int)claimed;
}

static enum nash_status verify_play(const struct bridge_problem *p, const struct bridge_answer *a,
                                    struct nash_error *error)
{
    struct bridge_position position = p->position;
    unsigned side = bridge_declaring_side(p);
    int made = 0;
    for (uint32_t i = 0; i < p->play_count && a->move[i].known; i++) {
        const struct bridge_move *m = &a->move[i];
        bool ours = bridge_to_play(&position) % 2 == side;
        int lost = ours ? m->before - m->after : m->after - m->before;
        if (m->seat != bridge_to_play(&position) || !is_legal(&position, m->card) ||
            (m->has_best && !is_legal(&position, m->best)))
            return WRONG(error, "card %u of the play is not %s's to play", i + 1, bridge_seat_name(m->seat));
        if ((i > 0 && m->before != a->move[i - 1].after) || lost < 0 || lost != m->cost)
            return WRONG(error, "card %u of the play takes %u tricks to %u", i + 1, m->before, m->after);
        int winner = bridge_play(&position, m->card);
        made += winner >= 0 && (unsigned)winner % 2 == side;
        if (!play_value_agrees(&position, side, made, m->after))
            return WRONG(error, "after card %u of the play it is not %u tricks", i + 1, m->after);
    }
    return NASH_OK;
}

/* ---- scores, samples ---- */

/* Computes the score by Law 77, trick by trick. */
static int count_score(const struct bridge_contract *c, bool vulnerable, int tricks)
{
    int need = c->level + 6, factor = 1 << c->doubled, score = 0, below = 0;
    bool minor = c->strain == BRIDGE_DIAMONDS || c->strain == BRIDGE_CLUBS;
    for (int trick = need; trick > tricks; trick--) { /* each undertrick */
        int nth = need - trick + 1;
        int doubled = nth == 1 ? (vulnerable ? 200 : 100) : nth <= 3 && !vulnerable ? 200 : 300;
        score -= c->doubled ? doubled * c->doubled : vulnerable ? 100 : 50;
    }
    if (tricks < need)
        return score;
    for (int odd = 1; odd <= c->level; odd++)
        below += (minor ? 20 : c->strain == BRIDGE_NOTRUMP && odd == 1 ? 40 : 30) * factor;
    for (int trick = need; trick < tricks; trick++)
        score += c->doubled ? (vulnerable ? 200 : 100) * c->doubled : minor ? 20 : 30;
    score += below + (c->doubled == 2 ? 100 : c->doubled == 1 ? 50 : 0);
    score += below < 100 ? 50 : vulnerable ? 500 : 300;
    score += c->level < 6 ? 0 : (c->level == 6 ? 500 : 1000) * (vulnerable ? 3 : 2) / 2;
    return score;
}

static enum nash_status verify_score(const struct bridge_problem *p, const struct bridge_answer *a,
                                     struct nash_error *error)
{
    const struct bridge_contract *c = &p->contract;
    if (!c->level)
        return a->score == 0 ? NASH_OK : WRONG(error, "a passed hand scores %d", a->score);
    if (a->score_tricks > BRIDGE_RANKS)
        return WRONG(error, "%d tricks are scored", a->score_tricks);
    if (count_score(c, bridge_is_vulnerable(p->vulnerable, c->declarer), a->score_tricks) != a->score)
        return WRONG(error, "the score is not %d", a->score);
    if (p->given_tricks < 0 && a->options.count) {
        unsigned best = a->options.option[0].tricks;
        bool ours = (bridge_to_play(&p->position) - c->declarer) % 2 == 0;
        if (a->score_tricks != (int)(ours ? best : BRIDGE_RANKS - best))
            return WRONG(error, "%d tricks are scored and the best card makes %u", a->score_tricks, best);
    }
    return NASH_OK;
}

static enum nash_status verify_sample(const struct bridge_problem *p, const struct bridge_sample *s,
                                      struct nash_error *error)
{
    bridge_ranks legal[BRIDGE_SUITS];
    unsigned left =
        bridge_hand_size(&p->position.deal, bridge_to_play(&p->position)); /* the other hands may be hidden */
    bridge_legal(&p->position, legal);
    if (s->dealt > p->sampling->samples || (s->dealt > 0) != (s->count > 0))
        return WRONG(error, "%u deals were made of %u", s->dealt, p->sampling->samples);
    for (unsigned i = 0; i < s->count; i++) {
        const struct bridge_sample_card *c = &s->card[i];
        unsigned cards = c->equals | 1u << c->card.rank;
        if (cards & ~(unsigned)legal[c->card.suit])
            return WRONG(error, "card %u is not one that may be played, or stands twice", i + 1);
        legal[c->card.suit] = (bridge_ranks)(legal[c->card.suit] & ~cards);
        if (!(c->tricks >= 0 && c->tricks <= left) || !(c->makes >= 0 && c->makes <= 1))
            return WRONG(error, "card %u makes %g tricks of %u", i + 1, c->tricks, left);
    }
    if (s->count && (legal[0] | legal[1] | legal[2] | legal[3]))
        return WRONG(error, "a card that may be played is missing");
    return NASH_OK;
}

enum nash_status bridge_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct bridge_problem *p = problem;
    const struct bridge_answer *a = result->answer;
    enum nash_status status = NASH_OK;
    if (a->table.known)
        status = verify_table(p, a, error);
    if (status == NASH_OK && a->has_par)
        status = verify_par(p, a, error);
    if (status == NASH_OK && a->options.count)
        status = verify_options(p, a, error);
    if (status == NASH_OK && a->line_tricks >= 0)
        status = verify_line(p, a, error);
    if (status == NASH_OK)
        status = verify_agreement(p, a, error);
    if (status == NASH_OK && p->want & BRIDGE_WANT_PLAY && a->move)
        status = verify_play(p, a, error);
    if (status == NASH_OK && p->want & BRIDGE_WANT_SCORE && a->score_tricks >= 0)
        status = verify_score(p, a, error);
    if (status == NASH_OK && a->sample)
        status = verify_sample(p, a->sample, error);
    return status;
}
