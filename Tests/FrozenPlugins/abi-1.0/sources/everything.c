/*
 * The frozen plugin in C: it calls every host function of version 1.0 and has every callback. Its view has a button for each
 * function; each callback writes the line `told NAME VALUE` to the log, each completion `answered NAME CODE VALUE`. The
 * browser of stickers hides the buttons, so the one that shows it has it read anew too. The others play the same.
 */
#include <mayfly/mayfly.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static const mayfly_sticker_functions *stickers;
static const mayfly_log_functions *logger;
static const mayfly_storage_functions *storage;
static const mayfly_session_history_functions *history;
static const mayfly_session_state_functions *states;
static const mayfly_more_time_functions *more_time;
static const mayfly_network_functions *network;
static const mayfly_photos_functions *photos;
static const mayfly_camera_functions *camera;
static const mayfly_purchase_functions *purchase;
static const mayfly_payment_functions *payment;
static const mayfly_settings_functions *settings;

static char folder[1000], picture[1100];
static mayfly_uuid session;
static uint64_t version;
static char *hoard;
static atomic_int is_extended;

/* A GIF of one pixel. */
static const unsigned char pixel[] = {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0x80, 0, 0, 0,    0, 0, 255, 255,
                                      255, ',', 0,   0,   0,   0,   1, 0, 1, 0, 0,    2, 2, 0x44, 1, 0, ';'};

static void say(const char *kind, const char *name, const char *value) {
    char line[1000];
    snprintf(line, sizeof line, "%s %s%s%s", kind, name, *value ? " " : "", value);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
}

static const char *copied(mayfly_string text) {
    static _Thread_local char copy[500];
    snprintf(copy, sizeof copy, "%.*s", text.data ? (int)text.length : 0, text.data ? text.data : "");
    return copy;
}

static void answered(const char *name, const mayfly_error *error, const char *value) {
    char line[700];
    snprintf(line, sizeof line, "%d%s%s", error ? (int)error->code : 0, *value ? " " : "", value);
    say("answered", name, line);
}

/* MARK: Completions; the context is the name of the function. */

static void completed(void *context, const mayfly_error *error) { answered(context, error, ""); }

static void extended(void *context, const mayfly_error *error) {
    answered(context, error, "");
    is_extended = 1;
}

static void got_messages(void *context, const mayfly_error *error, const mayfly_message *const *messages,
                         uint32_t count, uint8_t has_older) {
    char line[600];
    snprintf(line, sizeof line, "%u %s %u", (unsigned)count, count ? copied(messages[0]->url) : "none",
             (unsigned)has_older);
    answered(context, error, line);
}

static void got_state(void *context, const mayfly_error *error, uint64_t now, const void *bytes, uint64_t size) {
    char line[200];
    version = now;
    snprintf(line, sizeof line, "%llu %.*s", (unsigned long long)now, bytes ? (int)size : 4,
             bytes ? (const char *)bytes : "none");
    answered(context, error, line);
}

static void got_answer(void *context, const mayfly_error *error, uint32_t status, const mayfly_http_header *headers,
                       uint32_t header_count, const void *body, uint64_t body_size) {
    char line[600];
    const char *second = "none";
    for (uint32_t i = 0; i < header_count; i++) {
        const mayfly_http_header *header = mayfly_http_header_at(headers, i);
        if (mayfly_text_equals(header->name, mayfly_text("X-Test-Two"))) {
            second = copied(header->value);
        }
    }
    snprintf(line, sizeof line, "%u %s %s", (unsigned)status, second, body && body_size ? "body" : "none");
    answered(context, error, line);
}

static void got_picture(void *context, const mayfly_error *error, mayfly_string file) {
    answered(context, error, file.data ? "file" : "none");
}

static void got_products(void *context, const mayfly_error *error, const mayfly_product *products, uint32_t count) {
    char line[600] = "none";
    int used = 0;
    for (uint32_t i = 0; i < count && i < 3; i++) {
        const mayfly_product *one = mayfly_product_at(products, i);
        used += snprintf(line + used, sizeof line - (size_t)used, "%.*s/%.*s/%llu/%.*s", (int)one->id.length,
                         one->id.data, (int)one->title.length, one->title.data, (unsigned long long)one->amount,
                         (int)one->currency.length, one->currency.data);
    }
    answered(context, error, line);
}

static void paid(void *context, const mayfly_error *error, int32_t outcome, const void *receipt, uint64_t size) {
    char line[300];
    snprintf(line, sizeof line, "%d %.*s", (int)outcome, receipt ? (int)size : 4,
             receipt ? (const char *)receipt : "none");
    answered(context, error, line);
}

