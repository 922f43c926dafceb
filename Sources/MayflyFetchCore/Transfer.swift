internal import CCurl
internal import Glibc
internal import MayflyModel

/// The handle of libcurl, which keeps connections from one request to the next.
final class Transfer {
    private struct NotStarted: Error, CustomStringConvertible {
        let description = "libcurl cannot be started"
    }

    /// What the callbacks of one request need.
    private final class State {
        let limit: Int
        let isPublic: Bool
        let handle: OpaquePointer
        var received = 0
        var hasHead = false
        var headers = ReceivedHeaders()
        /// Why a callback has ended the request.
        var refusal: String?

        init(_ request: FetchRequest, _ handle: OpaquePointer) {
            limit = request.limit
            isPublic = request.isPublic
            self.handle = handle
        }
    }

    private static let maximumRedirects = 5
    /// A server that sends fewer bytes a second than this for as long as the patience of the request lasts is given up.
    private static let slowest = 1024
    private static let connectSeconds = 15
    /// The largest body of a redirect beside the limit of the request, in bytes.
    private static let redirectBody: curl_off_t = 64 * 1024

    private let handle: OpaquePointer
    /// Whether it may have connections to addresses that are not public.
    private var hasLocalConnections = false

    init() throws {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let handle = curl_easy_init() else {
            throw NotStarted()
        }
        self.handle = OpaquePointer(handle)
    }

    private var curl: UnsafeMutableRawPointer { UnsafeMutableRawPointer(handle) }

    /// Makes a request and writes its answer. Gives the reason of a failure; nil where all of it was received.
    func failure(of request: FetchRequest) -> String? {
        let state = State(request, handle)
        let context = Unmanaged.passUnretained(state).toOpaque()
        var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        // A reset keeps connections, and forgets all settings.
        curl_easy_reset(curl)
        let headers = HeaderList(request)
        return withExtendedLifetime((state, headers, request.body)) {
            message.withUnsafeMutableBufferPointer { message in
                set(request, context, message.baseAddress)
                setContent(request, headers, context)
                let result = curl_easy_perform(curl)
                if result == CURLE_OK {
                    Self.writeHead(state)
                    return nil
                }
                if let refusal = state.refusal { return refusal }
                if result == CURLE_OPERATION_TIMEDOUT { return Self.tooSlow(request) }
                let detail = message.baseAddress.map { String(cString: $0) } ?? ""
                return detail.isEmpty ? String(cString: curl_easy_strerror(result)) : detail
            }
        }
    }

    private static func tooSlow(_ request: FetchRequest) -> String {
        "it took more than \(request.seconds) seconds, or sent fewer than \(slowest) bytes a second for \(request.patience) seconds"
    }

