import scrollfit_cli

/// The program: the module of the command line is a library, which the tests import.
@main
enum Main {
  static func main() { Program.run() }
}
