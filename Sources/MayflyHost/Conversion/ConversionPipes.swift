internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

/// The pipes of a process that converts a picture: for the picture that comes out, and for what the process says beside it.
struct ConversionPipes {
    /// The two ends of one, of which the process gets the one to write to.
    package struct Pipe {
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

    /// Only the process has them once it runs: when it is gone, they end.
    func closeTheirs() { for pipe in [picture, report] { close(pipe.theirs) } }

    func closeOurs() { for pipe in [picture, report] { close(pipe.ours) } }
}
