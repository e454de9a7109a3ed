/* Misere play, nim with a largest move, and the state graphs of both games, compared with play by the definition. */
#include <solvers/gametree/piles/piles.h>
#include <solvers/gametree/piles/state_graph.h>

#include "game.h"

/* ---- play by the definition: a position is its piles, ascending, six bits each ---- */

enum { PILES = 12, MEMO = 1 << 18 };

struct rules {
    bool splits, misere;
    uint32_t take; /* nim; 0: any number */
};

struct table {
    struct rules rules;
    unsigned __int128 key[MEMO]; /* 0: free, else the position * 2 + whether the mover wins */
};
static struct table table;

static void begin(struct rules rules)
{
    memset(&table, 0, sizeof table);
    table.rules = rules;
}

/* Sorts the piles ascending, without those that have no move. */
static uint32_t tidy(uint32_t *pile, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value = pile[i], at = kept;
        if (value <= (table.rules.splits ? 2 : 0))
            continue;
        for (; at > 0 && pile[at - 1] > value; at--)
            pile[at] = pile[at - 1];
        pile[at] = value;
        kept++;
    }
    return kept;
}

/* Returns the number of moves at a pile. */
static uint32_t moves_at(uint32_t pile)
{
    if (table.rules.splits)
        return (pile - 1) / 2;
    return table.rules.take && table.rules.take < pile ? table.rules.take : pile;
}

static bool play(const uint32_t *given, uint32_t given_count)
{
    uint32_t pile[PILES + 2];
    memcpy(pile, given, given_count * sizeof *pile);
    uint32_t count = tidy(pile, given_count);
    unsigned __int128 key = 1;
    assert_true(count <= PILES);
    for (uint32_t i = 0; i < count; i++)
        key = key << 6 | pile[i];
    uint32_t at = (uint32_t)((uint64_t)(key ^ key >> 61) * UINT64_C(0x9E3779B97F4A7C15) >> 46);
    while (table.key[at] && table.key[at] >> 1 != key)
        at = (at + 1) % MEMO;
    if (table.key[at])
        return table.key[at] & 1;
    bool wins = count == 0 && table.rules.misere;
    for (uint32_t i = 0; i < count && !wins; i++) {
        uint32_t whole = pile[i];
        for (uint32_t part = 1; part <= moves_at(whole) && !wins; part++) {
            uint32_t next[PILES + 2];
            memcpy(next, pile, count * sizeof *next);
            next[i] = whole - part;
            next[count] = part;
            wins = !play(next, count + table.rules.splits);
        }
    }
    while (table.key[at] && table.key[at] >> 1 != key)
        at = (at + 1) % MEMO;
    table.key[at] = key << 1 | wins;
    return wins;
}

/* Returns how many moves of different piles leave a lost position. */
static uint64_t count_wins(const uint32_t *pile, uint32_t count)
{
    uint64_t wins = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next[PILES + 2];
        bool again = false;
        for (uint32_t k = 0; k < i; k++)
            again |= pile[k] == pile[i];
        for (uint32_t part = 1; part <= moves_at(pile[i]) && !again; part++) {
            memcpy(next, pile, count * sizeof *next);
            next[i] = pile[i] - part;
            next[count] = part;
            wins += !play(next, count + table.rules.splits);
        }
    }
    return wins;
}

/* ---- answers against play ---- */

static char *write_problem(char *text, const struct rules *rules, const uint32_t *pile, uint32_t count,
                           const char *more)
{
    char *end = text + sprintf(text, "{\"game\":\"%s\",\"misere\":%s", rules->splits ? "grundy" : "nim",
                               rules->misere ? "true" : "false");
    if (rules->take)
        end += sprintf(end, ",\"take\":%u", rules->take);
    end += sprintf(end, "%s,\"piles\":[", more);
    for (uint32_t i = 0; i < count; i++)
        end += sprintf(end, "%s%u", i ? "," : "", pile[i]);
    strcpy(end, "]}");
    return text;
}

/* Checks that the winner of each state is right and that its edges are its moves. */
static void check_states(const struct piles_states *s, const char *text)
{
    assert_true(s->complete && s->known);
    for (uint32_t i = 0; i < s->count; i++) {
        const struct piles_state *state = &s->state[i];
        if (play(s->pile + state->first, state->count) != state->mover_wins)
            fail_msg("%s: state %u has the wrong winner", text, i);
        bool lost_below = false, misere_end = state->edges == 0 && table.rules.misere;
        for (uint32_t e = 0; e < state->edges; e++) {
            const struct piles_state *next = &s->state[s->to[state->edge + e]];
            lost_below |= !next->mover_wins;
            if (next->moves % 2 == state->moves % 2)
                fail_msg("%s: a move from state %u keeps the player", text, i);
        }
        if (state->mover_wins != (lost_below || misere_end))
            fail_msg("%s: the edges of state %u do not give its winner", text, i);
    }
}

