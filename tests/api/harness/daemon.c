#include "daemon.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../unit/base/folder.h"

enum { START_MS = 60000, END_MS = 60000, ARGUMENTS = 32 };

void daemon_show_log(const struct daemon *d)
{
    char path[96], text[8192];
    snprintf(path, sizeof path, "%s/log", d->folder);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return;
    if (fseek(file, -(long)(sizeof text - 1), SEEK_END) != 0)
        rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fprintf(stderr, "---- the server said last:\n%s----\n", text);
    fclose(file);
}

static void become(const struct daemon *d, int out)
{
    char data[96], log[96];
    const char *argv[ARGUMENTS] = {d->program, "--listen", "127.0.0.1:0", "--data", data};
    snprintf(data, sizeof data, "%s/data", d->folder);
    snprintf(log, sizeof log, "%s/log", d->folder);
    for (int i = 0; d->args[i] != NULL; i++)
        argv[5 + i] = d->args[i];
    int err = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execv(d->program, (char *const *)(uintptr_t)argv);
    _exit(127);
}

/* Reads the port from "nashd listening on http://HOST:PORT\
"; 0 when that line does not arrive. */
static uint16_t read_port(int fd)
{
    char line[256];
    size_t len = 0;
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    while (len + 1 < sizeof line && memchr(line, '\n', len) == NULL) {
        if (poll(&wait, 1, START_MS) <= 0)
            break;
        ssize_t count = read(fd, line + len, sizeof line - 1 - len);
        if (count <= 0)
            break;
        len += (size_t)count;
    }
    line[len] = '\0';
    const char *colon = strrchr(line, ':');
    return strncmp(line, "nashd listening on http://", 26) == 0 && colon != NULL ? (uint16_t)atoi(colon + 1) : 0;
}

void daemon_start(struct daemon *d)
{
    int pipes[2];
    if (d->program == NULL)
        d->program = getenv("NASHD");
    if (d->program == NULL)
        fail_msg("the variable NASHD must name the server's program");
    if (d->folder[0] == '\0')
        assert_true(test_folder(d->folder, sizeof d->folder, "nashd-test"));
    assert_int_equal(pipe2(pipes, O_CLOEXEC), 0);
    d->pid = fork();
    assert_true(d->pid >= 0);
    if (d->pid == 0)
        become(d, pipes[1]);
    close(pipes[1]);
    d->port = read_port(pipes[0]);
    close(pipes[0]);
    if (d->port == 0) {
        daemon_show_log(d);
        daemon_kill(d);
        fail_msg("the server did not start");
    }
}

void daemon_wait(struct daemon *d)
{
    int status = 0;
    pid_t ended = 0;
    for (int ms = 0; ms < END_MS && ended == 0; ms += 5) {
        ended = waitpid(d->pid, &status, WNOHANG);
        if (ended == 0)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    if (ended == d->pid && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        d->pid = 0;
        return;
    }
    daemon_show_log(d);
    daemon_kill(d);
    if (ended == 0)
        fail_msg("the server did not end");
    fail_msg("the server ended with wait status 0x%x", (unsigned)status);
}

void daemon_stop(struct daemon *d)
{
    if (d->pid <= 0) /* it never ran: kill(0) would end this test and its process group */
        return;
    kill(d->pid, SIGTERM);
    daemon_wait(d);
}

void daemon_kill(struct daemon *d)
{
    if (d->pid <= 0)
        return;
    kill(d->pid, SIGKILL);
    while (waitpid(d->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    d->pid = 0;
}

unsigned daemon_children(pid_t parent, pid_t found[], unsigned most)
{
    char path[64];
    unsigned count = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        print_message("/proc does not show children here\n");
        skip();
    }
    while (count < most && fscanf(file, "%d", &found[count]) == 1)
        count++;
    fclose(file);
    return count;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void daemon_remove(struct daemon *d)
{
    daemon_kill(d);
    if (d->folder[0] != '\0')
        nftw(d->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    d->folder[0] = '\0';
}

static struct daemon *of_group;

static int start_of_group(void **state)
{
    *state = of_group;
    daemon_start(of_group);
    return 0;
}

int (*daemon_setup(struct daemon *d))(void **state)
{
    of_group = d;
    return start_of_group;
}

int daemon_teardown(void **state)
{
    daemon_stop(*state);
    daemon_remove(*state);
    return 0;
}
