internal import CMayfly

// What needs a permission of the manifest, which the user grants. Each call that the user has to look at needs a touch of the view within
// the last ten seconds: the error is `MessageError.Code.withoutTouch` otherwise. All throw when the host does not support the call.

extension Conversation {
    /// Has the user choose a picture; the permission is `photos`. The result is the path of a JPEG or PNG in the private folder, which the
    /// host has made anew; `nil` where the user chose none. Delete the file when it is not needed.
    public func choosePhoto(
        completion: @escaping @Sendable (Result<String?, MessageError>) -> Void
    ) throws(MessageError) {
        let photos = host.table(MAYFLY_PHOTOS, as: mayfly_photos_functions.self)
        try host.perform("choose_photo", Pending.pictures, Pending.answerPicture, completion) { _, answer, context in
            photos?.choose_photo?(host.pointer, answer, context)
        }
    }

    /// Has the user take a picture with the camera; the permission is `camera`. In all else as ``choosePhoto(completion:)``.
    public func takePicture(
        completion: @escaping @Sendable (Result<String?, MessageError>) -> Void
    ) throws(MessageError) {
        let camera = host.table(MAYFLY_CAMERA, as: mayfly_camera_functions.self)
        try host.perform("take_picture", Pending.pictures, Pending.answerPicture, completion) { _, answer, context in
            camera?.take_picture?(host.pointer, answer, context)
        }
    }

    /// Has the host make a request; the permission is `network:` with the host of the address. The user is asked at the first one only.
    public func fetch(
        _ request: FetchRequest,
        completion: @escaping @Sendable (Result<FetchAnswer, MessageError>) -> Void
    ) throws(MessageError) {
        let network = host.table(MAYFLY_NETWORK, as: mayfly_network_functions.self)
        try host.perform("fetch", Pending.fetches, Pending.answerFetch, completion) { memory, answer, context in
            network?.fetch?(host.pointer, memory.fetchRequest(request), answer, context)
        }
    }

    /// Reads what the user can buy; the permission is `purchase`. The error is ``MessageError/Code/unavailable`` where nothing can be bought.
    public func listProducts(
        completion: @escaping @Sendable (Result<[Product], MessageError>) -> Void
    ) throws(MessageError) {
        let purchase = host.table(MAYFLY_PURCHASE, as: mayfly_purchase_functions.self)
        try host.perform("list_products", Pending.products, Pending.answerProducts, completion) { _, answer, context in
            purchase?.list_products?(host.pointer, answer, context)
        }
    }

    /// Reads what the user owns. In all else as ``listProducts(completion:)``.
    public func ownedProducts(
        completion: @escaping @Sendable (Result<[Product], MessageError>) -> Void
    ) throws(MessageError) {
        let purchase = host.table(MAYFLY_PURCHASE, as: mayfly_purchase_functions.self)
        try host.perform("owned_products", Pending.products, Pending.answerProducts, completion) { _, answer, context in
            purchase?.owned_products?(host.pointer, answer, context)
        }
    }

    /// Has the user buy a product, by its id; the permission is `purchase`.
    public func buy(
        _ product: String,
        completion: @escaping @Sendable (Result<PaymentOutcome, MessageError>) -> Void
    ) throws(MessageError) {
        let purchase = host.table(MAYFLY_PURCHASE, as: mayfly_purchase_functions.self)
        try host.perform("buy_product", Pending.payments, Pending.answerPayment, completion) {
            memory,
            answer,
            context in
            purchase?.buy_product?(host.pointer, memory.text(product), answer, context)
        }
    }

    /// Has the user pay; the permission is `payment`. Where the extension is closed before the answer, the error is
    /// ``MessageError/Code/notActive``, and the payment may have been made.
    public func pay(
        _ payment: Payment,
        completion: @escaping @Sendable (Result<PaymentOutcome, MessageError>) -> Void
    ) throws(MessageError) {
        let payments = host.table(MAYFLY_PAYMENT, as: mayfly_payment_functions.self)
        try host.perform("request_payment", Pending.payments, Pending.answerPayment, completion) {
            memory,
            answer,
            context in
            payments?.request_payment?(host.pointer, memory.payment(payment), answer, context)
        }
    }
}

extension CallMemory {
    fileprivate mutating func fetchRequest(_ request: FetchRequest) -> UnsafePointer<mayfly_fetch_request> {
        var copy = mayfly_fetch_request()
        copy.size = statedSize(mayfly_fetch_request.self)
        copy.method = text(request.method)
        copy.url = text(request.url)
        var headers: [mayfly_http_header] = []
        for header in request.headers {
            var written = mayfly_http_header()
            written.size = statedSize(mayfly_http_header.self)
            (written.name, written.value) = (text(header.name), text(header.value))
            headers.append(written)
        }
        copy.header_count = UInt32(clamping: headers.count)
        copy.headers = array(headers)
        if !request.body.isEmpty { (copy.body, copy.body_size) = bytes(request.body) }
        return pointer(to: copy)
    }

    fileprivate mutating func payment(_ payment: Payment) -> UnsafePointer<mayfly_payment_request> {
        var copy = mayfly_payment_request()
        copy.size = statedSize(mayfly_payment_request.self)
        copy.label = text(payment.label)
        copy.amount = payment.amount
        copy.currency = text(payment.currency)
        return pointer(to: copy)
    }
}
