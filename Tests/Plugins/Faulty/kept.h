/* What is kept in the private folder: the callback that ended last. */
#ifndef FAULTY_KEPT_H
#define FAULTY_KEPT_H

#include "state.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void path_of(const char *name, char *path, size_t size) { snprintf(path, size, "%s/%s", folder, name); }

static void keep(const char *text) {
    char path[3200], draft[3200];
    path_of("last", path, sizeof path);
    path_of("last.new", draft, sizeof draft);
    FILE *file = folder[0] ? fopen(draft, "w") : NULL;
    if (!file) {
        return;
    }
    int written = fputs(text, file) >= 0;
    if (fclose(file) == 0 && written) {
        rename(draft, path);
    }
}

/* Makes an empty file, for who waits for it. */
static void mark(const char *name) {
    char path[3200];
    path_of(name, path, sizeof path);
    FILE *file = folder[0] ? fopen(path, "w") : NULL;
    if (file) {
        fclose(file);
    }
}

static void unmark(const char *name) {
    char path[3200];
    path_of(name, path, sizeof path);
    remove(path);
}

static int is_marked(const char *name) {
    char path[3200];
    path_of(name, path, sizeof path);
    return folder[0] && access(path, F_OK) == 0;
}

static int has_kept(const char *text) {
    char path[3200], line[64] = "";
    path_of("last", path, sizeof path);
    FILE *file = folder[0] ? fopen(path, "r") : NULL;
    if (!file) {
        return 0;
    }
    char *read = fgets(line, sizeof line, file);
    fclose(file);
    return read && strcmp(line, text) == 0;
}

#endif
