import Foundation
import MayflyTestSupport

extension Browser {
    /// Something that the browser has asked for.
    struct Load {
        let address: String
        /// Such as `Image`, in the words of the browser.
        var kind = ""
        /// Of the answer; nil where none came, or none that the page may have.
        var status: Int?
        /// Heads included. What a WebSocket has received counts, too.
        var bytes = 0
        fileprivate var isDone = false
    }

    /// The addresses that the browser has asked for since its log was last read.
    func requests() throws -> [String] {
        try networkLog().compactMap { event, parameters in
            switch event {
            case "Network.requestWillBeSent": (parameters["request"] as? [String: Any])?["url"] as? String
            case "Network.webSocketCreated": parameters["url"] as? String
            default: nil
            }
        }
    }

    /// What the browser has loaded since its log was last read, when all of it has come.
    func loads() throws -> [Load] {
        var loads: [String: Load] = [:]
        try blockUntil {
            for (event, parameters) in try networkLog() {
                guard let id = parameters["requestId"] as? String else { continue }
                Self.note(event, parameters, in: &loads[id])
            }
            return loads.values.allSatisfy(\.isDone)
        }
        return Array(loads.values)
    }

    private static func note(_ event: String, _ parameters: [String: Any], in load: inout Load?) {
        let answer = parameters["response"] as? [String: Any]
        switch event {
        case "Network.requestWillBeSent":
            let request = parameters["request"] as? [String: Any]
            load = Load(address: request?["url"] as? String ?? "", kind: parameters["type"] as? String ?? "")
        case "Network.webSocketCreated":
            load = Load(address: parameters["url"] as? String ?? "", kind: "WebSocket", isDone: true)
        case "Network.webSocketFrameReceived": load?.bytes += (answer?["payloadData"] as? String)?.utf8.count ?? 0
        case "Network.webSocketHandshakeResponseReceived": load?.status = answer?["status"] as? Int
        case "Network.responseReceived": load?.status = answer?["status"] as? Int
        case "Network.loadingFinished":
            load?.bytes += parameters["encodedDataLength"] as? Int ?? 0
            load?.isDone = true
        case "Network.loadingFailed": load?.isDone = true
        default: break
        }
    }
}
