/*
 * A library that is loaded before all others (LD_PRELOAD). In `mayfly-store` it writes each file and folder that is synchronized, and each
 * change of a name, to the file SYNC_LOG in their order: "sync PATH", "rename OLD NEW" and "link PATH", with a tab between the words.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void note(const char *what, const char *one, const char *two) {
    char line[2 * PATH_MAX + 16];
    const char *log = getenv("SYNC_LOG");
    if (log == NULL || strcmp(program_invocation_short_name, "mayfly-store") != 0) {
        return;
    }
    int length =
        snprintf(line, sizeof line, "%s\t%s%s%s\n", what, one, two == NULL ? "" : "\t", two == NULL ? "" : two);
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    /* One write: the lines of two threads are not mixed. */
    if (file < 0 || write(file, line, (size_t)length) != length || close(file) != 0) {
        abort();
    }
}

static int synced(int result, int descriptor) {
    char link[64], path[PATH_MAX];
    int error = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (result == 0 && length > 0) {
        path[length] = 0;
        note("sync", path, NULL);
    }
    errno = error;
    return result;
}

int fsync(int descriptor) { return synced(NEXT(fsync)(descriptor), descriptor); }

int fdatasync(int descriptor) { return synced(NEXT(fdatasync)(descriptor), descriptor); }

int syncfs(int descriptor) { return synced(NEXT(syncfs)(descriptor), descriptor); }

int rename(const char *old, const char *new) {
    note("rename", old, new);
    return NEXT(rename)(old, new);
}

int renameat2(int old_folder, const char *old, int new_folder, const char *new, unsigned flags) {
    note("rename", old, new);
    return NEXT(renameat2)(old_folder, old, new_folder, new, flags);
}

int symlink(const char *target, const char *path) {
    note("link", path, NULL);
    return NEXT(symlink)(target, path);
}
