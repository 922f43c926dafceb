/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conversions of text for the C interface.
 */
#ifndef BURGERPOLL_TEXT_HPP
#define BURGERPOLL_TEXT_HPP

#include "mayfly/mayfly.h"

#include <string>
#include <string_view>
#include <vector>

namespace burgerpoll {

/* A view of the text, without a copy; "no text" becomes empty. */
std::string_view view(mayfly_string text);

/* A string that points to the text, without a copy; empty text becomes "no text". */
mayfly_string lend(std::string_view text);

/* The identifier in the form 8-4-4-4-12, in upper case. */
std::string uuid_text(const mayfly_uuid &uuid);

/* A JSON string, quotes included. The text must be UTF-8. */
std::string json(std::string_view text);

/* The parts between the separators; none of an empty text. */
std::vector<std::string_view> split(std::string_view text, char separator);

/* The identifiers of all `$uuid` tokens (C-187), in order and in upper case. */
std::vector<std::string> participant_tokens(std::string_view text);

} // namespace burgerpoll

#endif
