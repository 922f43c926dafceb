/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The best times that a bare C program reaches on this machine: the floor that `mayfly bench` compares the host
 * with.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC. */
int64_t floor_now(void);

/* Pins the calling process to one processor, or with a negative number to none. */
void floor_pin(int processor);

/* Reads or writes all bytes. Ends the program on an error, because its measurement is then useless. */
void floor_read(int fd, void *bytes, size_t count);
void floor_write(int fd, const void *bytes, size_t count);

/* Ends the program with a line on standard error. */
_Noreturn void floor_fail(const char *what);

/* The size of the request and of the answer in a launch. */
enum { FLOOR_REQUEST = 64 };

/* The life of one process, in nanoseconds. */
typedef struct {
    /* From the start to the answer. */
    int64_t launch;
    /* From SIGKILL to the reaped process. */
    int64_t end;
} floor_life;

/*
 * One launch by posix_spawn: makes a socket pair, starts this program again, which opens the library with dlopen and
 * calls it once, and waits for the answer. Then kills and reaps the process.
 */
floor_life floor_spawn(const char *program, const char *library);

/* The same launch with a fork server, which is running already and receives the socket; returns its nanoseconds. */
int64_t floor_fork(const char *program, const char *library);

/*
 * The life of process 1 of namespaces like those of the sandbox, with a second process in them, which answers as soon as it runs:
 * what the kernel alone takes. Both times are negative where it refuses the namespaces.
 */
floor_life floor_namespaces(void);

/* Sends back all bytes that arrive; a library, if not NULL, is opened and called first. */
_Noreturn void floor_serve(int socket, const char *library, size_t size);

/* The main loop of the fork server. */
_Noreturn void floor_fork_server(int socket, const char *library);

/* Makes `count` round trips of `size` bytes with another process; the nanoseconds of each go to `samples`. */
void floor_round_trips(const char *program, size_t size, int here, int there, int64_t *samples, size_t count);

#endif
