/// A row of the interface table: one function that crosses the border, in either direction.
///
/// A class, because rows are passed along with every call and a reference costs less to copy than all that a row says.
package final class Function: Sendable {
    /// When a function may be called.
    package enum StateRule: String, Sendable {
        case entry
        case any
        /// From the start of `willBecomeActive` to the return of `willResignActive` (model 4.7).
        case active
    }

    /// On which of the worker's threads a function may be called.
    package enum ThreadRule: String, Sendable {
        case main
        case any
        /// A completion runs on a thread of its own (C-112).
        case background = "any but main"
    }

    /// Who carries a function out.
    package enum Implementer: Sendable, Hashable {
        /// The extension: the function is a callback, an entry point or a completion.
        case `extension`
        /// The worker process, without the host.
        case worker(WorkerFunction)
        /// The host's side of the worker, which holds its deadlines.
        case deadline(DeadlineFunction)
        /// The host.
        case host(HostFunction)

        /// Whether the worker sends the call to the host.
        package var isRemote: Bool {
            switch self {
            case .extension, .worker: false
            case .deadline, .host: true
            }
        }
    }

    /// One parameter, in the order of the C declaration.
    package struct Parameter: Sendable, Hashable {
        /// The name in C.
        package let name: String
        /// The type in C, and what of it is sent.
        package let type: ABIType

        /// Takes the name and the type as the header has them.
        package init(_ name: String, _ type: ABIType) {
            self.name = name
            self.type = type
        }
    }

    /// The number on the wire. It is given once and never used for anything else.
    package let id: UInt16
    /// The model's name, as traces show it, such as `insertMessage`.
    package let name: String
    /// The name of the field or symbol in C.
    package let cName: String
    /// When it may be called; the worker checks it for host functions.
    package let state: StateRule
    /// On which thread it may be called; the worker checks it for host functions.
    package let thread: ThreadRule
    /// Who carries it out.
    package let implementer: Implementer
    /// In the order of the C declaration.
    package let parameters: [Parameter]
    /// What it returns; for most host functions a number of `mayfly_error_code`.
    package let result: ABIType
    /// The parameters that are sent, as indices into `parameters`.
    package let marshalled: [Int]
    /// The row by which a call is answered; nil for a function without a completion.
    package let completion: Function?

    /// A row with a name of its own: a callback, an entry point or a completion.
    package init(
        _ id: UInt16,
        _ name: String,
        c cName: String,
        _ state: StateRule,
        _ thread: ThreadRule,
        by implementer: Implementer = .extension,
        _ parameters: [Parameter],
        result: ABIType = .void
    ) {
        self.id = id
        self.name = name
        self.cName = cName
        self.state = state
        self.thread = thread
        self.implementer = implementer
        self.parameters = parameters
        self.result = result
        marshalled = parameters.indices.filter { parameters[$0].type.isMarshalled }
        completion = parameters.lazy.compactMap { if case .completion(let row) = $0.type { row } else { nil } }.first
    }

    /// The index of the parameter of that name; nil for one that the function does not have.
    package func index(of name: String) -> Int? { parameters.firstIndex { $0.name == name } }
}

extension Function {
    /// A host function, named after its case.
    package convenience init(
        _ id: UInt16,
        _ implementer: Implementer,
        c cName: String,
        _ state: StateRule,
        _ thread: ThreadRule,
        _ parameters: [Parameter],
        result: ABIType = .int32
    ) {
        let name =
            switch implementer {
            case .extension: cName
            case .worker(let function): function.rawValue
            case .deadline(let function): function.rawValue
            case .host(let function): function.name
            }
        self.init(id, name, c: cName, state, thread, by: implementer, parameters, result: result)
    }
}

extension Function: Hashable {
    /// Whether two rows describe the same function.
    package static func == (left: Function, right: Function) -> Bool {
        left === right
            || left.id == right.id && left.name == right.name && left.cName == right.cName
                && left.parameters == right.parameters && left.result == right.result
    }

    /// The number alone tells rows apart.
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
