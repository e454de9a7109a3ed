/* nashd htp: reads commands until "quit" or the end of the input. */
#include <cli/commands.h>
#include <stdio.h>
#include <string.h>

#include <solvers/hex/engines/settings.h>

#include "htp.h"
#include "input.h"

static void print_usage(FILE *out)
{
    fputs("usage: nashd htp [--engine NAME] [--iterations N] [--nodes N] [--plain 1] [--simulations N] [--net FILE]\n"
          "                 [--seed N] [--timeout MS]\n"
          "  Speaks HTP for Hex on stdin and stdout, for HexGui, matches between programs, and test suites.\n"
          "  --engine NAME   engine of genmove:",
          out);
    for (size_t i = 0; hex_engines[i] != NULL; i++)
        fprintf(out, " %s", hex_engines[i]->name);
    fputs("\n"
          "  --iterations N  playouts of a move of uct\n"
          "  --nodes N       most positions of a search by exact; 0: no limit\n"
          "  --plain 1       uct without proofs, virtual connections and priors\n"
          "  --simulations N evaluations of a move of dqn+search\n"
          "  --net FILE      network of dqn and dqn+search: a checkpoint or a play net; default: the built-in one\n"
          "  --seed N        seed of random choices\n"
          "  --timeout MS    time limit of a move or a proof, in milliseconds; 0: no limit\n",
          out);
}

/* Reads the options. Returns -1 to go on, or the exit status. */
static int read_options(struct htp *htp, int argc, char **argv)
{
    for (int i = 0; i < argc; i += 2) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_usage(stdout);
            return COMMAND_DONE;
        }
        if (strncmp(argv[i], "--", 2) != 0 || i + 1 == argc) {
            print_usage(stderr);
            return COMMAND_USAGE;
        }
        if (!htp_set(htp, argv[i] + 2, argv[i + 1])) {
            fprintf(stderr, "nashd htp: %s\n", nash_buf_cstr(&htp->reply));
            return COMMAND_USAGE;
        }
    }
    return -1;
}

static int serve_lines(struct htp *htp)
{
    static char line[HTP_LINE_MAX];
    if (!htp_input_start())
        return COMMAND_FAILED;
    while (!htp->quit && htp_input_next(line)) {
        if (!htp_execute(htp, line))
            continue;
        const char *reply = nash_buf_cstr(&htp->reply);
        if (fwrite(reply, 1, strlen(reply), stdout) != strlen(reply) || fflush(stdout) != 0)
            return COMMAND_FAILED;
    }
    return COMMAND_DONE;
}

int command_htp(int argc, char **argv)
{
    enum { SIZE_DEFAULT = 11 };
    static struct htp htp;
    htp.settings = hex_settings_default();
    htp.reply = NASH_BUF_INIT(0);
    htp.net = NASH_BUF_INIT(0);
    htp.engine = htp_engine("uct") != NULL ? htp_engine("uct") : hex_engines[0];
    htp_new_game(&htp, SIZE_DEFAULT, SIZE_DEFAULT);
    int code = read_options(&htp, argc, argv);
    if (code < 0) {
        htp.arena = nash_arena_new(HTP_ARENA_BYTES);
        code = htp.arena != NULL ? serve_lines(&htp) : COMMAND_FAILED;
    }
    nash_arena_free(htp.arena);
    nash_buf_free(&htp.reply);
    nash_buf_free(&htp.net);
    return code;
}
