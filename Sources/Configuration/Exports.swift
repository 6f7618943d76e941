// Every file here sees how texts are put together: Interpolation.swift.
@_exported public import TaplineFormats
