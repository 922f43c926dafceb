/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The handlers of a worker's fatal signals. They run in a damaged process: they make system calls only, take no lock,
 * allocate no memory, and read the stack only within its mapping, or where a fault is handled. In every case the process ends by the signal of the
 * thread that crashed first. They also answer the host when it asks for the stack of a thread that missed a deadline.
 */
#define _GNU_SOURCE
#include "mayfly_crash.h"
#include "memory_map.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#ifndef SYS_SECCOMP
#define SYS_SECCOMP 1
#endif

enum { CODE_PIECES = 512, STACK_WORDS = 8192, HANDLER_STACK = 65536 };

/* How far below the mapping of the stack an overflow may fault. */
static const uint64_t GUARD = 1 << 20;

struct registers {
    uint64_t counter, stack, frame;
};

/* Used if the host's memory is not mapped, so that the handlers can still answer refused calls. */
static mayfly_black_box spare;
static mayfly_black_box *box = &spare;
/* The thread that writes the report; 0 until one crashes. */
static pid_t reporter;
/* The thread whose stack the host asked for; 0 until it asks. */
static pid_t wanted;
/* The thread of completions; 0 until it runs. */
static pid_t completions;
static mayfly_map_reader reader;
/* The standard output at the start: an extension may assign another stream to `stdout`. */
static FILE *output;
static char handler_stack[HANDLER_STACK] __attribute__((aligned(64)));
static struct { uint64_t start, end; } code[CODE_PIECES];
static size_t code_count;
/* The addresses that the unwind tables lead to; see `unwind`. */
static uint64_t exact[MAYFLY_BOX_FRAMES];
static uint32_t exact_count;
/* Whether the reporter unwinds, and where it goes on after a fault in that. */
static volatile sig_atomic_t is_unwinding;
static sigjmp_buf unwound;

static int is_code(uint64_t address) {
    for (size_t i = 0; i < code_count; i++) {
        if (address >= code[i].start + 8 && address < code[i].end) {
            return 1;
        }
    }
    return 0;
}

#if defined __x86_64__
static struct registers registers_of(const ucontext_t *context) {
    const greg_t *all = context->uc_mcontext.gregs;
    return (struct registers){(uint64_t)all[REG_RIP], (uint64_t)all[REG_RSP], (uint64_t)all[REG_RBP]};
}

static void refuse(ucontext_t *context) { context->uc_mcontext.gregs[REG_RAX] = -EPERM; }

/* The length of the call instruction by register or memory (ff /2) that begins at `at`; 0 if there is none. */
static int length_of_call(const unsigned char *at) {
    int mode = at[1] >> 6, rm = at[1] & 7;
    int sib = mode < 3 && rm == 4;
    if (at[0] != 0xFF || (at[1] & 0x38) != 0x10) {
        return 0;
    }
    if (mode == 0 && (rm == 5 || (sib && (at[2] & 7) == 5))) {
        return 6 + sib;
    }
    return 2 + sib + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
}

/* Whether a call instruction ends at that address: e8 with the distance to mapped code, or ff /2. */
static int follows_call(uint64_t address) {
    const unsigned char *at = (const unsigned char *)(uintptr_t)address;
    if (at[-5] == 0xE8) {
        int32_t distance;
        memcpy(&distance, at - 4, sizeof distance);
        if (is_code(address + (uint64_t)(int64_t)distance)) {
            return 1;
        }
    }
    for (int length = 2; length <= 7; length++) {
        if (length_of_call(at - length) == length) {
            return 1;
        }
    }
    return 0;
}
#elif defined __aarch64__
static struct registers registers_of(const ucontext_t *context) {
    const mcontext_t *all = &context->uc_mcontext;
    return (struct registers){all->pc, all->sp, all->regs[29]};
}

static void refuse(ucontext_t *context) { context->uc_mcontext.regs[0] = (unsigned long long)-EPERM; }

static int follows_call(uint64_t address) {
    uint32_t instruction = *(const uint32_t *)(uintptr_t)((address & ~3ULL) - 4);
    return instruction >> 26 == 0x25 || (instruction & 0xFFFFFC1F) == 0xD63F0000;
}
#else
#error "no crash reports for this processor yet"
#endif

static void add_frame(uint64_t address, uint64_t flags) {
    uint32_t count = box->frame_count;
    if (count < MAYFLY_BOX_FRAMES) {
        box->frames[count] = (mayfly_box_frame){address, flags};
        box->frame_count = count + 1;
    }
}

