/*
 * expect: finished
 * needs: sandbox
 * says: hidden EPERM
 *
 * Keeps memory in memfd files without a mapping. A guard ends it after 256 MiB.
 */
#include "fault.h"

#include <sys/mman.h>

static void misbehave(void) {
    static const char piece[1 << 16];
    int file = memfd_create("hidden", MFD_CLOEXEC);
    attempt("hidden", file);
    for (int i = 0; file >= 0 && i < 4096; i++) {
        if (write(file, piece, sizeof piece) < 0) {
            break;
        }
    }
}
