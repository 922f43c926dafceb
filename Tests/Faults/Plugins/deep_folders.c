/*
 * expect: finished
 * says: depth 100
 *
 * Makes folders in folders, deeper than any path can name. They must go with the extension all the same.
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
