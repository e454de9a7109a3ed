/* Several messages one after the other, as the body of a POST or of its answer: HTTP's ways carry them so. Each begins
 * with a head that tells its length (message.h); what does not add up spoils the whole. */
#ifndef SHARDS_PARCEL_H
#define SHARDS_PARCEL_H

#include "message.h"

enum {
    PARCEL_MESSAGES = 16,                             /* at most in one */
    PARCEL_MAX = 4 * MESSAGE_MAX,                     /* bytes that are sent at once */
    PARCEL_ANSWER_MAX = PARCEL_MESSAGES * MESSAGE_MAX /* bytes of answers */
};

#define PARCEL_TYPE "application/vnd.nashd.shard"
/* Both ways: who speaks (32 hex digits), and which version of the protocol. */
#define PARCEL_INSTANCE "X-Nashd-Instance"
#define PARCEL_PROTOCOL "X-Nashd-Protocol"

enum parcel { PARCEL_END, PARCEL_MESSAGE, PARCEL_BROKEN, PARCEL_OTHER_VERSION };

struct parcel_reader {
    const uint8_t *at;
    size_t left;
    unsigned version; /* of the message at which it ended with PARCEL_OTHER_VERSION */
};

/* The next message: *message and *len; or why there is none. */
static inline enum parcel parcel_next(struct parcel_reader *reader, const uint8_t **message, size_t *len)
{
    struct message_head head;
    if (reader->left == 0)
        return PARCEL_END;
    if (reader->left < MESSAGE_HEAD)
        return PARCEL_BROKEN;
    reader->version = reader->at[1];
    if (reader->version != MESSAGE_VERSION)
        return reader->version == 0 || message_u16(reader->at + 2) != 0 ? PARCEL_BROKEN : PARCEL_OTHER_VERSION;
    size_t whole = MESSAGE_HEAD + (size_t)message_u32(reader->at + 4);
    if (whole > reader->left || !message_head_read(&head, reader->at, whole))
        return PARCEL_BROKEN;
    *message = reader->at;
    *len = whole;
    reader->at += whole;
    reader->left -= whole;
    return PARCEL_MESSAGE;
}

#endif
