/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The system calls that a sandbox is made of, as far as Swift's C library module does not show them. Each returns 0 or a
 * number that is not negative, and -errno instead of -1 with errno.
 */
#ifndef MAYFLY_SANDBOX_H
#define MAYFLY_SANDBOX_H

#include "mayfly_linux.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Kinds of namespaces, as bits. */
enum mayfly_namespace {
    MAYFLY_NS_USER = 1,
    MAYFLY_NS_MOUNT = 2,
    MAYFLY_NS_NETWORK = 4,
    MAYFLY_NS_IPC = 8,
    MAYFLY_NS_UTS = 16,
    MAYFLY_NS_PID = 32
};

/* Moves this process into new namespaces; its children follow (unshare). */
int mayfly_enter_namespaces(uint32_t namespaces);

/*
 * A child that goes on from here, as after fork: 0 in the child, its process id in the parent, and there a descriptor that
 * names it. `beside` makes it a child of the caller's parent, which then reaps it (CLONE_PARENT). The caller must have one
 * thread only.
 */
pid_t mayfly_fork(uint32_t namespaces, int beside, int *pidfd);

/*
 * Has a child in new namespaces do something, and waits for what comes of it: 0 or -errno. The child has the caller's memory, which
 * so need not be copied; the caller goes on when it has ended. The caller must have one thread only.
 */
int mayfly_try_apart(uint32_t namespaces, int (*act)(void));

/*
 * Starts a program as mayfly_spawn does, as process 1 of a PID namespace, in a user namespace, or both: when it ends, all
 * that it has made ends too. Its user keeps its number. `pidfd` then names it. Returns 0 or -errno, and leaves nothing
 * behind where a namespace cannot be had.
 */
int mayfly_spawn_apart(pid_t *pid, int *pidfd, uint32_t namespaces, const char *path, char *const arguments[],
                       char *const environment[], const mayfly_inherit *inherit, size_t inherit_count);

/* What a mount may not do, as bits. */
enum mayfly_mount_rule { MAYFLY_MOUNT_READ_ONLY = 1, MAYFLY_MOUNT_NO_EXEC = 2, MAYFLY_MOUNT_TREE = 4 };

/* Keeps mounts of this namespace and those of all others apart. Must come before any other mount. */
int mayfly_mount_private(void);

/* Shows a file or folder at another place, without devices and set-user-id programs. TREE: with what is mounted in it. */
int mayfly_mount_bind(const char *from, const char *to, uint32_t rules);

/* A file system in memory of so many bytes at most. */
int mayfly_mount_memory(const char *at, uint64_t bytes);

/* The processes of this PID namespace and nothing else of the kernel. */
int mayfly_mount_processes(const char *at);

/* Makes the working folder the root, read-only; the old root is then seen at `old`, a name in it. */
int mayfly_change_root(const char *old);

/* Lets nothing be written through a mount and those in it, nor through any that is shown from there without saying so. */
int mayfly_mount_read_only(const char *at);

/* Takes a mount and all in it away, at once for whoever comes. */
int mayfly_unmount(const char *at);

/* No program or file can give this process more rights from now on. */
int mayfly_no_new_privileges(void);

/* Gives every capability up, those that could be had again too. */
int mayfly_drop_capabilities(void);

/* Keeps the right to mount and to make namespaces, and no other; none can be had again. */
int mayfly_keep_mounting_capability(void);

/* Takes mayfly_be_unreadable back. */
int mayfly_be_readable(void);

/* Others of the same user can neither trace this process nor read its memory. */
int mayfly_be_unreadable(void);

/*
 * The life of process 1 of a worker's PID namespace: reaps until the worker itself ends, sends its status, as waitpid tells it,
 * on the link, and ends, and with it all that the worker left behind. Does not return.
 *
 * It gives back nearly all memory that it was forked with: what it has, the kernel must take away when it ends, before
 * it ends the worker.
 */
void mayfly_run_init(pid_t worker, int link) __attribute__((noreturn));

/* Closes all descriptors from this number on. */
int mayfly_close_from(int first);

/* Installs a filter for system calls, as libseccomp exports it, for this process and all that it makes. */
int mayfly_install_filter(const void *program, size_t size);

/* The version of Landlock in this kernel, or -errno. */
int mayfly_landlock_version(void);

/* A rule set that handles all of files, TCP and scopes that this kernel can: a descriptor. */
int mayfly_landlock_rules(void);

/* Lets files below a folder be read and executed; with `writable`, be changed too, but not executed. */
int mayfly_landlock_allow(int rules, const char *path, int writable);

/* This process is held to the rules from now on. */
int mayfly_landlock_enforce(int rules);

/* Sends bytes as one packet, with descriptors. */
int mayfly_send_packet(int socket, const void *bytes, size_t count, const int *fds, size_t fd_count);

/*
 * Receives one packet: its size, 0 when the other side is gone. Descriptors are closed on exec; their number goes to
 * `fd_count`, which holds the capacity before.
 */
ssize_t mayfly_receive_packet(int socket, void *bytes, size_t capacity, int *fds, size_t *fd_count);

/* A connected pair of packet sockets, closed on exec. */
int mayfly_packet_pair(int fds[2]);

#endif
