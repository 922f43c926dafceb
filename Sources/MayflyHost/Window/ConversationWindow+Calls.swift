internal import MayflyABI
internal import MayflyModel
internal import MayflyViews

extension ConversationWindow {
    /// Carries out one call of the extension and answers it.
    func take(_ call: Arguments, completion: UInt64, from source: RunningExtension) async {
        // A worker that lingers is on no screen and in no conversation; only the host's own reader can tell.
        let isCurrent = running?.number == source.number
        let error = isCurrent ? await refusal(of: call) : Self.notActive(call)
        observer(.call(source.bundle.id, name: call.function.name, arguments: JSONValue(call), error: error))
        if completion != 0 {
            if isCurrent { running?.completions += 1 }
            await source.worker.complete(completion, with: error)
        }
        // An answer that nobody waits for is said in the log, or the author would never learn of it.
        if let error, completion == 0 {
            observer(.log(source.bundle.id, .error, "\(call.function.name) is refused: \(SafeText.line("\(error)"))"))
        }
        if isCurrent { await follow(call, error) }
    }

    private static func notActive(_ call: Arguments) -> MessageError {
        MessageError(.notActive, "\(call.function.name): the extension is not active")
    }

    /// Does the part of a call that can be refused; nil means that it was done.
    private func refusal(of call: Arguments) async -> MessageError? {
        // 4.7: from the start of willBecomeActive to the return of willResignActive.
        if call.function.state == .active, !machine.isConnected {
            return Self.notActive(call)
        }
        switch call.function.name {
        case "requestPresentationStyle":
            let style = call["style"].int32.flatMap(PresentationStyle.init(rawValue:))
            if style == nil || style == .transcript {
                return MessageError(.invalidArgument, "style \(call["style"].int32 ?? -1) cannot be asked for")
            }
        case "presentView": return present(call["card_json"].text ?? "")
        case "supplySticker": return supply(call)
        case "dismiss", "presentStickerBrowser", "reloadStickers", "log": break
        default:
            do throws(MessageError) {
                guard let broker = running?.broker else { return nil }
                let item = try broker.item(for: call)
                if let refusal = draft.refusal(of: item) { throw refusal }
                do throws(MayflyError) {
                    try await append([.staged(item)])
                } catch {
                    throw MessageError(.unknown, error.message)
                }
            } catch {
                return error
            }
        }
        return nil
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

    private func present(_ json: String) -> MessageError? {
        guard let id = running?.bundle.id else { return nil }
        do throws(MayflyError) {
            let card = try Card(json: json)
            for note in card.notes { report(.warning, note) }
            show(.card(card, CardInputs(card)), of: id)
            return nil
        } catch {
            return MessageError(.invalidArgument, error.message)
        }
    }

    /// Only inside `stickerAt`, and only for its index: nothing else can fill a cell.
    private func supply(_ call: Arguments) -> MessageError? {
        guard let running, case .stickerAt(let index) = running.callback, case .stickers(var browser) = view,
            call["index"].unsigned == UInt64(index)
        else { return MessageError(.invalidArgument, "supplySticker belongs into sticker_at, for the same index") }
        do throws(MessageError) {
            let sticker = try call["sticker"].record.map { record throws(MessageError) in
                try running.broker.coder.files.sticker(from: record)
            }
            while browser.cells.count <= Int(index) { browser.cells.append(nil) }
            browser.cells[Int(index)] = sticker
            view = .stickers(browser)
            return nil
        } catch {
            return error
        }
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
