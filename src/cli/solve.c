/* nashd solve KIND [FILE]: solves in this process, without a server.
 *
 * The problem is JSON if it begins as an object, else the kind's text form. The input has one problem, or several: with
 * --lines, which is answered as a batch of the server is, and where the kind has records (PBN). SIGINT and SIGTERM stop
 * the search: the best answer so far is printed. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <api/batch/answer.h>
#include <api/batch/problems.h>

#include "commands.h"
#include "interrupt.h"
#include "solve_arguments.h"

struct command {
    const struct nash_solver *solver;
    struct nash_solve_options *options;
    const char *source; /* name of the input in messages: its path, or "stdin" */
    int fd;
    int cause;                      /* errno of what ended the input early; 0 = nothing */
    struct nash_buf input;          /* what has been read and not solved */
    struct nash_buf out;            /* an answer being written */
    bool lines, records;            /* the input may hold several problems */
    size_t solved, failed, printed; /* problems solved, problems failed, answers printed */
};

/* ---- reading ---- */

/* Appends a block of the input. Returns false at its end, after a signal or an error. */
static bool read_block(struct command *command)
{
    enum { BLOCK = 1 << 16 };
    struct pollfd ready = {.fd = command->fd, .events = POLLIN};
    if (!nash_buf_reserve(&command->input, BLOCK)) {
        command->cause = ENOMEM;
        return false;
    }
    interrupt_poll(&ready, 1, -1); /* read() would be restarted after a signal */
    if (interrupted)
        return false;
    ssize_t count = read(command->fd, command->input.data + command->input.len, BLOCK);
    if (count > 0)
        command->input.len += (size_t)count;
    if (count < 0)
        command->cause = errno;
    return count > 0;
}

/* Returns the first byte from *at on that is no white space, and moves *at behind it; '\0': there is none yet. */
static char next_visible(const struct nash_buf *input, size_t *at)
{
    while (*at < input->len)
        if (!isspace((unsigned char)input->data[(*at)++]))
            return input->data[*at - 1];
    return '\0';
}

/* Returns whether the input begins as an object of JSON, after reading as much of it as this takes. Where the kind has
 * records, "{" can begin a comment (PBN). An empty input is JSON, whose reader says what is missing, unless members
 * stand beside it. */
static bool begins_as_json(struct command *command)
{
    char first, second;
    do {
        size_t at = 0;
        first = next_visible(&command->input, &at);
        second = next_visible(&command->input, &at);
    } while (second == '\0' && read_block(command));
    if (first != '{')
        return first == '\0' && command->options->members == NULL;
    return command->solver->text_next == NULL || (second != '\0' && strchr("\"}", second) != NULL);
}

/* ---- answers ---- */

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
    nash_buf_reset(&command->out);
    command->solver->text_failed(text, len, error, &command->out);
    begin_answer(command);
    puts(nash_buf_cstr(&command->out));
}

static void print_error(const struct command *command, size_t number, struct nash_error *error)
{
    if (command->options->members != NULL)
        text_members_explain("member", error);
    fprintf(stderr, "nashd solve: %s: ", command->source);
    if (command->records)
        fprintf(stderr, "problem %zu: ", number);
    fprintf(stderr, "%s%s%s\n", error->pointer, error->pointer[0] != '\0' ? ": " : "", error->detail);
}

/* Solves one problem and prints the answer, or the error on stderr. */
static bool solve_problem(void *context, const char *text, size_t len)
{
    struct command *command = context;
    struct nash_answer answer;
    size_t number = command->solved + command->failed + 1;
    if (interrupted && command->records)
        return true;
    if (nash_solve(command->solver->kind, text, len, command->options, &answer) != NASH_OK) {
        command->failed++;
        print_error(command, number, &answer.error);
        if (command->options->want_text && command->records && command->solver->text_failed != NULL)
            print_failed(command, text, len, &answer.error);
        return true;
    }
    command->solved++;
    if (!answer.final)
        fprintf(stderr, "nashd solve: %s: %s; the answer holds what was proved\n", command->source,
                interrupted ? "interrupted" : "stopped before the end");
    begin_answer(command);
    puts(answer.json);
    nash_answer_free(&answer);
    return true;
}

