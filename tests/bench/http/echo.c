/* See echo.h. One epoll thread, a response with one field for each request, bodies in a malloc'ed buffer. */
#include "echo.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

struct body {
    char *data;
    size_t len;
};

static enum MHD_Result answer(struct MHD_Connection *connection, const char *data, size_t len,
                              enum MHD_ResponseMemoryMode mode)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(len, (void *)(uintptr_t)data, mode);
    if (response == NULL)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result serve(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                             const char *version, const char *upload, size_t *upload_size, void **state)
{
    static const char json[] = "{\"id\":\"0123456789abcdef0123456789abcdef\",\"status\":\"succeeded\",\"n\":12345}";
    struct body *body = *state;
    (void)context;
    (void)url;
    (void)version;
    if (body == NULL) {
        *state = body = calloc(1, sizeof *body);
        return body != NULL ? MHD_YES : MHD_NO;
    }
    if (*upload_size > 0) {
        char *grown = realloc(body->data, body->len + *upload_size);
        if (grown == NULL)
            return MHD_NO;
        memcpy(grown + body->len, upload, *upload_size);
        body->data = grown;
        body->len += *upload_size;
        *upload_size = 0;
        return MHD_YES;
    }
    if (strcmp(method, "POST") == 0)
        return answer(connection, body->data, body->len, MHD_RESPMEM_MUST_COPY);
    return answer(connection, json, sizeof json - 1, MHD_RESPMEM_PERSISTENT);
}

static void done(void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code)
{
    struct body *body = *state;
    (void)context;
    (void)connection;
    (void)code;
    if (body != NULL)
        free(body->data);
    free(body);
    *state = NULL;
}

uint16_t echo_start(void)
{
    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, serve, NULL, MHD_OPTION_NOTIFY_COMPLETED, done,
                         NULL, MHD_OPTION_CONNECTION_LIMIT, 2000u, MHD_OPTION_END);
    const union MHD_DaemonInfo *info = daemon != NULL ? MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
    return info != NULL ? info->port : 0;
}
