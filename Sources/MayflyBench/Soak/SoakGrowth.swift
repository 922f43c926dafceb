/// Whether one measure has grown over a soak.
///
/// The medians of the second and of the last quarter of the samples are compared. In the first quarter the host still creates what
/// it keeps, and a median ignores single outliers.
package struct SoakGrowth: Sendable {
    package let name: String
    package let second: Double
    package let last: Double
    /// The growth from the middle of the second quarter to that of the last, for each thousand launches.
    package let perThousand: Double
    /// The allowed difference between the medians; nil for a measure without a limit.
    package let allowed: Double?

    package var isGrowing: Bool { allowed.map { last - second > $0 } ?? false }

    /// The number of launches from which resident memory is judged. An allocator keeps the memory of its peak, and the peak can
    /// still rise in a short run when several large allocations coincide for the first time.
    private static let fewest = 5000

    /// Allocated memory may grow by 16 bytes a launch, which is less than the smallest block of an allocator, plus 1 MiB. Resident
    /// memory also varies with fragmentation.
    private static func allowance(of name: String, _ launches: Int) -> Double? {
        let memory = max(1024, Double(launches) * 16 / 1024)
        switch name {
        case "rss_kib", "private_dirty_kib": return launches < fewest ? nil : memory + 16 * 1024
        // PSS depends on the other processes that share pages.
        case "pss_kib": return nil
        case "heap_kib", "zygotes_kib": return memory
        // Of what a launch writes, only the event that empties the input field stays in the log, in a few hundred bytes. Receipts
        // stay until there are a thousand, so a short run tells nothing; their sizes differ, and the journal has up to a thousand
        // pages of 4 KiB.
        case "store_kib": return launches < fewest ? nil : Double(launches) / 4 + 8 * 1024
        // The number of receipts grows to the thousand that are kept.
        case "receipts": return launches < 4 * fewest ? nil : 0
        // Dispatch keeps idle threads for some seconds and starts as many as it has concurrent work for. A short run rarely
        // reaches the maximum; long runs stay at 13 or 14 threads.
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
