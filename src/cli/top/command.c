/* nashd top [URL]: what a server does, once a second. On a terminal it is a view that is redrawn in place; else one
 * line a second. */
#include <cli/commands.h>
#include <cli/interrupt.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <base/clock.h>
#include <cluster/transport/http_client.h>

#include "sample.h"

enum { EVERY_MS = 1000, ANSWER_MAX = 4 << 20, TIMEOUT_MS = 5000, PLAIN_COLUMNS = 200, PLAIN_LINES = 1000 };

struct top {
    const char *url;
    bool once, terminal;
    struct http_client client;
    struct curl_slist *headers;
    struct termios before; /* of stdin, to be restored */
    bool raw;              /* stdin is a terminal, and gives keys at once */
};

/* Requests a path. The answer is in top->client. */
static enum nash_status top_get(struct top *top, const char *path, struct nash_error *error)
{
    char url[HTTP_CLIENT_URL_MAX + 64], why[HTTP_CLIENT_WHY_MAX];
    long status;
    snprintf(url, sizeof url, "%s%s", top->url, path);
    http_client_prepare(&top->client, "GET", url, NULL, 0, TIMEOUT_MS, ANSWER_MAX);
    curl_easy_setopt(top->client.easy, CURLOPT_HTTPGET, 1L);
    curl_easy_setopt(top->client.easy, CURLOPT_CUSTOMREQUEST, NULL);
    CURLcode code = curl_easy_perform(top->client.easy);
    if (!http_client_failed(&top->client, code, "application/json", &status, why))
        return NASH_OK;
    return nash_fail(error, NASH_INTERNAL, "", status == 401 ? "%s: %s; NASHD_KEY must hold an API key" : "%s: %s", url,
                     why);
}

static enum nash_status sample_take(struct top *top, struct top_sample *sample, struct nash_error *error)
{
    *sample = (struct top_sample){.now_ms = clock_wall_ms()};
    if (top_get(top, "/v1/stats", error) != NASH_OK ||
        top_read_stats(sample, top->client.answer.data, top->client.answer.len, error) != NASH_OK ||
        top_get(top, "/v1/jobs?status=running&limit=20", error) != NASH_OK ||
        top_read_jobs(sample, top->client.answer.data, top->client.answer.len, error) != NASH_OK)
        return error->status;
    return NASH_OK;
}

/* Makes stdin give single keys without echo, and clears the screen. */
static void screen_begin(struct top *top)
{
    top->raw = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &top->before) == 0;
    if (top->raw) {
        struct termios raw = top->before;
        raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    }
    fputs("\x1b[?1049h\x1b[?25l", stdout); /* alternate screen, no cursor */
}

static void screen_end(struct top *top)
{
    if (top->raw)
        tcsetattr(STDIN_FILENO, TCSANOW, &top->before);
    fputs("\x1b[?25h\x1b[?1049l", stdout);
    fflush(stdout);
}

/* Draws the view over the one before: each line is ended by erasing the rest of the old one. */
static void screen_draw(const struct top_sample *now, const struct top_sample *before)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    struct nash_buf text = NASH_BUF_INIT(0);
    (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    top_show(&text, now, before, size.ws_col > 0 ? size.ws_col : 80, size.ws_row > 2 ? size.ws_row - 1 : 23);
    fputs("\x1b[H", stdout);
    for (const char *line = nash_buf_cstr(&text); *line != '\0'; line += strcspn(line, "\n") + 1)
        printf("%.*s\x1b[K\n", (int)strcspn(line, "\n"), line);
    fputs("\x1b[J", stdout);
    fflush(stdout);
    nash_buf_free(&text);
}

static void show_plain(const struct top *top, const struct top_sample *now, const struct top_sample *before)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    if (top->once)
        top_show(&text, now, NULL, PLAIN_COLUMNS, PLAIN_LINES);
    else
        top_show_line(&text, now, before);
    fputs(nash_buf_cstr(&text), stdout);
    nash_buf_free(&text);
}

