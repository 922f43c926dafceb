/*
 * Tries what a sandbox must refuse, and says in its log how each attempt ended: its name and 0, or the number of the error.
 * Some of its lines are no attempts but what it sees: a number, or a text.
 *
 * What only the test knows it writes to the private folder, as "order": the port of a listening socket, and its process id.
 */
#define _GNU_SOURCE
#include <mayfly/mayfly.h>

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const mayfly_host *host;
static const mayfly_log_functions *logger;
static const mayfly_storage_functions *storage;
static char private_folder[600];

static void say(const char *what, const char *text) {
    char line[600];
    snprintf(line, sizeof line, "%s %s", what, text);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

#include "probing.h"

static const char *private_path(const char *name) {
    static char path[700];
    snprintf(path, sizeof path, "%s/%s", private_folder, name);
    return path;
}

static int can_open(const char *path, int flags) {
    int file = open(path, flags | O_CLOEXEC, 0600);
    if (file >= 0) {
        close(file);
    }
    return file >= 0;
}

static int can_connect(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connected = file >= 0 && connect(file, (struct sockaddr *)&address, sizeof address) == 0;
    int error = errno;
    if (file >= 0) {
        close(file);
    }
    errno = error;
    return connected;
}

/* Puts a descriptor on its way, where the kernel counts it for the user. */
static int can_send_descriptor(void) {
    char room[CMSG_SPACE(sizeof(int))] = {0}, byte = 0;
    int ends[2];
    struct iovec piece = {&byte, 1};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
        return 0;
    }
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof ends[0]);
    memcpy(CMSG_DATA(header), ends, sizeof ends[0]);
    return sendmsg(ends[0], &message, MSG_NOSIGNAL) == 1;
}

static int can_send_out_of_band(void) {
    int ends[2];
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 && send(ends[0], "x", 1, MSG_OOB) == 1;
}

/* Sends from a pair of sockets to an abstract name, or binds or connects one of the pair to it. Nobody listens there. */
static int can_use_name(int (*use)(int file, struct sockaddr *name, socklen_t length)) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int ends[2];
    snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "mayfly-probe-%p", (void *)&ends);
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends) < 0) {
        return 0;
    }
    int used = use(ends[0], (struct sockaddr *)&name, sizeof name) >= 0, error = errno;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return used;
}

static int send_to_name(int file, struct sockaddr *name, socklen_t length) {
    return (int)sendto(file, "x", 1, MSG_NOSIGNAL, name, length);
}

static int send_message_to_name(int file, struct sockaddr *name, socklen_t length) {
    struct iovec piece = {"x", 1};
    struct msghdr message = {.msg_name = name, .msg_namelen = length, .msg_iov = &piece, .msg_iovlen = 1};
    return (int)sendmsg(file, &message, MSG_NOSIGNAL);
}

static int send_messages_to_name(int file, struct sockaddr *name, socklen_t length) {
    struct iovec piece = {"x", 1};
    struct mmsghdr message = {.msg_hdr = {.msg_name = name, .msg_namelen = length, .msg_iov = &piece, .msg_iovlen = 1}};
    return sendmmsg(file, &message, 1, MSG_NOSIGNAL);
}

static int connect_to_name(int file, struct sockaddr *name, socklen_t length) { return connect(file, name, length); }

static int bind_to_name(int file, struct sockaddr *name, socklen_t length) { return bind(file, name, length); }

/* A thread that ends at once, made with these flags in addition to those that a thread must have, or without some of them. */
static int end_thread(void *unused) {
    (void)unused;
    syscall(SYS_exit, 0);
    return 0;
}

static int can_make_thread(unsigned long more, unsigned long less) {
    static char stacks[8][16384] __attribute__((aligned(16)));
    static int next, number;
    unsigned long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    return clone(end_thread, stacks[next++] + sizeof stacks[0], (int)((flags | more) & ~less), NULL, &number, NULL) > 0;
}

static int can_change_to_open_folder(void) {
    int folder = open("/proc/self/cwd", O_PATH | O_DIRECTORY | O_CLOEXEC);
    int changed = fchdir(folder) == 0, error = errno;
    close(folder);
    errno = error;
    return changed;
}

static int is_its_real_path(const char *path) {
    char *real = realpath(path, NULL);
    int is_same = real && !strcmp(real, path);
    free(real);
    return is_same;
}

static int can_read_parent(void) {
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)getppid());
    return can_open(path, O_RDONLY);
}

static int can_read_what_runtimes_need(void) {
    const char *names[] = {"auxv", "cmdline", "fd", "maps", "stat", "statm", "status"};
    char path[40];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "/proc/self/%s", names[i]);
        if (!can_open(path, O_RDONLY)) {
            return 0;
        }
    }
    return 1;
}

/* Gives the parent the policy and the processors that it has already. */
static int can_schedule_parent(void) {
    struct sched_param none = {0};
    return sched_setscheduler(getppid(), SCHED_OTHER, &none) == 0;
}