    private func set(
        _ request: FetchRequest,
        _ context: UnsafeMutableRawPointer,
        _ message: UnsafeMutablePointer<CChar>?
    ) {
        func number(_ option: CURLoption, _ value: Int) { mayfly_curl_set_number(curl, option, value) }
        func text(_ option: CURLoption, _ value: String) { mayfly_curl_set_pointer(curl, option, value) }
        text(CURLOPT_URL, request.url)
        text(CURLOPT_PROTOCOLS_STR, "http,https")
        // An answer over https cannot lead to one that everybody on the way can change.
        text(CURLOPT_REDIR_PROTOCOLS_STR, request.url.lowercased().hasPrefix("https:") ? "https" : "http,https")
        text(CURLOPT_USERAGENT, "mayfly")
        if TrustedCertificates.areNamed {
            for (option, path) in [
                (CURLOPT_CAINFO, TrustedCertificates.file), (CURLOPT_CAPATH, TrustedCertificates.folder),
            ] {
                if let path { text(option, path) } else { mayfly_curl_set_pointer(curl, option, nil) }
            }
        }
        // What a server compresses is unpacked here, and counted as it comes out.
        text(CURLOPT_ACCEPT_ENCODING, "gzip")
        number(CURLOPT_FOLLOWLOCATION, request.followsRedirects ? 1 : 0)
        number(CURLOPT_MAXREDIRS, Self.maximumRedirects)
        number(CURLOPT_NOSIGNAL, 1)
        number(CURLOPT_CONNECTTIMEOUT, Self.connectSeconds)
        number(CURLOPT_TIMEOUT, request.seconds)
        number(CURLOPT_LOW_SPEED_LIMIT, Self.slowest)
        number(CURLOPT_LOW_SPEED_TIME, request.patience)
        number(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        // A proxy of the environment would connect to addresses that are not checked here.
        if request.isPublic { text(CURLOPT_PROXY, "") }
        // The address of a connection that is used again is not looked at again.
        if request.isPublic, hasLocalConnections { number(CURLOPT_FRESH_CONNECT, 1) }
        if !request.isPublic { hasLocalConnections = true }
        mayfly_curl_set_pointer(curl, CURLOPT_ERRORBUFFER, message)
        mayfly_curl_set_pointer(curl, CURLOPT_WRITEDATA, context)
        mayfly_curl_set_write(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let state = Unmanaged<State>.fromOpaque(context).takeUnretainedValue()
            return Transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count), state) ? size * count : 0
        }
        // Also bodies of redirects, which libcurl reads and gives to nobody. What is compressed is smaller here.
        mayfly_curl_set_number(curl, CURLOPT_NOPROGRESS, 0)
        mayfly_curl_set_pointer(curl, CURLOPT_XFERINFODATA, context)
        mayfly_curl_set_progress(curl) { context, _, received, _, _ in
            guard let context else { return 1 }
            let state = Unmanaged<State>.fromOpaque(context).takeUnretainedValue()
            guard received > curl_off_t(state.limit) + Transfer.redirectBody else { return 0 }
            state.refusal = state.refusal ?? "it sends more than \(grouped(state.limit)) bytes"
            return 1
        }
        mayfly_curl_set_pointer(curl, CURLOPT_OPENSOCKETDATA, context)
        mayfly_curl_set_open_socket(curl) { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            let state = Unmanaged<State>.fromOpaque(context).takeUnretainedValue()
            return Transfer.openSocket(address, state)
        }
    }

    /// The method, the headers and the body of a request. libcurl copies the body, and not the list of headers.
    private func setContent(_ request: FetchRequest, _ headers: HeaderList, _ context: UnsafeMutableRawPointer) {
        switch request.method {
        case "GET": break
        case "HEAD": mayfly_curl_set_number(curl, CURLOPT_NOBODY, 1)
        default:
            mayfly_curl_set_number(curl, CURLOPT_POST, 1)
            mayfly_curl_set_number(curl, CURLOPT_POSTFIELDSIZE, request.body.count)
            request.body.withUnsafeBytes {
                _ = mayfly_curl_set_pointer(curl, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? Self.nothing)
            }
            mayfly_curl_set_pointer(curl, CURLOPT_CUSTOMREQUEST, request.method)
        }
        mayfly_curl_set_pointer(curl, CURLOPT_HTTPHEADER, headers.first)
        mayfly_curl_set_pointer(curl, CURLOPT_HEADERDATA, context)
        mayfly_curl_set_write(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let state = Unmanaged<State>.fromOpaque(context).takeUnretainedValue()
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            guard state.headers.take(line) else {
                state.refusal =
                    "it sends more headers than \([HTTPHeader].most), or more than \(grouped([HTTPHeader].mostBytes)) bytes of them"
                return 0
            }
            return size * count
        }
    }

    /// Where an empty body begins.
    // Safe because nobody reads or writes there.
    nonisolated(unsafe) private static let nothing = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    )

    private static func writeHead(_ state: State) {
        guard !state.hasHead else { return }
        state.hasHead = true
        var status = 0
        mayfly_curl_number(UnsafeMutableRawPointer(state.handle), CURLINFO_RESPONSE_CODE, &status)
        Output.head(status: status, state.headers.all)
    }

    private static func receive(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Bool {
        writeHead(state)
        state.received += bytes.count
        guard state.received <= state.limit else {
            state.refusal = "it sends more than \(grouped(state.limit)) bytes"
            return false
        }
        Output.data(bytes)
        return true
    }

    /// The address goes on behind the structure that libcurl declares (CURLOPT_OPENSOCKETFUNCTION, man 3).
    private static func isPublic(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return false }
        let found = UnsafeRawPointer(address).advanced(by: offset).assumingMemoryBound(to: sockaddr.self)
        return NetworkAddress(found)?.isPublic ?? false
    }

    private static func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>, _ state: State) -> curl_socket_t {
        if state.isPublic {
            guard isPublic(address) else {
                state.refusal = "it leads to an address that is not public"
                return CURL_SOCKET_BAD
            }
        }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, kind, address.pointee.protocol)
    }
}
