/* Both parsers of a deal of bridge, and what comes of the small ones.
 *
 * First byte 'T': the rest is text (a PBN record, a LIN line, a deal); anything else: the whole input is JSON. A
 * problem accepted is one that the library may be given, and its deal reads back to the same key in another spelling;
 * an answer stopped at once is well written; a refusal says why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/bridge/bridge.h>
#include <solvers/bridge/notation.h>

#include "fuzz.h"

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

/* The deal from another seat, on. */
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

/* An answer that was stopped before anything was found, or that needs no library. */
static void check_answer(const struct bridge_problem *p, struct nash_arena *arena)
{
    struct nash_run run = {.arena = arena, .force_check = BRIDGE_CHECK_LIBRARY, .stopped = NASH_STOP_TIME};
    struct nash_result result = {0};
    struct nash_error error = {0};
    struct nash_buf json = NASH_BUF_INIT(0), text = NASH_BUF_INIT(0), again = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    enum nash_status status = nash_solver_bridge.solve(p, &run, &result, &error);
    if (status == NASH_NOMEM)
        return;
    if (status != NASH_OK || nash_solver_bridge.verify(p, &result, &error) != NASH_OK)
        fuzz_fail("the answer does not hold", error.detail);
    nash_solver_bridge.write(p, &result, &out);
    if (nash_json_check(json.data, json.len, &error) != NASH_OK)
        fuzz_fail("the answer is no JSON", error.detail);
    cJSON *root = cJSON_ParseWithLength(json.data, json.len);
    nash_solver_bridge.write_text(p, &result, &text);
    nash_solver_bridge.text_of(root, &again);
    if (strcmp(nash_buf_cstr(&text), nash_buf_cstr(&again)) != 0)
        fuzz_fail("the texts of one answer differ", nash_buf_cstr(&again));
    if (json.len > nash_solver_bridge.limits.result_bytes)
        fuzz_fail("the answer is too long", nash_buf_cstr(&json));
    cJSON_Delete(root);
    nash_buf_free(&json);
    nash_buf_free(&text);
    nash_buf_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct nash_arena *arena = nash_arena_new(FUZZ_ARENA_BYTES);
    struct nash_json doc = {0};
    struct nash_error error = {0};
    void *problem = NULL;
    enum nash_status status;
    if (size && *text == 'T') {
        status = bridge_parse_text(text + 1, size - 1, arena, &problem, &error);
    } else {
        status = nash_json_parse(&doc, text, size, arena, &error);
        if (status == NASH_OK)
            status = bridge_parse(&doc, arena, &problem, &error);
        nash_json_free(&doc);
    }
    if (status == NASH_OK) {
        check_problem(problem);
        check_spelling(problem);
        check_answer(problem, arena);
    } else if (!*error.detail || error.status != status) {
        fuzz_fail("a refusal without a reason", nash_status_name(status));
    }
    nash_arena_free(arena);
    return 0;
}
