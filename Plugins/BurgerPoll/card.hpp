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

/*
 * All participants of the conversation, by identifier. The host replaces tokens in bubbles only, so the card has no
 * names.
 */
struct People {
    std::string self;
    std::vector<std::string> others;
};

/*
 * The card in JSON. Without a poll it has a button that starts one. `result` has the counts of all votes, and is empty
 * before the first vote. `note` is shown at the bottom, unless it is empty.
 */
std::string card(const std::optional<Poll> &poll, const std::string &result, const People &people,
                 const std::string &note);

} // namespace burgerpoll

#endif
