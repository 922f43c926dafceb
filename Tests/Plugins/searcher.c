/*
 * Searches all memory that it can read for the words of the file "words" in its private folder, one a line, and says how often each
 * is there: its number, the number of hits, and the mapping of the first. The highest bit of each byte of the file is set, and the
 * words are compared so: this extension has them nowhere as they are.
 */
#define _GNU_SOURCE
#include <mayfly/mayfly.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HIDDEN = 0x80 };

static const mayfly_host *host;
static const mayfly_log_functions *logger;
static const mayfly_storage_functions *storage;
static const mayfly_view_functions *view;

static unsigned char words[4000];
static char maps[200000];

/* Reads a whole file, without the buffers of the C library: they are memory too. */
static size_t read_whole(const char *path, void *bytes, size_t capacity) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t used = 0;
    ssize_t count = 0;
    while (file >= 0 && used < capacity && (count = read(file, (char *)bytes + used, capacity - used)) > 0) {
        used += (size_t)count;
    }
    close(file);
    return used;
}

static int is_word(const unsigned char *place, const unsigned char *word, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (place[i] != (word[i] ^ HIDDEN)) {
            return 0;
        }
    }
    return 1;
}

static int count_in(const unsigned char *from, const unsigned char *to, const unsigned char *word, size_t length) {
    int hits = 0;
    while ((size_t)(to - from) >= length && (from = memchr(from, word[0] ^ HIDDEN, (size_t)(to - from) - length + 1))) {
        hits += is_word(from, word, length);
        from++;
    }
    return hits;
}

static void search(int number, const unsigned char *word, size_t length) {
    char line[700], where[500] = "";
    int hits = 0;
    for (const char *map = maps; *map; map = strchr(map, '\n') + 1) {
        unsigned long from, to;
        char rights[5];
        int name = 0;
        /* The kernel's own pages cannot all be read. */
        if (sscanf(map, "%lx-%lx %4s %*s %*s %*s %n", &from, &to, rights, &name) != 3 || rights[0] != 'r' ||
            strncmp(map + name, "[v", 2) == 0) {
            continue;
        }
        int found = count_in((const unsigned char *)from, (const unsigned char *)to, word, length);
        if (found && !hits) {
            snprintf(where, sizeof where, "%.*s", (int)strcspn(map, "\n"), map);
        }
        hits += found;
    }
    snprintf(line, sizeof line, "%d %d %s", number, hits, where);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

static void view_did_appear(void *context, const mayfly_state *state) {
    char path[600] = "";
    (void)context, (void)state;
    view->present_view(host, mayfly_text("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\"}"));
    path[storage->private_folder(host, path, sizeof path - 10)] = 0;
    strcat(path, "/words");
    size_t used = read_whole(path, words, sizeof words);
    maps[read_whole("/proc/self/maps", maps, sizeof maps - 1)] = 0;
    int number = 0;
    for (size_t start = 0, i = 0; i < used; i++) {
        if (words[i] == '\n') {
            search(number++, words + start, i - start);
            start = i + 1;
        }
    }
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_appear = view_did_appear};

static int32_t make_instance(void *context, const mayfly_host *the_host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = the_host;
    logger = mayfly_ability(host, MAYFLY_LOG);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    view = mayfly_ability(host, MAYFLY_VIEW);
    instance->controller = &controller;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
