// The frozen plugin in C++17: the same play as everything.c, with what C++ has for it: classes, closures, exceptions.
#include <mayfly/mayfly.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

std::string text(mayfly_string given) {
    return given.data ? std::string(given.data, static_cast<std::size_t>(given.length)) : std::string();
}

mayfly_string text(const std::string &given) {
    mayfly_string result;
    result.data = given.data();
    result.length = given.size();
    return result;
}

template <typename Struct> Struct sized() {
    Struct made = {};
    made.size = sizeof made;
    return made;
}

int code(const mayfly_error *error) { return error ? error->code : 0; }

class Everything {
  public:
    explicit Everything(const mayfly_host *given)
        : host(given), conversation(table<mayfly_conversation_functions>(MAYFLY_CONVERSATION)),
          view(table<mayfly_view_functions>(MAYFLY_VIEW)), stickers(table<mayfly_sticker_functions>(MAYFLY_STICKERS)),
          logger(table<mayfly_log_functions>(MAYFLY_LOG)), storage(table<mayfly_storage_functions>(MAYFLY_STORAGE)),
          history(table<mayfly_session_history_functions>(MAYFLY_SESSION_HISTORY)),
          states(table<mayfly_session_state_functions>(MAYFLY_SESSION_STATE)),
          more_time(table<mayfly_more_time_functions>(MAYFLY_MORE_TIME)),
          network(table<mayfly_network_functions>(MAYFLY_NETWORK)),
          photos(table<mayfly_photos_functions>(MAYFLY_PHOTOS)), camera(table<mayfly_camera_functions>(MAYFLY_CAMERA)),
          purchase(table<mayfly_purchase_functions>(MAYFLY_PURCHASE)),
          payment(table<mayfly_payment_functions>(MAYFLY_PAYMENT)),
          settings(table<mayfly_settings_functions>(MAYFLY_SETTINGS)) {
        if (mayfly_ability(host, "mayfly.nothing/1")) {
            throw std::runtime_error("the host has a table by an unknown id");
        }
        folder.resize(static_cast<std::size_t>(storage->private_folder(host, nullptr, 0)));
        storage->private_folder(host, &folder[0], folder.size());
        conversation->make_session(host, &session);
        name_functions();
    }

    void tell(const char *name, const std::string &value = "") const { say("told", name, value); }

    void load() const {
        std::string card = R"({"type":"AdaptiveCard","version":"1.5","body":[{"type":"Input.Text","id":"value",)"
                           R"("label":"Value"}],"actions":[)";
        const char *comma = "";
        for (const auto &function : functions) {
            card += comma + (R"({"type":"Action.Execute","verb":"call","id":")" + function.first);
            card += R"(","title":")" + function.first + "\"}";
            comma = ",";
        }
        view->present_view(host, text(card + "]}"));
        tell("view_did_load");
    }

    void perform(const mayfly_action *action) {
        const auto function = functions.find(text(action->id));
        const mayfly_input *input = mayfly_input_at(action, 0);
        value = input ? text(input->value) : "";
        if (function != functions.end()) {
            tell("did_perform_action", text(action->verb) == "call" ? function->first : "none");
            function->second(const_cast<char *>(function->first.c_str()));
        }
    }

    void resign() const {
        more_time->extend(host, mayfly_text("saving the game"), 100, extended, const_cast<char *>("extend"));
        tell("will_resign_active");
    }

    // Waits for the answer to `extend`, for a second at most.
    void end() const {
        for (int i = 0; i < 1000 && !is_extended; i++) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        tell("did_resign_active");
    }

    void free_memory() {
        std::vector<char>().swap(hoard);
        tell("did_receive_memory_warning");
    }

    // The second cell stays empty.
    void supply(uint32_t index) const {
        const std::string file = picture();
        mayfly_sticker first = sized<mayfly_sticker>();
        first.file = text(file);
        first.description = mayfly_text("first");
        stickers->supply_sticker(host, index, index ? nullptr : &first);
        tell("sticker_at", std::to_string(index));
    }

  private:
    template <typename Table> const Table *table(const char *id) const {
        const void *found = mayfly_ability(host, id);
        if (!found) {
            throw std::runtime_error(std::string("the host lacks ") + id);
        }
        return static_cast<const Table *>(found);
    }

    std::string picture() const { return folder + "/good.png"; }

    void say(const std::string &kind, const std::string &name, const std::string &what) const {
        logger->log(host, MAYFLY_LOG_INFO, text(kind + " " + name + (what.empty() ? "" : " " + what)));
    }

