/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

int mayfly_raise_memory_score(int score) {
    char text[16] = "";
    int file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC), error = 0;
    if (file < 0) {
        return -errno;
    }
    if (read(file, text, sizeof text - 1) < 0) {
        error = errno;
    } else if (atoi(text) < score) {
        int length = snprintf(text, sizeof text, "%d", score);
        error = write(file, text, (size_t)length) < 0 ? errno : 0;
    }
    close(file);
    return -error;
}

int limit_rows(const mayfly_limits *limits, limit_row rows[LIMIT_ROWS]) {
    const struct {
        __rlimit_resource_t resource;
        uint64_t value;
    } wanted[LIMIT_ROWS] = {
        {RLIMIT_AS, limits->memory},
        {RLIMIT_CPU, limits->cpu_seconds},
        {RLIMIT_FSIZE, limits->file_size},
        {RLIMIT_NOFILE, limits->descriptors},
        {RLIMIT_NPROC, limits->processes},
        {RLIMIT_CORE, 0},
        {RLIMIT_RTPRIO, 0},
        {RLIMIT_NICE, 0},
    };
    for (size_t i = 0; i < LIMIT_ROWS; i++) {
        struct rlimit now;
        if (getrlimit(wanted[i].resource, &now) < 0) {
            return -errno;
        }
        if (wanted[i].value < now.rlim_max) {
            now.rlim_max = wanted[i].value;
        }
        now.rlim_cur = now.rlim_max;
        rows[i].resource = (int)wanted[i].resource;
        rows[i].value = now;
    }
    return 0;
}

int mayfly_limit_process(const mayfly_limits *limits) {
    limit_row rows[LIMIT_ROWS];
    int status = limit_rows(limits, rows);
    for (size_t i = 0; i < LIMIT_ROWS && status == 0; i++) {
        status = setrlimit((__rlimit_resource_t)rows[i].resource, &rows[i].value) < 0 ? -errno : 0;
    }
    return status;
}
