/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Burger Poll: a group agrees on a burger. Each vote is a message of one session. This file connects the C interface
 * with the class Pollster; no exception leaves it.
 */
#include "pollster.hpp"
#include "text.hpp"

#include <new>

namespace {

using burgerpoll::Pollster;

/* Runs a callback. The only exception here is that memory is exhausted; the view then stays as it was. */
template <typename Body> void guarded(void *context, Body body) noexcept {
    try {
        body(*static_cast<Pollster *>(context));
    } catch (...) {
    }
}

void will_become_active(void *context, const mayfly_state *state) {
    guarded(context, [=](Pollster &self) { self.open(*state, state->active_conversation->selected_message); });
}

void did_select(void *context, const mayfly_state *state, const mayfly_message *message) {
    guarded(context, [=](Pollster &self) { self.open(*state, message); });
}

/* The selected message is never updated; a newer one of its session arrives here (C-067). */
void did_receive(void *context, const mayfly_state *, const mayfly_message *message) {
    guarded(context, [=](Pollster &self) { self.refresh(*message); });
}

void did_start_sending(void *context, const mayfly_state *state, const mayfly_message *message) {
    guarded(context, [=](Pollster &self) { self.sent(*state, *message); });
}

void did_cancel_sending(void *context, const mayfly_state *, const mayfly_message *) {
    guarded(context, [](Pollster &self) { self.cancelled(); });
}

void did_perform_action(void *context, const mayfly_state *, const mayfly_action *action) {
    guarded(context, [=](Pollster &self) { self.perform(*action); });
}

mayfly_controller make_controller() {
    mayfly_controller table = {};
    table.size = sizeof table;
    table.will_become_active = will_become_active;
    table.did_select = did_select;
    table.did_receive = did_receive;
    table.did_start_sending = did_start_sending;
    table.did_cancel_sending = did_cancel_sending;
    return table;
}

const mayfly_controller controller = make_controller();
const mayfly_view_delegate view_delegate = {sizeof view_delegate, 0, did_perform_action};

const void *ability(void *, mayfly_string id) {
    return burgerpoll::view(id) == MAYFLY_VIEW_DELEGATE ? &view_delegate : nullptr;
}

template <typename Table> const Table *table(const mayfly_host *host, const char *id) {
    return static_cast<const Table *>(mayfly_ability(host, id));
}

std::int32_t make_instance(void *, const mayfly_host *handle, const mayfly_launch *, mayfly_instance *instance) {
    const burgerpoll::Host host = {
        handle,
        table<mayfly_conversation_functions>(handle, MAYFLY_CONVERSATION),
        table<mayfly_view_functions>(handle, MAYFLY_VIEW),
        table<mayfly_session_history_functions>(handle, MAYFLY_SESSION_HISTORY),
        table<mayfly_session_state_functions>(handle, MAYFLY_SESSION_STATE),
    };
    if (!host.conversation || !host.view) {
        return MAYFLY_ERROR_UNKNOWN;
    }
    /* Never deleted: an instance lives as long as the process. */
    instance->context = new (std::nothrow) Pollster(host);
    instance->controller = &controller;
    instance->ability = ability;
    return instance->context ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

} // namespace

std::int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    if (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0) {
        extension->refusal = mayfly_text("Burger Poll speaks version 1.0 of the interface only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
