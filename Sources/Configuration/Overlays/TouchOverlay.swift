/// What an overlay of the Raspberry Pi's kernel says of a touch panel, and what its parameters change of that.
///
/// Source: the overlays' own text and `README`, arch/arm/boot/dts/overlays of github.com/raspberrypi/linux, unless
/// ``file`` names another.
public struct TouchOverlay: Sendable {
    /// A property of the axes that a parameter gives or takes.
    enum Axis: Sendable {
        case mirrorX, mirrorY, swapXY
    }

    /// What a parameter does.
    enum Effect: Sendable {
        /// The raw size along an axis.
        case sizeX, sizeY
        /// The axis's property becomes this when the parameter is true, and that when it is false; nil: stays. In the
        /// overlay: `property?` gives and takes, `property!` takes and gives, a fragment only does one of them.
        case axis(Axis, whenTrue: Bool?, whenFalse: Bool?)
        /// The GPIO of the interrupt, of the reset.
        case interrupt, reset
        /// The controller's address.
        case address
        /// When it is true: the bus.
        case bus([String])
        /// When it is true: the panel.
        case panel(Panel)
        /// It keeps the kernel's driver off the controller.
        case freesTouch
        /// It turns the picture, and touches only where a desktop does so.
        case turnsPicture
        /// When it is true, the bus is gone too: a board without it has it.
        case removesBus
        /// Nothing that concerns touch.
        case none
    }

    /// How the kernel's driver is kept off the controller so that the controller still works.
    public enum Freeing: Equatable, Sendable {
        /// Without the line there is no driver; the bus comes from ``TouchOverlay/busLine(of:)``.
        case leaveOut
        /// With this parameter in the line there is no driver.
        case add(String)
        /// Without this parameter in the line there is no driver.
        case takeOut(String)
        /// The driver is unbound while the computer runs. It must have been bound: it ends the controller's reset, which
        /// stays ended; or the line brings the display, too, and has no parameter that leaves the driver out.
        case unbind
        /// Not at all: the controller is held in reset as long as its driver is not bound.
        case never
    }

    /// One of the panels that an overlay serves.
    struct Panel: Sendable {
        var title: String
        var size: (x: Int, y: Int)?
        var area: (x: Double, y: Double)?
        /// What it gives; what it does not name stays.
        var axes: [Axis] = []
    }

    /// A parameter: its name and what it does.
    typealias Parameter = (name: String, effect: Effect)

    /// The overlay's name: `goodix`.
    public let name: String
    /// What people call the panel.
    public internal(set) var title: String
    /// Where the overlay comes from; nil: from the kernel.
    var origin: String?
    /// The chip's name in board files.
    public let controller: String
    /// Names of the bus, the first that there is counts.
    public internal(set) var bus: [String]
    /// Where the controller may answer.
    public internal(set) var addresses: [UInt8]
    /// The line of the interrupt; nil: none.
    public internal(set) var interrupt: String?
    /// The line of the reset; nil: none that the computer drives.
    public internal(set) var reset: String?
    /// Lines of the header that the display and the bus take, as a board's `taken_lines` has them; empty: none.
    public internal(set) var takenLines = ""
    /// Raw pixels along both axes; nil where the overlay leaves them to the controller.
    public internal(set) var size: (x: Int?, y: Int?) = (nil, nil)
    /// Active area in mm along the raw axes; nil where it is unknown.
    public internal(set) var area: (x: Double, y: Double)?
    /// The properties of the axes.
    var axes: [Axis] = []
    /// The most fingers.
    public let fingers: Int
    /// The kernel's driver of the controller.
    public let driver: String
    /// How the driver is kept off.
    public let freeing: Freeing
    /// A part of the name of the input device that the kernel's driver makes, where fingers must come from it because the
    /// controller cannot be had without; nil elsewhere.
    public internal(set) var inputDevice: String?
    /// What is to be known beside, a sentence each.
    public internal(set) var notes: [String] = []
    let parameters: [Parameter]

    /// The overlay's source.
    public var file: String {
        origin ?? "arch/arm/boot/dts/overlays/\(name)-overlay.dts of github.com/raspberrypi/linux"
    }
    /// The axes as the overlay has them.
    public var mirrorX: Bool { axes.contains(.mirrorX) }
    public var mirrorY: Bool { axes.contains(.mirrorY) }
    public var swapXY: Bool { axes.contains(.swapXY) }

    /// The names of its parameters.
    public var parameterNames: [String] { parameters.map { $0.name } }

    func effect(of parameter: String) -> Effect? { parameters.first { $0.name == parameter }?.effect }

    mutating func set(_ axis: Axis, _ value: Bool) {
        axes.removeAll { $0 == axis }
        if value { axes.append(axis) }
    }

    /// The line of config.txt that brings the bus called `name` in board files, and nothing else; nil where there is none.
    /// (arch/arm/boot/dts/overlays/README of github.com/raspberrypi/linux: the base DTB, i2c3 to i2c6.)
    public static func busLine(of name: String) -> String? {
        switch name {
        case "1", "i2c1", "i2c-1", "/dev/i2c-1", "i2c_arm": "dtparam=i2c_arm=on"
        case "i2c0", "i2c_vc": "dtparam=i2c_vc=on"
        case "i2c_csi_dsi", "i2c_csi_dsi0", "i2c_csi_dsi1": "dtparam=\(name)=on"
        case "i2c3", "i2c4", "i2c5", "i2c6": "dtoverlay=\(name)"
        default: nil
        }
    }

    /// The overlay of this name; nil for one that has no touch controller that is known here.
    public static func named(_ name: String) -> TouchOverlay? { all.first { $0.name == name } }
}
