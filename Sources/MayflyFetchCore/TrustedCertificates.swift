internal import Glibc

/// The certificates of authorities that the person trusts in place of those of the system, by the variables that OpenSSL has for them
/// (SSL_CTX_set_default_verify_paths, man 3). libcurl does not read them itself. Where one of them is set, nothing of the system counts.
enum TrustedCertificates {
    /// A file with certificates as PEM; nil for that of the system.
    static var file: String? { path("SSL_CERT_FILE") }
    /// A folder of certificates under the hashes of their names; nil for that of the system.
    static var folder: String? { path("SSL_CERT_DIR") }

    /// Whether the person has named any.
    static var areNamed: Bool { file != nil || folder != nil }

    private static func path(_ variable: String) -> String? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
