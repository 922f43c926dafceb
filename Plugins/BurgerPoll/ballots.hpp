/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The votes as all devices share them, in the state of the poll's session: one line for each person.
 *
 *     <key> veggie
 *
 * The key is the identifier of the voter on the voter's own device. Other devices cannot tell whose it is, because each
 * has its own identifiers; it only lets a second vote replace the first.
 */
#ifndef BURGERPOLL_BALLOTS_HPP
#define BURGERPOLL_BALLOTS_HPP

#include "poll.hpp"

#include <string>
#include <string_view>

namespace burgerpoll {

class Ballots {
  public:
    /* Lines in another form are left out. */
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
