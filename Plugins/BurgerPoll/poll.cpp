/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "poll.hpp"

#include "text.hpp"

#include <algorithm>
#include <set>

namespace burgerpoll {

namespace {

constexpr std::string_view query_begin = "?votes=";

} // namespace

std::optional<std::size_t> burger_of(std::string_view word) {
    for (std::size_t index = 0; index < menu.size(); ++index) {
        if (menu[index].word == word) {
            return index;
        }
    }
    return std::nullopt;
}

std::optional<Poll> Poll::read(std::string_view url, std::string_view subcaption) {
    if (url.substr(0, query_begin.size()) != query_begin) {
        return std::nullopt;
    }
    Poll poll;
    const std::vector<std::string> people = participant_tokens(subcaption);
    const std::vector<std::string_view> words = split(url.substr(query_begin.size()), ',');
    for (std::size_t index = 0; index < std::min(people.size(), words.size()); ++index) {
        if (const auto burger = burger_of(words[index])) {
            poll.cast(people[index], *burger);
        }
    }
    return poll;
}

std::optional<std::size_t> Poll::vote_of(std::string_view person) const {
    for (const Vote &vote : votes_) {
        if (vote.person == person) {
            return vote.burger;
        }
    }
    return std::nullopt;
}

void Poll::cast(std::string_view person, std::size_t burger) {
    for (Vote &vote : votes_) {
        if (vote.person == person) {
            vote.burger = burger;
            return;
        }
    }
    votes_.push_back({std::string(person), burger});
}

std::string Poll::url() const {
    std::string url(query_begin);
    for (const Vote &vote : votes_) {
        url += &vote == &votes_.front() ? "" : ",";
        url += menu[vote.burger].word;
    }
    return url;
}

std::string Poll::result() const {
    std::array<std::size_t, menu.size()> counts = {};
    for (const Vote &vote : votes_) {
        ++counts[vote.burger];
    }
    std::array<std::size_t, menu.size()> order = {};
    for (std::size_t index = 0; index < order.size(); ++index) {
        order[index] = index;
    }
    std::sort(order.begin(), order.end(), [&counts](std::size_t left, std::size_t right) {
        return counts[left] != counts[right] ? counts[left] > counts[right] : left < right;
    });
    std::string result;
    for (const std::size_t index : order) {
        if (counts[index] > 0) {
            result += result.empty() ? "" : " · ";
            result += std::string(menu[index].name) + ' ' + std::to_string(counts[index]);
        }
    }
    return result.empty() ? "Burger poll" : result;
}

std::string Poll::subcaption() const {
    std::string text;
    for (const Vote &vote : votes_) {
        text += text.empty() ? "$" : ", $";
        text += vote.person + ": " + std::string(menu[vote.burger].name);
    }
    return text;
}

Poll gather(const std::vector<Step> &steps) {
    Poll poll;
    std::set<std::string> senders;
    for (const Step &step : steps) {
        for (const Vote &vote : step.poll.votes()) {
            const bool is_own = vote.person == step.sender;
            if (is_own) {
                senders.insert(vote.person);
            }
            if (is_own || senders.count(vote.person) == 0) {
                poll.cast(vote.person, vote.burger);
            }
        }
    }
    return poll;
}

} // namespace burgerpoll
