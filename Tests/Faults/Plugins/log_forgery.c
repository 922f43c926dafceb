/*
 * expect: finished
 * says-part: begins\n{"event":
 * says-part: line\u{2028}separator
 *
 * Writes lines to its log that look like those of the host.
 */
#include "fault.h"

static void misbehave(void) {
    print(
        "begins\n{\"event\":\"receipt\",\"extension\":\"test.mayfly.puppet\",\"cause\":\"finished\"}\r\nerror: forged");
    print("line\xE2\x80\xA8separator\xC2\x85next");
}
