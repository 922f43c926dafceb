/*
 * expect: output
 * steps: misbehave wait
 *
 * Prints line feeds, fewer bytes than the burst limit. The host has to handle each as a line.
 */
#include "fault.h"

static void misbehave(void) {
    static char feeds[1 << 16];
    memset(feeds, '\n', sizeof feeds);
    for (int i = 0; i < 3; i++) {
        (void)!write(1, feeds, sizeof feeds);
    }
}
