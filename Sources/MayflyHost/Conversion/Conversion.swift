package import MayflyModel

/// What became of one picture.
package struct Conversion: Sendable {
    /// The bytes of the converted picture, which are not trusted; nil for one that moves where only stills are wanted.
    package let result: Result<[UInt8]?, ConversionFailure>
    /// The layers of the sandbox that were wanted and did not hold for the process that converted it, and why.
    package let missing: [SandboxLayer: String]

    static func failed(_ failure: ConversionFailure) -> Self { Self(result: .failure(failure), missing: [:]) }
}
