internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol

extension Methods {
    static let machine: [Method] = [
        .query(
            "receipts.list",
            "How the last launches ended, the newest last.",
            Parameter<ExtensionID>.named("extension", "the id of an extension", "Only those of this extension.") {
                ExtensionID(rawValue: $0)
            }.optional,
            Parameter<Int>.integer("last", 1...64, "How many at most.").or(20),
            result: Results.list("receipts", "Receipts", Shapes.receipt, "The receipts.")
        ) { client, id, last in
            try await client.host.receipts(of: id, last: last)
        },
        .query(
            "receipts.read",
            "How one launch ended. Null where its receipt is not kept any more.",
            Parameter<Int>.integer("receipt", 1...Int(Int32.max), "The number of the launch, the 'id' of its receipt."),
            result: Results.receipt
        ) { client, number in
            try await client.host.receipt(number)
        },
        .query(
            "workers.list",
            "The workers that live, of all programs.",
            result: Results.list("workers", "Workers", Shapes.liveWorker, "The workers.")
        ) { client in
            let now = SystemClock().now
            return try await client.host.workers().map { (worker: $0, now: now) }
        },
        .query(
            "workers.kill",
            "Ends all workers of an extension, in all programs.",
            id,
            result: Results.count
        ) { client, id in
            try await client.host.endWorkers(of: id)
        },
        .wait(
            "doctor",
            "Which layers of the sandbox work on this machine.",
            result: Results.list("layers", "SandboxLayers", Shapes.layer, "The layers.")
        ) { client in
            Shapes.layers(try await client.host.missingLayers(), of: Set(SandboxLayer.allCases))
        },
    ]
}

extension Results {
    fileprivate static let receipt = Shape<ExitReceipt?>.object(
        "KeptReceipt",
        "A receipt, if it is kept.",
        [Field("receipt", Shapes.receipt.nullable, "The receipt.") { $0 }]
    )

    fileprivate static let count = Shape<Int>.object(
        "Count",
        "How many there were.",
        [Field("count", .integer, "How many.") { $0 }]
    )
}
