/* Replies written directly to the socket, in the two states in which libmicrohttpd accepts none: while a body arrives
 * (and exceeds its limit), and before the head has been read (too many connections). No part of a reply has been sent
 * then, so the socket's buffer is empty and takes these few hundred bytes at once. If it does not, the client only sees
 * that the connection is closed. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include <nash/buf.h>

#include "response.h"

/* Sends with one call: the socket's buffer is empty and takes all bytes, or the client sees no reply. */
static void send_once(int fd, const char *data, size_t len)
{
    ssize_t sent = send(fd, data, len, MSG_DONTWAIT | MSG_NOSIGNAL);
    (void)sent;
}

static void raw_write_date(struct nash_buf *out)
{
    char text[64];
    struct tm parts;
    time_t now = time(NULL);
    gmtime_r(&now, &parts);
    strftime(text, sizeof text, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts); /* in the C locale */
    nash_buf_puts(out, text);
}

static void raw_write_head(struct nash_buf *out, unsigned status, size_t len)
{
    nash_buf_printf(out, "HTTP/1.1 %u %s\r\n", status, MHD_get_reason_phrase_for(status));
    raw_write_date(out);
    nash_buf_printf(out,
                    "Connection: close\r\nContent-Type: application/problem+json\r\nX-Content-Type-Options: nosniff\r\n"
                    "Cache-Control: no-store\r\nContent-Length: %zu\r\n",
                    len);
}

void http_raw_problem(struct http_request *request, const struct nash_error *error)
{
    http_conn_enter(request->conn, HTTP_PHASE_REPLY, request->http->options.reply_ms);
    if (http_conn_is_cut(request->conn))
        return; /* the deadline thread has replied */
    struct nash_buf out = NASH_BUF_INIT(HTTP_KEEP_MAX);
    unsigned status = 0;
    size_t len = http_problem_body(request, error, &status);
    if (status == 503 && !request->has_retry_after)
        http_add_header(request, "Retry-After", "1");
    raw_write_head(&out, status, len);
    for (unsigned i = 0; i < request->headers; i++)
        nash_buf_printf(&out, "%s: %s\r\n", request->header[i].name, request->header[i].value);
    if (!request->id_sent)
        nash_buf_printf(&out, "X-Request-Id: %s\r\n", http_request_id(request));
    nash_buf_puts(&out, "\r\n");
    nash_buf_add(&out, request->out, len);
    if (!out.failed)
        send_once(request->conn->fd, out.data, out.len);
    nash_buf_free(&out);
    request->status = status;
    request->reply_bytes = len;
    request->conn->linger = true;
}

static void raw_send_problem(int fd, unsigned status, const char *type, const char *fields, const char *detail)
{
    struct nash_error error;
    struct nash_buf body = NASH_BUF_INIT(1024), out = NASH_BUF_INIT(2048);
    nash_fail_type(&error, NASH_BUSY, type, NULL, "%s", detail);
    http_problem_write(&body, status, &error, NULL);
    raw_write_head(&out, status, body.len);
    nash_buf_printf(&out, "%s\r\n", fields);
    nash_buf_add(&out, body.data, body.len);
    if (!out.failed && !body.failed)
        send_once(fd, out.data, out.len);
    nash_buf_free(&body);
    nash_buf_free(&out);
}

void http_raw_refuse(int fd)
{
    raw_send_problem(fd, 503, "busy", "Retry-After: 1\r\n",
                     "the server has reached its limit of connections; try again later");
    shutdown(fd, SHUT_WR);
}

void http_raw_late(int fd)
{
    raw_send_problem(fd, 408, "timeout", "", "the body arrived too slowly; the server waits no longer for the rest");
}
