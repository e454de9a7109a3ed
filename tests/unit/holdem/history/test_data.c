/* The reference hands, if present: every one is legal, and its text gives the same hand in every way of reading it. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <solvers/holdem/history/history.h>
#include <solvers/holdem/history/settle.h>

#include "../../base/test.h"
#include "pluribus.h"

#define DATA SHARED_DIR "/data/imperfect/"

static struct holdem_history history;

/* Returns the whole file; the caller frees it. */
static char *read_file(const char *path, size_t *len)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = open_test_data(path);
    ssize_t got = getdelim(&text, &room, EOF, file);
    fclose(file);
    assert_true(got > 0);
    *len = (size_t)got;
    return text;
}

/* Checks that the pots, awarded by the evaluator, give the stacks that the text says. */
static void check_settled(const struct history_play *play, int64_t unit, const char *where)
{
    const struct holdem_history_hand *hand = play->hand;
    int64_t finish[HISTORY_SEATS];
    if (!history_settle(play, unit, finish))
        fail_msg("%s, hand %s is not settled", where, hand->id);
    for (unsigned i = 0; i < hand->players; i++)
        if (finish[i] != hand->seat[i].finish)
            fail_msg("%s, hand %s: p%u ends with %.4f, not %.4f", where, hand->id, i + 1,
                     (double)finish[i] / HISTORY_CHIP, (double)hand->seat[i].finish / HISTORY_CHIP);
}

static void pluribus_is_legal(void **state)
{
    static struct pluribus p;
    unsigned hands = 0;
    if (!pluribus_open(&p, DATA "pluribus_train.tsv"))
        skip();
    while (pluribus_next(&p)) {
        int64_t finish = 0;
        if (!p.hand.complete)
            fail_msg("hand %s does not end", p.hand.id);
        for (unsigned i = 0; i < p.hand.players; i++)
            finish += p.hand.seat[i].finish;
        assert_int_equal(finish, 60000 * HISTORY_CHIP);
        check_settled(&p.play, 1, "pluribus");
        hands++;
    }
    if (*p.why)
        fail_msg("%s", p.why);
    print_message("%u hands\n", hands);
    assert_int_equal(hands, 7737);
    pluribus_close(&p);
}

static void pluribus_as_phh(void **state)
{
    static struct pluribus p;
    struct nash_buf text = NASH_BUF_INIT(0);
    unsigned hands = 0;
    if (!pluribus_open(&p, DATA "pluribus_train.tsv"))
        skip();
    while (pluribus_next(&p))
        pluribus_write_phh(&p, ++hands, &text);
    pluribus_close(&p);
    const clock_t begin = clock();
    assert_true(holdem_history_open(&history, HISTORY_FORMAT_AUTO, text.data, text.len));
    unsigned read = 0;
    for (enum history_step step; (step = holdem_history_next(&history)) != HISTORY_END; read++)
        if (step != HISTORY_READ)
            fail_msg("hand %u, line %u: %s", history.refusal.hand, history.refusal.line, history.refusal.why);
    print_message("%u hands, %zu bytes, %.3f s\n", read, text.len, (double)(clock() - begin) / CLOCKS_PER_SEC);
    assert_int_equal(read, hands);
    nash_buf_free(&text);
}

static void read_log(const char *path, unsigned expected)
{
    size_t len;
    char *text = read_file(path, &len);
    unsigned hands = 0;
    assert_true(holdem_history_open(&history, HISTORY_FORMAT_AUTO, text, len));
    for (enum history_step step; (step = holdem_history_next(&history)) != HISTORY_END; hands++)
        if (step != HISTORY_READ || !history.hand.complete)
            fail_msg("%s, line %u: %s", path, history.refusal.line, history.refusal.why);
        else
            check_settled(&history.play, 1, path);
    assert_int_equal(hands, expected);
    free(text);
}

static void acpc_logs(void **state)
{
    read_log(DATA "acpc/2p.limit.h1000.r0.log", 1000);
    read_log(DATA "acpc/3p.limit.h1000.r0.log", 1000);
    read_log(DATA "acpc/2p.nolimit.h1000.r0.log", 1000);
}

static unsigned read_games, refused_games;

static void read_phh(const char *path)
{
    size_t len;
    char *text = read_file(path, &len);
    const bool holdem = strstr(text, "\"NT\"") || strstr(text, "'NT'") || strstr(text, "'FT'");
    assert_true(holdem_history_open(&history, HISTORY_FORMAT_AUTO, text, len));
    const enum history_step step = holdem_history_next(&history);
    if (holdem && (step != HISTORY_READ || !history.hand.complete))
        fail_msg("%s, line %u: %s", path, history.refusal.line, history.refusal.why);
    if (holdem && !strstr(path, "dwan"))
        check_settled(&history.play, HISTORY_CHIP, path);
    if (!holdem && (step != HISTORY_REFUSED || !strstr(history.refusal.why, "is not read; supported are NT and FT")))
        fail_msg("%s: %s", path, history.refusal.why);
    assert_int_equal(holdem_history_next(&history), HISTORY_END);
    read_games += holdem;
    refused_games += !holdem;
    free(text);
}

static void mixed_games(void **state)
{
    static const char folder[] = DATA "phh-other/wsop/2023/43/5";
    char path[512];
    DIR *dir = opendir(folder);
    if (!dir)
        skip();
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strstr(entry->d_name, ".phh"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        read_phh(path);
    }
    closedir(dir);
    read_phh(DATA "phh-other/dwan-ivey-2009.phh");
    read_phh(DATA "phh-other/alice-carol-wikipedia.phh");
    read_phh(DATA "phh-other/antonius-blom-2009.phh");
    read_phh(DATA "phh-other/arieh-yockey-2019.phh");
    read_phh(DATA "phh-other/phua-xuan-2019.phh");
    print_message("%u read, %u refused\n", read_games, refused_games);
    assert_int_equal(read_games, 19);
    assert_int_equal(refused_games, 69);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pluribus_is_legal), cmocka_unit_test(pluribus_as_phh),
                                       cmocka_unit_test(acpc_logs), cmocka_unit_test(mixed_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
