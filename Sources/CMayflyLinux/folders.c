/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int mayfly_open_up(int folder, const char *name) {
    char path[40];
    int error = 0;
    int found = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (found < 0) {
        return -errno;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", found);
    if (chmod(path, S_IRWXU) < 0) {
        error = -errno;
    }
    close(found);
    return error;
}
