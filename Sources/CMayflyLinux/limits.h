/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The limits of a process as the kernel takes them.
 */
#ifndef MAYFLY_LIMITS_H
#define MAYFLY_LIMITS_H

#include "mayfly_linux.h"

#include <sys/resource.h>

enum { LIMIT_ROWS = 8 };

typedef struct limit_row {
    int resource;
    struct rlimit value;
} limit_row;

/* The limits for this process or a child of it, of which none is higher than what this process has: 0 or -errno. */
int limit_rows(const mayfly_limits *limits, limit_row rows[LIMIT_ROWS]);

#endif
