/* Temporary files: bytes come back as they were written, and the budget is exact. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/memory/tempfile.h>

#include "folder.h"
#include "test.h"

static void test_bytes_come_back(void **state)
{
    char folder[64];
    struct nash_error error;
    char out[64] = "";
    (void)state;
    assert_true(test_folder(folder, sizeof folder, "tempfile"));
    struct tempfile *file = tempfile_new(folder, NULL, &error);
    assert_non_null(file);
    assert_int_equal(tempfile_len(file), 0);
    assert_int_equal(tempfile_append(file, "one ", 4, &error), NASH_OK);
    assert_int_equal(tempfile_append(file, "two", 3, &error), NASH_OK);
    assert_int_equal(tempfile_len(file), 7);
    assert_int_equal(tempfile_read(file, 2, out, sizeof out), 5);
    assert_memory_equal(out, "e two", 5);
    assert_int_equal(tempfile_read(file, 7, out, sizeof out), 0);
    tempfile_unref(file);
    rmdir(folder);
}

static void test_a_file_has_no_name(void **state)
{
    char folder[64];
    struct nash_error error;
    struct stat status;
    (void)state;
    assert_true(test_folder(folder, sizeof folder, "tempfile"));
    struct tempfile *file = tempfile_new(folder, NULL, &error);
    assert_non_null(file);
    assert_int_equal(fstat(tempfile_fd(file), &status), 0);
    assert_int_equal(status.st_nlink, 0);
    tempfile_unref(file);
    assert_int_equal(rmdir(folder), 0); /* fails unless the folder is empty */
}

static void test_the_budget_is_exact(void **state)
{
    char folder[64];
    struct nash_error error;
    struct byte_budget budget = {.max = 10};
    (void)state;
    assert_true(test_folder(folder, sizeof folder, "tempfile"));
    struct tempfile *one = tempfile_new(folder, &budget, &error);
    struct tempfile *two = tempfile_new(folder, &budget, &error);
    assert_int_equal(tempfile_append(one, "123456", 6, &error), NASH_OK);
    assert_int_equal(tempfile_append(two, "12345", 5, &error), NASH_BUSY);
    assert_string_equal(error.type, "busy");
    assert_int_equal(tempfile_len(two), 0);
    assert_int_equal(budget.used, 6);
    assert_int_equal(budget.refused, 1);
    assert_int_equal(tempfile_append(two, "1234", 4, &error), NASH_OK);
    tempfile_ref(one);
    tempfile_unref(one);
    assert_int_equal(budget.used, 10);
    tempfile_unref(one);
    assert_int_equal(budget.used, 4);
    tempfile_unref(two);
    assert_int_equal(budget.used, 0);
    rmdir(folder);
}

static void test_a_missing_folder(void **state)
{
    struct nash_error error;
    (void)state;
    assert_null(tempfile_new("/nonexistent/folder", NULL, &error));
    assert_int_equal(error.status, NASH_BUSY);
    assert_non_null(strstr(error.detail, "No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_come_back),
        cmocka_unit_test(test_a_file_has_no_name),
        cmocka_unit_test(test_the_budget_is_exact),
        cmocka_unit_test(test_a_missing_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
