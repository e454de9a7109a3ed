/* The file of the table: kept between processes, damaged in every way, filled by several processes at once, by one
 * that is killed, in a directory that cannot be written. Each process of a case is a child, since a process opens a
 * table once. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <solvers/whist/methods/distribution.h>
#include <solvers/whist/methods/table.h>

#include "../../kit/table_file_case.h"
#include "../harness/reference.h"

enum { ORDER = 9, AT_ONCE = 4, ROUNDS = 12, KILLS = 12, HEAD_BYTES = 24, MARKS_AT = 24 };

const char table_name[] = "whist.table";

/* ---- a child ---- */

static bool is_right(uint32_t order)
{
    for (uint32_t n = 1; n <= order; n++) {
        uint32_t counts[WHIST_TABLE_ORDER + 1] = {0};
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask))
            counts[whist_table_at(mask, n)]++;
        if (memcmp(counts, whist_distribution(n), (n + 1) * sizeof *counts) != 0)
            return false;
    }
    return true;
}

int child_run(const char *where, uint32_t believed, uint32_t order)
{
    struct nash_run run = {0};
    struct nash_error error;
    if (whist_table_open(where, &error) != NASH_OK)
        return 1;
    uint32_t found = whist_table_verified(WHIST_TABLE_ORDER);
    if (found != believed && believed != ANY) {
        fprintf(stderr, "believed %u orders, not %u\n", found, believed);
        return 2;
    }
    if (!whist_table_fill(order, &run) || whist_table_verified(order) != order)
        return 3;
    return is_right(order) ? 0 : 4;
}

/* ---- the file ---- */

/* Returns the offset of the words of an order: whole lines of 64 bytes, after the lines of the head and the marks. */
static off_t words_of(uint32_t order)
{
    off_t at[WHIST_TABLE_ORDER + 2] = {0};
    for (uint32_t n = 1; n <= WHIST_TABLE_ORDER; n++) {
        off_t deals = 0;
        for (uint32_t t = 0; t <= n; t++)
            deals += whist_distribution(n)[t];
        at[n + 1] = at[n] + ((deals + 1) / 2 + 63) / 64 * 64;
    }
    return size_of(file) - at[WHIST_TABLE_ORDER + 1] + at[order];
}

static void assert_no_leftover(void)
{
    char beside[160];
    snprintf(beside, sizeof beside, "%s.new", file);
    assert_int_equal(size_of(beside), -1);
}

