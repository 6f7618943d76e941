// The overlays that can be imported. Sources as TouchOverlay says; sizes in mm from the panel's diagonal, as in the board
// files.
extension TouchOverlay {
    /// Every overlay that can be imported.
    public static var all: [TouchOverlay] {
        [
            goodix, edtFT5406, exc3000, ilitek251x, touchDisplay1, touchDisplay2(inches: 7), touchDisplay2(inches: 5),
            touchDisplay2Of10Inches, hyperPixel4, hyperPixel4Square, hyperPixel2Round, pimoroniHyperPixel4,
            pimoroniHyperPixel2Round,
            piTFT28Capacitive, waveshareDSI, waveshareDSITouch, waveshareDSI43, cutiePi, crystalfontzCFA050,
        ]
    }

    /// The names of all overlays.
    public static var allNames: [String] { all.map { $0.name } }

    // MARK: Parts

    /// The bus on GPIO2 and GPIO3 of the header.
    private static var headerBus: [String] { ["i2c_arm", "i2c1"] }
    /// The bus of the display connector.
    private static var displayBus: [String] { ["i2c_csi_dsi"] }
    /// The bus of the other display connector.
    private static var otherDisplayBus: [String] { ["i2c_csi_dsi0"] }

    private static var sizes: [Parameter] { [("sizex", .sizeX), ("sizey", .sizeY)] }

    /// Parameters of the axes, with what each makes of its property when it is true, and when it is false.
    private static func axes(
        _ names: [String] = ["invx", "invy", "swapxy"], x: (Bool, Bool?) = (true, false),
        y: (Bool, Bool?) = (true, false), swap: (Bool, Bool?) = (true, false)
    ) -> [Parameter] {
        [
            (names[0], .axis(.mirrorX, whenTrue: x.0, whenFalse: x.1)),
            (names[1], .axis(.mirrorY, whenTrue: y.0, whenFalse: y.1)),
            (names[2], .axis(.swapXY, whenTrue: swap.0, whenFalse: swap.1)),
        ]
    }

    /// Overlays of displays with a resistive panel, whose ADS7846, XPT2046 or STMPE610 hangs on SPI: those of
    /// github.com/raspberrypi/linux, and what the makers of such displays call theirs.
    static var areOnSPI: [String] {
        [
            "ads7846", "mz61581", "piscreen", "pitft28-resistive", "pitft35-resistive", "rpi-display", "tinylcd35",
            "mhs35", "tft35a", "waveshare32b", "waveshare35a", "waveshare35b", "waveshare35c",
        ]
    }

    /// `edt-ft5406.dtsi` mirrors both axes by fragments that `invx` and `invy` leave out.
    private static var edtAxes: [Parameter] { axes(x: (false, nil), y: (false, nil)) }

    /// Buses that a controller on the header can be moved to.
    private static var headerBuses: [Parameter] {
        ["i2c0", "i2c1", "i2c3", "i2c4", "i2c5", "i2c6"].map {
            ($0, .bus($0 == "i2c1" ? headerBus : [$0]))
        }
    }

    private static var otherConnector: Parameter { ("dsi0", .bus(otherDisplayBus)) }

    // MARK: Controllers without a panel

    /// Beside `interrupt` and `reset`, which the overlay has, what every touch controller's binding has.
    private static var goodix: TouchOverlay {
        TouchOverlay(
            name: "goodix", title: "Goodix GT9271", controller: "gt9271", bus: headerBus, addresses: [0x14],
            interrupt: "GPIO4", reset: "GPIO17", fingers: 10, driver: "Goodix-TS", freeing: .leaveOut,
            notes: ["The overlay leaves the size to the controller, whose configuration knows it."],
            parameters: [("interrupt", .interrupt), ("reset", .reset), ("addr", .address)]
                + sizes + axes() + headerBuses)
    }

    private static var edtFT5406: TouchOverlay {
        TouchOverlay(
            name: "edt-ft5406", title: "EDT FT5406", controller: "ft5506", bus: displayBus, addresses: [0x38],
            size: (800, 480), axes: [.mirrorX, .mirrorY], fingers: 10, driver: "edt_ft5x06", freeing: .leaveOut,
            notes: ["The controller is polled: the overlay knows no interrupt."],
            parameters: sizes + edtAxes + headerBuses + [("addr", .address)])
    }

    private static var exc3000: TouchOverlay {
        TouchOverlay(
            name: "exc3000", title: "EETI EXC3000", controller: "exc3000", bus: headerBus, addresses: [0x2A],
            interrupt: "GPIO4", size: (4_096, 4_096), fingers: 10, driver: "exc3000", freeing: .leaveOut,
            parameters: [("interrupt", .interrupt)] + sizes + axes())
    }

