internal import Foundation
internal import MayflyHost
internal import MayflyModel
internal import MayflyPortal
internal import Synchronization

/// The camera of the person at this terminal. The desktop may ask nobody after the first time, so a picture is taken only when the person
/// says so in the session, each time.
final class PersonsCamera: Sendable {
    private let pictures: PortalPictures
    /// The request for which a picture is being taken.
    private let work = Mutex<(number: Int, task: Task<Void, Never>)?>(nil)

    init(_ pictures: PortalPictures) { self.pictures = pictures }

    /// Begins to take a picture, which the extension gets. Throws `.notPossibleNow` where that has begun.
    func take(_ request: PictureRequest, in window: ConversationWindow) throws(MayflyError) {
        let hasBegun = work.withLock { work in
            guard work == nil else { return false }
            work = (request.number, Task { [pictures] in await Self.give(pictures, request, window) })
            return true
        }
        guard hasBegun else { throw MayflyError(.notPossibleNow, "the picture is being taken already") }
    }

    /// Nobody waits for that picture any more: the camera is off.
    func end(_ number: Int) {
        work.withLock { work in
            guard let running = work, running.number == number else { return }
            running.task.cancel()
            work = nil
        }
    }

    /// What is refused here is over by then.
    private static func give(_ pictures: PortalPictures, _ request: PictureRequest, _ window: ConversationWindow) async
    {
        do {
            guard let bytes = try await pictures.picture(forExtension: request.name) else {
                return try await window.refusePicture(request.number)
            }
            let file = try TemporaryPicture(bytes)
            defer { file.remove() }
            try await window.providePicture(request.number, fileAt: file.path)
        } catch is CancellationError {
        } catch {
            try? await window.refusePicture(request.number, isUnavailable: true)
        }
    }
}

/// A picture in a file that only this user can read, on its way to the host.
private struct TemporaryPicture {
    let path: String

    init(_ bytes: [UInt8]) throws {
        var name = Array((NSTemporaryDirectory() + "mayfly-picture-XXXXXX").utf8CString)
        // The file has mode 600.
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else {
            throw MayflyError(.files, "the picture cannot be kept: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try file.write(contentsOf: bytes) } catch {
            unlink(path)
            throw error
        }
    }

    func remove() { unlink(path) }
}
