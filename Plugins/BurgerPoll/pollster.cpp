/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pollster.hpp"

#include "text.hpp"

namespace burgerpoll {

namespace {

std::string_view input_value(const mayfly_action &action, std::string_view id) {
    for (std::uint32_t index = 0; index < action.input_count; ++index) {
        const mayfly_input *input = mayfly_input_at(&action, index);
        if (view(input->id) == id) {
            return view(input->value);
        }
    }
    return {};
}

} // namespace

void Pollster::open(const mayfly_state &state, const mayfly_message *message) {
    const std::lock_guard<std::mutex> guard(lock_);
    const mayfly_conversation &conversation = *state.active_conversation;
    people_ = {uuid_text(conversation.local_participant), {}};
    for (std::uint32_t index = 0; index < conversation.remote_participant_count; ++index) {
        people_.others.push_back(uuid_text(conversation.remote_participants[index]));
    }
    poll_.reset();
    session_.reset();
    note_.clear();
    if (message) {
        take(*message);
    }
    show();
}

void Pollster::refresh(const mayfly_message &message) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (session_ && message.session && mayfly_uuid_equals(&*session_, message.session)) {
        note_.clear();
        take(message);
        show();
    }
}

void Pollster::perform(const mayfly_action &action) {
    const std::lock_guard<std::mutex> guard(lock_);
    const std::string_view id = view(action.id);
    if (id == "ask" && !poll_) {
        stage(Poll(), '$' + people_.self + " asked which burger");
    } else if (id == "vote" && poll_) {
        vote(action);
    }
}

void Pollster::staged(const mayfly_error *error) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (error) {
        note_ = "Not put into the message: " + std::string(view(error->message));
        show();
    } else {
        /* Only the compact style leaves the input field in sight, and only the person sends. */
        conversation_->request_presentation_style(host_, MAYFLY_STYLE_COMPACT);
    }
}

/* The selected message's texts already name people as this device knows them. */
void Pollster::take(const mayfly_message &message) {
    poll_ = Poll::read(view(message.url), message.layout ? view(message.layout->subcaption) : std::string_view());
    session_.reset();
    if (poll_ && message.session) {
        session_ = *message.session;
    }
}

void Pollster::vote(const mayfly_action &action) {
    const auto burger = burger_of(input_value(action, "burger"));
    if (!burger) {
        note_ = "Choose a burger first";
        show();
        return;
    }
    Poll poll = *poll_;
    poll.cast(people_.self, *burger);
    stage(poll, '$' + people_.self + " voted for " + std::string(menu[*burger].name));
}

/* Stages the poll as the next message of the open session. What is open changes only when it is sent. */
void Pollster::stage(const Poll &poll, const std::string &summary) {
    const std::string url = poll.url();
    const std::string caption = poll.result();
    const std::string subcaption = poll.subcaption();
    mayfly_uuid session = {};
    if (session_) {
        session = *session_;
    } else {
        conversation_->make_session(host_, &session);
    }
    mayfly_template_layout layout = {};
    layout.size = sizeof layout;
    layout.caption = lend(caption);
    layout.subcaption = lend(subcaption);
    mayfly_message message = {};
    message.size = sizeof message;
    message.session = &session;
    message.url = lend(url);
    message.layout = &layout;
    message.summary_text = lend(summary);
    note_.clear();
    const std::int32_t code = conversation_->insert_message(
        host_, &message,
        [](void *context, const mayfly_error *error) {
            try {
                static_cast<Pollster *>(context)->staged(error);
            } catch (...) { /* no exception may cross the interface */
            }
        },
        this);
    if (code != MAYFLY_OK) { /* then no answer comes */
        note_ = "Not put into the message: error " + std::to_string(code);
    }
    show();
}

void Pollster::show() {
    const std::string json = card(poll_, people_, note_);
    view_->present_view(host_, lend(json));
}

} // namespace burgerpoll
