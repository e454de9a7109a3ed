#include "input.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

_Atomic int htp_interrupted;

/* The line that waits. The counts are of commands; an interrupt is for all that were read before it. */
static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool full, ended;
    char line[HTP_LINE_MAX];
    uint64_t read, taken, interrupted;
} shared = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* The bytes of the thread that reads. It does not use stdio, whose lock it would hold at the exit of the program. */
static struct {
    char block[4096];
    size_t used, len;
    char line[HTP_LINE_MAX];
} own;

static int read_byte(void)
{
    if (own.used == own.len) {
        ssize_t count = -1;
        while ((count = read(STDIN_FILENO, own.block, sizeof own.block)) < 0 && errno == EINTR)
            continue;
        own.used = 0;
        own.len = count > 0 ? (size_t)count : 0;
        if (count <= 0)
            return -1;
    }
    return (unsigned char)own.block[own.used++];
}

/* Reads a line into own.line. Returns false at the end of the input. *whole: it fits. */
static bool read_line(bool *whole)
{
    size_t n = 0;
    int c;
    *whole = true;
    while ((c = read_byte()) >= 0 && c != '\n') {
        if (n + 1 < sizeof own.line)
            own.line[n++] = c != 0 ? (char)c : ' ';
        else
            *whole = false;
    }
    own.line[n] = '\0';
    return c >= 0 || n > 0;
}

/* Returns whether the line is the comment "# interrupt". */
static bool is_interrupt(const char *comment)
{
    static const char word[] = "interrupt";
    comment += 1 + strspn(comment + 1, " \t");
    if (strncmp(comment, word, sizeof word - 1) != 0)
        return false;
    comment += sizeof word - 1;
    return comment[strspn(comment, " \t\r")] == '\0';
}

static void interrupt(void)
{
    pthread_mutex_lock(&shared.mutex);
    shared.interrupted = shared.read;
    if (shared.taken > 0 && shared.taken <= shared.interrupted)
        htp_interrupted = 1;
    pthread_mutex_unlock(&shared.mutex);
}

/* Waits until no line waits, and gives this one. NULL: the input has ended. */
static void give(const char *line)
{
    pthread_mutex_lock(&shared.mutex);
    while (shared.full)
        pthread_cond_wait(&shared.changed, &shared.mutex);
    if (line != NULL)
        memcpy(shared.line, line, strlen(line) + 1);
    shared.full = line != NULL;
    shared.ended = line == NULL;
    shared.read += line != NULL;
    pthread_cond_signal(&shared.changed);
    pthread_mutex_unlock(&shared.mutex);
}

static void *read_lines(void *unused)
{
    bool whole;
    while (read_line(&whole)) {
        const char *begin = own.line + strspn(own.line, " \t\r");
        if (*begin == '#' && is_interrupt(begin))
            interrupt();
        else if (*begin != '#' && *begin != '\0')
            give(whole ? own.line : "line-too-long");
    }
    give(NULL);
    return unused;
}

bool htp_input_start(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, read_lines, NULL) != 0)
        return false;
    pthread_detach(thread); /* it may wait for input when the program ends */
    return true;
}

bool htp_input_next(char line[HTP_LINE_MAX])
{
    pthread_mutex_lock(&shared.mutex);
    while (!shared.full && !shared.ended)
        pthread_cond_wait(&shared.changed, &shared.mutex);
    bool any = shared.full;
    if (any) {
        memcpy(line, shared.line, strlen(shared.line) + 1);
        shared.full = false;
        shared.taken++;
        htp_interrupted = shared.taken <= shared.interrupted;
    }
    pthread_cond_signal(&shared.changed);
    pthread_mutex_unlock(&shared.mutex);
    return any;
}
