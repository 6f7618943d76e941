import CStartup
import Console
import TaplineCore

// Boots a panel and a motion sensor on one bus, and prints what comes of a finger and a shake as `events/1`, the same bytes on
// every processor. Then once more in silence, to count instructions. The last lines say what a reading of the sensor took on
// average, how large the state is, and how much of the stack was in use.

/// EX_SOFTWARE: the gestures do not fit.
let misfit: Int32 = 70

write("-- events\n")
guard play(isSilent: false) != nil else { image_exit(misfit) }

func countReadings() {
    let start = instructions_done()
    tellCost("reading", of: play(isSilent: true) ?? 0, since: start)
}

countReadings()
/// What a product with these chips keeps: more gestures and lines than here.
typealias Product = SourcePair<
    Pipeline<Goodix, StandardRecognizer, MotionPrinter, 10, 16, 1, 0, 4>, MotionPipeline<SensorDriver, MotionPrinter>
>
tellMemory(state: MemoryLayout<Product>.size)
image_exit(0)
