/* The messages between a hub and this server, its member.
 *
 * A member that waits for messages has a POST open, which the hub answers when there are some. Where messages are
 * independent of each other, a second POST brings answers at once; it then waits in the place of the first, which the
 * hub answers without messages. */
#include <stdio.h>

#include <cluster/program.h>

#include "hub_client_internal.h"

/* ---- the crew ---- */

static void client_answered(void *context, void *tag, const uint8_t *answer, size_t len)
{
    struct hub_client *client = context;
    (void)tag;
    pthread_mutex_lock(&client->lock);
    client->pending--;
    if (client->answers.len + len <= MESSAGE_LIST_ANSWER_MAX) /* a hub that does not answer finds them lost */
        nash_buf_add(&client->answers, answer, len);
    pthread_mutex_unlock(&client->lock);
    curl_multi_wakeup(client->multi);
}

static void client_hold(void *context)
{
    struct hub_client *client = context;
    pthread_mutex_lock(&client->lock);
    client->turns++;
    pthread_mutex_unlock(&client->lock);
}

static void client_drop(void *context)
{
    struct hub_client *client = context;
    pthread_mutex_lock(&client->lock);
    if (--client->turns == 0)
        pthread_cond_signal(&client->calm);
    pthread_mutex_unlock(&client->lock);
}

bool hub_client_make_crew(struct hub_client *client, unsigned capacity)
{
    const struct crew_owner owner = {
        .context = client, .answered = client_answered, .hold = client_hold, .drop = client_drop};
    client->crew = crew_new(client->clients->compute, client->clients->options.programs, capacity, &owner);
    return client->crew != NULL;
}

void hub_client_end_crew(struct hub_client *client)
{
    if (client->crew == NULL)
        return;
    crew_end(client->crew);
    pthread_mutex_lock(&client->lock);
    while (client->turns > 0)
        pthread_cond_wait(&client->calm, &client->lock);
    pthread_mutex_unlock(&client->lock);
    crew_free(client->crew);
}

/* Passes one message to the crew. A message for which there is no room is dropped as if lost; a correct game never
 * sends so many. */
static void client_take(struct hub_client *client, const uint8_t *message, size_t len)
{
    const struct cluster_program *program =
        cluster_program_of_protocol(client->clients->options.programs, message_u16(message + 2));
    struct bytes *copy = bytes_copy(message, len);
    client->independent = program != NULL && program->task_type != 0;
    pthread_mutex_lock(&client->lock);
    client->pending++;
    pthread_mutex_unlock(&client->lock);
    if (copy == NULL || !crew_post(client->crew, copy, NULL))
        client_answered(client, NULL, NULL, 0);
    bytes_unref(copy);
}

/* Drops the answers that were not posted. */
static void client_drop_answers(struct hub_client *client)
{
    pthread_mutex_lock(&client->lock);
    nash_buf_reset(&client->answers);
    pthread_mutex_unlock(&client->lock);
}

/* ---- playing ---- */

/* Passes the messages of a reply to the crew; the answers go with the next POST. Returns false, with the reason, if the
 * reply is not a message list. */
static bool client_take_reply(struct hub_client *client, const struct nash_buf *reply, char why[HTTP_CLIENT_WHY_MAX])
{
    struct message_list_reader reader = {.at = (const uint8_t *)reply->data, .left = reply->len};
    const uint8_t *message;
    size_t len;
    enum message_list_item next;
    while ((next = message_list_next(&reader, &message, &len)) == MESSAGE_LIST_MESSAGE)
        client_take(client, message, len);
    if (next == MESSAGE_LIST_OTHER_VERSION)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "speaks protocol %u, not %d", reader.version, MESSAGE_VERSION);
    else if (next == MESSAGE_LIST_BROKEN)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "its answer is not a list of messages");
    return next == MESSAGE_LIST_END;
}

