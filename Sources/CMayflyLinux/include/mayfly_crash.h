/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The black box of a worker: memory that it shares with its host. The worker records there how it crashed, or where it
 * was when it missed a deadline, and which of its system calls were refused. The host reads it after the end of the worker and does not trust it, because the
 * extension can write there too.
 */
#ifndef MAYFLY_CRASH_H
#define MAYFLY_CRASH_H

#include <stddef.h>
#include <stdint.h>

enum {
    MAYFLY_BOX_BYTES = 16384,
    MAYFLY_BOX_FRAMES = 64,
    MAYFLY_BOX_MODULES = 48,
    MAYFLY_BOX_NAME = 128,
    MAYFLY_BOX_REFUSED = 16,
    /* Set in a frame's `flags`: the address was found on the stack, and may be left from a call that has returned. */
    MAYFLY_BOX_GUESSED = 1
};

/* The threads whose stack the host may ask for: that of callbacks, and that of completions. */
enum mayfly_stack_of { MAYFLY_STACK_OF_CALLBACKS = 0, MAYFLY_STACK_OF_COMPLETIONS = 1 };

/* The progress of a crash report. */
enum mayfly_box_state { MAYFLY_BOX_EMPTY = 0, MAYFLY_BOX_BEGUN = 1, MAYFLY_BOX_COMPLETE = 2 };

typedef struct mayfly_box_frame {
    uint64_t address; /* in the first frame: of the instruction that crashed; in the others: the return address */
    uint64_t flags;
} mayfly_box_frame;

/* A mapping of code that holds the address of a frame. */
typedef struct mayfly_box_module {
    uint64_t start;
    uint64_t end;
    uint64_t file_offset; /* of `start` */
    uint64_t inode;
    char name[MAYFLY_BOX_NAME]; /* the end of the file's path; not terminated if it fills the array */
} mayfly_box_module;

typedef struct mayfly_black_box {
    uint32_t state;
    int32_t signal; /* SIGSYS with the code SI_QUEUE: the host asked for the stack */
    int32_t code;
    uint32_t is_main_thread;
    uint64_t fault_address;
    uint32_t frame_count;
    uint32_t module_count;
    uint32_t refused_count;
    uint32_t refused[MAYFLY_BOX_REFUSED]; /* numbers of system calls, each once */
    mayfly_box_frame frames[MAYFLY_BOX_FRAMES];
    mayfly_box_module modules[MAYFLY_BOX_MODULES];
} mayfly_black_box;

/* Offsets and sizes for the host, which reads the box as bytes. */
enum {
    MAYFLY_BOX_AT_STATE = offsetof(mayfly_black_box, state),
    MAYFLY_BOX_AT_SIGNAL = offsetof(mayfly_black_box, signal),
    MAYFLY_BOX_AT_CODE = offsetof(mayfly_black_box, code),
    MAYFLY_BOX_AT_THREAD = offsetof(mayfly_black_box, is_main_thread),
    MAYFLY_BOX_AT_FAULT = offsetof(mayfly_black_box, fault_address),
    MAYFLY_BOX_AT_FRAME_COUNT = offsetof(mayfly_black_box, frame_count),
    MAYFLY_BOX_AT_MODULE_COUNT = offsetof(mayfly_black_box, module_count),
    MAYFLY_BOX_AT_REFUSED_COUNT = offsetof(mayfly_black_box, refused_count),
    MAYFLY_BOX_AT_REFUSED = offsetof(mayfly_black_box, refused),
    MAYFLY_BOX_AT_FRAMES = offsetof(mayfly_black_box, frames),
    MAYFLY_BOX_FRAME_BYTES = sizeof(mayfly_box_frame),
    MAYFLY_BOX_AT_MODULES = offsetof(mayfly_black_box, modules),
    MAYFLY_BOX_MODULE_BYTES = sizeof(mayfly_box_module)
};

/* Makes a box with a sealed size: a descriptor, closed on exec, or -errno. */
int mayfly_box_create(void);

/*
 * Maps the box of that descriptor and installs the handlers: a fatal signal writes a report into the box before it ends
 * the process. A system call that a filter traps is recorded there and answered with EPERM. 0 or -errno.
 */
int mayfly_box_install(int fd);

/*
 * Gives the handlers a stack of their own on the calling thread too (sigaltstack), so that an overflow of the thread's
 * stack is reported. The memory is never freed: the thread must live as long as the process. The thread is the one that
 * `MAYFLY_STACK_OF_COMPLETIONS` names. 0 or -errno.
 */
int mayfly_box_cover_completions(void);

/*
 * For the host: has the worker of a pidfd record the stack of that thread in its box, and end. 0 or -errno. The worker
 * may be unable to answer: the caller waits for its end for a short time only.
 */
int mayfly_box_ask(int pidfd, int thread);

#endif
