/*
 * expect: transfer
 *
 * Makes the host read a file of 2 MiB as an image a hundred times, a different one each time. It is none, so that nothing is kept.
 */
#include "fault.h"

static void misbehave(void) {
    static char piece[1 << 16];
    mayfly_template_layout layout = {.size = sizeof layout};
    mayfly_message message = {.size = sizeof message, .layout = &layout};
    int file = open(private_file("large"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    for (int j = 0; j < 32; j++) {
        (void)!write(file, piece, sizeof piece);
    }
    for (int i = 0; i < 100; i++) {
        /* A different file each time, with few written bytes. */
        (void)!pwrite(file, &i, sizeof i, 0);
        layout.image_file = mayfly_text(private_file("large"));
        conversation->insert_message(host, &message, NULL, NULL);
    }
}
