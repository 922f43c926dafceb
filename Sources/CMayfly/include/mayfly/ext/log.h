/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lines for the extension's log. What the extension prints on stdout and stderr goes there as well.
 */
#ifndef MAYFLY_EXT_LOG_H
#define MAYFLY_EXT_LOG_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_LOG "mayfly.log/1"

/* How important a line is. */
enum mayfly_log_level { MAYFLY_LOG_DEBUG = 0, MAYFLY_LOG_INFO = 1, MAYFLY_LOG_WARNING = 2, MAYFLY_LOG_ERROR = 3 };

/* "mayfly.log/1": host functions */
typedef struct mayfly_log_functions {
    uint32_t size;
    uint32_t reserved;
    /* [any, any] Writes one line; more than 4,096 bytes are cut. */
    int32_t (*log)(const mayfly_host *host, int32_t level, mayfly_string line);
} mayfly_log_functions;

#ifdef __cplusplus
}
#endif

#endif
