/*
 * expect: writing | cpu | storage
 *
 * Fills the disk with unlinked files: each is unlinked after it is opened, and a mapping keeps it.
 */
#include "fault.h"

static void misbehave(void) { fill_disk_unseen(); }
