/*
 * expect: memory | finished
 *
 * Takes memory that it says it shares, and fills it as long as it gets some: in the sandbox it gets none.
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
