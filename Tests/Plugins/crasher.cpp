// Crashes, in a C++11 function whose name is mangled, as soon as it is on screen.
#include <mayfly/mayfly.h>

namespace shop {

struct Counter {
    __attribute__((noinline)) int count(const char *what, int number);
};

int Counter::count(const char *what, int number) { return *reinterpret_cast<volatile const int *>(what) + number; }

template <typename Value> __attribute__((noinline)) Value twice(Value value) {
    Counter counter;
    return value + counter.count(reinterpret_cast<const char *>(0x1234), 2);
}

} // namespace shop

static void view_did_appear(void *, const mayfly_state *) { shop::twice<long>(1); }

static int32_t make_instance(void *, const mayfly_host *, const mayfly_launch *, mayfly_instance *instance) {
    static mayfly_controller controller = {};
    controller.size = sizeof controller;
    controller.view_did_appear = view_did_appear;
    instance->controller = &controller;
    return MAYFLY_OK;
}

int32_t mayfly_extension_entry(const mayfly_offer *, mayfly_extension *extension) {
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
