/* See network.h. A member is a shard with a queue; it exists as long as its struct member, to which its messages under
 * way hold references. */
#include "network.h"

#include <stdlib.h>

#include <cluster/member.h>
#include <cluster/registry.h>
#include <cluster/sudoku/shard/shard.h>
#include <jobs/executor/executor.h>

#include "../../base/test.h"

enum {
    LOCAL_US = 20,          /* latency of a local member */
    LOCAL_COMPUTE_US = 5,   /* time that it takes for a message */
    SPIKE = 10,             /* factor of the latency */
    LOCAL = SIM_MEMBERS_MAX /* number of a member that is not in the settings */
};

static const int64_t ns_per_us = 1000;
static const int64_t ns_per_ms = 1000000;

struct node {
    struct network *network;
    unsigned number; /* in settings->member; or LOCAL */
    struct sim_member is;
    struct member *member;
    struct nash_rng rng; /* of its messages */
    struct shard *shard;
    struct liar liar;
    unsigned heard; /* number of messages that arrived */
    bool ended;     /* cut off; a local one: given back */
    int64_t frozen_until_ns, busy_until_ns;
    int64_t last_ns[2]; /* arrival of the last message to the member, and from it */
};

static struct network *current; /* for open_local(), which has no context */

static void event_release(struct event *event)
{
    bytes_unref(event->message);
    if (event->node != NULL)
        member_unref(event->node->member);
}

/* ---- messages ---- */

static bool node_chance(struct node *node, unsigned of_1000)
{
    return nash_rng_below(&node->rng, 1000) < of_1000;
}

static int64_t network_delay_ns(struct node *node)
{
    const struct sim_settings *s = node->network->settings;
    int64_t us = s->latency_us + node->is.late_us + (int64_t)nash_rng_below(&node->rng, (uint64_t)s->jitter_us + 1);
    return (node_chance(node, s->spike_of_1000) ? us * SPIKE : us) * ns_per_us;
}

/* Sends a message at the time from_ns. */
static void network_send(struct node *node, enum event_type type, struct bytes *message, int64_t from_ns, bool is_false)
{
    const struct sim_settings *s = node->network->settings;
    bool local = node->number == LOCAL;
    unsigned copies = local ? 1 : !node_chance(node, s->lost_of_1000) + node_chance(node, s->twice_of_1000);
    for (; copies > 0; copies--) {
        int64_t at_ns = from_ns + (local ? LOCAL_US * ns_per_us : network_delay_ns(node));
        int64_t *last_ns = &node->last_ns[type == TO_HUB];
        if ((local || s->in_order) && at_ns < *last_ns)
            at_ns = *last_ns;
        *last_ns = at_ns;
        member_ref(node->member);
        events_push(
            &node->network->events,
            (struct event){
                .at_ns = at_ns, .type = type, .node = node, .message = bytes_ref(message), .is_false = is_false});
    }
}

static void node_send(struct member *member, struct bytes *message)
{
    struct node *node = member->own;
    if (!node->ended)
        network_send(node, TO_MEMBER, message, sim_now(), false);
}

static void node_release(struct member *member)
{
    struct node *node = member->own;
    node->ended = node->ended || node->number == LOCAL;
}

static void node_free(struct member *member)
{
    struct node *node = member->own;
    liar_release(&node->liar);
    free(node->shard);
    free(node);
}

static const struct member_transport node_transport = {.send = node_send, .release = node_release, .free = node_free};

static struct node *node_new(struct network *network, unsigned number, const struct sim_member *is)
{
    struct node *node = calloc(1, sizeof *node);
    void *memory = aligned_alloc(64, (shard_bytes() + 63) / 64 * 64);
    assert_true(node != NULL && memory != NULL);
    node->network = network;
    node->number = number;
    node->is = *is;
    node->liar = (struct liar){.lie = is->lie, .lies_of_100 = is->lies_of_100};
    node->shard = shard_init(memory);
    nash_rng_seed(&node->rng, network->settings->seed * (SIM_MEMBERS_MAX + 1) + number);
    return node;
}

static struct member *open_local(struct cluster *cluster)
{
    unsigned local_us = current->settings->local_us;
    struct node *node =
        node_new(current, LOCAL, &(struct sim_member){.compute_us = local_us > 0 ? local_us : LOCAL_COMPUTE_US});
    node->member = member_new(cluster, MEMBER_LOCAL, "local", &node_transport, node);
    assert_non_null(node->member);
    return node->member;
}

