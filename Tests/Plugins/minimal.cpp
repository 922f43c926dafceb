// A plugin in C++11 that throws and catches inside, and lets nothing through the border.
#include <mayfly/mayfly.h>

#include <stdexcept>
#include <string>

namespace {

const mayfly_host *host;

std::string greeting() { throw std::runtime_error("hello from minimal.cpp"); }

void did_become_active(void *, const mayfly_state *) {
    auto conversation = static_cast<const mayfly_conversation_functions *>(mayfly_ability(host, MAYFLY_CONVERSATION));
    try {
        greeting();
    } catch (const std::exception &error) {
        conversation->insert_text(host, mayfly_text(error.what()), nullptr, nullptr);
    }
}

int32_t make_instance(void *, const mayfly_host *given, const mayfly_launch *, mayfly_instance *instance) {
    static mayfly_controller controller = {};
    controller.size = sizeof controller;
    controller.did_become_active = did_become_active;
    host = given;
    instance->controller = &controller;
    return MAYFLY_OK;
}

} // namespace

int32_t mayfly_extension_entry(const mayfly_offer *, mayfly_extension *extension) {
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
