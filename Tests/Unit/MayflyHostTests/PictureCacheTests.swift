import Foundation
import MayflyModel
import MayflyTestSupport
import Synchronization
import Testing

@testable import MayflyHost

@Suite struct PictureCacheTests {
    private static let jpeg = Result {
        [UInt8](try Data(contentsOf: Checkout.folder.appending(path: "Tests/Support/SampleFiles/grey.jpg")))
    }

    /// The pictures that were converted, each named by a letter, in their order.
    private final class Log: Sendable {
        private let names = Mutex("")

        func add(_ name: UInt8) { names.withLock { $0.unicodeScalars.append(Unicode.Scalar(name)) } }

        func take() -> String {
            names.withLock { names in
                defer { names = "" }
                return names
            }
        }
    }

    /// Asks for pictures in this order, and gives those that had to be converted.
    private func conversions(_ cache: PictureCache, _ order: String, failure: ConversionFailure? = nil) async throws
        -> String
    {
        let bytes = try Self.jpeg.get()
        let log = Log()
        for name in order.utf8 {
            _ = try? await cache.picture(of: [name]) {
                log.add(name)
                return failure.map(Conversion.failed) ?? Conversion(result: .success(bytes), missing: [:])
            }
        }
        return log.take()
    }

    @Test func thePictureThatNobodyAskedForMakesRoom() async throws {
        let size = try Self.jpeg.get().count + 256
        let cache = PictureCache(most: size * 2, form: .file([.jpeg]))
        #expect(try await conversions(cache, "abab") == "ab")
        #expect(try await conversions(cache, "ac") == "c")
        #expect(try await conversions(cache, "ac") == "")
        #expect(try await conversions(cache, "b") == "b")
    }

    /// One alone is kept, however large it is.
    @Test func thePictureThatCameLastIsKept() async throws {
        let cache = PictureCache(most: 1, form: .file([.jpeg]))
        #expect(try await conversions(cache, "aabba") == "aba")
    }

    @Test(arguments: [
        (ConversionFailure.refused("damaged"), "a"), (.crashed(signal: 11), "a"), (.exited(status: 7), "a"),
        (.deadline(milliseconds: 1), "a"), (.badResult("text"), "a"), (.cancelled, "aa"),
        (.notStarted("no memory"), "aa"),
        (.unconfined("seccomp"), "aa"),
    ])
    func onlyAFailureOfThePictureIsKept(failure: ConversionFailure, converted: String) async throws {
        let cache = PictureCache(most: 1 << 20, form: .file([.jpeg]))
        #expect(try await conversions(cache, "aa", failure: failure) == converted)
    }

    /// What a picture may be is checked, whoever made it.
    @Test func aPictureOfAnotherTypeIsNotGiven() async throws {
        let cache = PictureCache(most: 1 << 20, form: .file([.png]))
        let bytes = try Self.jpeg.get()
        await #expect(throws: MayflyError.self) {
            try await cache.picture(of: [1]) { Conversion(result: .success(bytes), missing: [:]) }
        }
    }

    @Test func whatIsPutOffIsAskedForAgain() async throws {
        let cache = PictureCache(most: 1 << 20, form: .file([.jpeg]))
        #expect(try await cache.picture(of: [1]) { nil } == nil)
        let bytes = try Self.jpeg.get()
        #expect(try await cache.picture(of: [1]) { Conversion(result: .success(bytes), missing: [:]) } == bytes)
        #expect(try await cache.known([1]) == bytes)
    }
}
