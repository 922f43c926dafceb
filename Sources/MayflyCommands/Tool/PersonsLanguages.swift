internal import Foundation
internal import MayflyModel

extension Languages {
    /// Those of the person at the terminal, by the environment. What a program reads is the same in every language.
    static func ofPerson(unless isForProgram: Bool = false) -> Languages {
        isForProgram ? .none : Languages(environment: ProcessInfo.processInfo.environment)
    }
}
