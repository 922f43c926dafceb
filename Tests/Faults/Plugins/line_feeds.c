/*
 * expect: output
 * steps: misbehave wait
 *
 * Prints line feeds, fewer bytes than may be printed at a stretch: each is a line that the host has to deal with.
 */
#include "fault.h"

static void misbehave(void) {
    static char feeds[1 << 16];
    memset(feeds, '\n', sizeof feeds);
    for (int i = 0; i < 3; i++) {
        (void)!write(1, feeds, sizeof feeds);
    }
}
