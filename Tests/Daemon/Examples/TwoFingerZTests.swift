import Foundation
import TaplineConfiguration
import TestSupport

/// The library's kinds and the example's, as in its main.swift.
private typealias Kinds = EitherRecognizer<StandardRecognizer, TwoFingerZ>

/// tools/examples/two-finger-z: a kind of one's own beside the library's, under the example's own configuration.
/// (Its file is linked into these tests as it is.)
@Suite struct TwoFingerZTests {
    private static let folder = Repository.url("tools/examples/two-finger-z")
    private static let configuration = folder.appendingPathComponent("z.yaml").path

    /// What two fingers make that go side by side to one place after another, and lift one after the other.
    private func draw(_ places: (Float, Float)..., fingers: Int = 2) throws -> [String] {
        var bench = try KindBench<Kinds>(file: Self.configuration)
        var at = places[0]
        var time = 0.0
        func hand() -> [Int: (Float, Float)] {
            Dictionary(uniqueKeysWithValues: (0..<fingers).map { ($0, (at.0 + 80 * Float($0), at.1)) })
        }
        bench.touch(time, hand())
        for (from, to) in zip(places, places.dropFirst()) {
            for step in 1...8 {
                let share = Float(step) / 8
                at = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
                time += 20
                bench.touch(time, hand())
            }
        }
        bench.lift(time + 20, 0)
        bench.lift(time + 40)
        bench.rest()
        return bench.story.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    }

    @Test func aZOfTwoFingersIsOne() throws {
        #expect(try draw((500, 500), (600, 500), (500, 600), (600, 600)) == ["save ended"])
    }

    @Test func everyStrokeHasItsLength() throws {
        #expect(try draw((500, 500), (560, 500), (500, 560), (560, 560)) == ["save ended"])
        for strokes in [
            [(558, 500), (498, 560), (598, 560)], [(600, 500), (558, 542), (658, 542)],
            [(600, 500), (500, 600), (558, 600)],
        ] as [[(Float, Float)]] {
            #expect(try draw((500, 500), strokes[0], strokes[1], strokes[2]) == [], "\(strokes)")
        }
    }

    @Test func everyStrokeGoesItsWayWithin30Degrees() throws {
        #expect(try draw((500, 500), (600, 555), (500, 640), (600, 590)) == ["save ended"])
        #expect(try draw((500, 500), (600, 565), (500, 640), (600, 640)) == [])
        #expect(try draw((500, 500), (600, 500), (600, 620), (700, 620)) == [])
    }

    @Test func anythingElseThatTwoFingersDrawIsNone() throws {
        #expect(try draw((500, 500), (700, 500)) == [])
        #expect(try draw((500, 500), (600, 500), (500, 600)) == [])
        #expect(
            try draw((500, 500), (600, 500), (500, 600), (600, 600), (500, 700)) == [])
        #expect(try draw((600, 500), (500, 500), (600, 600), (500, 600)) == [])
    }

    @Test func oneFingerOrThreeDrawNone() throws {
        #expect(try draw((500, 500), (600, 500), (500, 600), (600, 600), fingers: 1) == ["drag began", "drag ended"])
        #expect(
            try draw((500, 500), (600, 500), (500, 600), (600, 600), fingers: 3) == [])
    }

    @Test func theNextZIsOneToo() throws {
        var bench = try KindBench<Kinds>(file: Self.configuration)
        for start in [0, 1_000] as [Double] {
            for (index, place) in ([(500, 500), (600, 500), (500, 600), (600, 600)] as [(Float, Float)]).enumerated() {
                let next = (place.0 + 80, place.1)
                bench.touch(start + Double(index) * 100, [0: place, 1: next])
            }
            bench.lift(start + 400)
        }
        bench.touch(2_000, [0: (300, 300)])
        bench.lift(2_080)
        bench.rest()
        #expect(bench.story == ["400 save ended", "1400 save ended", "2080 select ended"])
        #expect(bench.lines == ["400 GPIO23 on", "900 GPIO23 off", "1400 GPIO23 on", "1900 GPIO23 off"])
        #expect(bench.events[0].values == .own(OwnValues("strokes count, last pt", 3, 100)))
        #expect(bench.events[0].touches == 2)
        #expect("\(bench.events[0].kind)" == "twoFingerZ")
    }

    @Test func itIsNamedAndCheckedLikeTheLibrarysKinds() throws {
        #expect(Kinds.kindNames() == StandardRecognizer.kindNames() + ["twoFingerZ"])
        let panel = PanelGeometry(PanelGeometry.Description(rawWidth: 800, rawHeight: 480))
        func complaint(_ gesture: String) -> String? {
            let text = "tapline: config/1\ngestures:\n  - \(gesture)\n"
            do throws(ConfigurationErrors) {
                _ = try Configuration<Kinds>(ConfigurationSource(Array(text.utf8), file: "z.yaml"), panel: panel)
                return nil
            } catch {
                return error.errors.first?.description
            }
        }
        #expect(complaint("{name: z, kind: twoFingerZ, length: 20pt}") == nil)
        #expect(complaint("{name: z, kind: pan, slop: 20pt}") == nil)
        #expect(
            complaint("{name: z, kind: twoFingerZ, length: 19pt}")
                == "z.yaml:3:41: 'length' is out of range: 19pt; write 20pt to 1000pt")
        #expect(complaint("{name: z, kind: twoFingerY}")?.contains("did you mean 'twoFingerZ'?") == true)
    }

    @Test func itsFileHasFewerThan80Lines() throws {
        let text = try String(
            contentsOf: Self.folder.appendingPathComponent("Sources/two-finger-z/TwoFingerZ.swift"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 < 80)
    }
}
