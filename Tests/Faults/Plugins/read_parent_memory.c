/*
 * expect: finished
 * needs: sandbox
 * says: read EPERM
 * says: open ENOENT
 * says: change ENOENT
 *
 * Tries to read and to change the memory of its parent process.
 */
#include <sys/uio.h>

#include "fault.h"

static void misbehave(void) {
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)(uintptr_t)misbehave, 1};
    attempt("read", process_vm_readv(getppid(), &here, 1, &there, 1, 0));
    attempt("open", open("/proc/1/mem", O_RDONLY | O_CLOEXEC));
    attempt("change", open("/proc/1/mem", O_RDWR | O_CLOEXEC));
}
