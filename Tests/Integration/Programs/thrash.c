/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * Enters the control group whose file `tasks` is the first argument, and reads the file that is the second one again and
 * again: more than fits into the memory that the group may have.
 */
int main(int count, char **arguments) {
    int group, file;
    off_t size;
    volatile char *bytes, sum = 0;
    if (count != 3 || (group = open(arguments[1], O_WRONLY)) < 0 || write(group, "0", 1) != 1) {
        return 1;
    }
    file = open(arguments[2], O_RDONLY);
    size = lseek(file, 0, SEEK_END);
    bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, file, 0);
    if (size <= 0 || bytes == MAP_FAILED) {
        return 1;
    }
    for (;;) {
        for (off_t at = 0; at < size; at += 4096) {
            sum = (char)(sum + bytes[at]);
        }
    }
}
