/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Products of the extension that the person buys in the app: what there is, and what they own.
 *
 * The manifest declares the permission `purchase` with a reason. The person is asked at the first call, with the
 * reason; for that, and for each call of buy_product, the view of the extension must have been touched within the last
 * ten seconds.
 */
#ifndef MAYFLY_EXT_PURCHASE_H
#define MAYFLY_EXT_PURCHASE_H

#include "../entry.h"
#include "payment.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_PURCHASE "mayfly.purchase/1"

/* A product. */
typedef struct mayfly_product {
    uint32_t size;
    uint32_t reserved;
    mayfly_string id;
    mayfly_string title;
    uint64_t amount;        /* in the smallest unit of the currency */
    mayfly_string currency; /* three capital letters (ISO 4217) */
} mayfly_product;

/*
 * The product of that index, counted from zero. A newer host's products are larger than the ones that this header
 * knows, so the step from one to the next is the size that they carry.
 */
static inline const mayfly_product *mayfly_product_at(const mayfly_product *products, uint32_t index) {
    return (const mayfly_product *)(const void *)((const char *)products + (size_t)index * products->size);
}

/*
 * Answers list_products and owned_products. The products are borrowed until this returns.
 * [any, any but main] As mayfly_completion: exactly once, one at a time, on the thread of the completions.
 */
typedef void (*mayfly_products_completion)(void *context, const mayfly_error *error, const mayfly_product *products,
                                           uint32_t product_count);

/* "mayfly.purchase/1": host functions */
typedef struct mayfly_purchase_functions {
    uint32_t size;
    uint32_t reserved;
    /*
     * [active, any] What can be bought. MAYFLY_ERROR_UNAVAILABLE where nothing can; the other errors as for fetch of
     * "mayfly.network/1".
     */
    int32_t (*list_products)(const mayfly_host *host, mayfly_products_completion completion, void *completion_context);
    /* [active, any] What the person owns; in all else as list_products. */
    int32_t (*owned_products)(const mayfly_host *host, mayfly_products_completion completion, void *completion_context);
    /*
     * [active, any] Has the person buy a product, by its id. MAYFLY_ERROR_INVALID_ARGUMENT for one that list_products
     * does not have; in all else as request_payment of "mayfly.payment/1".
     */
    int32_t (*buy_product)(const mayfly_host *host, mayfly_string product, mayfly_payment_completion completion,
                           void *completion_context);
} mayfly_purchase_functions;

#ifdef __cplusplus
}
#endif

#endif
