#include "arguments.h"

#include <stdio.h>
#include <string.h>

#include <nash/json.h>

static void print_usage(FILE *out)
{
    fputs("usage: nashd train hex [CONFIG] [OPTION...]\n"
          "       nashd train --show FILE\n"
          "       nashd train --export-net FILE [--out FILE]\n"
          "  Trains a network for Hex, as CONFIG says: a request such as {\"train\":{\"size\":7}}; \"-\" is stdin.\n"
          "  Without CONFIG it goes on as the checkpoint --from says, or trains by the defaults.\n"
          "  --from FILE        go on from this checkpoint\n"
          "  --out FILE         the latest checkpoint (" TRAIN_OUT_DEFAULT ")\n"
          "  --best FILE        the best checkpoint: its network alone (the name of --out and .best)\n"
          "  --steps N          gradient steps in all, instead of those of CONFIG\n"
          "  --seconds N        processor time in all, instead of that of CONFIG\n"
          "  --seed N           seed of random choices, instead of job.seed\n"
          "  --json             print the result as JSON, and the curve on stderr\n"
          "  --show FILE        print what a checkpoint holds, as JSON\n"
          "  --export-net FILE  write the network of a checkpoint as players read it (the name of FILE and .net)\n",
          out);
}

static bool refuse(const char *option, const char *expected)
{
    fprintf(stderr, "nashd train: %s requires %s\n", option, expected);
    return false;
}

static bool read_number(const char *option, const char *text, int64_t *value)
{
    return (nash_parse_int64(text, strlen(text), value) && *value >= 0) || refuse(option, "a number");
}

/* Reads an option with a value. Returns the number of words; 0 after a message; -1: it is none. */
static int read_valued(struct train_arguments *arguments, const char *word, const char *value)
{
    const struct {
        const char *name;
        const char **text;
        int64_t *number;
    } options[] = {{"--from", &arguments->from, NULL},
                   {"--out", &arguments->out, NULL},
                   {"--best", &arguments->best, NULL},
                   {"--show", &arguments->show, NULL},
                   {"--export-net", &arguments->export_net, NULL},
                   {"--steps", NULL, &arguments->steps},
                   {"--seconds", NULL, &arguments->seconds},
                   {"--seed", NULL, &arguments->seed}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (strcmp(word, options[i].name) != 0)
            continue;
        if (value == NULL)
            return refuse(word, "a value");
        if (options[i].text == NULL)
            return read_number(word, value, options[i].number) ? 2 : 0;
        *options[i].text = value;
        return 2;
    }
    return -1;
}

/* Reads an option, or a word that is none. Returns the number of words; 0 after a message. */
static int read_word(struct train_arguments *arguments, bool *has_game, const char *word, const char *value)
{
    int count = read_valued(arguments, word, value);
    if (count >= 0)
        return count;
    if (strcmp(word, "--json") == 0)
        return arguments->json = true;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return arguments->help = true;
    if (word[0] == '-' && word[1] != '\0') {
        fprintf(stderr, "nashd train: unknown option \"%s\"; see nashd train --help\n", word);
        return 0;
    }
    if (!*has_game && strcmp(word, "hex") == 0)
        return *has_game = true;
    if (*has_game && arguments->config == NULL) {
        arguments->config = word;
        return 1;
    }
    fprintf(stderr, "nashd train: unexpected word \"%s\"; expected nashd train hex [CONFIG]\n", word);
    return 0;
}

bool train_arguments_read(struct train_arguments *arguments, int argc, char **argv)
{
    bool has_game = false;
    *arguments = (struct train_arguments){.steps = -1, .seconds = -1, .seed = -1};
    for (int i = 0, count; i < argc; i += count) {
        count = read_word(arguments, &has_game, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (count == 0)
            return false;
    }
    if (arguments->help) {
        print_usage(stdout);
        return true;
    }
    if (!has_game && arguments->show == NULL && arguments->export_net == NULL) {
        print_usage(stderr);
        return false;
    }
    return true;
}
