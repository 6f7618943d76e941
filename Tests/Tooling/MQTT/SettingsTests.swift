import TaplineFormats
import TestSupport

@testable import TaplineMQTT

@Suite struct SettingsTests {
    private func message(_ text: String) -> String {
        do throws(SettingsError) {
            _ = try Settings(text, file: "mqtt.conf")
            return "nothing is wrong"
        } catch {
            return error.message
        }
    }

    @Test func anEmptyFileIsABrokerOnThisComputer() throws {
        let settings = try Settings("# nothing\n\n", file: "mqtt.conf")
        #expect(settings == Settings())
        #expect(settings.host == "localhost" && settings.chosenPort == 1883 && settings.queue == 1000)
    }

    @Test func everyWordIsTaken() throws {
        let settings = try Settings(
            """
            host broker.example
            port 1234
              user  me
            password with blanks in it
            client_id one
            topic house/panels
            discovery_topic ha
            qos 1
            keepalive 60
            queue 20
            tls_ca /ca.pem
            tls_certificate /own.pem
            tls_key /own.key
            tls_check_name no\r
            """, file: "mqtt.conf")
        #expect(settings.host == "broker.example" && settings.port == 1234 && settings.user == "me")
        #expect(settings.password == "with blanks in it" && settings.client == "one" && settings.qos == 1)
        #expect(settings.prefix == "house/panels" && settings.discovery == "ha" && settings.queue == 20)
        #expect(settings.usesTLS && settings.ca == "/ca.pem" && settings.key == "/own.key" && !settings.checksName)
    }

    @Test func noCommandsAreTakenUnlessTheFileSaysSo() throws {
        #expect(!Settings().takesCommands)
        #expect(try Settings("commands controls", file: "mqtt.conf").takesCommands)
        #expect(try !Settings("commands none", file: "mqtt.conf").takesCommands)
        #expect(message("commands yes") == "mqtt.conf:1: \"yes\" is neither none nor controls")
    }

    @Test func filesOfTLSAreNamedFromTheFolderOfTheSettingsOn() throws {
        let text = "tls_ca ca.pem\ntls_certificate tls/own.pem\ntls_key /other/own.key"
        func files(_ file: String, _ credentials: String?) throws -> [String?] {
            let settings = try Settings(text, file: file, credentials: credentials)
            return [settings.ca, settings.certificate, settings.key]
        }
        let beside = ["/etc/tapline/ca.pem", "/etc/tapline/tls/own.pem", "/other/own.key"]
        #expect(try files("/etc/tapline/mqtt.conf", nil) == beside)
        #expect(try files("/etc/tapline/mqtt.conf", "/run/credentials/x") == beside)
        #expect(try files("mqtt.conf", nil) == ["ca.pem", "tls/own.pem", "/other/own.key"])
        // A service has its credentials in one folder without others.
        let handed = ["/run/credentials/x/ca.pem", "/run/credentials/x/tls_own.pem", "/other/own.key"]
        #expect(try files("/run/credentials/x/mqtt.conf", "/run/credentials/x") == handed)
    }

    @Test func withTLSThePortIsAnother() throws {
        #expect(try Settings("tls yes", file: "mqtt.conf").chosenPort == 8883)
    }

    @Test func mistakesHaveTheirLine() {
        #expect(message("host a\nhosts b").hasPrefix("mqtt.conf:2: unknown word \"hosts\"; there are host, port"))
        // (Both were unknown words, or had no value.)
        for line in ["host: 127.0.0.1", "host=127.0.0.1", "HOST=127.0.0.1"] {
            #expect(message(line).hasPrefix("mqtt.conf:1: a word and its value have a space between them: "))
        }
        #expect(message("Host a").hasPrefix("mqtt.conf:1: unknown word \"Host\"; did you mean host? "))
        #expect(message("host \"a\"").hasPrefix("mqtt.conf:1: host is a name"))
        // (Its two characters are one of Swift's, and no line ended.)
        #expect(message("host 127.0.0.1\r\nuser a\r\nport b\r\n") == "mqtt.conf:3: \"b\" is no number from 1 to 65535")
        #expect(message("\u{FEFF}host a\npassword x:y=z\nuser b") == "nothing is wrong")
        #expect(message("\nport 65536") == "mqtt.conf:2: \"65536\" is no number from 1 to 65535")
        #expect(message("port 65535") == "nothing is wrong")
        #expect(message("qos 0") == "mqtt.conf:1: \"0\" is no number from 1 to 2")
        #expect(message("queue 19") == "mqtt.conf:1: \"19\" is no number from 20 to 100000")
        #expect(
            message("host a.example:8883")
                == "mqtt.conf:1: the port is a word of its own: host a.example, then port on the next line")
        for wrong in ["mqtt://a", "[::1]:1883", "a 1883"] {
            #expect(message("host \(wrong)") == "mqtt.conf:1: host is a name or an address alone: host broker.example")
        }
        #expect(message("host ::1") == "nothing is wrong")
        #expect(message("host") == "mqtt.conf:1: host has no value")
        #expect(message("host a\nhost a") == "mqtt.conf:2: host is there twice")
        #expect(message("tls maybe") == "mqtt.conf:1: \"maybe\" is neither yes nor no")
        #expect(message("topic a/#") == "mqtt.conf:1: \"a/#\" is no topic: without + and #, no / at its ends")
        #expect(message("topic a\u{1}b") == "mqtt.conf:1: MQTT takes no control characters")
        #expect(message("client_id a\u{7F}") == "mqtt.conf:1: MQTT takes no control characters")
        let long = String(repeating: "a", count: 1_001)
        #expect(message("topic \(long)") == "mqtt.conf:1: there are 1001 bytes; write 1000 at most")
        #expect(message("topic \(long.dropLast())") == "nothing is wrong")
        #expect(message("password x") == "mqtt.conf: password without user")
        #expect(message("tls_key x") == "mqtt.conf: tls_certificate and tls_key belong together")
    }

    @Test func namesOfPanelsAreThoseOfTheDaemon() {
        for name in ["lamp", "a-b_c.d", String(repeating: "x", count: 64), "7"] { #expect(PanelName.isValid(name)) }
        for name in ["", ".a", "a/b", "a b", "é", "½", String(repeating: "x", count: 65)] {
            #expect(!PanelName.isValid(name))
        }
    }
}
