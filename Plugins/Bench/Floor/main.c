/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * bench-floor LIBRARY reads commands, one per line, and answers each with one line of nanoseconds:
 *
 *     spawn COUNT | kill COUNT | fork COUNT | namespaces COUNT | kill-namespaces COUNT | trip COUNT SIZE HERE THERE
 *
 * `kill` starts a process as `spawn` does, and measures its end; `namespaces` and `kill-namespaces` are the same for two processes
 * in namespaces of their own, with negative numbers where the kernel refuses these. HERE and THERE are the processors that the two
 * sides are pinned to; -1 leaves them free.
 */
#define _GNU_SOURCE
#include "floor.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 100000 };

static cpu_set_t all_processors;

int64_t floor_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void floor_pin(int processor) {
    cpu_set_t set = all_processors;
    if (processor >= 0) {
        CPU_ZERO(&set);
        CPU_SET((size_t)processor, &set);
    }
    (void)sched_setaffinity(0, sizeof set, &set);
}

_Noreturn void floor_fail(const char *what) {
    (void)fprintf(stderr, "bench-floor: %s\n", what);
    exit(1);
}

void floor_read(int fd, void *bytes, size_t count) {
    char *next = bytes;
    while (count > 0) {
        ssize_t got = read(fd, next, count);
        if (got <= 0) {
            exit(0);
        }
        next += got;
        count -= (size_t)got;
    }
}

void floor_write(int fd, const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        ssize_t put = write(fd, next, count);
        if (put <= 0) {
            exit(0);
        }
        next += put;
        count -= (size_t)put;
    }
}

static int64_t sample(const char *command, const char *program, const char *library) {
    int kills = strncmp(command, "kill", 4) == 0;
    floor_life life;
    if (strcmp(command, "fork") == 0) {
        return floor_fork(program, library);
    }
    life = strstr(command, "namespaces") ? floor_namespaces() : floor_spawn(program, library);
    return kills ? life.end : life.launch;
}

static int execute(const char *line, const char *program, const char *library) {
    static int64_t samples[MOST];
    char command[16];
    unsigned count = 0, size = 0;
    int here = -1, there = -1;
    if (sscanf(line, "%15s %u %u %d %d", command, &count, &size, &here, &there) < 2 || count > MOST) {
        return 0;
    }
    if (strcmp(command, "trip") == 0) {
        floor_round_trips(program, size ? size : 1, here, there, samples, count);
        floor_pin(-1);
    } else {
        for (unsigned i = 0; i < count; i++) {
            samples[i] = sample(command, program, library);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        printf("%lld ", (long long)samples[i]);
    }
    printf("\n");
    return fflush(stdout) == 0;
}

int main(int argc, char **argv) {
    char line[256];
    /* This program ends with the program that measures, even if that one is killed. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    sched_getaffinity(0, sizeof all_processors, &all_processors);
    if (argc == 3 && strcmp(argv[1], "--worker") == 0) {
        floor_serve(3, argv[2], FLOOR_REQUEST);
    }
    if (argc == 3 && strcmp(argv[1], "--server") == 0) {
        floor_fork_server(3, argv[2]);
    }
    if (argc == 3 && strcmp(argv[1], "--echo") == 0) {
        char *rest;
        size_t size = strtoul(argv[2], &rest, 10);
        floor_pin(*rest == ',' ? atoi(rest + 1) : -1);
        floor_serve(3, NULL, size ? size : 1);
    }
    if (argc != 2) {
        floor_fail("it is started by mayfly bench, with the path of a library");
    }
    while (fgets(line, sizeof line, stdin)) {
        if (!execute(line, argv[0], argv[1])) {
            return 1;
        }
    }
    return 0;
}
