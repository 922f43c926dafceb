/*
 * expect: finished
 * needs: sandbox
 * says: library EROFS
 * says: remove EROFS
 *
 * Tries to open its own library for writing.
 */
#include "fault.h"

static void misbehave(void) {
    char path[1300];
    snprintf(path, sizeof path, "%s/lib/plugin.so", bundle_folder);
    attempt("library", open(path, O_WRONLY | O_CLOEXEC));
    attempt("inherited", write(5, "x", 1));
    attempt("remove", unlink(path));
}
