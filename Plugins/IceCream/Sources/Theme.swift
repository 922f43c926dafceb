internal import Glibc
internal import MayflyExtension

/// How the view looks. Who has bought the party theme has a file in the private folder.
enum Theme: Sendable {
    case plain, party

    /// The id of the product.
    static let product = "theme.party"

    private static let file = "/theme.party"

    /// What was bought before; without storage nothing.
    init(keptIn folder: String?) {
        self = folder.map { access($0 + Self.file, F_OK) == 0 } == true ? .party : .plain
    }

    /// Keeps that it was bought; false if that fails.
    func keep(in folder: String?) -> Bool {
        guard let folder, let file = fopen(folder + Self.file, "w") else { return false }
        return fclose(file) == 0
    }

    func dressing(_ body: [CardElement]) -> [CardElement] {
        self == .plain ? body : [.container([.text("Party time!", isBold: true)] + body, style: .accent)]
    }
}
