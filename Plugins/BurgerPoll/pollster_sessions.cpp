/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the poll learns from the session's other messages and from the state that the devices share.
 */
#include "pollster.hpp"

#include "text.hpp"

#include <memory>

namespace burgerpoll {

/* The message's texts already name people as this device knows them. */
std::optional<Step> step_of(const mayfly_message &message) {
    auto poll = Poll::read(view(message.url), message.layout ? view(message.layout->subcaption) : std::string_view());
    if (!poll) {
        return std::nullopt;
    }
    return Step{message.sender ? uuid_text(*message.sender) : std::string(), std::move(*poll)};
}

namespace {

/* Runs what the host's answer leads to. Out of memory leaves the view as it was. */
template <typename Body> void guarded(Body body) noexcept {
    try {
        body();
    } catch (...) { /* no exception may cross the interface */
    }
}

void messages_came(void *context, const mayfly_error *error, const mayfly_message *const *messages, std::uint32_t count,
                   std::uint8_t has_older) {
    guarded([=] {
        const std::unique_ptr<Reading> reading(static_cast<Reading *>(context));
        if (error) {
            return; /* what is known already has to do */
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

/* A question for the state, or a change of it. */
struct StateCall {
    Pollster *pollster;
    std::uint64_t opening;
};

template <void (Pollster::*Answer)(std::uint64_t, const StateAnswer &)>
void state_came(void *context, const mayfly_error *error, std::uint64_t version, const void *bytes,
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
    auto question = std::make_unique<Reading>(std::move(reading));
    if (host_.history->read_session(host_.handle, skip, 0, messages_came, question.get()) == MAYFLY_OK) {
        question.release(); /* its answer ends it */
    }
}

void Pollster::read(Reading reading, bool has_older) {
    const std::lock_guard<std::mutex> guard(lock_);
    if (reading.look != look_) {
        return; /* a newer question is under way */
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
    if (host_.state->get_state(host_.handle, &*session_, state_came<&Pollster::fetched>, call.get()) == MAYFLY_OK) {
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
                                                     state_came<&Pollster::pushed>, call.get());
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

/* Who was quicker is not lost: the vote is added to what stands there now. */
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
