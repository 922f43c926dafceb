internal import Foundation
internal import MayflyHost
internal import MayflyPortal

/// What the desktop of the person at this terminal does for extensions.
enum PersonsDesktop {
    /// Nothing where nobody sits at a terminal of a desktop: extensions are told so, and nobody is asked for a permission.
    static var providers: Providers {
        var providers = Providers()
        guard isatty(STDIN_FILENO) == 1, PortalPictures.isPossible(ProcessInfo.processInfo.environment),
            let program = try? ExtensionHost.program("mayfly-portal"), access(program, X_OK) == 0
        else { return providers }
        providers.photos = PortalPictures.photos(program: program)
        providers.camera = PortalPictures.camera(program: program)
        return providers
    }
}