/* Waits for the next second. Returns false when the user wants to leave. */
static bool wait_for_next(const struct top *top)
{
    struct pollfd keys = {.fd = top->raw ? STDIN_FILENO : -1, .events = POLLIN};
    long long until_ns = clock_mono_ns() + EVERY_MS * 1000000LL, left_ns = EVERY_MS * 1000000LL;
    while (interrupted == 0 && left_ns > 0) {
        char key;
        if (interrupt_poll(&keys, 1, left_ns) > 0 && (read(STDIN_FILENO, &key, 1) != 1 || key == 'q' || key == 'Q'))
            return false;
        left_ns = until_ns - clock_mono_ns();
    }
    return interrupted == 0;
}

static int top_run(struct top *top)
{
    static struct top_sample sample[2];
    struct nash_error error;
    const struct top_sample *before = NULL;
    int code = COMMAND_DONE;
    unsigned turn = 0;
    bool drawn = false;
    do {
        struct top_sample *now = &sample[turn++ % 2];
        if (sample_take(top, now, &error) != NASH_OK) {
            code = COMMAND_FAILED;
            break;
        }
        if (top->terminal && !drawn)
            screen_begin(top);
        drawn = top->terminal;
        if (drawn)
            screen_draw(now, before);
        else
            show_plain(top, now, before);
        before = now;
    } while (fflush(stdout) == 0 && !top->once && wait_for_next(top));
    if (drawn)
        screen_end(top);
    if (code == COMMAND_FAILED)
        fprintf(stderr, "nashd top: %s\n", error.detail);
    return code == COMMAND_DONE && ferror(stdout) ? COMMAND_FAILED : code;
}

static int usage(FILE *out, int code)
{
    fputs("usage: nashd top [--once] [URL]\n"
          "Shows what the server at URL does, by default http://127.0.0.1:8080, once a second: workers, jobs, rates, "
          "times\n"
          "by kind, running jobs. q ends it. NASHD_KEY holds the API key of a server that needs one.\n"
          "  --once    print the numbers once; rates are averages since the server started\n",
          out);
    return code;
}

/* Sets up the client. */
static bool top_connect(struct top *top)
{
    char line[1024];
    const char *key = getenv("NASHD_KEY");
    if (!http_client_init(&top->client, NULL, "top"))
        return false;
    top->headers = curl_slist_append(NULL, "Accept: application/json");
    if (key != NULL && *key != '\0' && strpbrk(key, "\r\n") == NULL && strlen(key) < sizeof line - 32) {
        snprintf(line, sizeof line, "Authorization: Bearer %s", key);
        struct curl_slist *longer = curl_slist_append(top->headers, line);
        top->headers = longer != NULL ? longer : top->headers;
    }
    curl_easy_setopt(top->client.easy, CURLOPT_HTTPHEADER, top->headers);
    return top->headers != NULL;
}

int command_top(int argc, char **argv)
{
    struct top top = {.terminal = isatty(STDOUT_FILENO) != 0};
    char url[HTTP_CLIENT_URL_MAX];
    const char *given = NULL;
    struct nash_error error;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return usage(stdout, COMMAND_DONE);
        if (strcmp(argv[i], "--once") == 0)
            top.once = true;
        else if (argv[i][0] == '-' || given != NULL)
            return usage(stderr, COMMAND_USAGE);
        else
            given = argv[i];
    }
    if (http_client_url(given != NULL ? given : "http://127.0.0.1:8080", url, &error) != NASH_OK) {
        fprintf(stderr, "nashd top: %s\n", error.detail);
        return COMMAND_USAGE;
    }
    top.url = url;
    top.terminal = top.terminal && !top.once;
    interrupt_catch();
    int code = COMMAND_FAILED;
    if (top_connect(&top))
        code = top_run(&top);
    else
        fputs("nashd top: out of memory\n", stderr);
    http_client_free(&top.client);
    curl_slist_free_all(top.headers);
    return code;
}
