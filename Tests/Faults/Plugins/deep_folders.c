/*
 * expect: finished
 * says: depth 100
 *
 * Nests folders deeper than the longest path. They must still be removed together with the extension.
 */
#include "fault.h"

#include <sys/stat.h>

static void misbehave(void) {
    char name[200] = {0};
    int depth = 0;
    memset(name, 'd', sizeof name - 1);
    (void)!chdir(private_file("."));
    while (depth < 100 && mkdir(name, 0700) == 0 && chdir(name) == 0) {
        depth++;
    }
    print("depth %d", depth);
}
