/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * What this machine can do at best, measured by a bare C program: the floor that `mayfly bench` compares the host with.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC. */
int64_t floor_now(void);

/* Pins the calling process to one processor; a negative number leaves it alone. */
void floor_pin(int processor);

/* Reads or writes all bytes, or ends the program: a floor that fails is no floor. */
void floor_read(int fd, void *bytes, size_t count);
void floor_write(int fd, const void *bytes, size_t count);

/* Ends the program with a line on standard error. */
_Noreturn void floor_fail(const char *what);

/* The size of what is asked and answered in a launch. */
enum { FLOOR_REQUEST = 64 };

/*
 * One launch by posix_spawn: a socket pair, this program anew, dlopen of the library, one call of it, the answer. Gives
 * nanoseconds from the start to the answer.
 */
int64_t floor_spawn(const char *program, const char *library);

/* The same, by a fork server that runs already and is handed the socket. */
int64_t floor_fork(const char *program, const char *library);

/* Answers with what comes, for `floor_round_trips`, or from a library that is opened and called first. */
_Noreturn void floor_serve(int socket, const char *library, size_t size);

/* The fork server itself. */
_Noreturn void floor_fork_server(int socket, const char *library);

/* So many round trips of so many bytes with a process of its own; the nanoseconds of each go to `samples`. */
void floor_round_trips(const char *program, size_t size, int here, int there, int64_t *samples, size_t count);

#endif
