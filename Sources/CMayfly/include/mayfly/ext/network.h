/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Requests over HTTPS. The process of the extension has no network: the host makes each request, to the hosts that the
 * manifest names and the person has agreed to.
 *
 * The manifest declares each host with a reason: {"name": "network:api.example.com", "reason": "..."}; `*.example.com`
 * is for all hosts below that one. The person is asked at the first request, with the reason. A request that has to ask
 * is refused unless the person has touched the view of the extension within the last ten seconds.
 *
 * The host sends no cookies, keeps none, and tells servers nothing of the person, the device or the machine. Servers
 * that are not on the public network cannot be reached.
 */
#ifndef MAYFLY_EXT_NETWORK_H
#define MAYFLY_EXT_NETWORK_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_NETWORK "mayfly.network/1"

/* Bytes of the body of a request, and of that of an answer, at most. */
#define MAYFLY_FETCH_LARGEST_REQUEST 262144
#define MAYFLY_FETCH_LARGEST_ANSWER 4194304

/* One header of a request or of an answer. */
typedef struct mayfly_http_header {
    uint32_t size;
    uint32_t reserved;
    mayfly_string name;
    mayfly_string value;
} mayfly_http_header;

/* A request. */
typedef struct mayfly_fetch_request {
    uint32_t size;
    uint32_t header_count;
    mayfly_string method; /* "GET", "HEAD", "POST", "PUT", "PATCH" or "DELETE"; "no text" is "GET" */
    mayfly_string url;    /* https, of a declared host; printable ASCII, others are percent-encoded */
    /* Up to 64, without those that the host writes: Host, Cookie, User-Agent, Connection, Content-Length and the like. */
    const mayfly_http_header *headers;
    const void *body;
    uint64_t body_size; /* 0 for GET and HEAD */
} mayfly_fetch_request;

/*
 * The header of that index, counted from zero. A newer host's headers are larger than the ones that this header knows,
 * so the step from one to the next is the size that they carry.
 */
static inline const mayfly_http_header *mayfly_http_header_at(const mayfly_http_header *headers, uint32_t index) {
    return (const mayfly_http_header *)(const void *)((const char *)headers + (size_t)index * headers->size);
}

/*
 * Answers fetch. `error` is NULL where a server has answered, with any status; `status`, `headers` and `body` are its
 * answer then, and otherwise 0 and NULL. All is borrowed until this returns.
 * [any, any but main] As mayfly_completion: exactly once, one at a time, on the thread of the completions.
 */
typedef void (*mayfly_fetch_completion)(void *context, const mayfly_error *error, uint32_t status,
                                        const mayfly_http_header *headers, uint32_t header_count, const void *body,
                                        uint64_t body_size);

/* "mayfly.network/1": host functions */
typedef struct mayfly_network_functions {
    uint32_t size;
    uint32_t reserved;
    /*
     * [active, any] Makes a request. The host follows up to five redirects, each to a declared host that the person has
     * agreed to. It copies the request.
     *
     * MAYFLY_ERROR_NOT_DECLARED for a host that the manifest does not name; MAYFLY_ERROR_WITHOUT_TOUCH where the person
     * would have to be asked without a touch; MAYFLY_ERROR_NOT_PERMITTED where the person says no, or nobody can be
     * asked; MAYFLY_ERROR_INVALID_ARGUMENT for a method, URL or header that breaks a rule;
     * MAYFLY_ERROR_LIMIT_EXCEEDED for too large a body, too many requests, or a question while another one is open;
     * MAYFLY_ERROR_UNAVAILABLE where no whole answer comes, with the reason; MAYFLY_ERROR_TIMED_OUT after the time that
     * a call has: then the server may have carried it out or not.
     */
    int32_t (*fetch)(const mayfly_host *host, const mayfly_fetch_request *request, mayfly_fetch_completion completion,
                     void *completion_context);
} mayfly_network_functions;

#ifdef __cplusplus
}
#endif

#endif
