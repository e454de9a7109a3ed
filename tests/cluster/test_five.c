/* Five real servers play one game: in all modes, and while one to four of them are killed, frozen or cut off. The
 * trajectory is always that of one process. */
#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <base/test.h>

#include "five.h"

/* ---- no faults ---- */

static void play_all_modes(bool joined)
{
    struct five five;
    struct outcome alone, shards;
    char board[1024];
    five_start(&five, joined, "1000", 1);
    struct game game = {.puzzle = board, .method = "sap", .shards = 5};
    game_board(board, 5, 60, 3);
    for (game.seed = 1; game.seed <= 3; game.seed++) {
        game.mode = "exact";
        game_alone(&game, &alone);
        game_play(&five, &game, &shards);
        game_same(&game, &alone, &shards);
        assert_true(shards.remote > 0);
    }
    game.mode = "token";
    game_alone(&game, &alone);
    game_play(&five, &game, &shards);
    game_same(&game, &alone, &shards);
    game_board(board, 5, 45, 4);
    game.mode = "replicas";
    for (game.seed = 10; game.seed <= 12; game.seed++) {
        game.method = game.seed % 2 == 0 ? "tabu" : "sap";
        game_play(&five, &game, &shards);
        assert_string_equal(shards.verdict, "solved");
    }
    game_board(board, 3, 35, 5); /* three shards of a 9x9 */
    game = (struct game){.puzzle = board, .method = "sap", .mode = "exact", .shards = 3, .seed = 20};
    game_alone(&game, &alone);
    game_play(&five, &game, &shards);
    game_same(&game, &alone, &shards);
    five_stop(&five);
}

static void test_peers_play_in_all_modes(void **state)
{
    play_all_modes(false);
}

static void test_joined_servers_play_in_all_modes(void **state)
{
    play_all_modes(true);
}

/* ---- shards are lost ---- */

/* Loses one to four of the other servers in the middle of a game. A brief run loses one or all four: with peers and
 * with joined servers, and from one kind of loss to the next, the other number. */
static void lose_some(bool joined, enum loss how)
{
    const unsigned step = joined ? OTHERS - 1 : 1, brief = (how + joined) % 2 == 0 ? 1 : OTHERS;
    const unsigned first = test_is_long() ? 1 : brief, last = test_is_long() ? OTHERS : brief;
    const unsigned long_game = test_length(12000000, 12000000); /* ticks; fewer with a sanitizer, which is slow */
    struct outcome alone, shards;
    char board[1024], path[96];
    game_board(board, 5, 30, 6);
    struct game game = {.puzzle = board, .method = "sap", .mode = "exact", .shards = 5};
    for (unsigned lost = first; lost <= last; lost += step) {
        struct five five;
        five_start(&five, joined, "200", lost);
        for (game.seed = 100 * lost;; game.seed++) { /* until a game is long enough to have a middle */
            game_alone(&game, &alone);
            if (alone.updates > long_game)
                break;
        }
        game_submit(&five, &game, path, sizeof path);
        bool midway = game_reaches(&five, path, (double)alone.updates / 20);
        for (unsigned i = 0; i < lost; i++)
            five_lose(&five, how, i);
        game_wait(&five, path, &shards);
        game_same(&game, &alone, &shards);
        if (!midway || shards.faults + shards.hedged == 0) /* the game was nearly over when the servers were lost */
            fail_msg("%u lost %s without a fault or a hedged part", lost, midway ? "midway" : "too late");
        five_stop(&five);
    }
}

static void test_peers_are_killed(void **state)
{
    lose_some(false, KILLED);
}

static void test_peers_freeze(void **state)
{
    lose_some(false, FROZEN);
}

static void test_peers_are_cut_off(void **state)
{
    lose_some(false, CUT);
}

static void test_joined_servers_are_killed(void **state)
{
    lose_some(true, KILLED);
}

static void test_joined_servers_freeze(void **state)
{
    lose_some(true, FROZEN);
}

