/*
 * expect: finished
 * needs: sandbox
 * says: peer EPERM
 * says: limits EPERM
 *
 * Asks the socket of its calls for a descriptor of the process at the other end, and changes the limits of process 1 above it.
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
