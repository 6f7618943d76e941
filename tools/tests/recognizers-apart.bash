#!/usr/bin/env bash
# Shows that no recognizer's file needs another recognizer's: the compiler checks each with the shared files of
# TaplineGestures alone, and those without any.
#
#   tools/tests/recognizers-apart.bash

set -euo pipefail
# shellcheck source=tools/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
cd "$root"

# The protocol, and the sets of kinds, which are there to name them all.
readonly not_kinds='/(|Standard|Either)Recognizer\.swift$'
flags=(-swift-version 6 -parse-as-library -package-name tapline -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck disable=SC2046  # names without spaces
swiftc -emit-module "${flags[@]}" -module-name TaplineTouches -emit-module-path "$folder/TaplineTouches.swiftmodule" \
    $(find Sources/Core/Touches -name '*.swift')

# A file that names one of the recognizers goes with that one; one that names two belongs to nobody.
shared=() kinds=() companions=()
mapfile -t files < <(find Sources/Core/Gestures -name '*.swift' | sort)
for file in "${files[@]}"; do
    [[ $file != *Recognizer.swift || $file =~ $not_kinds ]] || kinds+=("$file")
done
[[ ${#kinds[@]} -gt 1 ]] || refuse "$EX_SOFTWARE" "found no recognizers to check"
names=$(printf '%s\n' "${kinds[@]##*/}" | sed 's/\.swift//' | paste -sd '|')
for file in "${files[@]}"; do
    [[ $file == */StandardRecognizer.swift || " ${kinds[*]} " == *" $file "* ]] && continue
    named=$(sed 's#//.*##' "$file" | grep -oE "\<($names)\>" | sort -u || true)
    case $(wc -w <<<"$named") in
    0) shared+=("$file") ;;
    1) companions+=("$named=$file") ;;
    *) refuse "$EX_SOFTWARE" "${file##*/} names more than one recognizer:" $named ;;
    esac
done

# needs_nothing_else WHAT [FILE…]: these are checked whole, of the shared files only what they need; without any, the shared ones are.
failures=0
needs_nothing_else() {
    local own=() file
    for file in "${@:2}"; do own+=(-primary-file "$file"); done
    if swiftc -frontend -typecheck "${flags[@]}" -module-name TaplineGestures -I "$folder" "${own[@]}" "${shared[@]}" \
        >"$folder/log" 2>&1; then
        printf '%s: needs no other recognizer\n' "$1"
    else
        failures=$((failures + 1))
        printf '%s: NEEDS ANOTHER RECOGNIZER\n' "$1"
        grep 'error:' "$folder/log" | sort -u | head -n 5 >&2 || cat "$folder/log" >&2
    fi
}

needs_nothing_else 'the shared files'
for file in "${kinds[@]}"; do
    name=$(basename "$file" .swift)
    own=("$file")
    for companion in "${companions[@]}"; do
        [[ $companion == "$name="* ]] && own+=("${companion#*=}")
    done
    needs_nothing_else "$name${own[1]:+ with ${own[*]:1}}" "${own[@]}"
done
[[ $failures == 0 ]] || refuse "$EX_SOFTWARE" "$failures of $((${#kinds[@]} + 1)) checks failed"
