internal import CCurl
internal import MayflyModel

/// The headers of a request as libcurl's list, which lives as long as this.
final class HeaderList {
    private let list: UnsafeMutablePointer<curl_slist>?

    var first: UnsafeRawPointer? { UnsafeRawPointer(list) }

    init(_ request: FetchRequest) {
        // libcurl leaves out a header that has no value: the one that waits for a permission to send, and the type that it would make up.
        var lines = ["Expect:"]
        if !request.headers.contains(where: { $0.isNamed("content-type") }) { lines.append("Content-Type:") }
        // A semicolon says that a value is empty.
        lines += request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) ?? list }
        self.list = list
    }

    deinit { curl_slist_free_all(list) }
}
