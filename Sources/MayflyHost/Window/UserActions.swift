internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore
internal import MayflyViews

/// Carries out what a person does in a window.
struct UserActions {
    private let scope: WindowScope
    private let area: ExtensionArea
    private let conversation: SeenConversation
    private let session: ExtensionSession
    private let opening: OpeningActions
    private let field: FieldActions

    init(
        _ scope: WindowScope,
        area: ExtensionArea,
        conversation: SeenConversation,
        session: ExtensionSession,
        queue: WindowQueue
    ) {
        self.scope = scope
        self.area = area
        self.conversation = conversation
        self.session = session
        opening = OpeningActions(scope, area: area, conversation: conversation, session: session)
        field = FieldActions(scope, area: area, conversation: conversation, session: session, queue: queue)
    }

    nonisolated(nonsending) func perform(_ act: UserAction) async throws(MayflyError) {
        switch act {
        case .openExtension(let bundle): try await opening.open(bundle)
        case .tapBubble(let number): try await opening.openBubble(number)
        case .tapControl(let name): try await tapControl(name)
        case .input(let id, let value): try area.setInput(id, to: value, in: session.style)
        case .tapSticker(let number): try await field.stageSticker(number)
        case .requestStyle(let style): try await requestStyle(style)
        case .swipe(let direction): try await opening.swipe(direction)
        case .closeExtension: try await opening.close()
        case .type(let text): try await field.type(text)
        case .replaceText(let text): try await field.replaceText(text)
        case .removeFromField(let number): try await field.remove(number)
        case .clearField: try await field.clear()
        case .placeSticker(let number, let position): try await field.placeSticker(number, at: position)
        case .read(let page): await session.take(conversation.read(page.entries))
        case .keep(let number): try await field.keep(number)
        case .send: try await field.send()
        case .cancelMessage:
            await catchUp()
            try await field.cancelMessage()
        case .rest, .shutDown: break
        }
    }

    /// Shows what others added to the conversation, and closes what is not here any more.
    nonisolated(nonsending) func catchUp() async {
        do throws(MayflyError) {
            try await opening.closeWhatIsGone()
            await session.take(try conversation.catchUp())
        } catch {
            area.report(.error, "what was added to the conversation cannot be read: \(error.message)")
        }
    }

    nonisolated(nonsending) private func tapControl(_ name: String) async throws(MayflyError) {
        switch try area.tap(name) {
        case .changed: area.announce(in: session.style)
        case .submitted(let submission): await session.advance(.performed(submission))
        case .sticker(let number): try await field.stageSticker(number)
        }
    }

    nonisolated(nonsending) private func requestStyle(_ style: PresentationStyle) async throws(MayflyError) {
        guard session.current != nil else {
            guard let pack = area.pack else { throw OpeningActions.noExtension }
            let name = SafeText.line(pack.manifest.name)
            throw MayflyError(.notPossibleNow, "\(name) is a sticker pack, and those are compact always")
        }
        await session.advance(.requestStyle(style, byPerson: true))
    }
}
