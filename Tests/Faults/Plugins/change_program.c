/*
 * expect: finished
 * needs: sandbox
 * says: mode ENOENT
 * says: open ENOENT
 * says: times ENOENT
 * says: mapped: mode EROFS
 * says: mapped: write EISDIR
 * says: mapped: times EROFS
 * says: mapped: rename EBUSY
 * says: mapped: link EROFS
 * says: mapped: unlink EROFS
 * says: executed: mode ENOENT
 * says: executed: write ENOENT
 * says: executed: times ENOENT
 * says: executed: rename ENOENT
 * says: executed: link ENOENT
 * says: executed: unlink ENOENT
 *
 * Changes the file of the worker's program, which the user may own: its mode, its times, its bytes and its name. Without the
 * mode, no worker could be started any more. Its /proc does not lead there. The list of mappings names it "/", as it lies on a
 * mount of its own; that is the root of the sandbox, which is read-only. The path by which it was executed is not there.
 */
#include <sys/auxv.h>
#include <sys/stat.h>

#include "fault.h"

/* The path by which the kernel names the program in the list of mappings; empty if it names none. */
static void find_program(char path[4096]) {
    char line[4500];
    unsigned long start = 0, end = 0, known = getauxval(AT_PHDR);
    FILE *maps = fopen("/proc/self/maps", "r");
    path[0] = 0;
    while (maps && fgets(line, sizeof line, maps)) {
        const char *name = strchr(line, '/');
        line[strcspn(line, "\n")] = 0;
        if (name && sscanf(line, "%lx-%lx", &start, &end) == 2 && start <= known && known < end) {
            snprintf(path, 4096, "%s", name);
        }
    }
    if (maps) {
        fclose(maps);
    }
}

/* Each attempt leaves the program where it is. */
static void change(const char *what, const char *path) {
    char other[4100], name[40];
    snprintf(other, sizeof other, "%s~", path);
#define ATTEMPT(act, call) (snprintf(name, sizeof name, "%s: %s", what, act), attempt(name, call))
    ATTEMPT("mode", chmod(path, 0755));
    ATTEMPT("write", open(path, O_WRONLY | O_CLOEXEC));
    ATTEMPT("times", utimensat(AT_FDCWD, path, NULL, 0));
    ATTEMPT("rename", rename(path, path));
    ATTEMPT("link", link(path, other));
    ATTEMPT("unlink", unlink(other));
}

static void misbehave(void) {
    const char *program = "/proc/self/exe";
    char path[4096];
    struct stat status = {0};
    attempt("known", stat(program, &status));
    attempt("mode", chmod(program, status.st_mode & 07777));
    attempt("open", open(program, O_RDONLY | O_CLOEXEC));
    attempt("times", utimensat(AT_FDCWD, program, NULL, 0));
    find_program(path);
    change("mapped", path);
    change("executed", (const char *)getauxval(AT_EXECFN));
}
