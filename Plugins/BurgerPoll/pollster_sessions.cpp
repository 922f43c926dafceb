/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads the other messages of the session, and reads and writes the state that the devices share.
 */
#include "pollster.hpp"

#include "text.hpp"

#include <memory>

namespace burgerpoll {

/* The host has already put this device's identifiers into the texts of the message. */
std::optional<Step> step_of(const mayfly_message &message) {
    auto poll = Poll::read(view(message.url), message.layout ? view(message.layout->subcaption) : std::string_view());
    if (!poll) {
        return std::nullopt;
    }
    return Step{message.sender ? uuid_text(*message.sender) : std::string(), std::move(*poll)};
}

namespace {

/* Handles an answer of the host. If memory is exhausted, the view stays as it was. */
template <typename Body> void guarded(Body body) noexcept {
    try {
        body();
    } catch (...) { /* no exception may cross the interface */
    }
}

void messages_arrived(void *context, const mayfly_error *error, const mayfly_message *const *messages,
                      std::uint32_t count, std::uint8_t has_older) {
    guarded([=] {
        const std::unique_ptr<Reading> reading(static_cast<Reading *>(context));
        if (error) {
            return; /* the messages that are known are kept */
        }
        std::vector<Step> steps;
        for (std::uint32_t index = 0; index < count; ++index) {
            if (auto step = step_of(*messages[index])) {
                steps.push_back(std::move(*step));
            }
        }
        steps.insert(steps.end(), reading->newer.begin(), reading->newer.end());
        reading->newer = std::move(steps);
        reading->count += count;
        reading->pollster->read(std::move(*reading), has_older != 0 && count > 0);
    });
}

/* A request for the state, or a change of it. */
struct StateCall {
    Pollster *pollster;
    std::uint64_t opening;
};

template <void (Pollster::*Answer)(std::uint64_t, const StateAnswer &)>
void state_arrived(void *context, const mayfly_error *error, std::uint64_t version, const void *bytes,
                   std::uint64_t size) {
    guarded([=] {
        const std::unique_ptr<StateCall> call(static_cast<StateCall *>(context));
        const auto *text = static_cast<const char *>(bytes);
        const std::string_view known = text ? std::string_view(text, static_cast<std::size_t>(size)) : "";
        (call->pollster->*Answer)(call->opening, {error, version, known});
    });
}

} // namespace

/* MARK: Messages */

void Pollster::ask_for_messages(Reading reading) {
    if (!host_.history) {
        return;
    }
    const std::uint32_t skip = reading.count;
    auto request = std::make_unique<Reading>(std::move(reading));
    if (host_.history->read_session(host_.handle, skip, 0, messages_arrived, request.get()) == MAYFLY_OK) {
        request.release(); /* messages_arrived deletes it */
    }
}

void Pollster::read(Reading reading, bool has_older) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (reading.request != request_) {
        return; /* there is a newer request */
    }
    if (has_older) {
        ask_for_messages(std::move(reading));
    } else if (!reading.newer.empty()) {
        steps_ = std::move(reading.newer);
        poll_ = gather(steps_);
        show();
    }
}

/* MARK: The shared state */

void Pollster::ask_for_state() {
    if (!host_.state) {
        return;
    }
    auto call = std::make_unique<StateCall>(StateCall{this, opening_});
    if (host_.state->get_state(host_.handle, &*session_, state_arrived<&Pollster::fetched>, call.get()) == MAYFLY_OK) {
        call.release();
    }
}

void Pollster::push_vote() {
    const auto burger = poll_ ? poll_->vote_of(people_.self) : std::nullopt;
    if (!host_.state || !session_ || !burger || attempts_ == 0) {
        return;
    }
    --attempts_;
    Ballots ballots = ballots_.value_or(Ballots());
    ballots.cast(people_.self, *burger);
    const std::string text = ballots.text();
    auto call = std::make_unique<StateCall>(StateCall{this, opening_});
    const std::int32_t code = host_.state->put_state(host_.handle, &*session_, version_, text.data(), text.size(),
                                                     state_arrived<&Pollster::pushed>, call.get());
    if (code == MAYFLY_OK) {
        call.release();
    }
}

void Pollster::fetched(std::uint64_t opening, const StateAnswer &answer) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (opening == opening_ && !answer.error) {
        version_ = answer.version;
        ballots_ = Ballots::read(answer.bytes);
        show();
    }
}

/* If another device was faster, the vote is added to the newer state, so that no vote is lost. */
void Pollster::pushed(std::uint64_t opening, const StateAnswer &answer) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (opening == opening_ && answer.error && answer.error->code == MAYFLY_ERROR_VERSION_CONFLICT) {
        version_ = answer.version;
        ballots_ = Ballots::read(answer.bytes);
        push_vote();
        ask_for_state();
    }
}

} // namespace burgerpoll
