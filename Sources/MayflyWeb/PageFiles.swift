internal import CMayflyPage
internal import NIOCore

/// The files of the page, which are a part of the program.
enum PageFiles {
    static func answer(_ path: String) -> Answer? { files[path] }

    private static let files: [String: Answer] = {
        var files: [String: Answer] = [:]
        for index in 0..<mayfly_page_count() {
            let file = mayfly_page_at(index).pointee
            let bytes = ByteBuffer(bytes: UnsafeBufferPointer(start: file.bytes, count: file.length))
            files[String(cString: file.path)] = Answer(type: String(cString: file.type), .bytes(bytes))
        }
        return files
    }()
}
