/*
 * expect: memory
 *
 * Takes memory that it says it shares, and fills it without end.
 */
#include "fault.h"

#include <sys/mman.h>

static void misbehave(void) {
    for (;;) {
        void *piece = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (piece != MAP_FAILED) {
            memset(piece, 1, 1 << 20);
        }
    }
}
