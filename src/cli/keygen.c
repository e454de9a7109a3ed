/* nashd keygen NAME [EXPIRES]: makes an API key. The line for the keys file goes to stdout, the key itself to stderr.
 */
#include <stdio.h>

#include <api/keys.h>

#include "commands.h"

int command_keygen(int argc, char **argv)
{
    if (argc < 1 || argc > 2) {
        fputs("usage: nashd keygen NAME [EXPIRES]\n"
              "  Prints a line for the file of --api-keys. The key itself is printed on stderr, once.\n",
              stderr);
        return COMMAND_USAGE;
    }
    struct nash_buf key = NASH_BUF_INIT(0), line = NASH_BUF_INIT(0);
    struct nash_error error;
    int code = COMMAND_DONE;
    if (keys_make(argv[0], argc > 1 ? argv[1] : NULL, &key, &line, &error) == NASH_OK) {
        fprintf(stderr, "key of %s (not stored anywhere): %s\n", argv[0], nash_buf_cstr(&key));
        if (printf("%s\n", nash_buf_cstr(&line)) < 0 || fflush(stdout) != 0)
            code = COMMAND_FAILED;
    } else {
        fprintf(stderr, "nashd keygen: %s\n", error.detail);
        code = COMMAND_USAGE;
    }
    nash_buf_free(&key);
    nash_buf_free(&line);
    return code;
}
