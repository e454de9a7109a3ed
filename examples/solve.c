/* Solves one problem with libnash, without a server:
 *
 *     cc solve.c $(pkg-config --cflags --libs nash) -o solve
 *     echo '{"puzzle":"1...............","size":4}' | ./solve sudoku
 *     ./solve sudoku '{"puzzle":"1...............","size":4}'
 */
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>

static int usage(const char *program)
{
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    fprintf(stderr,
            "usage: %s KIND [PROBLEM]   (the problem is read from standard input when not given)\nkinds:", program);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, " %s", kinds[i]->kind);
    fprintf(stderr, "\n");
    return 2;
}

static void read_all(FILE *file, struct nash_buf *text)
{
    char piece[4096];
    for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
        nash_buf_add(text, piece, got);
}

int main(int argc, char **argv)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    struct nash_answer answer;
    if (argc < 2 || argc > 3)
        return usage(argv[0]);
    if (nash_prepare(NULL, &error) != NASH_OK) {
        fprintf(stderr, "%s\n", error.detail);
        return 1;
    }
    if (argc == 3)
        nash_buf_puts(&text, argv[2]);
    else
        read_all(stdin, &text);
    if (nash_solve(argv[1], nash_buf_cstr(&text), text.len, NULL, &answer) == NASH_OK)
        puts(answer.json);
    else
        fprintf(stderr, "%s %s: %s\n", nash_error_type(&answer.error), answer.error.pointer, answer.error.detail);
    int exit_code = answer.status == NASH_OK ? 0 : 1;
    nash_answer_free(&answer);
    nash_buf_free(&text);
    return exit_code;
}
