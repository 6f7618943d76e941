import TaplineBoards
import TaplineChipModels
import TaplineControllers

/// Something that is done with the driver of a board's chip, and with the same chip pretended: which ones, the board says
/// when the program runs.
protocol ChipVisitor {
    mutating func visit<Family: ChipFamily, Model: ChipModel>(
        _ driver: ChipDriver<Family>, _ model: Model
    ) throws(ServiceError)
}

extension BoardDescription {
    /// The list of drivers and models: a line for each family.
    func withChip<Visitor: ChipVisitor>(_ visitor: inout Visitor) throws(ServiceError) {
        let chip = controller
        switch chip.family {
        case .goodix:
            try visitor.visit(Goodix(configuration: .init(self)), GT911Model(configuration: .init(self)))
        case .focalTech:
            try visitor.visit(
                FocalTech(configuration: .init(self, variant: .init(chip))), FT5x06Model(configuration: .init(self)))
        case .hynitron:
            try visitor.visit(Hynitron(configuration: .init(self)), CST816Model(configuration: .init(self)))
        }
    }
}
