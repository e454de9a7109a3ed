/* Fuzzes both parsers of whist, and solves accepted problems briefly.
 *
 * An accepted problem must be a deal in normal form with a valid game; written again it must have the same key. */
#include <string.h>

#include <nash/nash.h>
#include <solvers/whist/kind.h>
#include <solvers/whist/suits/rules.h>

#include "fuzz_kind.h"

enum { ARENA_BYTES = 64 << 20, NODES = 3000, SOLVED_ORDER = 40 };

extern const struct nash_solver nash_solver_whist;

/* ---- checks of an accepted problem ---- */

static void check_play(const struct whist_problem *p)
{
    const struct whist_deal *deal = &p->deal;
    for (uint32_t i = 0; i < p->played; i++) {
        if (p->play[i] >= 2 * deal->order)
            fuzz_fail("a card of no hand is played", "");
        for (uint32_t k = 0; k < i; k++)
            if (p->play[k] == p->play[i])
                fuzz_fail("a card is played twice", "");
        bool other = i % 2 && (deal->word[p->play[i]] > 0) == (deal->word[p->play[i - 1]] > 0);
        if (other || (!i && deal->word[p->play[0]] < 0))
            fuzz_fail("a card is played out of turn", "");
    }
}

static void check_deal(const struct whist_problem *p)
{
    const struct whist_deal *deal = &p->deal;
    int64_t surplus = 0;
    for (size_t i = 0; i < 2 * (size_t)deal->order; i++) {
        surplus += deal->word[i];
        if ((deal->word[i] != 1 && deal->word[i] != -1) || (i && deal->label[i] >= deal->label[i - 1]))
            fuzz_fail("a deal is not in its normal form", "");
    }
    if (surplus || !deal->order || deal->order > WHIST_ORDER_MAX)
        fuzz_fail("hands of different sizes are accepted", "");
    check_play(p);
}

static void check_suits(const struct whist_suits *suits)
{
    struct suits_game game;
    uint32_t leader = 0, other = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        const struct suits_suit *suit = &suits->deal.suit[s];
        if (suit->leader & suit->other || (suit->leader | suit->other) != (UINT64_C(1) << suits->cards[s]) - 1)
            fuzz_fail("a suit is not in its normal form", "");
        leader += (uint32_t)__builtin_popcountll(suit->leader);
        other += (uint32_t)__builtin_popcountll(suit->other);
    }
    if (leader != other || leader != suits->order || !leader || leader > WHIST_SUITS_CARDS)
        fuzz_fail("hands of different sizes are accepted", "");
    suits_game_init(&game, &suits->deal);
    for (uint32_t i = 0; i < suits->played; i++) {
        if (suits_game_fault(&game, suits->play[i]) != SUITS_LEGAL)
            fuzz_fail("a card is accepted that may not be played", "");
        suits_game_play(&game, suits->play[i]);
    }
}

/* ---- writing it again ---- */

static void write_deal(struct nash_jsonw *out, const struct whist_problem *p)
{
    const struct whist_deal *deal = &p->deal;
    for (unsigned hand = 0; hand < 2; hand++) {
        nash_jsonw_karray(out, hand ? "a" : "b");
        for (size_t i = 2 * (size_t)deal->order; i-- > 0;)
            if (((deal->word[i] > 0) != deal->b_leads) == (hand == 1))
                nash_jsonw_int(out, deal->label[i]);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_kstring(out, "leader", deal->b_leads ? "b" : "a");
    nash_jsonw_karray(out, "play");
    for (uint32_t i = 0; i < p->played; i++)
        nash_jsonw_int(out, deal->label[p->play[i]]);
    nash_jsonw_array_end(out);
}

static void write_suit(struct nash_jsonw *out, const struct whist_suits *suits, unsigned s, uint64_t a)
{
    for (unsigned hand = 0; hand < 2; hand++) {
        nash_jsonw_karray(out, hand ? "b" : "a");
        for (uint32_t rank = 0; rank < suits->cards[s]; rank++)
            if ((a >> rank & 1) == !hand)
                nash_jsonw_int(out, suits->label[s][rank]);
        nash_jsonw_array_end(out);
    }
}

static void write_suits(struct nash_jsonw *out, const struct whist_suits *suits)
{
    char trump[2] = {suits->deal.trump < 0 ? '\0' : whist_suit_names[suits->deal.trump], '\0'};
    nash_jsonw_key(out, "trump");
    nash_jsonw_string(out, *trump ? trump : NULL);
    nash_jsonw_kstring(out, "leader", suits->b_leads ? "b" : "a");
    nash_jsonw_kobject(out, "suits");
    for (unsigned s = WHIST_SUITS; s-- > 0;) {
        char name[2] = {whist_suit_names[s], '\0'};
        nash_jsonw_kobject(out, name);
        write_suit(out, suits, s, suits->b_leads ? suits->deal.suit[s].other : suits->deal.suit[s].leader);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_object_end(out);
    nash_jsonw_karray(out, "play");
    for (uint32_t i = 0; i < suits->played; i++) {
        char name[2] = {whist_suit_names[suits->play[i].suit], '\0'};
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "suit", name);
        nash_jsonw_kint(out, "card", suits->label[suits->play[i].suit][suits->play[i].rank]);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* Checks that the problem, written as JSON with all optional members, has the same key. */
static void check_spelling(const struct whist_problem *p, struct nash_arena *arena)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    if (p->suits)
        write_suits(&out, p->suits);
    else if (p->has_deal)
        write_deal(&out, p);
    if (p->distribution) {
        nash_jsonw_kobject(&out, "distribution");
        nash_jsonw_kuint(&out, "order", p->distribution);
        nash_jsonw_object_end(&out);
    }
    nash_jsonw_kstring(&out, "method", whist_method_names[p->method]);
    nash_jsonw_kbool(&out, "compare", p->compare);
    nash_jsonw_kbool(&out, "confirm", p->confirm);
    nash_jsonw_kbool(&out, "graph", p->graph);
    nash_jsonw_kbool(&out, "leads", p->leads);
    nash_jsonw_kbool(&out, "line", p->line);
    nash_jsonw_object_end(&out);
    fuzz_same_problem(&nash_solver_whist, p, &buf, arena);
    nash_buf_free(&buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena, .node_limit = NODES};
    const struct whist_problem *p = fuzz_parse(&nash_solver_whist, data, size, arena);
    if (p) {
        if (p->suits)
            check_suits(p->suits);
        else if (p->has_deal)
            check_deal(p);
        check_spelling(p, arena);
        if (p->suits || p->deal.order <= SOLVED_ORDER)
            fuzz_solve(&nash_solver_whist, p, &run, false);
    }
    nash_arena_free(arena);
    return 0;
}
