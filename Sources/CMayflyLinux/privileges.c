/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_sandbox.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int mayfly_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0; }

int mayfly_be_unreadable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ? -errno : 0; }

int mayfly_be_readable(void) { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0 ? -errno : 0; }

int mayfly_close_from(int first) { return syscall(SYS_close_range, first, ~0u, 0) < 0 ? -errno : 0; }

/* Keeps only the capabilities of a set, and those only until a program is executed. */
static int keep_capabilities(uint32_t kept) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[2];
    memset(sets, 0, sizeof sets);
    sets[0].permitted = sets[0].effective = kept;
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    /* Empty the bounding set before the right to do so is dropped. The loop ends at the first number that is no
       capability. */
    for (unsigned long capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; capability++) {
    }
    return syscall(SYS_capset, &header, sets) < 0 ? -errno : 0;
}

int mayfly_drop_capabilities(void) { return keep_capabilities(0); }

int mayfly_keep_mounting_capability(int identities) {
    uint32_t both = (uint32_t)1 << CAP_SETUID | (uint32_t)1 << CAP_SETGID;
    return keep_capabilities((uint32_t)1 << CAP_SYS_ADMIN | (identities ? both : 0));
}

int mayfly_filter_available(void) {
    uint32_t action = SECCOMP_RET_TRAP;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) < 0 ? -errno : 0;
}

int mayfly_install_filter(const void *program, size_t size) {
    struct sock_fprog filter = {.len = (unsigned short)(size / sizeof(struct sock_filter)),
                                .filter = (struct sock_filter *)(uintptr_t)program};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) < 0 ? -errno : 0;
}
