/*
 * expect: writing | cpu | storage
 *
 * Fills the disk with files that are in no folder: each is taken out of its folder once it is open, and held by a mapping.
 */
#include "fault.h"

static void misbehave(void) { fill_disk_unseen(); }
