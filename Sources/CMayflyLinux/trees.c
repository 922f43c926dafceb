/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_linux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

/*
 * Opens a folder in another one, after giving its owner all rights to it. It cannot change or open another folder that
 * takes the name meanwhile.
 */
static int enter(int folder, const char *name) {
    char path[40];
    int handle = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), found = -1;
    if (handle < 0) {
        return -1;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", handle);
    if (chmod(path, S_IRWXU) == 0) {
        found = openat(handle, ".", flags);
    }
    close(handle);
    return found;
}

/* Moves a folder up into the root, under a free name. Returns whether it was moved. */
static int lift(int folder, const char *name, int root, unsigned *number) {
    char target[40];
    int status;
    do {
        snprintf(target, sizeof target, "mayfly-removed-%u", (*number)++);
        status = renameat2(folder, name, root, target, RENAME_NOREPLACE);
    } while (status < 0 && errno == EEXIST);
    return status == 0;
}

/*
 * Makes one pass through a folder: removes files, and empties and removes folders. Folders that are too deep to enter
 * are moved up into the root, for the next pass. Returns the number of removed and moved entries.
 */
static long clear(int folder, int depth, int root, unsigned *number) {
    /* Each level has two descriptors open; a host may have few. */
    enum { DEEPEST = 8 };
    long done = 0;
    int copy = openat(folder, ".", flags);
    DIR *entries = copy < 0 ? NULL : fdopendir(copy);
    if (!entries) {
        if (copy >= 0) {
            close(copy);
        }
        return 0;
    }
    for (struct dirent *entry; (entry = readdir(entries));) {
        const char *name = entry->d_name;
        if (!strcmp(name, ".") || !strcmp(name, "..")) {
            continue;
        }
        if (unlinkat(folder, name, 0) == 0) {
            done++;
            continue;
        }
        int inner = errno == EISDIR ? enter(folder, name) : -1;
        if (inner < 0) {
            continue;
        }
        if (depth < DEEPEST) {
            done += clear(inner, depth + 1, root, number);
            done += unlinkat(folder, name, AT_REMOVEDIR) == 0;
        } else {
            done += lift(folder, name, root, number);
        }
        close(inner);
    }
    closedir(entries);
    return done;
}

int mayfly_remove_tree(const char *path) {
    unsigned number = 0;
    int root = enter(AT_FDCWD, path);
    if (root < 0) {
        return -errno;
    }
    while (clear(root, 0, root, &number) > 0) {
    }
    close(root);
    return rmdir(path) < 0 ? -errno : 0;
}

int mayfly_exchange(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) < 0 ? -errno : 0;
}
