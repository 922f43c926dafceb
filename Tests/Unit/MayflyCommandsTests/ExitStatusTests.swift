import MayflyCommands
import MayflyModel
import Testing

@Suite struct ExitStatusTests {
    @Test(arguments: [
        MayflyError.Code.extensionCrashed, .extensionUnresponsive, .protocolViolation,
    ])
    func saysThatAnExtensionFailed(code: MayflyError.Code) {
        #expect(ExitStatus(code).rawValue == 3)
    }

    @Test(arguments: [
        MayflyError.Code.invalidBundle, .invalidManifest, .invalidPack, .libraryMissing, .invalidLibrary, .loadFailed,
    ])
    func saysThatAnExtensionWasNotLoaded(code: MayflyError.Code) {
        #expect(ExitStatus(code).rawValue == 4)
    }

    @Test(arguments: [
        MayflyError.Code.unknownExtension, .unknownDevice, .unknownConversation, .unknownControl, .invalidScript,
        .notPossibleNow, .store, .launchFailed, .internalFault,
    ])
    func saysThatSomethingElseFailed(code: MayflyError.Code) {
        #expect(ExitStatus(code).rawValue == 1)
    }
}