    static void answered(const void *name, const mayfly_error *error, const std::string &what = "");

    // Completions; the context is the name of the function.

    static void completed(void *name, const mayfly_error *error) { answered(name, error); }

    static void got_messages(void *name, const mayfly_error *error, const mayfly_message *const *messages,
                             uint32_t count, uint8_t has_older) {
        answered(name, error,
                 std::to_string(count) + " " + (count ? text(messages[0]->url) : "none") + " " +
                     std::to_string(has_older));
    }

    static void got_state(void *name, const mayfly_error *error, uint64_t now, const void *bytes, uint64_t size);

    static void extended(void *name, const mayfly_error *error);

    static void got_answer(void *name, const mayfly_error *error, uint32_t status, const mayfly_http_header *headers,
                           uint32_t header_count, const void *body, uint64_t body_size) {
        std::string second = "none";
        for (uint32_t i = 0; i < header_count; i++) {
            const mayfly_http_header *header = mayfly_http_header_at(headers, i);
            second = text(header->name) == "X-Test-Two" ? text(header->value) : second;
        }
        answered(name, error, std::to_string(status) + " " + second + (body && body_size ? " body" : " none"));
    }

    static void got_picture(void *name, const mayfly_error *error, mayfly_string file) {
        answered(name, error, file.data ? "file" : "none");
    }

    static void got_products(void *name, const mayfly_error *error, const mayfly_product *products, uint32_t count) {
        std::string list;
        for (uint32_t i = 0; i < count; i++) {
            const mayfly_product *one = mayfly_product_at(products, i);
            list +=
                text(one->id) + "/" + text(one->title) + "/" + std::to_string(one->amount) + "/" + text(one->currency);
        }
        answered(name, error, list.empty() ? "none" : list);
    }

    static void paid(void *name, const mayfly_error *error, int32_t outcome, const void *receipt, uint64_t size) {
        const std::string bytes(receipt ? static_cast<const char *>(receipt) : "none", receipt ? size : 4);
        answered(name, error, std::to_string(outcome) + " " + bytes);
    }

    static void got_settings(void *name, const mayfly_error *error, const mayfly_setting *values, uint32_t count) {
        std::string list;
        for (uint32_t i = 0; i < count; i++) {
            const mayfly_setting *one = mayfly_setting_at(values, i);
            list += text(one->key) + "=" + text(one->value);
        }
        answered(name, error, list.empty() ? "none" : list);
    }

    // The functions

    mayfly_sticker cup(const std::string &file) const {
        mayfly_sticker sticker = sized<mayfly_sticker>();
        sticker.file = text(file);
        sticker.description = mayfly_text("a cup");
        return sticker;
    }

    void give_message(char *name, bool sends) const {
        const std::string file = picture();
        static const unsigned char pixel[] = {'G', 'I', 'F', '8', '9', 'a', 1,   0,    1, 0, 0x80, 0,
                                              0,   0,   0,   0,   255, 255, 255, ',',  0, 0, 0,    0,
                                              1,   0,   1,   0,   0,   2,   2,   0x44, 1, 0, ';'};
        mayfly_template_layout layout = sized<mayfly_template_layout>();
        layout.image_title = mayfly_text("title");
        layout.image_subtitle = mayfly_text("subtitle");
        layout.caption = mayfly_text("caption");
        layout.subcaption = mayfly_text("subcaption");
        layout.trailing_caption = mayfly_text("trailing");
        layout.trailing_subcaption = mayfly_text("below");
        mayfly_message message = sized<mayfly_message>();
        message.session = &session;
        message.url = mayfly_text("?from=cpp");
        message.layout = &layout;
        message.summary_text = mayfly_text("summary");
        message.accessibility_label = mayfly_text("label");
        if (sends) {
            message.should_expire = 1;
            layout.image_bytes = pixel;
            layout.image_size = sizeof pixel;
            conversation->send_message(host, &message, completed, name);
        } else {
            layout.image_file = text(file);
            layout.media_file = text(file);
            conversation->insert_message(host, &message, completed, name);
        }
    }

    void request(char *name) const {
        mayfly_http_header header = sized<mayfly_http_header>();
        header.name = mayfly_text("X-Game");
        header.value = mayfly_text("chess");
        mayfly_fetch_request request = sized<mayfly_fetch_request>();
        request.header_count = 1;
        request.method = mayfly_text("PUT");
        request.url = text(value);
        request.headers = &header;
        request.body = "e4";
        request.body_size = 2;
        network->fetch(host, &request, got_answer, name);
    }

