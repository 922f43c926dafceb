/*
 * A library that is loaded before all others (LD_PRELOAD). It sends `mayfly-store`, or the program that KILL_PROGRAM names, a signal just
 * before one of its changes of the names of files: that of number KILL_BEFORE, counted from 1. The signal is SIGKILL, or the one of number
 * KILL_SIGNAL; KILL_MARK is a file that it makes then.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int changes;

static void note(const char *path) {
    const char *number = getenv("KILL_BEFORE");
    const char *program = getenv("KILL_PROGRAM") ? getenv("KILL_PROGRAM") : "mayfly-store";
    /* Where an archive is unpacked, nothing is installed yet. */
    if (number == NULL || strcmp(program_invocation_short_name, program) != 0 || strstr(path, "/.downloading-")) {
        return;
    }
    if (atomic_fetch_add(&changes, 1) + 1 == atoi(number)) {
        const char *other = getenv("KILL_SIGNAL"), *mark = getenv("KILL_MARK");
        if (mark != NULL) {
            close(open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        }
        kill(getpid(), other != NULL ? atoi(other) : SIGKILL);
    }
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int rename(const char *old, const char *new) {
    note(new);
    return NEXT(rename)(old, new);
}

int renameat(int old_folder, const char *old, int new_folder, const char *new) {
    note(new);
    return NEXT(renameat)(old_folder, old, new_folder, new);
}

int renameat2(int old_folder, const char *old, int new_folder, const char *new, unsigned flags) {
    note(new);
    return NEXT(renameat2)(old_folder, old, new_folder, new, flags);
}

int symlink(const char *target, const char *path) {
    note(path);
    return NEXT(symlink)(target, path);
}

int unlink(const char *path) {
    note(path);
    return NEXT(unlink)(path);
}

int unlinkat(int folder, const char *path, int flags) {
    note(path);
    return NEXT(unlinkat)(folder, path, flags);
}

int rmdir(const char *path) {
    note(path);
    return NEXT(rmdir)(path);
}

int mkdir(const char *path, mode_t mode) {
    note(path);
    return NEXT(mkdir)(path, mode);
}
