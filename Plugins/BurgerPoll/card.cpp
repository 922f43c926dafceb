/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "card.hpp"

#include "text.hpp"

#include <algorithm>

namespace burgerpoll {

namespace {

std::string text_block(std::string_view text, std::string_view looks) {
    return R"({"type":"TextBlock","wrap":true,)" + std::string(looks) + R"("text":)" + json(text) + '}';
}

std::string button(std::string_view id, std::string_view title, std::string_view looks) {
    return R"({"type":"Action.Submit",)" + std::string(looks) + R"("id":)" + json(id) + R"(,"title":)" + json(title) +
           '}';
}

/* One button for each burger: a press votes. The person's own vote stands out; `own` is an index in the menu, or its size. */
std::string burger_buttons(std::size_t own) {
    std::string buttons;
    for (std::size_t index = 0; index < menu.size(); ++index) {
        const std::string_view looks = own == index ? R"("style":"positive","tooltip":"Your vote",)" : "";
        buttons += (index == 0 ? "" : ",") + button(menu[index].word, menu[index].name, looks);
    }
    return buttons;
}

std::string name_of(const std::string &person, const People &people) {
    if (person == people.self) {
        return "You";
    }
    const auto found = std::find(people.others.begin(), people.others.end(), person);
    if (found == people.others.end()) {
        return "Somebody"; /* has left the conversation */
    }
    return "Participant " + std::to_string(found - people.others.begin() + 1);
}

std::string vote_facts(const Poll &poll, const People &people) {
    std::string facts;
    for (const Vote &vote : poll.votes()) {
        facts += facts.empty() ? "" : ",";
        facts += R"({"title":)" + json(name_of(vote.person, people));
        facts += R"(,"value":)" + json(menu[vote.burger].name) + '}';
    }
    return R"({"type":"FactSet","facts":[)" + facts + "]}";
}

} // namespace

std::string card(const std::optional<Poll> &poll, const std::string &result, const People &people,
                 const std::optional<Waiting> &waiting, const std::string &note) {
    std::string body = text_block("Which burger?", R"("weight":"bolder",)");
    const std::string_view under = R"("spacing":"none",)";
    if (!note.empty()) {
        body += ',' + text_block(note, R"("color":"attention","spacing":"none",)");
    } else if (waiting) {
        const std::string what =
            waiting->burger ? "vote for " + std::string(menu[*waiting->burger].name) : std::string("question");
        body += ',' + text_block("Your " + what + " waits: press Send.", under);
    } else if (poll) {
        body += ',' + text_block(result.empty() ? "No votes yet" : result, under);
    }
    std::size_t own = poll ? poll->vote_of(people.self).value_or(menu.size()) : menu.size();
    if (waiting) {
        own = waiting->burger.value_or(own);
    }
    body += R"(,{"type":"ActionSet","actions":[)" + burger_buttons(own);
    body += poll || waiting ? "" : ',' + button("ask", "Ask the others", "");
    body += "]}";
    if (poll && (waiting || !note.empty()) && !result.empty()) {
        body += ',' + text_block(result, "");
    }
    body += poll && !poll->votes().empty() ? ',' + vote_facts(*poll, people) : "";
    return R"({"type":"AdaptiveCard","version":"1.5","body":[)" + body + "]}";
}

} // namespace burgerpoll
