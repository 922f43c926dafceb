/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The votes as all devices share them: the state of the poll's session, one line a person.
 *
 *     <key> veggie
 *
 * The key is what the voter's own device calls the voter. It tells nobody else who that is, because every device has
 * other identifiers; it is there so that a second vote takes the place of the first.
 */
#ifndef BURGERPOLL_BALLOTS_HPP
#define BURGERPOLL_BALLOTS_HPP

#include "poll.hpp"

#include <string>
#include <string_view>

namespace burgerpoll {

class Ballots {
  public:
    /* Lines that are none of ours are left out. */
    static Ballots read(std::string_view text);

    void cast(std::string_view key, std::size_t burger) { votes_.cast(key, burger); }
    std::size_t size() const { return votes_.votes().size(); }
    std::string text() const;
    std::string result() const { return votes_.result(); }

  private:
    Poll votes_;
};

} // namespace burgerpoll

#endif
