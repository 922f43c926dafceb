import MayflyABI

// Prints a C program that compiles only where the headers say what the table says.
@main
enum Comparison {
    static func main() {
        print("#include \"mayfly/mayfly.h\"")
        for interface in Table.interfaces {
            for function in interface.functions {
                let field = "((\(interface.cName) *)0)->\(function.cName)"
                print(
                    "_Static_assert(__builtin_types_compatible_p(__typeof__(\(field)), \(function.pointerType)), "
                        + "\"\(interface.cName).\(function.cName)\");"
                )
            }
        }
        for record in Table.records + Table.interfaces.map(\.record) {
            for (field, offset) in zip(record.fields, record.offsets) {
                print("_Static_assert(offsetof(\(record.name), \(field.name)) == \(offset), \"\(field.name)\");")
            }
            print("_Static_assert(sizeof(\(record.name)) == \(record.byteCount), \"\(record.name)\");")
        }
    }
}
