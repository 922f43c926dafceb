extension WorkerEnd {
    private enum CodingKeys: String, CodingKey {
        case cause, phase, lifetimeMicroseconds, cpuMicroseconds, peakMemoryKiB, callbacks, calls
        case times, bytesSent, bytesReceived, crash, refusedCalls, output
    }

    /// What an older form does not have reads as nothing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        cause = try values.decode(Cause.self, forKey: .cause)
        phase = try values.decodeIfPresent(String.self, forKey: .phase)
        lifetimeMicroseconds = try values.decode(Int64.self, forKey: .lifetimeMicroseconds)
        cpuMicroseconds = try values.decode(Int64.self, forKey: .cpuMicroseconds)
        peakMemoryKiB = try values.decodeIfPresent(Int.self, forKey: .peakMemoryKiB)
        callbacks = try values.decode(Int.self, forKey: .callbacks)
        calls = try values.decode(Int.self, forKey: .calls)
        times = try values.decodeIfPresent(PhaseTimes.self, forKey: .times) ?? PhaseTimes()
        bytesSent = try values.decodeIfPresent(Int.self, forKey: .bytesSent) ?? 0
        bytesReceived = try values.decodeIfPresent(Int.self, forKey: .bytesReceived) ?? 0
        crash = try values.decodeIfPresent(CrashReport.self, forKey: .crash)
        refusedCalls = try values.decodeIfPresent([String].self, forKey: .refusedCalls) ?? []
        output = try values.decodeIfPresent(String.self, forKey: .output) ?? ""
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(cause, forKey: .cause)
        try values.encodeIfPresent(phase, forKey: .phase)
        try values.encode(lifetimeMicroseconds, forKey: .lifetimeMicroseconds)
        try values.encode(cpuMicroseconds, forKey: .cpuMicroseconds)
        try values.encodeIfPresent(peakMemoryKiB, forKey: .peakMemoryKiB)
        try values.encode(callbacks, forKey: .callbacks)
        try values.encode(calls, forKey: .calls)
        try values.encode(times, forKey: .times)
        try values.encode(bytesSent, forKey: .bytesSent)
        try values.encode(bytesReceived, forKey: .bytesReceived)
        try values.encodeIfPresent(crash, forKey: .crash)
        try values.encode(refusedCalls, forKey: .refusedCalls)
        try values.encode(output, forKey: .output)
    }

    /// The end of a launch that nobody could observe.
    package init(unseen cause: Cause) {
        self.init(
            cause: cause,
            phase: nil,
            lifetimeMicroseconds: 0,
            cpuMicroseconds: 0,
            peakMemoryKiB: nil,
            callbacks: 0,
            calls: 0,
            times: PhaseTimes(),
            bytesSent: 0,
            bytesReceived: 0,
            refusedCalls: [],
            output: ""
        )
    }
}
