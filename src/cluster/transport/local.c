/* A shard in this server: a crew of one shard, which delivers its answers to the game.
 *
 * Each turn of the crew holds a reference to the member; the last reference frees it. */
#include "local.h"

#include <stdlib.h>

#include <base/bytes.h>
#include <cluster/member.h>
#include <cluster/registry.h>

#include "compute.h"
#include "crew.h"

static void local_answered(void *context, void *tag, const uint8_t *answer, size_t len)
{
    (void)tag;
    if (len > 0)
        member_received(context, answer, len);
}

static void local_hold(void *context)
{
    member_ref(context);
}

static void local_drop(void *context)
{
    member_unref(context);
}

static void local_send(struct member *member, struct bytes *message)
{
    if (!crew_post(member->own, message, NULL))
        member_gone(member, "it cannot keep up");
}

static void local_release(struct member *member)
{
    crew_end(member->own);
}

static void local_free(struct member *member)
{
    crew_free(member->own);
}

static const struct member_transport local_transport = {
    .send = local_send, .release = local_release, .free = local_free};

struct member *local_open(struct cluster *cluster)
{
    struct member *member =
        compute_ready(cluster->compute) ? member_new(cluster, MEMBER_LOCAL, "local", &local_transport, NULL) : NULL;
    if (member == NULL)
        return NULL;
    const struct crew_owner owner = {
        .context = member, .answered = local_answered, .hold = local_hold, .drop = local_drop};
    member->own = crew_new(cluster->compute, cluster->options.programs, 1, &owner);
    if (member->own != NULL)
        return member;
    member_unref(member); /* local_free() accepts a member without a crew */
    return NULL;
}
