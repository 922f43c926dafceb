import MayflyLinux
import Testing

/// Work that an account is charged for stays where it was called.
@Suite struct CPUAccountingTests {
    private final class Account: CPUAccount {
        func noteHostTime(_ time: Duration) {}
    }

    private typealias Place = (actor: (any Actor)?, account: (any CPUAccount)?)

    /// State of an actor, as that of a window is.
    private final class State {
        nonisolated(nonsending) func work(for account: Account?) async -> Place {
            await CPUAccounting.with(account) { await self.step() }
        }

        nonisolated(nonsending) private func step() async -> Place {
            await Task.yield()
            let isolation: (any Actor)? = #isolation
            return (isolation, CPUAccounting.account)
        }
    }

    private actor Owner {
        private let state = State()

        func isKept(for account: Account?) async -> Bool {
            let found = await state.work(for: account)
            return found.actor === self && found.account === account
        }
    }

    @Test func itIsTheAccountDuringTheWork() async {
        let account = Account()
        #expect(await Owner().isKept(for: account))
        #expect(CPUAccounting.account == nil)
    }

    @Test func workForNobodyIsChargedToNobody() async {
        let owner = Owner()
        let isKept = await CPUAccounting.with(Account()) { await owner.isKept(for: nil) }
        #expect(isKept)
    }
}
