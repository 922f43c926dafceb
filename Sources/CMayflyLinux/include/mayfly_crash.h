/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The black box of a worker: a piece of memory that it shares with its host, in which it writes how it crashed and which
 * system calls it was refused. The host reads it when the worker is gone, and believes none of it: what runs in the worker
 * can write there too.
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
    /* Set in a frame's `flags`: found on the stack, and perhaps left there by a call that had returned. */
    MAYFLY_BOX_GUESSED = 1
};

/* How far the report of a crash has come. */
enum mayfly_box_state { MAYFLY_BOX_EMPTY = 0, MAYFLY_BOX_BEGUN = 1, MAYFLY_BOX_COMPLETE = 2 };

typedef struct mayfly_box_frame {
    uint64_t address; /* the first frame: where it happened; the others: where the call returns to */
    uint64_t flags;
} mayfly_box_frame;

/* A piece of code in memory that a frame lies in. */
typedef struct mayfly_box_module {
    uint64_t start;
    uint64_t end;
    uint64_t file_offset; /* of `start` */
    uint64_t inode;
    char name[MAYFLY_BOX_NAME]; /* the end of the file's path, not terminated where it is full */
} mayfly_box_module;

typedef struct mayfly_black_box {
    uint32_t state;
    int32_t signal;
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

/* Where the host finds what, since it takes the box as bytes. */
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

/* A new box, whose size nobody can change any more: a descriptor, closed on exec, or -errno. */
int mayfly_box_create(void);

/*
 * Maps the box of that descriptor, and from now on has the signals of a crash write into it before they end the process.
 * A system call that a filter traps is noted there, and answered with EPERM. 0 or -errno.
 */
int mayfly_box_install(int fd);

/*
 * Gives the handlers a stack of their own on the calling thread too, so that an overflow of its stack is reported. The thread
 * lives as long as the process: the stack is never given back. 0 or -errno.
 */
int mayfly_box_cover_thread(void);

#endif
