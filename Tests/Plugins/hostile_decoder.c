/*
 * A decoder that has been taken over by its picture. It is loaded before the picture library, so that mayfly-media-worker
 * calls it where it would begin to unpack a JPEG, and does what HOSTILE says. What it finds it writes in one line as the
 * reason why there is no picture: names and values, with semicolons between them. A value is 0, or the number of the error.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char line[3000];

static void say(const char *what, const char *text) {
    size_t used = strlen(line);
    snprintf(line + used, sizeof line - used, "%s %s;", what, text);
}

#include "probing.h"

static long number_in(const char *variable) { return getenv(variable) ? atol(getenv(variable)) : 0; }

static int can_connect(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)number_in("HOSTILE_PORT"))};
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return file >= 0 && connect(file, (struct sockaddr *)&address, sizeof address) == 0;
}

static long bounding_capabilities(void) {
    long count = 0;
    for (unsigned long capability = 0; capability < 64; capability++) {
        count += prctl(PR_CAPBSET_READ, capability, 0, 0, 0) == 1;
    }
    return count;
}

static long open_descriptors(void) {
    long count = 0;
    for (int file = 0; file < 64; file++) {
        count += fcntl(file, F_GETFD) >= 0;
    }
    return count;
}

static long entries_of_root(void) {
    long count = 0;
    DIR *root = opendir("/");
    for (struct dirent *entry = root ? readdir(root) : NULL; entry; entry = readdir(root)) {
        count += entry->d_name[0] != '.';
    }
    return root ? count : -1;
}

static void look_around(void) {
    /* What needs a descriptor finds out about the limit of descriptors otherwise. */
    say_number("descriptors", open_descriptors());
    for (size_t i = 0; i < 5; i++) {
        say_namespace((const char *[]){"user", "net", "ipc", "uts", "pid"}[i]);
    }
    tell("passwd", open("/etc/passwd", O_RDONLY | O_CLOEXEC) < 0);
    tell("self", open("/proc/self/exe", O_RDONLY | O_CLOEXEC) < 0);
    say_number("root-entries", entries_of_root());
    /* A name of its own: others try at the same time, and where there is a folder nobody is asked for the right to make it. */
    char folder[60];
    snprintf(folder, sizeof folder, "/mayfly-made-%d-%p", getpid(), (void *)folder);
    tell("make", mkdir(folder, 0700) < 0);
    rmdir(folder);
    tell("connect", !can_connect());
    tell("socket", socket(AF_UNIX, SOCK_STREAM, 0) < 0);
    tell("fork", !can_fork());
    tell("kill", kill((pid_t)number_in("HOSTILE_TARGET"), 0) < 0);
    tell("code", mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    say_number("file-size", limit(RLIMIT_FSIZE));
    say_number("memory", limit(RLIMIT_AS));
    say_number("real-time", limit(RLIMIT_RTPRIO));
    say_number("nice", limit(RLIMIT_NICE));
    say_memory_score(8);
    say_number("dumpable", prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
    say_number("no-new-privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    say_number("bounding", bounding_capabilities());
    say("home", getenv("HOME") ? getenv("HOME") : "unset");
    /* Last, because it gives it all rights within the new namespace. */
    tell("unshare", unshare(CLONE_NEWUSER) < 0);
}

/* A machine without a limit for it is to survive this. */
static void eat_memory(void) {
    long count = 0;
    for (char *piece; count < 96 && (piece = malloc(16 << 20)); count++) {
        memset(piece, 1, 16 << 20);
    }
    say_number("mebibytes", count * 16);
}

/* In a session of its own it outlives its parent, until a byte comes through the pipe that it holds. */
static void leave_a_child(void) {
    char byte;
    int ends[2];
    if (pipe(ends) == 0 && fork() == 0) {
        setsid();
        close(ends[0]);
        close(ends[1]);
        _exit((int)read(9, &byte, 1));
    }
    /* Until the child is in its session it would be killed with the group of its parent. */
    close(ends[1]);
    _exit((int)read(ends[0], &byte, 1));
}

/* Runs as the first function of libturbojpeg that unpacks. */
void *tjInitDecompress(void) {
    const char *order = getenv("HOSTILE") ? getenv("HOSTILE") : "";
    if (!strcmp(order, "crash")) {
        *(volatile int *)8 = 0;
    } else if (!strcmp(order, "abort")) {
        abort();
    } else if (!strcmp(order, "spin")) {
        for (;;) {
        }
    } else if (!strcmp(order, "child")) {
        leave_a_child();
    } else if (!strcmp(order, "memory")) {
        eat_memory();
    } else {
        look_around();
    }
    strcat(line, "\n");
    return (void)!write(2, line, strlen(line)), _exit(1), NULL;
}
