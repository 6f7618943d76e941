// Who imports the Simulator has the models of chips and the recordings, too: modules of their own because the ones build for
// bare metal and the others stand below much else.
@_exported public import TaplineChipModels
@_exported public import TaplineFormats
