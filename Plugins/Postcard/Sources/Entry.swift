internal import MayflyExtension

/// The one function that the library exports.
@c(mayfly_extension_entry)
public func entry(_ offer: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 {
    ExtensionMain.start(PostcardExtension.self, offer, answer)
}
