// The content of the files is put in by the compiler.

#include "CMayflyPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char app_settings_js[] = {
#embed "page/app-settings.js"
};
static const unsigned char apps_js[] = {
#embed "page/apps.js"
};
static const unsigned char aside_js[] = {
#embed "page/aside.js"
};
static const unsigned char base_css[] = {
#embed "page/base.css"
};
static const unsigned char bubble_js[] = {
#embed "page/bubble.js"
};
static const unsigned char card_blocks_js[] = {
#embed "page/card-blocks.js"
};
static const unsigned char card_looks_js[] = {
#embed "page/card-looks.js"
};
static const unsigned char card_css[] = {
#embed "page/card.css"
};
static const unsigned char card_js[] = {
#embed "page/card.js"
};
static const unsigned char chat_css[] = {
#embed "page/chat.css"
};
static const unsigned char chat_js[] = {
#embed "page/chat.js"
};
static const unsigned char connection_js[] = {
#embed "page/connection.js"
};
static const unsigned char conversation_js[] = {
#embed "page/conversation.js"
};
static const unsigned char dom_js[] = {
#embed "page/dom.js"
};
static const unsigned char drawer_js[] = {
#embed "page/drawer.js"
};
static const unsigned char extension_css[] = {
#embed "page/extension.css"
};
static const unsigned char extension_js[] = {
#embed "page/extension.js"
};
static const unsigned char field_js[] = {
#embed "page/field.js"
};
static const unsigned char fit_js[] = {
#embed "page/fit.js"
};
static const unsigned char hand_off_js[] = {
#embed "page/hand-off.js"
};
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char links_js[] = {
#embed "page/links.js"
};
static const unsigned char list_js[] = {
#embed "page/list.js"
};
static const unsigned char machine_protection_js[] = {
#embed "page/machine-protection.js"
};
static const unsigned char machine_runs_js[] = {
#embed "page/machine-runs.js"
};
static const unsigned char machine_css[] = {
#embed "page/machine.css"
};
static const unsigned char machine_js[] = {
#embed "page/machine.js"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char mayfly_svg[] = {
#embed "page/mayfly.svg"
};
static const unsigned char media_js[] = {
#embed "page/media.js"
};
static const unsigned char neighbours_js[] = {
#embed "page/neighbours.js"
};
static const unsigned char new_conversation_js[] = {
#embed "page/new-conversation.js"
};
static const unsigned char pane_js[] = {
#embed "page/pane.js"
};
static const unsigned char payments_js[] = {
#embed "page/payments.js"
};
static const unsigned char picture_requests_js[] = {
#embed "page/picture-requests.js"
};
static const unsigned char questions_js[] = {
#embed "page/questions.js"
};
static const unsigned char recents_js[] = {
#embed "page/recents.js"
};
static const unsigned char sight_js[] = {
#embed "page/sight.js"
};
static const unsigned char staged_js[] = {
#embed "page/staged.js"
};
static const unsigned char stickers_js[] = {
#embed "page/stickers.js"
};
static const unsigned char store_css[] = {
#embed "page/store.css"
};
static const unsigned char store_js[] = {
#embed "page/store.js"
};
static const unsigned char text_js[] = {
#embed "page/text.js"
};
static const unsigned char times_js[] = {
#embed "page/times.js"
};
static const unsigned char transcript_js[] = {
#embed "page/transcript.js"
};

#define MAYFLY_PAGE(name, type, bytes)                                                                                 \
    { name, type, bytes, sizeof(bytes) }

