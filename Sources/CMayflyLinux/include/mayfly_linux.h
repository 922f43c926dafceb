/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * System calls that Swift's C library module does not show. Each returns what the call returns, but -errno instead of
 * -1, so that no later call can change the error before it is read.
 */
#ifndef MAYFLY_LINUX_H
#define MAYFLY_LINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A descriptor for a child of this process (pidfd_open), which never refers to a later process with the same number;
 * closed on exec.
 */
int mayfly_pidfd_open(pid_t pid);

/* Sends a signal to the process of a pidfd. */
int mayfly_pidfd_signal(int pidfd, int signal_number);

/* Waits at most `milliseconds` for the process of a pidfd to end: 1 when it has ended, 0 otherwise. */
int mayfly_has_ended(int pidfd, int milliseconds);

/* How a child ended. */
typedef struct mayfly_exit {
    int exited; /* 1: by exit, 0: by a signal */
    int status; /* the exit status or the signal's number */
    int64_t cpu_microseconds;
    int64_t peak_kib; /* the largest resident memory of it or of a child that it has reaped */
} mayfly_exit;

/* Reaps the child, without waiting: 1 when it is reaped, 0 when it still runs, -errno. */
int mayfly_reap(int pidfd, mayfly_exit *result);

/* A child in the process group that has ended and is not reaped. 0 if there is none, -ECHILD if the group has no child at all. */
pid_t mayfly_ended_child(pid_t group);

/* Reaps a child that has ended, whatever its end. */
void mayfly_forget_child(pid_t child);

/*
 * Makes a file without a name in the folder (O_TMPFILE), which only its owner may read and write, and opens it for
 * writing. The file disappears if its writer is killed before it has a name. -EOPNOTSUPP if the file system has no such
 * files.
 */
int mayfly_create_nameless(int folder);

/* Gives a file without a name a name in the folder; -EEXIST if the name is taken. */
int mayfly_give_name(int file, int folder, const char *name);

/* Makes the kernel kill this process when the thread that started it ends; -ESRCH when its parent is not `parent`. */
int mayfly_die_with_parent(pid_t parent);

/*
 * The same for a parent in another PID namespace, whose number is not known here. The caller must check by other means
 * that the parent had not ended before this call.
 */
int mayfly_die_with_host(void);

/* The limits of a process. A lower limit that is set already stays. */
typedef struct mayfly_limits {
    uint64_t memory; /* bytes of address space */
    uint64_t cpu_seconds;
    uint64_t file_size;   /* bytes of a file that it writes; pipes are not counted */
    uint64_t descriptors; /* every new descriptor has a lower number than this */
    uint64_t processes;   /* of its user, this one included; the superuser has no such limit */
} mayfly_limits;

/*
 * Sets the limits of this process, which it cannot raise again, and disables its core dumps and higher priorities: 0 or
 * -errno.
 */
int mayfly_limit_process(const mayfly_limits *limits);

/*
 * Raises the score by which the kernel chooses the process that it ends when the machine is out of memory (oom_score_adj,
 * man 5), for this process and its later children. A higher score stays. Returns 0 or -errno.
 */
int mayfly_raise_memory_score(int score);

/* An epoll instance, closed on exec. */
int mayfly_epoll_create(void);

/* Watches a descriptor for input; its events have this `tag`. */
int mayfly_epoll_add(int epoll, int fd, uint64_t tag);

/* Watches a descriptor, which is watched already, for exceptional conditions only (EPOLLPRI). */
int mayfly_epoll_watch_priority(int epoll, int fd, uint64_t tag);

/* Sets whether a descriptor, which is watched already, is also watched for room to write (EPOLLOUT). */
int mayfly_epoll_watch_output(int epoll, int fd, uint64_t tag, int wanted);

/* Stops watching a descriptor. */
int mayfly_epoll_remove(int epoll, int fd);

/*
 * Takes the tags of up to `capacity` ready descriptors, 64 at most. If none is ready, it waits for one when `sleeps` is
 * not 0, and returns 0 otherwise. Returns the count, or -errno.
 */
int mayfly_epoll_wait(int epoll, uint64_t *tags, int capacity, int sleeps);

/*
 * The same without sleeping: polls until a descriptor is ready or `time` nanoseconds have passed. It stops when another
 * thread has run on this processor meanwhile; `undisturbed` is then 0, with any result.
 */
int mayfly_epoll_spin(int epoll, uint64_t *tags, int capacity, int64_t time, int *undisturbed);

/* Reads from a socket without sleeping, with the same polling. Returns the count, 0 at the end, or -EAGAIN. */
ssize_t mayfly_read_soon(int fd, void *bytes, size_t capacity, int64_t time, int *undisturbed);

/* Makes a timer for an epoll instance; closed on exec, never blocks. */
int mayfly_timer(void);

/* Sets when the timer becomes ready, in nanoseconds of CLOCK_MONOTONIC: 0 or -errno. */
int mayfly_set_timer(int timer, int64_t moment);

/* How many processors the calling thread may run on. */
int mayfly_processors(void);

