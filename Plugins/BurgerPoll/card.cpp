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

std::string button(std::string_view id, std::string_view title) {
    return R"({"type":"Action.Submit","id":)" + json(id) + R"(,"title":)" + json(title) + '}';
}

std::string burger_input(std::optional<std::size_t> chosen) {
    std::string input = R"({"type":"Input.ChoiceSet","id":"burger","label":"Burger","style":"expanded")";
    if (chosen) {
        input += R"(,"value":)" + json(menu[*chosen].word);
    }
    input += R"(,"choices":[)";
    for (const Burger &burger : menu) {
        input += &burger == menu.data() ? "" : ",";
        input += R"({"title":)" + json(burger.name) + R"(,"value":)" + json(burger.word) + '}';
    }
    return input + "]}";
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
                 const std::string &note) {
    std::string body = text_block("Which burger?", R"("weight":"bolder",)");
    std::string action = button("ask", "Ask the others");
    if (poll) {
        const auto own = poll->vote_of(people.self);
        body += ',' + text_block(result.empty() ? "No votes yet" : result, "");
        body += poll->votes().empty() ? "" : ',' + vote_facts(*poll, people);
        body += ',' + burger_input(own);
        action = button("vote", own ? "Change my vote" : "Vote");
    } else {
        body += ',' + burger_input(std::nullopt);
    }
    if (!note.empty()) {
        body += ',' + text_block(note, R"("color":"attention",)");
    }
    return R"({"type":"AdaptiveCard","version":"1.5","body":[)" + body + R"(],"actions":[)" + action + "]}";
}

} // namespace burgerpoll
