import TestSupport

/// What the kernel's overlays and the makers' programs say of the panels in `boards/`, written down from them and not
/// from the board files. Sizes are raw pixels; axes are the properties `touchscreen-inverted-x`,
/// `touchscreen-inverted-y` and `touchscreen-swapped-x-y`.
struct ShippedBoardFacts: CustomTestStringConvertible, Sendable {
    struct RawPixel: Equatable, Sendable {
        var x: Float
        var y: Float
    }

    var name: String
    var chip: String
    var addresses: [UInt8]
    var interrupt: String?
    var reset: String?
    var width: Int
    var height: Int
    var invertedX = false
    var invertedY = false
    var swappedXY = false
    /// Diagonal of the picture in inches, and its pixels along the raw axes where they differ from the raw size; nil
    /// where the size in mm is the maker's or unknown.
    var diagonal: Double?
    var pictureAlongRawAxes: (x: Int, y: Int)?
    /// Of a panel that is calibrated: the parts of 4096 at its left, right, upper and lower edge.
    var edges: (left: Float, right: Float, top: Float, bottom: Float)?
    /// How far off a corner may be seen, in px: of a calibrated panel, whose corners are no whole raw pixels.
    var tolerance: Float { edges == nil ? 0 : 0.75 }
    /// The raw pixels that are seen at the top left, top right, bottom left and bottom right.
    var corners: [RawPixel]

    var testDescription: String { name }

    /// The corners of a panel whose axes are left as they are.
    private static func straight(_ width: Int, _ height: Int) -> [RawPixel] {
        corners(0, 0, width - 1, 0, 0, height - 1, width - 1, height - 1)
    }

    private static func corners(_ values: Int...) -> [RawPixel] {
        stride(from: 0, to: 8, by: 2).map { RawPixel(x: Float(values[$0]), y: Float(values[$0 + 1])) }
    }

