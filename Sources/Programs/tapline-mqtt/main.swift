import Glibc
import TaplineMQTT

exit(MQTTProgram.main(Array(CommandLine.arguments.dropFirst())))
