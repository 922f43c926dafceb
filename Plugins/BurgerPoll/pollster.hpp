/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * One instance of the extension on screen.
 */
#ifndef BURGERPOLL_POLLSTER_HPP
#define BURGERPOLL_POLLSTER_HPP

#include "card.hpp"
#include "poll.hpp"

#include "mayfly/mayfly.h"

#include <mutex>

namespace burgerpoll {

/*
 * Callbacks come on the main thread, one at a time, and the answers to insertions on another: every public function
 * takes the lock.
 */
class Pollster {
  public:
    Pollster(const mayfly_host *host, const mayfly_conversation_functions *conversation,
             const mayfly_view_functions *view)
        : host_(host), conversation_(conversation), view_(view) {}

    /* Learns who is there and shows the poll of the message, or the question if there is none. */
    void open(const mayfly_state &state, const mayfly_message *message);
    /* Shows the poll of a newer message of the session that is open; other sessions do not concern it. */
    void refresh(const mayfly_message &message);
    void perform(const mayfly_action &action);
    /* The host's answer to an insertion. */
    void staged(const mayfly_error *error);

  private:
    void take(const mayfly_message &message);
    void vote(const mayfly_action &action);
    void stage(const Poll &poll, const std::string &summary);
    void show();

    const mayfly_host *const host_;
    const mayfly_conversation_functions *const conversation_;
    const mayfly_view_functions *const view_;

    std::mutex lock_; /* guards what follows */
    People people_;
    std::optional<Poll> poll_;
    std::optional<mayfly_uuid> session_; /* of the poll that is open */
    std::string note_;                   /* what went wrong last, for the person */
};

} // namespace burgerpoll

#endif
