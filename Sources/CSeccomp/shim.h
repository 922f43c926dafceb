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
static inline uint32_t mayfly_seccomp_end(void) { return SCMP_ACT_KILL_PROCESS; }
static inline uint32_t mayfly_seccomp_refuse(uint16_t error) { return SCMP_ACT_ERRNO(error); }

/* The name of a system call of this processor, which the caller frees; NULL if no call has this number. */
static inline char *mayfly_seccomp_name(int call) { return seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call); }

#endif
