/* The thread of the webhooks. Each turn claims what is due, as far as there is room, lets curl work, and handles the
 * deliveries that have ended. */
#include "webhooks.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/secret.h>
#include <jobs/job_view.h>
#include <store/webhook.h>

#include "signature.h"
#include "target.h"

enum {
    SENDING_MAX = 16,     /* deliveries at once, */
    PER_HOST_MAX = 4,     /* and to one host */
    POLL_MS = 250,        /* between two looks into the store */
    TIMEOUT_MS = 15000,   /* of one delivery */
    CLAIM_MS = 60000,     /* a delivery is claimed for so long; more than TIMEOUT_MS */
    ANSWER_MAX = 64 << 10 /* bytes of a reply's body that are read and discarded */
};

struct delivery {
    struct webhooks *webhooks;
    struct store_webhook row;
    CURL *easy; /* NULL: this place is free */
    struct curl_slist *headers;
    struct nash_buf body;
    size_t received;
    bool listed; /* the URL's origin is listed, so its address may be private */
};

struct webhooks {
    struct webhooks_options options;
    struct webhook_secret secret;
    struct jobs *jobs;
    struct store *store;
    CURLM *multi; /* NULL until the first delivery; the thread's */
    pthread_t thread;
    pthread_mutex_t lock; /* for wake */
    pthread_cond_t wake;
    _Atomic bool stopping;
    _Atomic uint64_t delivered, retried, failed;
    _Atomic unsigned sending;
    struct delivery delivery[SENDING_MAX];
};

int64_t webhook_delay_ms(unsigned failures, uint8_t random)
{
    static const int seconds[] = {5, 30, 120, 600, 1800, 7200, 18000, 36000, 72000};
    if (failures == 0 || failures > sizeof seconds / sizeof seconds[0])
        return 0;
    int64_t ms = seconds[failures - 1] * INT64_C(1000);
    return ms - ms / 5 * random / 255;
}

/* ---- the message ---- */

/* Writes the message: the job as GET shows it. A result that is too large for a message is left out. Returns false if
 * the job is gone or there is no memory. */
static bool write_message(struct webhooks *webhooks, struct delivery *delivery)
{
    struct job *job = jobs_find(webhooks->jobs, &delivery->row.job, "");
    struct job_view view;
    char when[CLOCK_TEXT], type[32];
    if (job == NULL)
        return false;
    job_view(webhooks->jobs, job, &view);
    job_unref(job);
    snprintf(type, sizeof type, "job.%s", job_state_name(view.row.state));
    struct nash_jsonw out = NASH_JSONW(&delivery->body);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "type", type);
    nash_jsonw_kstring(&out, "timestamp", clock_text(when, view.row.finished_ms));
    nash_jsonw_key(&out, "data");
    job_write(&view, false, &out);
    nash_jsonw_object_end(&out);
    job_view_release(&view);
    return !delivery->body.failed;
}

static bool add_header(struct delivery *delivery, const char *name, const char *value)
{
    char line[256];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(delivery->headers, line);
    if (longer != NULL)
        delivery->headers = longer;
    return longer != NULL;
}

static bool set_headers(struct webhooks *webhooks, struct delivery *delivery)
{
    char id[JOB_ID_TEXT], seconds[24];
    int64_t now = clock_wall_ms() / 1000;
    struct nash_buf signature = NASH_BUF_INIT(0);
    job_id_text(id, &delivery->row.job);
    snprintf(seconds, sizeof seconds, "%lld", (long long)now);
    bool good = add_header(delivery, "Content-Type", "application/json") && add_header(delivery, "Expect", "") &&
                add_header(delivery, "webhook-id", id) && add_header(delivery, "webhook-timestamp", seconds);
    if (good && webhooks->secret.len > 0) {
        webhook_sign(&webhooks->secret, id, now, delivery->body.data, delivery->body.len, &signature);
        good = !signature.failed && add_header(delivery, "webhook-signature", nash_buf_cstr(&signature));
    }
    nash_buf_free(&signature);
    return good;
}

/* ---- curl ---- */

static size_t discard_answer(char *data, size_t one, size_t count, void *context)
{
    struct delivery *delivery = context;
    (void)data;
    delivery->received += one * count;
    return delivery->received <= ANSWER_MAX ? one * count : 0;
}

/* Opens the socket of a connection, unless the address is private and the origin is not listed. */
static curl_socket_t open_allowed(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    const struct delivery *delivery = context;
    (void)purpose;
    if (!delivery->listed && !webhook_address_is_public(&address->addr))
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static void set_options(struct delivery *delivery)
{
    CURL *easy = delivery->easy;
    curl_easy_setopt(easy, CURLOPT_URL, delivery->row.url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "nashd");
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)TIMEOUT_MS);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, delivery);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard_answer);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, delivery);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_allowed);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, delivery);
    /* A kept connection was checked for another origin. */
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, delivery->body.data);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)delivery->body.len);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, delivery->headers);
}

