/*
 * expect: protocolViolation phase=didPerformAction | finished
 *
 * Sends descriptors to the host (SCM_RIGHTS). The host accepts none, and none stays open there. The sandbox refuses to send
 * them.
 */
#include <sys/uio.h>

#include "wire.h"

static void misbehave(void) {
    char control[CMSG_SPACE(sizeof(int) * 4)] = {0}, byte = 0;
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    static const int files[4] = {1, 2, 1, 2};
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof files);
    memcpy(CMSG_DATA(header), files, sizeof files);
    for (int i = 0; i < 20; i++) {
        sendmsg(CONTROL, &message, MSG_NOSIGNAL);
    }
}
