/* The file of Grundy values: kept between processes, damaged, truncated, of another program, in a read-only directory,
 * filled by several processes at once and by one that is killed. Each process is a child, because a process opens the
 * table once. kit/table_file is tested with the kind whist. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <solvers/gametree/piles/grundy_table.h>

#include "../kit/table_file_case.h"

enum { PIECES = 5, LAST_PILE = PIECES * GRUNDY_PIECE - 1, HEAD_BYTES = 24, AT_ONCE = 4, KILLS = 8 };

const char table_name[] = "grundy.table";

/* ---- a child ---- */

static uint64_t right[PIECES + 1]; /* right[n]: checksum of the right values of the first n pieces of the table */

static uint64_t sum_values(uint32_t pieces)
{
    struct mex_values values = grundy_table();
    uint64_t sum = 1;
    for (uint32_t pile = 0; pile < pieces * GRUNDY_PIECE; pile++)
        sum = (sum ^ mex_value(&values, pile)) * UINT64_C(1099511628211);
    return sum;
}

int child_run(const char *where, uint32_t believed, uint32_t pieces)
{
    struct nash_run run = {.arena = nash_arena_new(1 << 20)};
    struct nash_error error;
    if (grundy_table_open(where, &error) != NASH_OK)
        return 1;
    uint32_t found = grundy_table_verified(GRUNDY_PILE_MAX) / GRUNDY_PIECE;
    if (found != believed && believed != ANY) {
        fprintf(stderr, "believed %u pieces, not %u\n", found, believed);
        return 2;
    }
    if (found > PIECES || sum_values(found) != right[found])
        return 3;
    if (pieces > 0 && grundy_table_fill(pieces * GRUNDY_PIECE - 1, &run, &error) != NASH_OK)
        return 4;
    nash_arena_free(run.arena);
    return sum_values(pieces) == right[pieces] ? 0 : 5;
}

/* Offsets in the file, which has a head, a mark for each piece, codes (aligned to a cache line), and bits. */
static off_t mark_of(uint32_t piece)
{
    return HEAD_BYTES + 8 * (off_t)piece;
}

static off_t code_of(uint32_t pile)
{
    return (HEAD_BYTES + 8 * (GRUNDY_PILE_MAX / GRUNDY_PIECE + 1) + 63) / 64 * 64 + (off_t)pile;
}

static off_t bit_of(uint32_t pile)
{
    return code_of((GRUNDY_PILE_MAX / GRUNDY_PIECE + 1) * GRUNDY_PIECE) + (off_t)pile / 8;
}

/* ---- the stories ---- */

static void test_is_kept_between_processes(void **state)
{
    child_expect(directory, 0, 2);
    assert_true(size_of(file) >= bit_of(GRUNDY_PILE_MAX));
    child_expect(directory, 2, 1);
    child_expect(directory, 2, PIECES);
    child_expect(directory, PIECES, PIECES);
}

static void test_a_flipped_byte_costs_what_lies_above_until_mended(void **state)
{
    child_expect(directory, 0, PIECES);
    for (uint32_t piece = 0; piece < PIECES; piece++) {
        const uint32_t pile = piece * GRUNDY_PIECE;
        const off_t at[] = {mark_of(piece),
                            mark_of(piece) + 7,
                            code_of(pile),
                            bit_of(pile),
                            code_of(pile + GRUNDY_PIECE - 1),
                            bit_of(pile + GRUNDY_PIECE - 1)};
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            flip(at[i]);
            child_expect(directory, piece, piece + 1);
            child_expect(directory, PIECES, PIECES); /* the pieces above the damaged one were still valid */
        }
    }
    for (uint32_t piece = 0; piece < PIECES; piece += 2) /* several damaged pieces at once */
        flip(code_of(piece * GRUNDY_PIECE + 77));
    child_expect(directory, 0, PIECES);
    child_expect(directory, PIECES, PIECES);
}

static void test_a_damaged_head_or_another_size_costs_the_file(void **state)
{
    child_expect(directory, 0, 2);
    const off_t size = size_of(file), sizes[] = {0, HEAD_BYTES, size / 2, size - 1, size + 1};
    for (off_t at = 0; at < HEAD_BYTES; at += 3) {
        flip(at);
        child_expect(directory, 0, 2);
        child_expect(directory, 2, 2);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(truncate(file, sizes[i]), 0);
        child_expect(directory, 0, 2);
        assert_int_equal(size_of(file), size);
        child_expect(directory, 2, 1);
    }
}

