/* Reads the arguments. They are written as the request of a match, {"size":7,"match":{"a":{"engine":"uct"},...}}, so
 * that the same names, ranges and messages hold on the command line and over HTTP. */
#include "arguments.h"

#include <cli/net_file.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/base64.h>
#include <nash/jsonw.h>

enum { ARENA_BYTES = 256 << 20, TIMEOUT_MS = 60000 };

/* The name of external programs among the engines. */
static const struct hex_engine htp_engine = {.name = "htp", .seeded = true};

/* ---- words ---- */

static void print_usage(FILE *out)
{
    fputs("usage: nashd match hex --a SEAT --b SEAT [OPTION...]\n"
          "  Plays games between two engines, or with programs that speak HTP, and prints the result.\n"
          "  --a SEAT, --b SEAT  an engine with its settings: uct, uct:iterations=20000,rave=false,\n"
          "                      '{\"engine\":\"uct\",\"iterations\":20000}'; net=FILE: a checkpoint; or a program: "
          "'htp:COMMAND'\n"
          "  --setup LINE        a command for the program named before, after each start; may be repeated\n"
          "  --timeout MS        time limit of each reply of a program (60000); 0: no limit\n"
          "  --size N            columns and rows (11), or COLUMNSxROWS\n"
          "  --swap              White may swap the first stone\n"
          "  --games N           number of games (50)\n"
          "  --first N           games in which a is Black (half of them)\n"
          "  --openings FILE     an opening a line, such as \"a2 f6\"; default: all first moves in a fixed order\n"
          "  --sprt ELO0:ELO1    end the match when a is known to be stronger by ELO1 rather than by ELO0, or not\n"
          "  --adjudicate NODES  end a game when \"exact\" proves the winner within so many positions\n"
          "  --seed N            seed of random choices\n"
          "  --records FILE      write all games to FILE as SGF\n"
          "  --json              print the result as JSON, and the games on stderr\n"
          "  --times             print the processor time of a move of each side\n"
          "  --verbose           show what programs write to stderr\n"
          "  engines:",
          out);
    for (size_t i = 0; hex_engines[i] != NULL; i++)
        fprintf(out, " %s", hex_engines[i]->name);
    fputs(" htp\n", out);
}

static bool refuse(const char *option, const char *expected)
{
    fprintf(stderr, "nashd match: %s requires %s\n", option, expected);
    return false;
}

/* What is given on the command line; NULL or 0: it is not. */
struct words {
    bool has_game, swap;
    const char *size, *games, *first, *openings, *sprt, *seed, *timeout, *adjudicate, *records;
};

/* ---- seats ---- */

static const char seat_expected[] = "an engine, such as uct:iterations=20000, or a program, 'htp:COMMAND'";

/* Writes the play net in a file as base64. */
static bool write_net(struct nash_jsonw *out, const char *path, size_t len)
{
    char name[PATH_MAX], why[PATH_MAX];
    struct nash_buf net = NASH_BUF_INIT(0), text = NASH_BUF_INIT(0);
    snprintf(name, sizeof name, "%.*s", (int)len, path);
    bool right = net_file_read(name, &net, why, sizeof why);
    if (right) {
        base64_add(&text, net.data, net.len);
        nash_jsonw_string_n(out, text.data, text.len);
    } else {
        fprintf(stderr, "nashd match: net: %s\n", why);
    }
    nash_buf_free(&net);
    nash_buf_free(&text);
    return right;
}

/* Writes {"engine":NAME,...} from NAME:KEY=VALUE,... A value is JSON, else a string; that of
 * "net" is a file. */
static bool write_engine(struct nash_jsonw *out, const char *option, const char *text)
{
    size_t name = strcspn(text, ":");
    nash_jsonw_object(out);
    nash_jsonw_key(out, "engine");
    nash_jsonw_string_n(out, text, name);
    for (text += name; *text != '\0';) {
        char key[32];
        size_t key_len = strcspn(++text, "=,"), len = strcspn(text, ",");
        const char *value = text + key_len + 1;
        if (text[key_len] != '=' || key_len == 0 || key_len >= sizeof key)
            return refuse(option, seat_expected);
        snprintf(key, sizeof key, "%.*s", (int)key_len, text);
        text += len;
        len = (size_t)(text - value);
        nash_jsonw_key(out, key);
        if (strcmp(key, "net") == 0) {
            if (!write_net(out, value, len))
                return false;
        } else if (nash_json_check(value, len, NULL) == NASH_OK)
            nash_jsonw_raw(out, value, len);
        else
            nash_jsonw_string_n(out, value, len);
    }
    nash_jsonw_object_end(out);
    return true;
}

/* Writes a seat as a player of the request. */
static bool write_seat(struct nash_jsonw *out, const struct seat *seat)
{
    const char *option = seat->label[0] == 'a' ? "--a" : "--b";
    if (seat->text == NULL || seat->text[0] == '\0')
        return refuse(option, seat_expected);
    nash_jsonw_key(out, seat->label);
    if (seat->command != NULL)
        return write_engine(out, option, htp_engine.name);
    if (seat->text[0] != '{')
        return write_engine(out, option, seat->text);
    struct nash_error error;
    if (nash_json_check(seat->text, strlen(seat->text), &error) != NASH_OK) {
        fprintf(stderr, "nashd match: %s: %s\n", option, error.detail);
        return false;
    }
    nash_jsonw_raw(out, seat->text, strlen(seat->text));
    return true;
}

