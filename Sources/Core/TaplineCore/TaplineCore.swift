// One import for everything above the core: its modules.
@_exported public import TaplineControllers
@_exported public import TaplineGestures
@_exported public import TaplineMotion
@_exported public import TaplineOutputs
@_exported public import TaplineRemote
@_exported public import TaplineRuntime
@_exported public import TaplineSensors
@_exported public import TaplineTouches
