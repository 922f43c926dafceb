internal import CMayfly

// What answers the calls of `Conversation+Services` and `HostConnection+Settings`.

extension Pending {
    static let pictures = Completions<Result<String?, MessageError>>()
    static let fetches = Completions<Result<FetchAnswer, MessageError>>()
    static let products = Completions<Result<[Product], MessageError>>()
    static let payments = Completions<Result<PaymentOutcome, MessageError>>()
    static let settings = Completions<Result<[String: String], MessageError>>()

    static let answerPicture: mayfly_picture_completion = { context, error, file in
        pictures.take(context)?(result(error) { String(file) })
    }

    static let answerFetch: mayfly_fetch_completion = { context, error, status, headers, count, body, size in
        fetches.take(context)?(
            result(error) {
                let size = body == nil ? 0 : Int(clamping: size)
                let headers = values(headers, count).map { (header: mayfly_http_header) in
                    HTTPHeader(String(header.name) ?? "", String(header.value) ?? "")
                }
                let body = Array(UnsafeRawBufferPointer(start: body, count: size))
                return FetchAnswer(status: Int(status), headers: headers, body: body)
            }
        )
    }

    static let answerProducts: mayfly_products_completion = { context, error, list, count in
        products.take(context)?(
            result(error) {
                values(list, count).map { (product: mayfly_product) in
                    Product(
                        id: String(product.id) ?? "",
                        title: String(product.title) ?? "",
                        amount: product.amount,
                        currency: String(product.currency) ?? ""
                    )
                }
            }
        )
    }

    static let answerPayment: mayfly_payment_completion = { context, error, outcome, receipt, size in
        payments.take(context)?(
            result(error) {
                // An outcome of a newer host is none that was paid.
                switch UInt32(bitPattern: outcome) {
                case MAYFLY_PAYMENT_DONE.rawValue:
                    let size = receipt == nil ? 0 : Int(clamping: size)
                    return .done(receipt: Array(UnsafeRawBufferPointer(start: receipt, count: size)))
                case MAYFLY_PAYMENT_CANCELLED.rawValue: return .cancelled
                case MAYFLY_PAYMENT_PENDING.rawValue: return .pending
                default: return .unavailable
                }
            }
        )
    }

    static let answerSettings: mayfly_settings_completion = { context, error, list, count in
        settings.take(context)?(
            result(error) {
                let pairs = values(list, count).compactMap { (setting: mayfly_setting) in
                    String(setting.key).map { ($0, String(setting.value) ?? "") }
                }
                return Dictionary(pairs) { first, _ in first }
            }
        )
    }

    private static func result<Value>(_ error: UnsafePointer<mayfly_error>?, _ value: () -> Value) -> Result<
        Value, MessageError
    > {
        MessageError(error).map { .failure($0) } ?? .success(value())
    }
}
