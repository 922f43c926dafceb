/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The poll in a message. The identifier of a person differs on every device, so it must not be in the URL, which the
 * host never changes. The URL has only the votes, in order. The voters are in the subcaption of the bubble, in the same
 * order, as `$uuid` tokens, which the host rewrites for each device (C-195, C-199):
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
    std::string_view word; /* in the URL, and the id of its button */
    std::string_view name;
};

constexpr std::array<Burger, 3> menu = {{{"classic", "Classic"}, {"veggie", "Veggie"}, {"chili", "Chili"}}};

/* The index in the menu. */
std::optional<std::size_t> burger_of(std::string_view word);

struct Vote {
    std::string person; /* the person's identifier on this device, in upper case */
    std::size_t burger; /* index in the menu */
};

class Poll {
  public:
    /* Reads a bubble; nothing if its URL is not that of a poll. Votes without a person, and for burgers that are not
       on the menu, are left out. */
    static std::optional<Poll> read(std::string_view url, std::string_view subcaption);

    const std::vector<Vote> &votes() const { return votes_; }
    std::optional<std::size_t> vote_of(std::string_view person) const;

    /* Each person has one vote: a second one replaces the first. */
    void cast(std::string_view person, std::size_t burger);

    std::string url() const;
    /* "Veggie 2 · Chili 1", most votes first; "Burger poll" before the first vote. */
    std::string result() const;
    std::string subcaption() const;

  private:
    std::vector<Vote> votes_;
};

/* The poll in one message of a session. */
struct Step {
    std::string sender; /* the sender's identifier in upper case; empty if unknown */
    Poll poll;
};

/*
 * The votes from all messages of a session, oldest first. A vote in the voter's own message counts. A vote in the
 * message of another person counts only if there is no message of the voter.
 */
Poll gather(const std::vector<Step> &steps);

} // namespace burgerpoll

#endif
