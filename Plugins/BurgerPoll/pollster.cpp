/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pollster.hpp"

#include "text.hpp"

namespace burgerpoll {

/* MARK: Calls of the host */

void Pollster::open(const mayfly_state &state, const mayfly_message *message) {
    const std::lock_guard<std::mutex> guard(lock_);
    take(state, message);
    request_session();
    show();
}

void Pollster::refresh(const mayfly_message &message) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (session_ && message.session && mayfly_uuid_equals(&*session_, message.session)) {
        note_.clear();
        add(message);
        request_session();
        show();
    }
}

void Pollster::sent(const mayfly_state &state, const mayfly_message &message) {
    const std::lock_guard<std::mutex> guard(lock_);
    const bool is_same = session_ && message.session && mayfly_uuid_equals(&*session_, message.session);
    if (is_same) {
        add(message);
    } else {
        take(state, &message);
    }
    waiting_.reset();
    attempts_ = 20;
    push_vote();
    request_session();
    show();
}

void Pollster::cancelled() {
    const std::lock_guard<std::mutex> guard(lock_);
    waiting_.reset();
    show();
}

/* The ids of buttons are the words of burgers, or "ask". */
void Pollster::perform(const mayfly_action &action) {
    const std::lock_guard<std::mutex> guard(lock_);
    const std::string_view id = view(action.id);
    if (const auto burger = burger_of(id)) {
        vote(*burger);
    } else if (id == "ask" && !poll_) {
        stage(Poll(), '$' + people_.self + " asked which burger", std::nullopt);
    }
}

void Pollster::staged(const mayfly_error *error) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (error) {
        waiting_.reset();
        note_ = "Not put into the message: " + std::string(view(error->message));
        show();
    } else {
        /* The input field is visible only in the compact style, and only the person sends. */
        host_.conversation->request_presentation_style(host_.handle, MAYFLY_STYLE_COMPACT);
    }
}

/* MARK: The open poll */

void Pollster::take(const mayfly_state &state, const mayfly_message *message) {
    const mayfly_conversation &conversation = *state.active_conversation;
    people_ = {uuid_text(conversation.local_participant), {}};
    for (std::uint32_t index = 0; index < conversation.remote_participant_count; ++index) {
        people_.others.push_back(uuid_text(conversation.remote_participants[index]));
    }
    ++opening_;
    steps_.clear();
    poll_.reset();
    session_.reset();
    ballots_.reset();
    version_ = 0;
    note_.clear();
    if (message) {
        add(*message);
    }
}

void Pollster::add(const mayfly_message &message) {
    if (auto step = step_of(message)) {
        steps_.push_back(std::move(*step));
        poll_ = gather(steps_);
        if (message.session) {
            session_ = *message.session;
        }
    }
}

/*
 * Requests the messages of the session on this device, and the state that all devices share. Answers update the view.
 */
void Pollster::request_session() {
    ++request_;
    if (session_) {
        ask_for_messages({this, request_, {}, 0});
        ask_for_state();
    }
}

/* A vote without a poll begins one. */
void Pollster::vote(std::size_t burger) {
    Poll poll = poll_.value_or(Poll());
    poll.cast(people_.self, burger);
    const std::string what = poll_ ? " voted for " : " asked which burger, and voted for ";
    stage(poll, '$' + people_.self + what + std::string(menu[burger].name), burger);
}

/* Stages the poll as the next message of the open session. The open poll changes only when the message is sent. */
void Pollster::stage(const Poll &poll, const std::string &summary, std::optional<std::size_t> burger) {
    const std::string url = poll.url();
    const std::string caption = poll.result();
    const std::string subcaption = poll.subcaption();
    mayfly_uuid session = {};
    if (session_) {
        session = *session_;
    } else {
        host_.conversation->make_session(host_.handle, &session);
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
    waiting_ = Waiting{burger, session_};
    const std::int32_t code = host_.conversation->insert_message(
        host_.handle, &message,
        [](void *context, const mayfly_error *error) {
            try {
                static_cast<Pollster *>(context)->staged(error);
            } catch (...) { /* no exception may cross the interface */
            }
        },
        this);
    if (code != MAYFLY_OK) { /* no completion follows */
        waiting_.reset();
        note_ = "Not put into the message: error " + std::to_string(code);
    }
    show();
}

/* What waits belongs to the poll that was open then: another one may be open by now. */
std::optional<Waiting> Pollster::waiting_here() const {
    if (!waiting_ || waiting_->session.has_value() != session_.has_value()) {
        return std::nullopt;
    }
    return !session_ || mayfly_uuid_equals(&*session_, &*waiting_->session) ? waiting_ : std::nullopt;
}

/*
 * The shared state has votes from messages that this device does not have. Until it arrives, the messages are counted.
 */
void Pollster::show() {
    std::string result;
    if (poll_ && !poll_->votes().empty()) {
        result = poll_->result();
    }
    if (ballots_ && ballots_->size() > 0 && (!poll_ || ballots_->size() >= poll_->votes().size())) {
        result = ballots_->result();
    }
    const std::string json = card(poll_, result, people_, waiting_here(), note_);
    host_.view->present_view(host_.handle, lend(json));
}

} // namespace burgerpoll
