/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "inheritance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int move_sources(inheritance *all, const mayfly_inherit *inherit, size_t count) {
    *all = (inheritance){.moved = calloc(count ? count : 1, sizeof *all->moved), .highest = 2};
    if (!all->moved) {
        return -ENOMEM;
    }
    for (size_t i = 0; i < count; i++) {
        all->highest = inherit[i].to > all->highest ? inherit[i].to : all->highest;
    }
    for (; all->count < count; all->count++) {
        int copy = fcntl(inherit[all->count].from, F_DUPFD_CLOEXEC, all->highest + 1);
        if (copy < 0) {
            return -errno;
        }
        all->moved[all->count] = copy;
    }
    return 0;
}

void let_go(inheritance *all) {
    while (all->count > 0) {
        close(all->moved[--all->count]);
    }
    free(all->moved);
}
