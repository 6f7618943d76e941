import TaplineFormats
import TestSupport

@Suite struct DecimalTests {
    private func number(_ text: String) throws -> Double? { try JSONReader.read(Array(text.utf8)[...]).double }

    @Test(arguments: [
        "0.1", "-0.001", "154.08", "100.0", "85.92", "1e3", "1E-3", "123456789.012345", "-2.5e-10",
        "9.99999999999999e20",
        "-0.0", "0e99",
    ])
    func numberIsTheNearestDouble(_ text: String) throws {
        let value = try #require(try number(text))
        #expect(value == Double(text) && value.sign == Double(text)!.sign)
    }

    @Test(arguments: [
        "1e400", "-1e400", "1e99999999999999999999", "1e-400", "123456789123456789123456789e-5", "0.3e-300",
    ])
    func numberBeyondWhatADoubleHoldsIsNearlyIt(_ text: String) throws {
        let value = try #require(try number(text))
        let nearest = Double(text.contains("99999") ? "1e999" : text)!
        #expect(value == nearest || abs(value / nearest - 1) < 1e-14)
    }

    @Test func randomNumbersAreReadBack() throws {
        var random = Seed.random("decimal numbers")
        for _ in 0..<2_000 {
            let value = Double(Int64(truncatingIfNeeded: random.next()) >> 24) / 1_000
            #expect(try number("\(value)") == value)
        }
    }
}
