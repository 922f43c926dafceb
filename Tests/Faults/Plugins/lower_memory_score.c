/*
 * expect: finished
 * needs: sandbox
 * says: score 500
 * says: lower EROFS
 *
 * Tries to become the last process that the kernel ends when the machine is out of memory.
 */
#include "fault.h"

static void misbehave(void) {
    int score = -1;
    FILE *file = fopen("/proc/self/oom_score_adj", "re");
    if (file && fscanf(file, "%d", &score) == 1) {
        print("score %d", score);
    }
    int writing = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    attempt("lower", writing < 0 ? -1 : write(writing, "-1000", 5));
}
