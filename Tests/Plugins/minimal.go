// A plugin in Go, from the headers alone. C calls the functions that Go exports; the tables of functions are C.
package main

/*
// The prototype of the header has pointers to const, which Go does not know.
#define MAYFLY_NO_ENTRY_PROTOTYPE
#include <mayfly/mayfly.h>

int32_t goMakeInstance(mayfly_host *host);
void goDidBecomeActive(void);

static void did_become_active(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    goDidBecomeActive();
}

static int32_t make_instance(void *context, const mayfly_host *host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    static const mayfly_controller controller = {
        .size = sizeof controller,
        .did_become_active = did_become_active,
    };
    (void)context, (void)launch;
    instance->controller = &controller;
    return goMakeInstance((mayfly_host *)host);
}

static inline void accept(mayfly_extension *extension) {
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
}

// Go cannot call a pointer to a function.
static inline int32_t insert_text(const mayfly_host *host, const char *data, uint64_t length) {
    const mayfly_conversation_functions *conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    mayfly_string text = {.data = data, .length = length};
    return conversation ? conversation->insert_text(host, text, NULL, NULL) : MAYFLY_ERROR_UNKNOWN;
}
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// Valid until the process ends.
var host *C.mayfly_host

//export goMakeInstance
func goMakeInstance(given *C.mayfly_host) C.int32_t {
	host = given
	return C.MAYFLY_OK
}

//export goDidBecomeActive
func goDidBecomeActive() {
	// No panic may leave a callback: it would end the process.
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Println("didBecomeActive:", fault)
		}
	}()
	// A goroutine runs beside the callbacks. Host functions for the main thread are called here, after its answer.
	greeting := make(chan string)
	go func() { greeting <- "hello from minimal.go" }()
	insertText(<-greeting)
}

// The host copies the text before the call returns.
func insertText(text string) {
	bytes := []byte(text)
	data := (*C.char)(unsafe.Pointer(&bytes[0]))
	if code := C.insert_text(host, data, C.uint64_t(len(bytes))); code != C.MAYFLY_OK {
		fmt.Println("insertText:", code)
	}
}

//export mayfly_extension_entry
func mayfly_extension_entry(offer *C.mayfly_offer, extension *C.mayfly_extension) C.int32_t {
	C.accept(extension)
	return C.MAYFLY_OK
}

func main() {}
