/// Writes a program that its first line gives to an interpreter, and that can be executed at once.
///
/// Another process writes it: a process that another test starts at that moment would inherit a descriptor of this one, and the
/// kernel executes no file that is open for writing (ETXTBSY; execve, man 2).
package func writeScript(_ text: String, to path: String) throws {
    try run("sh", ["-c", #"cat >"$0" && chmod 700 "$0""#, path], input: text)
}
