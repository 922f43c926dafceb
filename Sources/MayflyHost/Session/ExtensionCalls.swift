internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyViews
internal import MayflyWorkers

extension ConversationWindow {
    /// Carries out one call of the extension and answers it.
    func take(_ call: Arguments, completion: UInt64, from source: RunningExtension) async {
        // A worker that lingers is on no screen and in no conversation; only the host's own reader can tell.
        let isCurrent = running?.number == source.number
        var error = isCurrent ? notActive(call) : Self.notActive(call)
        if error == nil {
            do throws(MessageError) {
                if try begin(call, completion: completion, from: source) { return }
                try await carryOut(call)
            } catch let refusal {
                error = refusal
            }
        }
        await answer(call, CallAnswer(error: error), completion: completion, from: source)
        if isCurrent { await follow(call, error) }
    }

    /// Says what became of a call, to its completion and to whoever watches.
    func answer(_ call: Arguments, _ answer: CallAnswer, completion: UInt64, from source: RunningExtension) async {
        let (id, name, error) = (source.bundle.id, call.function.name, answer.error)
        CPUAccounting.charge { observer(.call(id, name: name, arguments: JSONValue(call), error: error)) }
        if completion != 0 {
            if running?.number == source.number { running?.completions += 1 }
            await source.worker.complete(completion, of: call.function, with: answer)
        }
        // An answer that nobody waits for is said in the log, or the author would never learn of it.
        if let error, completion == 0 {
            observer(.log(id, .error, "\(name) is refused: \(SafeText.line("\(error)"))"))
        }
    }

    private static func notActive(_ call: Arguments) -> MessageError {
        MessageError(.notActive, "\(call.function.name): the extension is not active")
    }

    /// 4.7: from the start of willBecomeActive to the return of willResignActive.
    private func notActive(_ call: Arguments) -> MessageError? {
        call.function.state == .active && !machine.isConnected ? Self.notActive(call) : nil
    }

    /// Does the part of a call that can be refused.
    private func carryOut(_ call: Arguments) async throws(MessageError) {
        switch call.function.name {
        case "requestPresentationStyle":
            let style = call["style"].int32.flatMap(PresentationStyle.init(rawValue:))
            if style == nil || style == .transcript {
                throw MessageError(.invalidArgument, "style \(call["style"].int32 ?? -1) cannot be asked for")
            }
        case "presentView":
            try CPUAccounting.charge { () throws(MessageError) in try present(call["card_json"].text ?? "") }
        case "supplySticker": try CPUAccounting.charge { () throws(MessageError) in try supply(call) }
        case "dismiss", "presentStickerBrowser", "reloadStickers", "log": break
        default:
            let made = try CPUAccounting.charge { () throws(MessageError) in try item(for: call) }
            guard let item = made else { return }
            do throws(MayflyError) {
                try await append([.staged(item)])
            } catch {
                // The reason names devices and files of the host, which no extension is told (C-197).
                report(.error, "\(call.function.name) cannot be written down: \(error.message)")
                throw MessageError(.unknown, "the host could not keep it")
            }
        }
    }

    private func item(for call: Arguments) throws(MessageError) -> Item? {
        // Before the file is copied: nobody would remove the copy again.
        if ["insertSticker", "insertAttachment"].contains(call.function.name), let refusal = draft.mediaRefusal {
            throw refusal
        }
        guard let item = try running?.broker.item(for: call) else { return nil }
        if let refusal = draft.refusal(of: item) { throw refusal }
        return item
    }

    /// Does the part of a call that comes after its answer.
    private func follow(_ call: Arguments, _ error: MessageError?) async {
        guard error == nil, let id = running?.bundle.id else { return }
        switch call.function.name {
        case "requestPresentationStyle":
            guard let style = call["style"].int32.flatMap(PresentationStyle.init(rawValue:)) else { return }
            await advance(.requestStyle(style, byPerson: false))
        case "dismiss": await advance(.dismiss)
        case "presentStickerBrowser":
            let size = call["sticker_size"].int32.flatMap(StickerPack.GridSize.init) ?? .regular
            show(.stickers(StickerBrowser(size: size)), of: id)
            await advance(.loadStickers)
        case "reloadStickers":
            if case .stickers(let browser) = view { show(.stickers(StickerBrowser(size: browser.size)), of: id) }
            await advance(.loadStickers)
        case "log":
            let level = call["level"].int32.flatMap(HostEvent.LogLevel.init) ?? .info
            observer(.log(id, level, SafeText.line(call["line"].text ?? "", limit: 4096)))
        default: break
        }
    }

    private func present(_ json: String) throws(MessageError) {
        guard let id = running?.bundle.id else { return }
        do throws(MayflyError) {
            let card = try Card(json: json)
            for note in card.notes { report(.warning, note) }
            show(.card(card, CardInputs(card)), of: id)
        } catch {
            throw MessageError(.invalidArgument, error.message)
        }
    }

    /// Only inside `stickerAt`, and only for its index: nothing else can fill a cell.
    private func supply(_ call: Arguments) throws(MessageError) {
        guard let running, case .stickerAt(let index) = running.callback, case .stickers(var browser) = view,
            call["index"].unsigned == UInt64(index)
        else { throw MessageError(.invalidArgument, "supplySticker belongs into sticker_at, for the same index") }
        let sticker = try call["sticker"].record.map { record throws(MessageError) in
            try running.broker.coder.files.sticker(from: record)
        }
        while browser.cells.count <= Int(index) { browser.cells.append(nil) }
        browser.cells[Int(index)] = sticker
        view = .stickers(browser)
    }

    // MARK: The view

    func show(_ new: ExtensionView, of id: ExtensionID) {
        view = new
        observer(.view(id, style: machine.style, new))
    }

    func announceView() {
        guard let id = openExtension?.id else { return }
        observer(.view(id, style: machine.style, view))
    }

    /// A line about the extension that is open.
    func report(_ level: HostEvent.LogLevel, _ line: String) {
        observer(.log(openExtension?.id, level, line))
    }
}
