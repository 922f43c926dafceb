/*
 * expect: writing | cpu | storage
 *
 * Fills the disk with files that are in no folder: each is taken out of its folder once it is open, and held by a mapping.
 */
#include "fault.h"

#include <sys/mman.h>

enum { PIECE = 8 << 20 };

static void misbehave(void) {
    static char bytes[PIECE];
    memset(bytes, 1, sizeof bytes);
    for (;;) {
        int file = open(private_file("unnamed"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        (void)!write(file, bytes, sizeof bytes);
        mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
        unlink(private_file("unnamed"));
        close(file);
    }
}