/* Solves one problem of --lines and prints what a batch answers. */
static bool solve_line(void *context, const char *text, size_t len)
{
    struct command *command = context;
    const struct nash_solver *solver = command->solver;
    const struct nash_solve_options *options = command->options;
    const struct answer_form form = {.solver = solver,
                                     .want_text = options->want_text && (solver->text_of || solver->write_text),
                                     .has_members = options->format == NASH_FORMAT_JSON || options->members != NULL};
    struct nash_answer answer;
    if (interrupted)
        return true;
    nash_solve(solver->kind, text, len, options, &answer);
    const struct batch_answer line = {.index = command->solved + command->failed,
                                      .status = answer.status,
                                      .text = answer.json,
                                      .len = answer.len,
                                      .error = &answer.error};
    nash_buf_reset(&command->out);
    answer_write(&form, &line, text, len, &command->out);
    if (answer.status == NASH_OK)
        command->solved++;
    else
        command->failed++;
    fwrite(command->out.data, 1, command->out.len, stdout);
    fflush(stdout); /* so that another program can reply with the next line */
    nash_answer_free(&answer);
    return true;
}

/* ---- the input ---- */

/* Solves all problems as they are read. */
static void solve_all(struct command *command)
{
    struct problems problems;
    problems_init(&problems, command->options->format == NASH_FORMAT_TEXT ? command->solver : NULL,
                  command->solver->limits.body_bytes, command->lines ? solve_line : solve_problem, command);
    do {
        problems_feed(&problems, command->input.data, command->input.len);
        nash_buf_reset(&command->input);
    } while (read_block(command));
    problems_end(&problems);
    if (problems_failed(&problems) || command->out.failed)
        command->cause = ENOMEM;
    problems_release(&problems);
}

/* Solves the only problem. */
static void solve_one(struct command *command)
{
    while (command->input.len <= command->solver->limits.body_bytes && read_block(command))
        continue;
    if (command->cause == 0 && !interrupted)
        solve_problem(command, nash_buf_cstr(&command->input), command->input.len);
}

/* Returns the exit status, after a message on stderr for what has none yet. */
static int finish(const struct command *command)
{
    size_t count = command->solved + command->failed;
    if (command->cause != 0)
        fprintf(stderr, "nashd solve: %s: %s\n", command->source, strerror(command->cause));
    else if (fflush(stdout) != 0 || ferror(stdout))
        fprintf(stderr, "nashd solve: stdout: %s\n", strerror(errno));
    else if (interrupted)
        return COMMAND_SIGNAL + interrupted;
    else if (count == 0 && !command->lines)
        fprintf(stderr, "nashd solve: %s: no problem found\n", command->source);
    else if (command->failed == 0)
        return COMMAND_DONE;
    else if (command->lines)
        fprintf(stderr, "nashd solve: %s: %zu of %zu problems failed\n", command->source, command->failed, count);
    return COMMAND_FAILED;
}

static int solve_input(struct command *command)
{
    command->options->cancel = &interrupted;
    command->options->format = begins_as_json(command) ? NASH_FORMAT_JSON : NASH_FORMAT_TEXT;
    if (command->options->format == NASH_FORMAT_JSON && command->options->members != NULL) {
        fprintf(stderr, "nashd solve: %s: --with stands beside a text: a JSON problem has its members itself\n",
                command->source);
        return COMMAND_USAGE;
    }
    command->records = command->solver->text_next != NULL && command->options->format == NASH_FORMAT_TEXT;
    interrupt_catch();
    if (command->lines || command->records)
        solve_all(command);
    else
        solve_one(command);
    return finish(command);
}

static int solve(struct solve_arguments *arguments)
{
    struct command command = {.solver = arguments->solver,
                              .options = &arguments->options,
                              .lines = arguments->lines,
                              .input = NASH_BUF_INIT(0),
                              .out = NASH_BUF_INIT(0)};
    struct nash_error error;
    int code = COMMAND_FAILED;
    command.source = arguments->path != NULL ? arguments->path : "stdin";
    command.fd = arguments->path != NULL ? open(arguments->path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (command.fd < 0)
        fprintf(stderr, "nashd solve: %s: %s\n", command.source, strerror(errno));
    else if (nash_prepare_kind(command.solver, NULL, &error) != NASH_OK)
        fprintf(stderr, "nashd solve: %s\n", error.detail);
    else
        code = solve_input(&command);
    if (command.fd > STDIN_FILENO)
        close(command.fd);
    nash_buf_free(&command.input);
    nash_buf_free(&command.out);
    return code;
}

int command_solve(int argc, char **argv)
{
    struct solve_arguments arguments;
    int code = COMMAND_USAGE;
    if (solve_arguments_read(&arguments, argc, argv))
        code = arguments.solver != NULL ? solve(&arguments) : COMMAND_DONE;
    solve_arguments_release(&arguments);
    return code;
}
