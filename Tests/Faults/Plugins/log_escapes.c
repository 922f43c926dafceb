/*
 * expect: finished
 * says-part: title
 *
 * Writes escape sequences for a terminal to its log and to its output.
 */
#include "fault.h"

static void misbehave(void) {
    static const char line[] = "\033]0;title\007\033[2J\033[1;31mred\r\b\x9B"
                               "31m\033P\033\\";
    print("%s", line);
    print("\xE2\x80\xAE backwards \xC2\x9B"
          "2J");
    puts(line);
    fputs(line, stderr);
}