/* ---- the request ---- */

static bool write_number(struct nash_jsonw *out, const char *key, const char *option, const char *text)
{
    int64_t number;
    if (text == NULL)
        return true;
    if (!nash_parse_int64(text, strlen(text), &number))
        return refuse(option, "a number");
    nash_jsonw_kint(out, key, number);
    return true;
}

/* Writes N or COLUMNSxROWS. */
static bool write_size(struct nash_jsonw *out, const char *text)
{
    const char *times = text != NULL ? strchr(text, 'x') : NULL;
    int64_t cols, rows;
    if (times == NULL)
        return write_number(out, "size", "--size", text);
    if (!nash_parse_int64(text, (size_t)(times - text), &cols) ||
        !nash_parse_int64(times + 1, strlen(times + 1), &rows))
        return refuse("--size", "a number, or COLUMNSxROWS");
    nash_jsonw_kint(out, "cols", cols);
    nash_jsonw_kint(out, "rows", rows);
    return true;
}

/* Writes ELO0:ELO1. */
static bool write_sprt(struct nash_jsonw *out, const char *text)
{
    const char *colon = text != NULL ? strchr(text, ':') : NULL;
    if (text == NULL)
        return true;
    if (colon == NULL || nash_json_check(text, (size_t)(colon - text), NULL) != NASH_OK ||
        nash_json_check(colon + 1, strlen(colon + 1), NULL) != NASH_OK)
        return refuse("--sprt", "ELO0:ELO1, such as 0:35");
    nash_jsonw_kobject(out, "sprt");
    nash_jsonw_kraw(out, "elo0", text, (size_t)(colon - text));
    nash_jsonw_kraw(out, "elo1", colon + 1, strlen(colon + 1));
    nash_jsonw_object_end(out);
    return true;
}

/* Writes the lines of a file, without comments that begin with '#' and empty lines. */
static bool write_openings(struct nash_jsonw *out, const char *path)
{
    if (path == NULL)
        return true;
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    nash_jsonw_karray(out, "openings");
    while (file != NULL && getline(&line, &room, file) >= 0) {
        line[strcspn(line, "#\r\n")] = '\0';
        for (size_t i = 0; line[i] != '\0'; i++)
            if (line[i] == '\t')
                line[i] = ' ';
        if (line[strspn(line, " ")] != '\0')
            nash_jsonw_string(out, line + strspn(line, " "));
    }
    nash_jsonw_array_end(out);
    bool right = file != NULL && !ferror(file);
    if (!right)
        fprintf(stderr, "nashd match: %s: %s\n", path, strerror(errno));
    if (file != NULL)
        fclose(file);
    free(line);
    return right;
}

static bool write_request(struct match_arguments *arguments, const struct words *words)
{
    struct nash_jsonw out = NASH_JSONW(&arguments->text);
    nash_jsonw_object(&out);
    nash_jsonw_kbool(&out, "swap", words->swap);
    if (!write_size(&out, words->size))
        return false;
    nash_jsonw_kobject(&out, "match");
    if (!write_seat(&out, &arguments->seat[0]) || !write_seat(&out, &arguments->seat[1]) ||
        !write_number(&out, "games", "--games", words->games) ||
        !write_number(&out, "first", "--first", words->first) || !write_openings(&out, words->openings) ||
        !write_sprt(&out, words->sprt))
        return false;
    nash_jsonw_object_end(&out);
    nash_jsonw_object_end(&out);
    return true;
}

/* Names the option where the request names a member: "/match/a/iterations" is "--a/iterations". */
static void print_error(const struct nash_error *error)
{
    static const char match[] = "/match";
    const char *pointer = error->pointer;
    if (strncmp(pointer, match, sizeof match - 1) == 0)
        pointer += sizeof match - 1;
    fprintf(stderr, "nashd match: ");
    if (pointer[0] != '\0')
        fprintf(stderr, "--%s: ", pointer + 1);
    fprintf(stderr, "%s\n", error->detail);
}

static bool read_request(struct match_arguments *arguments)
{
    const struct hex_engine *engines[HEX_ENGINES_MAX + 1] = {NULL};
    struct reader r;
    struct nash_error error = {0};
    size_t count = 0;
    for (; hex_engines[count] != NULL && count + 1 < HEX_ENGINES_MAX; count++)
        engines[count] = hex_engines[count];
    engines[count] = &htp_engine;
    arguments->arena = nash_arena_new(ARENA_BYTES);
    const char *text = nash_buf_cstr(&arguments->text);
    if (arguments->arena == NULL || arguments->text.failed) {
        fprintf(stderr, "nashd match: out of memory\n");
        return false;
    }
    if (nash_json_parse(&arguments->problem, text, arguments->text.len, arguments->arena, &error) == NASH_OK) {
        reader_root(&r, &arguments->problem, arguments->arena, &error);
        arguments->match = hex_match_read(&r, engines);
        if (reader_status(&r) == NASH_OK)
            return true;
    }
    print_error(&error);
    return false;
}

