#include "join.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/log.h>
#include <base/secret.h>
#include <nash/json.h>
#include <nash/jsonw.h>

#include "call.h"
#include "parcel.h"
#include "shard.h"

enum {
    REGISTER_MS = 10000,
    POLL_MS = 40000, /* a hub answers after 20 s, with messages or without */
    LEAVE_MS = 1000,
    REST_MS = 250,
    REST_MOST_MS = 10000,
    MEMBER_MAX = 64,
    SESSION_MAX = 128
};

/* One seat at one hub, and its thread. */
struct join {
    struct joins *joins;
    char hub[CALL_URL_MAX];
    pthread_t thread;
    CURLM *multi; /* of this one call: a wait that can be broken off */
    struct call call;
    struct shard *shard;
    uint8_t *scratch;                              /* MESSAGE_MAX */
    char member[MEMBER_MAX], session[SESSION_MAX]; /* as the hub knows us; session "" = it never did */
    char url[CALL_URL_MAX + MEMBER_MAX + 64];
    struct nash_buf said;      /* what is to be posted next */
    bool registered, hopeless; /* hopeless: no use in trying again */
    unsigned failures;         /* in a row */
    char why[CALL_WHY_MAX];    /* of the last failure */
};

struct joins {
    struct join_options options;
    struct join *join;
    unsigned count;
    _Atomic bool stopping;
};

/* ---- calls that end when the server does ---- */

static CURLcode perform(struct join *join, bool leaving)
{
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    int running = 1, left;
    if (curl_multi_add_handle(join->multi, join->call.easy) != CURLM_OK)
        return CURLE_OUT_OF_MEMORY;
    while (running > 0 && (leaving || !atomic_load(&join->joins->stopping))) {
        if (curl_multi_perform(join->multi, &running) != CURLM_OK)
            break;
        if (running > 0)
            curl_multi_poll(join->multi, NULL, 0, POLL_MS, NULL);
    }
    const CURLMsg *message = curl_multi_info_read(join->multi, &left);
    if (message != NULL && message->msg == CURLMSG_DONE)
        code = message->data.result;
    curl_multi_remove_handle(join->multi, join->call.easy);
    return code;
}

static void failed(struct join *join, const char *why)
{
    if (atomic_load(&join->joins->stopping))
        return;
    if (join->failures++ == 0 || strcmp(why, join->why) != 0)
        log_warn("cannot join", "%s: %s", join->hub, why);
    snprintf(join->why, sizeof join->why, "%s", why);
}

/* Before the next try: longer each time, and not all seats at once. */
static void rest(struct join *join)
{
    uint8_t random;
    unsigned ms = (unsigned)REST_MS << (join->failures < 7 ? join->failures : 7);
    secret_random(&random, sizeof random);
    ms = ms < REST_MOST_MS ? ms : REST_MOST_MS;
    ms -= ms / 4 * random / 255;
    if (!atomic_load(&join->joins->stopping))
        curl_multi_poll(join->multi, NULL, 0, (int)ms, NULL);
}

/* ---- becoming a member ---- */

static void write_registration(const struct join *join, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "kind", "server");
    nash_jsonw_kstring(&json, "name", join->joins->options.name);
    nash_jsonw_kint(&json, "version", MESSAGE_VERSION);
    nash_jsonw_kstring(&json, "instance", join->joins->options.instance);
    if (join->session[0] != '\0')
        nash_jsonw_kstring(&json, "session", join->session);
    nash_jsonw_object_end(&json);
}

static bool text_member(const cJSON *json, const char *name, char *out, size_t room)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) && item->valuestring[0] != '\0' && strlen(item->valuestring) < room &&
           snprintf(out, room, "%s", item->valuestring) > 0;
}

