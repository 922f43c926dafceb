/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libsodium for Swift. It needs no adapters.
 */
#ifndef MAYFLY_CSODIUM_SHIM_H
#define MAYFLY_CSODIUM_SHIM_H

#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/crypto_hash_sha256.h>
#include <sodium/crypto_sign.h>
#include <sodium/randombytes.h>

#endif
