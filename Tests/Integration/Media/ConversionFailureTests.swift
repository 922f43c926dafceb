import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// The program that converts fails in every way: its process is gone afterwards, the host is told why, and the picture
/// goes out as it is.
@Suite struct ConversionFailureTests {
    static let faults: [(script: String, failure: ConversionFailure)] = [
        ("kill -SEGV $$", .crashed(signal: SIGSEGV)),
        ("exit 7", .exited(status: 7)),
        ("exit 1", .exited(status: 1)),
        ("echo 'too odd' >&2; echo more >&2; exit 1", .refused("too odd")),
        ("echo 'no picture'", .badResult("text, not a picture")),
        ("exit 0", .badResult("an empty file, not a picture")),
        ("exec cat \"$samples/palette.png\"", .badResult("a png of 320 x 320 pixels")),
        ("exec cat \"$samples/turned.jpg\"", .badResult("a jpeg of 1600 x 800 pixels")),
        ("exec cat /dev/zero", .tooMuchOutput),
        ("cat /dev/zero >&2 & kill -STOP $$", .deadline(milliseconds: 300)),
        ("kill -STOP $$", .deadline(milliseconds: 300)),
        ("trap '' TERM INT HUP; while :; do :; done", .deadline(milliseconds: 300)),
    ]

    @Test(.proves("C-019", "C-207"), arguments: faults)
    func thePictureGoesOutAsItIs(script: String, failure: ConversionFailure) async throws {
        let program = try FaultyProgram(script)
        var policy = Policy.immediate
        if case .deadline = failure { policy.conversion = .milliseconds(300) }
        let trace = try await sendPicture(policy: policy, mediaWorker: program.path)
        let line = "warning: the picture 'palette.png' is sent as it is: \(failure.reason)"
        #expect(trace.lines.contains(line), "\(trace.lines)")
        #expect(try program.processes == [])
    }

    @Test(.proves("C-019", "C-207")) func theProgramIsMissing() async throws {
        let trace = try await sendPicture(policy: .immediate, mediaWorker: "/nowhere/mayfly-media-worker")
        let reason = "/nowhere/mayfly-media-worker cannot be started: No such file or directory"
        #expect(trace.lines.contains("warning: the picture 'palette.png' is sent as it is: \(reason)"))
    }

    /// What the program says is not trusted: it cannot write to a terminal through the log.
    @Test func whatTheProgramSaysIsMadeHarmless() async throws {
        let program = try FaultyProgram(#"printf 'bad\033[2J%0300d\n' 0 >&2; exit 1"#)
        let trace = try await sendPicture(policy: .immediate, mediaWorker: program.path)
        let line = try #require(trace.lines.first { $0.contains("as it is") })
        #expect(line.contains(#"bad\u{1B}[2J000"#) && line.hasSuffix("0…"))
    }

    /// Three descriptors, one variable, a group of its own. The fourth is the folder that is listed.
    @Test(arguments: [
        ("(exec ls -m /proc/self/fd) >&2", "0, 1, 2, 3"),
        (#"tr '\0' ' ' < /proc/$$/environ >&2"#, "SWIFT_BACKTRACE=enable=no "),
        ("read id name state parent group rest < /proc/$$/stat; echo $((group - $$)) >&2", "0"),
    ])
    func theProgramGetsNothingThatItDoesNotNeed(script: String, answer: String) async throws {
        let program = try FaultyProgram("\(script); exit 1")
        let trace = try await sendPicture(policy: .immediate, mediaWorker: program.path)
        let line = trace.lines.first { $0.contains("as it is") }
        #expect(line == "warning: the picture 'palette.png' is sent as it is: \(answer)")
    }

    /// A window goes on while a picture is converted: the extension is told that its message is sent.
    @Test func theExtensionIsToldBeforeTheConversionEnds() async throws {
        let program = try FaultyProgram("kill -STOP $$")
        var policy = Policy.immediate
        policy.conversion = .seconds(1)
        let trace = try await sendPicture(policy: policy, mediaWorker: program.path)
        let told = try #require(trace.lines.firstIndex { $0.hasPrefix("callback didStartSending") })
        let said = try #require(trace.lines.firstIndex { $0.contains("sending|") })
        let failed = try #require(trace.lines.firstIndex { $0.contains("as it is") })
        #expect(told < failed && said < failed)
    }

    @Test(.enabled(if: geteuid() == 0, "an ordinary user may not trace any process"))
    func aDebuggerThatHoldsTheProcessIsNamed() async throws {
        let gate = NSTemporaryDirectory() + "mayfly-gate-\(UUID())"
        try #require(mkfifo(gate, 0o600) == 0)
        defer { unlink(gate) }
        let program = try FaultyProgram("echo $$ >'\(gate)'; read line <'\(gate)'; exec cat /dev/zero")
        let path = program.path
        async let sent = sendPicture(policy: .immediate, mediaWorker: path)
        let number = try await OwnThread.run {
            try FileHandle(forReadingFrom: URL(filePath: gate)).readToEnd() ?? Data()
        }
        let text = String(decoding: number, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let process = try #require(Int32(text))
        let tracer = try Tracer(of: process)
        try await OwnThread.run { try Data("go\n".utf8).write(to: URL(filePath: gate)) }
        let trace = try await sent
        let reason = "process \(tracer.number) traces it, such as a debugger"
        #expect(
            trace.lines.contains(
                "warning: process \(process) was killed and has not ended within 5000 ms: \(reason)"
            ),
            "\(trace.lines)"
        )
        try tracer.end()
    }

    private func sendPicture(policy: Policy, mediaWorker: String) async throws -> Trace {
        // As process 1 of a PID namespace a script could neither stop itself nor end itself by a signal. Without that namespace
        // an extension has no root of its own either.
        let confinement = Confinement(layers: Set(SandboxLayer.allCases).subtracting([.processes, .root]))
        return try await Inserter.with(policy: policy, confinement: confinement, mediaWorker: mediaWorker) { inserter in
            try inserter.put(sample: "palette.png")
            try await inserter.order("message|m|?x|@palette.png|-|Hello")
            try await inserter.window.send()
            let received = try inserter.received()
            #expect(received.count == 1)
            let image = try #require(received.first?.message?.layout?.image)
            #expect(image.name == "picture.png" && image.type == .png)
            #expect(try inserter.kept(image) == (try SampleFiles.bytes("palette.png")))
            #expect(try inserter.test.host.look(at: "chat", as: "alice").transcript.entries.count == 1)
            return inserter.trace
        }
    }
}
