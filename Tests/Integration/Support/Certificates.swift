import Foundation
import MayflyTestSupport

/// Certificates of servers of this machine, and that of the authority which has signed them, made for one test.
struct Certificates: Sendable {
    /// A certificate with its key, by the name of its file.
    enum Kind: String, CaseIterable {
        case good, name, expired, unknown

        /// What libcurl says of it; nil for the one that is right.
        var fault: String? {
            switch self {
            case .good: nil
            case .name: "no alternative certificate subject name matches target host name"
            case .expired: "certificate has expired"
            case .unknown: "unable to get local issuer certificate"
            }
        }
    }

    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        let program = Checkout.folder.appending(path: "Tests/Integration/Programs/certificates.py").path
        try run("/usr/bin/python3", [program, folder.path])
    }

    func path(_ kind: Kind) -> String { folder.at(kind.rawValue + ".pem") }

    /// What a person sets who trusts the authority.
    var variables: [String: String] { ["SSL_CERT_FILE": folder.at("authority.pem")] }

    /// `mayfly-fetch` for a person who trusts the authority.
    ///
    /// - Parameter source: the C file of a library of the tests that is loaded before all others.
    func trustingProgram(preloading source: String? = nil) throws -> String {
        let words = [folder.at("authority.pem"), Bundle.main.bundlePath + "/mayfly-fetch"].map { "'\($0)'" }
        var script = "#!/bin/sh\nexport SSL_CERT_FILE=\(words[0])\n"
        if let source {
            let file = Checkout.folder.appending(path: "Tests/Integration/Programs/\(source)")
            let command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
            try PlainCompiler.build(command, from: file, options: ["-ldl"], to: folder.at("first.so"))
            script += "export LD_PRELOAD='\(folder.at("first.so"))'\n"
        }
        script += "exec \(words[1]) \"$@\"\n"
        let path = try folder.write(script, to: "fetch")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }
}
