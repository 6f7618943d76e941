#!/usr/bin/env bash
# Adds a family of chips that is made up to a copy of the sources, as CONTRIBUTING.md says: one source, one model, one board
# and one line in the list. Then boards, detect, the suite that every chip passes, the fuzzer and the proofs must know it.
#
#   tools/tests/new-family.bash            a debug build: boards, the suite, detect, the simulated run
#   tools/tests/new-family.bash --all      the fuzzer and the proofs, too
#   tools/tests/new-family.bash --compiles   only that the family fits what drivers and models are made of (stage examples)
#
# The copy and its build stay in .build-family, so that the next time takes less.

set -euo pipefail
# shellcheck source=tools/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
help_if_asked "$@"

all='' compiles=''
case ${1:-} in
'') ;;
--all) all=yes ;;
--compiles) compiles=yes ;;
*) refuse "$EX_USAGE" "what is '$1'? See tools/tests/new-family.bash --help" ;;
esac

cd "$root"
copy=$root/.build-family/sources scratch=$root/.build-family/build acme=tools/tests/acme
rm -rf "$copy"
mkdir -p "$copy"
# Links, so that what is as it was is not built anew.
cp --archive --symbolic-link "$root"/{Package.swift,Package.resolved,Sources,Tests,boards,tools} "$copy/"
cp "$acme/Acme.swift" "$copy/Sources/Core/Controllers/Families/"
cp "$acme/AcmeModel.swift" "$copy/Sources/Simulation/ChipModels/"
cp "$acme/acme-panel.yaml" "$copy/boards/"
list=$(find Sources/Simulation/ChipModels -name ChipFamilies.swift)
rm "$copy/$list"
sed 's|^\( *\)visitor.visit(ListedFamily<GT911Model>())|&\n\1visitor.visit(ListedFamily<AcmeModel>())|' "$list" >"$copy/$list"
[[ $(diff "$copy/$list" "$list" | grep -c '^<') == 1 ]] ||
    refuse "$EX_SOFTWARE" "the list of families has not one line more"
cd "$copy"
if [[ -n $compiles ]]; then
    swift build "${whole_modules[@]}" --target TaplineChipModels --scratch-path "$scratch"
    exit
fi

headline 'The suite that every chip passes, detect, all tests of boards and configurations'
log=$root/.build-family/log
swift build "${whole_modules[@]}" --build-tests --scratch-path "$scratch"
swift test "${whole_modules[@]}" --disable-xctest --skip-build --scratch-path "$scratch" \
    --filter 'ConformanceTests|SleepTests|DetectionTests|BusTimeTable|TaplineConfigurationTests' 2>&1 | tee "$log" | tail -n 1
grep -q 'Test run with .* passed' "$log" || refuse "$EX_SOFTWARE" "the suite failed: $log"
for chip in acme2 acme4; do
    grep -q "passing 1 argument chip → $chip" "$log" || refuse "$EX_SOFTWARE" "the suite did not ask $chip: $log"
done

headline 'The command line'
tapline=$scratch/debug/tapline
"$tapline" check boards/acme-panel.yaml
"$tapline" run --fast --board boards/acme-panel.yaml | tee "$log" | head -n 3
grep -q 'tap' "$log"

if [[ -n $all ]]; then
    headline 'The fuzzer'
    tools/fuzz --list | grep -x acme2
    tools/fuzz 20 acme2
    headline 'The proofs'
    EMBEDDED=1 swift build -c release --target FirmwareProof --triple armv6m-none-none-eabi --scratch-path "$root/.build-family/armv6m"
fi
printf '%sthe family is known everywhere%s\n' "$green" "$plain"
