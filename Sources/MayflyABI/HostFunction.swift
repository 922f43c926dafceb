/// The functions that the host carries out, by the part of it that does so: one case for each row of the table.
///
/// They are told apart by `switch` and without `default`, so that the compiler names each place where a new one is missing.
package enum HostFunction: Sendable, Hashable {
    /// The broker checks it and makes an item of it.
    case draft(DraftFunction)
    /// The window carries it out at once.
    case window(WindowFunction)
    /// It waits for the store or for a server, and the window does not wait with it.
    case service(ServiceFunction)

    /// The model's name, as traces show it.
    package var name: String {
        switch self {
        case .draft(let function): function.rawValue
        case .window(let function): function.rawValue
        case .service(let function): function.rawValue
        }
    }

    /// Whether the host keeps what it is given, or sends it on, so that its bytes count as transferred.
    package var isKept: Bool {
        switch self {
        case .draft: true
        case .window: false
        case .service(.putState), .service(.fetch): true
        case .service: false
        }
    }
}

/// The functions that put something into the input field, or ask to send it.
package enum DraftFunction: String, Sendable {
    case insertMessage
    case insertSticker
    case insertText
    case insertAttachment
    case sendMessage
    case sendSticker
    case sendText
    case sendAttachment
}

/// The functions that change or fill what the window shows, or write to the log.
package enum WindowFunction: String, Sendable {
    case requestPresentationStyle
    case dismiss
    case presentView
    case presentStickerBrowser
    case reloadStickers
    case supplySticker
    case log
}

/// The functions whose answers take time.
package enum ServiceFunction: String, Sendable {
    case readSession
    case getState
    case putState
    case fetch
    case choosePhoto
    case takePicture
    case listProducts
    case ownedProducts
    case buyProduct
    case requestPayment
    case readSettings

    /// Whether it waits for the person, who may take minutes.
    package var waitsForPerson: Bool {
        switch self {
        case .choosePhoto, .takePicture, .buyProduct, .requestPayment: true
        case .readSession, .getState, .putState, .fetch, .listProducts, .ownedProducts, .readSettings: false
        }
    }
}

/// The functions that the host's side of a worker carries out on the event loop, because a deadline does not wait.
package enum DeadlineFunction: String, Sendable {
    case extend
}

/// The functions that the worker carries out itself, because the answer must be there when they return.
package enum WorkerFunction: String, Sendable {
    case hostAbility
    case makeSession
    case privateFolder
}
