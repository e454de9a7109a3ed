/* Fuzzes both parsers of bridge deals, and solves small deals briefly.
 *
 * Text is a PBN record, a board of LIN, a link, a deal or hands in lines. An accepted problem must be valid for libdds,
 * its deal must be the same in another notation, and the problem must be the same when written as JSON. The answer of a
 * run that is stopped at once must be written correctly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/bridge/kind.h>
#include <solvers/bridge/notation/notation.h>

#include "fuzz_kind.h"

enum { FUZZ_ARENA_BYTES = 32 << 20 };

extern const struct nash_solver nash_solver_bridge;

static void check_position(const struct bridge_problem *p)
{
    struct nash_error error = {0};
    if (p->position.leader >= BRIDGE_SEATS || p->position.strain >= BRIDGE_STRAINS || p->dealer >= BRIDGE_SEATS ||
        p->vulnerable > BRIDGE_VUL_BOTH || p->position.played >= BRIDGE_SEATS)
        fuzz_fail("a member is out of range", "bridge");
    if (!(p->want & BRIDGE_WANT_SAMPLE) && bridge_position_check(&p->position, "", "", &error) != NASH_OK)
        fuzz_fail("a position is accepted that is none", error.detail);
}

static void check_play(const struct bridge_problem *p)
{
    struct bridge_position position = p->position;
    for (uint32_t i = 0; i < p->play_count; i++) {
        bridge_ranks legal[BRIDGE_SUITS];
        bridge_legal(&position, legal);
        if (!(legal[p->play[i].suit] >> p->play[i].rank & 1))
            fuzz_fail("a card is accepted that may not be played", "bridge");
        bridge_play(&position, p->play[i]);
    }
}

static void check_problem(const struct bridge_problem *p)
{
    if (!p->want || (p->want & BRIDGE_WANT_SAMPLE && !p->sampling) || (p->want & BRIDGE_WANT_PLAY && !p->play_count) ||
        (p->want & BRIDGE_WANT_SCORE && !p->has_contract) || (p->want & BRIDGE_WANT_STRAIN && !p->has_strain) ||
        (!p->has_deal && p->want != BRIDGE_WANT_SCORE) || p->given_tricks > BRIDGE_RANKS)
        fuzz_fail("an impossible problem is accepted", "bridge");
    if (p->want & (BRIDGE_WANT_TABLE | BRIDGE_WANT_PAR) && p->position.played)
        fuzz_fail("a table of unequal hands is accepted", "bridge");
    if (p->has_contract && (p->contract.level > 7 || p->contract.doubled > 2 || p->contract.declarer >= BRIDGE_SEATS))
        fuzz_fail("an impossible contract is accepted", "bridge");
    if (p->has_deal)
        check_position(p);
    if (p->want & BRIDGE_WANT_PLAY)
        check_play(p);
}

/* Checks that the deal, written from another first seat, has the same key. */
static void check_spelling(const struct bridge_problem *p)
{
    char one[BRIDGE_PBN_LEN], other[BRIDGE_PBN_LEN];
    struct bridge_deal deal;
    struct nash_error error;
    bridge_pbn_write(&p->position.deal, BRIDGE_NORTH, one);
    bridge_pbn_write(&p->position.deal, BRIDGE_WEST, other);
    if (strlen(one) >= BRIDGE_PBN_LEN || bridge_pbn_read(other, strlen(other), "", &deal, &error) != NASH_OK ||
        memcmp(&deal, &p->position.deal, sizeof deal) != 0)
        fuzz_fail("a deal changes when written again", one);
}

/* ---- the problem as JSON ---- */

/* Checks that the member has these cards, or is absent if there are none. */
static void check_cards(const cJSON *member, const struct bridge_card *card, uint32_t count)
{
    uint32_t i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, member)
    {
        struct bridge_card again = {0};
        const char *text = cJSON_IsString(item) ? item->valuestring : "";
        if (i == count || bridge_card_read(text, strlen(text), &again) != strlen(text) || again.suit != card[i].suit ||
            again.rank != card[i].rank)
            fuzz_fail("a card changes when written as JSON", text);
        i++;
    }
    if (i != count)
        fuzz_fail("a card is lost in JSON", "bridge");
}

static cJSON *seats_of(unsigned bits)
{
    cJSON *seats = cJSON_CreateArray();
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        if (bits >> seat & 1)
            cJSON_AddItemToArray(seats, cJSON_CreateString(bridge_seat_word(seat)));
    return seats;
}

static cJSON *range_of(const uint8_t range[2])
{
    return cJSON_CreateIntArray((const int[]){range[0], range[1]}, 2);
}

static cJSON *card_set_of(const bridge_ranks cards[BRIDGE_SUITS])
{
    char text[BRIDGE_CARD_LEN];
    cJSON *set = cJSON_CreateArray();
    for (unsigned i = 0; i < BRIDGE_CARDS; i++) {
        struct bridge_card card = {(uint8_t)(i / BRIDGE_RANKS), (uint8_t)(i % BRIDGE_RANKS)};
        if (cards[card.suit] >> card.rank & 1)
            cJSON_AddItemToArray(set, cJSON_CreateString(bridge_card_write(card, text)));
    }
    return set;
}

