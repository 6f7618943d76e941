// Who imports the Simulator has the models of chips, too; they are a target of their own because they need no heap and
// also build for bare metal.
@_exported public import TaplineChipModels
