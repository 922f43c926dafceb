/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The one folder that an extension may write to. It outlives the process and goes when the extension is removed.
 */
#ifndef MAYFLY_EXT_STORAGE_H
#define MAYFLY_EXT_STORAGE_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_STORAGE "mayfly.storage/1"

/* "mayfly.storage/1": host functions */
typedef struct mayfly_storage_functions {
    uint32_t size;
    uint32_t reserved;
    /*
     * [any, any] Writes the folder's absolute path, without a NUL, to `buffer` and returns its length in bytes. If
     * `capacity` is smaller, nothing is written; NULL with a capacity of 0 asks for the length.
     */
    uint64_t (*private_folder)(const mayfly_host *host, char *buffer, uint64_t capacity);
} mayfly_storage_functions;

#ifdef __cplusplus
}
#endif

#endif
