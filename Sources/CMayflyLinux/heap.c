/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Swift's C library module does not show the header that declares these functions.
 */
#define _GNU_SOURCE
#include "mayfly_linux.h"

#include <malloc.h>

uint64_t mayfly_heap_in_use(void) {
    struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
}

void mayfly_trim_heap(void) { (void)malloc_trim(0); }

void mayfly_give_back_large_pieces(void) {
    (void)mallopt(M_MMAP_THRESHOLD, 256 << 10);
    /* Each arena keeps its own free blocks, and there may be eight arenas for each processor. */
    (void)mallopt(M_ARENA_MAX, 2);
}
