/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libcurl for Swift, which cannot call functions with a variable number of arguments.
 */
#ifndef MAYFLY_CCURL_SHIM_H
#define MAYFLY_CCURL_SHIM_H

#include <curl/curl.h>

static inline CURLcode mayfly_curl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode mayfly_curl_set_size(CURL *curl, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(curl, option, value);
}

/* libcurl copies texts, but neither lists nor bodies. */
static inline CURLcode mayfly_curl_set_pointer(CURL *curl, CURLoption option, const void *value) {
    return curl_easy_setopt(curl, option, value);
}

typedef size_t (*mayfly_curl_write)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode mayfly_curl_set_write(CURL *curl, CURLoption option, mayfly_curl_write function) {
    return curl_easy_setopt(curl, option, function);
}

static inline CURLcode mayfly_curl_set_open_socket(CURL *curl, curl_opensocket_callback function) {
    return curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode mayfly_curl_set_progress(CURL *curl, curl_xferinfo_callback function) {
    return curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, function);
}

static inline CURLcode mayfly_curl_number(CURL *curl, CURLINFO information, long *value) {
    return curl_easy_getinfo(curl, information, value);
}

static inline CURLcode mayfly_curl_text(CURL *curl, CURLINFO information, char **value) {
    return curl_easy_getinfo(curl, information, value);
}

#endif
