/*
 * Says all that an extension can read about the machine, the person and its host, a line for each thing: its name, and what it
 * reads there. It looks for what nobody expects as well: every entry of the root folder and of /proc, every variable of its
 * environment. A name that the list in the documents does not have makes a test fail.
 */
#define _GNU_SOURCE
#include <mayfly/mayfly.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <locale.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#if defined __x86_64__
#include <cpuid.h>
#endif

extern char **environ;

static const mayfly_host *host;
static const mayfly_log_functions *logger;
static const mayfly_storage_functions *storage;
static const mayfly_view_functions *view;

__attribute__((format(printf, 2, 3))) static void say(const char *what, const char *format, ...) {
    char line[4000];
    int used = snprintf(line, sizeof line, "%s ", what);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, sizeof line - (size_t)used, format, arguments);
    va_end(arguments);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

/* The lines of a file, or what a link says. False if it can be read in no way. */
static int say_file(const char *path) {
    char line[3000];
    ssize_t length = readlink(path, line, sizeof line - 1);
    if (length >= 0) {
        line[length] = 0;
        say(path, "-> %s", line);
        return 1;
    }
    FILE *file = fopen(path, "re");
    if (!file) {
        return 0;
    }
    int lines = 0;
    while (fgets(line, sizeof line, file) && lines < 2000) {
        line[strcspn(line, "\n")] = 0;
        for (char *c = line; *c; c++) {
            if (*c < ' ') {
                *c = ' ';
            }
        }
        say(path, "%s", line);
        lines++;
    }
    fclose(file);
    if (!lines) {
        say(path, "(no text)");
    }
    return 1;
}

/* A file that may have other bytes than text, in a folder that cannot be listed. */
static void say_open(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    char text[4000];
    ssize_t length = read(file, text, sizeof text);
    if (length > 0) {
        say(path, "%d bytes and more", (int)length);
    }
    close(file);
}

/* Everything in a folder; with `depth`, in the folders below it too. */
static void say_folder(const char *path, int depth) {
    DIR *folder = opendir(path);
    struct dirent *entry;
    if (!folder) {
        return;
    }
    while ((entry = readdir(folder))) {
        char name[1000];
        struct stat status;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) {
            continue;
        }
        snprintf(name, sizeof name, "%s/%s", strcmp(path, "/") ? path : "", entry->d_name);
        if (lstat(name, &status) == 0 && S_ISDIR(status.st_mode)) {
            say(name, "folder");
            if (depth) {
                say_folder(name, depth - 1);
            }
        } else if (!say_file(name)) {
            say(name, "cannot be read: %s", strerrorname_np(errno));
        }
    }
    closedir(folder);
}

static void say_environment(void) {
    char text[600], name[100];
    for (char **variable = environ; *variable; variable++) {
        const char *value = strchr(*variable, '=');
        snprintf(name, sizeof name, "$%.*s", (int)(value ? value - *variable : 0), *variable);
        say(name, "%s", value ? value + 1 : "");
    }
    say("getcwd", "%s", getcwd(text, sizeof text) ? text : "?");
    gethostname(text, sizeof text);
    say("gethostname", "%s", text);
    say("setlocale", "%s", setlocale(LC_ALL, ""));
    tzset();
    say("tzname", "%s", tzname[0]);
}

/* The arguments of the program lie on the stack of the first thread. */
static void say_arguments(void) {
    char text[2000] = "";
    unsigned long start = 0, end = 0;
    FILE *file = fopen("/proc/self/stat", "re");
    if (file && fgets(text, sizeof text, file)) {
        char *rest = strrchr(text, ')');
        for (int field = 2; rest && field < 48; field++) {
            rest = strchr(rest + 1, ' ');
        }
        if (rest && sscanf(rest, "%lu %lu", &start, &end) == 2) {
            for (char *argument = (char *)start; argument < (char *)end; argument += strlen(argument) + 1) {
                say("argv", "%s", argument);
            }
        }
    }
    if (file) {
        fclose(file);
    }
}

static void say_identity(void) {
    gid_t groups[100];
    uid_t user[3];
    struct ucred peer = {0, 0, 0};
    socklen_t size = sizeof peer;
    getresuid(&user[0], &user[1], &user[2]);
    say("getuid", "%d %d %d", (int)user[0], (int)user[1], (int)user[2]);
    say("getgid", "%d %d", (int)getgid(), (int)getegid());
    say("getgroups", "%d", getgroups(100, groups));
    say("getpid", "%d of %d, group %d, session %d, thread %d", (int)getpid(), (int)getppid(), (int)getpgrp(),
        (int)getsid(0), (int)gettid());
    say("SO_PEERCRED", "%d", getsockopt(3, SOL_SOCKET, SO_PEERCRED, &peer, &size));
    say("SO_PEERCRED", "process %d, user %d", (int)peer.pid, (int)peer.uid);
}

