internal import MayflyLinux
internal import MayflyModel

/// The pipes of a process that converts a picture: one for the converted picture, one for its report.
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

    /// Closes the ends of the process, after it was started: then the pipes end with the process.
    func closeTheirs() { for pipe in [picture, report] { pipe.closeTheirs() } }

    func closeOurs() { for pipe in [picture, report] { pipe.closeOurs() } }
}
