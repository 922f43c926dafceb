/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * System calls that Swift's C library module does not show. Each returns what the call returns, and -errno instead of
 * -1 with errno, so that nothing in between can change it.
 */
#ifndef MAYFLY_LINUX_H
#define MAYFLY_LINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A descriptor that names a child of ours for good (pidfd_open); it is closed on exec. */
int mayfly_pidfd_open(pid_t pid);

/* Sends a signal to the very process that the descriptor names. */
int mayfly_pidfd_signal(int pidfd, int signal_number);

/* Waits up to so many milliseconds for the process that the descriptor names: 1 when it has ended, 0 otherwise. */
int mayfly_has_ended(int pidfd, int milliseconds);

/* How a child ended. */
typedef struct mayfly_exit {
    int exited; /* 1: by exit, 0: by a signal */
    int status; /* the exit status or the signal's number */
    int64_t cpu_microseconds;
    int64_t peak_kib; /* the most memory that it, or a child that it has reaped, had at once */
} mayfly_exit;

/* Reaps the child, without waiting: 1 when it is reaped, 0 when it still runs, -errno. */
int mayfly_reap(int pidfd, mayfly_exit *result);

/*
 * A new file in the folder that has no name yet, open for writing by its owner alone: it is gone when its writer is killed.
 * -EOPNOTSUPP where the file system has no such files.
 */
int mayfly_create_nameless(int folder);

/* Gives a nameless file a name in the folder; -EEXIST when it is taken. */
int mayfly_give_name(int file, int folder, const char *name);

/* Has the kernel kill this process when the thread that started it ends; -ESRCH when its parent is not `parent`. */
int mayfly_die_with_parent(pid_t parent);

/*
 * The same where the parent cannot be named, because it lives in another PID namespace: the caller must find out by other
 * means whether it was there still.
 */
int mayfly_die_with_host(void);

/* What a process may use. A limit that is tighter already stays. */
typedef struct mayfly_limits {
    uint64_t memory; /* bytes of address space */
    uint64_t cpu_seconds;
    uint64_t file_size;   /* bytes of a file that it writes; pipes are not counted */
    uint64_t descriptors; /* the lowest number that no new descriptor may have */
    uint64_t processes;   /* of its user, itself included; the superuser is not held to it */
} mayfly_limits;

/* Limits this process for good, and lets it leave no core: 0 or -errno. */
int mayfly_limit_process(const mayfly_limits *limits);

/* An epoll instance, closed on exec. */
int mayfly_epoll_create(void);

/* Watches a descriptor for input; `tag` comes back with its events. */
int mayfly_epoll_add(int epoll, int fd, uint64_t tag);

/* Watches a descriptor that is watched already for what is out of the ordinary (POLLPRI) and nothing else. */
int mayfly_epoll_watch_priority(int epoll, int fd, uint64_t tag);

/* Watches a descriptor that is watched already for room to write as well, or no longer. */
int mayfly_epoll_watch_output(int epoll, int fd, uint64_t tag, int wanted);

/* Stops watching a descriptor. */
int mayfly_epoll_remove(int epoll, int fd);

/* Takes up to `capacity` tags, and where there is none waits for one or not. Returns how many are ready, or -errno. */
int mayfly_epoll_wait(int epoll, uint64_t *tags, int capacity, int sleeps);

/*
 * The same without sleeping: looks again and again until something is ready or `time` nanoseconds have passed. It gives up
 * when another thread had the processor meanwhile; then `undisturbed` is 0, whatever has come.
 */
int mayfly_epoll_look(int epoll, uint64_t *tags, int capacity, int64_t time, int *undisturbed);

/* Reads from a socket without sleeping, in the same way. Returns the count, 0 at the end, or -EAGAIN. */
ssize_t mayfly_read_soon(int fd, void *bytes, size_t capacity, int64_t time, int *undisturbed);

/* A timer that wakes an epoll; closed on exec, never blocks. */
int mayfly_timer(void);

