/*
 * expect: finished
 * needs: sandbox
 * says: shared EPERM
 *
 * Takes shared memory, fills it and gives its pages back, again and again: the kernel keeps what is shared, and nobody who looks at
 * the process sees it. Memory that is shared and no file's is refused.
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
