/* A member of several processors over real sockets, as a peer and as a server that joined: it works on as many
 * independent messages at the same time as it says, each answer comes at once, and PING is answered meanwhile. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <toy.h>

#include <base/log.h>
#include <base/test.h>
#include <cluster/sessions/sessions.h>
#include <cluster/transport/compute.h>
#include <cluster/transport/hub_client.h>

#include "hub.h"

enum { THREADS = 3, GAME = 7 };

static const char there[] = "ffffffffffffffffffffffffffffffff";

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

static void send_toy(struct member *member, unsigned protocol, unsigned type, uint32_t number)
{
    uint8_t message[MESSAGE_HEAD + TOY_BODY];
    message_put32(message_head_write(message, protocol, type, GAME, 1, TOY_BODY), number);
    struct bytes *bytes = bytes_copy(message, sizeof message);
    member->transport->send(member, bytes);
    bytes_unref(bytes);
}

/* Receives an answer and returns its number. Fails the test if it is of another type. */
static uint32_t receive_toy(struct hub *hub, unsigned type)
{
    struct inbox_message *received = hub_receive(hub);
    if (received->type != INBOX_RECEIVED)
        fail_msg("the member is gone: %s", received->message != NULL ? received->message->data : "");
    const uint8_t *message = (const uint8_t *)received->message->data;
    assert_int_equal(message[0], type);
    uint32_t number = message_u32(message + MESSAGE_HEAD);
    inbox_message_free(received);
    return number;
}

/* Plays both games with a member of THREADS processors. */
static void play(struct hub *hub, struct member *member)
{
    enum { QUICK = 40, TASK = 1000 };
    bool seen[QUICK] = {false};
    send_toy(member, TOY_FARM, TOY_TASK, TASK);
    assert_int_equal(receive_toy(hub, TOY_TASKED), TASK);
    assert_int_equal(member->capacity, THREADS);
    for (unsigned i = 0; i < THREADS; i++)
        send_toy(member, TOY_FARM, TOY_UNIT, TOY_CLOSED);
    toy_gate_await(THREADS); /* all processors work */
    send_toy(member, TOY_FARM, MESSAGE_PING, 77);
    assert_int_equal(receive_toy(hub, MESSAGE_PONG), 77);
    toy_gate_set(true);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(receive_toy(hub, TOY_DONE), TOY_CLOSED + (uint32_t)TASK);
    toy_gate_set(false);
    send_toy(member, TOY_FARM, TOY_UNIT, TOY_CLOSED); /* one processor works; the answers of the others come */
    for (uint32_t i = 0; i < QUICK; i++)
        send_toy(member, TOY_FARM, TOY_UNIT, i);
    for (unsigned i = 0; i < QUICK; i++) {
        uint32_t number = receive_toy(hub, TOY_DONE) - TASK;
        assert_true(number < QUICK && !seen[number]);
        seen[number] = true;
    }
    toy_gate_set(true);
    assert_int_equal(receive_toy(hub, TOY_DONE), TOY_CLOSED + (uint32_t)TASK);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < QUICK; i++)
        send_toy(member, TOY_ORDERED, TOY_ADD, i);
    for (uint32_t i = 0; i < QUICK; i++) {
        sum = sum * 31 + i;
        assert_int_equal(receive_toy(hub, TOY_SUM), sum);
    }
    assert_int_equal(atomic_load(&toy_collisions), 0);
}

/* Starts a server with hosted shards, and a hub that calls it. */
static void peers_start(struct far *far, struct hub *hub)
{
    toy_reset();
    far_start_with(far, &(struct hosted_shards_options){
                            .key = hub_key, .instance = there, .threads = THREADS, .programs = toy_programs});
    hub_start_with(hub, far->url, hub_instance, toy_programs);
}