/* Has the timer be ready from that moment on, in nanoseconds of CLOCK_MONOTONIC: 0 or -errno. */
int mayfly_set_timer(int timer, int64_t moment);

/* How many processors the calling thread may run on. */
int mayfly_processors(void);

/* Nanoseconds of CLOCK_MONOTONIC. */
int64_t mayfly_now(void);

/* Nanoseconds of processor time that the calling thread has used. */
int64_t mayfly_thread_time(void);

/*
 * Locks one byte of a file for as long as this open file description lives: 0, or -errno. The file must be open for writing, and
 * need not have that byte.
 */
int mayfly_lock_byte(int fd, int64_t place);

/* Frees it at once, even while a process that was just forked has the descriptor still. */
int mayfly_unlock_byte(int fd, int64_t place);

/* Whether somebody has such a lock through another open file description: 0, 1 or -errno. */
int mayfly_is_byte_locked(int fd, int64_t place);

/* A counter that wakes an epoll; closed on exec, never blocks. */
int mayfly_eventfd(void);

/* A connected pair of stream sockets, closed on exec; the first does not block. */
int mayfly_socket_pair(int fds[2]);

/* A pipe, closed on exec; the read end does not block. */
int mayfly_pipe(int fds[2]);

/* One descriptor of this process and the number under which the new one is to have it. */
typedef struct mayfly_inherit {
    int from;
    int to;
} mayfly_inherit;

/*
 * Starts a program with just these descriptors, no blocked signals and default signal actions. Returns 0 and the
 * process id, or -errno, also when the program could not be executed.
 */
int mayfly_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[],
                 const mayfly_inherit *inherit, size_t inherit_count);

/* Writes all bytes without SIGPIPE: 0 or -errno. */
int mayfly_send_all(int fd, const void *bytes, size_t count);

/* Writes what fits now, without SIGPIPE and without waiting: the count, 0 when nothing fits, or -errno. */
ssize_t mayfly_send_some(int fd, const void *bytes, size_t count);

/* Reads from a descriptor: the count, 0 at the end, -EAGAIN when there is nothing now, or another -errno. */
ssize_t mayfly_read(int fd, void *bytes, size_t capacity);

/* Starts a detached thread with all signals blocked but those of faults: 0 or -errno. */
int mayfly_start_thread(void (*body)(void *argument), void *argument);

/* Names the calling thread, and so a process with one thread, as `ps` shows it: 15 bytes at most (prctl). */
void mayfly_name_process(const char *name);

/* The number of the calling thread; the first thread's is the process id. */
pid_t mayfly_thread_id(void);

/* The number of the index-th processor that this process may use; -1 beyond the last. Not for several threads at once. */
int mayfly_processor(int index);

/* Keeps a thread to one processor, or with -1 to none in particular: 0 or -errno. */
int mayfly_pin_thread(pid_t thread, int processor);

/* Makes stdout write each line at once, so that what was printed is not lost when the process is killed. */
void mayfly_buffer_output_by_line(void);

/* Bytes from the kernel's random source: 0 or -errno. */
int mayfly_random(void *bytes, size_t count);

/*
 * Gives the owner back all rights to a folder in an open one: 0 or -errno. It is the folder itself that is changed, found
 * without following a link, and not what its name may mean a moment later.
 */
int mayfly_open_up(int folder, const char *name);

/* Wakes when a file of a folder changes (inotify on writes): a descriptor that does not block, or -errno. */
int mayfly_watch_writes(const char *path);

/*
 * Removes a folder with all that is in it, whoever filled it and however deep: 0 or -errno. It needs neither
 * stack nor descriptors in proportion, follows no link, and gets into folders that their owner has closed.
 */
int mayfly_remove_tree(const char *path);

/* The bytes that this process has allocated and not freed, by the allocator's own account (mallinfo, man 3). */
uint64_t mayfly_heap_in_use(void);

/* Gives all pages on which nothing is allocated back to the system. */
void mayfly_trim_heap(void);

/* Has pieces of 256 KiB and more given back to the system when they are freed, whatever sizes were freed before. */
void mayfly_give_back_large_pieces(void);

#endif
