/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text.hpp"

namespace burgerpoll {

namespace {

constexpr std::string_view digits = "0123456789ABCDEF";
constexpr std::size_t uuid_length = 36;

bool is_hyphen_index(std::size_t index) { return index == 8 || index == 13 || index == 18 || index == 23; }

char upper(char character) {
    return character >= 'a' && character <= 'f' ? static_cast<char>(character - 'a' + 'A') : character;
}

/* The identifier at the start of the text, in upper case; empty if there is none. */
std::string leading_uuid(std::string_view text) {
    if (text.size() < uuid_length) {
        return {};
    }
    std::string uuid;
    for (std::size_t index = 0; index < uuid_length; ++index) {
        const char character = upper(text[index]);
        const bool fits = is_hyphen_index(index) ? character == '-' : digits.find(character) != std::string_view::npos;
        if (!fits) {
            return {};
        }
        uuid += character;
    }
    return uuid;
}

} // namespace

std::string_view view(mayfly_string text) {
    return text.data ? std::string_view(text.data, static_cast<std::size_t>(text.length)) : std::string_view();
}

mayfly_string lend(std::string_view text) {
    mayfly_string lent = {};
    if (!text.empty()) {
        lent.data = text.data();
        lent.length = text.size();
    }
    return lent;
}

std::string uuid_text(const mayfly_uuid &uuid) {
    char text[37];
    mayfly_uuid_text(&uuid, text);
    return text;
}

std::string json(std::string_view text) {
    std::string quoted = "\"";
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (character == '"' || character == '\\') {
            quoted += '\\';
            quoted += character;
        } else if (byte < 0x20) {
            quoted += "\\u00";
            quoted += digits[byte >> 4];
            quoted += digits[byte & 15];
        } else {
            quoted += character;
        }
    }
    return quoted + '"';
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return parts;
}

std::vector<std::string> participant_tokens(std::string_view text) {
    std::vector<std::string> people;
    for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
        if (std::string person = leading_uuid(text.substr(at + 1)); !person.empty()) {
            people.push_back(std::move(person));
        }
    }
    return people;
}

} // namespace burgerpoll