/*
 * Reads which mappings are code, and the bounds of the stack: those of the mapping that holds it, or of the next one
 * above.
 */
static int read_map(uint64_t stack, uint64_t *bottom, uint64_t *top) {
    mayfly_mapping mapping;
    *bottom = *top = 0;
    if (mayfly_map_open(&reader) < 0) {
        return -1;
    }
    code_count = 0;
    while (mayfly_map_next(&reader, &mapping)) {
        if (mapping.is_code && mapping.is_readable && mapping.inode && code_count < CODE_PIECES) {
            code[code_count].start = mapping.start;
            code[code_count++].end = mapping.end;
        }
        if (mapping.is_readable && !*top && mapping.end > stack && mapping.start < stack + GUARD) {
            *bottom = mapping.start > stack ? mapping.start : stack;
            *top = mapping.end;
        }
    }
    mayfly_map_close(&reader);
    return 0;
}

static uint64_t word(uint64_t address) { return *(const uint64_t *)(uintptr_t)address; }

/* Whether there is a frame record at that address: the address of the record above it, then a return address. */
static int is_record(uint64_t frame, uint64_t low, uint64_t top) {
    return frame >= low && frame <= top - 16 && frame % 8 == 0 && is_code(word(frame + 8)) &&
           follows_call(word(frame + 8));
}

static void follow(uint64_t frame, uint64_t top) {
    uint64_t low = frame;
    while (is_record(frame, low, top) && box->frame_count < MAYFLY_BOX_FRAMES) {
        add_frame(word(frame + 8), 0);
        low = frame + 16;
        frame = word(frame);
    }
}

/*
 * Adds each word between two addresses of the stack that looks like a return address. With `top`, the guessing ends at
 * the first frame record that leads to another one; from there on the records are followed.
 */
static void guess(uint64_t from, uint64_t to, uint64_t top) {
    if (to - from > STACK_WORDS * 8) {
        to = from + STACK_WORDS * 8;
    }
    for (uint64_t at = (from + 7) & ~7ULL; at + 8 <= to; at += 8) {
        uint64_t value = word(at);
        if (is_code(value) && follows_call(value)) {
            add_frame(value, MAYFLY_BOX_GUESSED);
            if (top && at >= from + 8 && is_record(word(at - 8), at + 8, top)) {
                follow(word(at - 8), top);
                return;
            }
        }
    }
}

/*
 * A function without a frame pointer leaves that of an earlier one in the register. The frames between the two are
 * guessed.
 */
static void walk(struct registers registers, uint64_t bottom, uint64_t top) {
    if (is_record(registers.frame, bottom, top)) {
        guess(bottom, registers.frame, 0);
        follow(registers.frame, top);
    } else {
        guess(bottom, top, top);
    }
}

static int handle(int number, void (*handler)(int, siginfo_t *, void *));
static void crashed(int number, siginfo_t *info, void *context);

static _Unwind_Reason_Code add_exact(struct _Unwind_Context *context, void *counter) {
    uint64_t address = (uint64_t)_Unwind_GetIP(context);
    if (exact_count == 0 && address != *(const uint64_t *)counter) {
        return _URC_NO_REASON; /* a frame of the handler */
    }
    if (exact_count == MAYFLY_BOX_FRAMES || (exact_count > 0 && !is_code(address))) {
        return _URC_NORMAL_STOP;
    }
    exact[exact_count++] = address;
    return _URC_NO_REASON;
}

/*
 * Follows the stack with the unwind tables of the libraries, which do not depend on frame pointers. The tables belong to
 * the extension and may be programs without an end, and the stack is damaged: a fault or a timer ends the unwinding. From glibc 2.35 and GCC 12 on it takes no lock.
 */
static void unwind(uint64_t counter) {
    static const struct itimerval limit = {.it_value = {.tv_usec = 200000}}, none;
    sigset_t set;
    exact_count = 0;
    if (handle(SIGSEGV, crashed) < 0 || handle(SIGBUS, crashed) < 0 || handle(SIGALRM, crashed) < 0) {
        return;
    }
    if (sigsetjmp(unwound, 0) == 0) {
        is_unwinding = 1;
        sigemptyset(&set);
        sigaddset(&set, SIGSEGV);
        sigaddset(&set, SIGBUS);
        sigaddset(&set, SIGALRM);
        sigprocmask(SIG_UNBLOCK, &set, NULL);
        setitimer(ITIMER_REAL, &limit, NULL);
        _Unwind_Backtrace(add_exact, &counter);
    }
    /* In this order: a signal in between only comes back to `unwound`. */
    sigfillset(&set);
    sigprocmask(SIG_SETMASK, &set, NULL);
    is_unwinding = 0;
    setitimer(ITIMER_REAL, &none, NULL);
}

