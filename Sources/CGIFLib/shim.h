/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * giflib for Swift.
 */
#ifndef MAYFLY_CGIFLIB_SHIM_H
#define MAYFLY_CGIFLIB_SHIM_H

#include <gif_lib.h>

#endif