    static let all: [ShippedBoardFacts] = [
        // vc4-kms-dsi-7inch with edt-ft5406.dtsi: both axes run backwards.
        ShippedBoardFacts(
            name: "pi-touch-display-1", chip: "ft5406", addresses: [0x38], width: 800, height: 480,
            invertedX: true, invertedY: true, corners: corners(799, 479, 0, 479, 799, 0, 0, 0)),
        ShippedBoardFacts(
            name: "edt-ft5406", chip: "ft5506", addresses: [0x38], width: 800, height: 480, invertedX: true,
            invertedY: true, corners: corners(799, 479, 0, 479, 799, 0, 0, 0)),
        // The long raw axis, backwards, runs to the right.
        ShippedBoardFacts(
            name: "hyperpixel4", chip: "gt911", addresses: [0x5D, 0x14], interrupt: "GPIO27", width: 480, height: 800,
            invertedY: true, swappedXY: true, diagonal: 4, corners: corners(0, 799, 0, 0, 479, 799, 479, 0)),
        ShippedBoardFacts(
            name: "hyperpixel4-square", chip: "ft5406", addresses: [0x48], interrupt: "GPIO27", width: 720,
            height: 720, diagonal: 4, corners: straight(720, 720)),
        ShippedBoardFacts(
            name: "hyperpixel2r", chip: "ft5x06", addresses: [0x15], interrupt: "GPIO27", width: 480, height: 480,
            corners: straight(480, 480)),
        ShippedBoardFacts(
            name: "pitft-2.8-capacitive", chip: "ft6236", addresses: [0x38], interrupt: "GPIO24", width: 240,
            height: 320, diagonal: 2.8, corners: straight(240, 320)),
        // vc4-kms-dsi-waveshare-panel: the raw x axis, backwards, runs downwards.
        ShippedBoardFacts(
            name: "waveshare-dsi-4", chip: "gt911", addresses: [0x14], width: 800, height: 480, invertedX: true,
            swappedXY: true, diagonal: 4, corners: corners(799, 0, 799, 479, 0, 0, 0, 479)),
        ShippedBoardFacts(
            name: "waveshare-dsi-8", chip: "gt911", addresses: [0x14], width: 800, height: 1_280, invertedX: true,
            swappedXY: true, diagonal: 8, corners: corners(799, 0, 799, 1_279, 0, 0, 0, 1_279)),
        ShippedBoardFacts(
            name: "waveshare-dsi-10.1", chip: "gt911", addresses: [0x14], width: 800, height: 1_280, invertedX: true,
            swappedXY: true, diagonal: 10.1, corners: corners(799, 0, 799, 1_279, 0, 0, 0, 1_279)),
        ShippedBoardFacts(
            name: "waveshare-dsi-7.9", chip: "gt911", addresses: [0x14], width: 4_096, height: 4_096, invertedX: true,
            swappedXY: true, diagonal: 7.9, pictureAlongRawAxes: (1_280, 400),
            corners: corners(4_095, 0, 4_095, 4_095, 0, 0, 0, 4_095)),
        ShippedBoardFacts(
            name: "waveshare-dsi-3.4", chip: "gt911", addresses: [0x14], width: 800, height: 800,
            corners: straight(800, 800)),
        ShippedBoardFacts(
            name: "waveshare-dsi-4c", chip: "gt911", addresses: [0x14], width: 720, height: 720, diagonal: 4,
            corners: straight(720, 720)),
        // vc4-kms-dsi-waveshare-panel-v2 leaves the axes of its touch node as they are.
        ShippedBoardFacts(
            name: "waveshare-6.25-dsi-touch-a", chip: "st7123", addresses: [0x55], width: 720, height: 1_560,
            diagonal: 6.25, corners: straight(720, 1_560)),
        ShippedBoardFacts(
            name: "cutiepi", chip: "gt9271", addresses: [0x5D], interrupt: "GPIO21", reset: "GPIO26", width: 800,
            height: 1_280, diagonal: 8, corners: straight(800, 1_280)),
        ShippedBoardFacts(
            name: "crystalfontz-cfa050", chip: "gt928", addresses: [0x5D], interrupt: "GPIO26", reset: "TOUCH_RESET",
            width: 720, height: 1_280, invertedX: true, invertedY: true, diagonal: 5,
            corners: corners(719, 1_279, 0, 1_279, 719, 0, 0, 0)),
        // Waveshare's programs draw where the finger is.
        ShippedBoardFacts(
            name: "waveshare-2.13-touch-epaper", chip: "gt1151", addresses: [0x14, 0x5D], interrupt: "GPIO27",
            reset: "GPIO22", width: 122, height: 250, corners: straight(122, 250)),
        ShippedBoardFacts(
            name: "waveshare-1.28-touch-lcd", chip: "cst816s", addresses: [0x15], interrupt: "GPIO4", reset: "GPIO17",
            width: 240, height: 240, corners: straight(240, 240)),
        ShippedBoardFacts(
            name: "waveshare-1.69-touch-lcd", chip: "cst816t", addresses: [0x15], interrupt: "GPIO4", reset: "GPIO17",
            width: 240, height: 280, corners: straight(240, 280)),
        ShippedBoardFacts(
            name: "waveshare-2-touch-lcd", chip: "cst816d", addresses: [0x15], interrupt: "GPIO4", reset: "GPIO17",
            width: 240, height: 320, diagonal: 2, corners: straight(240, 320)),
        // Their makers' programs draw where the finger is; wired as the file says.
        ShippedBoardFacts(
            name: "seeed-round-display", chip: "chsc6x", addresses: [0x2E], interrupt: "GPIO4", width: 240, height: 240,
            corners: straight(240, 240)),
        ShippedBoardFacts(
            name: "adafruit-round-2.1", chip: "cst826", addresses: [0x15], interrupt: "GPIO4", reset: "GPIO17",
            width: 480, height: 480, corners: straight(480, 480)),
        // 99-calibration.conf: 249 to 3832 across, 483 to 3870 down.
        ShippedBoardFacts(
            name: "kipr-wombat", chip: "tsc2007", addresses: [0x48], interrupt: "GPIO25", width: 800, height: 480,
            edges: (249, 3_832, 483, 3_870), corners: corners(49, 57, 748, 57, 49, 453, 748, 453)),
        // Made up, in the size of the first Touch Display.
        ShippedBoardFacts(
            name: "simulated", chip: "gt911", addresses: [0x5D], interrupt: "GPIO4", reset: "GPIO17", width: 800,
            height: 480, corners: straight(800, 480)),
    ]
}
