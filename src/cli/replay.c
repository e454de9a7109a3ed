/* nashd replay FILE: plays or solves the problem of a record again, in this process, and compares.
 *
 * A game with one trajectory is played tick by tick and verified by its hash. Any other answer is found again with the
 * seed of the record; what must be equal is compared. */
#include "replay.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

enum { RECORD_BYTES_MAX = 256 << 20 };

struct replay_arguments {
    struct replay_options options;
    const char *path; /* NULL: stdin */
    bool help;
};

static void print_usage(FILE *out)
{
    fputs(
        "usage: nashd replay [--json] [--ticks FROM:TO] [FILE]\n"
        "  Plays or solves a recorded job again and compares. FILE, or stdin, is what GET /v1/jobs/{id}/record gives.\n"
        "  --json           print JSON\n"
        "  --ticks FROM:TO  print the changes of these ticks of a game\n"
        "  exit status: 0 the same, 1 it differs, 2 the record cannot be read or verified\n",
        out);
}

/* ---- arguments ---- */

/* Reads FROM:TO. Either may be absent. */
static bool read_ticks(struct replay_options *options, const char *text)
{
    const char *colon = text != NULL ? strchr(text, ':') : NULL;
    int64_t from = 0, to = INT64_MAX;
    if (colon == NULL || (colon > text && !nash_parse_int64(text, (size_t)(colon - text), &from)) ||
        (colon[1] != '\0' && !nash_parse_int64(colon + 1, strlen(colon + 1), &to)) || from < 0 || to < from)
        return false;
    options->has_ticks = true;
    options->from = (uint64_t)from;
    options->to = (uint64_t)to;
    return true;
}

static bool read_arguments(struct replay_arguments *arguments, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--json") == 0) {
            arguments->options.json = true;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            arguments->help = true;
        } else if (strcmp(word, "--ticks") == 0) {
            if (!read_ticks(&arguments->options, i + 1 < argc ? argv[++i] : NULL)) {
                fputs("nashd replay: --ticks requires FROM:TO, such as 0:99\n", stderr);
                return false;
            }
        } else if (word[0] == '-' && word[1] != '\0') {
            fprintf(stderr, "nashd replay: unknown option \"%s\"\n", word);
            return false;
        } else if (arguments->path != NULL) {
            fprintf(stderr, "nashd replay: more than one file: \"%s\"\n", word);
            return false;
        } else {
            arguments->path = word;
        }
    }
    return true;
}

/* ---- input ---- */

/* Reads the file to its end. Returns 0, or the errno of a failure. */
static int read_input(FILE *file, struct nash_buf *input)
{
    enum { BLOCK = 1 << 16 };
    while (!feof(file)) {
        if (input->len > RECORD_BYTES_MAX)
            return EFBIG;
        if (!nash_buf_reserve(input, BLOCK))
            return ENOMEM;
        errno = 0;
        input->len += fread(input->data + input->len, 1, BLOCK, file);
        if (ferror(file))
            return errno != 0 ? errno : EIO;
    }
    return 0;
}

static enum replay_outcome replay_text(const struct nash_buf *input, const struct replay_options *options,
                                       struct nash_error *error)
{
    struct replay_record record = {0};
    enum replay_outcome outcome = REPLAY_FAILED;
    if (replay_record_read(&record, input->data, input->len, error) &&
        nash_prepare_kind(record.solver, NULL, error) == NASH_OK) {
        if (replay_is_game(&record))
            outcome = replay_game(&record, options, error);
        else if (options->has_ticks)
            nash_fail(error, NASH_INVALID, "",
                      "--ticks: this is no game with one trajectory; mode exact and token of sudoku have one");
        else
            outcome = replay_solve(&record, options, error);
    }
    replay_record_release(&record);
    return outcome;
}

int command_replay(int argc, char **argv)
{
    struct replay_arguments arguments = {0};
    if (!read_arguments(&arguments, argc, argv))
        return COMMAND_USAGE;
    if (arguments.help) {
        print_usage(stdout);
        return COMMAND_DONE;
    }
    bool is_stdin = arguments.path == NULL || strcmp(arguments.path, "-") == 0;
    const char *source = is_stdin ? "stdin" : arguments.path;
    FILE *file = is_stdin ? stdin : fopen(arguments.path, "re");
    struct nash_buf input = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    enum replay_outcome outcome = REPLAY_FAILED;
    int cause = file == NULL ? errno : read_input(file, &input);
    if (cause != 0)
        fprintf(stderr, "nashd replay: %s: %s\n", source, strerror(cause));
    else if ((outcome = replay_text(&input, &arguments.options, &error)) == REPLAY_FAILED)
        fprintf(stderr, "nashd replay: %s: %s%s%s\n", source, error.pointer, error.pointer[0] != '\0' ? ": " : "",
                error.detail);
    else if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "nashd replay: stdout: %s\n", strerror(errno));
        outcome = REPLAY_FAILED;
    }
    if (file != NULL && !is_stdin)
        fclose(file);
    nash_buf_free(&input);
    return (int)outcome;
}
