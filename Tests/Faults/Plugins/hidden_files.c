/*
 * expect: storage | writing
 * steps: misbehave wait
 *
 * Fills its private folder in a subfolder whose name is not UTF-8, which a count by names as text does not find. The host
 * checks the written bytes and the size of the folder at intervals.
 */
#include "fault.h"

#include <sys/stat.h>

static void misbehave(void) {
    static char piece[1 << 20];
    mkdir(private_file("\xFF\xFE"), 0700);
    for (int i = 0; i < 200; i++) {
        char name[40];
        snprintf(name, sizeof name, "\xFF\xFE/%d", i);
        int file = open(private_file(name), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        (void)!write(file, piece, sizeof piece);
        close(file);
    }
}
