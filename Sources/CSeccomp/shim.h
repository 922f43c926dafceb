/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libseccomp for Swift. Its actions are macros with arguments, which Swift does not import.
 */
#ifndef MAYFLY_CSECCOMP_SHIM_H
#define MAYFLY_CSECCOMP_SHIM_H

#include <errno.h>
#include <seccomp.h>

static inline uint32_t mayfly_seccomp_allow(void) { return SCMP_ACT_ALLOW; }
static inline uint32_t mayfly_seccomp_trap(void) { return SCMP_ACT_TRAP; }
static inline uint32_t mayfly_seccomp_refuse(uint16_t error) { return SCMP_ACT_ERRNO(error); }

/* Allows a call when the bits of `mask` in one argument have this value. */
static inline int mayfly_seccomp_allow_masked(scmp_filter_ctx filter, int call, unsigned argument, uint64_t mask,
                                              uint64_t value) {
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, mask, value));
}

/* Allows a call when one argument, a number of 32 bits, differs from this value. */
static inline int mayfly_seccomp_allow_but(scmp_filter_ctx filter, int call, unsigned argument, uint32_t value) {
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_CMP32(argument, SCMP_CMP_NE, value));
}

/* Refuses a call when the bits of `mask` in one argument have this value. */
static inline int mayfly_seccomp_refuse_masked(scmp_filter_ctx filter, int call, uint16_t error, unsigned argument,
                                               uint64_t mask, uint64_t value) {
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(error), call, 1,
                            SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, mask, value));
}

/* The name of a system call of this processor, which the caller frees; NULL if no call has this number. */
static inline char *mayfly_seccomp_name(int call) { return seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call); }

#endif
