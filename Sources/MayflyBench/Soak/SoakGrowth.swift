/// Whether one measure has grown over a soak.
///
/// The medians of the second and of the last quarter of the samples are compared: the first quarter is for what is made once and
/// kept, and a median does not mind a sample that met something passing.
package struct SoakGrowth: Sendable {
    package let name: String
    package let second: Double
    package let last: Double
    /// From the middle of the one quarter to that of the other, by a thousand launches.
    package let perThousand: Double
    /// What the last may be above the second; nil where nothing is asked of it.
    package let allowed: Double?

    package var isGrowing: Bool { allowed.map { last - second > $0 } ?? false }

    /// What the kernel counts as a process's memory is judged from so many launches on: what an allocator once took it keeps,
    /// and takes more when for the first time several large things come together.
    private static let fewest = 5000

    /// What is allocated may grow by 16 bytes a launch, which is less than the smallest block that an allocator gives, and
    /// always by 1 MiB. Resident memory sways with the holes between what is allocated, too.
    private static func allowance(of name: String, _ launches: Int) -> Double? {
        let memory = max(1024, Double(launches) * 16 / 1024)
        switch name {
        case "rss_kib", "private_dirty_kib": return launches < fewest ? nil : memory + 16 * 1024
        // Pages are shared with whatever else runs on the machine, and that comes and goes.
        case "pss_kib": return nil
        case "heap_kib", "zygotes_kib": return memory
        // The log of a conversation keeps what extensions put into the input field, as it must.
        case "store_kib": return nil
        // They grow to the thousand that are kept.
        case "receipts": return launches < 4 * fewest ? nil : 0
        // Dispatch keeps threads for some seconds, and takes as many as there was work for at once: with folders to be looked at
        // before each launch that is seldom the most that it comes to. It comes to 13 or 14, however long it runs.
        case "threads": return 5
        default: return 0
        }
    }

    /// - Parameter samples: the values in order, each with the number of launches before it.
    package init?(_ name: String, _ samples: [(launches: Int, value: Int)]) {
        let quarter = samples.count / 4
        guard quarter > 0 else { return nil }
        let (early, late) = (samples[quarter..<2 * quarter], samples.suffix(quarter))
        let between = Self.median(late.map(\.launches)) - Self.median(early.map(\.launches))
        guard between > 0 else { return nil }
        self.name = name
        second = Self.median(early.map(\.value))
        last = Self.median(late.map(\.value))
        perThousand = (last - second) / between * 1000
        allowed = Self.allowance(of: name, Int(between))
    }

    private static func median(_ values: [Int]) -> Double { Series(values.map(Double.init)).median }
}
