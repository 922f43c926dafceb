/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Copies of the descriptors that a child gets. Their numbers are higher than the targets, by which the child knows
 * them.
 */
#ifndef MAYFLY_INHERITANCE_H
#define MAYFLY_INHERITANCE_H

#include "mayfly_linux.h"

typedef struct inheritance {
    int *moved; /* a copy of each source, closed on exec, above all targets */
    size_t count;
    int highest; /* the highest target, the standard descriptors included */
} inheritance;

/*
 * Makes the copies, because the number of a target may also be that of a source: 0 or -errno. Call let_go after an
 * error, too.
 */
int move_sources(inheritance *all, const mayfly_inherit *inherit, size_t count);

void let_go(inheritance *all);

#endif
