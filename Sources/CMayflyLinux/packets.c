/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_sandbox.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 8 };

int mayfly_packet_pair(int fds[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0 ? -errno : 0;
}

int mayfly_send_packet(int socket, const void *bytes, size_t count, const int *fds, size_t fd_count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int) * MOST_DESCRIPTORS)];
    } control;
    struct iovec piece = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    ssize_t sent;
    if (fd_count > MOST_DESCRIPTORS) {
        return -EINVAL;
    }
    if (fd_count > 0) {
        memset(&control, 0, sizeof control);
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof(int) * fd_count);
        memcpy(CMSG_DATA(&control.header), fds, sizeof(int) * fd_count);
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * fd_count);
    }
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : 0;
}

ssize_t mayfly_receive_packet(int socket, void *bytes, size_t capacity, int *fds, size_t *fd_count) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int) * MOST_DESCRIPTORS)];
    } control;
    struct iovec piece = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    size_t room = *fd_count, found = 0;
    ssize_t count;
    do {
        count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    *fd_count = 0;
    if (count < 0) {
        return -errno;
    }
    /* Descriptors beyond the capacity are closed. */
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
            int received[MOST_DESCRIPTORS];
            size_t all = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
            memcpy(received, CMSG_DATA(header), sizeof(int) * all);
            for (size_t i = 0; i < all; i++) {
                if (found < room) {
                    fds[found++] = received[i];
                } else {
                    close(received[i]);
                }
            }
        }
    }
    *fd_count = found;
    return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : count;
}
