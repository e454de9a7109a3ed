/* The file of the table: kept between processes, damaged in every way, made by several at once, by one that is killed,
 * in a directory that takes none. Each process of the story is a child, since a table is opened once in a process. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <solvers/whist/distribution.h>
#include <solvers/whist/table.h>

#include "../base/test.h"
#include "reference.h"

enum { ORDER = 9, AT_ONCE = 4, ROUNDS = 12, KILLS = 12, HEAD_BYTES = 24, MARKS_AT = 24, ANY = 99 };

static char directory[64], file[128];

static int removed(const char *path, const struct stat *is, int type, struct FTW *at)
{
    (void)is, (void)type, (void)at;
    return remove(path);
}

static int make_directory(void **state)
{
    (void)state;
    strcpy(directory, "/tmp/whist-store-XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    snprintf(file, sizeof file, "%s/whist.table", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    return nftw(directory, removed, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- what a child does: opens the table in `where`, tells how much it believes, fills, checks ---- */

struct story {
    const char *where;
    uint32_t believed; /* it has to find so many orders; ANY: or others */
    uint32_t order;    /* and fills to this */
};

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

static int live(const struct story *story)
{
    struct nash_run run = {0};
    struct nash_error error;
    if (whist_table_open(story->where, &error) != NASH_OK)
        return 1;
    uint32_t believed = whist_table_believe(WHIST_TABLE_ORDER);
    if (believed != story->believed && story->believed != ANY) {
        fprintf(stderr, "believed %u orders, not %u\n", believed, story->believed);
        return 2;
    }
    if (!whist_table_fill(story->order, &run) || whist_table_believe(story->order) != story->order)
        return 3;
    return is_right(story->order) ? 0 : 4;
}

static pid_t begin(const struct story *story)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(live(story));
    return child;
}

static int end(pid_t child)
{
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void tell(const char *where, uint32_t believed, uint32_t order)
{
    const struct story story = {where, believed, order};
    assert_int_equal(end(begin(&story)), 0);
}

/* ---- the file ---- */

static off_t size_of(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 ? is.st_size : -1;
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

/* Where the words of an order begin: whole lines of 64 bytes, after those of the head and the marks. */
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
    (void)state;
    tell(directory, 0, 5);
    assert_int_equal(stat(file, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    assert_true(is.st_size > 27000000 && is.st_size < 27200000);
    assert_true(is.st_blocks * 512 >= is.st_size); /* reserved */
    tell(directory, 5, ORDER);
    tell(directory, ORDER, 3);
    assert_no_leftover();
}

static void test_a_flipped_byte_costs_its_order_alone(void **state)
{
    (void)state;
    tell(directory, 0, ORDER);
    for (uint32_t order = 1; order <= ORDER; order++) {
        flip(words_of(order));
        tell(directory, order - 1, ORDER);
        tell(directory, ORDER, ORDER);
        flip(words_of(order + 1) - 1); /* the last, which is no deal: the checksum knows it too */
        tell(directory, order - 1, ORDER);
        flip(MARKS_AT + 8 * (off_t)order);
        tell(directory, order - 1, ORDER);
        tell(directory, ORDER, ORDER);
    }
}

static void test_a_damaged_head_costs_the_file(void **state)
{
    struct stat before, after;
    (void)state;
    tell(directory, 0, ORDER);
    for (off_t at = 0; at < HEAD_BYTES; at++) { /* magic, version, orders, size */
        assert_int_equal(stat(file, &before), 0);
        int kept = open(file, O_RDONLY | O_CLOEXEC); /* or its number might be given to the new one */
        flip(at);
        tell(directory, 0, 4);
        assert_int_equal(stat(file, &after), 0);
        assert_true(before.st_ino != after.st_ino); /* replaced, not written over */
        close(kept);
        tell(directory, 4, 4);
    }
    assert_no_leftover();
}

static void test_another_size_costs_the_file(void **state)
{
    (void)state;
    tell(directory, 0, ORDER);
    const off_t size = size_of(file);
    const off_t sizes[] = {0, 1, HEAD_BYTES, 4096, size / 2, size - 1, size + 1, 2 * size};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(truncate(file, sizes[i]), 0);
        tell(directory, 0, ORDER);
        assert_int_equal(size_of(file), size);
        tell(directory, ORDER, 1);
    }
    assert_no_leftover();
}

/* Filled up with a hole where a copy was sparse: reserved before it is used. */
static void test_a_sparse_file_is_reserved(void **state)
{
    struct stat is;
    (void)state;
    tell(directory, 0, ORDER);
    off_t size = size_of(file), from = words_of(ORDER + 1);
    assert_int_equal(truncate(file, from), 0);
    assert_int_equal(truncate(file, size), 0);
    tell(directory, ORDER, ORDER + 1);
    assert_int_equal(stat(file, &is), 0);
    assert_true(is.st_blocks * 512 >= is.st_size);
}

static void test_something_else_of_that_name(void **state)
{
    char target[128];
    (void)state;
    snprintf(target, sizeof target, "%s/other", directory);
    assert_int_equal(symlink(target, file), 0);
    tell(directory, 0, 4); /* replaced, and what it points to is not touched */
    tell(directory, 4, 4);
    assert_int_equal(size_of(target), -1);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkfifo(file, 0600), 0);
    tell(directory, 0, 4); /* not waited for */
    tell(directory, 4, 4);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkdir(file, 0700), 0);
    tell(directory, 0, 4);
    tell(directory, 0, 4); /* in memory, each time */
    assert_no_leftover();
}

