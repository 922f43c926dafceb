/*
 * Tries what a sandbox must refuse, and says in its log how each attempt ended: its name and 0, or the number of the error.
 */
#define _GNU_SOURCE
#include <mayfly/mayfly.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const mayfly_host *host;
static const mayfly_log_functions *logger;
static const mayfly_storage_functions *storage;

static void tell(const char *what, int failed) {
    char line[200];
    snprintf(line, sizeof line, "%s %d", what, failed ? errno : 0);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

static int can_read(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        close(file);
    }
    return file >= 0;
}

static int can_fork(void) {
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    return child > 0 && waitpid(child, NULL, 0) == child;
}

static int can_write_private(void) {
    char path[600];
    uint64_t length = storage->private_folder(host, path, sizeof path - 20);
    snprintf(path + length, 20, "/probe");
    int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0 || write(file, "x", 1) != 1) {
        return 0;
    }
    close(file);
    return 1;
}

static void view_did_appear(void *context, const mayfly_state *state) {
    (void)context;
    (void)state;
    tell("private", !can_write_private());
    tell("passwd", !can_read("/etc/passwd"));
    tell("root", !can_read("/root"));
    tell("tmp", open("/tmp/mayfly-probe", O_CREAT | O_WRONLY | O_CLOEXEC, 0600) < 0);
    tell("usr", open("/usr/mayfly-probe", O_CREAT | O_WRONLY | O_CLOEXEC, 0600) < 0);
    tell("socket", socket(AF_INET, SOCK_STREAM, 0) < 0);
    tell("fork", !can_fork());
    tell("parent", kill(getppid(), 0) < 0);
    tell("ptrace", ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) < 0);
    tell("unshare", unshare(CLONE_NEWUSER) < 0);
    tell("mount", mount("none", "/private", "tmpfs", 0, NULL) < 0);
    tell("pid", (errno = (int)getpid(), 1));
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_appear = view_did_appear};

static int32_t make_instance(void *context, const mayfly_host *the_host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    (void)launch;
    host = the_host;
    logger = mayfly_ability(host, MAYFLY_LOG);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    instance->controller = &controller;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
