internal import MayflyLinux
package import MayflyModel
package import MayflyWorkers

/// The pictures of strangers as a browser or a terminal gets them: each is decoded in a process of its own, and made anew.
///
/// Its processes are not those of deliveries and cards. A picture that takes long holds up no other: it gets a turn of its own, and
/// few may wait for one.
package actor ShownPictures {
    /// How many bytes of pictures are kept.
    private static let most = 32 << 20
    /// How many may wait for a slow picture at once, or for its turn. A browser has six connections, which other pictures need.
    private static let mostWaiting = 2
    /// How many slow pictures are known at once.
    private static let mostSlow = 1_024

    private let cache: PictureCache
    private let scope: PictureConversion.Scope
    private let quick: PictureConverter
    private let slow: PictureConverter
    /// Those that took too long at their first try, by the SHA-256 of what they are made of.
    private var slowOnes: Set<[UInt8]> = []
    /// How many wait for a slow picture, or for its turn.
    package private(set) var waiting = 0

    /// - Parameters:
    ///   - pixels: whether they are pixels for a terminal, and not files for a browser.
    ///   - patience: how long one may take at its first try.
    ///   - deadline: how long a slow one may take.
    package init(
        program: String,
        confinement: Confinement,
        pixels: Bool = false,
        patience: Duration = .seconds(1),
        deadline: Duration,
        loop: EventLoop
    ) {
        func converter(_ limit: Int, _ deadline: Duration) -> PictureConverter {
            PictureConverter(
                program: program,
                confinement: confinement,
                deadline: deadline,
                processLimit: limit,
                loop: loop
            )
        }
        scope = pixels ? .pixels : .shown
        cache = PictureCache(most: Self.most, form: pixels ? .pixels : .file([.jpeg, .png]))
        quick = converter(2, min(deadline, patience))
        slow = converter(1, deadline)
    }

    /// The picture of a stored file with that digest.
    ///
    /// - Throws: `.files` for one that cannot be decoded; `.notPossibleNow` where it takes long, and others wait for such a picture
    ///   already: it may be asked for again later.
    package func picture(_ digest: ContentDigest, at path: String) async throws(MayflyError) -> [UInt8] {
        try await picture(Array(digest.rawValue.utf8)) { [scope] in Self.charged(await $0.convert(path, scope: scope)) }
    }

    /// The picture of a file that is in memory. It throws as `picture(_:at:)` does.
    package func picture(_ bytes: [UInt8]) async throws(MayflyError) -> [UInt8] {
        try await picture(SHA256.hash(bytes)) { [scope] in Self.charged(await $0.convert(bytes, scope: scope)) }
    }

    /// The processor time of the process is charged to the account of the task.
    private static func charged(_ conversion: Conversion) -> Conversion {
        CPUAccounting.account?.noteHostTime(conversion.time)
        return conversion
    }

    /// The same for a terminal.
    package func pixels(_ digest: ContentDigest, at path: String) async throws(MayflyError) -> PicturePixels {
        try PicturePixels(converted: await picture(digest, at: path))
    }

    /// The same of a file that is in memory.
    package func pixels(_ bytes: [UInt8]) async throws(MayflyError) -> PicturePixels {
        try PicturePixels(converted: await picture(bytes))
    }

    private func picture(
        _ source: [UInt8],
        _ convert: @Sendable (PictureConverter) async -> Conversion
    ) async throws(MayflyError) -> [UInt8] {
        if let picture = try await firstTry(source, convert) { return picture }
        guard waiting < Self.mostWaiting else {
            throw MayflyError(.notPossibleNow, "the picture takes long, and others that do come first")
        }
        waiting += 1
        defer { waiting -= 1 }
        return try await cache.picture(of: source) { [slow] in await convert(slow) } ?? []
    }

    /// Nil for a picture that takes too long.
    private func firstTry(
        _ source: [UInt8],
        _ convert: @Sendable (PictureConverter) async -> Conversion
    ) async throws(MayflyError) -> [UInt8]? {
        guard !slowOnes.contains(source) else { return try await cache.known(source) }
        return try await cache.picture(of: source) { [quick] in
            guard await !self.isSlow(source) else { return nil }
            let conversion = await convert(quick)
            guard case .failure(.deadline) = conversion.result else { return conversion }
            await self.note(slow: source)
            return nil
        }
    }

    private func isSlow(_ source: [UInt8]) -> Bool { slowOnes.contains(source) }

    private func note(slow source: [UInt8]) {
        if slowOnes.count == Self.mostSlow { slowOnes = [] }
        slowOnes.insert(source)
    }
}
