import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// The real program that converts pictures, looked at from outside while it reads one, and ended in every way.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() })
struct ConfinedConversionTests {
    private static let everything = Set(SandboxLayer.allCases)
    private static let noPicture = ConversionFailure.refused("neither PNG, JPEG nor GIF by its content")

    // MARK: What the kernel says of it

    @Test func itIsInsideOfAllLayersBeforeItReads() async throws {
        let result = try await HeldConversion.result { process in
            let status = try ProcessState.status(of: process)
            #expect(status["Seccomp"] == "2" && status["NoNewPrivs"] == "1" && status["Threads"] == "1")
            for name in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
                #expect(status[name] == "0000000000000000", "\(name)")
            }
            #expect(status["NSpid"]?.split(separator: "\t").dropFirst() == ["1"])
            try Self.checkWhatIsHidden(process)
        }
        #expect(result == .failure(Self.noPicture))
    }

    /// Of a process that cannot be dumped only the superuser sees more.
    private static func checkWhatIsHidden(_ process: Int32) throws {
        let files = FileManager.default
        guard geteuid() == 0 else {
            #expect(throws: (any Error).self) { try files.contentsOfDirectory(atPath: "/proc/\(process)/fd") }
            return
        }
        for name in ["user", "mnt", "pid", "net", "ipc", "uts"] {
            let (theirs, own) = ("/proc/\(process)/ns/\(name)", "/proc/self/ns/\(name)")
            #expect(try files.destinationOfSymbolicLink(atPath: theirs) != files.destinationOfSymbolicLink(atPath: own))
        }
        #expect(try files.contentsOfDirectory(atPath: "/proc/\(process)/root") == [])
        let mounts = try kernelText(of: "/proc/\(process)/mountinfo").split(separator: "\n")
        #expect(mounts.count == 1 && mounts.first?.contains(" / / ro,") == true, "\(mounts)")
        #expect(Set(try files.contentsOfDirectory(atPath: "/proc/\(process)/fd")) == ["0", "1", "2"])
        #expect(files.contents(atPath: "/proc/\(process)/environ") == Data("SWIFT_BACKTRACE=enable=no\0".utf8))
    }

    @Test func withoutASandboxNothingOfItIsThere() async throws {
        let result = try await HeldConversion.result(in: .none) { process in
            let status = try ProcessState.status(of: process)
            #expect(status["Seccomp"] == "0" && status["NoNewPrivs"] == "0")
            #expect(status["NSpid"] == "\(process)")
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/user")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/user") == own)
        }
        #expect(result == .failure(Self.noPicture))
    }

    // MARK: Its ends

    @Test func aKilledOneIsTold() async throws {
        let result = try await HeldConversion.result { kill($0, SIGKILL) }
        #expect(result == .failure(.crashed(signal: SIGKILL)))
    }

    @Test func aPictureWhoseEndNeverComesIsCutShort() async throws {
        let result = try await HeldConversion.result(deadline: .seconds(2), isEndless: true)
        #expect(result == .failure(.deadline(milliseconds: 2_000)))
    }

    @Test(arguments: [
        (HostileDecoder.Order.crash, ConversionFailure.crashed(signal: SIGSEGV)),
        // Process 1 of a namespace does not get its own SIGABRT; the C library then ends it by a fault.
        (.abort, .crashed(signal: SIGSEGV)),
        (.spin, .deadline(milliseconds: 1_000)),
    ])
    func aDecoderThatGoesWrongEnds(order: HostileDecoder.Order, failure: ConversionFailure) async throws {
        let decoder = try HostileDecoder(order)
        let deadline: Duration = order == .spin ? .seconds(1) : .seconds(120)
        #expect(try await decoder.convert(in: Self.everything, deadline: deadline) == .failure(failure))
    }

    @Test func aDecoderThatWantsAllMemoryGetsWhatAPictureNeeds() async throws {
        let decoder = try HostileDecoder(.memory)
        let size = try #require(try await decoder.found(in: Self.everything)["mebibytes"].flatMap { Int($0) })
        #expect(size > 256 && size < 768)
    }

    // MARK: What is missing

    @Test(
        arguments: [
            (SandboxRequirement.complete, [SandboxLayer.landlock], "landlock (switched off)"),
            (.minimum, [.landlock], nil),
            (.minimum, [.seccomp], "seccomp (switched off)"),
            (.minimum, [.root, .landlock], "root (switched off), landlock (switched off)"),
            (.nothing, SandboxLayer.allCases, nil),
        ] as [(SandboxRequirement, [SandboxLayer], String?)]
    )
    func whereTheSandboxIsRequiredNothingIsReadWithoutIt(
        requirement: SandboxRequirement,
        without: [SandboxLayer],
        lack: String?
    ) async throws {
        let layers = Self.everything.subtracting(without)
        let conversion = try await convert(in: Confinement(layers: layers, requirement: requirement))
        // Nobody wanted it: it is not told as missing.
        #expect(conversion.missing == [:])
        if let lack {
            #expect(conversion.result == .failure(.unconfined(lack)))
        } else {
            #expect(try conversion.result.get()?.isEmpty == false)
        }
    }

    @Test func aWholeSandboxMeetsEveryRequirement() async throws {
        let whole = try await convert(in: Confinement(requirement: .complete))
        #expect(try whole.result.get()?.isEmpty == false && whole.missing == [:])
    }

    @Test(arguments: [SandboxRequirement.complete, .minimum])
    func aProgramThatSaysNothingOfItsSandboxIsNotTrustedToHaveOne(requirement: SandboxRequirement) async throws {
        let program = try FaultyProgram("exec cat \"$samples/grey.jpg\"", reports: false)
        let conversion = try await convert(in: Confinement(requirement: requirement), program: program.path)
        #expect(conversion.result == .failure(.unconfined("its own report")))
    }

    @Test func aPIDNamespaceThatCannotBeHadIsTold() async throws {
        let conversion = try await convert(in: Confinement(layers: [.processes], requirement: .nothing))
        #expect(try conversion.result.get()?.isEmpty == false)
        #expect(conversion.missing == (geteuid() == 0 ? [:] : [.processes: "clone: Operation not permitted"]))
    }

    /// The program is asked for fewer layers than the host wants.
    @Test func thePersonIsToldWhatIsMissing() async throws {
        let program = try FaultyProgram(
            "exec '\(Bundle.main.bundlePath)/mayfly-media-worker' \"$1\" \"$2\" "
                + "user,processes,limits,no-new-privileges,landlock,seccomp,environment \"$4\"",
            reports: false
        )
        try await Inserter.with(mediaWorker: program.path) { inserter in
            try inserter.put(sample: "palette.png")
            try await inserter.order("message|m|?x|@palette.png|-|Hello")
            try await inserter.window.send()
            let start =
                "warning: the picture 'palette.png' is converted in a sandbox that lacks root (switched off), network"
            #expect(inserter.trace.lines.contains { $0.hasPrefix(start) }, "\(inserter.trace.lines)")
            #expect(try inserter.received().first?.message?.layout?.image?.type == .jpeg)
        }
    }

    private func convert(in confinement: Confinement, program: String? = nil) async throws -> Conversion {
        let converter = PictureConverter(
            program: program ?? Bundle.main.bundlePath + "/mayfly-media-worker",
            confinement: confinement,
            deadline: .seconds(120),
            loop: try .running()
        )
        return await converter.convert(SampleFiles.path("grey.jpg"), scope: .first)
    }
}