/* ---- options ---- */

static bool read_seat(struct match_arguments *arguments, struct seat *seat, const char *text)
{
    static const char program[] = "htp:";
    seat->text = text;
    if (strncmp(text, program, sizeof program - 1) == 0)
        seat->command = text + sizeof program - 1;
    return seat == &arguments->seat[0] || seat == &arguments->seat[1];
}

static bool read_setup(struct seat *seat, const char *line)
{
    if (seat == NULL || seat->command == NULL)
        return refuse("--setup", "a program before it: --b 'htp:COMMAND' --setup LINE");
    if (seat->setups == SEAT_SETUPS_MAX || strchr(line, '\n') != NULL)
        return refuse("--setup", "one line, and at most 64 times");
    seat->setup[seat->setups++] = line;
    return true;
}

/* Reads the option of one word, or of two. Returns the number of words; 0 after a message. */
static int read_option(struct match_arguments *arguments, struct words *words, struct seat **last, const char *word,
                       const char *value)
{
    const struct {
        const char *name;
        const char **value;
    } with_value[] = {{"--size", &words->size},          {"--games", &words->games},
                      {"--first", &words->first},        {"--openings", &words->openings},
                      {"--sprt", &words->sprt},          {"--seed", &words->seed},
                      {"--timeout", &words->timeout},    {"--adjudicate", &words->adjudicate},
                      {"--records", &words->records},    {"--a", &arguments->seat[0].text},
                      {"--b", &arguments->seat[1].text}, {"--setup", NULL}};
    const struct {
        const char *name;
        bool *value;
    } alone[] = {{"--swap", &words->swap},           {"--json", &arguments->json}, {"--times", &arguments->times},
                 {"--verbose", &arguments->verbose}, {"--help", &arguments->help}, {"-h", &arguments->help}};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (strcmp(word, alone[i].name) == 0)
            return *alone[i].value = true;
    for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++) {
        if (strcmp(word, with_value[i].name) != 0)
            continue;
        if (value == NULL)
            return refuse(word, "a value");
        if (with_value[i].value == NULL)
            return read_setup(*last, value) ? 2 : 0;
        *with_value[i].value = value;
        for (unsigned seat = 0; seat < 2; seat++)
            if (with_value[i].value == &arguments->seat[seat].text)
                read_seat(arguments, *last = &arguments->seat[seat], value);
        return 2;
    }
    if (word[0] != '-' && !words->has_game && strcmp(word, "hex") == 0)
        return words->has_game = true;
    fprintf(stderr,
            word[0] == '-' ? "nashd match: unknown option \"%s\"; see nashd match --help\n"
                           : "nashd match: unexpected word \"%s\"; the only game is hex\n",
            word);
    return 0;
}

static bool read_uint(const char *option, const char *text, uint64_t *value)
{
    int64_t number;
    if (text == NULL)
        return true;
    if (!nash_parse_int64(text, strlen(text), &number) || number < 0)
        return refuse(option, "a number");
    *value = (uint64_t)number;
    return true;
}

/* Gives the seats what they need of the match. */
static bool complete_seats(struct match_arguments *arguments, uint64_t timeout_ms)
{
    for (unsigned i = 0; i < 2; i++) {
        struct seat *seat = &arguments->seat[i];
        seat->player = arguments->match->rules.player[i];
        seat->swap = arguments->match->rules.swap;
        seat->timeout_ms = timeout_ms;
        seat->show_errors = arguments->verbose;
        if (seat->player.engine == &htp_engine && (seat->command == NULL || seat->command[0] == '\0'))
            return refuse(i == 0 ? "--a" : "--b", "a command for a program: 'htp:COMMAND'");
    }
    return true;
}

bool match_arguments_read(struct match_arguments *arguments, int argc, char **argv)
{
    struct words words = {0};
    struct seat *last = NULL;
    uint64_t timeout_ms = TIMEOUT_MS;
    *arguments = (struct match_arguments){.seat = {{.label = "a"}, {.label = "b"}}, .text = NASH_BUF_INIT(0)};
    for (int i = 0, count; i < argc; i += count) {
        count = read_option(arguments, &words, &last, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (count == 0)
            return false;
    }
    if (arguments->help) {
        print_usage(stdout);
        return true;
    }
    if (!words.has_game) {
        print_usage(stderr);
        return false;
    }
    arguments->records = words.records;
    return read_uint("--seed", words.seed, &arguments->seed) &&
           read_uint("--adjudicate", words.adjudicate, &arguments->adjudicate) &&
           read_uint("--timeout", words.timeout, &timeout_ms) && write_request(arguments, &words) &&
           read_request(arguments) && complete_seats(arguments, timeout_ms);
}

void match_arguments_free(struct match_arguments *arguments)
{
    nash_json_free(&arguments->problem);
    nash_arena_free(arguments->arena);
    nash_buf_free(&arguments->text);
}
