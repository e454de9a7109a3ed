#include "demo.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <api/cluster/qr.h>
#include <nash/buf.h>

#include "commands.h"

int demo_help(void)
{
    puts("usage: nashd demo [--phones] [OPTION...]\n\n"
         "Starts a server on a free port of this machine, with temporary data, and prints the address of a page on\n"
         "which five members solve one Sudoku. SIGINT (Ctrl-C) ends it and removes the data.\n\n"
         "  --phones    listen on all interfaces, without keys (--listen 0.0.0.0:0 --insecure-public), and print a\n"
         "              QR code by which a phone joins; every device of the network can use the server then\n"
         "  OPTION      an option of the server, such as --listen HOST:PORT; see nashd --help");
    return COMMAND_DONE;
}

/* Appends a word to the options; there is room. */
static void demo_option(struct demo *demo, const char *word)
{
    demo->argv[demo->argc++] = (char *)(uintptr_t)word;
}

static enum nash_status demo_make_folder(struct demo *demo, struct nash_error *error)
{
    const char *temporary = getenv("TMPDIR");
    size_t len = (size_t)snprintf(demo->folder, sizeof demo->folder, "%s/nashd-demo-XXXXXX",
                                  temporary != NULL && *temporary != '\0' ? temporary : "/tmp");
    if (len >= sizeof demo->folder || mkdtemp(demo->folder) == NULL) {
        demo->folder[0] = '\0';
        return nash_fail(error, NASH_INVALID, "", "demo: no temporary folder can be made: %s",
                         len < sizeof demo->folder ? strerror(errno) : "TMPDIR is too long");
    }
    return NASH_OK;
}

/* Returns whether one of the words is this option, with its value in the same word or the next. */
static bool has_option(int argc, char **argv, const char *name)
{
    size_t len = strlen(name);
    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], name, len) == 0 && (argv[i][len] == '\0' || argv[i][len] == '='))
            return true;
    return false;
}

enum nash_status demo_begin(struct demo *demo, int argc, char **argv, struct nash_error *error)
{
    enum { OWN = 16 }; /* words that are added at most */
    *demo = (struct demo){.argv = calloc((size_t)argc + OWN, sizeof *demo->argv)};
    if (demo->argv == NULL)
        return nash_fail(error, NASH_NOMEM, "", "demo: out of memory");
    if (demo_make_folder(demo, error) != NASH_OK)
        return error->status;
    const char *const own[] = {"--log-level", "warn", "--grace", "0", "--data"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        demo_option(demo, own[i]);
    demo_option(demo, demo->folder);
    bool phones = has_option(argc, argv, "--phones");
    if (!has_option(argc, argv, "--listen")) {
        demo_option(demo, "--listen");
        demo_option(demo, phones ? "0.0.0.0:0" : "127.0.0.1:0");
    }
    if (phones)
        demo_option(demo, "--insecure-public");
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], "--phones") != 0)
            demo_option(demo, argv[i]);
    return NASH_OK;
}

static void demo_show_code(const char *link)
{
    struct nash_buf code = NASH_BUF_INIT(0);
    if (qr_text(&code, link, isatty(STDOUT_FILENO) != 0))
        fputs(nash_buf_cstr(&code), stdout);
    nash_buf_free(&code);
}

void demo_show(const char *here, const char *phones, const char *link, bool open_to_all)
{
    printf("The demonstration: %s/#/demo\n", here);
    if (phones != NULL)
        printf("For other devices of this network: %s/#/demo\n", phones);
    if (link != NULL) {
        printf("A phone that opens this link joins as a member. The link is good for one phone and ten minutes; the\n"
               "page has more.\n%s\n\n",
               link);
        demo_show_code(link);
    }
    if (open_to_all)
        puts("\nThis server has no keys: every device that reaches it can use it.");
    puts("Ctrl-C ends the server and removes its data.");
    fflush(stdout);
}

static int demo_remove(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

void demo_end(struct demo *demo)
{
    enum { OPEN_FOLDERS = 8 };
    if (demo->folder[0] != '\0' && nftw(demo->folder, demo_remove, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) != 0)
        fprintf(stderr, "nashd demo: %s cannot be removed: %s\n", demo->folder, strerror(errno));
    free(demo->argv);
    *demo = (struct demo){0};
}
