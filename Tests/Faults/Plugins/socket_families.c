/*
 * expect: finished
 * needs: sandbox
 * says: unix OK
 * says: inet EPERM
 * says: inet6 EPERM
 * says: netlink EPERM
 * says: tipc EPERM
 * says: vsock EPERM
 *
 * Asks for socket pairs of several families. Only the family AF_UNIX may answer.
 */
#include <sys/socket.h>

#include "fault.h"

static void misbehave(void) {
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_TIPC, AF_VSOCK};
    static const char *const names[] = {"unix", "inet", "inet6", "netlink", "tipc", "vsock"};
    for (int i = 0; i < 6; i++) {
        int ends[2];
        attempt(names[i], socketpair(families[i], SOCK_STREAM | SOCK_CLOEXEC, 0, ends));
    }
}
