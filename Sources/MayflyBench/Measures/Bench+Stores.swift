internal import Foundation
internal import MayflyBundles
internal import MayflyDistribution
internal import MayflyLinux
internal import MayflyModel
internal import MayflyRepository

extension Bench {
    /// A store with many extensions: how long it takes to verify it, to list and to search it; and a bundle that is installed from it,
    /// beside `cp` and `sha256sum` of its archive.
    func measureStores() throws -> [Figure] {
        let shop = try BenchStore(in: stage.folder + "/store", plan)
        let program = try BenchStage.path(of: "mayfly-fetch")
        // As each command reads them: what one value has verified is kept in it.
        func stores() -> Stores { Stores(home: shop.home, fetchProgram: program) { BenchStore.now } }
        _ = try stores().add(try stores().introduce(try StoreAddress(shop.files)))
        var (verified, signatures, listed, searched) = (Series(), Series(), Series(), Series())
        for _ in 0..<max(plan.rounds / 20, 2) {
            signatures.measure { shop.verifySignatures() }
            let store = try verified.measure { try stores().all()[0].store.get() }
            let latest = listed.measure { store.latest }
            let found = searched.measure { store.latest.filter { $0.matches(["extension", shop.digit]) } }
            // What is fast because it finds nothing is no figure.
            try shop.require(latest, found)
        }
        return [
            Figure("store.verify", verified, floor: signatures, target: .floors(30)),
            Figure("store.verify.signatures", Series([Double(shop.signatures)]), in: .count),
            Figure("store.list", listed), Figure("store.search", searched),
        ] + (try measureInstalls(shop, stores()))
    }

    private func measureInstalls(_ shop: BenchStore, _ stores: Stores) throws -> [Figure] {
        let installer = Installer(home: shop.home)
        let store = try stores.all()[0].store.get()
        guard let offer = store.offers.first(where: { $0.id.rawValue == BenchStore.large }) else {
            throw MayflyError(.internalFault, "the bundle of the bench is not in its store")
        }
        let archive = "\(shop.files)/targets/\(offer.archive.storedPath)"
        var (installs, copies, sums) = (Series(), Series(), Series())
        for _ in 0..<max(plan.rounds / 20, 2) {
            try copies.measure { try BenchStore.run("/bin/cp", archive, shop.home + "/copy") }
            try sums.measure { try BenchStore.run("/usr/bin/sha256sum", archive) }
            _ = try installs.measure { try stores.install(offer, from: store, with: installer) }
        }
        return [
            Figure("store.install.cp", installs, floor: copies, target: .floors(5)),
            Figure("store.install.sha256sum", installs, floor: sums, target: .floors(3)),
        ]
    }
}