static void delivery_release(struct delivery *delivery)
{
    if (delivery->easy != NULL) {
        curl_multi_remove_handle(delivery->webhooks->multi, delivery->easy);
        curl_easy_cleanup(delivery->easy);
    }
    curl_slist_free_all(delivery->headers);
    nash_buf_free(&delivery->body);
    *delivery = (struct delivery){.webhooks = delivery->webhooks};
}

/* ---- the outcome ---- */

/* Returns how long the receiver asks to wait, in ms; 0: it does not. At most a day. */
static int64_t retry_after_ms(CURL *easy)
{
    curl_off_t seconds = 0;
    curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds);
    return (seconds < 86400 ? seconds : 86400) * INT64_C(1000);
}

static void set_outcome(struct delivery *delivery, CURLcode code)
{
    struct store_webhook *row = &delivery->row;
    uint8_t random;
    long status = 0;
    curl_easy_getinfo(delivery->easy, CURLINFO_RESPONSE_CODE, &status);
    secret_random(&random, sizeof random);
    row->attempts++;
    row->status = (int)status;
    row->error[0] = '\0';
    if (status >= 200 && status < 300) { /* even if the rest of the reply was too long or cut */
        row->state = WEBHOOK_DELIVERED;
        return;
    }
    int64_t delay_ms = webhook_delay_ms(row->attempts, random), asked_ms = retry_after_ms(delivery->easy);
    row->state = delay_ms > 0 && status != 410 ? WEBHOOK_DUE : WEBHOOK_FAILED;
    row->next_ms = clock_wall_ms() + (asked_ms > delay_ms ? asked_ms : delay_ms);
    if (status != 0)
        snprintf(row->error, sizeof row->error, "the receiver replied with status %ld", status);
    else
        snprintf(row->error, sizeof row->error, "%s", curl_easy_strerror(code));
}

/* A webhook on its way to the store. */
struct outcome {
    struct store_op op; /* first */
    struct webhooks *webhooks;
    struct store_webhook row;
};

/* Shows the outcome in the job, once it is committed. Runs in the store's writer thread. */
static void outcome_stored(struct store_op *op)
{
    struct outcome *outcome = (struct outcome *)op;
    if (op->status == NASH_OK) {
        struct bytes *json = store_webhook_json(&outcome->row);
        jobs_set_webhook(outcome->webhooks->jobs, &outcome->row.job, json);
        bytes_unref(json);
    } else if (op->status != NASH_NOT_FOUND) { /* the claim ends, and it is sent again */
        log_warn("webhook not stored", "status=%s", nash_status_name(op->status));
    }
    free(outcome);
}

static void store_outcome(struct webhooks *webhooks, const struct store_webhook *row)
{
    struct outcome *outcome = calloc(1, sizeof *outcome);
    if (outcome == NULL)
        return;
    outcome->op = (struct store_op){.verb = STORE_WEBHOOK, .webhook = &outcome->row, .done = outcome_stored};
    outcome->webhooks = webhooks;
    outcome->row = *row;
    store_post(webhooks->store, &outcome->op);
    _Atomic uint64_t *counter = row->state == WEBHOOK_DELIVERED ? &webhooks->delivered
                                : row->state == WEBHOOK_FAILED  ? &webhooks->failed
                                                                : &webhooks->retried;
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
    if (row->state == WEBHOOK_FAILED)
        log_warn("webhook given up", "attempts=%u %s", row->attempts, row->error);
}

static void delivery_ended(struct delivery *delivery, CURLcode code)
{
    set_outcome(delivery, code);
    store_outcome(delivery->webhooks, &delivery->row);
    delivery_release(delivery);
    atomic_fetch_sub_explicit(&delivery->webhooks->sending, 1, memory_order_relaxed);
}

/* ---- the thread ---- */

/* Begins a delivery in a free place. What cannot begin now is due again when its claim ends. */
static void delivery_begin(struct webhooks *webhooks, struct delivery *delivery, const struct store_webhook *row)
{
    struct nash_error error;
    delivery->row = *row;
    if (webhook_target_check(webhooks->options.origins, row->url, &delivery->listed, &error) != NASH_OK) {
        delivery->row.state = WEBHOOK_FAILED; /* it was allowed when the job was submitted */
        snprintf(delivery->row.error, sizeof delivery->row.error, "%.*s", WEBHOOK_ERROR_MAX - 1, error.detail);
        store_outcome(webhooks, &delivery->row);
        return;
    }
    bool good = write_message(webhooks, delivery) && set_headers(webhooks, delivery);
    delivery->easy = good ? curl_easy_init() : NULL;
    if (delivery->easy == NULL) {
        delivery_release(delivery);
        return;
    }
    set_options(delivery);
    if (curl_multi_add_handle(webhooks->multi, delivery->easy) != CURLM_OK) {
        delivery_release(delivery);
        return;
    }
    atomic_fetch_add_explicit(&webhooks->sending, 1, memory_order_relaxed);
}

/* Prepares curl, which takes some megabytes, when the first webhook is due. Returns false without memory. */
static bool prepare_curl(struct webhooks *webhooks)
{
    if (webhooks->multi == NULL && (webhooks->multi = curl_multi_init()) != NULL)
        curl_multi_setopt(webhooks->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)PER_HOST_MAX);
    return webhooks->multi != NULL;
}

