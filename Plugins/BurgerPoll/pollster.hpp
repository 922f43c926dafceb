/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * One instance of the extension.
 *
 * When two people vote at the same moment, both messages follow the same older one, and each device shows the one that
 * it received last (model 5.7): no message has both votes. So the votes are collected from all messages of the session,
 * and the count also from the state that the devices share. A host may support neither: then only messages that arrive
 * while the poll is open are used.
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
    const mayfly_session_history_functions *history; /* NULL if the host lacks it */
    const mayfly_session_state_functions *state;     /* NULL if the host lacks it */
};

class Pollster;

/* A request for the messages of the session, with the answers so far. */
struct Reading {
    Pollster *pollster;
    std::uint64_t request;   /* the number of the request */
    std::vector<Step> newer; /* oldest first */
    std::uint32_t count;     /* of messages; some are not steps */
};

/* The poll in a message; nothing if there is none. */
std::optional<Step> step_of(const mayfly_message &message);

/* The answer to a request for the state, or to a change of it. */
struct StateAnswer {
    const mayfly_error *error;
    std::uint64_t version;
    std::string_view bytes;
};

/*
 * Callbacks run on the main thread, one at a time, and the answers of the host on another thread: every public function
 * takes the lock.
 */
class Pollster {
  public:
    explicit Pollster(const Host &host) : host_(host) {}

    /* Reads the participants, and shows the poll of the message, or the question if there is none. */
    void open(const mayfly_state &state, const mayfly_message *message);
    /* Adds a newer message of the open session; messages of other sessions are ignored. */
    void refresh(const mayfly_message &message);
    /* The message that the person has just sent becomes the newest message of the open poll. */
    void sent(const mayfly_state &state, const mayfly_message &message);
    /* The person has taken the message out of the input field. */
    void cancelled();
    void perform(const mayfly_action &action);

    /* The host's answer to an insertion. */
    void staged(const mayfly_error *error);
    /* The host's answer to a request for messages. */
    void read(Reading reading, bool has_older);
    /* The host's answers to a request for the state, and to a change of it. */
    void fetched(std::uint64_t opening, const StateAnswer &answer);
    void pushed(std::uint64_t opening, const StateAnswer &answer);

  private:
    void take(const mayfly_state &state, const mayfly_message *message);
    void add(const mayfly_message &message);
    void request_session();
    void ask_for_messages(Reading reading);
    void ask_for_state();
    void push_vote();
    void vote(std::size_t burger);
    void stage(const Poll &poll, const std::string &summary, std::optional<std::size_t> burger);
    std::optional<Waiting> waiting_here() const;
    void show();

    const Host host_;

    std::mutex lock_; /* protects the members below */
    People people_;
    std::vector<Step> steps_;            /* the known messages of the session, oldest first */
    std::optional<Poll> poll_;           /* the votes from all of them */
    std::optional<mayfly_uuid> session_; /* of the open poll */
    std::optional<Ballots> ballots_;     /* the state that the devices share, if known */
    std::uint64_t version_ = 0;          /* of that state */
    std::uint64_t opening_ = 0;          /* the number of the open poll; answers for earlier ones are ignored */
    std::uint64_t request_ = 0;          /* the same for requests for messages: only the newest counts */
    int attempts_ = 0;                   /* how often the vote may still be written to the state */
    std::optional<Waiting> waiting_;     /* what the input field has from here */
    std::string note_;                   /* the last error, for the person */
};

} // namespace burgerpoll

#endif