    private static var ilitek251x: TouchOverlay {
        TouchOverlay(
            name: "ilitek251x", title: "ILITEK ILI251x", controller: "ili251x", bus: headerBus, addresses: [0x41],
            interrupt: "GPIO4", size: (16_384, 9_600), fingers: 10, driver: "ili210x_i2c", freeing: .leaveOut,
            parameters: [("interrupt", .interrupt)] + sizes + axes())
    }

    // MARK: Panels on the display connector

    /// The touch controller's reset is a line of the display's microcontroller, which only its driver releases
    /// (`RST_TP_N` of drivers/regulator/rpi-panel-attiny-regulator.c, `reset-gpio` of the overlay): `disable_touch` leaves
    /// it in reset, an unbound driver leaves it as it is. Its supply is the display's, which keeps it on.
    private static var touchDisplay1: TouchOverlay {
        TouchOverlay(
            name: "vc4-kms-dsi-7inch", title: "Raspberry Pi Touch Display", controller: "ft5406", bus: displayBus,
            addresses: [0x38], size: (800, 480), area: (154.08, 85.92), axes: [.mirrorX, .mirrorY], fingers: 10,
            driver: "edt_ft5x06", freeing: .unbind,
            parameters: sizes + edtAxes + [("disable_touch", .freesTouch), otherConnector])
    }

    /// The touch controller's reset is what its driver takes for its supply: `AVDD28-supply` of the overlay is line 1 of the
    /// display's microcontroller, `CTP_RESET_BIT` of drivers/regulator/rpi-panel-v2-regulator.c. So it is held in reset
    /// without the driver, with `disable_touch` as when it is unbound (`goodix_disable_regulators`, goodix.c). Fingers come
    /// from the driver's input device, whose name goodix.c gives it (`goodix_configure_dev`).
    private static func touchDisplay2(inches: Int) -> TouchOverlay {
        TouchOverlay(
            name: "vc4-kms-dsi-ili9881-\(inches)inch", title: "Raspberry Pi Touch Display 2, \(inches) inch",
            controller: "gt911", bus: displayBus, addresses: [0x5D], size: (720, 1_280),
            area: inches == 7 ? (87.17, 154.97) : (62.26, 110.69), fingers: 5, driver: "Goodix-TS", freeing: .never,
            inputDevice: "Goodix Capacitive TouchScreen",
            // (Fragments that are only ever switched on.)
            parameters: sizes + axes(x: (true, nil), y: (true, nil)) + [
                ("disable_touch", .freesTouch), ("rotation", .turnsPicture), otherConnector,
            ])
    }

    /// The touch controller's reset is line 1 of the display's microcontroller here, too; its driver releases it, and pulls it
    /// when it goes (`ili_v3_remove`, ilitek_v3_ts_i2c.c).
    private static var touchDisplay2Of10Inches: TouchOverlay {
        TouchOverlay(
            name: "vc4-kms-dsi-ili79600-10-1inch", title: "Raspberry Pi Touch Display 2, 10 inch",
            controller: "ili79600a", bus: displayBus, addresses: [0x41], size: (1_200, 1_920), area: (135.97, 217.55),
            fingers: 10, driver: "ilitek_v3", freeing: .never, inputDevice: "ili_v3",
            parameters: sizes + axes(x: (true, nil), y: (true, nil)) + [
                ("disable_touch", .freesTouch), ("rotation", .turnsPicture), otherConnector,
            ])
    }

