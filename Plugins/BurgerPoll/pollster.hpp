/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * One instance of the extension on screen.
 *
 * When two people vote at the same moment, each builds on the same message, and each device keeps the bubble that came
 * last to it (model 5.7): no single message has both votes. So the votes are gathered from all messages of the session,
 * and the count also from the state that the devices share. A host may lack either: then the messages that came while
 * the poll was open have to do.
 */
#ifndef BURGERPOLL_POLLSTER_HPP
#define BURGERPOLL_POLLSTER_HPP

#include "ballots.hpp"
#include "card.hpp"
#include "poll.hpp"

#include "mayfly/mayfly.h"

#include <cstdint>
#include <mutex>

namespace burgerpoll {

/* The tables of host functions. The first two are always there. */
struct Host {
    const mayfly_host *handle;
    const mayfly_conversation_functions *conversation;
    const mayfly_view_functions *view;
    const mayfly_session_history_functions *history; /* NULL where the host lacks it */
    const mayfly_session_state_functions *state;     /* NULL where the host lacks it */
};

class Pollster;

/* A question for the messages of the session, and what its answers have brought so far. */
struct Reading {
    Pollster *pollster;
    std::uint64_t look;      /* the question that it belongs to */
    std::vector<Step> newer; /* oldest first */
    std::uint32_t count;     /* of messages; not every one is a step */
};

/* What a message says; nothing if it is no poll. */
std::optional<Step> step_of(const mayfly_message &message);

/* How a question for the state, or a change of it, went. */
struct StateAnswer {
    const mayfly_error *error;
    std::uint64_t version;
    std::string_view bytes;
};

/*
 * Callbacks come on the main thread, one at a time, and the answers of the host on another: every public function
 * takes the lock.
 */
class Pollster {
  public:
    explicit Pollster(const Host &host) : host_(host) {}

    /* Learns who is there and shows the poll of the message, or the question if there is none. */
    void open(const mayfly_state &state, const mayfly_message *message);
    /* Adds a newer message of the session that is open; other sessions do not concern it. */
    void refresh(const mayfly_message &message);
    /* What the person has just sent is the newest state of the poll, and the one to go on from. */
    void sent(const mayfly_state &state, const mayfly_message &message);
    void perform(const mayfly_action &action);

    /* The host's answer to an insertion. */
    void staged(const mayfly_error *error);
    /* The host's answer to a question for messages. */
    void read(Reading reading, bool has_older);
    /* The host's answers to a question for the state and to a change of it. */
    void fetched(std::uint64_t opening, const StateAnswer &answer);
    void pushed(std::uint64_t opening, const StateAnswer &answer);

  private:
    void take(const mayfly_state &state, const mayfly_message *message);
    void add(const mayfly_message &message);
    void look();
    void ask_for_messages(Reading reading);
    void ask_for_state();
    void push_vote();
    void vote(const mayfly_action &action);
    void stage(const Poll &poll, const std::string &summary);
    void show();

    const Host host_;

    std::mutex lock_; /* guards what follows */
    People people_;
    std::vector<Step> steps_;            /* the messages of the session that are known, oldest first */
    std::optional<Poll> poll_;           /* what they say together */
    std::optional<mayfly_uuid> session_; /* of the poll that is open */
    std::optional<Ballots> ballots_;     /* what the devices share, once it is known */
    std::uint64_t version_ = 0;          /* of that */
    std::uint64_t opening_ = 0;          /* tells answers for this poll from those for an earlier one */
    std::uint64_t look_ = 0;             /* the same for messages: the newest question counts */
    int attempts_ = 0;                   /* how often the vote may still be pushed */
    std::string note_;                   /* what went wrong last, for the person */
};

} // namespace burgerpoll

#endif
