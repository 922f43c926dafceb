/*
 * expect: memory
 *
 * Allocates and writes memory endlessly.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
        char *piece = (char *)malloc(1 << 20);
        if (piece) {
            memset(piece, 1, 1 << 20);
        }
    }
}
