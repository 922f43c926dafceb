/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The extension's view.
 */
#ifndef BURGERPOLL_CARD_HPP
#define BURGERPOLL_CARD_HPP

#include "poll.hpp"

#include <string>
#include <vector>

namespace burgerpoll {

/* Everybody in the conversation, by identifier. The host replaces tokens in bubbles only, so a card has no names. */
struct People {
    std::string self;
    std::vector<std::string> others;
};

/*
 * The card in JSON. Without a poll it offers to ask for one. `result` is the count of all votes, empty before the
 * first; `note` is shown below unless it is empty.
 */
std::string card(const std::optional<Poll> &poll, const std::string &result, const People &people,
                 const std::string &note);

} // namespace burgerpoll

#endif
