internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel

/// A faulty extension: what a person does to it, and what must come of that.
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
            throw MayflyError(.files, "'\(SafeText.line(file))' does not say what must come of it", cause: error)
        }
    }

    var pace: SoakPace { SoakPace(for: ends) }

    /// Whether nothing around it is needed. Only a window waits for completions before it goes on.
    /// And only a window has a database and a view, which take the host's time.
    var isDirect: Bool {
        Set(steps).isSubset(of: ["misbehave", "stage", "wait"])
            && ends.contains { $0.cause != Resource.hostTime.rawValue }
    }

    /// Whether it needs a window and leaves nothing behind in its conversation, where it would stay for good.
    var isWindowed: Bool {
        [.patient, .callback].contains(pace)
            && Set(steps).isSubset(of: [
                "misbehave", "stage", "text", "wait", "expand", "compact", "swipe", "stickers", "cancel", "grow",
            ])
    }
}
