/*
 * The abilities of a plugin of the tests that takes the actions of its view and nothing else. To be included before make_instance: it
 * wants did_perform_action.
 */
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &delegate : NULL;
}
