/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "floor.h"
#include "mayfly_sandbox.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <mayfly/mayfly.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef int32_t entry_function(const mayfly_offer *offer, mayfly_extension *extension);

/* Opens the library and calls the one function that it exports. */
static void call(const char *path) {
    static const mayfly_offer offer = {.size = sizeof offer, .abi_min = MAYFLY_ABI_1_0, .abi_max = MAYFLY_ABI_1_0};
    mayfly_extension extension = {.size = sizeof extension};
    entry_function *entry;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol;
    if (!library) {
        floor_fail(dlerror());
    }
    symbol = dlsym(library, MAYFLY_ENTRY_SYMBOL);
    memcpy(&entry, &symbol, sizeof entry);
    if (!entry || entry(&offer, &extension) != MAYFLY_OK) {
        floor_fail("the library's entry point failed");
    }
}

_Noreturn void floor_serve(int socket, const char *library, size_t size) {
    char *bytes = malloc(size);
    if (!bytes) {
        floor_fail("no memory");
    }
    if (library) {
        call(library);
    }
    for (;;) {
        floor_read(socket, bytes, size);
        floor_write(socket, bytes, size);
    }
}

/* Starts this program again, with a socket as descriptor 3. */
static pid_t start(const char *program, const char *role, const char *argument, int socket) {
    char *const arguments[] = {(char *)(uintptr_t)program, (char *)(uintptr_t)role, (char *)(uintptr_t)argument, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int error;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, 3);
    error = posix_spawn(&pid, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        floor_fail(strerror(error));
    }
    return pid;
}

static void exchange(int socket) {
    char bytes[FLOOR_REQUEST] = {0};
    floor_write(socket, bytes, sizeof bytes);
    floor_read(socket, bytes, sizeof bytes);
}

floor_life floor_spawn(const char *program, const char *library) {
    int64_t begun = floor_now();
    floor_life life;
    int ends[2];
    pid_t pid;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
        floor_fail("no sockets");
    }
    pid = start(program, "--worker", library, ends[1]);
    close(ends[1]);
    exchange(ends[0]);
    life.launch = floor_now() - begun;
    begun = floor_now();
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    life.end = floor_now() - begun;
    close(ends[0]);
    return life;
}

int64_t floor_fork(const char *program, const char *library) {
    static int server = -1;
    int ends[2];
    int64_t begun;
    if (server < 0) {
        int pair[2];
        if (mayfly_packet_pair(pair) < 0) {
            floor_fail("no sockets");
        }
        start(program, "--server", library, pair[1]);
        close(pair[1]);
        server = pair[0];
    }
    begun = floor_now();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0 ||
        mayfly_send_packet(server, "", 1, &ends[1], 1) < 0) {
        floor_fail("the fork server has ended");
    }
    close(ends[1]);
    exchange(ends[0]);
    begun = floor_now() - begun;
    close(ends[0]);
    return begun;
}

_Noreturn void floor_fork_server(int server, const char *library) {
    char request;
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        int socket;
        size_t count = 1;
        if (mayfly_receive_packet(server, &request, 1, &socket, &count) <= 0 || count != 1) {
            exit(0);
        }
        if (fork() == 0) {
            close(server);
            floor_serve(socket, library, FLOOR_REQUEST);
        }
        close(socket);
    }
}

void floor_round_trips(const char *program, size_t size, int here, int there, int64_t *samples, size_t count) {
    char *bytes = calloc(1, size), argument[64];
    int ends[2];
    pid_t pid;
    if (!bytes || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
        floor_fail("no sockets");
    }
    (void)snprintf(argument, sizeof argument, "%zu,%d", size, there);
    pid = start(program, "--echo", argument, ends[1]);
    close(ends[1]);
    floor_pin(here);
    for (size_t i = 0; i < count + 50; i++) {
        int64_t begun = floor_now();
        floor_write(ends[0], bytes, size);
        floor_read(ends[0], bytes, size);
        if (i >= 50) {
            samples[i - 50] = floor_now() - begun;
        }
    }
    close(ends[0]);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    free(bytes);
}
