/*
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef MAYFLY_CZLIB_SHIM_H
#define MAYFLY_CZLIB_SHIM_H

#include <zlib.h>

#endif
