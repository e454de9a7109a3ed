/* Compares with the results that come with DDS, if they are available: the rows of all ten deals of one list and of
 * every fifth deal of another; in a brief run, of a quarter of these deals. tests/bench/bridge compares all. */
#include <stdio.h>
#include <string.h>

#include <solvers/bridge/double_dummy/dds.h>
#include <solvers/bridge/notation/notation.h>

#include "../../base/test.h"

#define DATA SHARED_DIR "/data/tricks/dds/"

/* One deal of a file: a row "PBN dealer vulnerability trump leader "deal"", followed by the rows FUT, TABLE, PLAY and
 * TRACE; the README of the data describes them. */
struct sample {
    unsigned number;
    struct bridge_position position;
    struct bridge_card play[BRIDGE_CARDS];
    unsigned play_count;
};

static FILE *need(const char *path)
{
    return open_test_data(path);
}

static int open_library(void **state)
{
    return bridge_dds_open() ? 0 : -1;
}

static void good(enum nash_status status, const struct nash_error *error, const struct sample *sample)
{
    if (status != NASH_OK)
        fail_msg("deal %u: %s", sample->number, error->detail);
}

/* Reads the next number of a row. */
static unsigned number(char **row)
{
    char *end;
    unsigned long value = strtoul(*row, &end, 10);
    if (end == *row)
        fail_msg("no number in %s", *row);
    *row = end;
    return (unsigned)value;
}

/* Reads the text between the next two quotation marks. */
static char *quoted(char **row)
{
    char *begin = strchr(*row, '"'), *end = begin ? strchr(begin + 1, '"') : NULL;
    if (!end)
        fail_msg("no text in %s", *row);
    *end = '\0';
    *row = end + 1;
    return begin + 1;
}

static void take_deal(char *row, struct sample *sample)
{
    struct nash_error error;
    number(&row), number(&row); /* dealer, vulnerability */
    sample->position.strain = (uint8_t)number(&row);
    sample->position.leader = (uint8_t)number(&row);
    const char *deal = quoted(&row);
    good(bridge_pbn_read(deal, strlen(deal), "", &sample->position.deal, &error), &error, sample);
}

/* Compares a row FUT with the results of all cards. The row has the number of cards, then four lists: suits, ranks (2
 * is the deuce), equals (bit 2 is the deuce), tricks. */
static void agree_cards(char *row, const struct sample *sample)
{
    struct nash_run run = {0};
    struct nash_error error;
    struct bridge_options options;
    unsigned list[4][BRIDGE_RANKS], count = number(&row);
    good(bridge_dds_options(&sample->position, &run, &options, &error), &error, sample);
    assert_int_equal(options.count, count);
    for (unsigned k = 0; k < 4; k++)
        for (unsigned i = 0; i < count; i++)
            list[k][i] = number(&row);
    for (unsigned i = 0; i < count; i++) {
        unsigned at = 0;
        while (at < count &&
               (options.option[at].card.suit != list[0][i] || options.option[at].card.rank + 2u != list[1][i]))
            at++;
        if (at == count || options.option[at].equals != list[2][i] >> 2 || options.option[at].tricks != list[3][i])
            fail_msg("deal %u: card %u differs", sample->number, i);
    }
}

static void agree_table(char *row, const struct sample *sample)
{
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++) {
        struct nash_run run = {0};
        struct nash_error error;
        uint8_t tricks[BRIDGE_SEATS];
        bool whole;
        good(bridge_dds_strain(&sample->position.deal, strain, &run, tricks, &whole, &error), &error, sample);
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
            unsigned right = number(&row);
            if (tricks[seat] != right)
                fail_msg("deal %u: strain %u by %u makes %u, not %u", sample->number, strain, seat, tricks[seat],
                         right);
        }
    }
}

static void take_play(char *row, struct sample *sample)
{
    unsigned count = number(&row);
    const char *cards = quoted(&row), *end = cards + strlen(cards);
    for (sample->play_count = 0; cards < end; sample->play_count++) {
        size_t used = bridge_card_read(cards, (size_t)(end - cards), &sample->play[sample->play_count]);
        assert_int_equal(used, 2);
        cards += used;
    }
    assert_int_equal(sample->play_count, count);
}

/* Compares a row TRACE: the declarer's tricks before the first card and after each card up to the last trick. */
static void agree_trace(char *row, const struct sample *sample)
{
    struct nash_run run = {0};
    struct nash_error error;
    uint8_t tricks[BRIDGE_CARDS + 1];
    unsigned known, count = number(&row);
    good(bridge_dds_trace(&sample->position, sample->play, sample->play_count, &run, tricks, &known, &error), &error,
         sample);
    assert_int_equal(known, sample->play_count + 1);
    assert_true(count <= known);
    for (unsigned i = 0; i < count; i++) {
        unsigned right = number(&row);
        if (tricks[i] != right)
            fail_msg("deal %u: %u after %u cards, not %u", sample->number, tricks[i], i, right);
    }
}

static bool is_row(char *line, const char *name, char **rest)
{
    size_t len = strlen(name);
    *rest = line + len;
    return strncmp(line, name, len) == 0 && line[len] == ' ';
}

static void agree(const char *path, unsigned every)
{
    struct sample sample = {0};
    char line[4096], *rest;
    unsigned rows = 0;
    FILE *file = need(path);
    while (fgets(line, sizeof line, file)) {
        if (is_row(line, "PBN", &rest)) {
            sample.number++;
            take_deal(rest, &sample);
        }
        if (sample.number % every != 0)
            continue;
        if (is_row(line, "FUT", &rest))
            agree_cards(rest, &sample), rows++;
        else if (is_row(line, "TABLE", &rest))
            agree_table(rest, &sample), rows++;
        else if (is_row(line, "PLAY", &rest))
            take_play(rest, &sample);
        else if (is_row(line, "TRACE", &rest))
            agree_trace(rest, &sample), rows++;
    }
    fclose(file);
    assert_int_equal(rows, 3 * (sample.number / every));
    print_message("%u rows agree\n", rows);
}

static void ten_deals(void **state)
{
    agree(DATA "list10.txt", test_step(4, 1));
}

static void hundred_deals(void **state)
{
    agree(DATA "list100.txt", test_step(20, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ten_deals), cmocka_unit_test(hundred_deals)};
    return cmocka_run_group_tests(tests, open_library, NULL);
}
