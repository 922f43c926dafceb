import Foundation
import Testing

@testable import MayflyFetchCore

/// Which addresses are those of public servers (the special-purpose registries of IANA).
@Suite struct NetworkAddressTests {
    private func address(_ text: String) throws -> NetworkAddress {
        var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
        try #require(inet_pton(bytes.count == 16 ? AF_INET6 : AF_INET, text, &bytes) == 1, "\(text)")
        return NetworkAddress(bytes: bytes)
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.255",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1",
        "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
        "255.255.255.255",
    ])
    func refusesIPv4(text: String) throws { #expect(try !address(text).isPublic) }

    @Test(arguments: [
        "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
        "64:ff9b::127.0.0.1", "64:ff9b::192.168.0.1", "64:ff9b:1::8.8.8.8", "100::1", "2001::1", "2001:10::1",
        "2001:20::1",
        "2001:1ff:ffff::", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::", "3fff::1", "3fff:fff::1",
        "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "4000::1", "::ffff:0:8.8.8.8",
    ])
    func refusesIPv6(text: String) throws { #expect(try !address(text).isPublic) }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1",
        "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1", "2001:4860:4860::8888",
        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "3ffe::1", "3fff:1000::1",
    ])
    func takesWhatIsBesideThem(text: String) throws { #expect(try address(text).isPublic) }

    @Test func aFamilyThatIsNotOfTheInternetIsNotPublic() {
        var unix = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        #expect(NetworkAddress(&unix) == nil)
        #expect(!NetworkAddress(bytes: []).isPublic)
        #expect(!NetworkAddress(bytes: [8, 8, 8]).isPublic)
    }

    @Test func readsAddressesOfTheSystem() throws {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "10.1.2.3", &four.sin_addr)
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        inet_pton(AF_INET6, "fd00::7", &six.sin6_addr)
        let first = withUnsafePointer(to: &four) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { NetworkAddress($0) }
        }
        let second = withUnsafePointer(to: &six) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { NetworkAddress($0) }
        }
        #expect(first == NetworkAddress(bytes: [10, 1, 2, 3]))
        #expect(try second == address("fd00::7"))
    }
}