static int can_place_parent(void) {
    cpu_set_t set;
    return sched_getaffinity(getppid(), sizeof set, &set) == 0 && sched_setaffinity(getppid(), sizeof set, &set) == 0;
}

/* Asks for the handler of SIGSYS, by a number whose upper half the kernel ignores. */
static int can_use_wide_arguments(void) {
    unsigned long action[8];
    return syscall(SYS_rt_sigaction, SIGSYS | 1ul << 32, NULL, action, 8) == 0;
}

/* Gives the worker's program the mode that it has already. */
static int can_change_program(void) {
    struct stat status;
    return stat("/proc/self/exe", &status) == 0 && chmod("/proc/self/exe", status.st_mode & 07777) == 0;
}

/* A signal that does nothing, to the first thread of the parent. */
static int can_signal_parent(void) { return syscall(SYS_tgkill, getppid(), getppid(), 0) == 0; }

/* The same by a number whose upper half the kernel ignores. */
static int can_signal_parent_by_wide_number(void) {
    return syscall(SYS_tgkill, (unsigned long)getppid() | 1ul << 32, getppid(), 0) == 0;
}

static int can_signal_itself(void) { return syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), 0) == 0; }

/* Memory of which code could be written and executed at once. */
static int can_write_code(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

/* The same with a protection that the kernel does not know. */
static int can_write_code_by_wide_protection(void) {
    unsigned long protection = PROT_READ | PROT_WRITE | PROT_EXEC | 1ul << 32;
    return syscall(SYS_mmap, NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) >= 0;
}

/* Memory that is written first and executed afterwards. */
static int can_run_what_it_wrote(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0;
}

/* The same with a protection that the kernel does not know: it looks at all 64 bits, and refuses it. */
static int can_run_by_wide_protection(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && syscall(SYS_mprotect, memory, 4096, PROT_READ | PROT_EXEC | 1ul << 32) == 0;
}

static long open_descriptors(void) {
    long count = 0;
    for (int file = 0; file < 1024; file++) {
        count += fcntl(file, F_GETFD) >= 0;
    }
    return count;
}

static void say_capabilities(void) {
    char line[200];
    FILE *status = fopen("/proc/self/status", "re");
    while (status && fgets(line, sizeof line, status)) {
        if (!strncmp(line, "CapBnd:", 7)) {
            line[strcspn(line, "\n")] = 0;
            say("bounding", line + 8);
        }
    }
    if (status) {
        fclose(status);
    }
}

static void look_around(void) {
    for (size_t i = 0; i < 5; i++) {
        say_namespace((const char *[]){"user", "net", "ipc", "uts", "pid"}[i]);
    }
    say_number("file-size", limit(RLIMIT_FSIZE));
    say_number("real-time", limit(RLIMIT_RTPRIO));
    say_number("nice", limit(RLIMIT_NICE));
    say_number("processes", limit(RLIMIT_NPROC));
    say_number("descriptors", open_descriptors());
    say_memory_score(open("/proc/self/oom_score_adj", O_RDONLY | O_CLOEXEC));
    say_number("no-new-privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    say_capabilities();
    char name[65] = "";
    gethostname(name, sizeof name - 1);
    say("host-name", name);
    char folder[600];
    say("working-folder", getcwd(folder, sizeof folder) ? folder : "?");
    say("home", getenv("HOME") ? getenv("HOME") : "unset");
    say_number("pid-number", getpid());
    say_number("user-id", getuid());
    say_number("group-id", getgid());
    snprintf(name, sizeof name, "%p", (void *)(uintptr_t)printf);
    say("layout", name);
}

static void view_did_appear(void *context, const mayfly_state *state) {
    int port = 0, test = 0;
    char neighbour[600] = "";
    (void)context;
    (void)state;
    private_folder[storage->private_folder(host, private_folder, sizeof private_folder - 1)] = 0;
    FILE *order = fopen(private_path("order"), "re");
    if (order && fscanf(order, "%d %d %599s", &port, &test, neighbour) >= 2) {
        tell("connect", !can_connect(port));
        tell("kill", kill(test, 0) < 0);
        tell("neighbour", !can_open(neighbour, O_RDONLY));
    }
    look_around();
    /* What a later worker must not find. */
    say_number("input-position", lseek(0, 0, SEEK_CUR));
    say_number("input-flags", fcntl(0, F_GETFL));
    lseek(0, 4711, SEEK_SET);
    fcntl(0, F_SETFL, O_NONBLOCK | O_APPEND);
    say_number("input-changed", fcntl(0, F_GETFL) & O_NONBLOCK && lseek(0, 0, SEEK_CUR) == 4711);
    tell("private", !can_open(private_path("probe"), O_CREAT | O_WRONLY));
    tell("passwd", !can_open("/etc/passwd", O_RDONLY));
    char text[600];
    tell("read-link", readlink("/proc/self/cwd", text, sizeof text) < 0);
    tell("read-link-at", readlinkat(AT_FDCWD, "/proc/self/cwd", text, sizeof text) < 0);
    tell("change-folder", chdir("/proc/self/cwd") < 0);
    tell("change-open-folder", !can_change_to_open_folder());
    tell("real-path", !is_its_real_path(private_path("order")));
    tell("programs", !can_open("/usr/bin", O_RDONLY));
    tell("shared-files", !can_open("/usr/share", O_RDONLY));
    tell("root", !can_open("/root", O_RDONLY));
    tell("socket", socket(AF_INET, SOCK_STREAM, 0) < 0);
    tell("fork", !can_fork());
    tell("unshare", unshare(CLONE_NEWUSER) < 0);
    tell("change-process", !can_open("/proc/self/oom_score_adj", O_WRONLY));
    /* A test mounts this below a folder of the system. */
    tell("own-process", !can_read_what_runtimes_need());
    tell("own-network", !can_open("/proc/self/net/unix", O_RDONLY));
    tell("own-mounts", !can_open("/proc/self/mountinfo", O_RDONLY));
    tell("own-groups", !can_open("/proc/self/cgroup", O_RDONLY));
    tell("own-threads", !can_open("/proc/self/task", O_RDONLY) || !can_open("/proc/thread-self/net/unix", O_RDONLY));
    tell("own-folder", !can_open("/proc/self", O_RDONLY));
    tell("parent-process", !can_read_parent());
    tell("all-processes", !can_open("/proc", O_RDONLY));
    tell("machine-locks", !can_open("/proc/locks", O_RDONLY));
    tell("extensions-of-all", !can_open("/usr/local/lib/mayfly/extensions/other/secret", O_RDONLY));
    tell("beside-extensions", !can_open("/usr/local/lib/mayfly/library", O_RDONLY));
    tell("system-library", !can_open("/usr/local/lib/library", O_RDONLY));
    tell("submount", !can_open("/usr/local/lib/inner/probe", O_CREAT | O_WRONLY));
    tell("set-user-id", open(private_path("set-user-id"), O_CREAT | O_RDONLY | O_CLOEXEC, 04700) < 0);
    tell("change-mode", chmod(private_path("probe"), 06700) < 0);
    tell("change-program", !can_change_program());
    const char *program = (const char *)getauxval(AT_EXECFN);
    tell("change-program-by-path", chmod(program, 0755) < 0);
    /* It keeps its name. */
    tell("rename-program-by-path", rename(program, program) < 0);
    tell("send-descriptor", !can_send_descriptor());
    tell("lease", fcntl(open(private_path("probe"), O_RDONLY | O_CLOEXEC), F_SETLEASE, F_RDLCK) < 0);
    tell("watch", inotify_init1(IN_CLOEXEC) < 0);
    tell("refusal-handler", signal(SIGSYS, SIG_DFL) == SIG_ERR);
    tell("wide-argument", !can_use_wide_arguments());
    tell("out-of-band", !can_send_out_of_band());
    tell("send-to-name", !can_use_name(send_to_name));
    tell("send-message-to-name", !can_use_name(send_message_to_name));
    tell("send-messages-to-name", !can_use_name(send_messages_to_name));
    tell("connect-to-name", !can_use_name(connect_to_name));
    tell("bind-to-name", !can_use_name(bind_to_name));
    tell("thread", !can_make_thread(CLONE_PARENT_SETTID, 0));
    tell("thread-with-own-descriptors", !can_make_thread(0, CLONE_FILES));
    tell("thread-with-own-folder", !can_make_thread(0, CLONE_FS));
    tell("thread-with-input-context", !can_make_thread(CLONE_IO, 0));
    tell("schedule-parent", !can_schedule_parent());
    tell("place-parent", !can_place_parent());
    tell("signal-parent", !can_signal_parent());
    tell("signal-parent-by-wide-number", !can_signal_parent_by_wide_number());
    tell("signal-itself", !can_signal_itself());
    tell("write-code", !can_write_code());
    tell("write-code-by-wide-protection", !can_write_code_by_wide_protection());
    tell("run-written", !can_run_what_it_wrote());
    tell("run-written-by-wide-protection", !can_run_by_wide_protection());
    /* Outside of a sandbox this would stop the test itself, and litter. */
    if (getppid() == 1) {
        tell("tmp", !can_open("/tmp/mayfly-probe", O_CREAT | O_WRONLY));
        tell("usr", !can_open("/usr/mayfly-probe", O_CREAT | O_WRONLY));
        /* Where a layer was left out, it was possible. */
        unlink("/tmp/mayfly-probe");
        unlink("/usr/mayfly-probe");
        tell("parent", kill(1, SIGSTOP) < 0);
        tell("ptrace", ptrace(PTRACE_ATTACH, 1, NULL, NULL) < 0);
        tell("mount", mount("none", "/private", "tmpfs", 0, NULL) < 0);
    }
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
