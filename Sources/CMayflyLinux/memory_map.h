/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads /proc/self/maps (proc_pid_maps, man 5) in a signal handler: makes system calls only, and allocates no memory.
 */
#ifndef MAYFLY_MEMORY_MAP_H
#define MAYFLY_MEMORY_MAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct mayfly_mapping {
    uint64_t start;
    uint64_t end;
    uint64_t file_offset;
    uint64_t inode;
    int is_readable;
    int is_code;
    const char *name; /* the end of the path; valid until the next one is read */
    size_t name_length;
} mayfly_mapping;

/* The state of a reader. It is large: keep it in static memory. */
typedef struct mayfly_map_reader {
    int fd;
    size_t used;
    size_t next;
    char bytes[4096];
    char line[512]; /* a longer line loses the middle of its path */
} mayfly_map_reader;

/* 0, or -1 if the file cannot be opened. */
int mayfly_map_open(mayfly_map_reader *reader);

/* The next mapping: 1, or 0 at the end. */
int mayfly_map_next(mayfly_map_reader *reader, mayfly_mapping *mapping);

void mayfly_map_close(mayfly_map_reader *reader);

#endif
