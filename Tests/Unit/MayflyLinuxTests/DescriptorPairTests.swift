import CMayflyLinux
import Foundation
import Testing

@testable import MayflyLinux
@testable import MayflyModel

/// What two connected descriptors carry, and when each of them says that the other is gone.
@Suite struct DescriptorPairTests {
    private static let kinds: [DescriptorPair.Kind] = [.stream, .packets, .pipe]

    /// What a read gives: the text, "" at the end of the connection, nil where nothing is there yet.
    private func text(from descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = mayfly_read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Whether the other end is closed. It waits for that, because a process that another test starts has a copy of each
    /// descriptor until it runs its program.
    private func hasEnded(_ descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 60_000) == 1 && Int32(state.revents) & POLLHUP != 0
    }

    private func send(_ text: String, to descriptor: Int32) { #expect(write(descriptor, text, text.utf8.count) > 0) }

    // MARK: What they carry

    @Test func aStreamCarriesBytesBothWaysWithoutBorders() throws {
        let pair = try DescriptorPair(.stream, for: "a test")
        defer { pair.closeBoth() }
        send("one", to: pair.ours)
        send("two", to: pair.ours)
        #expect(text(from: pair.theirs) == "onetwo")
        send("answer", to: pair.theirs)
        #expect(text(from: pair.ours) == "answer")
    }

    @Test func packetsStayApartAndCarryDescriptors() throws {
        let pair = try DescriptorPair(.packets, for: "a test")
        let carried = try DescriptorPair(.pipe, for: "a test")
        defer {
            pair.closeBoth()
            carried.closeOurs()
        }
        send("one", to: pair.theirs)
        #expect(mayfly_send_packet(pair.theirs, "two", 3, [carried.theirs], 1) == 0)
        carried.closeTheirs()
        #expect(text(from: pair.ours) == "one")

        var (received, count): (Int32, Int) = (-1, 1)
        var bytes = [UInt8](repeating: 0, count: 100)
        #expect(mayfly_receive_packet(pair.ours, &bytes, bytes.count, &received, &count) == 3)
        try #require(count == 1)
        send("through the pipe", to: received)
        close(received)
        #expect(text(from: carried.ours) == "through the pipe")
    }

    @Test func aPipeCarriesBytesToThisProcessOnly() throws {
        let pair = try DescriptorPair(.pipe, for: "a test")
        defer { pair.closeBoth() }
        send("out", to: pair.theirs)
        #expect(text(from: pair.ours) == "out")
        #expect(write(pair.ours, "in", 2) == -1)
    }

    // MARK: How they behave

    @Test func onlyTheEndOfThisProcessDoesNotBlock() throws {
        for kind in [DescriptorPair.Kind.stream, .pipe] {
            let pair = try DescriptorPair(kind, for: "a test")
            defer { pair.closeBoth() }
            #expect(fcntl(pair.theirs, F_GETFL) & O_NONBLOCK == 0)
            try #require(fcntl(pair.ours, F_GETFL) & O_NONBLOCK != 0)
            #expect(text(from: pair.ours) == nil)
        }
    }

    @Test(arguments: kinds) func bothEndsAreClosedOnExec(kind: DescriptorPair.Kind) throws {
        let pair = try DescriptorPair(kind, for: "a test")
        defer { pair.closeBoth() }
        for end in [pair.ours, pair.theirs] { #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0) }
    }

    // MARK: The end

    @Test(arguments: kinds) func theDeathOfTheOtherProcessEndsTheConnection(kind: DescriptorPair.Kind) throws {
        let pair = try DescriptorPair(kind, for: "a test")
        defer { pair.closeOurs() }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/echo")
        process.arguments = ["last words"]
        process.standardOutput = FileHandle(fileDescriptor: pair.theirs, closeOnDealloc: false)
        try process.run()
        pair.closeTheirs()
        process.waitUntilExit()
        try #require(hasEnded(pair.ours))
        #expect(text(from: pair.ours) == "last words\n")
        #expect(text(from: pair.ours) == "")
    }

    @Test func closeOursEndsTheConnectionForTheOtherProcess() throws {
        let pair = try DescriptorPair(.stream, for: "a test")
        defer { pair.closeTheirs() }
        pair.closeOurs()
        #expect(hasEnded(pair.theirs))
    }

    /// A copy of the one shows that the other one is closed.
    @Test(arguments: [true, false]) func closeBothClosesEach(keepsOurs: Bool) throws {
        let pair = try DescriptorPair(.stream, for: "a test")
        let copy = dup(keepsOurs ? pair.ours : pair.theirs)
        defer { close(copy) }
        pair.closeBoth()
        #expect(hasEnded(copy))
    }

    /// In a process of its own, which may open no descriptor.
    @Test func saysForWhomThereAreNoDescriptors() async {
        await #expect(processExitsWith: .success) {
            var old = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
            var none = rlimit(rlim_cur: 0, rlim_max: old.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
            let errors = [DescriptorPair.Kind.stream, .packets, .pipe].map { kind -> MayflyError? in
                do throws(MayflyError) {
                    _ = try DescriptorPair(kind, for: "the worker")
                    return nil
                } catch {
                    return error
                }
            }
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
            for error in errors {
                #expect(error?.code == .launchFailed)
                #expect(error?.message == "no descriptors for the worker: Too many open files")
            }
        }
    }
}