/* ---- members ---- */

static void member_joins(struct network *network, unsigned number, bool again)
{
    struct sim_member is = network->settings->member[number];
    char name[32];
    if (again)
        is.goes_at = is.freezes_at = 0;
    struct node *node = node_new(network, number, &is);
    node->member = member_join(network->cluster, is.server ? MEMBER_SERVER : MEMBER_PHONE,
                               sim_member_name(network->settings, number, name), &node_transport, node);
    assert_non_null(node->member);
    network->joined[number] = node;
}

/* The connection is cut. A member that was quarantined does not come back. */
static void member_goes(struct network *network, struct node *node)
{
    bool comes_back = node->is.back_ms > 0 && registry_quarantined(node->member) == NULL;
    node->ended = true;
    network->joined[node->number] = NULL;
    if (comes_back)
        events_push(&network->events, (struct event){.at_ns = sim_now() + node->is.back_ms * ns_per_ms,
                                                     .type = JOIN,
                                                     .number = node->number,
                                                     .again = true});
    member_gone(node->member, "cut");
    member_unref(node->member);
}

static void member_answers(struct network *network, struct node *node, const struct bytes *message)
{
    size_t len =
        shard_take(node->shard, (const uint8_t *)message->data, message->len, network->answer, sizeof network->answer);
    int64_t start_ns = node->busy_until_ns > sim_now() ? node->busy_until_ns : sim_now();
    node->busy_until_ns = start_ns + node->is.compute_us * ns_per_us;
    if (len == 0)
        return;
    node->liar.lied = false;
    struct bytes *answer = liar_answer(&node->liar, node->shard, &node->rng, network->answer, len);
    network_send(node, TO_HUB, answer, node->busy_until_ns, node->liar.lied);
    bytes_unref(answer);
}

/* Delivers a message to a member. Returns false if the member is frozen: the message waits until it is not. */
static bool member_takes(struct network *network, struct event *event)
{
    struct node *node = event->node;
    if (node->ended)
        return true;
    if (sim_now() < node->frozen_until_ns) {
        event->at_ns = node->frozen_until_ns;
        return false;
    }
    node->heard++;
    if (node->heard == node->is.freezes_at) {
        node->frozen_until_ns = sim_now() + node->is.freeze_ms * ns_per_ms;
        event->at_ns = node->frozen_until_ns;
        return false;
    }
    if (node->heard == node->is.goes_at)
        member_goes(network, node);
    else
        member_answers(network, node, event->message);
    return true;
}

/* ---- for sim.c ---- */

void network_deliver(struct network *network)
{
    struct event event = events_pop(&network->events);
    network->delivered++;
    if (event.type == JOIN) {
        member_joins(network, event.number, event.again);
    } else if (event.type == TO_HUB) {
        unsigned *lies = &network->lies[event.node->number];
        if (event.is_false && event.node->member->entry->inbox != NULL && *lies < SIM_LIES_MAX)
            network->lie_ns[event.node->number][(*lies)++] = sim_now();
        member_received(event.node->member, event.message->data, event.message->len);
    } else if (!member_takes(network, &event)) {
        events_push(&network->events, event);
        return;
    }
    event_release(&event);
}

void network_open(struct network *network, const struct sim_settings *s)
{
    struct nash_error error = {0};
    *network = (struct network){.settings = s};
    current = network;
    network->cluster = cluster_start(
        &(struct cluster_options){
            .lease_ms = s->lease_ms, .clock = sim_clock, .open_local = open_local, .chance = s->seed + 1},
        &error);
    assert_non_null(network->cluster);
    for (unsigned i = 0; i < s->members; i++) {
        if (s->member[i].joins_ms == 0 || s->member[i].server)
            member_joins(network, i, false);
        else
            events_push(
                &network->events,
                (struct event){.at_ns = sim_now() + s->member[i].joins_ms * ns_per_ms, .type = JOIN, .number = i});
    }
}

void network_close(struct network *network)
{
    while (network->events.count > 0) {
        struct event event = events_pop(&network->events);
        event_release(&event);
    }
    for (unsigned i = 0; i < SIM_MEMBERS_MAX; i++) {
        if (network->joined[i] == NULL)
            continue;
        struct member *member = network->joined[i]->member;
        member_gone(member, "the test is over");
        member_unref(member);
    }
    cluster_executor(network->cluster)->close(cluster_executor(network->cluster));
    cluster_stop(network->cluster);
    free(network->events.heap);
}
