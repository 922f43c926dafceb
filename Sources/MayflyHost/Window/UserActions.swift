internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyViews

/// What the actions of a person in a window work on.
struct ActionContext {
    let scope: WindowScope
    let area: ExtensionArea
    let conversation: SeenConversation
    let session: ExtensionSession
    let queue: WindowQueue
    let handOffs: HandOffBoard
}

/// Carries out what a person does in a window.
struct UserActions {
    private let context: ActionContext
    private let opening: OpeningActions
    private let field: FieldActions

    private var area: ExtensionArea { context.area }
    private var session: ExtensionSession { context.session }
    private var looks: AsyncSemaphore { context.scope.services.looks }

    init(_ context: ActionContext) {
        self.context = context
        opening = OpeningActions(context)
        field = FieldActions(context)
    }

    nonisolated(nonsending) func perform(_ act: UserAction) async throws(MayflyError) {
        switch act {
        case .openExtension(let bundle): try await opening.open(bundle)
        case .tapBubble(let number, let shown): try await opening.openBubble(number, shown)
        case .takeHandOff(let id): try await opening.takeHandOff(id)
        case .tapControl(let name, let shown): try await tapControl(name, shown)
        case .openLink(let name, let seen): context.scope.observer(.openURL(try area.address(of: name, seen: seen)))
        case .input(let id, let value):
            try CPUAccounting.charge(session.account) { () throws(MayflyError) in
                try area.setInput(id, to: value, in: session.style)
            }
            session.noteTouch()
        case .answer(let number, let answer): try await session.answer(number, answer)
        case .answerPayment(let number, let answer): try session.answerPayment(number, answer)
        case .providePicture(let number, let path):
            try session.requirePictureRequest(number)
            let file = try AttachedFile(path, as: "given")
            try session.answerPicture(number, .picture(try await file.picture(by: context.scope.services)))
        case .refusePicture(let number, let isUnavailable):
            try session.answerPicture(number, isUnavailable ? .unavailable : .cancelled)
        case .tapSticker(let number, let shown):
            try await field.stageSticker(number, shown)
            session.noteTouch()
        case .tapRecent(let number, let shown): try await field.stageRecent(number, shown)
        case .requestStyle(let style): try await requestStyle(style)
        case .swipe(let direction): try await opening.swipe(direction)
        case .closeExtension: try await opening.close()
        case .type(let text): try await field.type(text)
        case .replaceText(let text): try await field.replaceText(text)
        case .attach(let path): try await field.attach(path)
        case .removeFromField(let number, let shown): try await field.remove(number, shown)
        case .clearField: try await field.clear()
        case .placeSticker(let number, let shown, let position):
            try await field.placeSticker(number, shown, at: position)
        case .read(let page): await session.take(context.conversation.read(page.entries))
        case .keep(let number, let shown): try await field.keep(number, shown)
        case .send(let shown): try await field.send(shown)
        case .cancelMessage:
            await catchUp()
            try await field.cancelMessage()
        case .rest, .shutDown: break
        }
    }

    /// The home folder has changed, perhaps elsewhere: any window and any program wakes all of them, also for each step of an extension
    /// that has nothing to do with this conversation. So one short read tells first whether there is anything to catch up with.
    nonisolated(nonsending) func wake() async {
        let (isCurrent, settings, asked) = await looks.withPermit {
            let (scope, running) = (context.scope, session.current)
            let glance = try? scope.services.store.glance(
                at: scope.conversation.id,
                on: scope.device.id,
                running: running,
                pack: area.openedPack?.id
            )
            if let glance, !context.handOffs.isCurrent(at: glance) { lookAtHandOffs() }
            let isCurrent =
                glance.map { opening.isAllHere(at: $0) && context.conversation.isCurrent(at: $0) } ?? false
            return (isCurrent, glance?.settings, running)
        }
        if !isCurrent { await catchUp() }
        // What was opened meanwhile has read its own.
        if let settings, let asked, session.current == asked, context.scope.toldSettings.enter(settings) {
            await session.advance(.settingsChanged)
        }
    }

    /// Tells what has become of the person's hand-offs.
    func lookAtHandOffs() {
        do throws(MayflyError) {
            try context.handOffs.look()
        } catch {
            area.report(.error, "what waits to be continued cannot be read: \(error.message)")
        }
    }

    /// Shows what others added to the conversation, and closes what is not here any more.
    nonisolated(nonsending) func catchUp() async {
        do throws(MayflyError) {
            try await opening.closeWhatIsGone()
            let change = try await looks.withPermit { () throws(MayflyError) in try context.conversation.catchUp() }
            await session.take(change)
        } catch {
            area.report(.error, "what was added to the conversation cannot be read: \(error.message)")
        }
    }

    nonisolated(nonsending) private func tapControl(
        _ name: ControlName,
        _ shown: ExtensionView?
    ) async throws(MayflyError) {
        // The card and what the person sees of it are the extension's.
        let tap = try CPUAccounting.charge(session.account) { () throws(MayflyError) in
            do throws(MayflyError) {
                let tap = try area.tap(name)
                if case .changed = tap { area.announce(in: session.style) }
                return tap
            } catch {
                area.announce(in: session.style)
                throw error
            }
        }
        session.noteTouch()
        switch tap {
        case .changed: break
        case .submitted(let submission): await session.advance(.performed(submission))
        case .sticker(let number):
            try field.requireShown(number, in: shown)
            try await field.stageSticker(number)
        }
    }

    nonisolated(nonsending) private func requestStyle(_ style: PresentationStyle) async throws(MayflyError) {
        guard session.current != nil else {
            guard let pack = area.pack else { throw ExtensionArea.noExtension }
            let name = SafeText.line(pack.manifest.name)
            throw MayflyError(.notPossibleNow, "\(name) is a sticker pack, and those are compact always")
        }
        // The view is announced in the other style.
        await CPUAccounting.with(session.account) { await session.advance(.requestStyle(style, byPerson: true)) }
    }
}
