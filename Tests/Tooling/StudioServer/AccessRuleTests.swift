import Testing

@testable import TaplineStudioServer

struct AccessRuleTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private let rule = AccessRule(token: token, port: 4711)
    private let right = ["Host": "127.0.0.1:4711", "Authorization": "Bearer \(token)"]

    private func status(_ method: String = "GET", _ path: String = "/api/live", _ changes: [String: String] = [:])
        -> Int32?
    {
        let headers = right.merging(changes) { $1 }
        return rule.refusal(method: method, path: path) { headers[$0] }?.status
    }

    @Test func whoHasTheTokenIsServed() {
        #expect(status() == nil)
        #expect(status("GET", "/api/live", ["Host": "localhost:4711", "Origin": "http://localhost:4711"]) == nil)
    }

    @Test func thePageItselfNeedsNoToken() {
        #expect(rule.refusal(method: "GET", path: "/") { $0 == "Host" ? "127.0.0.1:4711" : nil } == nil)
    }

    @Test(arguments: [
        "", "evil.example", "evil.example:4711", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:4711.evil.example",
    ])
    func anotherHostIsRefused(host: String) {
        #expect(status("GET", "/api/live", ["Host": host]) == 403)
        #expect(status("GET", "/", ["Host": host]) == 403)
    }

    @Test(arguments: [
        "null", "http://evil.example", "http://localhost:4711", "https://127.0.0.1:4711", "http://127.0.0.1:4711/",
    ])
    func anotherOriginIsRefused(origin: String) {
        #expect(status("POST", "/api/config", ["Origin": origin, "Content-Type": "application/json"]) == 403)
    }

    @Test func aTokenThatIsNotItIsRefused() {
        let other = "1" + String(AccessRuleTests.token.dropFirst())
        for line in ["", "Bearer", "Bearer \(other)", "Bearer \(AccessRuleTests.token) ", AccessRuleTests.token] {
            #expect(status("GET", "/api/live", ["Authorization": line]) == 401, "\(line)")
        }
    }

    @Test func otherPathsMethodsAndTypesAreRefused() {
        #expect(status("GET", "/etc/passwd") == 404)
        #expect(status("GET", "/../../x") == 404)
        #expect(status("DELETE", "/api/config") == 405)
        #expect(status("POST", "/") == 405)
        #expect(status("GET", "/api/touch") == 405)
        #expect(status("POST", "/api/touch", ["Content-Type": "text/plain"]) == 415)
        #expect(status("POST", "/api/touch", ["Content-Type": "application/json"]) == nil)
    }
}
