/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libdbus for Swift, which uses the functions without variable arguments. The macros for types are casts, which Swift does not import.
 */
#ifndef MAYFLY_CDBUS_SHIM_H
#define MAYFLY_CDBUS_SHIM_H

#include <dbus/dbus.h>

#endif