static void begin_due(struct webhooks *webhooks)
{
    struct store_webhook rows[SENDING_MAX];
    struct delivery *free_places[SENDING_MAX];
    struct nash_error error;
    size_t room = 0, count = 0;
    for (size_t i = 0; i < SENDING_MAX; i++)
        if (webhooks->delivery[i].easy == NULL)
            free_places[room++] = &webhooks->delivery[i];
    int64_t now = clock_wall_ms();
    if (room == 0)
        return;
    if (store_webhooks_claim(webhooks->store, now, now + CLAIM_MS, room, rows, &count, &error) != NASH_OK)
        log_warn("webhooks not read", "%s", error.detail);
    if (count > 0 && !prepare_curl(webhooks))
        return; /* they are due again when the claim ends */
    for (size_t i = 0; i < count; i++)
        delivery_begin(webhooks, free_places[i], &rows[i]);
}

static void handle_ended(struct webhooks *webhooks)
{
    int left;
    for (const CURLMsg *message; (message = curl_multi_info_read(webhooks->multi, &left)) != NULL;) {
        struct delivery *delivery = NULL;
        CURLcode code = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&delivery);
        if (message->msg == CURLMSG_DONE && delivery != NULL)
            delivery_ended(delivery, code);
    }
}

/* Waits until a connection needs attention, or for POLL_MS, or until webhooks_stop(). */
static void wait_for_work(struct webhooks *webhooks)
{
    struct timespec until;
    if (webhooks->multi != NULL) {
        curl_multi_poll(webhooks->multi, NULL, 0, POLL_MS, NULL);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += POLL_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    pthread_mutex_lock(&webhooks->lock);
    if (!atomic_load(&webhooks->stopping))
        pthread_cond_timedwait(&webhooks->wake, &webhooks->lock, &until);
    pthread_mutex_unlock(&webhooks->lock);
}

static void *webhooks_main(void *context)
{
    struct webhooks *webhooks = context;
    int64_t next_ns = 0;
    int running;
    while (!atomic_load(&webhooks->stopping)) {
        if (clock_mono_ns() >= next_ns) {
            begin_due(webhooks);
            next_ns = clock_mono_ns() + POLL_MS * INT64_C(1000000);
        }
        if (webhooks->multi != NULL) {
            curl_multi_perform(webhooks->multi, &running);
            handle_ended(webhooks);
        }
        wait_for_work(webhooks);
    }
    return NULL;
}

static void webhooks_free(struct webhooks *webhooks)
{
    for (size_t i = 0; i < SENDING_MAX; i++)
        delivery_release(&webhooks->delivery[i]);
    curl_multi_cleanup(webhooks->multi);
    pthread_cond_destroy(&webhooks->wake);
    pthread_mutex_destroy(&webhooks->lock);
    free(webhooks);
}

struct webhooks *webhooks_start(const struct webhooks_options *options, struct jobs *jobs, struct store *store,
                                struct nash_error *error)
{
    struct webhooks *webhooks = calloc(1, sizeof *webhooks);
    if (webhooks == NULL) {
        nash_fail(error, NASH_NOMEM, "", "out of memory for the webhooks");
        return NULL;
    }
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    *webhooks = (struct webhooks){.options = *options, .jobs = jobs, .store = store};
    pthread_mutex_init(&webhooks->lock, NULL);
    pthread_cond_init(&webhooks->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    for (size_t i = 0; i < SENDING_MAX; i++)
        webhooks->delivery[i].webhooks = webhooks;
    bool good = webhook_origins_check(options->origins, error) == NASH_OK &&
                (options->secret == NULL || webhook_secret_load(options->secret, &webhooks->secret, error) == NASH_OK);
    if (good && pthread_create(&webhooks->thread, NULL, webhooks_main, webhooks) == 0)
        return webhooks;
    if (good)
        nash_fail(error, NASH_INTERNAL, "", "cannot start the thread of the webhooks");
    webhooks_free(webhooks);
    return NULL;
}

void webhooks_stop(struct webhooks *webhooks)
{
    if (webhooks == NULL)
        return;
    pthread_mutex_lock(&webhooks->lock);
    atomic_store(&webhooks->stopping, true);
    pthread_cond_signal(&webhooks->wake);
    pthread_mutex_unlock(&webhooks->lock);
    pthread_join(webhooks->thread, NULL);
    store_flush(webhooks->store); /* outcomes refer to this struct */
    webhooks_free(webhooks);
}

enum nash_status webhooks_check(void *context, const char *url, struct nash_error *error)
{
    return webhook_target_check(context, url, NULL, error);
}

void webhooks_stats(struct webhooks *webhooks, struct webhooks_stats *stats)
{
    *stats = (struct webhooks_stats){
        .delivered = atomic_load_explicit(&webhooks->delivered, memory_order_relaxed),
        .retried = atomic_load_explicit(&webhooks->retried, memory_order_relaxed),
        .failed = atomic_load_explicit(&webhooks->failed, memory_order_relaxed),
        .sending = atomic_load_explicit(&webhooks->sending, memory_order_relaxed),
    };
}
