internal import CMayflyLinux
internal import Foundation
internal import MayflyHost

/// The resources of the host at a moment when no extension runs.
struct SoakSample: Sendable {
    /// Memory of the host's process in KiB: resident, proportional, private dirty, and allocated by malloc.
    var resident = 0
    var proportional = 0
    var dirty = 0
    var heap = 0
    /// The database with its journal, in KiB.
    var store = 0
    var receipts = 0
    /// The private memory of the zygotes and other helper processes of the host, in KiB.
    var zygotes = 0
    var processes = 0
    var descriptors = 0
    var threads = 0
    var mounts = 0
    var groups = 0
    var files = 0

    /// When it was taken.
    var time = Duration.zero
    var launches = 0

    init(of stage: SoakStage, _ census: ResourceSnapshot) async {
        let own = getpid()
        let memory = ProcessFigures.memory(of: own) ?? ProcessFigures.Memory()
        resident = Int(memory.resident)
        proportional = Int(memory.proportional)
        dirty = Int(memory.dirty)
        heap = Int(mayfly_heap_in_use() / 1024)
        store = ["", "-wal"].reduce(0) { sum, ending in
            let about = try? FileManager.default.attributesOfItem(atPath: stage.home.database + ending)
            return sum + (about?[.size] as? Int ?? 0) / 1024
        }
        receipts = await stage.receipts
        zygotes = census.processes.compactMap { Int32($0) }.reduce(0) {
            $0 + Int(ProcessFigures.memory(of: $1)?.dirty ?? 0)
        }
        processes = census.processes.count
        descriptors = census.descriptors.count
        threads = Int(ProcessFigures.hostThreads)
        mounts = census.mounts.count
        groups = ResourceSnapshot.groups(of: own).count
        files = census.files.count
    }

    /// The measures with their stable names.
    static let measures: [(name: String, value: any KeyPath<SoakSample, Int> & Sendable)] = [
        ("rss_kib", \.resident), ("pss_kib", \.proportional), ("private_dirty_kib", \.dirty), ("heap_kib", \.heap),
        ("store_kib", \.store), ("receipts", \.receipts), ("zygotes_kib", \.zygotes), ("processes", \.processes),
        ("descriptors", \.descriptors), ("threads", \.threads), ("mounts", \.mounts), ("cgroups", \.groups),
        ("files", \.files),
    ]
}
