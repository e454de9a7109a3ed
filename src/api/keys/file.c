/* Reads the file of keys. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "table.h"

static struct key_table *key_table_read_lines(FILE *file, const char *path, struct nash_error *error)
{
    char line[KEY_LINE_MAX];
    struct key_table *table = calloc(1, sizeof *table);
    for (unsigned number = 1; table != NULL && fgets(line, sizeof line, file) != NULL; number++) {
        struct key key = {0};
        char fault[KEY_LINE_MAX] = "the line is too long";
        bool whole = strchr(line, '\n') != NULL || feof(file);
        if (!whole || !key_line_read(line, &key.line, fault)) {
            nash_fail(error, NASH_INVALID, "", "%s:%u: %s", path, number, fault);
            free(table);
            return NULL;
        }
        if (key.line.name[0] == '\0')
            continue;
        struct key_table *more = realloc(table, sizeof *table + (table->count + 1) * sizeof key);
        if (more == NULL)
            free(table);
        else
            more->key[more->count++] = key;
        table = more;
    }
    if (table == NULL)
        nash_fail(error, NASH_NOMEM, "", "out of memory for the keys of %s", path);
    return table;
}

/* Opens the file, without blocking. It may be a pipe when it is read for the first time, as a shell passes the output
 * of a command. A pipe that is read again may have no writer, and would block the thread that receives all signals. */
static FILE *key_file_open(const char *path, bool again, struct nash_error *error)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | (again ? O_NONBLOCK : 0));
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    bool known = file != NULL && fstat(fd, &status) == 0;
    if (known && (!again || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)))
        return file;
    if (known)
        nash_fail(error, NASH_INVALID, "", "%s is not a regular file, and only such a file can be read again", path);
    else
        nash_fail(error, NASH_INVALID, "", "%s: %s", path, strerror(errno));
    if (file != NULL)
        fclose(file);
    else if (fd >= 0)
        close(fd);
    return NULL;
}

struct key_table *key_table_read(const char *path, bool again, struct nash_error *error)
{
    FILE *file = key_file_open(path, again, error);
    if (file == NULL)
        return NULL;
    struct key_table *table = key_table_read_lines(file, path, error);
    if (table != NULL && (ferror(file) || table->count == 0)) {
        if (ferror(file))
            nash_fail(error, NASH_INVALID, "", "%s: %s", path, strerror(errno));
        else
            nash_fail(error, NASH_INVALID, "", "%s has no key; make one with nashd keygen NAME", path);
        free(table);
        table = NULL;
    }
    fclose(file);
    return table;
}
