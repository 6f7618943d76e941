// One import for tests: the library of tests, the core and the models of its chips.
@_exported public import TaplineChipModels
@_exported public import TaplineCore
@_exported public import Testing
