// @NAME@: a number that two people raise together. It travels in the message, as "?count=3".
//
// The host calls all callbacks on one thread, one at a time. The process ends soon after the view has left the screen.
package main

/*
#cgo pkg-config: mayfly
#cgo CFLAGS: -O2 -g
#include <stdlib.h>
#include "border.h"
*/
import "C"

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"
)

const (
	name = "@NAME@"
	most = 999999
)

var (
	host  *C.mayfly_host // valid until the process ends
	count int
)

//export goMakeInstance
func goMakeInstance(given *C.mayfly_host) C.int32_t {
	host = given
	if C.is_complete(host) == 0 {
		return C.MAYFLY_ERROR_UNKNOWN
	}
	return C.MAYFLY_OK
}

// Takes over the number of a message, if it has one, and shows it.
//
//export goOpen
func goOpen(message *C.mayfly_message) {
	defer survive()
	if number, ok := numberIn(message); ok {
		count = number
	}
	show()
}

// The person tapped a button.
//
//export goAct
func goAct(selected *C.mayfly_message, button C.mayfly_string) {
	defer survive()
	switch text(button) {
	case "add":
		if count < most {
			count++
		}
		show()
	case "stage":
		url := C.CString(fmt.Sprintf("?count=%d", count))
		defer C.free(unsafe.Pointer(url))
		caption := C.CString(fmt.Sprintf("%s: %d", name, count))
		defer C.free(unsafe.Pointer(caption))
		C.stage(host, selected, url, caption)
	}
}

func show() {
	card := C.CString(fmt.Sprintf(`{"type":"AdaptiveCard","version":"1.5",
		"body":[{"type":"TextBlock","text":"%d","size":"extraLarge"}],
		"actions":[{"type":"Action.Submit","id":"add","title":"Add one"},
			{"type":"Action.Submit","id":"stage","title":"Put into the message"}]}`, count))
	defer C.free(unsafe.Pointer(card))
	C.present(host, card)
}

// The number in the URL of a message. It may come from another device, so it may be anything.
func numberIn(message *C.mayfly_message) (int, bool) {
	const key = "?count="
	if message == nil {
		return 0, false
	}
	url := text(message.url)
	if !strings.HasPrefix(url, key) {
		return 0, false
	}
	number, err := strconv.Atoi(url[len(key):])
	return number, err == nil && number >= 0 && number <= most
}

// A copy of a text, which the host has lent.
func text(given C.mayfly_string) string {
	if given.data == nil {
		return ""
	}
	return C.GoStringN(given.data, C.int(given.length))
}

// No panic may leave a callback: it would end the process.
func survive() {
	if fault := recover(); fault != nil {
		fmt.Println("a fault in a callback:", fault)
	}
}

// The one function that the library exports.
//
//export mayfly_extension_entry
func mayfly_extension_entry(offer *C.mayfly_offer, extension *C.mayfly_extension) C.int32_t {
	return C.negotiate(offer, extension)
}

func main() {}
