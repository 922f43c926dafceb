/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * The kernel's interface, declared here because the headers of older systems have its first version only. The numbers
 * are those of include/uapi/linux/landlock.h.
 */
struct rule_set {
    uint64_t files;
    uint64_t network; /* from version 4 on */
    uint64_t scopes;  /* from version 6 on */
};

struct path_rule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

enum { EXECUTE = 1, WRITE = 2, READ = 4, LIST = 8, REMOVE_AND_MAKE = 0x1ff0, REFER = 0x2000, TRUNCATE = 0x4000 };
enum { IOCTL_DEVICE = 0x8000, BIND_AND_CONNECT_TCP = 3, ABSTRACT_SOCKETS_AND_SIGNALS = 3 };
enum { RULE_PATH = 1, ASK_VERSION = 1 };

int mayfly_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
    return version < 0 ? -errno : (int)version;
}

static uint64_t handled_files(int version) {
    return EXECUTE | WRITE | READ | LIST | REMOVE_AND_MAKE | (version >= 2 ? REFER : 0) |
           (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? IOCTL_DEVICE : 0);
}

static int make_rules(uint64_t network) {
    int version = mayfly_landlock_version();
    if (version < 0) {
        return version;
    }
    struct rule_set set = {.files = handled_files(version),
                           .network = version >= 4 ? network : 0,
                           .scopes = version >= 6 ? ABSTRACT_SOCKETS_AND_SIGNALS : 0};
    size_t size = version >= 6 ? sizeof set : version >= 4 ? 16 : 8;
    long rules = syscall(SYS_landlock_create_ruleset, &set, size, 0);
    return rules < 0 ? -errno : (int)rules;
}

int mayfly_landlock_rules(void) { return make_rules(BIND_AND_CONNECT_TCP); }

int mayfly_landlock_file_rules(void) { return make_rules(0); }

int mayfly_landlock_allow(int rules, const char *path, int writable) {
    struct stat status;
    int parent = open(path, O_PATH | O_CLOEXEC);
    if (parent < 0 || fstat(parent, &status) < 0) {
        return -errno;
    }
    uint64_t allowed = writable ? handled_files(mayfly_landlock_version()) & ~(uint64_t)(EXECUTE | IOCTL_DEVICE)
                                : EXECUTE | READ | LIST;
    if (!S_ISDIR(status.st_mode)) {
        allowed &= EXECUTE | WRITE | READ | TRUNCATE;
    }
    struct path_rule rule = {.allowed = allowed, .parent = parent};
    long result = syscall(SYS_landlock_add_rule, rules, RULE_PATH, &rule, 0);
    int error = errno;
    close(parent);
    return result < 0 ? -error : 0;
}

int mayfly_hold(const char *path) {
    int file = open(path, O_PATH | O_CLOEXEC);
    return file < 0 ? -errno : file;
}

int mayfly_landlock_enforce(int rules) { return syscall(SYS_landlock_restrict_self, rules, 0) < 0 ? -errno : 0; }
