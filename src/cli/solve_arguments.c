#include "solve_arguments.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    fputs("usage: nashd solve [--json|--text] [--lines] [--timeout MS] [--seed N] [--with NAME=VALUE]... KIND [FILE]\n"
          "  Solves the problem in FILE, or on stdin, without a server. The problem is JSON or the kind's text form.\n"
          "  --json             print JSON (the default when stdout is not a terminal)\n"
          "  --text             print the kind's text form (the default on a terminal)\n"
          "  --lines            solve each line, and print what POST /v1/KIND/batch answers\n"
          "  --timeout MS       time limit of a problem, in milliseconds, instead of job.timeout_ms\n"
          "  --seed N           seed of random choices, instead of job.seed\n"
          "  --with NAME=VALUE  a member beside a text, as a query parameter of the server: --with explain=true\n"
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

/* Reads NAME=VALUE. */
static bool read_member(struct solve_arguments *arguments, const char *text)
{
    char name[TEXT_MEMBER_NAME];
    const char *equals = text != NULL ? strchr(text, '=') : NULL;
    if (equals == NULL || equals == text)
        return false;
    if (arguments->members == NULL)
        arguments->members = text_members_new();
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    if (arguments->members != NULL)
        text_members_add(arguments->members, name, equals + 1);
    return arguments->members != NULL;
}

/* Reads an option that has a value. Returns 0 if the word is none, 1 after reading it, -1 after a message. */
static int read_option(struct solve_arguments *arguments, const char *word, const char *value)
{
    bool seed = strcmp(word, "--seed") == 0, with = strcmp(word, "--with") == 0;
    if (!seed && !with && strcmp(word, "--timeout") != 0)
        return 0;
    if (with ? read_member(arguments, value)
             : read_number(value, seed ? &arguments->options.seed : &arguments->options.timeout_ms)) {
        arguments->options.has_seed |= seed;
        return 1;
    }
    fprintf(stderr, "nashd solve: %s requires %s\n", word, with ? "NAME=VALUE" : "a number");
    return -1;
}

/* Reads a word that is no option: KIND, then FILE. */
static bool read_operand(struct solve_arguments *arguments, const char *word)
{
    if (arguments->solver != NULL) {
        if (arguments->path == NULL) {
            arguments->path = word;
            return true;
        }
        fprintf(stderr, "nashd solve: more than one file: \"%s\"\n", word);
        return false;
    }
    arguments->solver = nash_find_kind(word, strlen(word));
    if (arguments->solver != NULL)
        return true;
    fprintf(stderr, "nashd solve: unknown kind \"%s\"; kinds:", word);
    print_kinds(stderr);
    return false;
}

/* Checks the members of --with, as far as possible without a problem. */
static bool check_members(struct solve_arguments *arguments)
{
    struct nash_error error = {0};
    if (arguments->members == NULL)
        return true;
    if (arguments->solver->parse_text == NULL)
        nash_fail(&error, NASH_INVALID, "", "%s has no text form: a JSON problem has its members itself",
                  arguments->solver->kind);
    else
        text_members_check(arguments->members, arguments->solver, "member", 0, &error);
    arguments->options.members = nash_buf_cstr(&arguments->members->json);
    if (error.status != NASH_OK)
        fprintf(stderr, "nashd solve: --with: %s\n", error.detail);
    return error.status == NASH_OK;
}

bool solve_arguments_read(struct solve_arguments *arguments, int argc, char **argv)
{
    *arguments = (struct solve_arguments){.options.want_text = isatty(STDOUT_FILENO) == 1};
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        int option = read_option(arguments, word, i + 1 < argc ? argv[i + 1] : NULL);
        if (option < 0)
            return false;
        i += option;
        if (option > 0)
            continue;
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            arguments->solver = NULL;
            print_usage(stdout);
            return true;
        }
        if (strcmp(word, "--text") == 0 || strcmp(word, "--json") == 0) {
            arguments->options.want_text = word[2] == 't';
        } else if (strcmp(word, "--lines") == 0) {
            arguments->lines = true;
        } else if (word[0] == '-' && word[1] != '\0') {
            fprintf(stderr, "nashd solve: unknown option \"%s\"\n", word);
            return false;
        } else if (!read_operand(arguments, word)) {
            return false;
        }
    }
    if (arguments->solver == NULL) {
        print_usage(stderr);
        return false;
    }
    if (arguments->path != NULL && strcmp(arguments->path, "-") == 0)
        arguments->path = NULL;
    return check_members(arguments);
}

void solve_arguments_release(struct solve_arguments *arguments)
{
    text_members_free(arguments->members);
}
