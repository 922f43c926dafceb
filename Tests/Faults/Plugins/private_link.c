/*
 * expect: finished
 * says: insert 0
 * says-part: leads out of the folder
 *
 * Asks the host to send a file of another user, by a link in its private folder.
 */
#include "fault.h"

static void done(void *context, const mayfly_error *error) {
    (void)context;
    print("attached %d %.*s", error ? (int)error->code : 0, error ? (int)error->message.length : 0,
          error ? error->message.data : "");
}

static void misbehave(void) {
    (void)!symlink("/etc/passwd", private_file("picture.png"));
    mayfly_string file = mayfly_text(private_file("picture.png")), none = {NULL, 0};
    print("insert %d", (int)conversation->insert_attachment(host, file, none, done, NULL));
}
