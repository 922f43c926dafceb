/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * An extension that a zygote plays through once before it makes any worker: what is made on first use is then there in
 * all of them.
 */
#ifndef MAYFLY_REHEARSAL_H
#define MAYFLY_REHEARSAL_H

/* The address of its entry point, which is of the type of mayfly_extension_entry. */
void *mayfly_rehearsal_entry(void);

#endif
