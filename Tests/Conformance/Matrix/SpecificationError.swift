/// A table of the specification cannot be read: the place, and what is wrong there.
package struct SpecificationError: Error, CustomStringConvertible {
    /// The file and the line: `life-cycle.md:210`; or the folder alone.
    package let place: String
    package let problem: String

    init(_ place: String, _ problem: String) {
        self.place = place
        self.problem = problem
    }

    package var description: String { "\(place): \(problem)" }
}
