/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int mayfly_epoll_create(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int mayfly_epoll_add(int epoll, int fd, uint64_t tag) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = tag};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

int mayfly_epoll_watch_priority(int epoll, int fd, uint64_t tag) {
    struct epoll_event event = {.events = EPOLLPRI, .data.u64 = tag};
    return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) < 0 ? -errno : 0;
}

int mayfly_epoll_watch_output(int epoll, int fd, uint64_t tag, int wanted) {
    struct epoll_event event = {.events = EPOLLIN | (wanted ? EPOLLOUT : 0u), .data.u64 = tag};
    return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) < 0 ? -errno : 0;
}

int mayfly_epoll_remove(int epoll, int fd) { return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL) < 0 ? -errno : 0; }

int mayfly_eventfd(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

static int unblock(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

int mayfly_socket_pair(int fds[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0) {
        return -errno;
    }
    return unblock(fds[0]);
}

int mayfly_memory_file(const void *bytes, size_t count) {
    int fd = memfd_create("mayfly-file", MFD_CLOEXEC);
    if (fd < 0) {
        return -errno;
    }
    for (size_t done = 0; done < count;) {
        ssize_t written = write(fd, (const char *)bytes + done, count - done);
        if (written < 0 && errno != EINTR) {
            int error = errno;
            close(fd);
            return -error;
        }
        done += written > 0 ? (size_t)written : 0;
    }
    if (lseek(fd, 0, SEEK_SET) < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

int mayfly_pipe(int fds[2]) {
    if (pipe2(fds, O_CLOEXEC) < 0) {
        return -errno;
    }
    return unblock(fds[0]);
}

ssize_t mayfly_send_some(int fd, const void *bytes, size_t count) {
    ssize_t sent;
    do {
        sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0) {
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -errno;
    }
    return sent;
}

int mayfly_send_all(int fd, const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        ssize_t sent = send(fd, next, count, MSG_NOSIGNAL);
        if (sent < 0) {
            if (errno == EINTR) {
                continue;
            }
            return -errno;
        }
        next += sent;
        count -= (size_t)sent;
    }
    return 0;
}

ssize_t mayfly_read(int fd, void *bytes, size_t capacity) {
    ssize_t count;
    do {
        count = read(fd, bytes, capacity);
    } while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

int mayfly_watch_writes(const char *path) {
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (fd < 0) {
        return -errno;
    }
    if (inotify_add_watch(fd, path, IN_MODIFY | IN_CREATE) < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

int mayfly_create_nameless(int folder) {
    int fd = openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    return fd < 0 ? -errno : fd;
}

int mayfly_give_name(int file, int folder, const char *name) {
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW) < 0 ? -errno : 0;
}
