internal import MayflyHost
internal import MayflyModel

extension Check {
    /// The checks without which an extension cannot be opened.
    private static let toOpen = [
        "bundle-files", "manifest-readable", "manifest-speaks-version", "icon-picture", "library-format",
        "library-entry", "library-needs", "library-undefined", "library-stack",
        "library-text-relocations", "library-writable-code",
    ]

    /// A check of a running extension.
    static func running(
        _ id: String,
        level: Int,
        _ area: Area,
        needs: [String] = ["launch-opens"],
        what: String,
        why: String,
        mending: String,
        judge: @escaping @Sendable (Examination) async throws -> Verdict
    ) -> Check {
        Check(
            id,
            level: level,
            area,
            kind: .app,
            needs: needs,
            what: what,
            why: why,
            mending: mending,
            judge: judge
        )
    }

    static let launchChecks = [
        running(
            "launch-opens",
            level: 1,
            .launch,
            needs: toOpen,
            what: "The extension can be opened from the drawer.",
            why: "A person who opens it would see an error and nothing else.",
            mending: "Look at the message: it names the callback, and the function where there is debug information; "
                + "'mayfly launch --debug' has the lines for a debugger."
        ) { examined in
            guard examined.facts.manifest != nil else { return .skipped("the manifest breaks a rule") }
            return try await examined.visit().steps.verdict(of: "open")
        },
        running(
            "launch-shows-view",
            level: 2,
            .launch,
            what: "It has presented a view when viewDidAppear has returned.",
            why: "A person would look at an empty area and not know whether it works.",
            mending:
                "Call present_view in viewDidLoad or willBecomeActive, also for a card that says what it waits for."
        ) { examined in
            try await examined.visit().compact == .none ? .failed(["after viewDidAppear it shows nothing"]) : .passed
        },
        running(
            "launch-in-time",
            level: 3,
            .launch,
            what: "It is on screen within 5 seconds.",
            why: "Hosts end an extension that takes longer.",
            mending: "Do what takes long on a thread of your own, after viewDidAppear."
        ) { examined in
            let limit = Policy().launch
            guard let launch = try await examined.shortest(within: limit, \.launch) else {
                return .skipped("the time of its launch is not known")
            }
            return launch.duration > limit * examined.runs.settings.patience
                ? .failed(["it was on screen after \(launch.duration.milliseconds) ms"]) : .passed
        },
        running(
            "launch-leaves-field",
            level: 4,
            .launch,
            what: "Opening it puts nothing into the input field.",
            why: "A person has not asked for anything yet, and would send something by mistake.",
            mending: "Wait for a tap before you insert a text, a sticker or a message."
        ) { examined in
            try await examined.visit().field.isEmpty
                ? .passed : .warning(["it put something into the field before the person did anything"])
        },
        running(
            "launch-constructor-threads",
            level: 4,
            .launch,
            what: "Loading the library, and its entry point, start no thread.",
            why: "A thread that runs before the host has agreed on a version slows each launch, and can crash it.",
            mending: "Start threads in viewDidLoad or later; look for objects with static storage that start one."
        ) { examined in
            let found = try await examined.constructors()
            guard found.isReached, let threads = found.threads else { return .skipped(notReached) }
            return threads > usualThreads
                ? .failed(["it has \(threads - usualThreads) threads when it is loaded"]) : .passed
        },
        running(
            "launch-constructor-files",
            level: 4,
            .launch,
            what: "Loading the library, and its entry point, open and write no files, and make no sockets.",
            why: "A host loads a library to look at it; what it does then happens without the person.",
            mending: "Open files in viewDidLoad or later; look for objects with static storage that open one."
        ) { examined in
            let found = try await examined.constructors()
            guard found.isReached else { return .skipped(notReached) }
            let opened = (found.descriptors ?? []).map { "it has opened \(SafeText.line($0, limit: 80))" }
            return .problems(opened + found.files.sorted().map { "it has written \(SafeText.line($0, limit: 80))" })
        },
    ]

    private static let notReached = "its worker could not be stopped after loading"
    /// The threads of a worker before it has called a completion.
    private static let usualThreads = 1
}