/*
 * Replaces the frames up to the last one that was unwound. If that one is not among them, they stay where they are more
 * certain ones.
 */
static void take_exact(void) {
    uint32_t count = box->frame_count, certain = 0, rest = 0, after = 0;
    if (exact_count < 2 || count > MAYFLY_BOX_FRAMES) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        certain += box->frames[i].flags == 0;
        if (box->frames[i].address == exact[exact_count - 1]) {
            after = i + 1;
        }
    }
    if (!after && certain > exact_count) {
        return;
    }
    rest = after ? count - after : 0;
    if (rest > MAYFLY_BOX_FRAMES - exact_count) {
        rest = MAYFLY_BOX_FRAMES - exact_count;
    }
    memmove(&box->frames[exact_count], &box->frames[after], rest * sizeof *box->frames);
    for (uint32_t i = 0; i < exact_count; i++) {
        box->frames[i] = (mayfly_box_frame){exact[i], 0};
    }
    box->frame_count = exact_count + rest;
}

static int holds_frame(const mayfly_mapping *mapping) {
    for (uint32_t i = 0; i < box->frame_count && i < MAYFLY_BOX_FRAMES; i++) {
        if (box->frames[i].address >= mapping->start && box->frames[i].address < mapping->end) {
            return 1;
        }
    }
    return 0;
}

static void name_modules(void) {
    mayfly_mapping mapping;
    uint32_t count = 0;
    if (mayfly_map_open(&reader) < 0) {
        return;
    }
    while (count < MAYFLY_BOX_MODULES && mayfly_map_next(&reader, &mapping)) {
        if (mapping.is_code && holds_frame(&mapping)) {
            mayfly_box_module *module = &box->modules[count];
            size_t length = mapping.name_length < MAYFLY_BOX_NAME ? mapping.name_length : MAYFLY_BOX_NAME;
            module->start = mapping.start;
            module->end = mapping.end;
            module->file_offset = mapping.file_offset;
            module->inode = mapping.inode;
            for (size_t i = 0; i < length; i++) {
                module->name[i] = mapping.name[mapping.name_length - length + i];
            }
            box->module_count = ++count;
        }
    }
    mayfly_map_close(&reader);
}

static void report(int number, const siginfo_t *info, const ucontext_t *context) {
    struct registers registers = registers_of(context);
    uint64_t bottom, top;
    box->signal = number;
    box->code = info->si_code;
    box->is_main_thread = syscall(SYS_gettid) == syscall(SYS_getpid);
    box->fault_address = (uint64_t)(uintptr_t)info->si_addr;
    box->frame_count = box->module_count = 0;
    add_frame(registers.counter, 0);
    box->state = MAYFLY_BOX_BEGUN;
    if (read_map(registers.stack, &bottom, &top) == 0 && top > bottom + 16) {
        walk(registers, bottom, top);
    }
    unwind(registers.counter);
    take_exact();
    name_modules();
    box->state = MAYFLY_BOX_COMPLETE;
}

/*
 * Writes what was printed without a newline: the C library still holds it. No lock is taken, because the thread that has
 * it may be the one that crashed. A full pipe takes nothing, so that the end does not wait for the host. A forged address
 * fails in the system call.
 */
static void flush_output(void) {
#ifdef __GLIBC__
    const char *text = output ? output->_IO_write_base : NULL;
    size_t count = text && output->_IO_write_ptr > text ? (size_t)(output->_IO_write_ptr - text) : 0;
    while (count > 0) {
        struct pollfd pipe = {.fd = output->_fileno, .events = POLLOUT};
        ssize_t written;
        if (poll(&pipe, 1, 0) != 1 || pipe.revents != POLLOUT) {
            return;
        }
        written = write(pipe.fd, text, count < PIPE_BUF ? count : PIPE_BUF);
        if (written <= 0) {
            return;
        }
        text += written;
        count -= (size_t)written;
    }
#endif
}

/*
 * One thread reports. Another thread that crashes meanwhile, by any signal, waits here until the process ends, so that
 * the process ends by the signal in the report.
 */
