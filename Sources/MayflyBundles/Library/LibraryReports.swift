internal import MayflyModel
internal import Synchronization

/// What was read of the headers of libraries: a launch does not read again what a listing, or the launch before, has read of the
/// same file.
enum LibraryReports {
    /// When so many are known, all are forgotten.
    private static let most = 256
    private static let known = Mutex<[FileStamp: ELFInspector.Report]>([:])

    /// As `ELFInspector` says it, of the file as it is now. Of a file that it refuses nothing is kept.
    static func report(of file: borrowing RegularFile, named name: String) throws(MayflyError) -> ELFInspector.Report {
        let stamp = file.withDescriptor { FileStamp(descriptor: $0) }
        if let stamp, let report = known.withLock({ $0[stamp] }) { return report }
        let report = try ELFInspector(name: name).inspect(file)
        if let stamp {
            known.withLock { known in
                if known.count >= most { known = [:] }
                known[stamp] = report
            }
        }
        return report
    }
}
