/*
 * expect: finished
 * needs: sandbox
 * says: splice EINVAL
 * says: sendfile EINVAL
 *
 * Puts single bytes of a file into a pipe without a copy. The pipe keeps the page of each byte, with the whole piece of the page cache
 * that it belongs to: GiBs, which count as memory of nobody.
 */
#include <sys/sendfile.h>

#include "fault.h"

static void misbehave(void) {
    int ends[2] = {-1, -1};
    loff_t place = 0;
    off_t start = 0;
    int file = open(private_file("file"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    (void)!write(file, "bytes", 5);
    (void)!pipe2(ends, O_CLOEXEC);
    attempt("splice", splice(file, &place, ends[1], NULL, 1, 0));
    attempt("sendfile", sendfile(ends[1], file, &start, 1));
}