    void pay(char *name) const {
        mayfly_payment_request request = sized<mayfly_payment_request>();
        request.label = mayfly_text("A round of tea");
        request.amount = 450;
        request.currency = mayfly_text("GBP");
        payment->request_payment(host, &request, paid, name);
    }

    void name_conversation() {
        functions["insert_message"] = [this](char *name) { give_message(name, false); };
        functions["send_message"] = [this](char *name) { give_message(name, true); };
        functions["insert_sticker"] = [this](char *name) {
            const std::string file = picture();
            const mayfly_sticker sticker = cup(file);
            conversation->insert_sticker(host, &sticker, completed, name);
        };
        functions["send_sticker"] = [this](char *name) {
            const std::string file = picture();
            const mayfly_sticker sticker = cup(file);
            conversation->send_sticker(host, &sticker, completed, name);
        };
        functions["insert_text"] = [this](char *name) {
            conversation->insert_text(host, mayfly_text("words"), completed, name);
        };
        functions["send_text"] = [this](char *name) {
            conversation->send_text(host, mayfly_text("words"), completed, name);
        };
        functions["insert_attachment"] = [this](char *name) {
            conversation->insert_attachment(host, text(picture()), mayfly_text("shown.png"), completed, name);
        };
        functions["send_attachment"] = [this](char *name) {
            conversation->send_attachment(host, text(picture()), mayfly_text("shown.png"), completed, name);
        };
        functions["request_presentation_style"] = [this](char *) {
            conversation->request_presentation_style(host, MAYFLY_STYLE_EXPANDED);
        };
        functions["dismiss"] = [this](char *) { conversation->dismiss(host); };
        functions["make_session"] = [this](char *name) {
            const mayfly_uuid nothing = {};
            conversation->make_session(host, &session);
            answered(name, nullptr, mayfly_uuid_equals(&session, &nothing) ? "none" : "session");
        };
    }

    void name_services() {
        functions["present_sticker_browser"] = [this](char *) {
            stickers->present_sticker_browser(host, MAYFLY_STICKER_LARGE);
            stickers->reload_stickers(host);
        };
        functions["private_folder"] = [this](char *name) {
            answered(name, nullptr, !folder.empty() && folder[0] == '/' ? "folder" : "none");
        };
        functions["read_session"] = [this](char *name) { history->read_session(host, 0, 10, got_messages, name); };
        functions["get_state"] = [this](char *name) { states->get_state(host, &session, got_state, name); };
        functions["put_state"] = [this](char *name) {
            states->put_state(host, &session, version, "chess", 5, got_state, name);
        };
        functions["fetch"] = [this](char *name) { request(name); };
        functions["choose_photo"] = [this](char *name) { photos->choose_photo(host, got_picture, name); };
        functions["take_picture"] = [this](char *name) { camera->take_picture(host, got_picture, name); };
        functions["list_products"] = [this](char *name) { purchase->list_products(host, got_products, name); };
        functions["owned_products"] = [this](char *name) { purchase->owned_products(host, got_products, name); };
        functions["buy_product"] = [this](char *name) {
            purchase->buy_product(host, mayfly_text("theme"), paid, name);
        };
        functions["request_payment"] = [this](char *name) { pay(name); };
        functions["read_settings"] = [this](char *name) { settings->read_settings(host, got_settings, name); };
        functions["hoard"] = [this](char *) { hoard.assign(static_cast<std::size_t>(std::stoul(value)) << 20, 1); };
    }

    void name_functions() {
        name_conversation();
        name_services();
    }

    const mayfly_host *host;
    const mayfly_conversation_functions *conversation;
    const mayfly_view_functions *view;
    const mayfly_sticker_functions *stickers;
    const mayfly_log_functions *logger;
    const mayfly_storage_functions *storage;
    const mayfly_session_history_functions *history;
    const mayfly_session_state_functions *states;
    const mayfly_more_time_functions *more_time;
    const mayfly_network_functions *network;
    const mayfly_photos_functions *photos;
    const mayfly_camera_functions *camera;
    const mayfly_purchase_functions *purchase;
    const mayfly_payment_functions *payment;
    const mayfly_settings_functions *settings;
    std::string folder;
    mayfly_uuid session = {};
    uint64_t version = 0;
    std::atomic<bool> is_extended{false};
    std::string value;
    std::vector<char> hoard;
    std::map<std::string, std::function<void(char *)>> functions;
};

Everything *it;

void Everything::answered(const void *name, const mayfly_error *error, const std::string &what) {
    it->say("answered", static_cast<const char *>(name),
            std::to_string(code(error)) + (what.empty() ? "" : " " + what));
}

