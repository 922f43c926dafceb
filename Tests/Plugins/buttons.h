/*
 * Ends a card that already ends in `"actions":[`: with a button for each id, whose title is the id. `used` is the length of the card
 * so far.
 */
static void end_with_buttons(char *card, size_t size, int used, const char *const ids[], size_t count) {
    for (size_t i = 0; i < count; i++) {
        used += snprintf(card + used, size - (size_t)used,
                         "%s{\"type\":\"Action.Submit\",\"id\":\"%s\",\"title\":\"%s\"}", i ? "," : "", ids[i], ids[i]);
    }
    snprintf(card + used, size - (size_t)used, "]}");
}
