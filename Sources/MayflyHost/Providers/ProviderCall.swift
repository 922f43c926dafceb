internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel
internal import MayflyWorkers

/// A call of an extension that a provider of the app carries out.
struct ProviderCall: Sendable {
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
        do {
            switch work {
            case .picture(let provider):
                guard let bytes = try await provider.picture(for: request) else { return CallAnswer(values: [.null]) }
                return CallAnswer(values: [.text(try keep(try await decode(bytes)))])
            case .products(let provider, let owned):
                let products =
                    owned ? try await provider.ownedProducts(for: request) : try await provider.products(for: request)
                return CallAnswer(values: [.list(products.prefix(Self.mostProducts).map(\.value))])
            case .purchase(let provider, let product): return CallAnswer(try await provider.buy(product, for: request))
            case .payment(let provider, let price, let label):
                return CallAnswer(try await provider.pay(price, label: label, for: request))
            case .unavailable: return Self.unavailable(function)
            }
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
    fileprivate init(_ outcome: PaymentOutcome) {
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
