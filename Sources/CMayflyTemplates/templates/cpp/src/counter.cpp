// @NAME@: a number that two people raise together. It travels in the message, as "?count=3".
//
// The host calls all callbacks on one thread, one at a time. The process ends soon after the view has left the screen.
// No exception may leave a callback, so each of them is noexcept: one that is not caught ends the process, with a report.
#define MAYFLY_NO_ENTRY_PROTOTYPE
#include <mayfly/mayfly.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace {

constexpr std::string_view name = "@NAME@";
constexpr long most = 999999;

// Views of texts, in both directions. A text of the host is borrowed until the callback returns.
mayfly_string borrowed(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view_of(mayfly_string text) { return text.data ? std::string_view(text.data, text.length) : ""; }

// The number in the URL of a message. It may come from another device, so it may be anything.
std::optional<long> number_in(const mayfly_message *message) {
    constexpr std::string_view key = "?count=";
    auto url = message ? view_of(message->url) : "";
    if (url.substr(0, key.size()) != key) {
        return std::nullopt;
    }
    long number = 0;
    auto [end, error] = std::from_chars(url.data() + key.size(), url.data() + url.size(), number);
    bool is_right = error == std::errc() && number >= 0 && number <= most;
    return is_right ? std::optional(number) : std::nullopt;
}

class Counter {
  public:
    Counter(const mayfly_host *host)
        : host(host),
          conversation(static_cast<const mayfly_conversation_functions *>(mayfly_ability(host, MAYFLY_CONVERSATION))),
          view(static_cast<const mayfly_view_functions *>(mayfly_ability(host, MAYFLY_VIEW))) {}

    bool is_complete() const { return conversation && view; }

    // Takes over the number of a message, if it has one, and shows it.
    void open(const mayfly_message *message) {
        count = number_in(message).value_or(count);
        show();
    }

    // A message of the session that is open is the newer one.
    void receive(const mayfly_state *state, const mayfly_message *message) {
        auto selected = state->active_conversation->selected_message;
        if (selected && selected->session && message->session &&
            mayfly_uuid_equals(selected->session, message->session)) {
            open(message);
        }
    }

    void act(const mayfly_state *state, std::string_view button) {
        if (button == "add") {
            count += count < most;
            show();
        } else if (button == "stage") {
            stage(state);
        }
    }

  private:
    const mayfly_host *host;
    const mayfly_conversation_functions *conversation;
    const mayfly_view_functions *view;
    long count = 0;

    void show() const {
        std::string card = R"({"type":"AdaptiveCard","version":"1.5",)"
                           R"("body":[{"type":"TextBlock","size":"extraLarge","text":")";
        card += std::to_string(count);
        card += R"("}],"actions":[{"type":"Action.Submit","id":"add","title":"Add one"},)"
                R"({"type":"Action.Submit","id":"stage","title":"Put into the message"}]})";
        view->present_view(host, borrowed(card));
    }

    // Puts the number into the input field: the next message of the session that is open, or the first of a new one.
    void stage(const mayfly_state *state) const {
        auto selected = state->active_conversation->selected_message;
        mayfly_uuid session;
        if (selected && selected->session) {
            session = *selected->session;
        } else {
            conversation->make_session(host, &session);
        }
        auto url = "?count=" + std::to_string(count);
        auto caption = std::string(name) + ": " + std::to_string(count);
        mayfly_template_layout layout = {};
        layout.size = sizeof layout;
        layout.caption = borrowed(caption);
        mayfly_message message = {};
        message.size = sizeof message;
        message.session = &session;
        message.url = borrowed(url);
        message.layout = &layout;
        message.summary_text = message.accessibility_label = borrowed(caption);
        conversation->insert_message(host, &message, nullptr, nullptr);
        // The person sees the input field in the compact style only.
        conversation->request_presentation_style(host, MAYFLY_STYLE_COMPACT);
    }
};

Counter &counter(void *context) { return *static_cast<Counter *>(context); }

const mayfly_controller controller = [] {
    mayfly_controller table = {};
    table.size = sizeof table;
    table.will_become_active = [](void *context, const mayfly_state *state) noexcept {
        counter(context).open(state->active_conversation->selected_message);
    };
    table.did_select = [](void *context, const mayfly_state *, const mayfly_message *message) noexcept {
        counter(context).open(message);
    };
    table.did_receive = [](void *context, const mayfly_state *state, const mayfly_message *message) noexcept {
        counter(context).receive(state, message);
    };
    return table;
}();

const mayfly_view_delegate view_delegate = [] {
    mayfly_view_delegate table = {};
    table.size = sizeof table;
    table.did_perform_action = [](void *context, const mayfly_state *state, const mayfly_action *action) noexcept {
        counter(context).act(state, view_of(action->id));
    };
    return table;
}();

// The tables of callbacks beside the controller, by their ids.
const void *ability(void *, mayfly_string id) noexcept {
    return view_of(id) == MAYFLY_VIEW_DELEGATE ? &view_delegate : nullptr;
}

int32_t make_instance(void *, const mayfly_host *host, const mayfly_launch *, mayfly_instance *instance) noexcept {
    auto made = new Counter(host); // lives as long as the process
    instance->context = made;
    instance->controller = &controller;
    instance->ability = ability;
    return made->is_complete() ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

} // namespace

// The one function that the library exports.
extern "C" MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer,
                                                        mayfly_extension *extension) noexcept {
    if (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0) {
        extension->refusal = mayfly_text("@NAME@ speaks version 1.0 of the interface only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
