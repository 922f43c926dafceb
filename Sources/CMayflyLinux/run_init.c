/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_sandbox.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * The functions below run after the memory of the forked program is unmapped: without data, libraries and heap. They
 * call no other functions, and sanitizers must not instrument them.
 */
#if defined(__has_attribute) && __has_attribute(disable_sanitizer_instrumentation)
#define ALONE __attribute__((noinline, disable_sanitizer_instrumentation))
#else
#define ALONE __attribute__((noinline))
#endif
#define ALONE_WITHIN static inline __attribute__((always_inline))

enum { PAGE = 4096 };

#if defined(__x86_64__)
ALONE_WITHIN long call(long number, long a, long b, long c, long d, long e, long f) {
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}
#define CAN_BE_ALONE 1
#elif defined(__aarch64__)
ALONE_WITHIN long call(long number, long a, long b, long c, long d, long e, long f) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}
#define CAN_BE_ALONE 1
#else
ALONE_WITHIN long call(long number, long a, long b, long c, long d, long e, long f) {
    long result = syscall(number, a, b, c, d, e, f);
    return result < 0 ? -errno : result;
}
#define CAN_BE_ALONE 0
#endif

ALONE_WITHIN void unmap(uintptr_t from, uintptr_t to) {
    if (from < to) {
        call(SYS_munmap, (long)from, (long)(to - from), 0, 0, 0, 0);
    }
}

/*
 * Unmaps all memory below the stack except these functions and the pages after the thread pointer, which hold the area
 * that the kernel writes for the C library (rseq).
 */
ALONE_WITHIN void give_memory_back(uintptr_t code) {
    uintptr_t stack = (uintptr_t)__builtin_frame_address(0) / PAGE * PAGE - 4 * PAGE;
    uintptr_t thread = (uintptr_t)__builtin_thread_pointer() / PAGE * PAGE;
    uintptr_t first = code / PAGE * PAGE;
    if (!CAN_BE_ALONE || thread < first || thread > stack || first > stack) {
        return;
    }
    unmap(0, first);
    unmap(first + 2 * PAGE, thread);
    unmap(thread + 2 * PAGE, stack);
}

ALONE void mayfly_run_init(pid_t worker, int link) {
    give_memory_back((uintptr_t)mayfly_run_init);
    for (;;) {
        int status = 0;
        long ended = call(SYS_wait4, -1, (long)&status, 0, 0, 0, 0);
        if (ended == worker) {
            call(SYS_sendto, link, (long)&status, sizeof status, MSG_NOSIGNAL, 0, 0);
            call(SYS_exit_group, 0, 0, 0, 0, 0, 0);
        }
        if (ended < 0 && ended != -EINTR) {
            call(SYS_exit_group, 1, 0, 0, 0, 0, 0);
        }
    }
}
