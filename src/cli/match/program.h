/* An external program that speaks HTP: a process of its own with pipes to its stdin and stdout.
 *
 *     program_start(&program, "mohex --seed 1", false);
 *     if (program_ask(&program, 60000, "genmove black") == PROGRAM_DONE)
 *         move = nash_buf_cstr(&program.reply);
 *     program_end(&program);
 *
 * The program may do anything: no function waits longer than its limit, and none keeps more than REPLY_MAX bytes. After
 * any fault the process is dead, and program_start() starts it again. SIGPIPE must be ignored. */
#ifndef CLI_MATCH_PROGRAM_H
#define CLI_MATCH_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <nash/buf.h>

enum program_status {
    PROGRAM_DONE,       /* the command succeeded */
    PROGRAM_REFUSED,    /* "? MESSAGE": reply is the message */
    PROGRAM_HANGS,      /* no reply within the limit */
    PROGRAM_DIED,       /* the process ended, or closed its input or output */
    PROGRAM_LIES,       /* what it wrote is no reply to the command */
    PROGRAM_INTERRUPTED /* a signal stopped the command */
};

struct program {
    pid_t pid;              /* leader of its process group; 0: no process */
    int in, out;            /* our ends of the pipes, not blocking; -1: closed */
    unsigned number;        /* of the last command */
    bool numbered;          /* commands have numbers; false for a program that does not know them */
    double cpu_s;           /* used by processes that have ended, with their children that were waited for */
    struct nash_buf input;  /* bytes read and not used */
    struct nash_buf reply;  /* text of the last reply, or what happened instead */
    struct nash_buf output; /* bytes to write */
};

/* Starts *program, which is zeroed or has had a fault: `command` is run by /bin/sh. show_errors: its stderr is ours;
 * otherwise it is dropped. Returns false without a process: errno says why. */
bool program_start(struct program *program, const char *command, bool show_errors);
/* Returns whether there is a process that has not ended. */
bool program_is_alive(struct program *program);
/* Sends a command and reads the reply to it. timeout_ms 0: no limit. After PROGRAM_HANGS, _DIED and _LIES the process
 * has been killed, and the reply says what happened. */
enum program_status program_ask(struct program *program, uint64_t timeout_ms, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Sends "quit", waits a moment, kills what is left, and frees the memory. */
void program_end(struct program *program);

/* Appends the begin of a text in quotes, without control characters: for messages. */
void program_quote(struct nash_buf *out, const char *text, size_t len);

#endif