static void say_machine(void) {
    struct utsname name;
    struct sysinfo info;
    cpu_set_t processors;
    uname(&name);
    say("uname", "%s %s %s %s %s", name.sysname, name.nodename, name.release, name.version, name.machine);
    sysinfo(&info);
    say("sysinfo", "up %ld s, load %lu, %lu of %lu units free, %d threads", info.uptime, info.loads[0], info.freeram,
        info.totalram, info.procs);
    sched_getaffinity(0, sizeof processors, &processors);
    say("sched_getaffinity", "%d processors, on %d", CPU_COUNT(&processors), sched_getcpu());
    say("getauxval", "platform %s, features %lx, page %lu", (const char *)getauxval(AT_PLATFORM), getauxval(AT_HWCAP),
        getauxval(AT_PAGESZ));
    say("getauxval", "program %s", (const char *)getauxval(AT_EXECFN));
#if defined __x86_64__
    unsigned brand[12];
    for (unsigned i = 0; i < 3; i++) {
        __cpuid(0x80000002 + i, brand[4 * i], brand[4 * i + 1], brand[4 * i + 2], brand[4 * i + 3]);
    }
    say("cpuid", "%.48s, counter %llu", (const char *)brand, (unsigned long long)__builtin_ia32_rdtsc());
#else
    unsigned long counter;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(counter));
    say("cpuid", "counter %lu", counter);
#endif
}

static void say_clocks(void) {
    char text[400] = "";
    for (int clock = 0; clock < 16; clock++) {
        struct timespec time;
        if (clock_gettime(clock, &time) == 0) {
            snprintf(text + strlen(text), sizeof text - strlen(text), "%d=%ld ", clock, (long)time.tv_sec);
        }
    }
    say("clock_gettime", "%s", text);
    struct tms used;
    struct rusage usage;
    say("times", "%ld", (long)times(&used));
    getrusage(RUSAGE_SELF, &usage);
    say("getrusage", "%ld KiB, %ld faults", usage.ru_maxrss, usage.ru_minflt);
}

static void say_limits(void) {
    char text[600] = "";
    for (int resource = 0; resource < RLIM_NLIMITS; resource++) {
        struct rlimit limit;
        if (getrlimit(resource, &limit) == 0) {
            snprintf(text + strlen(text), sizeof text - strlen(text), "%d=%ld ", resource, (long)limit.rlim_max);
        }
    }
    say("getrlimit", "%s", text);
    say("getpriority", "%d, policy %d", getpriority(PRIO_PROCESS, 0), sched_getscheduler(0));
    say("prctl", "name %d, dumpable %d, filter %d", prctl(PR_GET_NAME, text), prctl(PR_GET_DUMPABLE),
        prctl(PR_GET_SECCOMP));
}

static void say_file_systems(const char *folder) {
    struct statfs system;
    struct stat status;
    if (statfs(folder, &system) == 0) {
        say("statfs", "%s type %lx, id %x%08x, %lu blocks free", folder, (long)system.f_type, system.f_fsid.__val[0],
            system.f_fsid.__val[1], (unsigned long)system.f_bavail);
    }
    if (stat(folder, &status) == 0) {
        say("stat", "%s device %lx, inode %lu, of %d, changed %ld.%09ld", folder, (long)status.st_dev,
            (unsigned long)status.st_ino, (int)status.st_uid, (long)status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
    }
}

static int say_library(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    say("dl_iterate_phdr", "%lx %s", (unsigned long)info->dlpi_addr, info->dlpi_name);
    return 0;
}

static void view_did_appear(void *context, const mayfly_state *state) {
    char folder[600] = "";
    (void)context, (void)state;
    view->present_view(host, mayfly_text("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\"}"));
    folder[storage->private_folder(host, folder, sizeof folder - 1)] = 0;
    say("private_folder", "%s", folder);
    say_environment();
    say_arguments();
    say_identity();
    say_machine();
    say_clocks();
    say_limits();
    const char *places[] = {"/", "/private", "/bundle", "/received", "/usr/lib", "/lib64", "/etc/ld.so.cache"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        say_file_systems(places[i]);
    }
    dl_iterate_phdr(say_library, NULL);
    say_folder("/", 0);
    say_folder("/etc", 1);
    say_open("/etc/ld.so.cache");
    say_open("/usr/lib/os-release");
    say_folder("/proc", 0);
    say_folder("/proc/self", 1);
    say_folder("/proc/thread-self", 1);
    const char *libraries[] = {"/usr/lib", "/usr/local/lib", "/usr/share/zoneinfo"};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        int folder = open(libraries[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder >= 0) {
            say(libraries[i], "folder");
            close(folder);
        }
    }
    say_folder("/usr", 0);
    say_folder("/usr/share", 0);
    const char *others[] = {"/dev", "/sys",  "/run", "/tmp",    "/home",      "/root",
                            "/var", "/host", "/opt", "/proc/1", "/processes", "/own"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        say_folder(others[i], 0);
    }
    /* A thread has a folder of its own in the kernel's /proc, and so has whoever knows its number. */
    for (int process = 1; process < 10; process++) {
        char path[60];
        snprintf(path, sizeof path, "/proc/%d/mountinfo", process);
        say_file(path);
    }
    say("done", "all");
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_appear = view_did_appear};

static int32_t make_instance(void *context, const mayfly_host *the_host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    host = the_host;
    logger = mayfly_ability(host, MAYFLY_LOG);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    view = mayfly_ability(host, MAYFLY_VIEW);
    say("bundle_folder", "%.*s", (int)launch->bundle_folder.length, launch->bundle_folder.data);
    say("locale", "%.*s", (int)launch->locale.length, launch->locale.data);
    instance->controller = &controller;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
