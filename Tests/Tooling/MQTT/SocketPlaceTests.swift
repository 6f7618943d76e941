import TaplineClient
import TestSupport

@testable import TaplineMQTT

/// Where the daemon's socket is looked for.
@Suite struct SocketPlaceTests {
    @Test func runtimeFolderIsThatOfTheOtherTools() {
        #expect(ClientProgram.controlSocket(of: "lamp", runtime: nil) == "/run/tapline/lamp/control")
        #expect(ClientProgram.controlSocket(of: "lamp", runtime: "") == "/run/tapline/lamp/control")
        #expect(ClientProgram.controlSocket(of: "lamp", runtime: "/tmp/x") == "/tmp/x/lamp/control")
    }
}
