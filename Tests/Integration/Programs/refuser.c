/*
 * Runs a program on a kernel that seems to lack something: a filter refuses the system calls for it. The first argument
 * names what is lacking, joined by commas: landlock, restriction (Landlock rules can be made, and not enforced), seccomp
 * or no-new-privileges. The others are the program and its arguments.
 *
 * Without the bit no-new-privileges it needs CAP_SYS_ADMIN, as in a user namespace of its own.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST = 32 };

static struct sock_filter steps[MOST];
static unsigned short count;

static void add(unsigned short code, unsigned value, unsigned char yes, unsigned char no) {
    steps[count++] = (struct sock_filter){code, yes, no, value};
}

/* Refuses a call; with `option`, only if its first argument is this one. */
static void refuse(unsigned call, int option, unsigned error) {
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, option < 0 ? 1 : 3);
    if (option >= 0) {
        add(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]), 0, 0);
        add(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)option, 0, 1);
    }
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error, 0, 0);
}

int main(int arguments, char **words) {
    if (arguments < 3) {
        return 2;
    }
    if (strstr(words[1], "landlock")) {
        refuse(SYS_landlock_create_ruleset, -1, EOPNOTSUPP);
    }
    if (strstr(words[1], "restriction")) {
        refuse(SYS_landlock_restrict_self, -1, E2BIG);
    }
    if (strstr(words[1], "seccomp")) {
        refuse(SYS_seccomp, -1, ENOSYS);
    }
    if (strstr(words[1], "no-new-privileges")) {
        refuse(SYS_prctl, PR_SET_NO_NEW_PRIVS, EINVAL);
    }
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    struct sock_fprog filter = {count, steps};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) < 0) {
        return 3;
    }
    execv(words[2], words + 2);
    return 4;
}
