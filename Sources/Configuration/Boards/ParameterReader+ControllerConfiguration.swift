import TaplineCore

// The bytes that a board wants in its controller: `controller_configuration: {bytes: [0x41, …], write: true}`.

extension ParameterReader {
    /// The configuration of `chip`, on a panel of `size`; nil where none is given, or where it is wrong.
    mutating func controllerConfiguration(
        of chip: ControllerChip?, size: PanelGeometry.Description?
    ) -> GoodixSettings? {
        guard let node = node("controller_configuration") else { return nil }
        guard let chip else { return nil }  // Which has been reported.
        guard let layout = GoodixConfigurationLayout(chip) else {
            return refused(
                at: node.mark, "a \(chip.name) has no configuration that could be written",
                suggestion: "leave controller_configuration out; Goodix's chips have one")
        }
        return mapping(node, what: "a configuration of a controller") { reader in
            var settings = GoodixSettings()
            settings.isWritten = reader.boolean("write") ?? false
            let bytes = reader.required("bytes", example: "bytes: [0x41, 0x20, …], as the panel's maker gives them")
                .flatMap { reader.goodixConfiguration($0, chip: chip, layout: layout, size: size) }
            guard let bytes else { return nil }
            settings.configuration = bytes
            return settings
        }
    }

    private mutating func goodixConfiguration(
        _ node: YAMLNode, chip: ControllerChip, layout: GoodixConfigurationLayout, size: PanelGeometry.Description?
    ) -> GoodixConfiguration? {
        var elements = elements(node, "bytes")
        guard !elements.isEmpty else { return nil }
        // Linux keeps a byte more of a GT1x's, behind the end.
        if layout.isWide, elements.count == layout.length + 1 { elements.removeLast() }
        guard elements.count == layout.length else {
            return refused(
                at: node.mark, "the configuration has \(elements.count) bytes",
                suggestion: "a \(chip.name)'s has \(layout.length), the checksum and the 1 after it included")
        }
        var configuration = GoodixConfiguration()
        for element in elements {
            guard let byte = integer(element, "bytes", in: 0...255, right: "write bytes, 0x00 to 0xff") else {
                return nil
            }
            configuration.append(UInt8(byte))
        }
        switch configuration.defect(layout) {
        case nil: break
        case .checksum(let right):
            return refused(
                at: elements[layout.checksumOffset].mark, "the configuration's checksum is wrong",
                suggestion: "\(layout.isWide ? hex(right >> 8) + ", " + hex(right & 0xFF) : hex(right)) if every other "
                    + "byte is right; the controller would ignore it")
        case .notFresh, .length:
            return refused(
                at: elements[layout.length - 1].mark, "the configuration does not end in 1",
                suggestion: "write 1 as the last byte: it makes the controller take the others")
        }
        if let size, configuration.width != size.rawWidth || configuration.height != size.rawHeight {
            return refused(
                at: elements[GoodixRegisters.widthOffset].mark,
                "the configuration is for \(configuration.width)x\(configuration.height) px, the board has "
                    + "\(size.rawWidth)x\(size.rawHeight)",
                suggestion: "take the configuration of this panel, or correct size")
        }
        return configuration
    }

    private func hex(_ byte: UInt16) -> String { (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16) }
}

extension GoodixConfigurationLayout {
    /// The layout of `chip`'s configuration, nil for a chip that has none: `gt917s` has the product id `917S`.
    init?(_ chip: ControllerChip) {
        guard chip.hasConfiguration else { return nil }
        var product = InlineArray<4, UInt8>(repeating: 0)
        var index = 0
        for byte in chip.name.utf8.dropFirst(2) where index < 4 {
            product[index] = byte >= 0x61 && byte <= 0x7A ? byte - 0x20 : byte
            index += 1
        }
        self.init(product: product)
    }
}
