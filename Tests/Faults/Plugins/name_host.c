/*
 * expect: finished
 * needs: sandbox
 * says: peer EPERM
 * says: limits EPERM
 *
 * Asks its control socket for a pidfd of the peer (SO_PEERPIDFD), and changes the limits of process 1 of its namespace.
 */
#include <sys/resource.h>
#include <sys/socket.h>

#include "fault.h"

static void misbehave(void) {
    int peer = -1;
    socklen_t size = sizeof peer;
    struct rlimit most = {1, 1};
    attempt("peer", getsockopt(3, SOL_SOCKET, 77 /* SO_PEERPIDFD */, &peer, &size));
    attempt("limits", prlimit(1, RLIMIT_NOFILE, &most, NULL));
}