static void test_is_kept_between_processes(void **state)
{
    struct stat is;
    child_expect(directory, 0, 5);
    assert_int_equal(stat(file, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    assert_true(is.st_size > 27000000 && is.st_size < 27200000);
    assert_true(is.st_blocks * 512 >= is.st_size); /* the disk space is reserved */
    child_expect(directory, 5, ORDER);
    child_expect(directory, ORDER, 3);
    assert_no_leftover();
}

static void test_a_flipped_byte_costs_its_order_alone(void **state)
{
    child_expect(directory, 0, ORDER);
    for (uint32_t order = 1; order <= ORDER; order++) {
        flip(words_of(order));
        child_expect(directory, order - 1, ORDER);
        child_expect(directory, ORDER, ORDER);
        flip(words_of(order + 1) - 1); /* the last byte belongs to no deal, but the checksum includes it */
        child_expect(directory, order - 1, ORDER);
        flip(MARKS_AT + 8 * (off_t)order);
        child_expect(directory, order - 1, ORDER);
        child_expect(directory, ORDER, ORDER);
    }
}

static void test_a_damaged_head_costs_the_file(void **state)
{
    struct stat before, after;
    child_expect(directory, 0, ORDER);
    for (off_t at = 0; at < HEAD_BYTES; at++) { /* magic, version, orders, size */
        assert_int_equal(stat(file, &before), 0);
        int kept = open(file, O_RDONLY | O_CLOEXEC); /* kept open, so that its inode number is not used again */
        flip(at);
        child_expect(directory, 0, 4);
        assert_int_equal(stat(file, &after), 0);
        assert_true(before.st_ino != after.st_ino); /* replaced, not overwritten */
        close(kept);
        child_expect(directory, 4, 4);
    }
    assert_no_leftover();
}

static void test_another_size_costs_the_file(void **state)
{
    child_expect(directory, 0, ORDER);
    const off_t size = size_of(file);
    const off_t sizes[] = {0, 1, HEAD_BYTES, 4096, size / 2, size - 1, size + 1, 2 * size};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(truncate(file, sizes[i]), 0);
        child_expect(directory, 0, ORDER);
        assert_int_equal(size_of(file), size);
        child_expect(directory, ORDER, 1);
    }
    assert_no_leftover();
}

/* The disk space for a hole in a sparse file is reserved before its use. */
static void test_a_sparse_file_is_reserved(void **state)
{
    struct stat is;
    child_expect(directory, 0, ORDER);
    off_t size = size_of(file), from = words_of(ORDER + 1);
    assert_int_equal(truncate(file, from), 0);
    assert_int_equal(truncate(file, size), 0);
    child_expect(directory, ORDER, ORDER + 1);
    assert_int_equal(stat(file, &is), 0);
    assert_true(is.st_blocks * 512 >= is.st_size);
}

static void test_something_else_of_that_name(void **state)
{
    char target[128];
    snprintf(target, sizeof target, "%s/other", directory);
    assert_int_equal(symlink(target, file), 0);
    child_expect(directory, 0, 4); /* the symbolic link is replaced, and its target is not written */
    child_expect(directory, 4, 4);
    assert_int_equal(size_of(target), -1);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkfifo(file, 0600), 0);
    child_expect(directory, 0, 4); /* opening the FIFO does not block */
    child_expect(directory, 4, 4);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkdir(file, 0700), 0);
    child_expect(directory, 0, 4);
    child_expect(directory, 0, 4); /* the table is in memory only, so each process begins anew */
    assert_no_leftover();
}

/* ---- no file ---- */

static void test_no_directory(void **state)
{
    char missing[96], deep[8192];
    snprintf(missing, sizeof missing, "%s/missing", directory);
    memset(deep, 'x', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    child_expect(NULL, 0, ORDER);
    child_expect(missing, 0, ORDER);
    child_expect("/dev/null", 0, ORDER);
    child_expect(deep, 0, ORDER);
}

static void test_a_directory_that_is_read_only(void **state)
{
    pid_t child = fork();
    if (child == 0) {
        if (chmod(directory, 0500) != 0 ||
            (geteuid() == 0 && (chown(directory, 65534, 65534) != 0 || setuid(65534) != 0)))
            _exit(99);
        _exit(child_run(directory, 0, ORDER));
    }
    assert_int_equal(child_end(child), 0);
    assert_int_equal(size_of(file), -1);
}

/* A limit on the file size has the effect of a full disk: no space can be reserved. */
static void test_a_file_that_may_not_be_so_large(void **state)
{
    const struct rlimit limit = {1 << 20, 1 << 20};
    pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        _exit(setrlimit(RLIMIT_FSIZE, &limit) == 0 ? child_run(directory, 0, ORDER) : 99);
    }
    assert_int_equal(child_end(child), 0);
    assert_int_equal(size_of(file), -1);
    assert_no_leftover();
}

static void test_a_full_disk(void **state)
{
    enum { NO_MOUNT = 77 };
    pid_t child = fork();
    if (child == 0) {
        if (unshare(CLONE_NEWNS | (geteuid() == 0 ? 0 : CLONE_NEWUSER)) != 0 ||
            mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("none", directory, "tmpfs", 0, "size=4m") != 0)
            _exit(NO_MOUNT);
        int code = child_run(directory, 0, ORDER);
        _exit(code == 0 && size_of(file) != -1 ? 5 : code);
    }
    int status = child_end(child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_MOUNT) {
        print_message("skipped: no file system may be mounted here\n");
        skip();
    }
    assert_int_equal(status, 0);
}