static void test_joined_servers_are_cut_off(void **state)
{
    lose_some(true, CUT);
}

/* ---- leases pass on ---- */

/* Plays a game that never ends, because its beta is too small for a solution. All four other servers are lost at once;
 * each of their partitions must get another member, and the game must continue. */
static void pass_on(bool joined, enum loss how, const char *mode)
{
    struct five five;
    char board[1024], path[96];
    five_start(&five, joined, "500", 3);
    game_board(board, 5, 30, 8);
    struct game game = {.puzzle = board, .method = "sap", .mode = mode, .more = ",\"beta\":1", .shards = 5, .seed = 1};
    game_submit(&five, &game, path, sizeof path);
    struct outcome now = {0};
    while (now.remote < OTHERS) /* rounds, not members: on a busy machine, a member may have lost its lease already */
        game_read_progress(&five, path, &now);
    unsigned leases = now.leases + now.away;
    assert_true(now.away > 0);
    for (unsigned i = 0; i < OTHERS; i++)
        five_lose(&five, how, i);
    int64_t lost = clock_mono_ns();
    while (now.away > 0 || now.leases < leases)
        game_read_progress(&five, path, &now);
    print_message("%s, %s: all passed on %.0f ms after the loss (two leases: 1000 ms)\n", mode,
                  how == KILLED   ? "killed"
                  : how == FROZEN ? "frozen"
                                  : "cut off",
                  (double)(clock_mono_ns() - lost) / 1e6);
    assert_true(game_reaches(&five, path, (double)now.updates));
    game_cancel(&five, path);
    five_stop(&five);
}

static void test_leases_pass_on(void **state)
{
    for (unsigned how = KILLED; how <= CUT; how++) {
        if (test_is_long() || how == FROZEN)
            pass_on(false, how, "exact");
        if (test_is_long() || how != FROZEN)
            pass_on(true, how, "exact");
    }
}

/* ---- members come back ---- */

static void come_back(bool joined)
{
    struct five five;
    struct outcome shards = {0};
    char board[1024];
    five_start(&five, joined, "200", 9);
    game_board(board, 5, 60, 7);
    struct game game = {.puzzle = board, .method = "sap", .mode = "exact", .shards = 5, .seed = 200};
    for (unsigned i = 0; i < OTHERS; i++)
        five_kill(&five, i);
    if (joined)
        five_await_joined(&five, 0); /* a request must not name servers that have left */
    else
        game_play(&five, &game, &shards); /* the hub notices that the peers are gone */
    assert_int_equal(shards.remote, 0);
    for (unsigned i = 0; i < OTHERS; i++)
        five_start_anew(&five, i);
    five_await_joined(&five, OTHERS);
    int64_t give_up = clock_mono_ns() + INT64_C(60000000000);
    while (shards.away < OTHERS && clock_mono_ns() < give_up) { /* the hub does not call a failed peer for a while */
        game.seed++;
        game_play(&five, &game, &shards);
    }
    assert_int_equal(shards.away, OTHERS);
    five_stop(&five);
}

static void test_peers_come_back(void **state)
{
    come_back(false);
}

static void test_joined_servers_come_back(void **state)
{
    come_back(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_peers_play_in_all_modes),  cmocka_unit_test(test_joined_servers_play_in_all_modes),
        cmocka_unit_test(test_peers_are_killed),         cmocka_unit_test(test_peers_freeze),
        cmocka_unit_test(test_peers_are_cut_off),        cmocka_unit_test(test_joined_servers_are_killed),
        cmocka_unit_test(test_joined_servers_freeze),    cmocka_unit_test(test_joined_servers_are_cut_off),
        cmocka_unit_test(test_leases_pass_on),           cmocka_unit_test(test_peers_come_back),
        cmocka_unit_test(test_joined_servers_come_back),
    };
    cmocka_set_test_filter(getenv("NASH_TEST")); /* one test, by its name */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
