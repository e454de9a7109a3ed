/* The process of an external program. */
#include "program.h"

#include <cli/interrupt.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/clock.h>

enum {
    REPLY_MAX = 1 << 20,
    BLOCK = 4096,
    NS_PER_MS = 1000000,
    SHELL_FAILED = 127,
    SHELL_SIGNAL = 128,
    SIGNAL_MAX = 64
};

/* ---- start ---- */

/* Becomes the program. The process group is its own, so that a signal of the terminal does not reach it, and all of its
 * children can be killed. It does not outlive this process. */
static void child_run(int in, int out, const char *command, bool show_errors)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigaction(SIGPIPE, &plain, NULL);
    int nowhere = show_errors ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        (show_errors || dup2(nowhere, STDERR_FILENO) >= 0))
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(SHELL_FAILED);
}

static bool pipes_open(int to[2], int from[2])
{
    if (pipe2(to, O_CLOEXEC) != 0)
        return false;
    if (pipe2(from, O_CLOEXEC) == 0)
        return true;
    close(to[0]);
    close(to[1]);
    return false;
}

static void buffers_free(struct program *program)
{
    nash_buf_free(&program->input);
    nash_buf_free(&program->reply);
    nash_buf_free(&program->output);
}

bool program_start(struct program *program, const char *command, bool show_errors)
{
    int to[2], from[2];
    if (!pipes_open(to, from))
        return false;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        child_run(to[0], from[1], command, show_errors);
    int cause = errno;
    close(to[0]);
    close(from[1]);
    if (pid < 0) {
        close(to[1]);
        close(from[0]);
        errno = cause;
        return false;
    }
    setpgid(pid, pid); /* both do it, so that it is done before either goes on */
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    buffers_free(program);
    *program = (struct program){.pid = pid,
                                .in = to[1],
                                .out = from[0],
                                .numbered = true,
                                .cpu_s = program->cpu_s,
                                .input = NASH_BUF_INIT(REPLY_MAX),
                                .reply = NASH_BUF_INIT(0),
                                .output = NASH_BUF_INIT(0)};
    return true;
}

/* ---- end ---- */

static void pipe_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Returns whether the process has ended, without reaping it: until then no other process has its number. */
static bool has_ended(pid_t pid)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

