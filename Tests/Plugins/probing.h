/*
 * What those that try a sandbox from inside say, and how. Each has a `say` of its own, and includes this below it.
 */

static void say_number(const char *what, long number) {
    char text[24];
    snprintf(text, sizeof text, "%ld", number);
    say(what, text);
}

static void tell(const char *what, int failed) { say_number(what, failed ? errno : 0); }

static void say_namespace(const char *name) {
    char path[40], text[64] = "?";
    snprintf(path, sizeof path, "/proc/self/ns/%s", name);
    ssize_t length = readlink(path, text, sizeof text - 1);
    text[length < 0 ? 0 : length] = 0;
    say(name, text);
}

/* The highest value that a limit can have; -1 if there is none. */
static long limit(int resource) {
    struct rlimit limit = {0, 0};
    return getrlimit(resource, &limit) < 0 || limit.rlim_max == RLIM_INFINITY ? -1 : (long)limit.rlim_max;
}

/* How soon the kernel ends this process when the machine is out of memory, by its open file in /proc. */
static void say_memory_score(int file) {
    char text[16] = "?";
    ssize_t length = pread(file, text, sizeof text - 1, 0);
    text[length > 0 ? length - 1 : 1] = 0;
    say("memory-score", text);
}

static int can_fork(void) {
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    return child > 0 && waitpid(child, NULL, 0) == child;
}
