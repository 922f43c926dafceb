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
        #expect(Self.texts(in: request.payload) == ["/a b", "/c", "/e", "lib/d.so"])
    }

    /// The longest paths of the system: 4096 bytes with the zero.
    @Test func theLongestStartRequestIsNoLongerThanAPacket() {
        let path = String(repeating: "/", count: 4095)
        let request = StartRequest(bundleFolder: path, library: path, privateFolder: path, receivedFolder: path)
        #expect(request.payload.count <= WorkerContract.longestPacket)
        #expect(Self.texts(in: request.payload) == [path, path, path, path])
    }

    @Test(arguments: ["", "/a\0/b\0/c\0", "/a\0/b\0/c\0d.so", "/a\0/b\0/c\0d.so\0\0", "/a\0/b\0/c\0d.so\0e"])
    func packetsWithOtherTextsAreNoStartRequest(text: String) {
        #expect(Self.texts(in: Array(text.utf8)) == nil)
    }

    /// What a worker reads when it receives these bytes.
    private static func texts(in bytes: [UInt8]) -> [String]? {
        let received = StartPacket { room, capacity in
            UnsafeMutableRawBufferPointer(start: room, count: capacity).copyBytes(from: bytes)
            return bytes.count
        }
        guard let received else { return nil }
        let folders = [received.bundleFolder, received.privateFolder, received.receivedFolder]
        return folders.map { String(cString: $0) } + [received.library]
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