static void add_sampling(cJSON *json, const struct bridge_sampling *s)
{
    cJSON *constraints = cJSON_AddObjectToObject(json, "constraints");
    cJSON_AddNumberToObject(json, "samples", s->samples);
    cJSON_AddItemToObject(json, "known", seats_of(s->seen));
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        const struct bridge_constraint *c = &s->constraint[seat];
        cJSON *one = cJSON_AddObjectToObject(constraints, bridge_seat_word(seat));
        cJSON *shape = cJSON_AddObjectToObject(one, "shape");
        for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
            cJSON_AddItemToObject(shape, bridge_strain_name(suit), range_of(c->shape[suit]));
        cJSON_AddItemToObject(one, "hcp", range_of(c->hcp));
        cJSON_AddItemToObject(one, "has", card_set_of(c->has));
        cJSON_AddItemToObject(one, "lacks", card_set_of(c->lacks));
    }
}

/* Adds what write_problem() leaves out: what is asked, and the tricks of a record that are scored. A play that nothing
 * uses goes, because only a record may have one. */
static void add_question(cJSON *json, const struct bridge_problem *p)
{
    static const char *const words[] = {"table", "card", "line", "par", "play", "score"};
    if (p->want & BRIDGE_WANT_SAMPLE) {
        add_sampling(json, p->sampling);
        return;
    }
    cJSON *want = cJSON_AddArrayToObject(json, "want");
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (p->want >> i & 1)
            cJSON_AddItemToArray(want, cJSON_CreateString(words[i]));
    if (!(p->want & BRIDGE_WANT_PLAY))
        cJSON_DeleteItemFromObject(json, "play");
    if (p->want & BRIDGE_WANT_SCORE && p->given_tricks >= 0 && p->given.tricks < 0)
        cJSON_AddNumberToObject(json, "tricks", p->given_tricks);
}

/* Compares what the canonical key leaves out. */
static void compare_given(const struct bridge_problem *p, const struct bridge_problem *again, const char *json)
{
    const struct bridge_given *one = &p->given, *two = &again->given;
    if (one->dealer != two->dealer || one->vulnerable != two->vulnerable ||
        (one->tricks >= 0 && one->tricks != two->tricks))
        fuzz_fail("a member comes or goes when written as JSON", json);
    if (memcmp(&one->position.deal, &two->position.deal, sizeof one->position.deal) != 0 ||
        one->position.strain != two->position.strain || one->position.leader != two->position.leader ||
        one->position.played != two->position.played || p->has_strain != again->has_strain ||
        p->has_contract != again->has_contract || p->given_tricks != again->given_tricks)
        fuzz_fail("the position changes when written as JSON", json);
}

/* Checks that the problem written as JSON, with its question added, is the same problem. */
static void check_written(const struct bridge_problem *p, struct nash_arena *arena)
{
    struct nash_error error = {0};
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_jsonw writer = NASH_JSONW(&out);
    struct bridge_problem untagged = *p;
    untagged.tags = untagged.sections = NULL; /* JSON has no place for them */
    nash_solver_bridge.write_problem(p, &writer);
    if (nash_json_check(out.data, out.len, &error) != NASH_OK)
        fuzz_fail("the problem is no JSON", error.detail);
    cJSON *json = cJSON_ParseWithLength(out.data, out.len);
    check_cards(cJSON_GetObjectItem(json, "trick"), p->given.position.trick, p->given.position.played);
    check_cards(cJSON_GetObjectItem(json, "play"), p->given.play, p->given.play_count);
    add_question(json, p);
    char *text = cJSON_PrintUnformatted(json);
    nash_buf_reset(&out);
    nash_buf_add(&out, text, strlen(text));
    compare_given(p, fuzz_same_problem(&nash_solver_bridge, &untagged, &out, arena), text);
    cJSON_free(text);
    cJSON_Delete(json);
    nash_buf_free(&out);
}

/* Checks that a text that failed is repeated in the same way when it is sent again. */
static void check_failed(const char *text, size_t len)
{
    struct nash_error error = {.status = NASH_INVALID, .detail = "reason"};
    struct nash_buf once = NASH_BUF_INIT(0), twice = NASH_BUF_INIT(0);
    bridge_text_failed(text, len, &error, &once);
    bridge_text_failed(once.data, once.len, &error, &twice);
    if (once.len != twice.len || memcmp(once.data, twice.data, once.len) != 0)
        fuzz_fail("a text that failed changes when it fails again", nash_buf_cstr(&once));
    nash_buf_free(&once);
    nash_buf_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(FUZZ_ARENA_BYTES);
    /* the run is stopped before the first call of libdds; only problems that do not need it are solved */
    struct nash_run run = {.arena = arena, .force_check = BRIDGE_CHECK_DDS, .stopped = NASH_STOP_TIME};
    const struct bridge_problem *problem = fuzz_parse(&nash_solver_bridge, data, size, arena);
    if (problem) {
        check_problem(problem);
        check_spelling(problem);
        check_written(problem, arena);
        if (fuzz_solve(&nash_solver_bridge, problem, &run, false) > nash_solver_bridge.limits.result_bytes)
            fuzz_fail("the answer is too long", "");
    }
    if (size > 0 && *data == 'T')
        check_failed((const char *)data + 1, size - 1);
    nash_arena_free(arena);
    return 0;
}
