internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

/// The pipes of a process that converts a picture: one for the converted picture, one for its report.
struct ConversionPipes {
    /// The two ends of a pipe. The process writes to `theirs`.
    struct Pipe {
        let ours: Int32
        let theirs: Int32

        init() throws(MayflyError) {
            var ends: [Int32] = [-1, -1]
            let status = mayfly_pipe(&ends)
            guard status == 0 else {
                throw MayflyError(.launchFailed, "no descriptors for a process: \(String(cString: strerror(-status)))")
            }
            (ours, theirs) = (ends[0], ends[1])
        }
    }

    let picture: Pipe
    let report: Pipe

    init() throws(MayflyError) {
        picture = try Pipe()
        do throws(MayflyError) {
            report = try Pipe()
        } catch {
            close(picture.ours)
            close(picture.theirs)
            throw error
        }
    }

    /// Closes the ends of the process, after it was started: then the pipes end with the process.
    func closeTheirs() { for pipe in [picture, report] { close(pipe.theirs) } }

    func closeOurs() { for pipe in [picture, report] { close(pipe.ours) } }
}
