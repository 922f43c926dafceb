internal import MayflyLinux
internal import MayflyModel

/// The pipes of a process that converts a picture: for the picture that comes out, and for what the process says beside it.
struct ConversionPipes {
    let picture: DescriptorPair
    let report: DescriptorPair

    init() throws(MayflyError) {
        picture = try DescriptorPair(.pipe, for: "a process")
        do throws(MayflyError) {
            report = try DescriptorPair(.pipe, for: "a process")
        } catch {
            picture.closeBoth()
            throw error
        }
    }

    /// Only the process has them once it runs: when it is gone, they end.
    func closeTheirs() { for pipe in [picture, report] { pipe.closeTheirs() } }

    func closeOurs() { for pipe in [picture, report] { pipe.closeOurs() } }
}
