/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static struct flock one_byte(short type, int64_t offset) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
    return lock;
}

int mayfly_lock_byte(int fd, int64_t offset) {
    struct flock lock = one_byte(F_WRLCK, offset);
    return fcntl(fd, F_OFD_SETLK, &lock) < 0 ? -errno : 0;
}

int mayfly_share_byte(int fd, int64_t offset) {
    struct flock lock = one_byte(F_RDLCK, offset);
    return fcntl(fd, F_OFD_SETLK, &lock) < 0 ? -errno : 0;
}

int mayfly_unlock_byte(int fd, int64_t offset) {
    struct flock lock = one_byte(F_UNLCK, offset);
    return fcntl(fd, F_OFD_SETLK, &lock) < 0 ? -errno : 0;
}

int mayfly_is_byte_locked(int fd, int64_t offset) {
    struct flock lock = one_byte(F_WRLCK, offset);
    return fcntl(fd, F_OFD_GETLK, &lock) < 0 ? -errno : lock.l_type != F_UNLCK;
}
