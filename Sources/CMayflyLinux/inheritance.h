/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The descriptors that a child is to have, out of the way of the numbers that it is to know them by.
 */
#ifndef MAYFLY_INHERITANCE_H
#define MAYFLY_INHERITANCE_H

#include "mayfly_linux.h"

typedef struct inheritance {
    int *moved; /* a copy of each source, closed on exec, above all targets */
    size_t count;
    int highest; /* the highest target, the standard descriptors included */
} inheritance;

/* Makes the copies, because a target may be the number of a source: 0 or -errno. What there is must be let go in any case. */
int move_sources(inheritance *all, const mayfly_inherit *inherit, size_t count);

void let_go(inheritance *all);

#endif
