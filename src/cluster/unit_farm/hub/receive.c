/* Messages of members. Nothing in them is trusted: a message that does not fit is a fault of its member and changes
 * nothing else. */
#include "answer.h"
#include "member.h"
#include "tree.h"

static void receive_refused(struct farm_member *member, uint32_t why, int64_t now)
{
    if (why == MESSAGE_OF_OTHER_VERSION) {
        answer_quarantine(member, "it speaks another version of the protocol");
    } else if (why == MESSAGE_UNABLE) {
        member_end(member, FARM_UNABLE, "it cannot carry out this work");
    } else {
        member_restart(member, now);
    }
}

/* ---- DONE ---- */

static unsigned lease_find_number(const struct farm_member *member, uint32_t batch, uint32_t number)
{
    unsigned i = 0;
    while (i < member->leases && (member->lease[i].batch != batch || member->lease[i].number != number))
        i++;
    return i;
}

static unsigned lease_find_batch(const struct farm_member *member, uint32_t batch)
{
    unsigned i = 0;
    while (i < member->leases && member->lease[i].batch != batch)
        i++;
    return i;
}

static bool list_is_whole(const uint8_t *at, const uint8_t *end, uint32_t count)
{
    struct farm_item answer;
    for (uint32_t i = 0; i < count; i++)
        if (!farm_item_read(&answer, &at, end, FARM_ANSWER_MAX))
            return false;
    return at == end;
}

/* Returns the time of a unit in a batch with `count` answers. */
static int64_t time_of_unit(const struct farm_member *member, const struct lease *lease, uint32_t count, int64_t now)
{
    int64_t took = (now - lease->sent_ns - member->trip_ns) / count;
    if (took > member->unit_ns) /* the batch waited for its turn */
        took = member->unit_ns;
    return took > 0 ? took : 0;
}

static void receive_done(struct farm_member *member, const uint8_t *body, size_t len, int64_t now)
{
    uint32_t batch = len >= FARM_LIST_FIXED ? message_u32(body) : 0;
    uint32_t count = len >= FARM_LIST_FIXED ? message_u32(body + 4) : 0;
    const uint8_t *at = body + FARM_LIST_FIXED, *end = body + len;
    if (count == 0 || count > FARM_BATCH_MAX || !list_is_whole(at, end, count)) {
        member_restart(member, now);
        return;
    }
    unsigned first = lease_find_batch(member, batch);
    if (first == member->leases) {
        member_fault(member);
        return;
    }
    member_measure(member, count, member->lease[first].sent_ns, now);
    member->batches--;
    int64_t took_ns = time_of_unit(member, &member->lease[first], count, now);
    struct farm_item answer;
    while (member->farm->state == FARM_RUNNING && farm_item_read(&answer, &at, end, FARM_ANSWER_MAX)) {
        unsigned i = lease_find_number(member, batch, answer.number);
        if (i < member->leases)
            answer_take(member, i, answer.bytes, answer.len, took_ns);
        else
            member_fault(member);
        if (!member->present)
            return;
    }
    for (unsigned i; (i = lease_find_batch(member, batch)) < member->leases;)
        lease_remove(member, i); /* not carried out, because the message was full; or not needed any more */
}

/* ---- all types ---- */

static void receive_whole(struct farm_member *member, const struct message_head *head, const uint8_t *body, int64_t now)
{
    switch (head->type) {
    case FARM_READY:
        if (!member->ready && head->len == 0)
            member_measure_trip(member, now - member->task_ns);
        member->ready = true;
        break;
    case MESSAGE_PONG:
        if (head->len == 4 && message_u32(body) == member->last_batch && member->batches == 0)
            member_measure_trip(member, now - member->ping_ns);
        break;
    case FARM_DONE:
        receive_done(member, body, head->len, now);
        break;
    case MESSAGE_REFUSED:
        receive_refused(member, head->len >= 4 ? message_u32(body) : 0, now);
        break;
    case MESSAGE_LEAVE:
        member_end(member, FARM_LEFT, "it has left");
        break;
    default:
        member_fault(member);
    }
}

void farm_receive(struct farm *farm, struct farm_member *member, const uint8_t *message, size_t len, int64_t now)
{
    struct message_head head = {0};
    if (!member->present || farm->state == FARM_FAILED || farm->final != NULL)
        return;
    farm->count.messages++;
    farm->count.bytes += len;
    member->received_ns = now;
    if (!message_head_read(&head, message, len)) {
        if (len >= MESSAGE_HEAD && message[1] != MESSAGE_VERSION)
            answer_quarantine(member, "it speaks another version of the protocol");
        else
            member_restart(member, now);
    } else if (head.protocol != FARM_PROTOCOL || head.game != farm->o.game || head.epoch != member->epoch) {
        /* Of another farm, or of an earlier epoch. What a round before had requested is no fault. */
        bool of_past_round =
            head.protocol == FARM_PROTOCOL && head.game == farm->o.game && head.epoch <= farm->past_epoch;
        member->credit.faults += !of_past_round;
    } else {
        receive_whole(member, &head, message + MESSAGE_HEAD, now);
    }
    if (member->present)
        member->since_ns = member->batches > 0 || !member->ready ? now : 0;
}
