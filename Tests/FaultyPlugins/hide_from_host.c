/*
 * expect: writing | cpu | storage
 * needs: sandbox
 * says: prctl EPERM
 *
 * Would have the kernel tell nobody of the same user what it does, and then fills the disk with files that are in no folder.
 */
#include "fault.h"

#include <sys/mman.h>
#include <sys/prctl.h>

static void misbehave(void) {
    static char bytes[8 << 20];
    attempt("prctl", prctl(PR_SET_DUMPABLE, 0));
    memset(bytes, 1, sizeof bytes);
    for (;;) {
        int file = open(private_file("unnamed"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        (void)!write(file, bytes, sizeof bytes);
        mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
        unlink(private_file("unnamed"));
        close(file);
    }
}
