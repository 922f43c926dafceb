internal import MayflyABI
internal import MayflyModel

/// The one picture that the person is asked for in a window that provides them.
final class PictureDesk {
    private struct Open {
        let request: PictureRequest
        let place: PicturePlace
    }

    private let scope: WindowScope
    private var open: Open?
    private var lastNumber = 0

    init(_ scope: WindowScope) { self.scope = scope }

    /// What the person is asked for.
    var request: PictureRequest? { open?.request }

    /// Asks for a picture, which `place` waits for.
    func ask(for permission: PermissionName, _ source: RunningExtension, in place: PicturePlace) {
        lastNumber += 1
        let request = PictureRequest(
            number: lastNumber,
            extensionID: source.bundle.id,
            name: source.bundle.manifest.shownName,
            permission: permission
        )
        open = Open(request: request, place: place)
        scope.observer(.pictureRequest(request))
    }

    /// Throws `.notAsShown` where that request is over.
    @discardableResult func require(_ number: Int) throws(MayflyError) -> PicturePlace {
        guard let open, open.request.number == number else {
            throw MayflyError(.notAsShown, "nothing is given: request \(number) for a picture is over")
        }
        return open.place
    }

    /// Answers a request. Throws `.notAsShown` where it is over.
    func answer(_ number: Int, _ answer: PicturePlace.Answer) throws(MayflyError) {
        try require(number).give(answer)
        end()
    }

    /// Nobody is asked any more. It ends nothing where nobody was.
    func end() {
        guard let request = open?.request else { return }
        open = nil
        scope.observer(.pictureRequestOver(request.extensionID, number: request.number))
    }
}

extension ServiceFunction {
    /// The permission of a call that asks for a picture; nil for any other.
    var picturePermission: PermissionName? {
        switch self {
        case .choosePhoto: .photos
        case .takePicture: .camera
        case .readSession, .getState, .putState, .readSettings, .fetch, .listProducts, .ownedProducts, .buyProduct,
            .requestPayment:
            nil
        }
    }
}
