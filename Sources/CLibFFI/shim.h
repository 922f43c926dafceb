/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libffi for Swift. Its type descriptions are mutable globals, to which Swift 6 allows no access, so functions return
 * them here. Everything else is used directly.
 */
#ifndef MAYFLY_CLIBFFI_SHIM_H
#define MAYFLY_CLIBFFI_SHIM_H

#include <ffi.h>

static inline ffi_type *mayfly_ffi_void(void) { return &ffi_type_void; }
static inline ffi_type *mayfly_ffi_uint8(void) { return &ffi_type_uint8; }
static inline ffi_type *mayfly_ffi_sint32(void) { return &ffi_type_sint32; }
static inline ffi_type *mayfly_ffi_uint32(void) { return &ffi_type_uint32; }
static inline ffi_type *mayfly_ffi_uint64(void) { return &ffi_type_uint64; }
static inline ffi_type *mayfly_ffi_double(void) { return &ffi_type_double; }
static inline ffi_type *mayfly_ffi_pointer(void) { return &ffi_type_pointer; }

#endif
