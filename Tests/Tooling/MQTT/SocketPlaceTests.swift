import Testing

@testable import TaplineMQTT

/// Where the daemon's socket is looked for.
@Suite struct SocketPlaceTests {
    @Test func runtimeFolderIsThatOfTheOtherTools() {
        #expect(MQTTProgram.controlSocket(of: "lamp", runtime: nil) == "/run/tapline/lamp/control")
        #expect(MQTTProgram.controlSocket(of: "lamp", runtime: "") == "/run/tapline/lamp/control")
        #expect(MQTTProgram.controlSocket(of: "lamp", runtime: "/tmp/x") == "/tmp/x/lamp/control")
    }
}
