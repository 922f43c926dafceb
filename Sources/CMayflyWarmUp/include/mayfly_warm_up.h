/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * An extension that a zygote runs once before it makes workers: what is made on first use is then there in all of them.
 */
#ifndef MAYFLY_WARM_UP_H
#define MAYFLY_WARM_UP_H

/* The address of its entry point, which is of the type of mayfly_extension_entry. */
void *mayfly_warm_up_entry(void);

#endif