/// The store that is measured: a folder of this machine.
private struct BenchStore {
    static let now = Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000))
    /// The id of the extension that is installed.
    static let large = "org.bench0.large"

    let home: String
    let files: String
    /// The ids of all extensions that it offers but that one.
    private let ids: Set<String>
    /// What is searched for beside a word that all have: the last digit of the last one.
    let digit: String
    /// How many signatures a reader checks.
    var signatures: Int { signed.count + 1 }
    /// The content of each file of metadata with a signature, for the floor.
    private let signed: [(bytes: [UInt8], signature: [UInt8])]
    private let key: Ed25519.PrivateKey

    init(in folder: String, _ plan: BenchPlan) throws {
        (home, files) = (folder + "/home", folder + "/files")
        try FileManager.default.createDirectory(atPath: folder + "/keys", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let shared = try ["root-1", "root-2", "online"].map { try KeyFile.make(at: "\(folder)/keys/\($0)") }
        let keys = try ["root-1", "root-2", "online"].map { try KeyFile.privateKey(at: "\(folder)/keys/\($0).key") }
        let repository = RepositoryFolder(path: files, now: Self.now)
        try repository.create(
            named: "Bench",
            keys: StoreKeys(
                root: Array(shared.prefix(2)),
                targets: shared[2],
                snapshot: shared[2],
                timestamp: shared[2]
            )
        )
        for number in 0..<plan.offers.publishers {
            try repository.addPublisher("publisher-\(number)", prefixes: ["org.bench\(number)."], key: shared[2])
        }
        _ = try repository.sign(with: keys)
        var ids: Set<String> = []
        let bundle = try BenchPlugin.c.pack(into: folder + "/bundles").folder
        try Self.enlarge(bundle, by: plan.bundle)
        let offer = try repository.add(bundleAt: bundle, notes: OfferNotes(), built: Self.now)
        for number in 0..<plan.offers.publishers {
            guard let role = RoleName.publisher(named: "publisher-\(number)") else { continue }
            var targets = number == 0 ? [offer.archive, offer.icon] : []
            for index in 0..<plan.offers.each - (number == 0 ? 1 : 0) {
                let id = "org.bench\(number).extension\(index)"
                ids.insert(id)
                targets += try Self.offered(id, like: offer)
            }
            try repository.replaceFiles(of: role, with: targets)
        }
        _ = try repository.sign(with: keys)
        let key = try Ed25519.PrivateKey(seed: Ed25519.newSeed()).unwrapped()
        let names = try FileManager.default.contentsOfDirectory(atPath: files + "/metadata")
        let newest = Dictionary(grouping: names) { $0.drop { $0.isNumber } }.values.compactMap { versions in
            versions.max { $0.count == $1.count ? $0 < $1 : $0.count < $1.count }
        }
        signed = try newest.map { name in
            let bytes = try RegularFile.contents(of: folder + "/files/metadata/" + name, limit: .max)
            return (bytes, key.signature(of: bytes))
        }
        self.key = key
        self.ids = ids
        digit = "\((plan.offers.each - 1) % 10)"
    }

    /// Throws unless all extensions are listed, and found are all that have the digit and no others.
    func require(_ listed: [Offer], _ found: [Offer]) throws {
        let expected = ids.filter { $0.contains(digit) }
        guard Set(listed.map(\.id.rawValue)) == ids.union([Self.large]), listed.count == ids.count + 1 else {
            throw MayflyError(.internalFault, "the store lists \(listed.count) extensions of \(ids.count + 1)")
        }
        let others = found.map(\.id.rawValue).filter { $0 != Self.large }
        guard !expected.isEmpty, Set(others) == expected, others.count == expected.count else {
            throw MayflyError(.internalFault, "the search finds \(others.count) extensions of \(expected.count)")
        }
    }

    /// Checks a signature of each file, and nothing else.
    func verifySignatures() {
        for file in signed { _ = Ed25519.isValid(file.signature, of: file.bytes, by: key.publicKey) }
    }

    private static func enlarge(_ bundle: String, by size: Int) throws {
        let manifest = URL(filePath: bundle + "/manifest.json")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        try Data(text.replacing("org.mayfly.bench.c", with: large).utf8).write(to: manifest)
        // Content that no file system makes smaller.
        var random = SystemRandomNumberGenerator()
        let words = (0..<size / 8).map { _ in random.next() }
        try words.withUnsafeBytes { try Data($0).write(to: URL(filePath: bundle + "/data")) }
    }

    /// The files of another extension, which nobody fetches.
    private static func offered(_ id: String, like offer: Offer) throws -> [TargetFile] {
        guard case .object(let members) = offer.archive.custom else { return [] }
        let own: [String: JSONValue] = [
            "id": .text(id), "name": .text("Extension \(id)"), "icon": .text("\(id)/1.0.0/icon.png"),
            "summary": .text("Does what extensions in a bench do, and has a line that tells it"),
        ]
        let custom = JSONValue.object(members.map { .init($0.name, own[$0.name] ?? $0.value) })
        return [
            TargetFile(path: "\(id)/1.0.0/bundle.tar", length: 100_000, sha256: offer.archive.sha256, custom: custom),
            TargetFile(path: "\(id)/1.0.0/icon.png", length: offer.icon.length, sha256: offer.icon.sha256),
        ]
    }

    static func run(_ program: String, _ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
    }
}

extension Optional {
    fileprivate func unwrapped() throws -> Wrapped {
        guard let self else { throw MayflyError(.internalFault, "the bench has no key") }
        return self
    }
}
