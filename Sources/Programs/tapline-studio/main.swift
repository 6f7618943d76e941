import Glibc
import TaplineStudioServer

exit(StudioProgram.main(Array(CommandLine.arguments.dropFirst())))
