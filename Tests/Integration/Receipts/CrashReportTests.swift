import Foundation
import Glibc
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// Real crashes of real workers, and what their receipts say of them.
@Suite struct CrashReportTests {
    @Test func aBadWriteNamesTheFunctionAndTheAddress() async throws {
        let receipt = try await Crasher.receipt(pressing: "write")
        #expect(receipt.end.cause == .crashed(signal: SIGSEGV))
        #expect(receipt.end.phase == "didPerformAction")
        let crash = try #require(receipt.end.crash)
        #expect(crash.faultAddress == 0x1234)
        #expect(crash.isMainThread)
        #expect(crash.frames.first?.symbol == "count_votes")
        #expect(crash.frames.first?.library == "lib/plugin.so")
        #expect(crash.frames.last?.symbol == "did_perform_action")
        #expect(
            receipt.sentence == "crasher was closed: it crashed with signal 11 during didPerformAction, "
                + "in count_votes() of plugin.so"
        )
        #expect(receipt.end.output == "counting\n\\u{1B}[31mvotes\n")
    }

    /// The C library holds the last words until a newline comes.
    @Test func whatWasPrintedWithoutANewlineIsKept() async throws {
        let trace = Trace()
        let receipt = try await Crasher.receipt(pressing: "mumble", trace: trace)
        #expect(receipt.end.crash?.frames.first?.symbol == "count_votes")
        #expect(receipt.end.output == "counting\nalmost done")
        #expect(trace.said.contains("almost done"))
    }

    /// Nothing is written to a pipe that is full: the end would wait for whoever reads it.
    @Test func aFullPipeDoesNotHoldTheEnd() async throws {
        let receipt = try await Crasher.receipt(pressing: "mumble-much")
        #expect(receipt.end.cause == .crashed(signal: SIGSEGV))
        #expect(receipt.end.crash?.frames.first?.symbol == "count_votes")
    }

    /// The end is told at once, and the window goes on: only the receipt, and the act that led to the end, wait for the names.
    @Test func theWindowGoesOnBeforeTheNamesAreFound() async throws {
        let bundle = try PluginWorkshop.bundle("crasher", options: ["-pthread", "-Dcount_votes=_Z11count_votesv"])
        let (end, lines) = try await HeldNames.found { names in
            let trace = Trace()
            try await TestHost.with(
                bundles: [bundle],
                policy: .immediate,
                confinement: .none,
                mediaWorker: names.program
            ) { test in
                try await test.window(as: "alice", trace: trace) { window in
                    try await window.open(test.bundle(Crasher.id))
                    async let tap: Void = window.tapToTheEnd("write")
                    await trace.wait(for: { if case .keyboard(false) = $0 { true } else { false } })
                    #expect(await window.openExtension == nil)
                    #expect(await window.failure?.message.contains("during didPerformAction") == true)
                    try await window.type("goes on")
                    names.release()
                    try await tap
                    #expect(trace.ends.count == 1, "the act that led to the end returns after the receipt")
                }
            }
            return (try #require(trace.ends.first), trace.lines)
        }
        #expect(end.crash?.location?.demangled == "count_votes()")
        #expect(
            lines.suffix(6) == [
                "process crashed", "process reaped", "view compact none", "keyboard hidden", "draft 'goes on'",
                "receipt crashed",
            ]
        )
    }

    /// The names are looked for when the end was told. A library that goes at that moment has none any more.
    @Test func theNamesOfALibraryThatIsGoneAreNotFound() async throws {
        let bundle = try PluginWorkshop.bundle("crasher", options: ["-pthread"])
        let trace = Trace()
        try await TestHost.with(bundles: [bundle], policy: .immediate, confinement: .none) { test in
            try await test.host.withWindow(
                on: test.conversation,
                as: "alice",
                observer: { event in
                    trace.record(event)
                    if case .process(_, .reaped, _) = event { unlink(bundle + "/lib/plugin.so") }
                },
                { window in
                    try await window.open(test.bundle(Crasher.id))
                    try? await window.tap("write")
                }
            )
        }
        let crash = try #require(trace.ends.first?.crash)
        #expect(!crash.frames.isEmpty)
        #expect(crash.frames.allSatisfy { $0.symbol == nil })
    }

    /// Forty tables, each with 262,144 symbols that contain every address. The last table has the symbol that names the
    /// function best, and is not reached.
    @Test func aLibraryWithForgedTablesIsSearchedForALimitedTime() async throws {
        let bundle = try PluginWorkshop.bundle("crasher", options: ["-pthread"])
        let file = URL(filePath: bundle + "/lib/plugin.so")
        let tables = ForgedSymbols(copies: 40, count: 262_144, at: 0, size: UInt64(Int64.max))
        try Data(tables.appended(to: Array(Data(contentsOf: file)), last: 1)).write(to: file)
        let trace = Trace()
        try await TestHost.with(bundles: [bundle], policy: .immediate, confinement: .none) { test in
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Crasher.id))
                try? await window.tap("write")
            }
        }
        let crash = try #require(trace.ends.first?.crash)
        // A sanitizer's host may reach no symbol in that time.
        #expect(crash.location?.symbol == "forged" || Sanitizer.isHere && crash.location?.symbol == nil)
    }

    /// The demangler runs in a process of its own, with the sandbox and without it.
    @Test(arguments: [Confinement.none, Confinement()])
    func namesOfCPlusPlusAreReadable(confinement: Confinement) async throws {
        let bundle = try PluginWorkshop.pack(id: Crasher.id) { library in
            try PlainCompiler.build(
                ["c++", "-std=c++11", "-shared", "-fPIC", "-I", PluginWorkshop.headers],
                from: Checkout.folder.appending(path: "Tests/Plugins/crasher.cpp"),
                to: library
            )
        }
        let trace = Trace()
        try await TestHost.with(bundles: [bundle], policy: .immediate, confinement: confinement) { test in
            try await test.window(as: "alice", trace: trace) { try? await $0.open(test.bundle(Crasher.id)) }
        }
        let end = try #require(trace.ends.first)
        let frames = try #require(end.crash?.frames)
        #expect(frames.first?.symbol == "_ZN4shop7Counter5countEPKci")
        #expect(frames.contains { $0.demangled == "long shop::twice<long>(long)" })
        #expect(
            end.failure(of: "crasher").message == "crasher was closed: it crashed with signal 11 during viewDidAppear, "
                + "in shop::Counter::count(char const*, int) of plugin.so"
        )
    }

    /// In the sandbox the worker and the process that makes names readable are confined.
    @Test(arguments: [Confinement.none, Confinement()])
    func namesOfSwiftAreReadable(confinement: Confinement) async throws {
        let trace = Trace()
        try await SwiftFace.with(confinement: confinement) { test in
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(SwiftFace.id))
                try? await window.tap("crash")
            }
        }
        let end = try #require(trace.ends.first)
        let location = try #require(end.crash?.location)
        #expect(location.symbol == "$s9SwiftFaceAAC5first2ofSiSaySiG_tFZ")
        #expect(location.demangled == "static SwiftFace.SwiftFace.first(of: Swift.Array<Swift.Int>) -> Swift.Int")
        #expect(
            end.failure(of: "face").message.hasSuffix(
                "during didPerformAction, in static SwiftFace.SwiftFace.first(of: Swift.Array<Swift.Int>) -> Swift.Int of plugin.so"
            )
        )
    }

    @Test func aNameThatStandsForALongOneIsCut() async throws {
        let receipt = try await Crasher.receipt(pressing: "long-name", confinement: Confinement())
        let frame = try #require(receipt.end.crash?.frames.first)
        #expect(frame.symbol?.hasPrefix("_Z1f1bI1a1aES_IS1_S1_E") == true)
        let demangled = try #require(frame.demangled)
        #expect(demangled.hasPrefix("f(b<a, a>, b<a, a>, b<b<a, a>, b<a, a> >, "))
        #expect(demangled.count == 301 && demangled.hasSuffix("…"))
    }

    @Test func anAbortNamesWhoGaveUp() async throws {
        let receipt = try await Crasher.receipt(pressing: "abort")
        #expect(receipt.end.cause == .crashed(signal: SIGABRT))
        #expect(receipt.end.crash?.faultAddress == nil)
        #expect(receipt.end.crash?.location?.symbol == "give_up")
    }

    /// The stack has return addresses of calls that are over. The unwind tables tell them apart, also without frame pointers.
    @Test(arguments: [
        [], ["-O2", "-fomit-frame-pointer"], ["-fno-omit-frame-pointer", "-fno-asynchronous-unwind-tables"],
    ])
    func theHeadlineDoesNotGuess(options: [String]) async throws {
        let bundle = try PluginWorkshop.bundle("crasher", options: ["-pthread"] + options)
        let trace = Trace()
        try await TestHost.with(bundles: [bundle], policy: .immediate, confinement: .none) { test in
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Crasher.id))
                try? await window.tap("misled")
            }
        }
        let crash = try #require(trace.ends.first?.crash)
        let hasTables = !options.contains("-fno-asynchronous-unwind-tables")
        let location = try #require(crash.location)
        #expect(!location.isGuess)
        // Without tables the caller is the innermost function that is certain.
        let expected = hasTables ? ["give_up_misled"] : ["give_up_misled", "did_perform_action"]
        #expect(location.symbol.map(expected.contains) == true)
        #expect(!hasTables || !crash.frames.contains { $0.symbol == "mislead" })
    }

    @Test func anOverflowOfTheStackIsReported() async throws {
        let receipt = try await Crasher.receipt(pressing: "overflow")
        #expect(receipt.end.cause == .crashed(signal: SIGSEGV))
        #expect(receipt.end.crash?.frames.first?.symbol == "dig")
        let confined = try await Crasher.receipt(pressing: "overflow", confinement: Confinement())
        for end in [receipt.end, confined.end] {
            #expect((end.peakMemoryKiB ?? 0) > 10 * 1024, "all of its stack of 8 MiB was in use")
        }
    }

    @Test(arguments: [Confinement.none, Confinement()])
    func anOverflowOnTheThreadOfCompletionsIsReportedToo(confinement: Confinement) async throws {
        let receipt = try await Crasher.receipt(pressing: "completion", confinement: confinement)
        #expect(receipt.end.cause == .crashed(signal: SIGSEGV))
        let crash = try #require(receipt.end.crash)
        #expect(!crash.isMainThread)
        #expect(crash.frames.first?.symbol == "dig")
    }

    @Test func aCallOfNothingNamesTheCaller() async throws {
        let crash = try #require(try await Crasher.receipt(pressing: "call").end.crash)
        #expect(crash.frames.first?.address == 0)
        #expect(crash.frames.first?.library == nil)
        #expect(crash.frames.contains { $0.symbol == "call_nothing" })
    }

    @Test func aCrashOnAnotherThreadSaysSo() async throws {
        let crash = try #require(try await Crasher.receipt(pressing: "aside").end.crash)
        #expect(!crash.isMainThread)
        #expect(crash.frames.first?.symbol == "count_votes")
    }

    /// The last but one to crash ends the process no sooner than the first has written its report; repeated, as it is a race.
    @Test(arguments: ["together", "motley"]) func ofThreadsThatCrashAtOnceOneIsReported(button: String) async throws {
        for round in 1...12 {
            let receipt = try await Crasher.receipt(pressing: button)
            let crash = try #require(receipt.end.crash, "round \(round)")
            #expect(receipt.end.cause == .crashed(signal: crash.signal))
            #expect(!crash.isMainThread)
            #expect(crash.faultAddress == 0x1234 || crash.signal == SIGILL)
            #expect(crash.frames.first?.symbol == (crash.signal == SIGILL ? "vote_together" : "count_votes"))
            #expect(crash.frames.contains { $0.symbol == "vote_together" })
            #expect(crash.frames.allSatisfy { $0.library != nil }, "round \(round)")
        }
    }

    @Test func aHandlerOfTheExtensionsLeavesTheSignalAlone() async throws {
        let receipt = try await Crasher.receipt(pressing: "own")
        #expect(receipt.end.cause == .crashed(signal: SIGSEGV))
        #expect(receipt.end.crash == nil)
    }

    @Test(arguments: ["forge", "forge-huge"]) func aForgedReportDoesTheHostNoHarm(button: String) async throws {
        let receipt = try await Crasher.receipt(pressing: button)
        #expect(receipt.end.cause == .crashed(signal: SIGSEGV))
        #expect(receipt.end.crash?.frames.allSatisfy { $0.library == nil } != false)
        #expect(receipt.end.refusedCalls.count <= 16)
    }
}
