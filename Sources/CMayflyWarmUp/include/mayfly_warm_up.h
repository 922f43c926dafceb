/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * An extension that a zygote plays through once before it makes any worker: what is made on first use is then there in
 * all of them.
 */
#ifndef MAYFLY_WARM_UP_H
#define MAYFLY_WARM_UP_H

/* The address of its entry point, which is of the type of mayfly_extension_entry. */
void *mayfly_warm_up_entry(void);

#endif