/* Moves answers that are due to the request: as many whole ones as fit. The answers of a game whose messages depend on
 * each other go together, when all its messages were carried out. Sets *idle to whether nothing is being carried out.
 */
static void request_fill(struct hub_client *client, struct hub_request *request, bool *idle)
{
    pthread_mutex_lock(&client->lock);
    struct nash_buf *answers = &client->answers;
    size_t taken = 0;
    *idle = client->pending == 0;
    while ((*idle || client->independent) && taken < answers->len) {
        size_t len = MESSAGE_HEAD + (size_t)message_u32((const uint8_t *)answers->data + taken + 4);
        if (request->answers.len + len > MESSAGE_LIST_MAX)
            break;
        nash_buf_add(&request->answers, answers->data + taken, len);
        taken += len;
    }
    nash_buf_erase(answers, 0, taken);
    if (answers->failed)
        nash_buf_reset(answers); /* out of memory: the answers are lost */
    pthread_mutex_unlock(&client->lock);
}

/* Starts a POST if one is due: to bring answers, or to wait for messages. No POST waits while a message of a game is
 * carried out whose messages depend on each other, because none comes before the answer. */
static void client_start_request(struct hub_client *client)
{
    struct hub_request *request = NULL;
    unsigned waiting = 0;
    bool idle;
    for (unsigned i = 0; i < REQUESTS; i++)
        if (client->request[i].busy)
            waiting++;
        else
            request = &client->request[i];
    if (request == NULL)
        return;
    request_fill(client, request, &idle);
    if (request->answers.len == 0 && (waiting > 0 || (!idle && !client->independent)))
        return;
    http_client_prepare(&request->http, "POST", client->url, request->answers.data, request->answers.len, POLL_MS,
                        MESSAGE_LIST_ANSWER_MAX);
    request->busy = curl_multi_add_handle(client->multi, request->http.easy) == CURLM_OK;
}

static void request_end(struct hub_client *client, struct hub_request *request)
{
    if (request->busy)
        curl_multi_remove_handle(client->multi, request->http.easy);
    request->busy = false;
}

/* Handles the end of a POST. After a failure the same answers are posted again; the hub drops those that it received
 * before. Returns false after a failure. */
static bool client_finish_request(struct hub_client *client, struct hub_request *request, CURLcode code)
{
    char why[HTTP_CLIENT_WHY_MAX];
    long status;
    request_end(client, request);
    bool good = !http_client_failed(&request->http, code, MESSAGE_LIST_TYPE, &status, why);
    if (good || status == 409 || hub_client_is_unknown(status)) /* 409: the partition has gone to another member */
        nash_buf_reset(&request->answers);
    if (status == 409)
        return true;
    if (good) {
        good = client_take_reply(client, &request->http.answer, why);
        client->failures = good ? 0 : client->failures;
    } else if (hub_client_is_unknown(status)) { /* register again, at once after the first failure */
        client_drop_answers(client);
        client->registered = false;
        if (client->failures++ == 0)
            return true;
    }
    if (!good)
        hub_client_failed(client, why);
    return good;
}

static struct hub_request *request_of(struct hub_client *client, const CURL *easy)
{
    unsigned i = 0;
    while (client->request[i].http.easy != easy)
        i++;
    return &client->request[i];
}

bool hub_client_play(struct hub_client *client)
{
    bool good = true;
    while (good && client->registered && !hub_client_is_stopping(client)) {
        const CURLMsg *message;
        int count;
        client_start_request(client);
        curl_multi_perform(client->multi, &count);
        bool any = false;
        while (good && (message = curl_multi_info_read(client->multi, &count)) != NULL) {
            any = true;
            if (message->msg == CURLMSG_DONE)
                good = client_finish_request(client, request_of(client, message->easy_handle), message->data.result);
        }
        if (good && !any)
            curl_multi_poll(client->multi, NULL, 0, POLL_MS, NULL);
    }
    for (unsigned i = 0; i < REQUESTS; i++)
        request_end(client, &client->request[i]);
    return good;
}
