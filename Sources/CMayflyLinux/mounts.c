/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

static int answer(int result) { return result < 0 ? -errno : 0; }

int mayfly_open_within(const char *root, const char *path) {
    const struct open_how how = {.flags = O_PATH | O_DIRECTORY | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT};
    int folder = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        return -errno;
    }
    int found = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
    int answer = found < 0 ? -errno : found;
    close(folder);
    return answer;
}

int mayfly_mount_private(void) { return answer(mount(NULL, "/", NULL, MS_PRIVATE | MS_REC, NULL)); }

/* The kernel's interface, declared here because older C libraries do not have it (include/uapi/linux/mount.h). */
enum { READ_ONLY = 1, NO_SET_USER_ID = 2, NO_DEVICES = 4, NO_EXEC = 8 };

/* Changes options of a mount and of all mounts below it. A remount by mount(2) leaves those below as they are. */
static int change_options(const char *at, uint64_t set, uint64_t clear) {
    const struct { uint64_t set, clear, propagation, users; } attributes = {.set = set, .clear = clear};
    enum { MOUNT_SETATTR = 442, RECURSIVE = 0x8000 };
    return answer((int)syscall(MOUNT_SETATTR, AT_FDCWD, at, RECURSIVE, &attributes, sizeof attributes));
}

int mayfly_mount_bind(const char *from, const char *to, uint32_t rules) {
    if (mount(from, to, NULL, MS_BIND | (rules & MAYFLY_MOUNT_TREE ? MS_REC : 0), NULL) < 0) {
        return -errno;
    }
    if (rules & MAYFLY_MOUNT_UNCHANGED) {
        return 0;
    }
    /* A bind mount takes its options only in a second call. A single folder becomes writable again if it comes from a
       mount that mayfly_mount_read_only has changed; in a tree, a mount that is read-only stays so. */
    uint64_t set = NO_SET_USER_ID | NO_DEVICES | (rules & MAYFLY_MOUNT_READ_ONLY ? READ_ONLY : 0) |
                   (rules & MAYFLY_MOUNT_NO_EXEC ? NO_EXEC : 0);
    return change_options(to, set, rules & (MAYFLY_MOUNT_READ_ONLY | MAYFLY_MOUNT_TREE) ? 0 : READ_ONLY);
}

int mayfly_mount_read_only(const char *at) { return change_options(at, READ_ONLY, 0); }

int mayfly_mount_memory(const char *at, uint64_t bytes) {
    char options[60];
    snprintf(options, sizeof options, "size=%llu,mode=755", (unsigned long long)bytes);
    return answer(mount("tmpfs", at, "tmpfs", MS_NOSUID | MS_NODEV, options));
}

int mayfly_mount_processes(const char *at) {
    return answer(mount("proc", at, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, "subset=pid"));
}

int mayfly_change_root(const char *old) {
    if (syscall(SYS_pivot_root, ".", old) < 0 || chdir("/") < 0) {
        return -errno;
    }
    return answer(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL));
}

int mayfly_unmount(const char *at) { return answer(umount2(at, MNT_DETACH)); }
