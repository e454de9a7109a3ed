#include "key_failures.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include <base/clock.h>
#include <base/log.h>
#include <nash/hash.h>

#include "request.h"

/* Returns a number of the client's address, of an IPv6 address its network /64, which one client has as a whole; 0 for
 * a client on this machine by another kind of socket. */
static uint64_t address_number(const struct http_request *request)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(request->mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info != NULL ? info->client_addr : NULL;
    enum { NETWORK_BYTES = 8 };
    struct nash_hash hash;
    uint64_t number;
    if (address != NULL && address->sa_family == AF_INET)
        hash = nash_sha256_of(&((const struct sockaddr_in *)(const void *)address)->sin_addr, sizeof(struct in_addr));
    else if (address != NULL && address->sa_family == AF_INET6)
        hash = nash_sha256_of(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, NETWORK_BYTES);
    else
        return 0;
    memcpy(&number, hash.byte, sizeof number);
    return number;
}

bool key_failure_count(struct http_request *request, unsigned *retry_s)
{
    enum { MINUTE_S = 60 };
    uint64_t number = address_number(request);
    int64_t now_s = clock_mono_ns() / 1000000000, minute = now_s / MINUTE_S;
    struct key_failures *at = &request->http->key_failures[number % KEY_FAILURES_ADDRESSES];
    if (number == 0)
        return true;
    if (at->address != number || at->minute != minute)
        *at = (struct key_failures){.address = number, .minute = minute};
    at->count++;
    *retry_s = (unsigned)(MINUTE_S - now_s % MINUTE_S);
    if (at->count == KEY_FAILURES_PER_MINUTE + 1)
        log_warn("wrong keys", "an address has sent %d in a minute; further ones get 429", KEY_FAILURES_PER_MINUTE);
    return at->count <= KEY_FAILURES_PER_MINUTE;
}
