/* Fuzzes both parsers of bridge deals, and solves small deals briefly.
 *
 * Text is a PBN record, a board of LIN, a link or a deal. An accepted problem must be valid for libdds, and its deal in
 * another notation must have the same key. The answer of a run that is stopped at once must be written correctly. */
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
        if (fuzz_solve(&nash_solver_bridge, problem, &run, false) > nash_solver_bridge.limits.result_bytes)
            fuzz_fail("the answer is too long", "");
    }
    if (size > 0 && *data == 'T')
        check_failed((const char *)data + 1, size - 1);
    nash_arena_free(arena);
    return 0;
}
