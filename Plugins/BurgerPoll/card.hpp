/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The extension's view.
 */
#ifndef BURGERPOLL_CARD_HPP
#define BURGERPOLL_CARD_HPP

#include "poll.hpp"

#include "mayfly/mayfly.h"

#include <optional>
#include <string>
#include <vector>

namespace burgerpoll {

/*
 * All participants of the conversation, by identifier. The host replaces tokens in bubbles only, so the card has no
 * names.
 */
struct People {
    std::string self;
    std::vector<std::string> others;
};

/* What was put into the input field and is not sent yet. */
struct Waiting {
    std::optional<std::size_t> burger;  /* index in the menu; nothing for the question alone */
    std::optional<mayfly_uuid> session; /* of the poll that was open then; nothing for a new one */
};

/*
 * The card in JSON. What a person presses comes near the top: a compact view is low. Before a poll there is a button
 * that starts one without a vote. `result` has the counts of all votes, and is empty before the first vote. `note` is
 * an error; it is empty if there is none.
 */
std::string card(const std::optional<Poll> &poll, const std::string &result, const People &people,
                 const std::optional<Waiting> &waiting, const std::string &note);

} // namespace burgerpoll

#endif
