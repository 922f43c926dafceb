private import MayflyModel

/// Random numbers that are the same in every run with the same seed.
package struct SeededGenerator: RandomNumberGenerator {
    private var numbers: SplitMix64

    package init(state: UInt64) { numbers = SplitMix64(seed: state) }

    package mutating func next() -> UInt64 { numbers.next() }
}