void Everything::got_state(void *name, const mayfly_error *error, uint64_t now, const void *bytes, uint64_t size) {
    it->version = now;
    const std::string state(bytes ? static_cast<const char *>(bytes) : "none", bytes ? size : 4);
    answered(name, error, std::to_string(now) + " " + state);
}

void Everything::extended(void *name, const mayfly_error *error) {
    answered(name, error);
    it->is_extended = true;
}

mayfly_controller make_controller() {
    mayfly_controller made = sized<mayfly_controller>();
    made.view_did_load = [](void *, const mayfly_state *) { it->load(); };
    made.will_become_active = [](void *, const mayfly_state *) { it->tell("will_become_active"); };
    made.did_become_active = [](void *, const mayfly_state *state) {
        it->tell("did_become_active", std::to_string(state->active_conversation->remote_participant_count));
    };
    made.will_resign_active = [](void *, const mayfly_state *) { it->resign(); };
    made.did_resign_active = [](void *, const mayfly_state *) { it->end(); };
    made.view_will_appear = [](void *, const mayfly_state *) { it->tell("view_will_appear"); };
    made.view_did_appear = [](void *, const mayfly_state *) { it->tell("view_did_appear"); };
    made.view_will_disappear = [](void *, const mayfly_state *) { it->tell("view_will_disappear"); };
    made.view_did_disappear = [](void *, const mayfly_state *) { it->tell("view_did_disappear"); };
    made.will_select = [](void *, const mayfly_state *, const mayfly_message *message) {
        it->tell("will_select", text(message->url));
    };
    made.did_select = [](void *, const mayfly_state *, const mayfly_message *message) {
        it->tell("did_select", text(message->url));
    };
    made.did_receive = [](void *, const mayfly_state *, const mayfly_message *message) {
        it->tell("did_receive", text(message->url));
    };
    made.did_start_sending = [](void *, const mayfly_state *, const mayfly_message *message) {
        it->tell("did_start_sending", text(message->url));
    };
    made.did_cancel_sending = [](void *, const mayfly_state *, const mayfly_message *message) {
        it->tell("did_cancel_sending", text(message->url));
    };
    made.will_transition = [](void *, const mayfly_state *, int32_t style) {
        it->tell("will_transition", std::to_string(style));
    };
    made.did_transition = [](void *, const mayfly_state *, int32_t style) {
        it->tell("did_transition", std::to_string(style));
    };
    made.did_receive_memory_warning = [](void *, const mayfly_state *) { it->free_memory(); };
    return made;
}

const void *ability(void *, mayfly_string id) {
    static mayfly_view_delegate view = sized<mayfly_view_delegate>();
    static mayfly_gesture_delegate gestures = sized<mayfly_gesture_delegate>();
    static mayfly_sticker_source stickers = sized<mayfly_sticker_source>();
    static mayfly_settings_delegate settings = sized<mayfly_settings_delegate>();
    view.did_perform_action = [](void *, const mayfly_state *, const mayfly_action *action) { it->perform(action); };
    gestures.did_swipe = [](void *, const mayfly_state *, int32_t direction) {
        it->tell("did_swipe", std::to_string(direction));
    };
    stickers.sticker_count = [](void *, const mayfly_state *) {
        it->tell("sticker_count");
        return uint32_t(2);
    };
    stickers.sticker_at = [](void *, const mayfly_state *, uint32_t index) { it->supply(index); };
    settings.did_change_settings = [](void *, const mayfly_state *) { it->tell("did_change_settings"); };
    const std::map<std::string, const void *> tables = {{MAYFLY_VIEW_DELEGATE, &view},
                                                        {MAYFLY_GESTURES, &gestures},
                                                        {MAYFLY_STICKER_SOURCE, &stickers},
                                                        {MAYFLY_SETTINGS_DELEGATE, &settings}};
    const auto found = tables.find(text(id));
    return found == tables.end() ? nullptr : found->second;
}

int32_t make_instance(void *, const mayfly_host *host, const mayfly_launch *launch, mayfly_instance *instance) {
    static const mayfly_controller controller = make_controller();
    try {
        it = new Everything(host);
    } catch (const std::exception &) {
        return MAYFLY_ERROR_UNKNOWN;
    }
    instance->context = it;
    instance->controller = &controller;
    instance->ability = ability;
    return launch->bundle_folder.data && launch->locale.data ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

} // namespace

int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    if (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0) {
        extension->refusal = mayfly_text("the frozen plugin speaks version 1.0 only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
