/*
 * Makes requests over the network as the inputs and buttons of its view say, and writes what it is answered to its log: a line
 * `NAME CODE status=STATUS size=SIZE BODY`, with the message of an error in place of the body.
 *
 * AT_START is the address of a request that it makes when it appears, without a touch. With AT_SENDING it puts a message into the
 * field when it appears, and makes a request to that address when the person sends it.
 *
 * `reach` tries to reach the port `count` of this machine by sockets of its own, and says how each attempt ended: its name and 0, or the
 * number of the error.
 */
#include <mayfly/mayfly.h>

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "buttons.h"

static const mayfly_host *host;
static const mayfly_view_functions *view;
static const mayfly_log_functions *logger;
static const mayfly_conversation_functions *conversation;
static const mayfly_network_functions *network;
static char url[400], method[20], header[20000], body[2000];

static void say(const char *line) { logger->log(host, MAYFLY_LOG_INFO, mayfly_text(line)); }

static void fetched(void *context, const mayfly_error *error, uint32_t status, const mayfly_http_header *headers,
                    uint32_t header_count, const void *bytes, uint64_t size) {
    char line[1200];
    mayfly_string text = {bytes, size};
    if (error) {
        text = error->message;
    }
    snprintf(line, sizeof line, "%s %d status=%u size=%llu %.*s", (const char *)context, error ? (int)error->code : 0,
             (unsigned)status, (unsigned long long)size, text.length > 1000 ? 1000 : (int)text.length,
             text.data ? text.data : "");
    say(line);
    for (uint32_t i = 0; i < header_count; i++) {
        const mayfly_http_header *one = mayfly_http_header_at(headers, i);
        if (one->name.length > 7 && !strncmp(one->name.data, "X-Test-", 7)) {
            snprintf(line, sizeof line, "header %.*s=%.*s", (int)one->name.length, one->name.data,
                     (int)one->value.length, one->value.data);
            say(line);
        }
    }
}

static void fetch(const char *address, uint64_t large, const char *name) {
    static char bytes[300000];
    mayfly_http_header one = {.size = sizeof one};
    mayfly_fetch_request request = {.size = sizeof request, .url = mayfly_text(address)};
    char *colon = strchr(header, ':');
    if (*method) {
        request.method = mayfly_text(method);
    }
    if (colon) {
        one.name.data = header;
        one.name.length = (uint64_t)(colon - header);
        one.value = mayfly_text(colon + 1);
        request.headers = &one;
        request.header_count = 1;
    }
    request.body = large ? bytes : body;
    request.body_size = large ? large : strlen(body);
    network->fetch(host, &request, fetched, (void *)name);
}

static void show(void) {
    static const char *const inputs[] = {"url", "method", "header", "body", "other", "count"};
    static const char *const ids[] = {"fetch", "many", "both", "large", "fetch-dismiss", "fixed", "insert", "reach"};
    char card[4000];
    int used = snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[");
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        used += snprintf(card + used, sizeof card - (size_t)used, "%s{\"type\":\"Input.Text\",\"id\":\"%s\"}",
                         i ? "," : "", inputs[i]);
    }
    used += snprintf(card + used, sizeof card - (size_t)used, "],\"actions\":[");
    end_with_buttons(card, sizeof card, used, ids, sizeof ids / sizeof *ids);
    view->present_view(host, mayfly_text(card));
}

static void insert(void) {
    mayfly_message message = {.size = sizeof message, .url = mayfly_text("?made")};
    conversation->insert_message(host, &message, NULL, NULL);
}

static void say_result(const char *what, int number, int error) {
    char line[80];
    snprintf(line, sizeof line, "%s-%d %d", what, number, error);
    say(line);
}

/* Where it connects, it asks for a page. */
static void reach(uint16_t port) {
    static const char asked[] = "GET /by-itself HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    char text[80] = "?";
    int file = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connected = file >= 0 && connect(file, (struct sockaddr *)&address, sizeof address) == 0;
    say_result("connect", AF_INET, connected ? 0 : errno);
    if (connected) {
        ssize_t done = send(file, asked, sizeof asked - 1, MSG_NOSIGNAL);
        while (done > 0) {
            done = recv(file, text, sizeof text, 0);
        }
    }
    if (file >= 0) {
        close(file);
    }
    for (int family = AF_UNIX; family < AF_MAX; family++) {
        int one = socket(family, SOCK_DGRAM, 0);
        say_result("socket", family, one < 0 ? errno : 0);
        if (one >= 0) {
            close(one);
        }
    }
    ssize_t length = readlink("/proc/self/ns/net", text, sizeof text - 1);
    text[length < 0 ? 0 : length] = 0;
    say(text);
}

static void take(const mayfly_action *action, const char *id, char *text, size_t size) {
    *text = 0;
    for (uint32_t i = 0; i < action->input_count; i++) {
        const mayfly_input *input = mayfly_input_at(action, i);
        if (mayfly_text_equals(input->id, mayfly_text(id))) {
            snprintf(text, size, "%.*s", (int)input->value.length, input->value.data);
        }
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    char id[40], other[400], number[20];
    uint64_t count;
    (void)context, (void)state;
    snprintf(id, sizeof id, "%.*s", (int)action->id.length, action->id.data);
    take(action, "url", url, sizeof url);
    take(action, "method", method, sizeof method);
    take(action, "header", header, sizeof header);
    take(action, "body", body, sizeof body);
    take(action, "other", other, sizeof other);
    take(action, "count", number, sizeof number);
    count = strtoull(number, NULL, 10);
    if (!strcmp(id, "fetch")) {
        fetch(url, 0, "fetch");
    } else if (!strcmp(id, "many")) {
        for (uint64_t i = 0; i < count; i++) {
            fetch(url, 0, "many");
        }
    } else if (!strcmp(id, "both")) {
        fetch(url, 0, "first");
        fetch(other, 0, "second");
    } else if (!strcmp(id, "large")) {
        fetch(url, count, "large");
    } else if (!strcmp(id, "fixed")) {
        *method = *header = *body = 0;
        fetch("https://localhost:9/", 0, "fetch");
    } else if (!strcmp(id, "insert")) {
        insert();
    } else if (!strcmp(id, "reach")) {
        reach((uint16_t)count);
    } else if (!strcmp(id, "fetch-dismiss")) {
        fetch(url, 0, "fetch");
        conversation->dismiss(host);
    }
}

static void view_did_appear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    show();
#ifdef AT_START
    fetch(AT_START, 0, "start");
#endif
#ifdef AT_SENDING
    insert();
#endif
}

static void did_start_sending(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state, (void)message;
#ifdef AT_SENDING
    fetch(AT_SENDING, 0, "start");
#endif
}

static const mayfly_controller controller = {
    .size = sizeof controller, .view_did_appear = view_did_appear, .did_start_sending = did_start_sending};
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
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    network = mayfly_ability(host, MAYFLY_NETWORK);
    instance->controller = &controller;
    instance->ability = ability;
    return network ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

#include "plugin_entry.h"