static void check(const struct rules *rules, const uint32_t *pile, uint32_t count, bool tree, bool min)
{
    char text[256], more[64];
    struct kind_case c = {0};
    snprintf(more, sizeof more, "%s%s", tree ? ",\"tree\":true" : "", min ? ",\"to_move\":\"MIN\"" : "");
    kind_solve(&c, NASH_FORMAT_JSON, write_problem(text, rules, pile, count, more));
    const struct piles_answer *a = c.result.answer;
    bool wins = play(pile, count);
    if (wins != a->mover_wins || a->winning != count_wins(pile, count))
        fail_msg("%s: %s, %zu winning moves", text, kind_word(&c, "summary"), a->winning);
    assert_string_equal(kind_word(&c, "winner"), wins != min ? "MAX" : "MIN");
    assert_true(kind_has(&c, "value") == !rules->misere);
    if (!rules->misere && (kind_int(&c, "value") != 0) != wins)
        fail_msg("%s: the value does not say who wins", text);
    for (size_t i = 0; i < a->listed; i++) {
        const struct piles_move *move = &a->win[i];
        uint32_t next[PILES + 2], at = 0;
        memcpy(next, pile, count * sizeof *next);
        while (next[at] != move->pile)
            at++;
        next[at] = move->into[0];
        next[count] = move->into[1];
        if (play(next, count + rules->splits))
            fail_msg("%s: %u to %u does not win", text, move->pile, move->into[0]);
    }
    if (tree)
        check_states(a->states, text);
    kind_free(&c);
}

static void test_misere_grundy(void **state)
{
    struct nash_rng rng = test_rng();
    struct rules rules = {.splits = true, .misere = true};
    begin(rules);
    for (uint32_t pile = 1; pile <= test_length(34, 38); pile++)
        check(&rules, &pile, 1, pile <= 12, pile % 2);
    for (unsigned i = 0; i < test_length(150, 600); i++) {
        uint32_t pile[PILES], count = 1 + (uint32_t)nash_rng_below(&rng, 5);
        for (uint32_t k = 0; k < count; k++)
            pile[k] = 1 + (uint32_t)nash_rng_below(&rng, 34 / count);
        check(&rules, pile, count, false, i % 2);
    }
}

static void test_taking(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < test_length(400, 2000); i++) {
        struct rules rules = {.misere = i % 2, .take = i % 5 ? 1 + (uint32_t)nash_rng_below(&rng, 6) : 0};
        uint32_t pile[PILES], count = 1 + (uint32_t)nash_rng_below(&rng, 4);
        for (uint32_t k = 0; k < count; k++)
            pile[k] = (uint32_t)nash_rng_below(&rng, 24 / count);
        if (table.rules.splits || table.rules.misere != rules.misere || table.rules.take != rules.take)
            begin(rules);
        check(&rules, pile, count, i % 8 == 0, i % 3 == 0);
    }
}

/* The single piles up to 60 that the mover of misere Grundy loses, as the theory of canonical forms finds them. */
static void test_lost_piles(void **state)
{
    for (uint32_t pile = 1; pile <= 60; pile++) {
        struct rules rules = {.splits = true, .misere = true};
        struct kind_case c = {0};
        char text[128];
        kind_solve(&c, NASH_FORMAT_JSON, write_problem(text, &rules, &pile, 1, ""));
        bool lost = (pile % 3 == 0 && pile <= 45) || pile == 50;
        if (lost == ((const struct piles_answer *)c.result.answer)->mover_wins)
            fail_msg("%s: %s", text, kind_word(&c, "summary"));
        kind_free(&c);
    }
}

/* Five coins, one to three a move, the last one loses: the second player wins by leaving one coin (an exercise
 * of Nilsson, Principles of Artificial Intelligence; the lecture notes name the game on page 55). */
static void test_last_one_loses(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"game\":\"nim\",\"piles\":[5],\"take\":3,\"misere\":true,\"to_move\":\"MIN\",\"tree\":true}");
    assert_string_equal(kind_word(&c, "summary"), "Nim misere, a pile of 5, at most 3 a move: MIN to move loses");
    assert_string_equal(kind_word(&c, "winner"), "MAX");
    assert_int_equal(kind_int(&c, "take"), 3);
    assert_int_equal(kind_int(&c, "states/count"), 10);
    kind_free(&c);
}

