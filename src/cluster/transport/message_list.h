/* Message lists: several messages one after the other, the body of a POST or of its answer. The head of each has its
 * length (envelope.h). One broken message makes the whole list invalid. */
#ifndef CLUSTER_TRANSPORT_MESSAGE_LIST_H
#define CLUSTER_TRANSPORT_MESSAGE_LIST_H

#include <cluster/envelope.h>

enum {
    MESSAGE_LIST_COUNT_MAX = 16,                                   /* messages in one list */
    MESSAGE_LIST_MAX = 4 * MESSAGE_MAX,                            /* bytes of a request */
    MESSAGE_LIST_ANSWER_MAX = MESSAGE_LIST_COUNT_MAX * MESSAGE_MAX /* bytes of an answer */
};

#define MESSAGE_LIST_TYPE "application/vnd.nashd.shard"
/* Headers of requests and answers: the sender's instance (32 hex digits) and MESSAGE_VERSION. */
#define CLUSTER_INSTANCE_HEADER "X-Nashd-Instance"
#define CLUSTER_PROTOCOL_HEADER "X-Nashd-Protocol"
/* Header of a peer's answers: how many messages it carries out at the same time, where the game allows it. */
#define CLUSTER_CORES_HEADER "X-Nashd-Cores"

enum message_list_item { MESSAGE_LIST_END, MESSAGE_LIST_MESSAGE, MESSAGE_LIST_BROKEN, MESSAGE_LIST_OTHER_VERSION };

struct message_list_reader {
    const uint8_t *at;
    size_t left;
    unsigned version; /* version of the last message read; of use after MESSAGE_LIST_OTHER_VERSION */
};

/* Reads the next message: sets *message, which points into the list, and *len. Returns MESSAGE_LIST_MESSAGE, or why
 * there is no message. */
static inline enum message_list_item message_list_next(struct message_list_reader *reader, const uint8_t **message,
                                                       size_t *len)
{
    enum { PROTOCOLS_LIKELY = 15 };
    struct message_head head;
    if (reader->left == 0)
        return MESSAGE_LIST_END;
    if (reader->left < MESSAGE_HEAD)
        return MESSAGE_LIST_BROKEN;
    reader->version = reader->at[1];
    if (reader->version != MESSAGE_VERSION) /* of a newer nashd, or no message at all */
        return reader->version == 0 || message_u16(reader->at + 2) > PROTOCOLS_LIKELY ? MESSAGE_LIST_BROKEN
                                                                                      : MESSAGE_LIST_OTHER_VERSION;
    size_t whole = MESSAGE_HEAD + (size_t)message_u32(reader->at + 4);
    if (whole > reader->left || !message_head_read(&head, reader->at, whole))
        return MESSAGE_LIST_BROKEN;
    *message = reader->at;
    *len = whole;
    reader->at += whole;
    reader->left -= whole;
    return MESSAGE_LIST_MESSAGE;
}

#endif