/* ---- several processes, and a killed one ---- */

/* Several processes start at once without a file, or with a damaged one, and fill the same orders. A process that
 * starts later finds the orders filled by others. */
static void test_several_at_once(void **state)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        pid_t child[AT_ONCE];
        if (round % 2 == 0)
            unlink(file);
        else
            flip(0);
        for (unsigned i = 0; i < AT_ONCE; i++)
            child[i] = child_begin(directory, ANY, ORDER + 1);
        for (unsigned i = 0; i < AT_ONCE; i++)
            assert_int_equal(child_end(child[i]), 0);
        child_expect(directory, ANY, ORDER + 1);
        child_expect(directory, ORDER + 1, 1);
        assert_no_leftover();
    }
}

/* Workers of one server share the map that was made before they were forked. */
static int fill_together(void)
{
    struct nash_run run = {0};
    pid_t child[AT_ONCE];
    bool fine = whist_table_open(NULL, NULL) == NASH_OK;
    for (unsigned i = 0; i < AT_ONCE; i++)
        if ((child[i] = fork()) == 0)
            _exit(whist_table_fill(ORDER + 1, &run) && is_right(ORDER + 1) ? 0 : 1);
    for (unsigned i = 0; i < AT_ONCE; i++)
        fine &= child_end(child[i]) == 0;
    return fine && whist_table_verified(WHIST_TABLE_ORDER) == ORDER + 1 && is_right(ORDER + 1) ? 0 : 1;
}

static void test_workers_fill_together(void **state)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        pid_t child = fork();
        if (child == 0)
            _exit(fill_together());
        assert_int_equal(child_end(child), 0);
    }
}

static void test_one_killed_in_the_middle(void **state)
{
    struct nash_rng rng = test_rng();
    uint32_t least = 0;
    for (unsigned i = 0; i < KILLS; i++) {
        int ready[2];
        char go;
        unlink(file);
        assert_int_equal(pipe(ready), 0);
        pid_t child = fork();
        if (child == 0) {
            struct nash_run run = {0};
            if (whist_table_open(directory, NULL) == NASH_OK && write(ready[1], "!", 1) == 1)
                whist_table_fill(WHIST_TABLE_ORDER, &run);
            _exit(0);
        }
        assert_int_equal(read(ready[0], &go, 1), 1);
        usleep((useconds_t)nash_rng_below(&rng, 30000));
        kill(child, SIGKILL);
        assert_true(WIFSIGNALED(child_end(child)));
        close(ready[0]);
        close(ready[1]);
        child = fork();
        if (child == 0) { /* all verified orders are right, and the others can be filled */
            struct nash_run run = {0};
            if (whist_table_open(directory, NULL) != NASH_OK)
                _exit(99);
            uint32_t believed = whist_table_verified(WHIST_TABLE_ORDER);
            bool fine = is_right(believed) && whist_table_fill(ORDER, &run) && is_right(ORDER);
            _exit(fine ? 1 + (int)believed : 0);
        }
        int status = child_end(child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) > 0 && WEXITSTATUS(status) < 99);
        least = (uint32_t)WEXITSTATUS(status) - 1 > least ? (uint32_t)WEXITSTATUS(status) - 1 : least;
    }
    print_message("the killed had filled %u orders at most\n", least);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)
    const struct CMUnitTest tests[] = {
        TEST(test_is_kept_between_processes),
        TEST(test_a_flipped_byte_costs_its_order_alone),
        TEST(test_a_damaged_head_costs_the_file),
        TEST(test_another_size_costs_the_file),
        TEST(test_a_sparse_file_is_reserved),
        TEST(test_something_else_of_that_name),
        TEST(test_no_directory),
        TEST(test_a_directory_that_is_read_only),
        TEST(test_a_file_that_may_not_be_so_large),
        TEST(test_a_full_disk),
        TEST(test_several_at_once),
        TEST(test_workers_fill_together),
        TEST(test_one_killed_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
