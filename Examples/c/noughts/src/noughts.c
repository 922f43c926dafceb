/*
 * Noughts and crosses for two people. The board travels in the message, as "?board=xo--x----": nine squares from the upper
 * left corner on. Crosses begin.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>

enum { SQUARES = 9 };

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;

static char board[SQUARES + 1] = "---------";
static int is_mine;         /* whether the last move on the board is of the person at this device */
static mayfly_uuid session; /* which all messages of this game have, so that only the newest is a bubble */
static int has_session;

/* How many squares have this mark. */
static int count(const char *squares, char mark) {
    int found = 0;
    for (int square = 0; square < SQUARES; square++) {
        found += squares[square] == mark;
    }
    return found;
}

/* Whose move is next: crosses begin, so they have as many squares as noughts then. */
static char next_mark(const char *squares) { return count(squares, 'x') == count(squares, 'o') ? 'x' : 'o'; }

/* The mark that has three squares in a line; 0 if none has. */
static char winner(const char *squares) {
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int line = 0; line < 8; line++) {
        char mark = squares[lines[line][0]];
        if (mark != '-' && mark == squares[lines[line][1]] && mark == squares[lines[line][2]]) {
            return mark;
        }
    }
    return 0;
}

static int is_over(const char *squares) { return winner(squares) || count(squares, '-') == 0; }

/* What people read of a board. */
static const char *status(const char *squares) {
    char mark = winner(squares);
    if (mark) {
        return mark == 'x' ? "Crosses win" : "Noughts win";
    }
    if (is_over(squares)) {
        return "Nobody wins";
    }
    return next_mark(squares) == 'x' ? "Crosses are next" : "Noughts are next";
}

/* Shows the board: a button for each free square, unless the other person is next or the game is over. */
static void show(void) {
    char card[2000];
    int is_waiting = is_mine && !is_over(board);
    int used = snprintf(card, sizeof card,
                        "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":["
                        "{\"type\":\"TextBlock\",\"text\":\"%s%s\",\"wrap\":true}",
                        status(board), is_waiting ? ": wait for the answer" : "");
    for (int square = 0; square < SQUARES; square++) {
        char mark = board[square];
        char title = mark == 'x' ? 'X' : mark == 'o' ? 'O' : (char)('a' + square);
        int is_free = mark == '-' && !is_mine && !is_over(board);
        used += snprintf(card + used, sizeof card - (size_t)used,
                         "%s{\"type\":\"Action.Submit\",\"id\":\"%c\",\"title\":\"%c\",\"isEnabled\":%s}%s",
                         square % 3 == 0 ? ",{\"type\":\"ActionSet\",\"actions\":[" : ",", 'a' + square, title,
                         is_free ? "true" : "false", square % 3 == 2 ? "]}" : "");
    }
    snprintf(card + used, sizeof card - (size_t)used, "]}");
    view->present_view(host, mayfly_text(card));
}

/* Takes over the board of a message. It may come from another device, so it may be anything: a wrong one is no board. */
static void take(const mayfly_message *message, int is_own) {
    static const char start[] = "?board=";
    const size_t prefix = sizeof start - 1;
    if (!message || message->url.length != prefix + SQUARES || memcmp(message->url.data, start, prefix) != 0) {
        return;
    }
    const char *squares = message->url.data + prefix;
    int crosses = count(squares, 'x'), noughts = count(squares, 'o');
    int is_board = crosses + noughts + count(squares, '-') == SQUARES && (crosses == noughts || crosses == noughts + 1);
    if (is_board && message->session) {
        memcpy(board, squares, SQUARES);
        is_mine = is_own;
        session = *message->session;
        has_session = 1;
    }
}

/* Puts the message with one more move into the input field. The board of this device changes when it is sent. */
static void stage(int square) {
    char url[32], moved[SQUARES + 1];
    memcpy(moved, board, sizeof moved);
    moved[square] = next_mark(board);
    snprintf(url, sizeof url, "?board=%s", moved);
    if (!has_session) {
        conversation->make_session(host, &session);
    }
    mayfly_template_layout layout = {.size = sizeof layout, .caption = mayfly_text(status(moved))};
    mayfly_message message = {
        .size = sizeof message,
        .session = &session,
        .url = mayfly_text(url),
        .layout = &layout,
        .summary_text = mayfly_text(status(moved)),
        .accessibility_label = mayfly_text(status(moved)),
    };
    conversation->insert_message(host, &message, NULL, NULL);
    /* The person sees the input field in the compact style only. */
    conversation->request_presentation_style(host, MAYFLY_STYLE_COMPACT);
}

/* The message that the person tapped, or NULL when they opened the extension from the drawer. */
static void open_message(const mayfly_state *state) {
    const mayfly_conversation *here = state->active_conversation;
    const mayfly_message *selected = here->selected_message;
    take(selected, selected && selected->sender && mayfly_uuid_equals(selected->sender, &here->local_participant));
    show();
}

static void will_become_active(void *context, const mayfly_state *state) {
    (void)context;
    open_message(state);
}

static void did_select(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)message;
    open_message(state);
}

/* The other person has answered. Messages of other games do not matter. */
static void did_receive(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state;
    if (has_session && message->session && mayfly_uuid_equals(&session, message->session)) {
        take(message, 0);
        show();
    }
}

/* The person pressed Send: the move is made. */
static void did_start_sending(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state;
    take(message, 1);
    show();
}

/* The person tapped a square. */
static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context, (void)state;
    int square = action->id.length == 1 ? action->id.data[0] - 'a' : -1;
    if (square >= 0 && square < SQUARES && board[square] == '-' && !is_mine && !is_over(board)) {
        stage(square);
    }
}

static const mayfly_controller controller = {
    .size = sizeof controller,
    .will_become_active = will_become_active,
    .did_select = did_select,
    .did_receive = did_receive,
    .did_start_sending = did_start_sending,
};

static const mayfly_view_delegate view_delegate = {
    .size = sizeof view_delegate,
    .did_perform_action = did_perform_action,
};

/* The tables of callbacks beside the controller, by their ids. */
static const void *ability(void *context, mayfly_string id) {
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &view_delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    instance->controller = &controller;
    instance->ability = ability;
    return conversation && view ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

/* The one function that the library exports. */
int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    if (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0) {
        extension->refusal = mayfly_text("noughts speaks version 1.0 of the interface only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
