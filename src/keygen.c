/* nashd keygen NAME [EXPIRES]: a fresh API key: the line for the keys file on stdout, the key itself on stderr. */
#include <stdio.h>

#include <api/keys.h>

#include "commands.h"

int command_keygen(int argc, char **argv)
{
    if (argc < 1 || argc > 2) {
        fputs("usage: nashd keygen NAME [EXPIRES]\n"
              "  prints the line for the file of --api-keys; the key itself goes to stderr, once\n",
              stderr);
        return 2;
    }
    struct nash_buf key = NASH_BUF_INIT(0), line = NASH_BUF_INIT(0);
    struct nash_error error;
    int code = 0;
    if (keys_make(argv[0], argc > 1 ? argv[1] : NULL, &key, &line, &error) == NASH_OK) {
        fprintf(stderr, "key of %s (kept nowhere else): %s\n", argv[0], nash_buf_cstr(&key));
        code = printf("%s\n", nash_buf_cstr(&line)) < 0 || fflush(stdout) != 0;
    } else {
        fprintf(stderr, "nashd keygen: %s\n", error.detail);
        code = 2;
    }
    nash_buf_free(&key);
    nash_buf_free(&line);
    return code;
}
