import Foundation

/// The plugin that asks for pictures, products and payments, each by a button of that name.
enum ServicesPlugin {
    static let id = "test.mayfly.services"

    /// Its bundle, whose manifest asks for these permissions.
    static func bundle(asking names: [String] = ["camera", "photos"], options: [String] = []) throws -> String {
        let permissions = names.map { ["name": $0, "reason": "For \($0)"] }
        return try PluginWorkshop.bundle("services", options: options, manifest: ["permissions": permissions])
    }

    /// The pictures that it has, on alice's device.
    static func pictures(in home: String) throws -> [Data] {
        let folder = try Puppet.privateFolder(of: id, in: home)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("picture-") }
        return try names.map { try Data(contentsOf: URL(filePath: folder + "/" + $0)) }
    }
}
