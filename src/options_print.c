/* Prints the options: --help, and the values in effect in the format of a configuration file. */
#include <string.h>

#include <base/utf8.h>

#include "options_table.h"

/* Writes the default as it is given on the command line, in brackets; "" if there is none. */
static void default_text(const struct option *option, char out[64])
{
    out[0] = '\0';
    if (option->type == IS_TEXT && option->text != NULL)
        snprintf(out, 64, " [%s]", option->text);
    else if (option->type == IS_NUMBER)
        snprintf(out, 64, " [%llu]", (unsigned long long)option->number);
    else if (option->type == IS_BYTES)
        snprintf(out, 64, " [%lluM]", (unsigned long long)option->number >> 20);
}

/* Prints the words of `text`, wrapped between the columns `indent` and WIDTH. The cursor is at `indent`. Further lines
 * begin with `prefix`. */
static void print_wrapped(FILE *out, const char *text, const char *prefix, int indent)
{
    enum { WIDTH = 100 };
    int column = indent;
    for (const char *word = text; *word != '\0'; word += strspn(word, " ")) {
        int len = (int)strcspn(word, " ");
        if (column > indent && column + 1 + len > WIDTH) {
            fprintf(out, "\n%-*s", indent, prefix);
            column = indent;
        }
        column += fprintf(out, "%s%.*s", column > indent ? " " : "", len, word);
        word += len;
    }
    fputc('\n', out);
}

void options_help(FILE *out)
{
    enum { INDENT = 36 };
    for (size_t i = 0; i < options_table_size; i++) {
        char value[64], text[512];
        if (options_table[i].type == IS_LIVE)
            continue;
        if (options_table[i].type == IS_SECTION) {
            fprintf(out, "%s%s:\n", i > 0 ? "\n" : "", options_table[i].name);
            continue;
        }
        default_text(&options_table[i], value);
        snprintf(text, sizeof text, "%s%s", options_table[i].help, value);
        int column = fprintf(out, "  --%s %s", options_table[i].name, options_table[i].argument);
        if (column >= INDENT)
            column = fprintf(out, "\n") - 1;
        fprintf(out, "%*s", INDENT - column, "");
        print_wrapped(out, text, "", INDENT);
    }
}

/* Prints a text so that the reader of the file gets the same bytes: as it is, or in quotes with escapes. */
static void print_text(const char *text, FILE *out)
{
    size_t len = strlen(text);
    bool utf8 = utf8_span(text, len) == len, plain = utf8 && len > 0 && text[0] != '#' && text[0] != '"';
    for (size_t i = 0; i < len; i++)
        plain = plain && (unsigned char)text[i] > ' ' && text[i] != 0x7F;
    if (plain) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ' || c == 0x7F || (c > 0x7F && !utf8))
            fprintf(out, "\\x%02x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

/* Prints a size with the largest unit that divides it. */
static void print_size(uint64_t bytes, FILE *out)
{
    static const char unit[] = "\0KMG";
    int shift = bytes == 0 ? 0 : 3;
    while (shift > 0 && (bytes & ((1ull << (10 * shift)) - 1)) != 0)
        shift--;
    fprintf(out, "%llu%.*s", (unsigned long long)(bytes >> (10 * shift)), shift > 0, unit + shift);
}

static void print_number(const struct options *options, const struct option *option, FILE *out)
{
    uint64_t number = option_number(options, option);
    fprintf(out, "%s = ", option->name);
    if (option->type == IS_BYTES)
        print_size(number, out);
    else
        fprintf(out, "%llu", (unsigned long long)number);
    fputc('\n', out);
}

/* Prints `name = value` lines. An option without a value is a comment. */
static void print_value(const struct options *options, const struct option *option, FILE *out)
{
    const char *const *list = option->type == IS_LIST ? option_list(options, option) : NULL;
    const char *text = option->type == IS_TEXT ? option_text(options, option) : NULL;
    if (option->type != IS_LIST && option->type != IS_TEXT) {
        print_number(options, option, out);
        return;
    }
    if (text == NULL && (list == NULL || *list == NULL))
        fprintf(out, "#%s =\n", option->name);
    for (; list != NULL && *list != NULL; list++) {
        fprintf(out, "%s = ", option->name);
        print_text(*list, out);
        fputc('\n', out);
    }
    if (text != NULL) {
        fprintf(out, "%s = ", option->name);
        print_text(text, out);
        fputc('\n', out);
    }
}

static void print_origin(const struct options *options, const struct option *option, FILE *out)
{
    const struct option_origin *origin = &options->origin[option->index];
    char variable[64];
    option_variable(option, variable);
    switch (origin->source) {
    case SOURCE_DEFAULT:
        fputs("default", out);
        break;
    case SOURCE_FILE:
        fprintf(out, "%s:%u", options->config != NULL ? options->config : "file", origin->line);
        break;
    case SOURCE_ENVIRONMENT:
        fputs(variable, out);
        break;
    case SOURCE_COMMAND_LINE:
        fputs("command line", out);
        break;
    }
}

void options_print(const struct options *options, FILE *out)
{
    fputs("# Options of nashd, in the format of a configuration file (nashd --config FILE). Each one has its origin.\n",
          out);
    for (size_t i = 0; i < options_table_size; i++) {
        const struct option *option = &options_table[i];
        if (option->type == IS_SECTION)
            fprintf(out, "\n[%s]\n", option->name);
        if (!option_has_value(option) || option->index == OPTION_config)
            continue;
        fputs("\n# ", out);
        print_wrapped(out, option->help, "#", 2);
        fputs("# Origin: ", out);
        print_origin(options, option, out);
        fputs(option_is_live(option) ? ". SIGHUP changes it.\n" : ".\n", out);
        print_value(options, option, out);
    }
}
