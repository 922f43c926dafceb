internal import MayflyModel

/// The one sheet of a window on which the person agrees to a payment, or does not.
final class PaymentDesk {
    /// What a call has the person asked. The answer goes to `reply`; where that ends without one, nobody has agreed.
    struct Request: Sendable {
        let price: Price
        let purpose: PaymentSheet.Purpose
        let reply: AsyncStream<PaymentAnswer>.Continuation
    }

    private let scope: WindowScope
    private var open: (sheet: PaymentSheet, reply: AsyncStream<PaymentAnswer>.Continuation)?
    private var lastNumber = 0

    init(_ scope: WindowScope) { self.scope = scope }

    /// The sheet that the person sees.
    var sheet: PaymentSheet? { open?.sheet }

    /// Shows the person the sheet. Where nobody would see it, the answer is that they have not agreed.
    func show(_ request: Request, for source: RunningExtension) {
        guard scope.showsPayments, open == nil else { return request.reply.finish() }
        lastNumber += 1
        let bundle = source.bundle
        let sheet = PaymentSheet(
            number: lastNumber,
            extensionID: bundle.id,
            name: bundle.manifest.shownName,
            price: request.price,
            purpose: request.purpose
        )
        open = (sheet, request.reply)
        scope.observer(.payment(sheet))
    }

    /// The person has answered.
    func answer(_ number: Int, _ answer: PaymentAnswer) throws(MayflyError) {
        guard let open, open.sheet.number == number else { throw Self.isOver(number) }
        let result = open.reply.yield(answer)
        guard case .enqueued = result else {
            // The time of the person was over just before.
            withdraw()
            throw Self.isOver(number)
        }
        close(answer)
    }

    private static func isOver(_ number: Int) -> MayflyError {
        MayflyError(.notAsShown, "nothing is paid: the sheet of payment \(number) is not shown any more")
    }

    /// Nobody waits for the answer any more.
    func withdraw() {
        if open != nil { close(nil) }
    }

    private func close(_ answer: PaymentAnswer?) {
        guard let (sheet, reply) = open else { return }
        open = nil
        reply.finish()
        scope.observer(.paymentOver(sheet.extensionID, number: sheet.number, answer))
    }
}
