/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * System calls for the sandbox that Swift's C library module does not show. Each returns 0 or a positive number, or
 * -errno.
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

/* Moves this process into new namespaces, which its children share (unshare). */
int mayfly_enter_namespaces(uint32_t namespaces);

/*
 * Forks a child into new namespaces (clone3): returns 0 in the child, and its process id in the parent, where `pidfd`
 * gets a pidfd of it. `beside` makes it a child of the caller's parent, which then reaps it (CLONE_PARENT). The caller
 * must have one thread only.
 */
pid_t mayfly_fork(uint32_t namespaces, int beside, int *pidfd);

/*
 * Runs `act` in a child in new namespaces, waits for its end and returns its result: 0 or -errno. The child shares the
 * caller's memory, so that none is copied; the caller continues when the child has ended. The caller must have one
 * thread only.
 */
int mayfly_try_apart(uint32_t namespaces, int (*act)(void));

/*
 * Starts a program as mayfly_spawn does, in new namespaces: PID, user, mount. As process 1 of a PID namespace, it ends
 * all processes of the namespace when it ends. Its user id stays the same. `pidfd` gets a pidfd of it. Returns 0, or
 * -errno without a process if a namespace cannot be made.
 *
 * `read_only` is NULL, or an absolute path without links: in the mount namespace, it and all mounts below it become
 * read-only before the program is executed.
 */
int mayfly_spawn_apart(pid_t *pid, int *pidfd, uint32_t namespaces, const char *read_only, const char *path,
                       char *const arguments[], char *const environment[], const mayfly_inherit *inherit,
                       size_t inherit_count);

/*
 * Starts a program of the system that is to read what a stranger has made: in new namespaces as mayfly_spawn_apart does, and
 * with network and IPC; without new privileges, with the rules of Landlock of a descriptor, and with limits. Returns 0, or
 * -errno without a process if any of this cannot be.
 */
int mayfly_spawn_confined(pid_t *pid, int *pidfd, uint32_t namespaces, int rules, const mayfly_limits *limits,
                          const char *path, char *const arguments[], char *const environment[],
                          const mayfly_inherit *inherit, size_t inherit_count);

/*
 * Moves this process of the superuser into a new user namespace, in which user and group 0 and `worker` are mapped to
 * themselves. Any error leaves it in an unknown namespace. The caller must have one thread only.
 */
int mayfly_enter_user_namespace(uint32_t worker);

/* Gives this process another user and group, and no other groups. It keeps the right to open its own files in /proc. */
int mayfly_become(uint32_t user);

/*
 * A user namespace, as a descriptor, for mounts in which the files of user and group `disk` belong to `worker`. Only the
 * superuser can make one. Returns -errno on failure.
 */
int mayfly_mapping(uint32_t disk, uint32_t worker);

/*
 * A copy of the mount of a folder, without devices and set-user-id programs, and with that mapping of users. It belongs
 * to no namespace. Returns a descriptor or -errno, for example if the file system cannot map users.
 */
int mayfly_mapped_mount(const char *path, uint32_t rules, int mapping);

/* Mounts such a copy at a folder. */
int mayfly_mount_at(int mount, const char *at);

/*
 * Opens a folder by a path that is resolved as if `root` were the root folder (openat2): absolute links lead to places
 * in it. Returns a descriptor (O_PATH), which is closed on exec, or -errno.
 */
int mayfly_open_within(const char *root, const char *path);

/* The options of a mount, as bits. */
enum mayfly_mount_rule {
    MAYFLY_MOUNT_READ_ONLY = 1,
    MAYFLY_MOUNT_NO_EXEC = 2,
    MAYFLY_MOUNT_TREE = 4,
    MAYFLY_MOUNT_UNCHANGED = 8
};

/* Stops the propagation of mounts between this namespace and all others. Must come before any other mount. */
int mayfly_mount_private(void);

/*
 * Mounts a file or folder at a second path (bind mount), without devices and set-user-id programs. TREE: with all
 * mounts below it, which get the same options. UNCHANGED: with the options of the mount that it is from.
 */
int mayfly_mount_bind(const char *from, const char *to, uint32_t rules);

/* Mounts a file system in memory (tmpfs) of at most `bytes`. */
int mayfly_mount_memory(const char *at, uint64_t bytes);

/*
 * Mounts a proc file system, read-only, that shows the processes of this PID namespace and nothing else of the kernel.
 */
int mayfly_mount_processes(const char *at);

/* Makes the working folder the root, read-only. The old root is then mounted at `old`, a folder in it. */
int mayfly_change_root(const char *old);

/*
 * Makes a mount and all mounts below it read-only. A folder from it that mayfly_mount_bind mounts without READ_ONLY and
 * TREE can be written again.
 */
int mayfly_mount_read_only(const char *at);

/* Detaches a mount and all mounts below it: new accesses fail at once (MNT_DETACH). */
int mayfly_unmount(const char *at);

/* From now on no program that this process executes can give it more rights. */
int mayfly_no_new_privileges(void);

/* Drops every capability, in the ambient and bounding sets too, so that none can be regained. */
int mayfly_drop_capabilities(void);

/*
 * Drops every capability except CAP_SYS_ADMIN, which mounting and new namespaces need, and with `identities` those that
 * mayfly_become needs. No other can be regained.
 */
int mayfly_keep_mounting_capability(int identities);

/* Undoes mayfly_be_unreadable. */
int mayfly_be_readable(void);

/* Stops other processes of the same user from tracing this process and reading its memory. */
int mayfly_be_unreadable(void);

/*
 * The program of process 1 of a worker's PID namespace: reaps children until the worker ends, sends the worker's
 * status, as waitpid gives it, on the link, and ends. The kernel then ends all other processes of the namespace. Does
 * not return.
 *
 * It first unmaps nearly all memory that it was forked with: when it ends, the kernel frees its memory before it ends
 * the worker.
 */
void mayfly_run_init(pid_t worker, int link) __attribute__((noreturn));

/* Closes all descriptors with this or a higher number. */
int mayfly_close_from(int first);

/* Whether this kernel has filters for system calls that can raise SIGSYS: 0 or -errno. */
int mayfly_filter_available(void);

/* Installs a filter for system calls, as libseccomp exports it, for this process and its later children. */
int mayfly_install_filter(const void *program, size_t size);

/* The version of Landlock in this kernel, or -errno. */
int mayfly_landlock_version(void);

/* Makes a rule set that handles all rights to files, TCP and scopes that this kernel knows: a descriptor. */
int mayfly_landlock_rules(void);

/* The same without rules for TCP, for a process that has to reach servers. */
int mayfly_landlock_file_rules(void);

/* Allows reading and executing files below a folder; with `writable`, reading and changing, but not executing. */
int mayfly_landlock_allow(int rules, const char *path, int writable);

/* Keeps a file or a folder in the memory of the kernel without opening it for reading: a descriptor. */
int mayfly_hold(const char *path);

/* Enforces the rules on this process from now on. */
int mayfly_landlock_enforce(int rules);

/* Sends bytes as one packet, with descriptors. */
int mayfly_send_packet(int socket, const void *bytes, size_t count, const int *fds, size_t fd_count);

/*
 * Receives one packet: its size, or 0 when the other end is closed. Received descriptors are closed on exec. `fd_count`
 * holds the capacity of `fds` before the call, and their number after it.
 */
ssize_t mayfly_receive_packet(int socket, void *bytes, size_t capacity, int *fds, size_t *fd_count);

/* A connected pair of packet sockets, closed on exec. */
int mayfly_packet_pair(int fds[2]);

#endif