static const struct mayfly_page_file files[] = {
    MAYFLY_PAGE("/app-settings.js", "text/javascript; charset=utf-8", app_settings_js),
    MAYFLY_PAGE("/apps.js", "text/javascript; charset=utf-8", apps_js),
    MAYFLY_PAGE("/aside.js", "text/javascript; charset=utf-8", aside_js),
    MAYFLY_PAGE("/base.css", "text/css; charset=utf-8", base_css),
    MAYFLY_PAGE("/bubble.js", "text/javascript; charset=utf-8", bubble_js),
    MAYFLY_PAGE("/card-blocks.js", "text/javascript; charset=utf-8", card_blocks_js),
    MAYFLY_PAGE("/card-looks.js", "text/javascript; charset=utf-8", card_looks_js),
    MAYFLY_PAGE("/card.css", "text/css; charset=utf-8", card_css),
    MAYFLY_PAGE("/card.js", "text/javascript; charset=utf-8", card_js),
    MAYFLY_PAGE("/chat.css", "text/css; charset=utf-8", chat_css),
    MAYFLY_PAGE("/chat.js", "text/javascript; charset=utf-8", chat_js),
    MAYFLY_PAGE("/connection.js", "text/javascript; charset=utf-8", connection_js),
    MAYFLY_PAGE("/conversation.js", "text/javascript; charset=utf-8", conversation_js),
    MAYFLY_PAGE("/dom.js", "text/javascript; charset=utf-8", dom_js),
    MAYFLY_PAGE("/drawer.js", "text/javascript; charset=utf-8", drawer_js),
    MAYFLY_PAGE("/extension.css", "text/css; charset=utf-8", extension_css),
    MAYFLY_PAGE("/extension.js", "text/javascript; charset=utf-8", extension_js),
    MAYFLY_PAGE("/field.js", "text/javascript; charset=utf-8", field_js),
    MAYFLY_PAGE("/fit.js", "text/javascript; charset=utf-8", fit_js),
    MAYFLY_PAGE("/hand-off.js", "text/javascript; charset=utf-8", hand_off_js),
    MAYFLY_PAGE("/", "text/html; charset=utf-8", index_html),
    MAYFLY_PAGE("/links.js", "text/javascript; charset=utf-8", links_js),
    MAYFLY_PAGE("/list.js", "text/javascript; charset=utf-8", list_js),
    MAYFLY_PAGE("/machine-protection.js", "text/javascript; charset=utf-8", machine_protection_js),
    MAYFLY_PAGE("/machine-runs.js", "text/javascript; charset=utf-8", machine_runs_js),
    MAYFLY_PAGE("/machine.css", "text/css; charset=utf-8", machine_css),
    MAYFLY_PAGE("/machine.js", "text/javascript; charset=utf-8", machine_js),
    MAYFLY_PAGE("/main.js", "text/javascript; charset=utf-8", main_js),
    MAYFLY_PAGE("/mayfly.svg", "image/svg+xml", mayfly_svg),
    MAYFLY_PAGE("/media.js", "text/javascript; charset=utf-8", media_js),
    MAYFLY_PAGE("/neighbours.js", "text/javascript; charset=utf-8", neighbours_js),
    MAYFLY_PAGE("/new-conversation.js", "text/javascript; charset=utf-8", new_conversation_js),
    MAYFLY_PAGE("/pane.js", "text/javascript; charset=utf-8", pane_js),
    MAYFLY_PAGE("/payments.js", "text/javascript; charset=utf-8", payments_js),
    MAYFLY_PAGE("/picture-requests.js", "text/javascript; charset=utf-8", picture_requests_js),
    MAYFLY_PAGE("/questions.js", "text/javascript; charset=utf-8", questions_js),
    MAYFLY_PAGE("/recents.js", "text/javascript; charset=utf-8", recents_js),
    MAYFLY_PAGE("/sight.js", "text/javascript; charset=utf-8", sight_js),
    MAYFLY_PAGE("/staged.js", "text/javascript; charset=utf-8", staged_js),
    MAYFLY_PAGE("/stickers.js", "text/javascript; charset=utf-8", stickers_js),
    MAYFLY_PAGE("/store.css", "text/css; charset=utf-8", store_css),
    MAYFLY_PAGE("/store.js", "text/javascript; charset=utf-8", store_js),
    MAYFLY_PAGE("/text.js", "text/javascript; charset=utf-8", text_js),
    MAYFLY_PAGE("/times.js", "text/javascript; charset=utf-8", times_js),
    MAYFLY_PAGE("/transcript.js", "text/javascript; charset=utf-8", transcript_js),
};

size_t mayfly_page_count(void) { return sizeof(files) / sizeof(files[0]); }

const struct mayfly_page_file *mayfly_page_at(size_t index) { return &files[index]; }