static void test_peer(void **state)
{
    struct far far = {0};
    struct hub hub;
    peers_start(&far, &hub);
    struct member *member = hub_take(&hub);
    assert_non_null(member);
    play(&hub, member);
    registry_release(member, REGISTRY_NOT_NEEDED);
    member = hub_take(&hub); /* the next member has the capacity from the start */
    assert_non_null(member);
    assert_int_equal(member->capacity, THREADS);
    registry_release(member, REGISTRY_NOT_NEEDED);
    hub_stop(&hub);
    far_stop(&far);
}

/* A member that the game gives back while it works. */
static void test_released_at_work(void **state)
{
    struct far far = {0};
    struct hub hub;
    peers_start(&far, &hub);
    struct member *member = hub_take(&hub);
    send_toy(member, TOY_FARM, TOY_TASK, 1);
    receive_toy(&hub, TOY_TASKED);
    for (unsigned i = 0; i < 4 * THREADS; i++)
        send_toy(member, TOY_FARM, TOY_UNIT, TOY_ENDLESS);
    toy_gate_await(THREADS);
    registry_release(member, REGISTRY_NOT_NEEDED);
    for (int ms = 0; ms < HUB_PATIENCE_MS && hosted_shards_count(far.api.hosted_shards) > 0; ms += 5)
        sleep_ms(5);
    assert_int_equal(hosted_shards_count(far.api.hosted_shards), 0); /* ended, although units are under way */
    toy_gate_set(true);
    hub_stop(&hub);
    far_stop(&far);
}

/* ---- a server that joined ---- */

static struct http *open_http(struct api *api, struct hub *hub)
{
    static const struct http_route routes[] = {
        {HTTP_POST, "/v1/shards/members", api_members_post, NULL, true, "members"},
        {HTTP_DELETE, "/v1/shards/members/{id}", api_member_delete, NULL, true, "member"},
        {HTTP_POST, "/v1/shards/members/{id}/messages", api_member_messages, api_member_messages_head, true,
         "messages"}};
    struct nash_error error;
    struct http_options options = http_defaults;
    api->cluster = hub->cluster;
    api->sessions = sessions_start(hub->cluster, &(struct sessions_options){0});
    api->hosted_shards = hosted_shards_new(&(struct hosted_shards_options){.key = hub_key, .instance = hub_instance});
    options.port = 0;
    options.routes = routes;
    options.routes_count = sizeof routes / sizeof routes[0];
    options.context = api;
    struct http *http = http_start(&options, &error);
    assert_non_null(http);
    return http;
}

static struct member *take_joined(struct hub *hub)
{
    struct member *member = NULL;
    for (int ms = 0; ms < HUB_PATIENCE_MS && member == NULL; ms += 5) {
        member = registry_take(hub->cluster, "phone", &hub->inbox);
        if (member == NULL)
            sleep_ms(5);
    }
    assert_non_null(member);
    return member;
}

static void test_joined(void **state)
{
    struct hub hub;
    struct api api = {0};
    struct nash_error error;
    char url[64];
    toy_reset();
    hub_start_with(&hub, "http://127.0.0.1:1", hub_instance, toy_programs);
    struct http *http = open_http(&api, &hub);
    snprintf(url, sizeof url, "http://127.0.0.1:%u", http_port(http));
    struct compute *compute = compute_new(THREADS);
    struct hub_clients *clients =
        hub_clients_start(&(struct hub_client_options){.urls = (const char *const[]){url, NULL},
                                                       .key = hub_key,
                                                       .instance = there,
                                                       .name = "far:1",
                                                       .shards = 1,
                                                       .programs = toy_programs,
                                                       .compute = compute},
                          &error);
    assert_non_null(clients);
    struct member *member = take_joined(&hub);
    play(&hub, member);
    registry_release(member, REGISTRY_NOT_NEEDED);
    hub_clients_stop(clients);
    compute_free(compute);
    http_stop(http, 100);
    sessions_stop(api.sessions);
    hub_stop(&hub);
    hosted_shards_free(api.hosted_shards);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_peer),
        cmocka_unit_test(test_released_at_work),
        cmocka_unit_test(test_joined),
    };
    log_setup(LOG_ERROR + 1, LOG_TEXT);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
