/*
 * expect: output
 *
 * Prints a gigabyte.
 */
#include "fault.h"

static void misbehave(void) {
    static char line[1 << 16];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\n';
    for (int i = 0; i < 1 << 14; i++) {
        (void)!write(1, line, sizeof line);
    }
}
