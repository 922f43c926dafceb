/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The poll as it travels. A person's identifier differs on every device, so it may not stand in the URL, which the host
 * never changes. The URL carries the votes alone, in order; who cast them stands in the bubble's subcaption as `$uuid`
 * tokens in the same order, and those the host rewrites for each device (C-195, C-199):
 *
 *     URL         ?votes=veggie,chili
 *     subcaption  $<uuid>: Veggie, $<uuid>: Chili
 */
#ifndef BURGERPOLL_POLL_HPP
#define BURGERPOLL_POLL_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burgerpoll {

struct Burger {
    std::string_view word; /* in the URL and as the value of the choice */
    std::string_view name;
};

constexpr std::array<Burger, 3> menu = {{{"classic", "Classic"}, {"veggie", "Veggie"}, {"chili", "Chili"}}};

/* The place in the menu. */
std::optional<std::size_t> burger_of(std::string_view word);

struct Vote {
    std::string person; /* identifier in upper case, as this device knows the person */
    std::size_t burger; /* place in the menu */
};

class Poll {
  public:
    /* Reads a bubble; nothing if its URL is no poll. Votes without a person and burgers off the menu are left out. */
    static std::optional<Poll> read(std::string_view url, std::string_view subcaption);

    const std::vector<Vote> &votes() const { return votes_; }
    std::optional<std::size_t> vote_of(std::string_view person) const;

    /* One vote a person: a second one takes the place of the first. */
    void cast(std::string_view person, std::size_t burger);

    std::string url() const;
    /* "Veggie 2 · Chili 1", most votes first; "Burger poll" before the first vote. */
    std::string result() const;
    std::string subcaption() const;

  private:
    std::vector<Vote> votes_;
};

/* What one message of a session says. */
struct Step {
    std::string sender; /* identifier in upper case; empty if unknown */
    Poll poll;
};

/*
 * The votes of all messages of a session, oldest first. What a person says of themselves counts; what others pass on
 * counts for people of whom no message is there.
 */
Poll gather(const std::vector<Step> &steps);

} // namespace burgerpoll

#endif
