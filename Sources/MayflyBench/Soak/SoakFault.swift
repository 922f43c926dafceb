internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel

/// A faulty extension: the steps of the person, and the expected ends.
struct SoakFault: Sendable {
    private struct Expected: Decodable {
        let ends: [ExpectedEnd]
        let steps: [String]
    }

    let bundle: ExtensionBundle
    let ends: [ExpectedEnd]
    let steps: [String]

    /// The bundles of a folder that have an `expected.json`, in the order of their names.
    static func all(in folder: String) throws(MayflyError) -> [SoakFault] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw MayflyError(.files, "the folder '\(SafeText.line(folder))' cannot be read", cause: error)
        }
        var faults: [SoakFault] = []
        for name in names.sorted() where name.hasSuffix(ExtensionBundle.folderSuffix) {
            faults.append(try SoakFault(folder + "/" + name))
        }
        return faults
    }

    private init(_ path: String) throws(MayflyError) {
        bundle = try ExtensionBundle.read(path)
        let file = path + "/expected.json"
        do {
            let expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: URL(filePath: file)))
            (ends, steps) = (expected.ends, expected.steps)
        } catch {
            throw MayflyError(.files, "'\(SafeText.line(file))' describes no expected ends", cause: error)
        }
    }

    var pace: SoakPace { SoakPace(for: ends) }

    /// Whether it runs without a window. A window is needed to wait for completions, and for a database and a view, which use the
    /// host's processor time.
    var isDirect: Bool {
        Set(steps).isSubset(of: ["misbehave", "stage", "wait"])
            && ends.contains { $0.cause != Resource.hostTime.rawValue }
    }

    /// Whether it needs a window and leaves no message in its conversation, where it would stay permanently.
    var isWindowed: Bool {
        [.patient, .callback].contains(pace)
            && Set(steps).isSubset(of: [
                "misbehave", "stage", "text", "wait", "expand", "compact", "swipe", "stickers", "cancel", "grow",
            ])
    }
}
