/* The file of Grundy values: kept between processes, damaged, cut, foreign, in a directory that takes none, filled by
 * several at once and by one that is killed. Each process of the story is a child, since a table is opened once in a
 * process. How the file itself is made is tested with the kind whist, whose table has its file the same way. */
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <solvers/gametree/piles/table.h>

#include "../base/test.h"

enum { PIECES = 5, MOST = PIECES * GRUNDY_PIECE - 1, HEAD_BYTES = 24, AT_ONCE = 4, KILLS = 8, ANY = 99 };

static char directory[64], file[128];

static int removed(const char *path, const struct stat *is, int type, struct FTW *at)
{
    (void)is, (void)type, (void)at;
    return remove(path);
}

static int make_directory(void **state)
{
    (void)state;
    strcpy(directory, "/tmp/grundy-store-XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    snprintf(file, sizeof file, "%s/grundy.table", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    return nftw(directory, removed, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- what a child does: opens the table in `where`, tells how much it believes, fills, checks ---- */

static uint64_t right[PIECES + 1]; /* checksum of the values of so many pieces */

static uint64_t sum_values(uint32_t pieces)
{
    struct mex_values values = grundy_table();
    uint64_t sum = 1;
    for (uint32_t pile = 0; pile < pieces * GRUNDY_PIECE; pile++)
        sum = (sum ^ mex_value(&values, pile)) * UINT64_C(1099511628211);
    return sum;
}

static int live(const char *where, uint32_t believed, uint32_t pieces)
{
    struct nash_run run = {.arena = nash_arena_new(1 << 20)};
    struct nash_error error;
    if (grundy_table_open(where, &error) != NASH_OK)
        return 1;
    uint32_t found = grundy_table_believe(GRUNDY_MOST) / GRUNDY_PIECE;
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

static pid_t begin(const char *where, uint32_t believed, uint32_t pieces)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(live(where, believed, pieces));
    return child;
}

static int end(pid_t child)
{
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void tell(const char *where, uint32_t believed, uint32_t pieces)
{
    assert_int_equal(end(begin(where, believed, pieces)), 0);
}

static void flip(off_t at)
{
    char byte;
    int fd = open(file, O_RDWR | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(pread(fd, &byte, 1, at), 1);
    byte ^= 16;
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    close(fd);
}

/* The parts of the file: head, marks, codes from a line of the cache on, bits. */
static off_t mark_of(uint32_t piece)
{
    return HEAD_BYTES + 8 * (off_t)piece;
}

static off_t code_of(uint32_t pile)
{
    return (HEAD_BYTES + 8 * (GRUNDY_MOST / GRUNDY_PIECE + 1) + 63) / 64 * 64 + (off_t)pile;
}

static off_t bit_of(uint32_t pile)
{
    return code_of((GRUNDY_MOST / GRUNDY_PIECE + 1) * GRUNDY_PIECE) + (off_t)pile / 8;
}

static off_t size_of(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 ? is.st_size : -1;
}

/* ---- the stories ---- */

static void test_is_kept_between_processes(void **state)
{
    (void)state;
    tell(directory, 0, 2);
    assert_true(size_of(file) >= bit_of(GRUNDY_MOST));
    tell(directory, 2, 1);
    tell(directory, 2, PIECES);
    tell(directory, PIECES, PIECES);
}

static void test_a_flipped_byte_costs_what_lies_above_until_mended(void **state)
{
    (void)state;
    tell(directory, 0, PIECES);
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
            tell(directory, piece, piece + 1);
            tell(directory, PIECES, PIECES); /* those above were good */
        }
    }
    for (uint32_t piece = 0; piece < PIECES; piece += 2) /* several at once */
        flip(code_of(piece * GRUNDY_PIECE + 77));
    tell(directory, 0, PIECES);
    tell(directory, PIECES, PIECES);
}

static void test_a_damaged_head_or_another_size_costs_the_file(void **state)
{
    (void)state;
    tell(directory, 0, 2);
    const off_t size = size_of(file), sizes[] = {0, HEAD_BYTES, size / 2, size - 1, size + 1};
    for (off_t at = 0; at < HEAD_BYTES; at += 3) {
        flip(at);
        tell(directory, 0, 2);
        tell(directory, 2, 2);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(truncate(file, sizes[i]), 0);
        tell(directory, 0, 2);
        assert_int_equal(size_of(file), size);
        tell(directory, 2, 1);
    }
}

static void test_without_a_place(void **state)
{
    char missing[96];
    (void)state;
    snprintf(missing, sizeof missing, "%s/missing", directory);
    tell(NULL, 0, PIECES);
    tell(missing, 0, PIECES);
    pid_t child = fork();
    if (child == 0) { /* a directory that is read-only */
        if (chmod(directory, 0500) != 0 ||
            (geteuid() == 0 && (chown(directory, 65534, 65534) != 0 || setuid(65534) != 0)))
            _exit(99);
        _exit(live(directory, 0, PIECES));
    }
    assert_int_equal(end(child), 0);
    assert_int_equal(size_of(file), -1);
}

/* A file that is ours and may only be read is left as it is; the values are made in memory. */
static void test_a_file_that_is_read_only(void **state)
{
    (void)state;
    tell(directory, 0, 2);
    pid_t child = fork();
    if (child == 0) {
        if (chmod(file, 0400) != 0 || chmod(directory, 0500) != 0 ||
            (geteuid() == 0 &&
             (chown(file, 65534, 65534) != 0 || chown(directory, 65534, 65534) != 0 || setuid(65534) != 0)))
            _exit(99);
        _exit(live(directory, 0, PIECES));
    }
    assert_int_equal(end(child), 0);
    assert_int_equal(chmod(directory, 0700), 0);
    assert_int_equal(chmod(file, 0600), 0);
    if (geteuid() == 0)
        assert_int_equal(chown(directory, 0, 0) | chown(file, 0, 0), 0);
    tell(directory, 2, PIECES);
}

static void test_several_at_once(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 6; round++) {
        pid_t child[AT_ONCE];
        if (round % 2 == 0)
            unlink(file);
        else
            flip(code_of(GRUNDY_PIECE + 5));
        for (unsigned i = 0; i < AT_ONCE; i++)
            child[i] = begin(directory, ANY, PIECES);
        for (unsigned i = 0; i < AT_ONCE; i++)
            assert_int_equal(end(child[i]), 0);
        tell(directory, ANY, PIECES);
        tell(directory, PIECES, 1);
    }
}

static void test_one_killed_in_the_middle(void **state)
{
    struct nash_rng rng = test_rng();
    (void)state;
    for (unsigned i = 0; i < KILLS; i++) {
        unlink(file);
        pid_t child = begin(directory, 0, PIECES);
        usleep((useconds_t)nash_rng_below(&rng, 12000));
        kill(child, SIGKILL);
        end(child);
        tell(directory, ANY, PIECES); /* what is believed is right, the rest can be filled */
        tell(directory, PIECES, PIECES);
    }
}

/* Stopped in a piece, it has those below, and goes on from there. */
static int stop_and_go_on(void)
{
    struct nash_run run = {.arena = nash_arena_new(1 << 20), .node_limit = 2 * GRUNDY_PIECE + 1};
    struct nash_error error;
    if (grundy_table_open(NULL, &error) != NASH_OK || grundy_table_fill(MOST, &run, &error) != NASH_STOPPED)
        return 1;
    uint32_t filled = grundy_table_believe(GRUNDY_MOST);
    if (filled % GRUNDY_PIECE != 0 || filled > MOST ||
        sum_values(filled / GRUNDY_PIECE) != right[filled / GRUNDY_PIECE])
        return 2;
    run = (struct nash_run){.arena = run.arena};
    if (grundy_table_fill(MOST, &run, &error) != NASH_OK || run.nodes != MOST + 1 - filled)
        return 3;
    nash_arena_free(run.arena);
    return sum_values(PIECES) == right[PIECES] ? 0 : 4;
}

static void test_stopped_and_gone_on(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0)
        _exit(stop_and_go_on());
    assert_int_equal(end(child), 0);
}

/* By the plain mex, before any table is opened here. */
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
