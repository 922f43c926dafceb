/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Payments to the publisher of the extension, which the app of the person makes.
 *
 * The manifest declares the permission `payment` with a reason. Each call needs a touch of the view of the extension
 * within the last ten seconds. The person is asked at the first one, with the reason, and for each payment the host
 * shows a sheet with the amount, the currency and the label. Nothing is charged before they agree.
 */
#ifndef MAYFLY_EXT_PAYMENT_H
#define MAYFLY_EXT_PAYMENT_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_PAYMENT "mayfly.payment/1"

/* What became of a payment. Only MAYFLY_PAYMENT_DONE means that it was made. */
enum mayfly_payment_outcome {
    MAYFLY_PAYMENT_UNAVAILABLE = 0, /* nothing can be paid here */
    MAYFLY_PAYMENT_DONE = 1,
    MAYFLY_PAYMENT_CANCELLED = 2, /* the person has not paid */
    MAYFLY_PAYMENT_PENDING = 3    /* it is not known yet, for example because somebody else has to agree */
};

/* Bytes of a receipt, at most. */
#define MAYFLY_PAYMENT_LARGEST_RECEIPT 65536

/* A payment. */
typedef struct mayfly_payment_request {
    uint32_t size;
    uint32_t reserved;
    mayfly_string label;    /* what is paid for: one line of 1 to 80 characters, which the person sees as your words */
    uint64_t amount;        /* in the smallest unit of the currency, such as cents: 1 to 1,000,000,000 */
    mayfly_string currency; /* three capital letters (ISO 4217) */
} mayfly_payment_request;

/*
 * Answers request_payment, and buy_product of "mayfly.purchase/1". With an error, `outcome` is
 * MAYFLY_PAYMENT_UNAVAILABLE. `receipt` is what the provider of the app says about it, signed by that provider and not
 * by the host: have your server verify it. It is borrowed until this returns.
 * [any, any but main] As mayfly_completion: exactly once, one at a time, on the thread of the completions.
 */
typedef void (*mayfly_payment_completion)(void *context, const mayfly_error *error, int32_t outcome,
                                          const void *receipt, uint64_t receipt_size);

/* "mayfly.payment/1": host functions */
typedef struct mayfly_payment_functions {
    uint32_t size;
    uint32_t reserved;
    /*
     * [active, any] Has the person pay. Where the extension is closed before they have, it is answered with
     * MAYFLY_ERROR_NOT_ACTIVE: the payment may have been made then.
     *
     * MAYFLY_ERROR_NOT_DECLARED, MAYFLY_ERROR_NOT_PERMITTED and MAYFLY_ERROR_WITHOUT_TOUCH as for fetch of
     * "mayfly.network/1"; MAYFLY_ERROR_INVALID_ARGUMENT for a request that breaks a rule;
     * MAYFLY_ERROR_LIMIT_EXCEEDED while the person is busy with another call.
     */
    int32_t (*request_payment)(const mayfly_host *host, const mayfly_payment_request *request,
                               mayfly_payment_completion completion, void *completion_context);
} mayfly_payment_functions;

#ifdef __cplusplus
}
#endif

#endif
