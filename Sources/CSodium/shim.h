/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libsodium for Swift, which sees all that is used of it as it is.
 */
#ifndef MAYFLY_CSODIUM_SHIM_H
#define MAYFLY_CSODIUM_SHIM_H

#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/crypto_hash_sha256.h>

#endif
