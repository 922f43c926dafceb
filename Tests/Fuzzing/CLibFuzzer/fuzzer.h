/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The way into libFuzzer for a program that has a main function of its own. LLVM ships no header for it.
 */
#ifndef MAYFLY_FUZZER_H
#define MAYFLY_FUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argument_count, char ***arguments, int (*body)(const uint8_t *bytes, size_t count));

#endif
