internal import MayflyExtension

/// The calls that need a permission.
struct Services: Sendable {
    static let buttons = ["photo", "camera", "products", "owned", "buy", "pay", "fetch"]

    let host: HostConnection

    /// Makes the call of a button, and writes to the log what it is answered.
    func ask(_ id: String, url: String, in conversation: Conversation) throws(MessageError) {
        switch id {
        case "photo":
            try conversation.choosePhoto { say(id, $0) { $0 == nil ? "none" : "file" } }
        case "camera":
            try conversation.takePicture { say(id, $0) { $0 == nil ? "none" : "file" } }
        case "products": try conversation.listProducts { say(id, $0, list) }
        case "owned": try conversation.ownedProducts { say(id, $0, list) }
        case "buy": try conversation.buy("theme") { say(id, $0, outcome) }
        case "pay":
            let payment = Payment(label: "A round of tea", amount: 450, currency: "GBP")
            try conversation.pay(payment) { say(id, $0, outcome) }
        case "fetch":
            let request = FetchRequest(
                url,
                method: "PUT",
                headers: [HTTPHeader("X-Game", "chess"), HTTPHeader("X-Move", "1")],
                body: Array("e4".utf8)
            )
            try conversation.fetch(request) { result in
                say(id, result) { answer in
                    let header = answer.headers.first { $0.name == "X-Test-Two" }?.value ?? "none"
                    return "\(answer.status) \(header) \(String(decoding: answer.body, as: UTF8.self))"
                }
            }
        default: host.log("unknown \(id)")
        }
    }

    private func say<Value>(_ id: String, _ result: Result<Value, MessageError>, _ text: (Value) -> String) {
        switch result {
        case .success(let value): host.log("answered \(id) \(text(value))")
        case .failure(let error): host.log("answered \(id) error \(error.code.rawValue)")
        }
    }

    private func list(_ products: [Product]) -> String {
        products.isEmpty
            ? "none" : products.map { "\($0.id) \($0.title) \($0.amount) \($0.currency)" }.joined(separator: ", ")
    }

    private func outcome(_ outcome: PaymentOutcome) -> String {
        switch outcome {
        case .done(let receipt): "done \(String(decoding: receipt, as: UTF8.self))"
        case .cancelled: "cancelled"
        case .pending: "pending"
        case .unavailable: "unavailable"
        }
    }
}
