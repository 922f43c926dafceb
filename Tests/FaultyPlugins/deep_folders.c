/*
 * expect: finished
 * says: depth 4000
 *
 * Makes folders in folders, deeper than any path can name. Who removes them must not run out of stack.
 */
#include "fault.h"

#include <sys/stat.h>

static void misbehave(void) {
    int depth = 0;
    (void)!chdir(private_file("."));
    while (depth < 4000 && mkdir("deep", 0700) == 0 && chdir("deep") == 0) {
        depth++;
    }
    print("depth %d", depth);
}
