import MayflyABI
import MayflyModel
import Testing

/// What one side of a worker's start writes, the other side reads.
@Suite struct WorkerContractTests {
    @Test func argumentsSurviveTheProgram() {
        let zygote = WorkerArguments.zygote(.one, host: 7, layers: [.root, .seccomp], .swift)
        #expect(WorkerArguments(zygote.list) == zygote)
        #expect(WorkerArguments(WorkerArguments.worker(host: 7).list) == .worker(host: 7))
        #expect(WorkerArguments.zygote(.many, host: 7, layers: [], .c).list.first == "--zygote")
    }

    @Test(arguments: [
        [], ["seven"], ["--zygote"], ["--zygote", "7", "root"], ["--zygote", "seven", "root", "c"],
        ["--zygote", "7", "root", "cobol"], ["--other", "7", "root", "c"],
    ])
    func argumentsOfAnybodyElseAreRefused(arguments: [String]) {
        #expect(WorkerArguments(arguments) == nil)
    }

    @Test func startRequestSurvivesItsPacket() {
        let request = StartRequest(bundleFolder: "/a b", library: "lib/d.so", privateFolder: "/c", receivedFolder: "/e")
        #expect(StartRequest(request.payload) == request)
        #expect(StartRequest(request.payload + [0]) == nil)
        #expect(request.payload.count <= WorkerContract.longestPacket)
    }

    @Test func openRequestSurvivesItsFrame() throws {
        let request = OpenRequest(hostName: "host", hostVersion: "1", library: "a.so", privateFolder: "/private")
        #expect(try OpenRequest(request.payload) == request)
        let debugged = OpenRequest(
            hostName: "host",
            hostVersion: "1",
            library: "a.so",
            libraryPath: "/x/a.so",
            privateFolder: "/private"
        )
        #expect(try OpenRequest(debugged.payload) == debugged)
    }

    @Test func openRequestOfAnotherBuildIsRefused() throws {
        var payload = OpenRequest(hostName: "host", hostVersion: "1", library: "", privateFolder: "").payload
        payload[0] ^= 1
        #expect(try OpenRequest(payload) == nil)
        #expect(throws: WireError.self) { try OpenRequest([1, 2, 3]) }
    }

    @Test(arguments: [
        LinkMessage.ready, .refusal("cannot be entered: a reason"), .ended(status: 9), .ended(status: 0xFF00),
    ])
    func linkMessagesSurviveTheirPackets(message: LinkMessage) {
        #expect(LinkMessage(message.bytes, hasDescriptor: false) == message)
        #expect(LinkMessage(message.bytes, hasDescriptor: true) == .worker)
    }

    @Test(arguments: [0, 2, 3]) func packetsOfOtherLengthsAreNoLinkMessages(count: Int) {
        #expect(LinkMessage([UInt8](repeating: 1, count: count), hasDescriptor: false) == nil)
    }

    @Test func layersThatDoNotHoldSurviveTheirLines() {
        let missing: [SandboxLayer: String] = [.root: "mount: not permitted", .seccomp: ""]
        #expect(SandboxLayer.missing(in: SandboxLayer.lines(missing) + "\nother line") == missing)
    }

    /// No two descriptors of a worker have the same number, and all are below the first free one.
    @Test func descriptorsAreDistinct() {
        let handed = WorkerContract.Descriptor.allCases.map(\.rawValue)
        let all = handed + [WorkerContract.input, WorkerContract.errors, WorkerContract.link]
        #expect(Set(all) == Set(0..<WorkerContract.firstFree))
        #expect(all.count == Int(WorkerContract.firstFree))
        #expect(handed.count <= WorkerContract.mostFiles)
    }
}
