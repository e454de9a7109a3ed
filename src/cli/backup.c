/* nashd backup FILE: copies the database of a server, which may be running, to a new file. */
#include <cli/commands.h>
#include <cli/interrupt.h>
#include <stdio.h>
#include <unistd.h>

#include <store/maintenance.h>

struct progress {
    bool terminal; /* stderr is one */
    bool shown;
};

/* Shows the share that is copied on a terminal. Returns false after a signal. */
static bool show_progress(void *context, uint64_t done, uint64_t total)
{
    struct progress *progress = context;
    progress->shown = progress->terminal;
    if (progress->shown)
        fprintf(stderr, "\r%3d %% of %llu pages", total > 0 ? (int)(done * 100 / total) : 100,
                (unsigned long long)total);
    return interrupted == 0;
}

int command_backup(const char *file, const char *url)
{
    struct nash_error error;
    struct progress progress = {.terminal = isatty(STDERR_FILENO) != 0};
    interrupt_catch();
    enum nash_status status = store_backup_from(url, file, show_progress, &progress, &error);
    if (progress.shown)
        fputs("\r                                \r", stderr);
    if (status == NASH_OK)
        return printf("%s is a checked copy of %s\n", file, url) < 0 || fflush(stdout) != 0 ? COMMAND_FAILED
                                                                                            : COMMAND_DONE;
    fprintf(stderr, "nashd backup: %s\n", error.detail);
    return status == NASH_STOPPED ? COMMAND_SIGNAL + interrupted : COMMAND_FAILED;
}