/* Of an id in a path: nothing that would lead elsewhere. */
static bool is_plain(const char *id)
{
    return id[strspn(id, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")] == '\0';
}

static bool read_registration(struct join *join)
{
    cJSON *json = cJSON_ParseWithLength(join->call.answer.data, join->call.answer.len);
    bool good = text_member(json, "member", join->member, sizeof join->member) && is_plain(join->member) &&
                text_member(json, "session", join->session, sizeof join->session) && is_plain(join->session);
    cJSON_Delete(json);
    return good;
}

/* Does the hub say by this that it does not know our session? */
static bool is_unknown(long status)
{
    return status == 401 || status == 403 || status == 404 || status == 410;
}

static bool enlist(struct join *join)
{
    char url[CALL_URL_MAX + 32], why[CALL_WHY_MAX] = "out of memory";
    struct nash_buf body = NASH_BUF_INIT(0);
    long status = 0;
    write_registration(join, &body);
    snprintf(url, sizeof url, "%s/v1/shards/members", join->hub);
    bool sent = !body.failed && call_bearer(&join->call, "application/json", join->joins->options.key);
    if (sent)
        call_prepare(&join->call, "POST", url, body.data, body.len, REGISTER_MS, 1 << 16);
    bool bad = !sent || call_failed(&join->call, perform(join, false), "application/json", &status, why);
    nash_buf_free(&body);
    if (!bad && !read_registration(join)) {
        snprintf(why, sizeof why, "what it answered is no registration");
    } else if (!bad && call_bearer(&join->call, PARCEL_TYPE, join->session)) {
        snprintf(join->url, sizeof join->url, "%s/%s/messages", url, join->member);
        log_info("joined", "hub=%s member=%s", join->hub, join->member);
        return true;
    }
    if (is_unknown(status) && join->session[0] != '\0') { /* as somebody new, then */
        join->session[0] = '\0';
        return enlist(join);
    }
    join->hopeless = strcmp(why, "it is this server itself") == 0;
    failed(join, why);
    return false;
}

/* ---- playing ---- */

/* What the hub asked; the answers go with the next post. */
static bool play(struct join *join, char why[CALL_WHY_MAX])
{
    const struct nash_buf *asked = &join->call.answer;
    struct parcel_reader reader = {.at = (const uint8_t *)asked->data, .left = asked->len};
    const uint8_t *message;
    size_t len;
    enum parcel next;
    while ((next = parcel_next(&reader, &message, &len)) == PARCEL_MESSAGE) {
        if (join->said.len + MESSAGE_MAX > PARCEL_MAX)
            return true; /* more asks no sound game; the rest is as if it had been lost */
        nash_buf_add(&join->said, join->scratch, shard_take(join->shard, message, len, join->scratch, MESSAGE_MAX));
    }
    if (next == PARCEL_OTHER_VERSION)
        snprintf(why, CALL_WHY_MAX, "speaks protocol %u, not %d", reader.version, MESSAGE_VERSION);
    else if (next == PARCEL_BROKEN)
        snprintf(why, CALL_WHY_MAX, "what it answered is no message");
    return next == PARCEL_END;
}

/* One post: answers there, messages back. After a failure the answers are posted again: the hub drops what it has. */
static bool exchange(struct join *join)
{
    char why[CALL_WHY_MAX];
    long status;
    call_prepare(&join->call, "POST", join->url, join->said.data, join->said.len, POLL_MS, PARCEL_ANSWER_MAX);
    bool good = !call_failed(&join->call, perform(join, false), PARCEL_TYPE, &status, why);
    if (good) {
        nash_buf_reset(&join->said);
        good = play(join, why);
        join->failures = good ? 0 : join->failures;
    } else if (status == 409) { /* the band is another's by now */
        nash_buf_reset(&join->said);
        return true;
    } else if (is_unknown(status)) { /* the same member again, or a new one; at once, if this is the first time */
        nash_buf_reset(&join->said);
        join->registered = false;
        if (join->failures++ == 0)
            return true;
    }
    if (!good)
        failed(join, why);
    return good;
}

static void leave(struct join *join)
{
    char url[sizeof join->url];
    size_t len = strlen(join->url) - (sizeof "/messages" - 1);
    snprintf(url, sizeof url, "%.*s", (int)len, join->url);
    call_prepare(&join->call, "DELETE", url, NULL, 0, LEAVE_MS, 1 << 16);
    perform(join, true);
}

static void *run(void *context)
{
    struct join *join = context;
    while (!atomic_load(&join->joins->stopping) && !join->hopeless) {
        if (!join->registered && !(join->registered = enlist(join)))
            rest(join);
        else if (!exchange(join))
            rest(join);
    }
    if (join->registered)
        leave(join);
    return NULL;
}

/* ---- start and stop ---- */

static bool join_init(struct join *join, struct joins *joins, const char *hub)
{
    size_t room = (shard_bytes() + 63) / 64 * 64;
    void *memory = aligned_alloc(64, room);
    join->joins = joins;
    memcpy(join->hub, hub, sizeof join->hub);
    join->shard = memory != NULL ? shard_init(memory) : NULL;
    join->scratch = aligned_alloc(64, MESSAGE_MAX);
    join->multi = curl_multi_init();
    return memory != NULL && join->scratch != NULL && join->multi != NULL &&
           call_init(&join->call, joins->options.key, joins->options.instance) &&
           pthread_create(&join->thread, NULL, run, join) == 0;
}

static void join_free(struct join *join)
{
    call_free(&join->call);
    if (join->multi != NULL)
        curl_multi_cleanup(join->multi);
    nash_buf_free(&join->said);
    free(join->scratch);
    free(join->shard);
}

static enum nash_status join_hub(struct joins *joins, const char *url, struct nash_error *error)
{
    char hub[CALL_URL_MAX];
    struct nash_error why;
    if (call_url(url, hub, &why) != NASH_OK)
        return nash_fail(error, NASH_INVALID, "", "--join %s", why.detail);
    for (unsigned i = 0; i < joins->count; i++)
        if (strcmp(joins->join[i].hub, hub) == 0)
            return nash_fail(error, NASH_INVALID, "", "--join %s: it is there twice; --join-seats N offers more", hub);
    for (unsigned i = 0; i < joins->options.seats; i++, joins->count++)
        if (!join_init(&joins->join[joins->count], joins, hub)) {
            join_free(&joins->join[joins->count]);
            return nash_fail(error, NASH_NOMEM, "", "--join %s: no memory, or no thread", hub);
        }
    return NASH_OK;
}

struct joins *joins_start(const struct join_options *options, struct nash_error *error)
{
    struct joins *joins = calloc(1, sizeof *joins);
    unsigned hubs = 0;
    while (options->urls != NULL && options->urls[hubs] != NULL)
        hubs++;
    if (joins != NULL)
        joins->join = calloc((size_t)hubs * options->seats + 1, sizeof *joins->join);
    if (joins == NULL || joins->join == NULL) {
        free(joins);
        nash_fail(error, NASH_NOMEM, "", "no memory to join hubs");
        return NULL;
    }
    joins->options = *options;
    enum nash_status status = NASH_OK;
    if (hubs > 0 && options->key == NULL)
        status = nash_fail(error, NASH_INVALID, "",
                           "--join needs --peer-key FILE: the same secret as there, so that the hub knows us");
    for (unsigned i = 0; i < hubs && status == NASH_OK; i++)
        status = join_hub(joins, options->urls[i], error);
    if (status == NASH_OK)
        return joins;
    joins_stop(joins);
    return NULL;
}

void joins_stop(struct joins *joins)
{
    if (joins == NULL)
        return;
    atomic_store(&joins->stopping, true);
    for (unsigned i = 0; i < joins->count; i++)
        curl_multi_wakeup(joins->join[i].multi);
    for (unsigned i = 0; i < joins->count; i++) {
        pthread_join(joins->join[i].thread, NULL);
        join_free(&joins->join[i]);
    }
    free(joins->join);
    free(joins);
}
