internal import ArgumentParser
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyHost
internal import MayflyModel
internal import MayflyTracing
internal import MayflyWorkers

/// `mayfly replay`: gives an extension what a record says.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Give an extension what a record says, and compare its calls.",
        discussion: """
            The record is a file of 'mayfly launch --record'. A fresh process of the extension gets what the host sent then, in the same \
            order, and its calls are answered as then. The status is 0 where its calls are those of the record, 1 where they \
            differ, and 3 where it failed.
            """
    )

    @OptionGroup var place: HomeOptions
    @OptionGroup var sandboxing: ConfinementOptions
    @OptionGroup var debugging: DebuggingOptions
    @Argument(help: "The file of the record.") var file: String
    @Argument(help: "The extension's id, or the path of its bundle (default: the id that the record names).")
    var bundle: String?
    @Option(help: ArgumentHelp("Replay this launch of the record alone, counted from 1.", valueName: "n"))
    var launch: Int?

    func validate() throws { try debugging.validate(with: sandboxing) }

    func run() async throws {
        let recording = try RecordReader.recording(of: file)
        try recording.requireWhole(file)
        let launches = try chosen(of: recording)
        let bundle = try found(launches[0])
        let report = ReplayReport(file: file, bundle: bundle)
        try report.requireFit(launches, isNamed: self.bundle != nil)
        var (differs, failed) = (false, false)
        for launch in launches {
            let outcome = try await replay(launch, with: bundle)
            Output.standard.write(lines: await report.lines(of: outcome, launch))
            differs = differs || outcome.differences.count > 0
            failed = failed || outcome.end.isFailure
        }
        if failed { throw ReportedFailure(code: .extensionCrashed) }
        if differs { throw ReportedFailure(code: .invalidInput) }
    }

    /// The launches to replay: those of one extension.
    private func chosen(of recording: Recording) throws(MayflyError) -> [RecordedLaunch] {
        let name = "'\(SafeText.line(file))'"
        if let launch {
            guard let found = recording.launches.first(where: { $0.number == launch }) else {
                let count = recording.launches.count
                throw MayflyError(.invalidInput, "\(name) has no launch \(launch); it has \(count)")
            }
            return [found]
        }
        guard let first = recording.launches.first else { throw MayflyError(.invalidInput, "\(name) has no launch") }
        let others = recording.launches.count { $0.id != first.id }
        if others > 0 {
            let what = others == 1 ? "1 launch of another extension is" : "\(others) launches of other extensions are"
            Output.complain("\(what) left out; --launch selects one")
        }
        return recording.launches.filter { $0.id == first.id }
    }

    private func found(_ launch: RecordedLaunch) throws -> ExtensionBundle {
        let named = NamedExtension(bundle ?? launch.id.rawValue)
        let searchPath = named.searchPath(.standard(home: try place.folder().path))
        return try named.bundle(in: Catalog.scan(searchPath), of: searchPath)
    }

    private func replay(_ launch: RecordedLaunch, with bundle: ExtensionBundle) async throws -> Replayer.Outcome {
        let confinement = debugging.confinement(sandboxing.confinement)
        let policy = debugging.policy
        let loop = try EventLoop.running()
        let launcher = confinement.launcher(
            program: try ExtensionHost.workerProgram(),
            deadline: policy.launch,
            loop: loop
        )
        let scratch = try ScratchFolder("mayfly-replay-", in: "/tmp")
        let folder = try ReplayFolder(in: scratch.path)
        let name = SafeText.line(bundle.manifest.name)
        let replayer = Replayer(launcher, confinement: confinement, policy: policy, loop: loop) { [debugging] news in
            let advice: String?
            switch news {
            case .spawned(let process): advice = debugging.advice(about: name, process, isWaiting: false)
            case .waiting(let process): advice = debugging.advice(about: name, process, isWaiting: true)
            case .unconfined(let layers):
                return Output.complain(ConfinementOptions.complaint(of: name, lacking: layers))
            }
            if let advice { Output.standard.write(line: advice) }
        }
        let outcome: Replayer.Outcome
        do {
            outcome = try await Interruption.cancels {
                let outcome = try await replayer.run(launch, with: bundle, in: folder)
                try Task.checkCancellation()
                return outcome
            }
        } catch {
            await launcher.endHelpers()
            throw error
        }
        for line in await launcher.endHelpers() { Output.complain(line) }
        scratch.remove()
        return outcome
    }
}
