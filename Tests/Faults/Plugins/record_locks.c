/*
 * expect: locks
 *
 * Sets a lock on a whole file and unlocks single bytes from the end, each of which makes one lock more in the kernel.
 */
#include "fault.h"

static void misbehave(void) {
    int file = open(private_file("locks"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    fcntl(file, F_SETLK, &lock);
    lock.l_type = F_UNLCK;
    lock.l_start = (off_t)1 << 40;
    lock.l_len = 1;
    for (int i = 0; i < 1000000; i++) {
        lock.l_start -= 2;
        fcntl(file, F_SETLK, &lock);
    }
    pause();
}