    private static var waveshareDSI: TouchOverlay {
        func panel(
            _ name: String, _ title: String, _ size: (x: Int, y: Int)?, _ area: (x: Double, y: Double)?,
            _ axes: [Axis] = []
        ) -> Parameter {
            (name, .panel(Panel(title: "Waveshare \(title) DSI LCD", size: size, area: area, axes: axes)))
        }
        return TouchOverlay(
            name: "vc4-kms-dsi-waveshare-panel", title: "Waveshare DSI LCD", controller: "gt911", bus: displayBus,
            addresses: [0x14], fingers: 5, driver: "Goodix-TS", freeing: .add("disable_touch"),
            parameters: [
                panel("2_8_inch", "2.8inch", (480, 640), nil, [.mirrorY, .swapXY]),
                panel("3_4_inch", "3.4inch", (800, 800), (86.36, 86.36)),
                panel("4_0_inch", "4inch", (800, 480), (87.12, 52.27), [.mirrorX, .swapXY]),
                panel("4_0_inchC", "4inch C", (720, 720), (71.84, 71.84)),
                panel("5_0_inch", "5inch", nil, nil, [.mirrorX, .mirrorY]),
                panel("6_25_inch", "6.25inch", nil, nil, [.mirrorX, .mirrorY]),
                panel("7_0_inchC", "7inch C", (800, 480), nil),
                panel("7_9_inch", "7.9inch", (4_096, 4_096), (191.53, 59.85), [.mirrorX, .swapXY]),
                panel("8_0_inch", "8inch", (800, 1_280), (107.7, 172.31), [.mirrorX, .swapXY]),
                panel("8_8_inch", "8.8inch", nil, nil),
                panel("10_1_inch", "10.1inch", (800, 1_280), (135.97, 217.55), [.mirrorX, .swapXY]),
                panel("11_9_inch", "11.9inch", nil, nil, [.mirrorX, .swapXY]),
                ("i2c1", .bus(headerBus)), ("disable_touch", .freesTouch),
                ("rotation", .turnsPicture), otherConnector,
            ] + axes())
    }

    /// The display's microcontroller releases the touch controller's reset, line 9, itself
    /// (drivers/regulator/waveshare-panel-regulator.c).
    private static var waveshareDSITouch: TouchOverlay {
        func panel(_ name: String, _ title: String) -> Parameter {
            (name, .panel(Panel(title: "Waveshare \(title)")))
        }
        return TouchOverlay(
            name: "vc4-kms-dsi-waveshare-panel-v2", title: "Waveshare DSI-TOUCH", controller: "gt9271", bus: displayBus,
            addresses: [0x5D], fingers: 10, driver: "Goodix-TS", freeing: .add("disable_touch"),
            parameters: [
                panel("5_0_inch_a", "5-DSI-TOUCH-A"), panel("5_5_inch_a", "5.5-DSI-TOUCH-A"),
                panel("7_0_inch_a", "7-DSI-TOUCH-A"), panel("7_0_inch_b", "7-DSI-TOUCH-B"),
                panel("8_0_inch_a", "8-DSI-TOUCH-A"), panel("8_0_inch_a_4lane", "8-DSI-TOUCH-A"),
                panel("10_1_inch_a", "10.1-DSI-TOUCH-A"), panel("10_1_inch_a_4lane", "10.1-DSI-TOUCH-A"),
                ("disable_touch", .freesTouch), otherConnector,
            ] + axes())
    }

    /// As on the first touch display, whose microcontroller it imitates.
    private static var waveshareDSI43: TouchOverlay {
        TouchOverlay(
            name: "vc4-kms-dsi-waveshare-800x480", title: "Waveshare 4.3inch DSI LCD", controller: "ft5406",
            bus: displayBus, addresses: [0x38], size: (800, 480), area: (93.66, 56.19), axes: [.mirrorX, .mirrorY],
            fingers: 10, driver: "edt_ft5x06", freeing: .unbind,
            parameters: sizes + edtAxes + [("disable_touch", .freesTouch), otherConnector])
    }

    private static var crystalfontzCFA050: TouchOverlay {
        TouchOverlay(
            name: "crystalfontz-cfa050_pi_m", title: "Crystalfontz CFA050-PI-M", controller: "gt928", bus: displayBus,
            addresses: [0x5D], interrupt: "GPIO26", reset: "TOUCH_RESET", size: (720, 1_280), area: (62.26, 110.69),
            axes: [.mirrorX, .mirrorY], fingers: 10, driver: "Goodix-TS", freeing: .takeOut("captouch"),
            notes: [
                "The reset is a line of the overlay's expander; with captouch in the line the kernel's driver has it."
            ],
            parameters: [("captouch", .none), ("cm5", .bus(otherDisplayBus))])
    }

    // MARK: Panels on the header

    /// `touchscreen-inverted-y` and `touchscreen-swapped-x-y` take what they name, and give it when they are 0.
    private static var hyperPixelAxes: [Parameter] {
        axes(hyperPixelNames, y: (false, true), swap: (false, true)) + [("rotate", .turnsPicture)]
    }
    private static var hyperPixelNames: [String] {
        ["touchscreen-inverted-x", "touchscreen-inverted-y", "touchscreen-swapped-x-y"]
    }

    /// The picture, the display's SPI port and backlight, and the touch bus
    /// (arch/arm/boot/dts/overlays/vc4-kms-dpi-hyperpixel.dtsi).
    private static var hyperPixelLines: String { "GPIO0..GPIO27" }

