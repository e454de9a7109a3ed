#include "lan.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <api/api.h>
#include <api/common.h>

/* Returns whether the interface belongs to a container engine or hypervisor: a phone cannot reach it. */
static bool is_virtual(const char *interface)
{
    static const char *const prefixes[] = {"docker", "br-", "veth",  "virbr",  "cni",
                                           "podman", "lxc", "vmnet", "vboxnet"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(interface, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

/* Returns the preference of an interface: 0 = not usable, 1 to 3 = the greater, the better. */
static unsigned interface_rank(const struct ifaddrs *one)
{
    if (one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET || (one->ifa_flags & IFF_UP) == 0 ||
        (one->ifa_flags & IFF_LOOPBACK) != 0)
        return 0;
    uint32_t address = ntohl(((const struct sockaddr_in *)(const void *)one->ifa_addr)->sin_addr.s_addr);
    if (address >> 24 == IN_LOOPBACKNET || address >> 16 == 0xa9fe) /* 169.254: link-local, no DHCP */
        return 0;
    return is_virtual(one->ifa_name) ? 1 : (one->ifa_flags & IFF_RUNNING) == 0 ? 2 : 3;
}

bool lan_address(char out[LAN_ADDRESS_MAX])
{
    struct ifaddrs *all;
    unsigned best = 0;
    if (getifaddrs(&all) != 0)
        return false;
    for (const struct ifaddrs *one = all; one != NULL; one = one->ifa_next) {
        unsigned r = interface_rank(one);
        if (r > best && inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)one->ifa_addr)->sin_addr, out,
                                  LAN_ADDRESS_MAX) != NULL)
            best = r;
    }
    freeifaddrs(all);
    return best > 0;
}

bool lan_is_loopback(const char *authority)
{
    if (authority[0] == '[')
        return strncmp(authority, "[::1]", 5) == 0;
    size_t len = strcspn(authority, ":");
    return strncmp(authority, "127.", 4) == 0 || (len == 9 && strncasecmp(authority, "localhost", 9) == 0) ||
           (len > 10 && strncasecmp(authority + len - 10, ".localhost", 10) == 0);
}

bool lan_url(struct http_request *request, char out[LAN_URL_MAX])
{
    const struct api *api = api_of(request);
    const char *host = http_header(request, "Host");
    char address[LAN_ADDRESS_MAX];
    if (host == NULL)
        host = "localhost";
    bool reachable = api->public_url != NULL || !lan_is_loopback(host);
    if (api->public_url != NULL) {
        snprintf(out, LAN_URL_MAX, "%s", api->public_url);
    } else if (!reachable && !http_on_loopback(http_server(request)) && lan_address(address)) {
        snprintf(out, LAN_URL_MAX, "http://%s:%u", address, http_port(http_server(request)));
        reachable = true;
    } else {
        snprintf(out, LAN_URL_MAX, "http://%s", host);
    }
    size_t len = strlen(out);
    while (len > 0 && out[len - 1] == '/')
        out[--len] = '\0';
    return reachable;
}
