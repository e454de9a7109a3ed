/* Mapped memory: stored in its file, shared with child processes, anonymous if no file can be used. Damaged and
 * replaced files: tests/unit/solvers. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/memory/mapped.h>

#include "test.h"

enum { BYTES = 100000, HEAD_MOST = 64 };

static char directory[64], file[96];

static int make_directory(void **state)
{
    strcpy(directory, "/tmp/mapped-XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    snprintf(file, sizeof file, "%s/some", directory);
    return 0;
}

static int remove_directory(void **state)
{
    unlink(file);
    return rmdir(directory);
}

static char *map(const char *where, const char *head, size_t bytes)
{
    char *memory = mapped_memory(where, "some", head, strlen(head), bytes);
    assert_non_null(memory);
    assert_memory_equal(memory, head, strlen(head));
    return memory;
}

static void assert_zero(const char *memory, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        assert_int_equal(memory[i], 0);
}

static void test_is_kept(void **state)
{
    struct stat is;
    char *memory = map(directory, "head", BYTES);
    assert_zero(memory, 4, BYTES);
    memory[BYTES - 1] = 'x';
    munmap(memory, BYTES);
    memory = map(directory, "head", BYTES);
    assert_int_equal(memory[BYTES - 1], 'x');
    assert_int_equal(stat(file, &is), 0);
    assert_int_equal(is.st_size, BYTES);
    munmap(memory, BYTES);
}

static void test_another_head_or_size_begins_anew(void **state)
{
    char *memory = map(directory, "head", BYTES), *same = map(directory, "head", BYTES);
    memory[BYTES - 1] = 'x';
    assert_int_equal(same[BYTES - 1], 'x');
    char *other = map(directory, "tail", BYTES), *larger = map(directory, "tail", 2 * BYTES);
    assert_zero(other, 4, BYTES);
    assert_zero(larger, 4, 2 * BYTES);
    assert_int_equal(memory[BYTES - 1], 'x'); /* the old file remains mapped */
    assert_memory_equal(memory, "head", 4);
}

static void test_children_share_it(void **state)
{
    const char *const places[] = {directory, NULL};
    for (size_t i = 0; i < 2; i++) {
        int status;
        char *memory = map(places[i], "head", BYTES);
        pid_t child = fork();
        if (child == 0) {
            memory[5] = 'c';
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(memory[5], 'c');
    }
}

static void test_a_head_too_long_is_never_taken_for_ours(void **state)
{
    char head[HEAD_MOST + 2] = {0};
    memset(head, 'h', HEAD_MOST + 1);
    char *memory = map(directory, head, BYTES);
    memory[BYTES - 1] = 'x';
    assert_zero(map(directory, head, BYTES), HEAD_MOST + 1, BYTES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_is_kept, make_directory, remove_directory),
        cmocka_unit_test_setup_teardown(test_another_head_or_size_begins_anew, make_directory, remove_directory),
        cmocka_unit_test_setup_teardown(test_children_share_it, make_directory, remove_directory),
        cmocka_unit_test_setup_teardown(test_a_head_too_long_is_never_taken_for_ours, make_directory, remove_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