static void got_settings(void *context, const mayfly_error *error, const mayfly_setting *values, uint32_t count) {
    char line[300] = "none";
    int used = 0;
    for (uint32_t i = 0; i < count && i < 3; i++) {
        const mayfly_setting *one = mayfly_setting_at(values, i);
        used += snprintf(line + used, sizeof line - (size_t)used, "%.*s=%.*s", (int)one->key.length, one->key.data,
                         (int)one->value.length, one->value.data);
    }
    answered(context, error, line);
}

/* MARK: The functions */

static const char *const functions[] = {
    "insert_message",
    "insert_sticker",
    "insert_text",
    "insert_attachment",
    "send_message",
    "send_sticker",
    "send_text",
    "send_attachment",
    "request_presentation_style",
    "dismiss",
    "make_session",
    "present_sticker_browser",
    "private_folder",
    "read_session",
    "get_state",
    "put_state",
    "fetch",
    "choose_photo",
    "take_picture",
    "list_products",
    "owned_products",
    "buy_product",
    "request_payment",
    "read_settings",
    "hoard",
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void give_message(char *name, int sends) {
    mayfly_template_layout layout = {.size = sizeof layout, .image_title = MAYFLY_TEXT("title")};
    mayfly_message message = {.size = sizeof message, .session = &session, .url = MAYFLY_TEXT("?from=c")};
    layout.image_subtitle = mayfly_text("subtitle");
    layout.caption = mayfly_text("caption");
    layout.subcaption = mayfly_text("subcaption");
    layout.trailing_caption = mayfly_text("trailing");
    layout.trailing_subcaption = mayfly_text("below");
    message.layout = &layout;
    message.summary_text = mayfly_text("summary");
    message.accessibility_label = mayfly_text("label");
    if (sends) {
        message.should_expire = 1;
        layout.image_bytes = pixel;
        layout.image_size = sizeof pixel;
        conversation->send_message(host, &message, completed, name);
    } else {
        layout.image_file = mayfly_text(picture);
        layout.media_file = mayfly_text(picture);
        conversation->insert_message(host, &message, completed, name);
    }
}

static void request(char *name, const char *url) {
    mayfly_http_header header = {.size = sizeof header, .name = MAYFLY_TEXT("X-Game"), .value = MAYFLY_TEXT("chess")};
    mayfly_fetch_request request = {.size = sizeof request, .header_count = 1, .method = MAYFLY_TEXT("PUT")};
    request.url = mayfly_text(url);
    request.headers = &header;
    request.body = "e4";
    request.body_size = 2;
    network->fetch(host, &request, got_answer, name);
}

static void pay(char *name) {
    mayfly_payment_request round = {.size = sizeof round, .label = MAYFLY_TEXT("A round of tea"), .amount = 450};
    round.currency = mayfly_text("GBP");
    payment->request_payment(host, &round, paid, name);
}

static void call_conversation(char *name, const mayfly_sticker *sticker) {
    mayfly_string file = mayfly_text(picture);
    if (!strcmp(name, "insert_message") || !strcmp(name, "send_message")) {
        give_message(name, *name == 's');
    } else if (!strcmp(name, "insert_sticker")) {
        conversation->insert_sticker(host, sticker, completed, name);
    } else if (!strcmp(name, "insert_text")) {
        conversation->insert_text(host, mayfly_text("words"), completed, name);
    } else if (!strcmp(name, "insert_attachment")) {
        conversation->insert_attachment(host, file, mayfly_text("shown.png"), completed, name);
    } else if (!strcmp(name, "send_sticker")) {
        conversation->send_sticker(host, sticker, completed, name);
    } else if (!strcmp(name, "send_text")) {
        conversation->send_text(host, mayfly_text("words"), completed, name);
    } else if (!strcmp(name, "send_attachment")) {
        conversation->send_attachment(host, file, mayfly_text("shown.png"), completed, name);
    } else if (!strcmp(name, "request_presentation_style")) {
        conversation->request_presentation_style(host, MAYFLY_STYLE_EXPANDED);
    } else if (!strcmp(name, "dismiss")) {
        conversation->dismiss(host);
    } else if (!strcmp(name, "make_session")) {
        char text[37];
        conversation->make_session(host, &session);
        mayfly_uuid_text(&session, text);
        answered(name, NULL, strcmp(text, "00000000-0000-0000-0000-000000000000") ? "session" : "none");
    }
}

static void call_services(char *name, const char *value) {
    if (!strcmp(name, "present_sticker_browser")) {
        stickers->present_sticker_browser(host, MAYFLY_STICKER_LARGE);
        stickers->reload_stickers(host);
    } else if (!strcmp(name, "private_folder")) {
        uint64_t length = storage->private_folder(host, NULL, 0);
        answered(name, NULL, length && length == strlen(folder) && *folder == '/' ? "folder" : "none");
    } else if (!strcmp(name, "read_session")) {
        history->read_session(host, 0, 10, got_messages, name);
    } else if (!strcmp(name, "get_state")) {
        states->get_state(host, &session, got_state, name);
    } else if (!strcmp(name, "put_state")) {
        states->put_state(host, &session, version, "chess", 5, got_state, name);
    } else if (!strcmp(name, "fetch")) {
        request(name, value);
    } else if (!strcmp(name, "choose_photo")) {
        photos->choose_photo(host, got_picture, name);
    } else if (!strcmp(name, "take_picture")) {
        camera->take_picture(host, got_picture, name);
    } else if (!strcmp(name, "list_products")) {
        purchase->list_products(host, got_products, name);
    } else if (!strcmp(name, "owned_products")) {
        purchase->owned_products(host, got_products, name);
    } else if (!strcmp(name, "buy_product")) {
        purchase->buy_product(host, mayfly_text("theme"), paid, name);
    } else if (!strcmp(name, "request_payment")) {
        pay(name);
    } else if (!strcmp(name, "read_settings")) {
        settings->read_settings(host, got_settings, name);
    } else if (!strcmp(name, "hoard")) {
        size_t size = (size_t)atoi(value) << 20;
        hoard = malloc(size);
        if (hoard) {
            memset(hoard, 1, size);
        }
    }
}

/* MARK: Callbacks */

static void told(const char *name, const char *value) { say("told", name, value); }

static void told_number(const char *name, int number) {
    char text[20];
    snprintf(text, sizeof text, "%d", number);
    told(name, text);
}

#define TELLS(name)                                                                                                    \
    static void name(void *context, const mayfly_state *state) {                                                       \
        (void)context, (void)state;                                                                                    \
        told(#name, "");                                                                                               \
    }
#define TELLS_MESSAGE(name)                                                                                            \
    static void name(void *context, const mayfly_state *state, const mayfly_message *message) {                        \
        (void)context, (void)state;                                                                                    \
        told(#name, copied(message->url));                                                                             \
    }
#define TELLS_NUMBER(name)                                                                                             \
    static void name(void *context, const mayfly_state *state, int32_t number) {                                       \
        (void)context, (void)state;                                                                                    \
        told_number(#name, (int)number);                                                                               \
    }

TELLS(will_become_active)
TELLS(view_will_appear)
TELLS(view_did_appear)
TELLS(view_will_disappear)
TELLS(view_did_disappear)
TELLS(did_change_settings)
TELLS_MESSAGE(will_select)
TELLS_MESSAGE(did_select)
TELLS_MESSAGE(did_receive)
TELLS_MESSAGE(did_start_sending)
TELLS_MESSAGE(did_cancel_sending)
TELLS_NUMBER(will_transition)
TELLS_NUMBER(did_transition)
TELLS_NUMBER(did_swipe)

static void view_did_load(void *context, const mayfly_state *state) {
    char card[5000];
    int used = snprintf(card, sizeof card,
                        "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[{\"type\":\"Input.Text\","
                        "\"id\":\"value\",\"label\":\"Value\"}],\"actions\":[");
    (void)context, (void)state;
    for (int i = 0; i < FUNCTIONS; i++) {
        used += snprintf(card + used, sizeof card - (size_t)used,
                         "%s{\"type\":\"Action.Execute\",\"verb\":\"call\",\"id\":\"%s\",\"title\":\"%s\"}",
                         i ? "," : "", functions[i], functions[i]);
    }
    snprintf(card + used, sizeof card - (size_t)used, "]}");
    view->present_view(host, mayfly_text(card));
    told("view_did_load", "");
}

static void did_become_active(void *context, const mayfly_state *state) {
    (void)context;
    told_number("did_become_active", (int)state->active_conversation->remote_participant_count);
}

static void will_resign_active(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    more_time->extend(host, mayfly_text("saving the game"), 100, extended, (void *)"extend");
    told("will_resign_active", "");
}

/* Waits for the answer to `extend`, for a second at most. */
static void did_resign_active(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    for (int i = 0; i < 1000 && !is_extended; i++) {
        thrd_sleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    told("did_resign_active", "");
}

static void did_receive_memory_warning(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    free(hoard);
    hoard = NULL;
    told("did_receive_memory_warning", "");
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    mayfly_sticker sticker = {.size = sizeof sticker, .description = MAYFLY_TEXT("a cup")};
    const mayfly_input *input = mayfly_input_at(action, 0);
    char value[500] = "";
    (void)context, (void)state;
    sticker.file = mayfly_text(picture);
    if (input) {
        snprintf(value, sizeof value, "%s", copied(input->value));
    }
    for (int i = 0; i < FUNCTIONS; i++) {
        if (mayfly_text_equals(action->id, mayfly_text(functions[i]))) {
            told("did_perform_action", mayfly_text_equals(action->verb, mayfly_text("call")) ? functions[i] : "none");
            call_conversation((char *)(uintptr_t)functions[i], &sticker);
            call_services((char *)(uintptr_t)functions[i], value);
        }
    }
}

static uint32_t sticker_count(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    told("sticker_count", "");
    return 2;
}

/* The second cell stays empty. */
static void sticker_at(void *context, const mayfly_state *state, uint32_t index) {
    mayfly_sticker sticker = {.size = sizeof sticker, .description = MAYFLY_TEXT("first")};
    (void)context, (void)state;
    sticker.file = mayfly_text(picture);
    stickers->supply_sticker(host, index, index ? NULL : &sticker);
    told_number("sticker_at", (int)index);
}

static const mayfly_controller controller = {
    .size = sizeof controller,
    .view_did_load = view_did_load,
    .will_become_active = will_become_active,
    .did_become_active = did_become_active,
    .will_resign_active = will_resign_active,
    .did_resign_active = did_resign_active,
    .view_will_appear = view_will_appear,
    .view_did_appear = view_did_appear,
    .view_will_disappear = view_will_disappear,
    .view_did_disappear = view_did_disappear,
    .will_select = will_select,
    .did_select = did_select,
    .did_receive = did_receive,
    .did_start_sending = did_start_sending,
    .did_cancel_sending = did_cancel_sending,
    .will_transition = will_transition,
    .did_transition = did_transition,
    .did_receive_memory_warning = did_receive_memory_warning,
};
static const mayfly_view_delegate view_delegate = {.size = sizeof view_delegate,
                                                   .did_perform_action = did_perform_action};
static const mayfly_gesture_delegate gestures = {.size = sizeof gestures, .did_swipe = did_swipe};
static const mayfly_sticker_source source = {
    .size = sizeof source, .sticker_count = sticker_count, .sticker_at = sticker_at};
static const mayfly_settings_delegate changes = {.size = sizeof changes, .did_change_settings = did_change_settings};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE))) {
        return &view_delegate;
    } else if (mayfly_text_equals(id, mayfly_text(MAYFLY_GESTURES))) {
        return &gestures;
    } else if (mayfly_text_equals(id, mayfly_text(MAYFLY_STICKER_SOURCE))) {
        return &source;
    }
    return mayfly_text_equals(id, mayfly_text(MAYFLY_SETTINGS_DELEGATE)) ? &changes : NULL;
}

/* Whether the host has every table, and has none by an unknown id. */
static int find_tables(void) {
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    stickers = mayfly_ability(host, MAYFLY_STICKERS);
    logger = mayfly_ability(host, MAYFLY_LOG);
    storage = mayfly_ability(host, MAYFLY_STORAGE);
    history = mayfly_ability(host, MAYFLY_SESSION_HISTORY);
    states = mayfly_ability(host, MAYFLY_SESSION_STATE);
    more_time = mayfly_ability(host, MAYFLY_MORE_TIME);
    network = mayfly_ability(host, MAYFLY_NETWORK);
    photos = mayfly_ability(host, MAYFLY_PHOTOS);
    camera = mayfly_ability(host, MAYFLY_CAMERA);
    purchase = mayfly_ability(host, MAYFLY_PURCHASE);
    payment = mayfly_ability(host, MAYFLY_PAYMENT);
    settings = mayfly_ability(host, MAYFLY_SETTINGS);
    return conversation && view && stickers && logger && storage && history && states && more_time && network &&
           photos && camera && purchase && payment && settings && !mayfly_ability(host, "mayfly.nothing/1");
}

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    host = given;
    if (!find_tables() || !launch->bundle_folder.data || !launch->locale.data) {
        return MAYFLY_ERROR_UNKNOWN;
    }
    folder[storage->private_folder(host, folder, sizeof folder - 1) % sizeof folder] = 0;
    snprintf(picture, sizeof picture, "%s/good.png", folder);
    instance->context = &session;
    instance->controller = &controller;
    instance->ability = ability;
    return conversation->make_session(host, &session);
}

MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    if (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0) {
        extension->refusal = mayfly_text("the frozen plugin speaks version 1.0 only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
