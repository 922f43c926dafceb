/*
 * Asks for pictures, products and payments as the buttons of its view say, and writes what it is answered to its log: a line
 * `NAME CODE` with what came. Its view shows the last such line of a picture or a payment.
 *
 * With AT_START it asks for a picture of each kind, a product and a payment when it appears, without a touch.
 */
#include <mayfly/mayfly.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;
static const mayfly_photos_functions *photos;
static const mayfly_camera_functions *camera;
static const mayfly_purchase_functions *purchase;
static const mayfly_payment_functions *payment;

/* What it said last, which its view shows. */
static char said[400];

static void show(void);

static void say(const char *line) {
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line));
    snprintf(said, sizeof said, "%s", line);
}

/* Shows a line. */
static void draw(const char *line) {
    snprintf(said, sizeof said, "%s", line);
    show();
}

static int code_of(const mayfly_error *error) { return error ? (int)error->code : 0; }

/* Says the code, the length of the file and its first byte. */
static void got_picture(void *context, const mayfly_error *error, mayfly_string file) {
    char line[200], path[1000];
    unsigned char first[2] = {0, 0};
    long size = -1;
    if (file.data) {
        int descriptor;
        snprintf(path, sizeof path, "%.*s", (int)file.length, file.data);
        descriptor = open(path, O_RDWR);
        if (descriptor >= 0) {
            size = (long)lseek(descriptor, 0, SEEK_END);
            if (pread(descriptor, first, 2, 0) != 2) {
                size = -2;
            }
            close(descriptor);
        }
    }
    snprintf(line, sizeof line, "%s %d file=%d size=%s first=%02x%02x", (const char *)context, code_of(error),
             file.data != NULL, size > 0 ? "some" : "none", first[0], first[1]);
    say(line);
    show();
}

static void got_products(void *context, const mayfly_error *error, const mayfly_product *products, uint32_t count) {
    char line[600];
    int used = snprintf(line, sizeof line, "%s %d count=%u", (const char *)context, code_of(error), (unsigned)count);
    for (uint32_t i = 0; i < count && i < 3; i++) {
        const mayfly_product *one = mayfly_product_at(products, i);
        used += snprintf(line + used, sizeof line - (size_t)used, " %.*s/%.*s/%llu/%.*s", (int)one->id.length,
                         one->id.data, (int)one->title.length, one->title.data, (unsigned long long)one->amount,
                         (int)one->currency.length, one->currency.data);
    }
    say(line);
}

static void show(void) {
    static const char *const ids[] = {"photo",   "camera",      "twice",        "products", "owned",
                                      "buy",     "buy-nothing", "buy-unlisted", "pay",      "pay-JPY",
                                      "pay-KWD", "pay-XYZ",     "pay-twice",    "pay-bad",  "redraw"};
    char card[4000];
    int used =
        snprintf(card, sizeof card,
                 "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[{\"type\":\"TextBlock\",\"id\":\"said\","
                 "\"wrap\":true,\"text\":\"%s\"}],\"actions\":[",
                 said);
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    view->present_view(host, mayfly_text(card));
}

static void paid(void *context, const mayfly_error *error, int32_t outcome, const void *receipt, uint64_t size) {
    char line[400];
    snprintf(line, sizeof line, "%s %d outcome=%d receipt=%.*s", (const char *)context, code_of(error), (int)outcome,
             size > 200 ? 200 : (int)size, receipt ? (const char *)receipt : "");
    say(line);
    show();
}

static void pay(uint64_t amount, const char *currency, const char *label) {
    mayfly_payment_request request = {.size = sizeof request, .label = mayfly_text(label), .amount = amount};
    request.currency = mayfly_text(currency);
    payment->request_payment(host, &request, paid, (void *)"pay");
}

static void perform(const char *id) {
    if (!strcmp(id, "photo")) {
        photos->choose_photo(host, got_picture, (void *)"photo");
    } else if (!strcmp(id, "camera")) {
        camera->take_picture(host, got_picture, (void *)"camera");
    } else if (!strcmp(id, "twice")) {
        photos->choose_photo(host, got_picture, (void *)"once");
        photos->choose_photo(host, got_picture, (void *)"again");
    } else if (!strcmp(id, "products")) {
        purchase->list_products(host, got_products, (void *)"products");
    } else if (!strcmp(id, "owned")) {
        purchase->owned_products(host, got_products, (void *)"owned");
    } else if (!strcmp(id, "buy")) {
        purchase->buy_product(host, mayfly_text("theme"), paid, (void *)"buy");
    } else if (!strcmp(id, "buy-nothing")) {
        purchase->buy_product(host, mayfly_text(""), paid, (void *)"buy");
    } else if (!strcmp(id, "buy-unlisted")) {
        purchase->buy_product(host, mayfly_text("moon"), paid, (void *)"buy");
    } else if (!strcmp(id, "pay")) {
        pay(1250, "EUR", "A round of ice cream");
    } else if (!strcmp(id, "pay-twice")) {
        pay(1250, "EUR", "A round of ice cream");
        pay(1, "EUR", "A second one");
    } else if (!strcmp(id, "redraw")) {
        draw("drawn again");
    } else if (!strcmp(id, "pay-bad")) {
        pay(0, "EUR", "nothing");
        pay(1250, "eur", "small letters");
        pay(1250, "EURO", "four letters");
        pay(1250, "EUR", "");
        pay(2000000000, "EUR", "too much");
        payment->request_payment(host, NULL, paid, (void *)"pay");
    } else if (!strncmp(id, "pay-", 4)) {
        pay(1250, id + 4, "A \u201Cround\u201D of ice cream");
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    char id[40];
    (void)context, (void)state;
    snprintf(id, sizeof id, "%.*s", (int)action->id.length, action->id.data);
    perform(id);
}

static void view_did_appear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    draw("ready");
#ifdef LISTS_AT_START
    perform("products");
    perform("owned");
#endif
#ifdef AT_START
    perform("photo");
    perform("camera");
    perform("buy");
    perform("pay");
#endif
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_appear = view_did_appear};
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *the_host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = the_host;
    view = mayfly_ability(host, MAYFLY_VIEW);
    logger = mayfly_ability(host, MAYFLY_LOG);
    photos = mayfly_ability(host, MAYFLY_PHOTOS);
    camera = mayfly_ability(host, MAYFLY_CAMERA);
    purchase = mayfly_ability(host, MAYFLY_PURCHASE);
    payment = mayfly_ability(host, MAYFLY_PAYMENT);
    instance->controller = &controller;
    instance->ability = ability;
    return photos && camera && purchase && payment ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

#include "plugin_entry.h"
