/*
 * Prints as it is made: 3,000 numbered lines, and a last one without an end. With FEEDS, a mebibyte of line feeds and then
 * more than may be printed, before it is gone.
 */
#include <mayfly/mayfly.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef FEEDS
static void print(void) {
    static char feeds[1 << 20];
    memset(feeds, '\n', sizeof feeds);
    (void)!fcntl(1, F_SETPIPE_SZ, sizeof feeds);
    for (size_t done = 0; done < sizeof feeds;) {
        ssize_t count = write(1, feeds + done, sizeof feeds - done);
        done += count > 0 ? (size_t)count : sizeof feeds;
    }
    _exit(0);
}
#else
static void print(void) {
    static char lines[1 << 16];
    int used = 0;
    for (int i = 0; i < 3000; i++) {
        used += snprintf(lines + used, sizeof lines - (size_t)used, "%d\n", i);
    }
    used += snprintf(lines + used, sizeof lines - (size_t)used, "the last");
    (void)!write(1, lines, (size_t)used);
}
#endif

static const mayfly_controller controller = {.size = sizeof controller};

static int32_t make_instance(void *context, const mayfly_host *host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)host, (void)launch;
    instance->controller = &controller;
    print();
    return MAYFLY_OK;
}

#include "plugin_entry.h"