static void test_largest_numbers(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"nim\",\"piles\":[4294967295],\"take\":4294967294}");
    assert_int_equal(kind_int(&c, "value"), 0);
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"nim\",\"piles\":[4294967295, 4294967295],\"misere\":true}");
    assert_string_equal(kind_word(&c, "winner"), "MIN");
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"nim\",\"piles\":[4294967295,1],\"tree\":true}");
    assert_true(cJSON_IsFalse(kind_at(&c, "states/complete")));
    assert_true(kind_has(&c, "states/nodes/0/winner"));
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[60],\"misere\":true,\"tree\":true}");
    assert_true(cJSON_IsFalse(kind_at(&c, "states/complete")));
    assert_false(kind_has(&c, "states/nodes/0/winner"));
    kind_free(&c);
}

/* ---- the text form ---- */

static void expect_text(const char *text, const char *answer)
{
    struct kind_case c = {0};
    struct nash_buf out = NASH_BUF_INIT(0);
    kind_solve(&c, NASH_FORMAT_TEXT, text);
    kind_solver->text_of(c.json, &out);
    nash_buf_putc(&out, '\0');
    if (strcmp(out.data, answer) != 0)
        fail_msg("%s: %s, not %s", text, out.data, answer);
    nash_buf_free(&out);
    kind_free(&c);
}

static void test_text(void **state)
{
    expect_text("nim misere 1", "loss 1->0");
    expect_text("nim misere 3 4 5", "win 3->1");
    expect_text("nim misere 0", "win -");
    expect_text("nim take 3 misere 5", "loss 5->4");
    expect_text("nim misere take 3 6", "win 6->5");
    expect_text("nim take 3 21", "1 21->20");
    expect_text("nim 5 take 3 misere", "loss 5->4");
    expect_text("nim 3 misere 4 5", "win 3->1");
    expect_text("grundy 7 misere", "win 7->1+6");
    expect_text("grundy misere 7", "win 7->1+6");
    expect_text("grundy misere 2 1", "win -");
    kind_keys(NASH_FORMAT_TEXT, "nim take 3 misere 5", NASH_FORMAT_JSON,
              "{\"game\":\"nim\",\"piles\":[5],\"misere\":true,\"take\":3}", true);
    kind_keys(NASH_FORMAT_TEXT, "nim take 3 5", NASH_FORMAT_JSON, "{\"game\":\"nim\",\"piles\":[5]}", false);
    kind_keys(NASH_FORMAT_TEXT, "grundy misere 5", NASH_FORMAT_TEXT, "grundy 5", false);
    static const char *const wrong[] = {"nim take",        "nim take x 5",    "nim 3 take",   "nim misere 3 misere",
                                        "grundy 5 take 3", "grundy take 3 5", "nim misery 3", "nim 9007199254740993"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        kind_refuses(NASH_FORMAT_TEXT, wrong[i], NASH_INVALID, "", "nim take 3 misere 5");
    kind_refuses(NASH_FORMAT_TEXT, "nim take 0 5", NASH_INVALID, "", "take is an integer from 1 to 4294967295, not 0");
    kind_refuses(NASH_FORMAT_TEXT, "nim take 9007199254740993 5", NASH_INVALID, "", "take is");
}

static void test_refused(void **state)
{
    game_refuses("nim", "\"piles\":[7],\"take\":0", NASH_INVALID, "/take", "");
    game_refuses("nim", "\"piles\":[7],\"take\":4294967296", NASH_INVALID, "/take", "");
    game_refuses("grundy", "\"piles\":[7],\"take\":2", NASH_INVALID, "/take", "");
    game_refuses("grundy", "\"piles\":[256],\"misere\":true", NASH_UNPROCESSABLE, "/piles",
                 "at most 255 coins, not 256");
    game_refuses("grundy", "\"piles\":[200,51,5,3,12,3],\"misere\":true", NASH_UNPROCESSABLE, "/piles", "not 259");
}

/* ---- stops ---- */

static void test_stop(void **state)
{
    struct kind_case c = {.run.force_check = PILES_CHECK_MISERE};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[40],\"misere\":true,\"tree\":true}");
    assert_int_equal(c.run.last_check, PILES_CHECK_MISERE);
    assert_false(c.result.final);
    assert_false(kind_has(&c, "winner"));
    assert_true(cJSON_IsFalse(kind_at(&c, "exact")));
    assert_true(cJSON_IsTrue(kind_at(&c, "timeout")));
    kind_free(&c);
    c.run = (struct nash_run){.force_check = PILES_CHECK_STATES};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"nim\",\"piles\":[5],\"tree\":true}");
    assert_false(c.result.final);
    assert_true(cJSON_IsFalse(kind_at(&c, "states/complete")));
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_misere_grundy),   cmocka_unit_test(test_taking),
        cmocka_unit_test(test_lost_piles),      cmocka_unit_test(test_last_one_loses),
        cmocka_unit_test(test_largest_numbers), cmocka_unit_test(test_text),
        cmocka_unit_test(test_refused),         cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
