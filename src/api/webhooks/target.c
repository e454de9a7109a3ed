#include "target.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <store/webhook.h>

enum { ORIGIN_MAX = 320 };

/* ---- URLs ---- */

static bool url_has(CURLU *url, CURLUPart part)
{
    char *text = NULL;
    bool has = curl_url_get(url, part, &text, 0) == CURLUE_OK;
    curl_free(text);
    return has;
}

/* Writes scheme, host in lower case, and port of a URL: "https://example.com:443". Returns false if it is not http or
 * https, or has a user or fragment. *bare: it has neither path nor query. */
static bool origin_of(const char *text, char out[ORIGIN_MAX], bool *bare)
{
    CURLU *url = curl_url();
    char *scheme = NULL, *host = NULL, *port = NULL, *path = NULL;
    bool good = url != NULL && curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK &&
                curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
                curl_url_get(url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK &&
                curl_url_get(url, CURLUPART_PATH, &path, 0) == CURLUE_OK &&
                (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0) && !url_has(url, CURLUPART_USER) &&
                !url_has(url, CURLUPART_PASSWORD) && !url_has(url, CURLUPART_FRAGMENT) &&
                snprintf(out, ORIGIN_MAX, "%s://%s:%s", scheme, host, port) < ORIGIN_MAX;
    if (good) {
        *bare = strcmp(path, "/") == 0 && !url_has(url, CURLUPART_QUERY);
        for (char *c = out; *c != '\0'; c++)
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c | 0x20) : *c;
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_free(path);
    curl_url_cleanup(url);
    return good;
}

enum nash_status webhook_origins_check(const char *const *origins, struct nash_error *error)
{
    char origin[ORIGIN_MAX];
    bool bare = false;
    for (size_t i = 0; origins[i] != NULL; i++)
        if (strcmp(origins[i], "*") != 0 && (!origin_of(origins[i], origin, &bare) || !bare))
            return nash_fail(error, NASH_INVALID, "",
                             "--webhook %s: expected an origin, such as https://example.com or http://10.0.0.7:9000, "
                             "or * for every public host",
                             origins[i]);
    return NASH_OK;
}

static bool is_listed(const char *const *origins, const char *origin, bool *all)
{
    char other[ORIGIN_MAX];
    bool bare;
    *all = false;
    for (size_t i = 0; origins[i] != NULL; i++) {
        if (strcmp(origins[i], "*") == 0)
            *all = true;
        else if (origin_of(origins[i], other, &bare) && strcmp(origin, other) == 0)
            return true;
    }
    return false;
}

enum nash_status webhook_target_check(const char *const *origins, const char *url, bool *listed,
                                      struct nash_error *error)
{
    static const char pointer[] = "/job/webhook";
    char origin[ORIGIN_MAX];
    bool bare, all, found;
    if (origins == NULL || origins[0] == NULL)
        return nash_fail(error, NASH_UNPROCESSABLE, pointer,
                         "this server sends no webhooks: its administrator allows origins by --webhook");
    if (strlen(url) >= WEBHOOK_URL_MAX || !origin_of(url, origin, &bare))
        return nash_fail(error, NASH_UNPROCESSABLE, pointer,
                         "expected an http or https URL of at most %d characters, without user and fragment",
                         WEBHOOK_URL_MAX - 1);
    found = is_listed(origins, origin, &all);
    if (listed != NULL)
        *listed = found;
    if (found || (all && strncmp(origin, "https:", 6) == 0))
        return NASH_OK;
    return nash_fail(error, NASH_UNPROCESSABLE, pointer, "this server sends no webhooks to %s%s", origin,
                     all ? "; only https is allowed" : ": the origin is not among those of --webhook");
}

/* ---- addresses ---- */

/* Networks that are not public (RFC 6890): address and length of the prefix. */
static const struct {
    uint32_t address;
    int bits;
} private4[] = {
    {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
    {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
    {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 4},  {0xf0000000, 4},
};

static bool is_public4(uint32_t address)
{
    for (size_t i = 0; i < sizeof private4 / sizeof private4[0]; i++)
        if ((address ^ private4[i].address) >> (32 - private4[i].bits) == 0)
            return false;
    return true;
}

static uint32_t read_be32(const uint8_t *byte)
{
    return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
}

/* Global unicast is 2000::/3. Within it, networks that carry an IPv4 address (6to4, Teredo) and documentation are
 * refused, as are addresses that stand for IPv4 ones, unless those are public. */
static bool is_public6(const uint8_t *byte)
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff}, nat64[12] = {0x00, 0x64, 0xff, 0x9b};
    if (memcmp(byte, mapped, sizeof mapped) == 0 || memcmp(byte, nat64, sizeof nat64) == 0)
        return is_public4(read_be32(byte + 12));
    uint32_t head = read_be32(byte);
    bool is_6to4 = head >> 16 == 0x2002, is_teredo = head == 0x20010000, is_documentation = head == 0x20010db8;
    return head >> 29 == 1 && !is_6to4 && !is_teredo && !is_documentation;
}

bool webhook_address_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        return is_public4(ntohl(in.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 in;
        memcpy(&in, address, sizeof in);
        return is_public6(in.sin6_addr.s6_addr);
    }
    return false;
}
