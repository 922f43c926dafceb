/*
 * expect: finished
 * needs: sandbox
 * says: connect EPERM
 * says: send EPERM
 *
 * Sends from one end of a socket pair, which is allowed, to a listening abstract Unix socket, whose name no mount namespace
 * hides.
 */
#include <sys/socket.h>
#include <sys/un.h>

#include "fault.h"

static void misbehave(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int ends[2] = {-1, -1};
    attempt("pair", socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends));
    snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "%s", fact("abstract"));
    attempt("connect", connect(ends[0], (const struct sockaddr *)&address, sizeof address));
    attempt("send", sendto(ends[0], "x", 1, 0, (const struct sockaddr *)&address, sizeof address));
}
