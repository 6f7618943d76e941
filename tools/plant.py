#!/usr/bin/env python3
"""Plants the allocations of tools/proofs.plants in a copy of the core and of FirmwareProof.

  tools/plant.py FOLDER NAME…    makes the copy in FOLDER, with these planted
  tools/plant.py --list          their names
  tools/plant.py --check         whether all still fit the sources (part of tools/test)
"""
import pathlib
import sys

import patches

BOX = """final class BoxIn{0}<Value> {{
    let value: Value
    init(_ value: Value) {{ self.value = value }}
}}

@inline(never)
func boxIn{0}<Value>(_ value: Value) -> BoxIn{0}<Value> {{ BoxIn{0}(value) }}
"""


def planted(plants):
    texts = patches.files("Package.swift", "Sources/Core", "Sources/Simulation/ChipModels", "Tests/FirmwareProof")
    for plant in plants:
        name = plant["name"]
        path = patches.apply(plant, texts)[0]
        if "BOX(" in texts[path]:
            texts[path] = texts[path].replace("BOX(", f"boxIn{name}(")
            texts[str(pathlib.Path(path).parent / f"BoxIn{name}.swift")] = BOX.format(name)
    return texts


def main(arguments):
    plants = {each["name"]: each for each in patches.entries(patches.root / "tools/proofs.plants", "plant")}
    if arguments == ["--list"]:
        print("\n".join(plants))
    elif arguments == ["--check"]:
        planted(plants.values())
        print(f"{len(plants)} plants fit the sources")
    elif len(arguments) > 1 and not arguments[0].startswith("-"):
        patches.write(pathlib.Path(arguments[0]), planted([plants[name] for name in arguments[1:]]))
    else:
        sys.exit(__doc__.strip())


try:
    main(sys.argv[1:])
except patches.Misfit as misfit:
    sys.exit(f"plant: {misfit}")
