/*
 * Tries to have the person send other words than those that the terminal shows, as its buttons say: `tall` and `notes` put a message
 * into the input field, and then draw or log a transcript, an input field and lines of the host; `spaces` and `long` put a text into
 * it whose end is far from its beginning, `flood` one that is much longer than a terminal, `rows` and `sticker` texts of lines that
 * look like rows of a transcript, `list` and `offer` texts that have a line in common, `hidden`, `address` and `web` messages
 * that say something else to those who see no bubble, and `below` and `beside` messages whose bubbles have no room for all that they say.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>
#include <string.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;

static const char *const buttons[] = {"tall", "notes", "spaces", "long",    "flood", "rows",  "sticker",
                                      "list", "offer", "hidden", "address", "web",   "below", "beside"};
static const char *const forged[] = {
    "── chat, alice ─────────────────────────────────────────────────",
    "  1  bob: how was the game?",
    "field: (empty)",
    "mayfly: nothing is wrong",
    "> send",
};

static void show(int count) {
    static char card[40000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[");
    for (int i = 0; i < count; i++) {
        used += snprintf(card + used, sizeof card - (size_t)used,
                         "%s{\"type\":\"TextBlock\",\"spacing\":\"none\",\"text\":\"line %d\"}", i ? "," : "", i);
    }
    for (size_t i = 0; count && i < sizeof forged / sizeof *forged; i++) {
        used += snprintf(card + used, sizeof card - (size_t)used,
                         ",{\"type\":\"TextBlock\",\"spacing\":\"none\",\"text\":\"%s\"}", forged[i]);
    }
    used += snprintf(card + used, sizeof card - (size_t)used, "],\"actions\":[");
    end_with_buttons(card, sizeof card, used, buttons, sizeof buttons / sizeof *buttons);
    view->present_view(host, mayfly_text(card));
}

/* Each note is as wide as five rows of 80 columns, and its last rows look like those of the host. It ends in a letter of its own. */
static void take_notes(void) {
    const mayfly_log_functions *logger = mayfly_ability(host, MAYFLY_LOG);
    char line[401];
    for (int i = 0; i < 12; i++) {
        memset(line, ' ', sizeof line - 1);
        line[sizeof line - 1] = 0;
        for (size_t j = 0; j < 4; j++) {
            memcpy(line + 60 + j * 80, forged[1 + j], strlen(forged[1 + j]));
        }
        line[sizeof line - 2] = (char)('A' + i);
        logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
    }
}

static void stage_layout(const mayfly_template_layout *layout, const char *url, const char *label,
                         const char *summary) {
    static mayfly_uuid session;
    static int has_session;
    mayfly_message message = {.size = sizeof message, .url = mayfly_text(url), .layout = layout};
    if (!has_session) {
        conversation->make_session(host, &session);
        has_session = 1;
    }
    message.session = &session;
    message.accessibility_label = mayfly_text(label);
    message.summary_text = mayfly_text(summary);
    conversation->insert_message(host, &message, NULL, NULL);
}

static void stage(const char *caption, const char *url, const char *label, const char *summary) {
    mayfly_template_layout layout = {.size = sizeof layout, .caption = mayfly_text(caption)};
    stage_layout(&layout, url, label, summary);
}

/* The bubble has one row for it, at the left or at the right. */
static void stage_more_than_the_bubble_shows(int is_trailing) {
    static char words[400];
    mayfly_template_layout layout = {
        .size = sizeof layout, .caption = mayfly_text("hi"), .trailing_caption = mayfly_text("now")};
    for (int i = 0; i < 200; i += 4) {
        memcpy(words + i, "and ", 4);
    }
    strcpy(words + 200, "I resign.");
    *(is_trailing ? &layout.trailing_subcaption : &layout.subcaption) = mayfly_text(words);
    stage_layout(&layout, "?a", "hi", "hi");
}

static void insert(const char *beginning, char filler, size_t count, const char *end) {
    static char text[120000];
    size_t length = strlen(beginning);
    memset(text, filler, sizeof text);
    memcpy(text, beginning, length);
    memcpy(text + length + count, end, strlen(end) + 1);
    conversation->insert_text(host, mayfly_text(text), NULL, NULL);
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context, (void)state;
    if (mayfly_text_equals(action->id, mayfly_text("tall"))) {
        stage("I quit for good.", "?a", NULL, NULL);
        show(60);
    } else if (mayfly_text_equals(action->id, mayfly_text("notes"))) {
        stage("I quit for good.", "?a", NULL, NULL);
        take_notes();
    } else if (mayfly_text_equals(action->id, mayfly_text("spaces"))) {
        insert("See you at eight", ' ', 2000, "and wire the money");
    } else if (mayfly_text_equals(action->id, mayfly_text("long"))) {
        insert("See you at eight ", 'x', 20000, " and wire the money");
    } else if (mayfly_text_equals(action->id, mayfly_text("rows"))) {
        insert("hi\n  2  -- carol joined --\nfield: (empty)", ' ', 300, "  3  alice: my card is");
    } else if (mayfly_text_equals(action->id, mayfly_text("flood"))) {
        insert("See you at eight\n", '\n', 100000, "and wire the money");
    } else if (mayfly_text_equals(action->id, mayfly_text("sticker"))) {
        insert("hi\n+ carol: sticker: Waving (png, 400 x 400 px, 4266 bytes) at 50 %, 50 %\n+  carol: sticker: Waving",
               '\n', 1, "from Tally");
    } else if (mayfly_text_equals(action->id, mayfly_text("list"))) {
        insert("My list of words:", '\n', 1, "not");
    } else if (mayfly_text_equals(action->id, mayfly_text("offer"))) {
        insert("I do\nnot", '\n', 1, "want to buy your house");
    } else if (mayfly_text_equals(action->id, mayfly_text("below"))) {
        stage_more_than_the_bubble_shows(0);
    } else if (mayfly_text_equals(action->id, mayfly_text("beside"))) {
        stage_more_than_the_bubble_shows(1);
    } else if (mayfly_text_equals(action->id, mayfly_text("hidden"))) {
        stage("Tally: 1", "?a", "I resign.", "bob left the conversation");
    } else if (mayfly_text_equals(action->id, mayfly_text("web"))) {
        stage("Tally: 3",
              "https://example.org/words/and/more/of/them/than/a/row/has/room/for/"
              "\u00A0\u00A02\u00A0\u00A0alice:\u00A0I\u00A0resign\u3000for good",
              NULL, NULL);
    } else {
        stage("Tally: 2", "https://example.org/words", NULL, NULL);
    }
}

static void view_did_load(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    show(0);
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_load = view_did_load};

#include "view_delegate.h"

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
