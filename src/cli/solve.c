/* nashd solve KIND [FILE]: solves in this process, without a server.
 *
 * The problem is JSON if it begins as an object, else the kind's text form. A text may hold several problems where
 * the kind has records (PBN): they are solved one after another, as in a batch. The answer is text on a terminal and
 * JSON elsewhere, unless --text or --json says otherwise. SIGINT and SIGTERM stop the search: the best answer so far is
 * printed. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <nash/nash.h>
#include <solvers/records.h>

#include "commands.h"

enum { FILE_BYTES_MAX = 1 << 30 }; /* largest file with records; a single problem has the limit of its kind */

struct arguments {
    const char *kind, *path; /* path NULL: stdin */
    struct nash_solve_options options;
    bool help;
};

struct command {
    const struct nash_solver *solver;
    struct nash_solve_options *options;
    const char *source;             /* name of the input in messages: its path, or "stdin" */
    size_t solved, failed, printed; /* problems solved, problems failed, answers printed */
    bool records;                   /* the text may hold several problems */
};

/* ---- signals ---- */

static _Atomic int interrupted; /* the signal that stops the search; 0 = none */

static void on_signal(int number)
{
    interrupted = number;
}

/* Lets the first SIGINT or SIGTERM stop the search, and a second one end the process. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- arguments ---- */

static void print_kinds(FILE *out)
{
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count; i++)
        fprintf(out, " %s", kinds[i]->kind);
    fputc('\n', out);
}

static void print_usage(FILE *out)
{
    fputs("usage: nashd solve [--json|--text] [--timeout MS] [--seed N] KIND [FILE]\n"
          "  Solves the problem in FILE, or on stdin, without a server. The problem is JSON or the kind's text form.\n"
          "  --json        print JSON (the default when stdout is not a terminal)\n"
          "  --text        print the kind's text form (the default on a terminal)\n"
          "  --timeout MS  time limit, in milliseconds, instead of job.timeout_ms\n"
          "  --seed N      seed of random choices, instead of job.seed\n"
          "  kinds:",
          out);
    print_kinds(out);
}

static bool read_number(const char *text, uint64_t *value)
{
    int64_t number;
    if (text == NULL || !nash_parse_int64(text, strlen(text), &number) || number < 0)
        return false;
    *value = (uint64_t)number;
    return true;
}

/* Reads the arguments. Returns false, with a message on stderr, for wrong usage. */
static bool read_arguments(int argc, char **argv, struct arguments *arguments)
{
    *arguments = (struct arguments){.options.want_text = isatty(STDOUT_FILENO) == 1};
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        bool timeout = strcmp(word, "--timeout") == 0, seed = strcmp(word, "--seed") == 0;
        if (strcmp(word, "--text") == 0 || strcmp(word, "--json") == 0) {
            arguments->options.want_text = word[2] == 't';
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            arguments->help = true;
        } else if (timeout || seed) {
            if (!read_number(value, timeout ? &arguments->options.timeout_ms : &arguments->options.seed)) {
                fprintf(stderr, "nashd solve: %s requires a number\n", word);
                return false;
            }
            arguments->options.has_seed |= seed;
            i++;
        } else if (word[0] == '-' && word[1] != '\0') {
            fprintf(stderr, "nashd solve: unknown option \"%s\"\n", word);
            return false;
        } else if (arguments->kind == NULL) {
            arguments->kind = word;
        } else if (arguments->path == NULL) {
            arguments->path = word;
        } else {
            fprintf(stderr, "nashd solve: more than one file: \"%s\"\n", word);
            return false;
        }
    }
    if (arguments->path != NULL && strcmp(arguments->path, "-") == 0)
        arguments->path = NULL;
    return true;
}

/* ---- solving ---- */

/* Appends the file or stdin to *out, and stops reading once *out holds more than max bytes. Returns false with errno
 * set. */
static bool read_input(const char *path, size_t max, struct nash_buf *out)
{
    FILE *in = path != NULL ? fopen(path, "r") : stdin;
    char block[1 << 16];
    size_t count;
    if (in == NULL)
        return false;
    errno = 0;
    while (out->len <= max && (count = fread(block, 1, sizeof block, in)) > 0)
        nash_buf_add(out, block, count);
    bool good = !ferror(in) && !out->failed;
    int cause = out->failed ? ENOMEM : errno;
    if (in != stdin)
        fclose(in);
    errno = cause;
    return good;
}

