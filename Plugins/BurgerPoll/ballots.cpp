/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ballots.hpp"

#include "text.hpp"

namespace burgerpoll {

Ballots Ballots::read(std::string_view text) {
    Ballots ballots;
    for (const std::string_view line : split(text, '\n')) {
        const std::vector<std::string_view> words = split(line, ' ');
        if (words.size() == 2) {
            if (const auto burger = burger_of(words[1])) {
                ballots.cast(words[0], *burger);
            }
        }
    }
    return ballots;
}

std::string Ballots::text() const {
    std::string text;
    for (const Vote &vote : votes_.votes()) {
        text += vote.person + ' ' + std::string(menu[vote.burger].word) + '\n';
    }
    return text;
}

} // namespace burgerpoll
