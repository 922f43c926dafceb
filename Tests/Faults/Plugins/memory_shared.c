/*
 * expect: memory | finished
 *
 * Maps shared anonymous memory and writes it, until it gets no more. The sandbox refuses such memory.
 */
#include "fault.h"

#include <sys/mman.h>

static void misbehave(void) {
    for (;;) {
        void *piece = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED) {
            return;
        }
        memset(piece, 1, 1 << 20);
    }
}
