import Glibc
import TaplineMedia

exit(MediaProgram.main(Array(CommandLine.arguments.dropFirst())))