static void test_without_a_place(void **state)
{
    char missing[96];
    snprintf(missing, sizeof missing, "%s/missing", directory);
    child_expect(NULL, 0, PIECES);
    child_expect(missing, 0, PIECES);
    pid_t child = fork();
    if (child == 0) { /* a read-only directory */
        if (chmod(directory, 0500) != 0 ||
            (geteuid() == 0 && (chown(directory, 65534, 65534) != 0 || setuid(65534) != 0)))
            _exit(99);
        _exit(child_run(directory, 0, PIECES));
    }
    assert_int_equal(child_end(child), 0);
    assert_int_equal(size_of(file), -1);
}

/* A file that can only be read is left unchanged; the values are computed in memory. */
static void test_a_file_that_is_read_only(void **state)
{
    child_expect(directory, 0, 2);
    pid_t child = fork();
    if (child == 0) {
        if (chmod(file, 0400) != 0 || chmod(directory, 0500) != 0 ||
            (geteuid() == 0 &&
             (chown(file, 65534, 65534) != 0 || chown(directory, 65534, 65534) != 0 || setuid(65534) != 0)))
            _exit(99);
        _exit(child_run(directory, 0, PIECES));
    }
    assert_int_equal(child_end(child), 0);
    assert_int_equal(chmod(directory, 0700), 0);
    assert_int_equal(chmod(file, 0600), 0);
    if (geteuid() == 0)
        assert_int_equal(chown(directory, 0, 0) | chown(file, 0, 0), 0);
    child_expect(directory, 2, PIECES);
}

static void test_several_at_once(void **state)
{
    for (unsigned round = 0; round < 6; round++) {
        pid_t child[AT_ONCE];
        if (round % 2 == 0)
            unlink(file);
        else
            flip(code_of(GRUNDY_PIECE + 5));
        for (unsigned i = 0; i < AT_ONCE; i++)
            child[i] = child_begin(directory, ANY, PIECES);
        for (unsigned i = 0; i < AT_ONCE; i++)
            assert_int_equal(child_end(child[i]), 0);
        child_expect(directory, ANY, PIECES);
        child_expect(directory, PIECES, 1);
    }
}

static void test_one_killed_in_the_middle(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < KILLS; i++) {
        unlink(file);
        pid_t child = child_begin(directory, 0, PIECES);
        usleep((useconds_t)nash_rng_below(&rng, 12000));
        kill(child, SIGKILL);
        child_end(child);
        child_expect(directory, ANY, PIECES); /* verified pieces are right, and the others can be filled */
        child_expect(directory, PIECES, PIECES);
    }
}

/* A stop within a piece keeps the pieces before it, and the next call continues after them. */
static int stop_and_go_on(void)
{
    struct nash_run run = {.arena = nash_arena_new(1 << 20), .node_limit = 2 * GRUNDY_PIECE + 1};
    struct nash_error error;
    if (grundy_table_open(NULL, &error) != NASH_OK || grundy_table_fill(LAST_PILE, &run, &error) != NASH_STOPPED)
        return 1;
    uint32_t filled = grundy_table_verified(GRUNDY_PILE_MAX);
    if (filled % GRUNDY_PIECE != 0 || filled > LAST_PILE ||
        sum_values(filled / GRUNDY_PIECE) != right[filled / GRUNDY_PIECE])
        return 2;
    run = (struct nash_run){.arena = run.arena};
    if (grundy_table_fill(LAST_PILE, &run, &error) != NASH_OK || run.nodes != LAST_PILE + 1 - filled)
        return 3;
    nash_arena_free(run.arena);
    return sum_values(PIECES) == right[PIECES] ? 0 : 4;
}

static void test_stopped_and_gone_on(void **state)
{
    pid_t child = fork();
    if (child == 0)
        _exit(stop_and_go_on());
    assert_int_equal(child_end(child), 0);
}

/* Computes right[] by the plain mex. */
static void make_right(void)
{
    enum { PILES = PIECES * GRUNDY_PIECE };
    static uint16_t value[PILES];
    uint64_t sum = right[0] = 1;
    for (uint32_t pile = 0; pile < PILES; pile++) {
        bool seen[1024] = {false};
        for (uint32_t x = 1; 2 * x < pile; x++)
            seen[value[x] ^ value[pile - x]] = true;
        while (seen[value[pile]])
            value[pile]++;
        sum = (sum ^ value[pile]) * UINT64_C(1099511628211);
        if ((pile + 1) % GRUNDY_PIECE == 0)
            right[(pile + 1) / GRUNDY_PIECE] = sum;
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)
    const struct CMUnitTest tests[] = {
        TEST(test_is_kept_between_processes),
        TEST(test_a_flipped_byte_costs_what_lies_above_until_mended),
        TEST(test_a_damaged_head_or_another_size_costs_the_file),
        TEST(test_without_a_place),
        TEST(test_a_file_that_is_read_only),
        TEST(test_several_at_once),
        TEST(test_one_killed_in_the_middle),
        TEST(test_stopped_and_gone_on),
    };
    make_right();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
