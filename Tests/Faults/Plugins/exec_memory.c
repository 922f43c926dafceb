/*
 * expect: finished
 * needs: sandbox
 * says: memory EPERM
 * says: exec EPERM
 *
 * Executes a program in memory (memfd), and a file that it wrote itself.
 */
#include "fault.h"

#include <sys/mman.h>
#include <sys/stat.h>

static void misbehave(void) {
    char *const none[] = {NULL};
    int file = open(private_file("program"), O_CREAT | O_RDWR | O_CLOEXEC, 0700);
    attempt("memory", memfd_create("program", MFD_CLOEXEC));
    (void)!write(file, "#!/bin/sh\n", 10);
    attempt("exec", fexecve(file, none, none));
}