/* Waits until the process has ended, at most so long. Returns whether it has. */
static bool wait_for_end(pid_t pid, int64_t wait_ms)
{
    enum { STEP_MS = 5 };
    int64_t until = clock_mono_ns() + wait_ms * NS_PER_MS;
    while (!has_ended(pid)) {
        if (interrupted || clock_mono_ns() >= until)
            return false;
        interrupt_poll(NULL, 0, STEP_MS * NS_PER_MS);
    }
    return true;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* Kills the process and its group, and reaps it. Returns its wait status. */
static int kill_group(struct program *program)
{
    int status = 0;
    struct rusage used = {0};
    kill(-program->pid, SIGKILL);
    kill(program->pid, SIGKILL); /* it may have joined another group */
    while (wait4(program->pid, &status, 0, &used) < 0 && errno == EINTR)
        continue;
    program->cpu_s += seconds(used.ru_utime) + seconds(used.ru_stime);
    program->pid = 0;
    pipe_close(&program->in);
    pipe_close(&program->out);
    return status;
}

bool program_is_alive(struct program *program)
{
    if (program->pid == 0)
        return false;
    if (!has_ended(program->pid))
        return true;
    kill_group(program);
    return false;
}

void program_end(struct program *program)
{
    enum { QUIT_MS = 1000, CLOSED_MS = 500 };
    if (program_is_alive(program)) {
        program_ask(program, QUIT_MS, "quit");
        pipe_close(&program->in);
        if (program->pid != 0)
            wait_for_end(program->pid, CLOSED_MS);
    }
    if (program->pid != 0)
        kill_group(program);
    buffers_free(program);
}

/* ---- faults ---- */

void program_quote(struct nash_buf *out, const char *text, size_t len)
{
    enum { MOST = 60 };
    while (len > 0 && strchr(" \t\n", text[len - 1]) != NULL)
        len--;
    nash_buf_putc(out, '"');
    for (size_t i = 0; i < len && i < MOST; i++)
        nash_buf_putc(out, text[i] >= ' ' && text[i] <= '~' ? text[i] : ' ');
    nash_buf_puts(out, len > MOST ? "...\"" : "\"");
}

static enum program_status fault_hangs(struct program *program, uint64_t timeout_ms)
{
    kill_group(program);
    nash_buf_reset(&program->reply);
    nash_buf_printf(&program->reply, "no reply within %llu ms", (unsigned long long)timeout_ms);
    return PROGRAM_HANGS;
}

static enum program_status fault_lies(struct program *program, const char *why)
{
    kill_group(program);
    nash_buf_reset(&program->reply);
    nash_buf_printf(&program->reply, "%s: ", why);
    program_quote(&program->reply, program->input.data, program->input.len);
    return PROGRAM_LIES;
}

/* Says how the process ended, after a moment for it to do so. A shell passes a signal on as a status. */
static enum program_status fault_died(struct program *program)
{
    enum { LAST_MS = 500 };
    bool ended = wait_for_end(program->pid, LAST_MS);
    int status = kill_group(program), code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
        number = WIFSIGNALED(status)                                        ? WTERMSIG(status)
                 : code > SHELL_SIGNAL && code <= SHELL_SIGNAL + SIGNAL_MAX ? code - SHELL_SIGNAL
                                                                            : 0;
    nash_buf_reset(&program->reply);
    if (!ended)
        nash_buf_puts(&program->reply, "it closed its output");
    else if (number > 0)
        nash_buf_printf(&program->reply, "it died by signal %d, %s", number, strsignal(number));
    else
        nash_buf_printf(&program->reply, "it ended with exit status %d", code);
    return interrupted ? PROGRAM_INTERRUPTED : PROGRAM_DIED;
}

/* ---- commands and replies ---- */

/* Moves bytes through the pipes until one of them would block. Returns false at the end of the output. */
static bool pipes_move(struct program *program, bool *too_long)
{
    if (program->output.len > 0) {
        ssize_t written = write(program->in, program->output.data, program->output.len);
        if (written > 0)
            nash_buf_erase(&program->output, 0, (size_t)written);
        else if (written < 0 && errno != EAGAIN && errno != EINTR)
            nash_buf_reset(&program->output); /* it closed its input: what it has written may still be a reply */
    }
    for (char block[BLOCK];;) {
        ssize_t count = read(program->out, block, sizeof block);
        if (count < 0)
            return errno == EAGAIN || errno == EINTR;
        if (count == 0)
            return false;
        for (ssize_t i = 0; i < count; i++)
            if (block[i] != '\r' && block[i] != '\0')
                nash_buf_putc(&program->input, block[i]);
        *too_long = program->input.failed;
        if (*too_long)
            return true;
    }
}

/* Waits until a pipe can move bytes. Returns false at the deadline or after a signal. */
static bool pipes_wait(const struct program *program, int64_t deadline_ns)
{
    struct pollfd fds[] = {{.fd = program->out, .events = POLLIN}, {.fd = program->in, .events = POLLOUT}};
    int64_t left = deadline_ns == 0 ? -1 : deadline_ns - clock_mono_ns();
    if (deadline_ns != 0 && left <= 0)
        return false;
    int ready = interrupt_poll(fds, program->output.len > 0 ? 2 : 1, left);
    return ready > 0 || (ready < 0 && !interrupted);
}

/* Returns the length of the reply at the begin of the input, with its empty line; 0: it is not complete. The bytes are
 * a number and text behind '=' or '?'. */
static size_t reply_length(struct program *program)
{
    size_t blank = 0;
    while (blank < program->input.len && strchr(" \t\n", program->input.data[blank]) != NULL)
        blank++;
    nash_buf_erase(&program->input, 0, blank);
    for (size_t i = 1; i < program->input.len; i++)
        if (program->input.data[i] == '\n' && program->input.data[i - 1] == '\n')
            return i + 1;
    return 0;
}

/* Returns the length of the number at the begin of text[len], behind '=' or '?'; -1 if it is not that of the command.
 * A program that leaves out the number of the first command does not know numbers. */
static int number_length(struct program *program, const char *text, size_t len)
{
    char expected[16];
    int digits = snprintf(expected, sizeof expected, "%u", program->number);
    if (program->number == 1 && (text[0] < '0' || text[0] > '9'))
        program->numbered = false;
    if (!program->numbered)
        return 0;
    bool same = len > (size_t)digits && memcmp(text, expected, (size_t)digits) == 0;
    return same && strchr(" \t\n", text[digits]) != NULL ? digits : -1;
}

/* Takes the reply of `len` bytes from the input. */
static enum program_status reply_take(struct program *program, size_t len)
{
    const char *text = program->input.data;
    int number = number_length(program, text + 1, len - 1);
    if (number < 0)
        return fault_lies(program, "the reply has another number");
    size_t at = 1 + (size_t)number, end = len;
    while (at < end && strchr(" \t\n", text[at]) != NULL)
        at++;
    while (end > at && strchr(" \t\n", text[end - 1]) != NULL)
        end--;
    nash_buf_reset(&program->reply);
    nash_buf_add(&program->reply, text + at, end - at);
    enum program_status status = text[0] == '=' ? PROGRAM_DONE : PROGRAM_REFUSED;
    nash_buf_erase(&program->input, 0, len);
    return status;
}

enum program_status program_ask(struct program *program, uint64_t timeout_ms, const char *format, ...)
{
    int64_t deadline_ns = timeout_ms == 0 ? 0 : clock_mono_ns() + (int64_t)timeout_ms * NS_PER_MS;
    bool open = true, too_long = false;
    char command[BLOCK];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    program->number++;
    nash_buf_reset(&program->output);
    if (program->numbered)
        nash_buf_printf(&program->output, "%u ", program->number);
    nash_buf_printf(&program->output, "%s\n", command);
    for (;;) {
        open = pipes_move(program, &too_long);
        size_t len = reply_length(program);
        if (program->input.len > 0 && program->input.data[0] != '=' && program->input.data[0] != '?')
            return fault_lies(program, "this is no reply");
        if (len > 0)
            return reply_take(program, len);
        if (too_long)
            return fault_lies(program, "the reply has no end");
        if (!open)
            return fault_died(program);
        if (!pipes_wait(program, deadline_ns))
            return interrupted ? PROGRAM_INTERRUPTED : fault_hangs(program, timeout_ms);
    }
}
