/* nashd solve KIND < problem: once, in this process, without a server. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/nash.h>

#include "commands.h"

static void usage(void)
{
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    fputs("usage: nashd solve [--text] [--timeout MS] [--seed N] KIND < problem\n"
          "  the problem is JSON or the kind's text form; --text: the answer in the text form too\n  kinds:",
          stderr);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, " %s", kinds[i]->kind);
    fputc('\n', stderr);
}

/* A number behind an option; false when it is none. */
static bool number(const char *text, uint64_t *value)
{
    int64_t read;
    if (text == NULL || !nash_parse_int64(text, strlen(text), &read) || read < 0)
        return false;
    *value = (uint64_t)read;
    return true;
}

/* The kind's name, or NULL for wrong usage. */
static const char *arguments(int argc, char **argv, struct nash_solve_options *options)
{
    const char *kind = NULL;
    for (int i = 0; i < argc; i++) {
        bool good = true;
        if (strcmp(argv[i], "--text") == 0)
            options->want_text = true;
        else if (strcmp(argv[i], "--timeout") == 0)
            good = ++i < argc && number(argv[i], &options->timeout_ms);
        else if (strcmp(argv[i], "--seed") == 0)
            good = ++i < argc && number(argv[i], &options->seed);
        else if (argv[i][0] != '-' && kind == NULL)
            kind = argv[i];
        else
            good = false;
        if (!good)
            return NULL;
    }
    return kind;
}

static bool read_all(FILE *in, size_t max, struct nash_buf *out)
{
    char piece[1 << 16];
    size_t count;
    while ((count = fread(piece, 1, sizeof piece, in)) > 0 && out->len <= max)
        nash_buf_add(out, piece, count);
    return !ferror(in) && !out->failed;
}

static bool looks_like_json(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return *text == '{' || *text == '\0';
}

static int solve(const struct nash_solver *solver, struct nash_solve_options *options, struct nash_buf *problem)
{
    struct nash_answer answer;
    const char *text = nash_buf_cstr(problem);
    options->format = looks_like_json(text) ? NASH_FORMAT_JSON : NASH_FORMAT_TEXT;
    if (nash_solve(solver->kind, text, problem->len, options, &answer) != NASH_OK) {
        fprintf(stderr, "nashd solve: %s%s%s\n", answer.error.pointer, answer.error.pointer[0] != '\0' ? ": " : "",
                answer.error.detail);
        return 1;
    }
    int code = puts(answer.json) < 0 || fflush(stdout) != 0;
    nash_answer_free(&answer);
    return code;
}

int command_solve(int argc, char **argv)
{
    struct nash_solve_options options = {0};
    const char *kind = arguments(argc, argv, &options);
    const struct nash_solver *solver = kind != NULL ? nash_find_kind(kind, strlen(kind)) : NULL;
    struct nash_error error;
    if (solver == NULL) {
        usage();
        return 2;
    }
    if (nash_prepare_kind(solver, NULL, &error) != NASH_OK) {
        fprintf(stderr, "nashd solve: %s\n", error.detail);
        return 1;
    }
    struct nash_buf problem = NASH_BUF_INIT(0);
    int code = 1;
    if (read_all(stdin, solver->limits.body_bytes, &problem))
        code = solve(solver, &options, &problem);
    else
        fprintf(stderr, "nashd solve: the problem cannot be read: %s\n", strerror(errno));
    nash_buf_free(&problem);
    return code;
}
