/*
 * expect: finished
 * needs: sandbox
 * says: table EPERM
 * says: pidfd EPERM
 * says: parent EPERM
 * says: traced EPERM
 * says: wide EPERM
 * says: threads 0
 *
 * Makes threads that share less with the others than threads do. The limit of descriptors holds for a table of descriptors: with
 * tables of their own, a few threads would fill the kernel's memory with the buffers of sockets.
 */
#include <sched.h>
#include <sys/syscall.h>

#include "fault.h"

static const unsigned long shared = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
static int threads;

static int run(void *argument) {
    __sync_fetch_and_add(&threads, 1);
    for (;;) {
        pause();
    }
    return argument != NULL;
}

static void make(const char *what, int flags) {
    static int number;
    char *stack = (char *)malloc(32768);
    attempt(what, clone(run, stack + 32768, flags, NULL, &number, NULL));
}

static void misbehave(void) {
    make("table", (int)(shared & ~(unsigned long)CLONE_FILES));
    make("pidfd", (int)(shared | CLONE_PIDFD));
    make("parent", (int)(shared | CLONE_PARENT));
    make("traced", (int)(shared | CLONE_PTRACE));
    /* The kernel ignores the upper half of the flags. */
    long thread = syscall(SYS_clone, shared | 1ul << 32, (char *)malloc(32768) + 32000, NULL, NULL, NULL);
    attempt("wide", thread);
    print("threads %d", threads);
}
