/* The protocol: lines, words, numbers of commands, replies, and the commands about the program itself. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <nash/json.h>
#include <nash/nash.h>

#include "htp.h"

static void run_list(struct htp *htp);
static void run_known(struct htp *htp);
static void run_menu(struct htp *htp);

static void run_name(struct htp *htp)
{
    nash_buf_puts(&htp->reply, "nashd");
}

static void run_version(struct htp *htp)
{
    nash_buf_puts(&htp->reply, nash_version());
}

static void run_protocol(struct htp *htp)
{
    nash_buf_puts(&htp->reply, "2");
}

static void run_quit(struct htp *htp)
{
    htp->quit = true;
}

static const struct htp_command protocol_commands[] = {
    {"name", 0, 0, run_name, NULL},
    {"version", 0, 0, run_version, NULL},
    {"protocol_version", 0, 0, run_protocol, NULL},
    {"list_commands", 0, 0, run_list, NULL},
    {"known_command", 1, 1, run_known, NULL},
    {"hexgui-analyze_commands", 0, 0, run_menu, NULL},
    {"quit", 0, 0, run_quit, NULL},
    {0},
};

static const struct htp_command *const tables[] = {protocol_commands, htp_game_commands, htp_think_commands,
                                                   htp_analysis_commands};
enum { TABLES = sizeof tables / sizeof *tables };

static const struct htp_command *command_named(const char *name)
{
    for (size_t i = 0; i < TABLES; i++)
        for (const struct htp_command *command = tables[i]; command->name != NULL; command++)
            if (strcmp(command->name, name) == 0)
                return command;
    return NULL;
}

static void run_list(struct htp *htp)
{
    for (size_t i = 0; i < TABLES; i++)
        for (const struct htp_command *command = tables[i]; command->name != NULL; command++)
            nash_buf_printf(&htp->reply, "%s%s", htp->reply.len ? "\n" : "", command->name);
}

static void run_known(struct htp *htp)
{
    nash_buf_puts(&htp->reply, command_named(htp->word[1]) != NULL ? "true" : "false");
}

static void run_menu(struct htp *htp)
{
    for (size_t i = 0; i < TABLES; i++)
        for (const struct htp_command *command = tables[i]; command->name != NULL; command++)
            if (command->menu != NULL)
                nash_buf_printf(&htp->reply, "%s%s", htp->reply.len ? "\n" : "", command->menu);
}

void htp_fail(struct htp *htp, const char *format, ...)
{
    char text[640];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    nash_buf_reset(&htp->reply);
    nash_buf_puts(&htp->reply, text);
    htp->failed = true;
}

bool htp_color(struct htp *htp, unsigned i, enum hex_color *color)
{
    char *word = htp->word[i];
    for (char *c = word; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    bool black = strcmp(word, "b") == 0 || strcmp(word, "black") == 0;
    if (!black && strcmp(word, "w") != 0 && strcmp(word, "white") != 0) {
        htp_fail(htp, "\"%.40s\" is no side; expected black or white", word);
        return false;
    }
    *color = black ? HEX_BLACK : HEX_WHITE;
    return true;
}

bool htp_number(struct htp *htp, unsigned i, uint64_t most, uint64_t *number)
{
    int64_t value;
    if (!nash_parse_int64(htp->word[i], strlen(htp->word[i]), &value) || value < 0 || (uint64_t)value > most) {
        htp_fail(htp, "\"%.40s\" is not a number from 0 to %llu", htp->word[i], (unsigned long long)most);
        return false;
    }
    *number = (uint64_t)value;
    return true;
}

void htp_add_cell(struct htp *htp, unsigned cell)
{
    char name[HEX_NAME_MAX];
    nash_buf_printf(&htp->reply, "%s%s", htp->reply.len ? " " : "",
                    hex_cell_name(&htp->play.position.board, cell, name));
}

/* Splits a line into words; the rest behind "#" is a comment. Returns false if there are too many. */
static bool split_words(struct htp *htp, char *line)
{
    char *comment = strchr(line, '#');
    if (comment != NULL)
        *comment = '\0';
    htp->words = 0;
    for (char *c = line; *c; c++) /* GTP discards other control characters */
        if ((unsigned char)*c < ' ')
            *c = ' ';
    for (char *word; (word = strtok_r(htp->words == 0 ? line : NULL, " ", &line)) != NULL;) {
        if (htp->words == HTP_WORDS_MAX)
            return false;
        htp->word[htp->words++] = word;
    }
    return true;
}

static void run_words(struct htp *htp)
{
    const struct htp_command *command = command_named(htp->word[0]);
    unsigned arguments = htp->words - 1;
    if (command == NULL)
        htp_fail(htp, "unknown command \"%.40s\"; list_commands shows all", htp->word[0]);
    else if (arguments < command->arguments_min || arguments > command->arguments_max)
        htp_fail(htp, "%s takes %u to %u arguments, not %u", command->name, command->arguments_min,
                 command->arguments_max, arguments);
    else
        command->run(htp);
}

/* Puts "=12 " or "?12 " before the reply and the empty line behind it. */
static void frame_reply(struct htp *htp, const char *number)
{
    struct nash_buf framed = NASH_BUF_INIT(0);
    nash_buf_printf(&framed, "%c%s ", htp->failed ? '?' : '=', number);
    nash_buf_add(&framed, htp->reply.data, htp->reply.len);
    nash_buf_puts(&framed, "\n\n");
    nash_buf_free(&htp->reply);
    htp->reply = framed;
}

bool htp_execute(struct htp *htp, char *line)
{
    const char *number = "";
    nash_buf_reset(&htp->reply);
    htp->failed = false;
    bool fits = split_words(htp, line);
    if (htp->words == 0)
        return false;
    size_t digits = strspn(htp->word[0], "0123456789");
    if (htp->word[0][digits] == '\0') {
        number = htp->word[0];
        memmove(htp->word, htp->word + 1, --htp->words * sizeof *htp->word);
    }
    if (!fits)
        htp_fail(htp, "a command has at most %d words", HTP_WORDS_MAX);
    else if (htp->words == 0)
        htp_fail(htp, "there is no command behind the number");
    else
        run_words(htp);
    frame_reply(htp, number);
    return true;
}
