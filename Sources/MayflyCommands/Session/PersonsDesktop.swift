internal import Foundation
internal import MayflyHost
internal import MayflyPortal

/// What the desktop of the person at this terminal does for extensions.
struct PersonsDesktop: Sendable {
    let providers: Providers
    /// Nil where there is none.
    let camera: PersonsCamera?

    /// Nothing where nobody sits at a terminal of a desktop: extensions are told so, and nobody is asked for a permission.
    static var here: PersonsDesktop {
        guard isatty(STDIN_FILENO) == 1, PortalPictures.isPossible(ProcessInfo.processInfo.environment),
            let program = try? ExtensionHost.program("mayfly-portal"), access(program, X_OK) == 0
        else { return none }
        var providers = HomeOptions.providers
        providers.photos = PortalPictures.photos(program: program)
        return PersonsDesktop(providers: providers, camera: PersonsCamera(PortalPictures.camera(program: program)))
    }

    static var none: PersonsDesktop { PersonsDesktop(providers: HomeOptions.providers, camera: nil) }
}
