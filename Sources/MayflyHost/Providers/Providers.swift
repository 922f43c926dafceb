/// What the app of a person does for extensions beyond messages. Each that is nil is told to extensions as unavailable.
///
/// A provider is called only for an extension that declares the permission, which the person has granted. Its task is cancelled when the
/// extension is closed and when `Policy.person` is over.
public struct Providers: Sendable {
    /// Has the person take a picture.
    public var camera: (any PictureProvider)?
    /// Has the person choose a picture.
    public var photos: (any PictureProvider)?
    /// Sells the products of extensions.
    public var purchase: (any PurchaseProvider)?
    /// Makes payments to the publishers of extensions.
    public var payment: (any PaymentProvider)?

    /// Nothing is available.
    public init() {}
}
