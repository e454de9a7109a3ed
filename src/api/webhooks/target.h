/* Where webhooks may be sent.
 *
 * A server that calls any URL it is given could be used to reach what only it can reach: other ports of its machine,
 * hosts of its network, the metadata service of a cloud. So an administrator lists the origins. "*" admits every public
 * host by https; the address is then checked when the connection is made, so that a name which resolves to a private
 * address does not pass. */
#ifndef API_WEBHOOKS_TARGET_H
#define API_WEBHOOKS_TARGET_H

#include <stdbool.h>
#include <sys/socket.h>

#include <nash/status.h>

/* Checks the allowed origins, NULL-terminated: "https://example.com", "http://10.0.0.7:9000", or "*". */
enum nash_status webhook_origins_check(const char *const *origins, struct nash_error *error);
/* Returns NASH_OK if a webhook may be sent to the URL: http or https, without user and fragment, and of an allowed
 * origin. *listed (may be NULL): the origin itself is listed, so the address may be private. Otherwise
 * NASH_UNPROCESSABLE, with the pointer "/job/webhook". */
enum nash_status webhook_target_check(const char *const *origins, const char *url, bool *listed,
                                      struct nash_error *error);
/* Returns whether an address may belong to a host of the public internet: not loopback, private, link-local, multicast
 * or reserved (RFC 6890). */
bool webhook_address_is_public(const struct sockaddr *address);

#endif
