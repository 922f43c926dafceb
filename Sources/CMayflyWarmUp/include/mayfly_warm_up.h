/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * An extension that a zygote runs once before it forks workers, so that everything that is set up on first use is ready
 * in all of them.
 */
#ifndef MAYFLY_WARM_UP_H
#define MAYFLY_WARM_UP_H

/* The address of its entry point, which is of the type of mayfly_extension_entry. */
void *mayfly_warm_up_entry(void);

#endif
