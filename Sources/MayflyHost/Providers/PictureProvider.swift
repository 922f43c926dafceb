/// Where pictures of the person come from: a camera, or those that they have.
public protocol PictureProvider: Sendable {
    /// The bytes of a picture file, which the host makes anew in a process of its own before the extension gets it; nil where the person
    /// gives none.
    ///
    /// - Throws: any error where there is no camera, or no picture can be chosen: the extension is told that it is unavailable.
    func picture(for request: ProviderRequest) async throws -> [UInt8]?
}
