/* Makes API keys for a server under test. */
#ifndef TESTS_API_KEY_H
#define TESTS_API_KEY_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes a key with the program under test; appends its line to the keys file. */
static inline void make_key(const char *file, const char *name, const char *expires, char field[160])
{
    char command[512], line[256] = "";
    snprintf(command, sizeof command, "%s keygen %s %s 2>&1 >>%s", getenv("NASHD"), name, expires, file);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(line, sizeof line, pipe));
    assert_int_equal(pclose(pipe), 0);
    const char *key = strrchr(line, ' ');
    assert_non_null(key);
    snprintf(field, 160, "Authorization: Bearer %.*s", (int)strcspn(key + 1, "\n"), key + 1);
}

#endif