/* Nanoseconds of CLOCK_MONOTONIC. */
int64_t mayfly_now(void);

/* Nanoseconds of processor time that the calling thread has used. */
int64_t mayfly_thread_time(void);

/*
 * Locks one byte of a file until this open file description is closed: 0, or -errno. The file must be open for writing,
 * and need not have that byte.
 */
int mayfly_lock_byte(int fd, int64_t offset);

/* The same, beside others who share it. The file must be open for reading. */
int mayfly_share_byte(int fd, int64_t offset);

/* Releases the lock at once, even if a process that was just forked still has the descriptor. */
int mayfly_unlock_byte(int fd, int64_t offset);

/* Whether another open file description has such a lock: 0, 1 or -errno. */
int mayfly_is_byte_locked(int fd, int64_t offset);

/* Makes a counter that can wake an epoll instance; closed on exec, never blocks. */
int mayfly_eventfd(void);

/* A connected pair of stream sockets, closed on exec; the first does not block. */
int mayfly_socket_pair(int fds[2]);

/* A pipe, closed on exec; the read end does not block. */
int mayfly_pipe(int fds[2]);

/* A file in memory with these bytes, closed on exec, at its beginning: a descriptor or -errno. */
int mayfly_memory_file(const void *bytes, size_t count);

/* One descriptor of this process, and the number that it gets in the new process. */
typedef struct mayfly_inherit {
    int from;
    int to;
} mayfly_inherit;

/*
 * Starts a program with these descriptors only, no blocked signals and default signal actions. Returns 0 and the
 * process id, or -errno, also when the program could not be executed.
 */
int mayfly_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[],
                 const mayfly_inherit *inherit, size_t inherit_count);

/*
 * Starts a program of PATH in a folder, in the process group of this process and with its files, no blocked signals and
 * default signal actions. Returns 0 and the process id, or -errno.
 */
int mayfly_spawn_here(pid_t *pid, char *const arguments[], char *const environment[], const char *folder);

/* Lets two paths of one file system change places, at once for all who look: 0 or -errno. */
int mayfly_exchange(const char *one, const char *other);

/* Writes all bytes without SIGPIPE: 0 or -errno. */
int mayfly_send_all(int fd, const void *bytes, size_t count);

/* Writes what fits now, without SIGPIPE and without waiting: the count, 0 when nothing fits, or -errno. */
ssize_t mayfly_send_some(int fd, const void *bytes, size_t count);

/* Reads from a descriptor: the count, 0 at the end, -EAGAIN when there is nothing now, or another -errno. */
ssize_t mayfly_read(int fd, void *bytes, size_t capacity);

/* Starts a detached thread with all signals blocked except those of faults: 0 or -errno. */
int mayfly_start_thread(void (*body)(void *argument), void *argument);

/*
 * Stops this process until it gets SIGCONT, as SIGTSTP does that nobody handles: not in a process group that nobody could
 * continue. The calling thread has blocked all signals.
 */
void mayfly_stop(void);

/* Names the calling thread, and so a process with one thread, as `ps` shows it (prctl): 15 bytes at most. */
void mayfly_name_process(const char *name);

/* The number of the calling thread; the first thread's is the process id. */
pid_t mayfly_thread_id(void);

/* The number of the index-th processor that this process may use; -1 beyond the last. Not thread-safe. */
int mayfly_processor(int index);

/* Binds a thread to one processor, or with -1 to all that this process may use: 0 or -errno. */
int mayfly_pin_thread(pid_t thread, int processor);

/* Makes stdout write each line at once, so that what was printed is not lost when the process is killed. */
void mayfly_buffer_output_by_line(void);

/* Bytes from the kernel's random source: 0 or -errno. */
int mayfly_random(void *bytes, size_t count);

/*
 * Gives the owner of a folder, which lies in an open folder, all rights to it: 0 or -errno. It follows no link, and
 * cannot change another folder that takes the name meanwhile.
 */
int mayfly_open_up(int folder, const char *name);

/* A descriptor that is ready when a file of the folder is made or written (inotify), and does not block; or -errno. */
int mayfly_watch_writes(const char *path);

/*
 * Removes a folder with its contents, of any depth: 0 or -errno. The stack and the descriptors that it needs do not
 * grow with the depth. It follows no link, and enters folders to which their owner has no rights.
 */
int mayfly_remove_tree(const char *path);

/* The bytes that this process has allocated and not freed, as the allocator counts them (mallinfo, man 3). */
uint64_t mayfly_heap_in_use(void);

/* Returns all pages without allocated memory to the system (malloc_trim, man 3). */
void mayfly_trim_heap(void);

/*
 * Makes the allocator return blocks of 256 KiB and more to the system when they are freed. Its own threshold would grow
 * with the blocks that were freed before.
 */
void mayfly_give_back_large_pieces(void);

/* Takes a client from a socket that listens. Returns its descriptor, which does not outlive exec, or -1 with errno set. */
int mayfly_accept(int listener);

/* Whether that user's process made the connection of a Unix socket (unix, man 7). */
int mayfly_peer_is(int client, uid_t user);

#endif
