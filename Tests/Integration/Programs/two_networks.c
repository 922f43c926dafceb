/*
 * A library that is loaded before all others (LD_PRELOAD). For its program, public.mayfly.test has an address of the public network, and
 * private.mayfly.test one of a private network. A connection to either is made to this machine: a check that lets one through is seen
 * there.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>

#define PUBLIC "93.184.216.34"
#define PRIVATE "10.1.2.3"
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    if (name && !strcmp(name, "public.mayfly.test")) {
        name = PUBLIC;
    } else if (name && !strcmp(name, "private.mayfly.test")) {
        name = PRIVATE;
    }
    return NEXT(getaddrinfo)(name, service, hints, found);
}

int connect(int file, const struct sockaddr *address, socklen_t length) {
    struct sockaddr_in here;
    if (address->sa_family == AF_INET && length >= sizeof here) {
        memcpy(&here, address, sizeof here);
        if (here.sin_addr.s_addr == inet_addr(PUBLIC) || here.sin_addr.s_addr == inet_addr(PRIVATE)) {
            here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            return NEXT(connect)(file, (struct sockaddr *)&here, sizeof here);
        }
    }
    return NEXT(connect)(file, address, length);
}
