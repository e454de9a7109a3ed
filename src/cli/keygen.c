/* nashd keygen NAME [EXPIRES] [OPTION...]: makes an API key. The line for the keys file goes to stdout, the key itself
 * to stderr. nashd keygen --list FILE: lists the keys of a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/keys.h>
#include <base/clock.h>
#include <base/secret.h>

#include "commands.h"

enum { WORDS_MAX = 8, WORD_MAX = 128 };

static int usage(void)
{
    fputs("usage: nashd keygen NAME [EXPIRES] [--role user|read|metrics|admin] [--expires TIME]\n"
          "                    [--queued N] [--running N] [--per-minute N] [--bytes SIZE]\n"
          "       nashd keygen --list FILE\n"
          "  Prints a line for the file of --api-keys. The key itself is printed on stderr, once.\n"
          "  --list prints name, role, expiry and the first digits of the hash of each key of a file.\n",
          stderr);
    return COMMAND_USAGE;
}

static int list_keys(const char *path)
{
    struct nash_error error;
    size_t count;
    struct keys *keys = keys_load(path, &error);
    struct key_status *list = keys != NULL ? keys_list(keys, &count) : NULL;
    if (list == NULL) {
        fprintf(stderr, "nashd keygen: %s\n", keys == NULL ? error.detail : "out of memory");
        keys_free(keys);
        return COMMAND_FAILED;
    }
    for (size_t i = 0; i < count; i++) {
        char hex[2 * NASH_HASH_BYTES + 1], when[CLOCK_TEXT] = "-";
        if (list[i].expires_ms != INT64_MAX)
            clock_text(when, list[i].expires_ms);
        printf("%s %s %s %.8s\n", list[i].name, key_role_name(list[i].role), when,
               hex_encode(hex, list[i].hash.byte, sizeof list[i].hash.byte));
    }
    free(list);
    keys_free(keys);
    return fflush(stdout) == 0 ? COMMAND_DONE : COMMAND_FAILED;
}

/* Writes the word of the file that an option stands for. Returns false for an unknown option. */
static bool word_of_option(const char *option, const char *value, char word[WORD_MAX])
{
    static const char *const options[] = {"role", "queued", "running", "per-minute", "bytes"};
    if (strcmp(option, "--expires") == 0)
        return snprintf(word, WORD_MAX, "%s", value) < WORD_MAX;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strncmp(option, "--", 2) == 0 && strcmp(option + 2, options[i]) == 0)
            return snprintf(word, WORD_MAX, "%s=%s", options[i], value) < WORD_MAX;
    return false;
}

/* Reads what follows the name into the words of the line. Returns false if it is not as in the usage. */
static bool read_words(int argc, char **argv, char word[WORDS_MAX][WORD_MAX], const char *words[WORDS_MAX + 1])
{
    size_t count = 0;
    int at = 0;
    if (argc > 0 && argv[0][0] != '-' && snprintf(word[count++], WORD_MAX, "%s", argv[at++]) >= WORD_MAX)
        return false;
    for (; at < argc; at += 2)
        if (at + 1 >= argc || count == WORDS_MAX || !word_of_option(argv[at], argv[at + 1], word[count++]))
            return false;
    for (size_t i = 0; i < count; i++)
        words[i] = word[i];
    words[count] = NULL;
    return true;
}

int command_keygen(int argc, char **argv)
{
    char word[WORDS_MAX][WORD_MAX];
    const char *words[WORDS_MAX + 1];
    if (argc == 2 && strcmp(argv[0], "--list") == 0)
        return list_keys(argv[1]);
    if (argc < 1 || argv[0][0] == '-' || !read_words(argc - 1, argv + 1, word, words))
        return usage();
    struct nash_buf key = NASH_BUF_INIT(0), line = NASH_BUF_INIT(0);
    struct nash_error error;
    int code = COMMAND_DONE;
    if (keys_make(argv[0], words, &key, &line, &error) == NASH_OK) {
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
