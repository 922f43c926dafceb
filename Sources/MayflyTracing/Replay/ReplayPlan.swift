package import MayflyABI
internal import MayflyModel

/// What the host does in a replay, and what it expects: the rules, without a process and without a clock.
///
/// A step of the host waits for all steps of the extension that stand before it in the record. Calls of the callbacks' thread and those of
/// other threads keep an order of their own each: between them, the record is one of several that may be.
package struct ReplayPlan {
    /// What the host does.
    package enum Action {
        case callBack(Function, [Value])
        case complete(token: UInt64, of: Function, [Value])
        case makeFile(RecordedFile)
    }

    /// The frames of an extension that keep their order.
    private enum Lane: CaseIterable {
        case control
        case main
        case aside
        case completions
    }

    private let steps: [RecordedStep]
    /// The steps of the host that are left, in their order.
    private var own: ArraySlice<Int>
    /// The steps of the extension of each lane that are left, in their order.
    private var left: [Lane: ArraySlice<Int>] = [:]
    /// The tokens of calls in the record, with those of the replay and the functions.
    private var tokens: [UInt64: (actual: UInt64, function: Function)] = [:]
    private var names: Correspondence
    /// The callback that was called last.
    private var callback: String?
    package private(set) var differences = ReplayDifferences()
    /// Whether the extension is not open yet, or a callback has not returned. The worker has a deadline for both.
    private(set) var isCalling = true

    /// How far a call of another thread is looked for.
    private static let reach = 64

    /// - Parameter folders: paths of the record, which are those in a sandbox, with those that stand for them now.
    package init(_ launch: RecordedLaunch, folders: [(recorded: String, actual: String)]) {
        steps = launch.steps
        names = Correspondence(folders: folders)
        own = steps.indices.filter { if case .received = launch.steps[$0] { false } else { true } }[...]
        for lane in Lane.allCases {
            left[lane] =
                steps.indices.filter { index in
                    guard case .received(let frame, _, _) = launch.steps[index] else { return false }
                    return Self.lane(of: frame) == lane
                }[...]
        }
    }

    private static func lane(of frame: Frame) -> Lane {
        switch frame.kind {
        case .returned: .main
        case .call, .violation: frame.isAside ? .aside : .main
        case .completionReturned: .completions
        default: .control
        }
    }

    /// Whether all has happened.
    package var isDone: Bool { own.isEmpty && left.values.allSatisfy(\.isEmpty) }

    /// How far a replay is. Nothing that the record does not have changes it.
    package struct Progress: Equatable, Sendable {
        /// The steps that are left.
        let left: Int
        let isCalling: Bool
    }

    /// How far it is.
    package var progress: Progress {
        Progress(left: left.values.reduce(own.count) { $0 + $1.count }, isCalling: isCalling)
    }

    // MARK: The host

    /// The next step of the host; nil where it waits for the extension, or has none.
    package mutating func next() -> Action? {
        while let index = own.first, left.values.allSatisfy({ ($0.first ?? .max) > index }) {
            own.removeFirst()
            if let action = action(of: steps[index]) { return action }
        }
        return nil
    }

    private mutating func action(of step: RecordedStep) -> Action? {
        switch step {
        case .received: return nil
        case .file(let file): return .makeFile(file)
        case .sent(let frame, _):
            guard let function = Table.function(frame.function), let recorded = Self.values(of: frame, function) else {
                return nil
            }
            let values = names.actual(recorded)
            guard frame.kind == .completion else {
                callback = function.name
                isCalling = true
                return .callBack(function, values)
            }
            // A call that did not come cannot be answered.
            guard let token = tokens.removeValue(forKey: frame.token), token.function.completion == function else {
                return nil
            }
            return .complete(token: token.actual, of: token.function, values)
        }
    }

    /// The arguments of a frame of the host. A callback that the extension lacks has none: its worker alone is told.
    private static func values(of frame: Frame, _ function: Function) -> [Value]? {
        if frame.kind == .callback, frame.payload.isEmpty { return [] }
        return try? function.arguments(of: frame.payload).values
    }

    /// The callback was not called: this extension lacks it.
    mutating func skip() { isCalling = false }

    /// What the host waits for does not come.
    mutating func giveUp() {
        let limit = own.first ?? .max
        for lane in Lane.allCases {
            let missing = (left[lane] ?? []).prefix { $0 < limit }
            for index in missing { miss(index) }
            left[lane]?.removeFirst(missing.count)
        }
    }

    /// The extension has ended: nothing more comes.
    mutating func end() {
        let missing =
            left.values.reduce(0) { $0 + $1.count } + own.count { if case .sent = steps[$0] { true } else { false } }
        if missing > 0 { differences.add(["- \(missing) more steps of the record"], in: callback) }
        own = []
        for lane in Lane.allCases { left[lane] = [] }
    }

    // MARK: The extension

    /// Takes a frame of the extension. Gives a token of a call that the record does not have, and that is to be refused.
    package mutating func take(_ frame: Frame) -> (token: UInt64, Function)? {
        let lane = Self.lane(of: frame)
        if [.returned, .instanceMade, .refused].contains(frame.kind) { isCalling = false }
        guard let offset = offset(of: frame, in: lane) else {
            if frame.kind != .completionReturned, frame.kind != .opened {
                differences.add(["+ \(Self.shown(frame))"], in: callback)
            }
            guard frame.kind == .call, let function = Table.function(frame.function) else { return nil }
            let token = Self.token(of: frame)
            return token == 0 ? nil : (token, function)
        }
        for _ in 0..<offset {
            if let index = left[lane]?.popFirst() { miss(index) }
        }
        guard let index = left[lane]?.popFirst(), case .received(let recorded, _, let standIns) = steps[index] else {
            return nil
        }
        if frame.kind == .call, let function = Table.function(frame.function), Self.token(of: recorded) != 0 {
            tokens[Self.token(of: recorded)] = (Self.token(of: frame), function)
        }
        let comparison = FrameComparison(recorded, standIns, frame, &names)
        if !comparison.isSame {
            differences.add(
                ["- \(Self.shown(recorded))", "+ \(Self.shown(frame))"]
                    + [comparison.place.map { "  \($0)" }].compactMap(\.self),
                in: callback
            )
        }
        return nil
    }

    private static func token(of frame: Frame) -> UInt64 {
        let arguments = try? Table.function(frame.function)?.arguments(of: frame.payload)
        return arguments?["completion"].unsigned ?? 0
    }

    /// How many steps of the lane come before the one that a frame is; nil for a frame that the record does not have.
    private func offset(of frame: Frame, in lane: Lane) -> Int? {
        let rest = left[lane] ?? []
        let offset = rest.prefix(lane == .main ? rest.count : Self.reach).firstIndex { index in
            guard case .received(let recorded, _, _) = steps[index] else { return false }
            // No call is looked for behind the end of its callback.
            if lane == .main, recorded.kind == .returned { return true }
            return recorded.kind == frame.kind && recorded.function == frame.function
        }
        guard let offset, case .received(let recorded, _, _) = steps[rest[offset]],
            recorded.kind == frame.kind, recorded.function == frame.function || frame.kind == .completionReturned
        else { return nil }
        return offset - rest.startIndex
    }

    private mutating func miss(_ index: Int) {
        guard case .received(let frame, _, _) = steps[index], frame.kind != .opened, frame.kind != .completionReturned
        else { return }
        differences.add(["- \(Self.shown(frame))"], in: callback)
    }

    /// A frame as a line for a person, by itself: neither its time nor the call that it answers.
    private static func shown(_ frame: Frame) -> String {
        var tracer = Tracer(launch: 0)
        guard let line = tracer.received(frame, at: 0) else { return "frame \(frame.kind)" }
        let thread = frame.isAside ? "other thread: " : ""
        return SafeText.line("\(thread)\(line.kind.rawValue) \(line.name) \(line.content.line)", limit: 2000)
    }
}
