#include "ask.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <nash/jsonw.h>

/* Writes the header fields of a reply as a JSON object with lower-case names. */
static void write_headers(struct nash_jsonw *json, const char *head)
{
    nash_jsonw_object(json);
    for (const char *line = strstr(head, "\r\n"); line != NULL; line = strstr(line, "\r\n")) {
        line += 2;
        size_t len = strcspn(line, "\r\n"), name = strcspn(line, ":");
        char key[64];
        if (name >= len || name >= sizeof key)
            continue;
        for (size_t i = 0; i < name; i++)
            key[i] = line[i] >= 'A' && line[i] <= 'Z' ? (char)(line[i] + 32) : line[i];
        key[name] = '\0';
        const char *value = line + name + 1;
        value += strspn(value, " \t");
        nash_jsonw_key(json, key);
        nash_jsonw_string_n(json, value, (size_t)(line + len - value));
    }
    nash_jsonw_object_end(json);
}

/* Returns whether openapi.yaml describes this exchange. It lacks the kinds that only tests have. */
static bool in_contract(const char *path, const struct reply *reply)
{
    static const char *const kinds[] = {"fault", "echo", "nets", "steps", "words"};
    char name[32];
    if ((strncmp(path, "/v1/opponents", 13) == 0 || strncmp(path, "/v1/models", 10) == 0) && reply->body != NULL &&
        strstr(reply->body, "\"cached\":") == NULL)
        return true; /* of any kind; but a job is of one that openapi.yaml has */
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t len = (size_t)snprintf(name, sizeof name, "/v1/%s", kinds[i]);
        if (strncmp(path, name, len) == 0)
            return false;
        snprintf(name, sizeof name, "\"kind\":\"%s\"", kinds[i]);
        if (reply->body != NULL && strstr(reply->body, name) != NULL)
            return false;
    }
    return true;
}

static void record(const char *method, const char *path, const char *body, const struct reply *reply)
{
    const char *file = getenv("NASH_EXCHANGES");
    if (file == NULL || reply->status == 0 || !in_contract(path, reply))
        return;
    struct nash_buf line = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&line);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "method", method);
    nash_jsonw_kstring(&json, "path", path);
    nash_jsonw_kint(&json, "status", reply->status);
    nash_jsonw_key(&json, "headers");
    write_headers(&json, reply->head);
    nash_jsonw_kstring(&json, "body", reply->body != NULL ? reply->body : "");
    if (body != NULL)
        nash_jsonw_kstring(&json, "request_body", body);
    nash_jsonw_object_end(&json);
    nash_buf_putc(&line, '\n');
    int fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd >= 0) {
        assert_int_equal(write(fd, line.data, line.len), line.len);
        close(fd);
    }
    nash_buf_free(&line);
}

struct answer ask(uint16_t port, const char *method, const char *path, const char *const *headers, const char *body)
{
    struct answer answer = {
        .reply = client_call(port, method, path, headers, body, body != NULL ? strlen(body) : 0),
    };
    answer.status = answer.reply.status;
    if (answer.reply.body != NULL)
        answer.json = cJSON_Parse(answer.reply.body);
    record(method, path, body, &answer.reply);
    return answer;
}

struct answer ask_get(uint16_t port, const char *path)
{
    return ask(port, "GET", path, NULL, NULL);
}

struct answer ask_json(uint16_t port, const char *path, const char *body)
{
    const char *const headers[] = {"Content-Type: application/json", NULL};
    return ask(port, "POST", path, headers, body);
}

struct answer ask_json_with(uint16_t port, const char *path, const char *header, const char *body)
{
    const char *const headers[] = {"Content-Type: application/json", header, NULL};
    return ask(port, "POST", path, headers, body);
}

struct answer ask_text(uint16_t port, const char *path, const char *body)
{
    const char *const headers[] = {"Content-Type: text/plain", NULL};
    return ask(port, "POST", path, headers, body);
}

void answer_free(struct answer *answer)
{
    reply_free(&answer->reply);
    cJSON_Delete(answer->json);
    *answer = (struct answer){0};
}

const cJSON *answer_member(const struct answer *answer, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(answer->json, name);
}

static const char *text_of(const cJSON *item)
{
    return cJSON_IsString(item) ? item->valuestring : "";
}

const char *answer_text(const struct answer *answer, const char *name)
{
    return text_of(answer_member(answer, name));
}

const char *answer_text2(const struct answer *answer, const char *name, const char *inner)
{
    return text_of(cJSON_GetObjectItemCaseSensitive(answer_member(answer, name), inner));
}

void expect_status(const struct answer *answer, int status)
{
    if (answer->status != status)
        fail_msg("status %d instead of %d: %.400s", answer->status, status,
                 answer->reply.body != NULL ? answer->reply.body : "(no body)");
}

void expect_problem(const struct answer *answer, int status, const char *type)
{
    expect_status(answer, status);
    if (strcmp(reply_problem(&answer->reply), type) != 0)
        fail_msg("problem \"%s\" instead of \"%s\": %.400s", reply_problem(&answer->reply), type,
                 answer->reply.body != NULL ? answer->reply.body : "(no body)");
    if (strlen(answer_text(answer, "detail")) < 10)
        fail_msg("the problem explains nothing: %s", answer->reply.body);
}

const char *job_path(const struct answer *answer, const char *tail)
{
    static char paths[8][128];
    static unsigned next;
    const char *id = answer_text(answer, "id");
    if (strlen(id) != 32)
        fail_msg("no job: %.400s", answer->reply.body != NULL ? answer->reply.body : "(no body)");
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "/v1/jobs/%s%s", id, tail);
    return path;
}
