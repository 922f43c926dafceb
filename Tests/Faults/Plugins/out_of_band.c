/*
 * expect: finished
 * needs: sandbox
 * says: send EPERM
 * says: receive EPERM
 * says: message EPERM
 * says: ordinary OK
 *
 * Sends and receives messages out of band, on a pair of its own. The control socket is one of the same kind.
 */
#include <sys/socket.h>

#include "fault.h"

static void misbehave(void) {
    char byte = 0;
    struct iovec piece = {&byte, 1};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    int ends[2] = {-1, -1};
    attempt("pair", socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends));
    attempt("send", send(ends[0], &byte, 1, MSG_OOB | MSG_NOSIGNAL));
    attempt("receive", recv(ends[1], &byte, 1, MSG_OOB | MSG_DONTWAIT));
    attempt("message", recvmsg(ends[1], &message, MSG_OOB | MSG_DONTWAIT));
    attempt("ordinary", send(ends[0], &byte, 1, MSG_NOSIGNAL));
}