    private static var hyperPixel4: TouchOverlay {
        TouchOverlay(
            name: "vc4-kms-dpi-hyperpixel4", title: "HyperPixel 4", controller: "gt911", bus: ["i2c@0"],
            addresses: [0x5D, 0x14], interrupt: "GPIO27", takenLines: hyperPixelLines, size: (480, 800),
            area: (52.27, 87.12),
            axes: [.mirrorY, .swapXY], fingers: 5, driver: "Goodix-TS", freeing: .unbind,
            parameters: [("disable-touch", .removesBus)] + hyperPixelAxes)
    }

    private static var hyperPixel4Square: TouchOverlay {
        TouchOverlay(
            name: "vc4-kms-dpi-hyperpixel4sq", title: "HyperPixel 4 Square", controller: "ft5406", bus: ["i2c@0"],
            addresses: [0x48], interrupt: "GPIO27", takenLines: hyperPixelLines, size: (720, 720), area: (71.84, 71.84),
            fingers: 5,
            driver: "edt_ft5x06", freeing: .unbind,
            parameters: [("disable-touch", .removesBus)] + hyperPixelAxes)
    }

    private static var hyperPixel2Round: TouchOverlay {
        TouchOverlay(
            name: "vc4-kms-dpi-hyperpixel2r", title: "HyperPixel 2.1 Round", controller: "ft5x06", bus: ["i2c@0"],
            addresses: [0x15], interrupt: "GPIO27", takenLines: hyperPixelLines, size: (480, 480), area: (53.34, 53.34),
            fingers: 2,
            driver: "edt_ft5x06", freeing: .unbind,
            notes: [
                "The kernel's overlay leaves the touch bus switched off, because the display needs its lines; Pimoroni's own "
                    + "overlay hyperpixel2r has it on.",
                "The size is that of Pimoroni's overlay and programs; the kernel's overlay says 240 x 240.",
            ],
            parameters: [("disable-touch", .removesBus)] + hyperPixelAxes)
    }

    private static var pimoroniHyperPixel4: TouchOverlay {
        TouchOverlay(
            name: "hyperpixel4", title: "HyperPixel 4",
            origin: "src/hyperpixel4-overlay.dts of github.com/pimoroni/hyperpixel4",
            controller: "gt911", bus: ["i2c@0"], addresses: [0x14, 0x5D], interrupt: "GPIO27",
            takenLines: hyperPixelLines, size: (480, 800),
            area: (52.27, 87.12), axes: [.mirrorY, .swapXY], fingers: 5, driver: "Goodix-TS", freeing: .unbind,
            // (Fragments that are only ever switched on, or off.)
            parameters: axes(hyperPixelNames, x: (true, nil), y: (false, nil), swap: (false, nil)))
    }

    private static var pimoroniHyperPixel2Round: TouchOverlay {
        TouchOverlay(
            name: "hyperpixel2r", title: "HyperPixel 2.1 Round",
            origin: "src/hyperpixel2r-overlay.dts of github.com/pimoroni/hyperpixel2r", controller: "ft5x06",
            bus: ["i2c@0"], addresses: [0x15], interrupt: "GPIO27", takenLines: hyperPixelLines, size: (480, 480),
            area: (53.34, 53.34),
            fingers: 2, driver: "edt_ft5x06", freeing: .add("disable-touch"),
            parameters: [("disable-i2c", .removesBus), ("disable-touch", .freesTouch)])
    }

    private static var piTFT28Capacitive: TouchOverlay {
        TouchOverlay(
            name: "pitft28-capacitive", title: "PiTFT 2.8 capacitive", controller: "ft6236", bus: headerBus,
            addresses: [0x38], interrupt: "GPIO24", takenLines: "[GPIO7..GPIO11, GPIO25]", size: (240, 320),
            area: (42.67, 56.9), fingers: 2,
            driver: "edt_ft5x06", freeing: .unbind,
            parameters: [("touch-sizex", .sizeX), ("touch-sizey", .sizeY)]
                + axes(["touch-invx", "touch-invy", "touch-swapxy"])
                + [("speed", .none), ("fps", .none), ("debug", .none), ("rotate", .turnsPicture)])
    }

    private static var cutiePi: TouchOverlay {
        TouchOverlay(
            name: "cutiepi-panel", title: "CutiePi", controller: "gt9271", bus: ["i2c6"], addresses: [0x5D],
            interrupt: "GPIO21", reset: "GPIO26", takenLines: "[GPIO22, GPIO23]", size: (800, 1_280),
            area: (107.7, 172.31), fingers: 10,
            driver: "Goodix-TS", freeing: .unbind, parameters: [])
    }
}
