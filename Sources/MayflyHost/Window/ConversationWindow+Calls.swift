internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyViews
internal import MayflyWorkers

extension ConversationWindow {
    /// What a call leads to once it is answered.
    private enum Consequence {
        case lifecycle(LifecycleMachine.Event)
        case browser(StickerPack.GridSize)
        case newStickers
        case log(HostEvent.LogLevel, String)
    }

    /// Carries out one call of the extension and answers it.
    func take(
        _ function: HostFunction,
        _ call: Arguments,
        completion: UInt64,
        from source: RunningExtension
    ) async {
        // A worker that lingers is on no screen and in no conversation; only the host's own reader can tell.
        let isCurrent = running?.number == source.number
        var error = isCurrent ? notActive(call) : Self.notActive(call)
        var consequence: Consequence?
        if error == nil {
            do throws(MessageError) {
                switch function {
                case .service(let service): return try begin(service, call, completion: completion, from: source)
                case .draft(let insertion): try await stage(insertion, call)
                case .window(let command): consequence = try carryOut(command, call)
                }
            } catch let refusal {
                error = refusal
            }
        }
        await answer(call, CallAnswer(error: error), completion: completion, from: source)
        if isCurrent, let consequence, let id = running?.bundle.id { await follow(consequence, of: id) }
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
    private func carryOut(_ function: WindowFunction, _ call: Arguments) throws(MessageError) -> Consequence? {
        switch function {
        case .requestPresentationStyle:
            guard let style = call["style"].int32.flatMap(PresentationStyle.init(rawValue:)), style != .transcript
            else {
                throw MessageError(.invalidArgument, "style \(call["style"].int32 ?? -1) cannot be asked for")
            }
            return .lifecycle(.requestStyle(style, byPerson: false))
        case .dismiss: return .lifecycle(.dismiss)
        case .presentView:
            try CPUAccounting.charge { () throws(MessageError) in try present(call["card_json"].text ?? "") }
            return nil
        case .presentStickerBrowser:
            return .browser(call["sticker_size"].int32.flatMap(StickerPack.GridSize.init) ?? .regular)
        case .reloadStickers: return .newStickers
        case .supplySticker:
            try CPUAccounting.charge { () throws(MessageError) in try supply(call) }
            return nil
        case .log:
            let level = call["level"].int32.flatMap(HostEvent.LogLevel.init) ?? .info
            return .log(level, SafeText.line(call["line"].text ?? "", limit: 4096))
        }
    }

    /// Does the part of a call that comes after its answer.
    private func follow(_ consequence: Consequence, of id: ExtensionID) async {
        switch consequence {
        case .lifecycle(let event): await advance(event)
        case .browser(let size):
            show(.stickers(StickerBrowser(size: size)), of: id)
            await advance(.loadStickers)
        case .newStickers:
            if case .stickers(let browser) = view { show(.stickers(StickerBrowser(size: browser.size)), of: id) }
            await advance(.loadStickers)
        case .log(let level, let line): observer(.log(id, level, line))
        }
    }

    /// Puts an item into the input field.
    private func stage(_ function: DraftFunction, _ call: Arguments) async throws(MessageError) {
        let made = try CPUAccounting.charge { () throws(MessageError) in try item(for: function, call) }
        guard let item = made else { return }
        do throws(MayflyError) {
            try await append([.staged(item)])
        } catch {
            // The reason names devices and files of the host, which no extension is told (C-197).
            report(.error, "\(function.rawValue) cannot be written down: \(error.message)")
            throw MessageError(.unknown, "the host could not keep it")
        }
    }

    private func item(for function: DraftFunction, _ call: Arguments) throws(MessageError) -> Item? {
        switch function {
        case .insertSticker, .insertAttachment:
            // Before the file is copied: nobody would remove the copy again.
            if let refusal = draft.mediaRefusal { throw refusal }
        case .insertMessage, .insertText, .sendMessage, .sendSticker, .sendText, .sendAttachment: break
        }
        guard let item = try running?.broker.item(for: function, call) else { return nil }
        if let refusal = draft.refusal(of: item) { throw refusal }
        return item
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