static const char *skip_space(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Returns whether the text begins an object of JSON. Where the kind has records, "{" can begin a comment (PBN). */
static bool is_json(const char *text, bool has_records)
{
    text = skip_space(text);
    if (*text != '{')
        return *text == '\0';
    return !has_records || strchr("\"}", *skip_space(text + 1)) != NULL;
}

/* Separates the text answers of several problems by an empty line. */
static void begin_answer(struct command *command)
{
    if (command->options->want_text && command->printed > 0 && command->records)
        putchar('\n');
    command->printed++;
}

/* Prints what a text answer has in the place of a problem that failed. */
static void print_failed(struct command *command, const char *text, size_t len, const struct nash_error *error)
{
    struct nash_buf out = NASH_BUF_INIT(0);
    command->solver->text_failed(text, len, error, &out);
    begin_answer(command);
    puts(nash_buf_cstr(&out));
    nash_buf_free(&out);
}

/* Solves one problem and prints the answer, or the error on stderr. */
static void solve_problem(struct command *command, const char *text, size_t len)
{
    struct nash_answer answer;
    size_t number = command->solved + command->failed + 1;
    bool text_form = command->options->want_text;
    if (nash_solve(command->solver->kind, text, len, command->options, &answer) != NASH_OK) {
        command->failed++;
        fprintf(stderr, "nashd solve: %s: ", command->source);
        if (command->records)
            fprintf(stderr, "problem %zu: ", number);
        fprintf(stderr, "%s%s%s\n", answer.error.pointer, answer.error.pointer[0] != '\0' ? ": " : "",
                answer.error.detail);
        if (text_form && command->records && command->solver->text_failed != NULL)
            print_failed(command, text, len, &answer.error);
        return;
    }
    command->solved++;
    if (!answer.final)
        fprintf(stderr, "nashd solve: %s: %s; the answer holds what was proved\n", command->source,
                interrupted ? "interrupted" : "stopped before the end");
    begin_answer(command);
    puts(answer.json);
    nash_answer_free(&answer);
}

static bool solve_record(void *context, const char *text, size_t len)
{
    if (!interrupted)
        solve_problem(context, text, len);
    return true;
}

/* Solves each record and each single line of a text. */
static void solve_records(struct command *command, const char *text, size_t len)
{
    struct records records;
    const char *end = text + len;
    records_init(&records, command->solver->limits.body_bytes, command->solver->text_next);
    for (const char *line = text, *stop; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        if (stop == NULL)
            stop = end;
        size_t line_len = (size_t)(stop - line);
        records_line(&records, line, line_len - (line_len > 0 && line[line_len - 1] == '\r'), solve_record, command);
    }
    records_end(&records, solve_record, command);
    records_release(&records);
}

static int solve_input(struct command *command, const struct nash_buf *input)
{
    const char *text = nash_buf_cstr((struct nash_buf *)input);
    catch_signals();
    bool has_records = command->solver->text_next != NULL;
    command->options->format = is_json(text, has_records) ? NASH_FORMAT_JSON : NASH_FORMAT_TEXT;
    command->records = has_records && command->options->format == NASH_FORMAT_TEXT;
    if (command->records)
        solve_records(command, text, input->len);
    else
        solve_problem(command, text, input->len);
    if (command->solved + command->failed == 0) {
        fprintf(stderr, "nashd solve: %s: no problem found\n", command->source);
        return COMMAND_FAILED;
    }
    if (fflush(stdout) != 0) {
        fprintf(stderr, "nashd solve: stdout: %s\n", strerror(errno));
        return COMMAND_FAILED;
    }
    if (interrupted)
        return COMMAND_SIGNAL + interrupted;
    return command->failed == 0 ? COMMAND_DONE : COMMAND_FAILED;
}

static int solve(const struct nash_solver *solver, struct arguments *arguments)
{
    struct command command = {.solver = solver,
                              .options = &arguments->options,
                              .source = arguments->path != NULL ? arguments->path : "stdin"};
    struct nash_error error;
    struct nash_buf input = NASH_BUF_INIT(0);
    int code = COMMAND_FAILED;
    arguments->options.cancel = &interrupted;
    size_t max = solver->text_next != NULL ? FILE_BYTES_MAX : solver->limits.body_bytes;
    if (!read_input(arguments->path, max, &input))
        fprintf(stderr, "nashd solve: %s: %s\n", command.source, strerror(errno));
    else if (nash_prepare_kind(solver, NULL, &error) != NASH_OK)
        fprintf(stderr, "nashd solve: %s\n", error.detail);
    else
        code = solve_input(&command, &input);
    nash_buf_free(&input);
    return code;
}

int command_solve(int argc, char **argv)
{
    struct arguments arguments;
    if (!read_arguments(argc, argv, &arguments))
        return COMMAND_USAGE;
    if (arguments.help || arguments.kind == NULL) {
        print_usage(arguments.help ? stdout : stderr);
        return arguments.help ? COMMAND_DONE : COMMAND_USAGE;
    }
    const struct nash_solver *solver = nash_find_kind(arguments.kind, strlen(arguments.kind));
    if (solver == NULL) {
        fprintf(stderr, "nashd solve: unknown kind \"%s\"; kinds:", arguments.kind);
        print_kinds(stderr);
        return COMMAND_USAGE;
    }
    return solve(solver, &arguments);
}