static void crashed(int number, siginfo_t *info, void *context) {
    pid_t own = (pid_t)syscall(SYS_gettid), first = 0;
    sigset_t all;
    if (is_unwinding && own == reporter) {
        siglongjmp(unwound, 1);
    }
    if (is_unwinding && number == SIGALRM) {
        /* The kernel gave the timer's signal to another thread. */
        syscall(SYS_tgkill, syscall(SYS_getpid), reporter, number);
        return;
    }
    /* While all signals are blocked, a crash of this handler ends the process at once. */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    if (__atomic_compare_exchange_n(&reporter, &first, own, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        report(number, info, context);
        flush_output();
    } else {
        /* The same thread does not wait: it crashed again between its first signal and the mask. */
        while (first != own) {
            pause();
        }
    }
    /* The default action is set after the report: otherwise a second thread with that signal would end the process
       in the middle of it. The signal is delivered again when this handler returns, and ends the process. */
    signal(number, SIG_DFL);
    syscall(SYS_tgkill, syscall(SYS_getpid), own, number);
}

/*
 * The host asked where this thread is: a deadline has passed. The process ends with the answer. If another thread
 * crashes at this moment, the crash ends it.
 */
static void overran(int number, const siginfo_t *info, const ucontext_t *context) {
    pid_t own = (pid_t)syscall(SYS_gettid), first = 0;
    siginfo_t question = *info;
    sigset_t all;
    question.si_code = SI_QUEUE; /* not when another thread has passed it on */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    if (__atomic_compare_exchange_n(&reporter, &first, own, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        report(number, &question, context);
        flush_output();
        syscall(SYS_tgkill, syscall(SYS_getpid), own, SIGKILL);
    }
    for (;;) {
        pause();
    }
}

/*
 * A SIGSYS with a value comes from the host, which names a thread with it. The sandbox lets no extension send one. The
 * kernel delivers it to any thread, which passes it on.
 */
static void answer_host(int number, const siginfo_t *info, const ucontext_t *context) {
    pid_t process = (pid_t)syscall(SYS_getpid);
    if (info->si_code == SI_QUEUE) {
        wanted = info->si_value.sival_int == MAYFLY_STACK_OF_COMPLETIONS && completions ? completions : process;
    }
    if (wanted == (pid_t)syscall(SYS_gettid)) {
        overran(number, info, context);
    } else {
        syscall(SYS_tgkill, process, wanted, number);
    }
}

static void note_refused(uint32_t number) {
    uint32_t count = box->refused_count;
    for (uint32_t i = 0; i < count && i < MAYFLY_BOX_REFUSED; i++) {
        if (box->refused[i] == number) {
            return;
        }
    }
    if (count < MAYFLY_BOX_REFUSED) {
        box->refused[count] = number;
        box->refused_count = count + 1;
    }
}

/* A trapped system call is answered here, and a question of the host; any other SIGSYS is a crash. */
static void trapped(int number, siginfo_t *info, void *context) {
    int before = errno;
    if (info->si_code == SYS_SECCOMP) {
        note_refused((uint32_t)info->si_syscall);
        refuse(context);
        errno = before;
        return;
    }
    if (info->si_code == SI_QUEUE || wanted) {
        answer_host(number, info, context);
        errno = before;
        return;
    }
    crashed(number, info, context);
}

static int handle(int number, void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    if (number == SIGSYS) {
        /* No signal is blocked, so that a crash while this handler runs is reported too. */
        sigemptyset(&action.sa_mask);
    } else {
        sigfillset(&action.sa_mask);
    }
    return sigaction(number, &action, NULL);
}

int mayfly_box_cover_completions(void) {
    stack_t stack = {.ss_size = HANDLER_STACK};
    completions = (pid_t)syscall(SYS_gettid);
    stack.ss_sp = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp == MAP_FAILED) {
        return -errno;
    }
    return sigaltstack(&stack, NULL) < 0 ? -errno : 0;
}

int mayfly_box_ask(int pidfd, int thread) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = SIGSYS;
    info.si_code = SI_QUEUE;
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value.sival_int = thread;
    return syscall(SYS_pidfd_send_signal, pidfd, SIGSYS, &info, 0) < 0 ? -errno : 0;
}

int mayfly_box_install(int fd) {
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    void *memory = mmap(NULL, MAYFLY_BOX_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int mapped = memory == MAP_FAILED ? -errno : 0;
    box = mapped < 0 ? &spare : memory;
    output = stdout;
    if (sigaltstack(&stack, NULL) < 0) {
        return -errno;
    }
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        if (handle(fatal[i], crashed) < 0) {
            return -errno;
        }
    }
    return handle(SIGSYS, trapped) < 0 ? -errno : mapped;
}
