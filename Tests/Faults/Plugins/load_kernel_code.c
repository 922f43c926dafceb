/*
 * expect: finished
 * needs: sandbox
 * says: module EPERM
 * says: bpf EPERM
 * says: perf EPERM
 * says: keys EPERM
 *
 * Loads code into the kernel.
 */
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) {
    attempt("module", syscall(SYS_init_module, "", 0, ""));
    attempt("bpf", syscall(SYS_bpf, 0, NULL, 0));
    attempt("perf", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
    attempt("keys", syscall(SYS_keyctl, 0, 0, 0, 0, 0));
}
