internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel
internal import MayflyWorkers

/// A call of an extension that a provider of the app carries out.
struct ProviderCall: Sendable {
    /// Has the person asked whether they pay this; true if they do.
    typealias Asking = @Sendable (Price, PaymentSheet.Purpose) async throws -> Bool
    /// Has the provider do what the person agreed to.
    typealias Charge = @Sendable () async throws -> CallAnswer
    /// Bounds the time of a shop that lists its products.
    typealias Listing = @Sendable (@escaping @Sendable () async throws -> [Product]) async throws -> [Product]

    private enum Work: Sendable {
        case picture(any PictureProvider)
        case products(any PurchaseProvider, owned: Bool)
        case purchase(any PurchaseProvider, String)
        case payment(any PaymentProvider, Price, label: String)
        case unavailable
    }

    /// The most products of one answer.
    private static let mostProducts = 256

    private let function: ServiceFunction
    private let work: Work
    private let request: ProviderRequest

    /// Checks the arguments of a call. Nil for one that no provider carries out.
    init?(_ function: ServiceFunction, _ call: Arguments, _ providers: Providers, _ request: ProviderRequest)
        throws(MessageError)
    {
        self.function = function
        self.request = request
        switch function {
        case .readSession, .getState, .putState, .fetch, .readSettings: return nil
        case .choosePhoto: work = providers.photos.map(Work.picture) ?? .unavailable
        case .takePicture: work = providers.camera.map(Work.picture) ?? .unavailable
        case .listProducts: work = providers.purchase.map { .products($0, owned: false) } ?? .unavailable
        case .ownedProducts: work = providers.purchase.map { .products($0, owned: true) } ?? .unavailable
        case .buyProduct:
            let product = call["product"].text ?? ""
            guard (1...255).contains(product.utf8.count) else {
                throw MessageError(
                    .invalidArgument,
                    "buyProduct: 'product' must have 1 to 255 bytes, found \(product.utf8.count)"
                )
            }
            work = providers.purchase.map { .purchase($0, product) } ?? .unavailable
        case .requestPayment:
            let (price, label) = try Self.payment(call)
            work = providers.payment.map { .payment($0, price, label: label) } ?? .unavailable
        }
    }

    /// Whether there is a provider for it.
    var isAvailable: Bool { if case .unavailable = work { false } else { true } }

    /// Whether the host asks the person before the provider does something.
    var hasSheet: Bool {
        switch work {
        case .purchase, .payment: true
        case .picture, .products, .unavailable: false
        }
    }

    private static func payment(_ call: Arguments) throws(MessageError) -> (Price, label: String) {
        guard let record = call["request"].record else {
            throw MessageError(.invalidArgument, "requestPayment: 'request' is NULL")
        }
        let (amount, currency) = (record["amount"].unsigned ?? 0, record["currency"].text ?? "")
        guard let price = Price(minorUnits: amount, currency: currency) else {
            throw MessageError(
                .invalidArgument,
                "requestPayment: 'amount' must be 1 to \(grouped(Int(Price.most))) in a currency of three capital letters, found "
                    + "\(amount) in '\(SafeText.line(currency, limit: 40))'"
            )
        }
        let label = record["label"].text ?? ""
        guard (1...80).contains(label.count), label.utf8.count <= 1_280, SafeText.isVisible(label) else {
            throw MessageError(
                .invalidArgument,
                "requestPayment: 'label' must have 1 to 80 characters, and one that is visible"
            )
        }
        return (price, SafeText.collapsingBlanks(SafeText.line(label)))
    }

    /// Has the provider do it. `decode` makes a picture anew, and `keep` puts it where the extension finds it and gives its path there.
    func answer(
        decode: @Sendable ([UInt8]) async throws(MayflyError) -> [UInt8],
        keep: @Sendable ([UInt8]) throws(MessageError) -> String
    ) async throws -> CallAnswer {
        try await telling {
            switch work {
            case .picture(let provider):
                guard let bytes = try await untilCancelled({ try await provider.picture(for: request) }) else {
                    return CallAnswer(values: [.null])
                }
                return CallAnswer(values: [.text(try keep(try await decode(bytes)))])
            case .products(let provider, let owned):
                let products = try await untilCancelled {
                    owned ? try await provider.ownedProducts(for: request) : try await provider.products(for: request)
                }
                return CallAnswer(values: [.list(products.prefix(Self.mostProducts).map(\.value))])
            case .purchase, .payment, .unavailable: return Self.unavailable(function)
            }
        }
    }

    /// What the provider does once the person has agreed; nil where they have not. Nothing but what was shown to them is charged.
    func agreement(_ list: Listing, _ ask: @escaping Asking) async throws -> Charge? {
        switch work {
        case .picture, .products, .unavailable: return nil
        case .purchase(let provider, let id): return try await sale(of: id, by: provider, list, ask)
        case .payment(let provider, let price, let label):
            guard try await ask(price, .payment(label: label)) else { return nil }
            return { [self] in
                try await telling {
                    CallAnswer(
                        try await untilCancelled { try await provider.pay(price, label: label, for: request) }
                    )
                }
            }
        }
    }

    private func sale(
        of id: String,
        by provider: any PurchaseProvider,
        _ list: Listing,
        _ ask: @escaping Asking
    ) async throws -> Charge? {
        let products: [Product]
        do {
            products = try await list { [request] in
                try await untilCancelled { try await provider.products(for: request) }
            }
        } catch let error as MessageError {
            throw error
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            return { [function] in Self.unavailable(function) }
        }
        guard let product = products.prefix(Self.mostProducts).first(where: { $0.id.hasSameBytes(as: id) }) else {
            throw MessageError(
                .invalidArgument,
                "buyProduct: no product '\(SafeText.line(id, limit: 80))' is listed; list_products has those that are"
            )
        }
        let title = SafeText.collapsingBlanks(SafeText.line(product.title, limit: 80))
        guard try await ask(product.price, .product(id: SafeText.line(id), title: title)) else { return nil }
        return { [self] in
            try await telling { CallAnswer(try await untilCancelled { try await provider.buy(product, for: request) }) }
        }
    }

    /// What a provider throws is told as unavailable.
    private func telling(_ work: () async throws -> CallAnswer) async throws -> CallAnswer {
        do {
            return try await work()
        } catch let error as MessageError {
            throw error
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            // The reason may name files and devices of the person, which no extension is told.
            return Self.unavailable(function)
        }
    }

    /// Payments have a word for it; all else is an error.
    private static func unavailable(_ function: ServiceFunction) -> CallAnswer {
        switch function {
        case .buyProduct, .requestPayment: CallAnswer(PaymentOutcome.unavailable)
        default: CallAnswer(error: MessageError(.unavailable, "\(function.rawValue): it is not available here"))
        }
    }
}

extension Product {
    fileprivate var value: Value {
        .record(
            RecordValue(
                Table.product,
                values: [.text(id), .text(title), .unsigned(price.minorUnits), .text(price.currency)]
            )
        )
    }
}

extension CallAnswer {
    init(_ outcome: PaymentOutcome) {
        switch outcome {
        case .unavailable: self.init(values: [.integer(0), .null])
        // Without its receipt nobody could tell that it was made.
        case .done(let receipt) where receipt.count > PaymentOutcome.mostReceiptBytes:
            self.init(
                error: MessageError(.unknown, "the receipt of the payment is too long; the payment may have been made")
            )
        case .done(let receipt): self.init(values: [.integer(1), .bytes(receipt)])
        case .cancelled: self.init(values: [.integer(2), .null])
        case .pending: self.init(values: [.integer(3), .null])
        }
    }
}