/* ---- no file ---- */

static void test_no_directory(void **state)
{
    char missing[96], deep[8192];
    (void)state;
    snprintf(missing, sizeof missing, "%s/missing", directory);
    memset(deep, 'x', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    tell(NULL, 0, ORDER);
    tell(missing, 0, ORDER);
    tell("/dev/null", 0, ORDER);
    tell(deep, 0, ORDER);
}

static void test_a_directory_that_is_read_only(void **state)
{
    const struct story story = {directory, 0, ORDER};
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        if (chmod(directory, 0500) != 0 ||
            (geteuid() == 0 && (chown(directory, 65534, 65534) != 0 || setuid(65534) != 0)))
            _exit(99);
        _exit(live(&story));
    }
    assert_int_equal(end(child), 0);
    assert_int_equal(size_of(file), -1);
}

/* A limit on files is met as a full disk is: nothing can be reserved. */
static void test_a_file_that_may_not_be_so_large(void **state)
{
    const struct story story = {directory, 0, ORDER};
    const struct rlimit limit = {1 << 20, 1 << 20};
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        _exit(setrlimit(RLIMIT_FSIZE, &limit) == 0 ? live(&story) : 99);
    }
    assert_int_equal(end(child), 0);
    assert_int_equal(size_of(file), -1);
    assert_no_leftover();
}

static void test_a_full_disk(void **state)
{
    enum { NO_MOUNT = 77 };
    const struct story story = {directory, 0, ORDER};
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        if (unshare(CLONE_NEWNS | (geteuid() == 0 ? 0 : CLONE_NEWUSER)) != 0 ||
            mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("none", directory, "tmpfs", 0, "size=4m") != 0)
            _exit(NO_MOUNT);
        int code = live(&story);
        _exit(code == 0 && size_of(file) != -1 ? 5 : code);
    }
    int status = end(child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_MOUNT) {
        print_message("skipped: no file system may be mounted here\n");
        skip();
    }
    assert_int_equal(status, 0);
}

/* ---- several, and one that is killed ---- */

/* Several processes begin at once with no file, or with a damaged one, and fill the same orders. */
static void test_several_at_once(void **state)
{
    const struct story story = {directory, ANY, ORDER + 1}; /* who comes late finds orders of the others */
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        pid_t child[AT_ONCE];
        if (round % 2 == 0)
            unlink(file);
        else
            flip(0);
        for (unsigned i = 0; i < AT_ONCE; i++)
            child[i] = begin(&story);
        for (unsigned i = 0; i < AT_ONCE; i++)
            assert_int_equal(end(child[i]), 0);
        tell(directory, ANY, ORDER + 1);
        tell(directory, ORDER + 1, 1);
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
        fine &= end(child[i]) == 0;
    return fine && whist_table_believe(WHIST_TABLE_ORDER) == ORDER + 1 && is_right(ORDER + 1) ? 0 : 1;
}

static void test_workers_fill_together(void **state)
{
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        pid_t child = fork();
        if (child == 0)
            _exit(fill_together());
        assert_int_equal(end(child), 0);
    }
}

static void test_one_killed_in_the_middle(void **state)
{
    struct nash_rng rng = test_rng();
    uint32_t least = 0;
    (void)state;
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
        assert_true(WIFSIGNALED(end(child)));
        close(ready[0]);
        close(ready[1]);
        child = fork();
        if (child == 0) { /* all that is believed is right, the rest can be filled */
            struct nash_run run = {0};
            if (whist_table_open(directory, NULL) != NASH_OK)
                _exit(99);
            uint32_t believed = whist_table_believe(WHIST_TABLE_ORDER);
            bool fine = is_right(believed) && whist_table_fill(ORDER, &run) && is_right(ORDER);
            _exit(fine ? 1 + (int)believed : 0);
        }
        int status = end(child);
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
