/*
 * expect: crashed signal=31
 * each: ENTRY int80 x32
 * steps: misbehave wait
 * needs: sandbox
 *
 * A thread makes a system call of another kind than the processor's own: with `int 0x80`, as programs of 32 bits do, or with a number
 * of x32. The filter must end the whole process, not the thread alone: without the first one, the host could not measure the process.
 */
#include <sys/syscall.h>

#include "fault.h"

#if defined(__x86_64__)
/* getpid of programs of 32 bits. */
__attribute__((unused)) static void int80(void) { __asm__ volatile("int $0x80" : : "a"(20) : "memory"); }
__attribute__((unused)) static void x32(void) { syscall(SYS_getpid | 0x40000000); }
#else
/* Other processors have no such calls. */
__attribute__((unused)) static void int80(void) { raise(SIGSYS); }
__attribute__((unused)) static void x32(void) { raise(SIGSYS); }
#endif

static void *call(void *argument) {
    ENTRY();
    sleep(60);
    _exit(3);
    return argument;
}

static void *stay(void *argument) {
    sleep(60);
    _exit(3);
    return argument;
}

static void misbehave(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, stay, NULL);
    pthread_create(&threads[1], NULL, call, NULL);
}
