/*
 * expect: finished
 * needs: sandbox
 * says: shared EPERM
 *
 * Maps shared anonymous memory, writes it and drops the pages, repeatedly. The kernel keeps shared pages, and the memory of the
 * process does not show them. The sandbox refuses shared anonymous memory.
 */
#include "fault.h"

#include <sys/mman.h>

static void misbehave(void) {
    enum { SIZE = 16 << 20 };
    for (int i = 0; i < 64; i++) {
        void *piece = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED) {
            attempt("shared", -1);
            return;
        }
        memset(piece, 1, SIZE);
        madvise(piece, SIZE, MADV_DONTNEED);
    }
}
